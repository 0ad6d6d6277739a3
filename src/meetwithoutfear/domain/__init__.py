"""The rules, pure: standard library only; no clock, no randomness, no I/O, no logging, no framework."""

"""Ratio benchmarks: each compares two things measured in one go on one machine. `make bench` runs them all."""

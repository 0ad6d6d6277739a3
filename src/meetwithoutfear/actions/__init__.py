"""One function per thing a person can do: load, decide, save. The only place that saves."""

"""Durable jobs: the loop that works them off, and one module per kind of work."""

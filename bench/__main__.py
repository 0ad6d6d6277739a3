"""Runs every benchmark and prints its ratios."""

from __future__ import annotations

from bench import relay, request_cost

if __name__ == "__main__":
    request_cost.main()
    relay.main()

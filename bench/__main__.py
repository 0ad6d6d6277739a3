"""Runs every benchmark and prints its ratios."""

from __future__ import annotations

from bench import requests

if __name__ == "__main__":
    requests.main()

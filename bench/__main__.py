"""All benchmarks, one after the other."""

from __future__ import annotations

from bench import embedded, functions, relay, request_cost

if __name__ == "__main__":
    request_cost.main()
    embedded.main()
    relay.main()
    functions.main()

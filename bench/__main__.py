"""All benchmarks, one after the other; `--quick` is the table of ratios alone, in a minute."""

from __future__ import annotations

import sys

from bench import embedded, functions, ratios, relay

if __name__ == "__main__":
    ratios.main()
    if "--quick" not in sys.argv:
        embedded.main()
        relay.main()
        functions.main()

"""The suite with its coverage gates: every branch of the rules and prompts, nine tenths of the whole.

`--fast` runs what needs neither server nor database, with the first gate alone."""

from __future__ import annotations

import subprocess
import sys

RULES = "src/meetwithoutfear/domain/*,src/meetwithoutfear/prompts/*"
FAST = ["tests/domain", "tests/prompts", "tests/test_config.py", "tests/test_evaluation.py"]


def run(*command: str) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def main() -> None:
    fast = "--fast" in sys.argv
    run("coverage", "erase")
    failures = run("coverage", "run", "-m", "pytest", "-q", *(FAST if fast else ()))
    if failures:
        sys.exit(failures)
    run("coverage", "combine", "--quiet")
    failures = run("coverage", "report", "--skip-covered", "--fail-under=100", f"--include={RULES}")
    if not fast:
        failures |= run("coverage", "report", "--skip-covered", "--fail-under=90")
    sys.exit(failures)


if __name__ == "__main__":
    main()

"""The whole suite with its coverage gates: every branch of the rules and prompts, nine tenths of the rest."""

from __future__ import annotations

import subprocess
import sys

WHOLE = ["src/meetwithoutfear/domain/*"]
MOST = 90


def run(*command: str) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def main() -> None:
    run("coverage", "erase")
    failures = run("coverage", "run", "-m", "pytest", "-q")
    if failures:
        sys.exit(failures)
    run("coverage", "combine", "--quiet")
    failures = run("coverage", "report", "--skip-covered", f"--fail-under={MOST}")
    failures |= run(
        "coverage", "report", "--skip-covered", "--fail-under=100", f"--include={','.join(WHOLE)}"
    )
    sys.exit(failures)


if __name__ == "__main__":
    main()

"""The suite with its coverage gates: every branch of the rules and prompts, nine tenths of the whole.

It runs in two lanes side by side, since most tests wait for something; each has its own databases and servers. `--fast` runs
what needs neither server nor database, with the first gate alone."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence

RULES = "src/meetwithoutfear/domain/*,src/meetwithoutfear/prompts/*"
FAST = ("tests/domain", "tests/prompts", "tests/test_config.py", "tests/test_evaluation.py")
LANES = {
    "api": ("tests/api", "tests/engines"),
    "rest": ("tests", "--ignore=tests/api", "--ignore=tests/engines"),
}


def run(*command: str) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def run_lanes(lanes: dict[str, Sequence[str]]) -> int:
    failures = []

    def follow(name: str, arguments: Sequence[str]) -> None:
        command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as lane:
            for line in lane.stdout or ():
                print(f"{name:>4} | {line}", end="", flush=True)
        failures.append(lane.returncode)

    threads = [threading.Thread(target=follow, args=lane) for lane in lanes.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(failures)


def main() -> None:
    fast = "--fast" in sys.argv
    run("coverage", "erase")
    failures = run_lanes({"fast": FAST} if fast else dict(LANES))
    if failures:
        sys.exit(failures)
    run("coverage", "combine", "--quiet")
    failures = run("coverage", "report", "--skip-covered", "--fail-under=100", f"--include={RULES}")
    if not fast:
        failures |= run("coverage", "report", "--skip-covered", "--fail-under=90")
    sys.exit(failures)


if __name__ == "__main__":
    main()

"""The suite with its coverage gates: every branch of the rules and prompts, nine tenths of the whole.

Measuring more than doubles the time of whatever is measured, the libraries it uses included. So tests whose lines others
reach as well run unmeasured: those in the browser, on PostgreSQL, and those that do one thing very often. The gates ask for
what the others reach, and are the harder to pass for it.

The parts of the suite wait for one of three lanes, the longest first; each has its own databases and servers. A lane often
waits, for a browser, a lease or a server that stops, so there are more of them than processors may be. `--fast` runs what
needs neither server nor database, with the first gate alone."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

RULES = "src/meetwithoutfear/domain/*,src/meetwithoutfear/prompts/*"
FAST = ("tests/domain", "tests/prompts", "tests/test_config.py", "tests/test_evaluation.py")
UNMEASURED = "postgresql or browser or slow or unmeasured"
LANES = 3


@dataclass(frozen=True)
class Part:
    name: str
    where: tuple[str, ...]
    which: str = ""
    is_measured: bool = False

    @property
    def command(self) -> list[str]:
        measure = ["-m", "coverage", "run"] if self.is_measured else []
        tests = ["-m", "pytest", "-q", "--durations=5", "-k", self.which, *self.where]
        return [sys.executable, *measure, *tests]


def halves(name: str, *where: str) -> tuple[Part, Part]:
    """A test is in one of the two: none is left out, none runs twice."""
    return (
        Part(f"{name} unmeasured", where, UNMEASURED),
        Part(name, where, f"not ({UNMEASURED})", is_measured=True),
    )


FAST_PARTS = halves("fast", *FAST)
REST, REST_MEASURED = halves("rest", "tests", "--ignore=tests/api", "--ignore=tests/web")
PARTS = (REST, Part("web", ("tests/web",)), *halves("api", "tests/api"), REST_MEASURED)


def run(*command: str) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def run_parts(parts: Iterable[Part]) -> bool:
    waiting, failed = iter(parts), list[str]()

    def work_off() -> None:
        for part in waiting:
            failed.extend(failures_of(part))

    lanes = [threading.Thread(target=work_off) for _ in range(LANES)]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    print("".join(failed), end="")
    return not failed


def failures_of(part: Part) -> list[str]:
    """Said once more at the end: where three lanes speak at once, nobody finds them further up."""
    begin, failures = time.monotonic(), list[str]()
    with subprocess.Popen(part.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as tests:
        for line in tests.stdout or ():
            print(f"{part.name:>18} | {line}", end="", flush=True)
            if line.startswith(("FAILED", "ERROR", "E  ")):
                failures.append(f"{part.name:>18} | {line}")
    print(f"{part.name:>18} | took {time.monotonic() - begin:.0f} s", flush=True)
    if tests.returncode in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return []
    return [*failures, f"{part.name}: failed\n"]


def main() -> None:
    fast = "--fast" in sys.argv
    run("coverage", "erase")
    if not run_parts(FAST_PARTS if fast else PARTS):
        sys.exit(1)
    run("coverage", "combine", "--quiet")
    failures = run("coverage", "report", "--skip-covered", "--fail-under=100", f"--include={RULES}")
    if not fast:
        failures |= run("coverage", "report", "--skip-covered", "--fail-under=90")
    sys.exit(failures)


if __name__ == "__main__":
    main()

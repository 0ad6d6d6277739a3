"""The suite with its coverage gates: every branch of the rules and prompts, nine tenths of the whole.

Which tests are measured is said in tests/measuring.py. `--fast` runs what needs neither server nor database, with the first
gate alone. `--soak` runs what is long or was left out: all sizes grown, everything on PostgreSQL, nothing drawn; without
gates. Whatever else is given goes to pytest.

There are more workers than processors may be: a test often waits, for a browser, a lease or a server that stops."""

from __future__ import annotations

import os
import subprocess
import sys

RULES = "src/meetwithoutfear/domain/*,src/meetwithoutfear/prompts/*"
FAST = ("tests/domain", "tests/prompts", "tests/test_config.py", "tests/test_evaluation.py")
WORKERS = 3
A_DAY = 86_400


def run(*command: str) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def tests(*options: str) -> tuple[str, ...]:
    return (
        "pytest",
        f"--numprocesses={WORKERS}",
        "--dist=loadfile",
        "--no-loadscope-reorder",
        "--durations=10",
        *options,
    )


def main() -> None:
    given = sys.argv[1:]
    if "--soak" in given:
        os.environ["MWF_SOAK"] = "1"
        given.remove("--soak")
        sys.exit(run(*tests("-m", "slow or postgresql or soak", f"--timeout={A_DAY}", "-v", *given)))
    fast = "--fast" in given
    if fast:
        given.remove("--fast")
    run("coverage", "erase")
    which = FAST if fast else ("--drawn",)
    os.environ["MWF_MEASURED"] = "1"
    if run(*tests(*which, *given)):
        sys.exit(1)
    run("coverage", "combine", "--quiet")
    failures = run("coverage", "report", "--skip-covered", "--fail-under=100", f"--include={RULES}")
    if not fast:
        failures |= run("coverage", "report", "--skip-covered", "--fail-under=90")
    sys.exit(failures)


if __name__ == "__main__":
    main()

"""Runs commands of `mwf` as processes of their own that need not import everything first: run as a program, it has imported
what is slow to import, and forks for each line it reads. The command itself is imported by the fork. It answers with the
code a command ended with; of one that is to run on, with its id at once, and its end is written into a file."""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

IMPORTED = (
    "meetwithoutfear.demo",
    "meetwithoutfear.engines.embedded.evaluate",
    "meetwithoutfear.evaluation",
    "meetwithoutfear.operations",
    "typer.main",
    "rich.table",
)


def become(order: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    out, err = (os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND) for name in ("stdout", "stderr"))
    for opened, number in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
        os.dup2(opened, number)
    sys.argv[1:] = order["arguments"]


def run_on(order: dict[str, Any]) -> None:
    """Forks once more, and stays behind to see how that one ends."""
    child = os.fork()
    if child == 0:
        return
    print(child, flush=True)  # noqa: T201
    _, status = os.waitpid(child, 0)
    end = Path(order["end"])
    half_written = end.with_suffix(".half")
    half_written.write_text(str(os.waitstatus_to_exitcode(status)))
    half_written.rename(end)
    os._exit(0)


def is_command() -> bool:
    """True in each fork, and False once nobody asks any more."""
    for name in IMPORTED:
        importlib.import_module(name)
    # What all share is nobody's garbage: to look through it would copy it for each of them.
    gc.freeze()
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            if "end" in order:
                run_on(order)
            become(order)
            return True
        if "end" in order:
            continue
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201
    return False


if __name__ == "__main__" and is_command():
    runpy.run_module("meetwithoutfear", run_name="__main__", alter_sys=True)

"""Runs commands of `mwf` as processes of their own that need not import everything first: run as a program, it has imported
what is slow to import, and forks for each line it reads. The command itself is imported by the fork."""

from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
from typing import Any

IMPORTED = (
    "meetwithoutfear.demo.journey",
    "meetwithoutfear.demo.stage",
    "meetwithoutfear.engines.embedded.evaluate",
    "meetwithoutfear.gap_evaluation",
    "meetwithoutfear.operations",
    "typer.main",
    "rich.table",
)


def become(order: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    out = os.open(order["stdout"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    err = os.open(order["stderr"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for opened, number in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
        os.dup2(opened, number)
    sys.argv[1:] = order["arguments"]


def is_command() -> bool:
    """True in each fork, and False once nobody asks any more."""
    for name in IMPORTED:
        importlib.import_module(name)
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            become(order)
            return True
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201
    return False


if __name__ == "__main__" and is_command():
    runpy.run_module("meetwithoutfear", run_name="__main__", alter_sys=True)

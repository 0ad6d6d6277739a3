"""What no linter knows: sizes, names, locks without addresses, no paths of anybody's machine, one writer of a status."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FILE_LIMIT = 500
FUNCTION_LIMIT = 60
CODE = {".py", ".ts", ".tsx", ".css"}
VAGUE_NAMES = re.compile(
    r"(^|_)(utils?|helpers?|misc|common(?!_ground)|manager|services?)(_|$)", re.IGNORECASE
)
ADDRESS = re.compile(
    r'"resolved": *"http|--(extra-)?index-url|--find-links|file://|https?://[^\s"]*(pypi|npmjs|registry)'
)
MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_.])/(work|root|farm|home/[a-z]+)/")
ROUTE = re.compile(r'@router\.(get|post|patch|delete)\("([^"]*)"')
PREFIX = re.compile(r'prefix="/sessions/\{session_id\}([^"]*)"')
TOLD_ROUTES = Path("docs/repair.md")
ROUTES_TOLD_THERE = ("needs", "strategies", "agreements")
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
LEFT_BEHIND = {".orig", ".rej", ".bak"}
STATUS_WRITE = re.compile(r"values\(status=")
STATUS_WRITERS = {
    "src/meetwithoutfear/store/sessions.py",
    "src/meetwithoutfear/store/people.py",
}


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in listed.stdout.splitlines() if (path := Path(name)).is_file()]


def problems_of(path: Path) -> Iterator[str]:
    if path.suffix in LEFT_BEHIND:
        yield f"{path}: a merge or an editor left this behind"
    if path.suffix in {".png", ".npz", ".onnx", ".ico"}:
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix in CODE:
        yield from size_problems(path, text)
    if path.suffix == ".lock" or path.name == "package-lock.json":
        yield from (
            f"{path}: a registry's address: {line.strip()[:80]}"
            for line in text.splitlines()
            if ADDRESS.search(line)
        )
    if path.name != "check_tree.py":
        yield from (
            f"{path}:{number}: a path of somebody's machine"
            for number, line in enumerate(text.splitlines(), 1)
            if MACHINE_PATH.search(line)
        )
    if path.suffix == ".py" and str(path).startswith("src/"):
        yield from source_problems(path, text)
    if path.suffix == ".md":
        yield from missing_tests(path, text)


def size_problems(path: Path, text: str) -> Iterator[str]:
    lines = text.count("\n")
    if lines > FILE_LIMIT and "Generated" not in text.partition("\n")[0]:
        yield f"{path}: {lines} lines, at most {FILE_LIMIT}"
    if VAGUE_NAMES.search(path.stem):
        yield f"{path}: a name that says nothing"


def missing_tests(path: Path, text: str) -> Iterator[str]:
    """A document that says which test shows something must name one that is there."""
    for file, name in NAMED_TEST.findall(text):
        there = Path(file)
        if not there.is_file() or f"def {name}(" not in there.read_text(encoding="utf-8"):
            yield f"{path}: there is no {file}::{name}"


def untold_routes() -> Iterator[str]:
    """Every endpoint of the last two stages has its line in the table of what shows it."""
    told = TOLD_ROUTES.read_text(encoding="utf-8")
    for name in ROUTES_TOLD_THERE:
        text = Path(f"src/meetwithoutfear/api/{name}.py").read_text(encoding="utf-8")
        prefix = PREFIX.findall(text)[0]
        for method, route in ROUTE.findall(text):
            path = re.sub(r"\{(\w+)_id\}", r"{\1Id}", prefix + route)
            if f"`{method.upper()} {path}`" not in told:
                yield f"{TOLD_ROUTES}: nothing is said of {method.upper()} {path}"


def source_problems(path: Path, text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LIMIT and "migrations" not in path.parts:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LIMIT}"
    if STATUS_WRITE.search(text) and str(path) not in STATUS_WRITERS:
        yield f"{path}: sets a status past the transition table"


def main() -> None:
    problems = [problem for path in tracked_files() for problem in problems_of(path)]
    problems += untold_routes()
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print("the tree is in order")


if __name__ == "__main__":
    main()

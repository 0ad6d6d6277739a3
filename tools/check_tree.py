"""What no linter knows: sizes, names and their one meaning, locks without addresses, no paths of machines, one writer of a
status."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
PREFIX = re.compile(r'routes_for_members\("\w+", "/sessions/\{session_id\}([^"]*)"\)')
TOLD_ROUTES = Path("docs/repair.md")
ROUTES_TOLD_THERE = ("needs", "repair")
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
LEFT_BEHIND = {".orig", ".rej", ".bak"}
# What there is, and what a client knows of it under the same name.
SEEN_FROM_OUTSIDE = {"Session", "Message"}
STORE = Path("src/meetwithoutfear/store")
# What writes whatever it is given, and the transaction that hands its statements to the database.
ANY_WRITERS = {STORE / "rows.py", STORE / "database.py"}
# What `sessions.save` calls, and an agreement's turn, which has a table of its own.
STATUS_WRITERS = {"save_state", "save_attempt", "save_agreement"}
REPLACES_A_LINK = (STORE / "people.py", "insert_invitation")


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
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LIMIT and "migrations" not in path.parts:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LIMIT}"
    if path not in ANY_WRITERS:
        yield from status_problems(path, tree)


def repeated_classes(modules: Iterable[tuple[Path, ast.AST]]) -> Iterator[str]:
    """One name has one meaning in the whole package."""
    places: dict[str, list[str]] = {}
    for path, tree in modules:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in SEEN_FROM_OUTSIDE:
                places.setdefault(node.name, []).append(str(path))
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"{paths[-1]}: {name} is something else in {', '.join(paths[:-1])}"


def status_problems(path: Path, tree: ast.AST, function: str = "") -> Iterator[str]:
    """A status is set by what the rules have decided, through the one function that writes it."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(node, ast.Call) and may_set_status(node, inside) and (path, inside) != REPLACES_A_LINK:
            yield f"{path}:{node.lineno}: may set a status past the transition table"
        yield from status_problems(path, node, inside)


def may_set_status(call: ast.Call, function: str) -> bool:
    """Besides the plain case: values that cannot be read here, rows given beside a statement, and records of a table with a
    status that are saved by somebody else."""
    if not isinstance(call.func, ast.Attribute):
        return False
    names = {keyword.arg for keyword in call.keywords}
    match call.func.attr:
        case "values":
            return bool(call.args) or bool(names & {None, "status"})
        case "update":
            return bool(names & {None, "status"})
        case "on_conflict_do_update":
            return True
        case "execute":
            return len(call.args) > 1 or bool(names)
        case "save" | "save_each" | "replace":
            return ast.unparse(call.func.value) in status_rows() and function not in STATUS_WRITERS
        case _:
            return False


@cache
def status_rows() -> set[str]:
    """The names of the `Rows` of tables that have a status."""
    made = dict(pair for path in sorted(STORE.glob("*.py")) for pair in made_in(path))
    tables = {
        name
        for name, call in made.items()
        if call.func == "table" and any("'status'" in argument for argument in call.arguments)
    }
    return {name for name, call in made.items() if call.func == "Rows" and call.arguments[1] in tables}


class Made(NamedTuple):
    func: str
    arguments: list[str]


def made_in(path: Path) -> Iterator[tuple[str, Made]]:
    """What the names of a module are bound to, where that is a call."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            bound = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                bound = list(zip(target.elts, value.elts, strict=True))
            for name, call in bound:
                if isinstance(call, ast.Call):
                    arguments = [ast.unparse(argument) for argument in call.args]
                    yield ast.unparse(name), Made(ast.unparse(call.func), arguments)


def main() -> None:
    problems = [problem for path in tracked_files() for problem in problems_of(path)]
    problems += untold_routes()
    sources = sorted(Path("src").rglob("*.py"))
    problems += repeated_classes((path, ast.parse(path.read_text(encoding="utf-8"))) for path in sources)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print("the tree is in order")


if __name__ == "__main__":
    main()

"""The rules in data/embedded and the code that reads them name the same things."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from meetwithoutfear import data
from meetwithoutfear.domain.feelings import NEEDS
from meetwithoutfear.domain.vocabulary import HEADING, NAME, section_lines
from meetwithoutfear.engines import embedded
from meetwithoutfear.engines.embedded.talk import phrases

RULES = Path(data.__file__).parent / "embedded"
MODULES = [
    path for path in Path(embedded.__file__).parent.glob("*.py") if (RULES / f"{path.stem}.txt").is_file()
]


def sections(name: str) -> set[str]:
    return {section for section, _ in section_lines(f"embedded/{name}.txt")}


def literals(module: Path) -> set[str]:
    nodes = ast.walk(ast.parse(module.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_rule_that_is_asked_for_is_there(module: Path) -> None:
    asked = set(re.findall(r"""\bRULES\[["'](\w+)["']\]""", module.read_text("utf-8")))
    assert asked
    assert asked <= sections(module.stem)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_rule_that_is_there_is_asked_for(module: Path) -> None:
    named = {name for path in RULES.glob("*.txt") for name in NAME.findall(path.read_text("utf-8"))}
    assert sections(module.stem) <= literals(module) | named


@pytest.mark.parametrize("path", sorted(RULES.glob("*.txt")), ids=lambda path: path.stem)
def test_no_section_is_written_twice(path: Path) -> None:
    headings = [line for line in path.read_text("utf-8").splitlines() if HEADING.fullmatch(line)]
    assert len(headings) == len(set(headings))


def test_every_wish_is_for_a_need_and_every_topic_has_an_answer() -> None:
    assert sections("wishes") <= NEEDS.keys()
    assert sections("coach_topics") <= phrases()["coach_answers"].keys()

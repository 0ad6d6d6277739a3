"""The words the rules are made of, read from data/ when a module is imported: the only input of the domain.

A file of rules (*.txt) is made to be read and extended without touching code: one rule a line, `# ` before a line that says
why, and `[name]` above a section. A rule is a regular expression in which `<name>` stands for any one line of the section of
that name; what is named must stand further up. In a file of words a section holds words between spaces, in a file of pairs
`this = that`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from meetwithoutfear import data

HEADING = re.compile(r"\[([\w .-]+)\]")
# A name in angle brackets, but not the name of a group.
NAME = re.compile(r"(?<!\(\?P)<(\w+)>")

Sections = Mapping[str, tuple[str, ...]]


class Patterns(Mapping[str, re.Pattern[str]]):
    """Rules by name, each compiled when it is first needed: some are long, and starting up would be spent on them."""

    def __init__(self, rules: Mapping[str, str], flags: re.RegexFlag = re.NOFLAG) -> None:
        self._rules, self._flags = rules, flags
        self._compiled: dict[str, re.Pattern[str]] = {}

    def __getitem__(self, name: str) -> re.Pattern[str]:
        if name not in self._compiled:
            self._compiled[name] = re.compile(self._rules[name], self._flags)
        return self._compiled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def read_rules(name: str, words: Sections = MappingProxyType({})) -> Sections:
    """The rules of a file by section, with the sections they name written out; `words` are sections from elsewhere that
    they may name."""
    sections: dict[str, tuple[str, ...]] = {}
    for section, line in section_lines(name):
        rule = NAME.sub(lambda found: any_of(sections.get(found[1]) or words[found[1]]), line)
        sections[section] = (*sections.get(section, ()), rule)
    return MappingProxyType(sections)


def read_patterns(
    name: str, words: Sections = MappingProxyType({}), flags: re.RegexFlag = re.IGNORECASE
) -> Mapping[str, re.Pattern[str]]:
    """Each section of a file of rules as one pattern."""
    sections = read_rules(name, words)
    return MappingProxyType(
        {section: re.compile("|".join(rules), flags) for section, rules in sections.items()}
    )


def read_words(name: str) -> Mapping[str, frozenset[str]]:
    sections: dict[str, frozenset[str]] = {}
    for section, line in section_lines(name):
        sections[section] = sections.get(section, frozenset()) | frozenset(line.split())
    return MappingProxyType(sections)


def read_pairs(name: str) -> Mapping[str, Mapping[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    for section, line in section_lines(name):
        this, _, that = line.partition(" =")
        sections.setdefault(section, {})[this] = that.strip()
    return MappingProxyType(sections)


def read_json(name: str) -> Any:  # noqa: ANN401  # as the file has it
    return json.loads(data.read_text(name))


def any_of(alternatives: Iterable[str]) -> str:
    return f"(?:{'|'.join(alternatives)})"


def section_lines(name: str) -> Iterable[tuple[str, str]]:
    """Every line that counts, with the section it stands in."""
    section = ""
    for line in map(str.strip, data.read_text(name).splitlines()):
        if heading := HEADING.fullmatch(line):
            section = heading[1]
        elif line and not line.startswith("# "):
            yield section, line

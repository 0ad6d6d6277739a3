"""The prose of one prompt: a Markdown file in templates/ cut into named sections by comment lines.

`static` is the same for everybody and every turn, so that a provider can keep it ready; `dynamic` has the variables;
every other section is a fragment that is put in when the predicate of its name holds. There is no logic in a template
and nothing but numbers, closed vocabularies and references to quoted material is ever put into one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from string import Template

SECTION = re.compile(r"^<!-- (\w+) -->\n", re.MULTILINE)
STATIC, DYNAMIC = "static", "dynamic"
SHARED = "shared"


@dataclass(frozen=True)
class Sheet:
    name: str
    sections: Mapping[str, str]
    shared: tuple[str, ...]
    """Paragraphs that several prompts have in common: before the prompt's own, all of them part of its static block."""

    @cached_property
    def static(self) -> str:
        return "\n\n".join([*self.shared, self.sections[STATIC]])

    @cached_property
    def hash(self) -> str:
        """Names the exact prose that was used, in the record of each call."""
        prose = "\0".join(
            [*self.shared, *(f"{name}\0{text}" for name, text in sorted(self.sections.items()))]
        )
        return hashlib.sha256(prose.encode()).hexdigest()[:12]

    @property
    def variables(self) -> set[str]:
        return set(Template(self.sections[DYNAMIC]).get_identifiers())

    @property
    def fragments(self) -> set[str]:
        return set(self.sections) - {STATIC, DYNAMIC}

    def fill(self, values: Mapping[str, str]) -> str:
        filled = Template(self.sections[DYNAMIC]).substitute(values)
        return re.sub(r"\n{3,}", "\n\n", filled).strip()


def load(name: str, *shared: str) -> Sheet:
    common, own = read_sections(SHARED), read_sections(name)
    # Every prompt of a member's own room introduces the room in the same words.
    dynamic = own[DYNAMIC].replace("$room", common["room"])
    return Sheet(name, {**own, DYNAMIC: dynamic}, tuple(common[part] for part in shared))


def read_sections(name: str) -> dict[str, str]:
    text = files(__package__).joinpath("templates", f"{name}.md").read_text(encoding="utf-8")
    _, *parts = SECTION.split(text)
    return {section: prose.strip() for section, prose in zip(parts[::2], parts[1::2], strict=True)}

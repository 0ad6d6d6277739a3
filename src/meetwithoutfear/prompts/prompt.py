"""What every prompt has in common. An Input is the prompt: it holds all that may be seen, renders itself into a static
block, a dynamic block and messages, and reads the answer.

Each field goes its way by its type, so that no field can be forgotten and none can end up in the wrong place: numbers
and members of closed vocabularies stand in the dynamic block; every string is somebody's words and becomes a quotation,
to which the dynamic block only points; a truth decides about the fragment of its name; turns become messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from itertools import groupby
from typing import ClassVar, NewType, Protocol, TypeVar

from meetwithoutfear.domain.tags import Reply
from meetwithoutfear.prompts.quoting import Quotation, first_absent, marks_for, quote
from meetwithoutfear.prompts.sheet import Sheet

Plain = NewType("Plain", str)
"""Text made of closed vocabularies alone: the only text that may stand in a block unquoted."""

NOTHING = "(nothing)"
BELOW = "in the messages below"
NOTES = "notes"


class Tier(StrEnum):
    DEEP = "deep"
    """Analysis, and the guide where much depends on it."""
    FAST = "fast"
    """Coaching and short tasks."""


class Speaker(StrEnum):
    MEMBER = "member"
    GUIDE = "guide"


@dataclass(frozen=True)
class Turn:
    speaker: Speaker
    text: str = field(repr=False)


@dataclass(frozen=True)
class Rendered:
    static: str = field(repr=False)
    dynamic: str = field(repr=False)
    turns: tuple[Turn, ...]
    """Material first, then the conversation. Members' turns are quoted; the guide's are its own earlier replies."""

    def joined(self) -> list[Turn]:
        """Neighbouring turns of one speaker as one: not every server takes two in a row."""
        speakers = groupby(self.turns, key=lambda turn: turn.speaker)
        return [Turn(speaker, "\n\n".join(turn.text for turn in turns)) for speaker, turns in speakers]


OutputT_co = TypeVar("OutputT_co", covariant=True)


class Prompt(Protocol):
    sheet: ClassVar[Sheet]
    tier: ClassVar[Tier]
    max_tokens: ClassVar[int]

    def render(self) -> Rendered: ...


class ChatPrompt(Prompt, Protocol[OutputT_co]):
    def parse(self, reply: Reply) -> OutputT_co: ...


class TaskPrompt(Prompt, Protocol[OutputT_co]):
    @property
    def schema(self) -> dict[str, object]:
        """JSON schema of the answer."""

    def parse(self, answer: object) -> OutputT_co:
        """Raises ValueError, worded for the engine to do better, when the answer is not acceptable."""


@dataclass(frozen=True, repr=False)
class Base:
    sheet: ClassVar[Sheet]
    tier: ClassVar[Tier]
    max_tokens: ClassVar[int]
    fragments: ClassVar[tuple[str, ...]] = ()
    """Predicates of the Input and sections of its sheet, by the same names, in the order they are put in."""
    derived: ClassVar[tuple[str, ...]] = ()
    """Properties that say in plain words what the fields imply."""
    own_history: ClassVar[bool] = True
    """Whether the guide's earlier turns are known to be its own. Those a client sends along might be anybody's."""

    def __repr__(self) -> str:
        """What people wrote has no place in a log."""
        return f"{self.sheet.name}.Input(…)"

    def render(self) -> Rendered:
        values = self.values()
        quotations = [q for name, value in values.items() for q in quotations_of(name, value)]
        turns = [turn for value in values.values() for turn in turns_of(value)]
        texts = [q.text for q in quotations] + [turn.text for turn in turns]
        mark = first_absent(marks_for(texts), texts)
        material = [Turn(Speaker.MEMBER, quote(q, mark)) for q in quotations]
        said = [self.said(turn, mark) for turn in turns]
        return Rendered(self.sheet.static, self.sheet.fill(self.words(values)), (*material, *said))

    def said(self, turn: Turn, mark: str) -> Turn:
        if turn.speaker is Speaker.GUIDE and self.own_history:
            return turn
        label = "you answered" if turn.speaker is Speaker.GUIDE else "they write"
        return Turn(Speaker.MEMBER, quote(Quotation(label, turn.text), mark))

    def values(self) -> Mapping[str, object]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def words(self, values: Mapping[str, object]) -> Mapping[str, str]:
        """What stands in the dynamic block for each variable."""
        notes = "\n\n".join(self.sheet.sections[name] for name in self.fragments if getattr(self, name))
        derived: Mapping[str, Plain] = {name: getattr(self, name) for name in self.derived}
        return {**{name: mention(name, value) for name, value in values.items()}, **derived, NOTES: notes}


def quotations_of(label: str, value: object) -> Iterator[Quotation]:
    if isinstance(value, tuple):
        texts = [text for text in value if isinstance(text, str)]
        for number, text in enumerate(texts, 1):
            yield Quotation(f"{label} {number}", text)
    elif isinstance(value, str) and not isinstance(value, Enum):
        yield Quotation(label, value)


def turns_of(value: object) -> Iterator[Turn]:
    if isinstance(value, tuple):
        yield from (turn for turn in value if isinstance(turn, Turn))


def mention(name: str, value: object) -> str:
    """A number or a word of a closed vocabulary as it is; of everything else only where to find it."""
    if value is None or value == ():
        return NOTHING
    if isinstance(value, Enum | int):
        return str(value)
    return BELOW if any(turns_of(value)) else f"[[{name}]]"

"""What every prompt has in common. An Input is the prompt: it holds all that may be seen, renders itself into a static
block, a dynamic block and messages, and reads the answer.

The prose of a prompt is its sheet: a Markdown file in templates/ cut into named sections by comment lines. `static` is the
same for everybody and every turn, so that a provider can keep it ready; `dynamic` has the variables; every other section
is a fragment that is put in while the Input says so. There is no logic in a template.

Each field goes its way by its type, so that no field can be forgotten and none can end up in the wrong place: numbers
and members of closed vocabularies stand in the dynamic block; every string is somebody's words and becomes a quotation,
to which the dynamic block only points; turns become messages. A quotation stands between two lines with the same mark,
and the mark occurs in none of the texts: nothing a person writes can close its own quotation or open another.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from string import Template
from typing import Any, ClassVar, Generic, NewType, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from meetwithoutfear.domain.notices import ReplyNotes
from meetwithoutfear.domain.tags import Reply

Plain = NewType("Plain", str)
"""Text made of closed vocabularies alone: the only text that may stand in a block unquoted."""

SECTION = re.compile(r"^<!-- (\w+) -->\n", re.MULTILINE)
STATIC, DYNAMIC = "static", "dynamic"
SHARED = "shared"
NOTHING = "(nothing)"
BELOW = "in the messages below"
NOTES = "notes"


class ModelTier(StrEnum):
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
class Quotation:
    label: str
    text: str

    def between(self, mark: str) -> str:
        return f"[[{self.label} {mark}]]\n{self.text}\n[[end {mark}]]"


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


def load_sheet(name: str, *shared: str) -> Sheet:
    common, own = read_sections(SHARED), read_sections(name)
    # Every prompt of a member's own room introduces the room in the same words.
    dynamic = own[DYNAMIC].replace("$room", common["room"])
    return Sheet(name, {**own, DYNAMIC: dynamic}, tuple(common[part] for part in shared))


def read_sections(name: str) -> dict[str, str]:
    text = files(__package__).joinpath("templates", f"{name}.md").read_text(encoding="utf-8")
    _, *parts = SECTION.split(text)
    return {section: prose.strip() for section, prose in zip(parts[::2], parts[1::2], strict=True)}


@dataclass(frozen=True)
class Rendered:
    static: str = field(repr=False)
    dynamic: str = field(repr=False)
    turns: tuple[Turn, ...]
    """Material first, then the conversation. Members' turns are quoted; the guide's are its own earlier replies."""

    def join_neighbours(self) -> list[Turn]:
        """Neighbouring turns of one speaker as one: not every server takes two in a row."""
        speakers = groupby(self.turns, key=lambda turn: turn.speaker)
        return [Turn(speaker, "\n\n".join(turn.text for turn in turns)) for speaker, turns in speakers]


@dataclass(frozen=True, repr=False)
class Prompt:
    sheet: ClassVar[Sheet]
    tier: ClassVar[ModelTier]
    max_tokens: ClassVar[int]
    paragraphs: ClassVar[tuple[str, ...]] = ("material",)
    own_history: ClassVar[bool] = True
    """Whether the guide's earlier turns are known to be its own. Those a client sends along might be anybody's."""

    def __init_subclass__(
        cls, sheet: str = "", tier: ModelTier = ModelTier.FAST, max_tokens: int = 0
    ) -> None:
        """What several prompts have in common names no sheet."""
        super().__init_subclass__()
        if sheet:
            cls.sheet, cls.tier, cls.max_tokens = load_sheet(sheet, *cls.paragraphs), tier, max_tokens

    def fragments(self) -> Mapping[str, bool]:
        """The sections of the sheet that are no blocks, in the order they are put in, and which of them hold now."""
        return {}

    def plain_words(self) -> Mapping[str, Plain]:
        """What the fields imply, in plain words."""
        return {}

    def values(self) -> Mapping[str, object]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __repr__(self) -> str:
        """What people wrote has no place in a log."""
        return f"{self.sheet.name}.Input(…)"

    def render(self) -> Rendered:
        values = self.values()
        quotations = [q for name, value in values.items() for q in quotations_of(name, value)]
        turns = [turn for value in values.values() for turn in turns_of(value)]
        texts = [q.text for q in quotations] + [turn.text for turn in turns]
        mark = first_absent(marks_for(texts), texts)
        material = [Turn(Speaker.MEMBER, q.between(mark)) for q in quotations]
        said = [self.turn_as_sent(turn, mark) for turn in turns]
        notes = "\n\n".join(self.sheet.sections[name] for name, holds in self.fragments().items() if holds)
        words = {name: mention(name, value) for name, value in values.items()}
        dynamic = self.sheet.fill({**words, **self.plain_words(), NOTES: notes})
        return Rendered(self.sheet.static, dynamic, (*material, *said))

    def turn_as_sent(self, turn: Turn, mark: str) -> Turn:
        if turn.speaker is Speaker.GUIDE and self.own_history:
            return turn
        label = "you answered" if turn.speaker is Speaker.GUIDE else "they write"
        return Turn(Speaker.MEMBER, Quotation(label, turn.text).between(mark))


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


def marks_for(texts: Sequence[str]) -> Iterator[str]:
    """Candidates that follow from the texts, so that the same words are always rendered the same way."""
    digest = "\0".join(texts)
    while True:
        digest = hashlib.sha256(digest.encode(errors="surrogatepass")).hexdigest()
        yield digest[:12]


def first_absent(marks: Iterator[str], texts: Sequence[str]) -> str:
    return next(mark for mark in marks if not any(mark in text for text in texts))


class Unacceptable(ValueError):
    """Not an answer to what was asked."""


class Answer(BaseModel):
    """Of a task, with a shape. One that does not fit is refused in words that help the engine to do better and that
    repeat nothing of what it wrote."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")


AnswerT = TypeVar("AnswerT", bound=Answer)
OutputT_co = TypeVar("OutputT_co", covariant=True)


def read_answer(shape: type[AnswerT], answer: object) -> AnswerT:
    """From JSON text or from what JSON text became."""
    try:
        return shape.model_validate_json(answer) if isinstance(answer, str) else shape.model_validate(answer)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [
            f"{'.'.join(str(step) for step in fault['loc']) or 'answer'}: {fault['msg']}" for fault in faults
        ]
        raise Unacceptable("\n".join(lines)) from None


class ChatPrompt(Prompt):
    """One that is answered in words, for somebody to read as they come."""

    paragraphs = ("voice", "material")

    def parse(self, reply: Reply) -> ReplyNotes:
        """What the prompt's own rules let through of what the engine noted besides its words."""
        return ReplyNotes(intensity=reply.thinking.intensity)


@dataclass(frozen=True, kw_only=True, repr=False)
class Task(Prompt, Generic[OutputT_co]):
    """A prompt that asks for an answer of its `shape`. Where that is not the output itself, `parse` makes it so."""

    shape: ClassVar[type[Any]]

    @property
    def schema(self) -> dict[str, object]:
        """JSON schema of the answer."""
        schema: dict[str, object] = self.shape.model_json_schema(by_alias=True)
        return schema

    def parse(self, answer: object) -> OutputT_co:
        """Raises ValueError, worded for the engine to do better, when the answer is not acceptable."""
        output: OutputT_co = read_answer(self.shape, answer)
        return output

"""How a message reads to somebody who has just asked about danger: yes, no, means, a time, a figure of speech, silence.

In care a single word counts, so this reads short and misspelt answers, English and German, where the check itself looks for
whole sentences of danger (data/answers.txt). It only ever says what stands there; what follows from it is for `care` to
decide."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from meetwithoutfear.domain.safety.reading import fold_umlauts
from meetwithoutfear.domain.vocabulary import Patterns, any_of, read_rules

APOSTROPHES = re.compile(r"['’‘ʼ`´]")
NOT_WORDS = re.compile(r"[^\w?]+")


class Question(StrEnum):
    """What somebody in care wants to know of the guide."""

    WHO_SEES = "who_sees"
    WHO_ARE_YOU = "who_are_you"
    WILL_YOU_CALL = "will_you_call"
    NUMBER = "number"
    WHY = "why"
    GO_ON = "go_on"
    OTHER = "other"


@dataclass(frozen=True)
class CareAnswer:
    yes: bool = False
    no: bool = False
    safe: bool = False
    unsafe: bool = False
    means: bool = False
    time: bool = False
    plan: bool = False
    near: bool = False
    """Somebody dangerous is there, or a weapon is."""
    conditional: bool = False
    """It tells of what happens when or if, not of now."""
    figure: bool = False
    silent: bool = False
    hesitant: bool = False
    """A yes that leaves room for a no."""
    person: bool = False
    """Somebody is named who could be there."""
    subject: bool = False
    """They turn to something else."""
    hurt: bool = False
    """Somebody shows signs that need a doctor now."""
    watched: bool = False
    """Somebody may read this."""
    helped: bool = False
    """Somebody is with them, or they have called, or have put away what was dangerous."""
    company: bool = False
    """Somebody of their own has come or is there; whether that is a help depends on who they are afraid of."""
    asks: Question | None = None


WORDS = Patterns(
    {name: rf"(?<!\w){any_of(lines)}(?!\w)" for name, lines in read_rules("answers.txt").items()}
)
SAID_OUTRIGHT = ("time", "conditional", "figure", "hesitant", "person", "subject", "watched")
SHORT = 5
"""In so few words a yes or a no is the answer, wherever it stands; in a longer message only at its beginning."""


def plain_answer(text: str) -> str:
    """Small letters, no marks but the question mark, ae for ä: one line of words."""
    return NOT_WORDS.sub(" ", APOSTROPHES.sub("", fold_umlauts(text))).replace("?", " ? ").strip()


def read_answer(text: str) -> CareAnswer:
    said = plain_answer(text)
    spoken = " ".join(said.replace("?", " ").split())
    unsafe, helped = says("unsafe", spoken), says("helped", spoken)
    silent = not spoken or says("silent", spoken)
    no, yes = place_of_answer("no", spoken), place_of_answer("yes", spoken)
    said_outright: dict[str, Any] = {name: says(name, spoken) for name in SAID_OUTRIGHT}
    return CareAnswer(
        **said_outright,
        yes=yes is not None and (no is None or yes < no),
        no=no is not None and not silent,
        safe=says("safe", spoken) and not unsafe,
        unsafe=unsafe,
        means=affirms("means", spoken) and not helped,
        plan=affirms("plan", spoken) or affirms("intent", spoken),
        near=says("near", spoken) and not helped,
        silent=silent,
        hurt=affirms("hurt", spoken) or says("cannot", spoken),
        helped=helped,
        company=affirms("company", spoken),
        asks=question_in(" ".join(said.split())),
    )


def says(what: str, spoken: str) -> bool:
    return WORDS[what].search(spoken) is not None


def affirms(what: str, spoken: str) -> bool:
    """Without a denial in it or within a few words before it."""
    found = WORDS[what].search(spoken)
    if found is None:
        return False
    before = " ".join(spoken[: found.start()].split()[-3:])
    return not says("negation", before) and not says("negation", found.group())


def place_of_answer(what: str, spoken: str) -> int | None:
    """Where in the message it stands, if it is an answer."""
    found = WORDS[what].search(spoken)
    if found is None:
        return None
    before = len(spoken[: found.start()].split())
    return found.start() if len(spoken.split()) <= SHORT or before <= 1 else None


def question_in(said: str) -> Question | None:
    spoken = said.replace(" ?", "").replace("?", "")
    if says("tell nobody", spoken):
        return Question.WILL_YOU_CALL
    if not said.endswith("?") and not says("question words", spoken):
        return None
    names = (name for name in WORDS if name.startswith("asks ") and says(name, spoken))
    named = next((Question(name.removeprefix("asks ")) for name in names), None)
    return named or (Question.OTHER if said.endswith("?") else None)

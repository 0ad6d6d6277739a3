"""The write coach and the wording of feedback: help with the member's own sentences, never new ones.

Whatever is proposed consists of sentences the member wrote for the partner, or of the suggestion they were shown.
What they say to the coach (an order, a question, a refusal) is obeyed or answered and never proposed, and what is to
stay out stays out. What sounds like an accusation is pointed at and left out of the proposal; the member decides."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from meetwithoutfear.domain.discretion.drafting import Circle, is_others_matter, is_rude
from meetwithoutfear.domain.discretion.matters import points_back
from meetwithoutfear.domain.discretion.reading import is_german, tells
from meetwithoutfear.domain.discretion.turns import Part, PartKind, parts_to_keep, sentences_meant
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.engines.embedded.address import as_written, pronoun_for, to_partner
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.coach_answers import answer_to, german_answer
from meetwithoutfear.engines.embedded.detect import named_feelings
from meetwithoutfear.engines.embedded.intents import Intent, insult_in, intent_of
from meetwithoutfear.engines.embedded.language import CANNOT_READ, is_english
from meetwithoutfear.engines.embedded.reflect import intensity_of
from meetwithoutfear.engines.embedded.share import BLAME
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases
from meetwithoutfear.prompts.prompt import Speaker

if TYPE_CHECKING:
    from collections.abc import Callable

AT_MOST = 3
VAGUE = re.compile(r"\b(?:upset|bad|weird|off|not (?:great|good|okay))\b", re.IGNORECASE)
OWN_SIDE = re.compile(r"\b(?:i|i'm|i've|i'd|my|me)\b", re.IGNORECASE)
PROPOSED = re.compile(r"<content>(.*?)</content>", re.DOTALL)
FOR_PARTNER = re.compile(
    r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|right|for (?:her|him|them|my \w+)|to (?:her|him|them)|(?:she|he|"
    r"they) (?:should|may|can))\b",
    re.IGNORECASE,
)
SHORTER = re.compile(
    r"\b(?:short\w*|brief\w*|concise|cut|trim|condense|one (?:sentence|line)|too long|too many words|fewer|half|"
    r"less text|summar\w+|sum)\b",
    re.IGNORECASE,
)
SOFTER = re.compile(
    r"\b(?:soft\w*|kind\w*|nice\w*|gentl\w*|warm\w*|friendl\w*|calm\w*|harsh|angr\w+|anger|less|polite\w*|blam\w+|accus\w+|aggressive|mean|rude|cold)\b",
    re.IGNORECASE,
)
AS_IT_IS = re.compile(
    r"\b(?:send|share|write it|write something|for me|you (?:write|do|choose|decide)|draft|compose|suggest|"
    r"put (?:it|everything)|together|show|again|back|first|go on|continue|do it|help)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CoachInput:
    talk: Talk
    suggestion: str | None = None
    """The text the member was first shown."""
    me: str = ""


@dataclass(frozen=True)
class Told:
    """What came up in the talk: sentences for the partner, what is to stay out, and what was noticed in the newest
    message."""

    usable: tuple[str, ...]
    kept: tuple[str, ...]
    newest: tuple[Part, ...]
    current: str | None
    accusation: str | None = None
    of_others: str | None = None
    kinds: frozenset[PartKind] = field(default_factory=frozenset)


def coach(given: CoachInput, hear: Callable[[str], tuple[Part, ...]]) -> Reply:
    talk = given.talk
    if is_german(talk.message):
        return german_answer(talk, hear(talk.message))
    told = _gather(given, hear)
    text, proposal = _reply(given, told)
    return Reply(text, "COACH", intensity_of(talk.message), "own words only", content=proposal)


def _reply(given: CoachInput, told: Told) -> tuple[str, str | None]:
    talk, bank = given.talk, phrases()["coach"]
    if told.kinds & {PartKind.SECRET, PartKind.LEAVE_OUT}:
        left = _proposal(told) if PartKind.CONTENT in told.kinds else told.current
        return fresh(bank["left_out" if left else "nothing_left"], talk), left
    if PartKind.REFUSAL in told.kinds:
        return fresh(bank["refusal"], talk), None
    if PartKind.CONTENT in told.kinds:
        return _for_partner(talk, told)
    if PartKind.QUESTION in told.kinds:
        asked = next(part.text for part in told.newest if part.kind is PartKind.QUESTION)
        return answer_to(asked, talk), None
    if PartKind.ORDER in told.kinds:
        return _obeyed(talk, told)
    agreed = FOR_PARTNER.match(talk.message) and not told.kinds - {PartKind.UNCLEAR, PartKind.CHAT}
    if agreed and (standing := _proposal(told) or told.current):
        return fresh(bank["offer"], talk), standing
    if PartKind.UNCLEAR in told.kinds:
        doubtful = next(part.text for part in told.newest if part.kind is PartKind.UNCLEAR)
        if not is_english(doubtful):
            return f"{CANNOT_READ} {fresh(bank['unread'], talk)}", None
        return fresh(bank["unclear"], talk, x=doubtful.rstrip(" .!")), None
    return fresh(bank["stuck" if _stuck(talk) else "start"], talk), None


def _for_partner(talk: Talk, told: Told) -> tuple[str, str | None]:
    bank = phrases()["coach"]
    if told.accusation:
        return fresh(bank["blame"], talk, x=told.accusation), None
    if told.of_others:
        return fresh(bank["of_others"], talk, x=told.of_others.rstrip(" .!")), _proposal(told)
    if vague := _vague(talk.message):
        return fresh(bank["vague"], talk, x=vague), None
    proposal = _proposal(told)
    if PartKind.ORDER in told.kinds and proposal and SHORTER.search(talk.message):
        proposal = _shortest(proposal)
    return (fresh(bank["offer"], talk), proposal) if proposal else (fresh(bank["start"], talk), None)


def _obeyed(talk: Talk, told: Told) -> tuple[str, str | None]:
    """What can be done without a word of its own: choose, leave away, set side by side."""
    bank = phrases()["coach"]
    text = told.current or _proposal(told)
    if text is None:
        return fresh(bank["no_text"], talk), None
    order = " ".join(part.text for part in told.newest if part.kind is PartKind.ORDER)
    if SHORTER.search(order):
        shorter = _shortest(text)
        return (
            (fresh(bank["shortened"], talk), shorter)
            if shorter != text
            else (fresh(bank["short_already"], talk), None)
        )
    if SOFTER.search(order):
        kind = " ".join(one for one in sentences(text) if not BLAME.search(one) and not is_rude(one))
        return (
            (fresh(bank["softened"], talk), kind)
            if kind and kind != text
            else (fresh(bank["cannot_soften"], talk), None)
        )
    if AS_IT_IS.search(order):
        return fresh(bank["as_it_is"], talk), text
    return fresh(bank["cannot"], talk), None


def _shortest(text: str) -> str:
    parts = sentences(text)
    kind = [one for one in parts if not BLAME.search(one)] or parts
    telling = [one for one in kind if named_feelings((one,))[0]] or [
        one for one in kind if OWN_SIDE.search(one)
    ]
    return min(telling or kind, key=len)


def _gather(given: CoachInput, hear: Callable[[str], tuple[Part, ...]]) -> Told:
    talk = given.talk
    circle = Circle.of([talk.partner, given.me])
    heard = [_settled(hear(text), after) for text, after in zip(talk.own, (*talk.own[1:], ""), strict=True)]
    pronoun = pronoun_for(talk.own)
    shown = _current(given)
    said = [
        part.content for parts in heard for part in parts if part.kind is PartKind.CONTENT and part.content
    ]
    kept = _kept(heard, [*said, *(sentences(shown) if shown else ())], shown, talk.partner)
    usable: list[str] = []
    accusation = of_others = None
    for number, parts in enumerate(heard):
        for part in parts:
            if part.kind is not PartKind.CONTENT or part.content is None or tells(part.content, kept):
                continue
            addressed = _addressed(part.content, pronoun, talk.partner)
            blames = BLAME.search(addressed) if addressed else None
            if number == len(heard) - 1 and (addressed is None or blames):
                accusation = blames[0] if blames else insult_in(part.content) or accusation
            if addressed is None or blames:
                continue
            if is_others_matter(part.content, circle):
                of_others = part.content if number == len(heard) - 1 else of_others
                continue
            usable.append(addressed)
    current = " ".join(one for one in sentences(shown) if not tells(one, kept)) if shown else None
    kinds = frozenset(part.kind for part in heard[-1])
    return Told(tuple(dict.fromkeys(usable)), kept, heard[-1], current or None, accusation, of_others, kinds)


def _settled(parts: tuple[Part, ...], after: str) -> tuple[Part, ...]:
    """What was unclear is clear once the member has said that the partner shall read it."""
    if not FOR_PARTNER.match(after):
        return parts
    return tuple(
        replace(part, kind=PartKind.CONTENT) if part.kind is PartKind.UNCLEAR else part for part in parts
    )


def _kept(
    heard: list[tuple[Part, ...]], known: list[str], shown: str | None, partner: str
) -> tuple[str, ...]:
    kept: list[str] = []
    for parts in heard:
        for place, part in enumerate(parts):
            if parts_to_keep([part]):
                kept += sorted(sentences_meant(part, known, shown, partner))
                before = parts[place - 1] if place else None
                if before is not None and part.kind is PartKind.SECRET and points_back(part.text):
                    kept.append(before.text)
    return tuple(kept)


def _current(given: CoachInput) -> str | None:
    """The newest text that was proposed in this talk, or what was suggested at its beginning."""
    proposed = [
        found[1].strip()
        for turn in given.talk.turns
        if turn.speaker is Speaker.GUIDE and (found := PROPOSED.search(turn.text))
    ]
    return proposed[-1] if proposed else given.suggestion


def word_feedback(notes: str, partner: str = "") -> str | None:
    """Notes about a statement that missed, as sentences for the partner; None when nothing of it can be sent kindly."""
    found = sentences(plain(notes))
    pronoun = pronoun_for((notes,))
    kind = [said for s in found if (said := _addressed(s, pronoun, partner)) and not BLAME.search(said)]
    own = [s for s in kind if OWN_SIDE.search(s)] or kind
    return " ".join(own[:AT_MOST]) or None


def _addressed(sentence: str, pronoun: str, partner: str) -> str | None:
    if insult_in(sentence) or sentence.endswith("?"):
        return None
    said = to_partner(as_written(sentence), pronoun, partner)
    return said if crossing_check(said) is None else None


def _proposal(told: Told) -> str | None:
    """The sentences with a feeling in them first, in the order they were written."""
    telling = (
        [s for s in told.usable if named_feelings((s,))[0]]
        or [s for s in told.usable if OWN_SIDE.search(s)]
        or told.usable
    )
    chosen = [s for s in told.usable if s in telling[-AT_MOST:]]
    return " ".join(s if s.endswith((".", "!")) else f"{s}." for s in chosen) or None


def _vague(message: str) -> str | None:
    found = VAGUE.search(plain(message))
    named, _ = named_feelings(tuple(sentences(plain(message))))
    return found[0] if found and not named else None


def _stuck(talk: Talk) -> bool:
    return talk.number > AT_MOST or intent_of(talk.message) is Intent.STUCK

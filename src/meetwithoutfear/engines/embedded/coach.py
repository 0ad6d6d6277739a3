"""The write coach and the wording of feedback: help with the member's own sentences, never new ones.

Whatever is proposed consists of sentences the member wrote for the partner, or of the suggestion they were shown.
What they say to the coach (an order, a question, a refusal) is obeyed or answered and never proposed, and what is to
stay out stays out. Questions get truthful answers: who reads this, what is kept, what happens then. What sounds like
an accusation is pointed at and left out of the proposal; the member decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from meetwithoutfear.domain.discretion.drafting import Circle, is_others_matter, is_rude
from meetwithoutfear.domain.discretion.matters import points_back
from meetwithoutfear.domain.discretion.reading import ENGLISH, is_german, plain_words, sentences, tells
from meetwithoutfear.domain.discretion.turns import (
    TALK,
    Part,
    PartKind,
    parts_of,
    parts_to_keep,
    sentences_meant,
)
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.vocabulary import read_patterns, read_rules
from meetwithoutfear.engines.embedded.detect import named_feelings
from meetwithoutfear.engines.embedded.drafts import BLAME, as_written, pronoun_for, to_partner
from meetwithoutfear.engines.embedded.ear import Ear
from meetwithoutfear.engines.embedded.sentences import CANNOT_READ, is_english, plain
from meetwithoutfear.engines.embedded.talk import (
    CALM,
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    intent_of,
    phrases,
)
from meetwithoutfear.engines.embedded.witness import intensity_of

RULES = read_patterns("embedded/coach.txt")
# Plain words are small already.
TOPICS = read_patterns("embedded/coach_topics.txt", read_rules("embedded/coach.txt"), re.NOFLAG)
AT_MOST = 3
# Chosen by cross-validation over the training sentences.
DOUBTS, DOUBTS_OF_BOTH = 0.5, 0.8
ENOUGH_ENGLISH = 2
PROPOSED = re.compile(r"<content>(.*?)</content>", re.DOTALL)


@dataclass(frozen=True)
class CoachEar:
    """Hears what is said to the coach twice: with the grammar of the domain, and with a trained head for what its patterns
    have no words for. The head only ever doubts: a sentence it takes for the coach's is asked about, never proposed."""

    ear: Ear | None

    def read(self, message: str, partner: str = "") -> tuple[Part, ...]:
        return tuple(self._doubt(part) for part in parts_of(message, partner))

    def _doubt(self, part: Part) -> Part:
        """What is in no language that is read here is asked about, too."""
        if part.kind is not PartKind.CONTENT or part.content is None or is_german(part.text):
            return part
        words = plain_words(part.content)
        doubtful = not is_english(part.text) and len(ENGLISH.findall(words)) < ENOUGH_ENGLISH
        if self.ear and not doubtful:
            doubtful = bool(self.ear.chances([plain(part.content)], "coach")[0, 0] > bar_for(words))
        return replace(part, kind=PartKind.UNCLEAR) if doubtful else part


def bar_for(words: str) -> float:
    """Where the grammar is sure that it is said to the partner, or speaks of both, it takes more to doubt it."""
    if not RULES["myself"].search(words):
        return DOUBTS
    return (
        DOUBTS_OF_BOTH if TALK["to_partner"].search(words) or RULES["other_person"].search(words) else DOUBTS
    )


@dataclass(frozen=True)
class CoachNotes:
    """What came up in the talk: sentences for the partner, what is to stay out, and what was noticed in the newest
    message."""

    usable: tuple[str, ...]
    kept: tuple[str, ...]
    newest: tuple[Part, ...]
    current: str | None
    accusation: str | None = None
    of_others: str | None = None

    @property
    def kinds(self) -> frozenset[PartKind]:
        return frozenset(part.kind for part in self.newest)


def coach_reply(ear: CoachEar, talk: Talk, suggestion: str | None = None) -> GuideReply:
    """`suggestion` is the text the member was first shown."""
    if is_german(talk.message):
        return german_reply(talk, ear.read(talk.message, talk.partner))
    told = gather_notes(ear, talk, suggestion)
    text, proposal = reply_in_talk(talk, told)
    return GuideReply(text, "COACH", intensity_of(talk.message), "own words only", content=proposal)


def reply_in_talk(talk: Talk, told: CoachNotes) -> tuple[str, str | None]:
    bank = phrases()["coach"]
    if told.kinds & {PartKind.SECRET, PartKind.LEAVE_OUT}:
        left = proposal_of(told) if PartKind.CONTENT in told.kinds else told.current
        return fresh(bank["left_out" if left else "nothing_left"], talk), left
    if PartKind.REFUSAL in told.kinds:
        return fresh(bank["refusal"], talk), None
    if PartKind.CONTENT in told.kinds:
        return answer_words(talk, told)
    if PartKind.QUESTION in told.kinds:
        asked = next(part.text for part in told.newest if part.kind is PartKind.QUESTION)
        return answer_question(asked, talk), None
    if PartKind.ORDER in told.kinds:
        return obey(talk, told)
    agreed = RULES["for_partner"].match(talk.message) and not told.kinds - {PartKind.UNCLEAR, PartKind.CHAT}
    if agreed and (standing := proposal_of(told) or told.current):
        return fresh(bank["offer"], talk), standing
    if PartKind.UNCLEAR in told.kinds:
        doubtful = next(part.text for part in told.newest if part.kind is PartKind.UNCLEAR)
        if not is_english(doubtful):
            return f"{CANNOT_READ} {fresh(bank['unread'], talk)}", None
        return fresh(bank["unclear"], talk, x=doubtful.rstrip(" .!")), None
    is_stuck = talk.number > AT_MOST or intent_of(talk.message) is Intent.STUCK
    return fresh(bank["stuck" if is_stuck else "start"], talk), None


def answer_words(talk: Talk, told: CoachNotes) -> tuple[str, str | None]:
    bank = phrases()["coach"]
    if told.accusation:
        return fresh(bank["blame"], talk, x=told.accusation), None
    if told.of_others:
        return fresh(bank["of_others"], talk, x=told.of_others.rstrip(" .!")), proposal_of(told)
    message = plain(talk.message)
    vague = RULES["vague"].search(message)
    if vague and not named_feelings(sentences(message))[0]:
        return fresh(bank["vague"], talk, x=vague[0]), None
    proposal = proposal_of(told)
    if PartKind.ORDER in told.kinds and proposal and RULES["shorter"].search(talk.message):
        proposal = shortest(proposal)
    return (fresh(bank["offer"], talk), proposal) if proposal else (fresh(bank["start"], talk), None)


def obey(talk: Talk, told: CoachNotes) -> tuple[str, str | None]:
    """What can be done without a word of its own: choose, leave away, set side by side."""
    bank = phrases()["coach"]
    text = told.current or proposal_of(told)
    if text is None:
        return fresh(bank["no_text"], talk), None
    order = " ".join(part.text for part in told.newest if part.kind is PartKind.ORDER)
    if RULES["shorter"].search(order):
        shorter = shortest(text)
        done = shorter != text
        return fresh(bank["shortened" if done else "short_already"], talk), shorter if done else None
    if RULES["softer"].search(order):
        kind = " ".join(one for one in sentences(text) if not BLAME.search(one) and not is_rude(one))
        done = bool(kind) and kind != text
        return fresh(bank["softened" if done else "cannot_soften"], talk), kind if done else None
    if RULES["as_it_is"].search(order):
        return fresh(bank["as_it_is"], talk), text
    return fresh(bank["cannot"], talk), None


def shortest(text: str) -> str:
    parts = sentences(text)
    return min(telling_ones([one for one in parts if not BLAME.search(one)] or parts), key=len)


def telling_ones(parts: Sequence[str]) -> Sequence[str]:
    """Those with a feeling in them, or else of the writer's own side, or else all."""
    named = [one for one in parts if named_feelings((one,))[0]]
    return named or [one for one in parts if RULES["own_side"].search(one)] or parts


def gather_notes(ear: CoachEar, talk: Talk, suggestion: str | None) -> CoachNotes:
    circle = Circle.of([talk.partner, talk.me])
    heard = [
        settle_unclear(ear.read(text, talk.partner), after)
        for text, after in zip(talk.own, (*talk.own[1:], ""), strict=True)
    ]
    pronoun = pronoun_for(talk.own)
    # The newest text that was proposed in this talk, or what was suggested at its beginning.
    proposed = [found[1].strip() for text in talk.said if (found := PROPOSED.search(text))]
    shown = proposed[-1] if proposed else suggestion
    said = [p.content for parts in heard for p in parts if p.kind is PartKind.CONTENT and p.content]
    kept = sentences_to_keep_out(heard, [*said, *(sentences(shown) if shown else ())], shown, talk.partner)
    usable: list[str] = []
    accusation = of_others = None
    for number, parts in enumerate(heard):
        for part in parts:
            if part.kind is not PartKind.CONTENT or part.content is None or tells(part.content, kept):
                continue
            addressed = addressed_to(part.content, pronoun, talk.partner)
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
    usable = list(dict.fromkeys(usable))
    return CoachNotes(tuple(usable), kept, heard[-1], current or None, accusation, of_others)


def settle_unclear(parts: tuple[Part, ...], after: str) -> tuple[Part, ...]:
    """What was unclear is clear once the member has said that the partner shall read it."""
    if not RULES["for_partner"].match(after):
        return parts
    return tuple(
        replace(part, kind=PartKind.CONTENT) if part.kind is PartKind.UNCLEAR else part for part in parts
    )


def sentences_to_keep_out(
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


def word_feedback(notes: str, partner: str = "") -> str | None:
    """Notes about a statement that missed, as sentences for the partner; None when nothing of it can be sent kindly."""
    found = sentences(plain(notes))
    pronoun = pronoun_for((notes,))
    kind = [said for s in found if (said := addressed_to(s, pronoun, partner)) and not BLAME.search(said)]
    own = [s for s in kind if RULES["own_side"].search(s)] or kind
    return " ".join(own[:AT_MOST]) or None


def addressed_to(sentence: str, pronoun: str, partner: str) -> str | None:
    if insult_in(sentence) or sentence.endswith("?"):
        return None
    said = to_partner(as_written(sentence), pronoun, partner)
    return said if crossing_check(said) is None else None


def proposal_of(told: CoachNotes) -> str | None:
    """The sentences with a feeling in them first, in the order they were written."""
    telling = telling_ones(told.usable)[-AT_MOST:]
    chosen = [s for s in told.usable if s in telling]
    return " ".join(s if s.endswith((".", "!")) else f"{s}." for s in chosen) or None


def answer_question(question: str, talk: Talk) -> str:
    words = re.sub(rf"\b{re.escape(talk.partner.lower())}\b", "partner", plain_words(question))
    found = next((topic for topic, rule in TOPICS.items() if rule.search(words)), None)
    if (found in {None, "sounds"} and RULES["why_them"].search(words)) or RULES["between_them"].search(words):
        found = "to_partner"
    return fresh(phrases()["coach_answers"][found or "other"], talk)


def german_reply(talk: Talk, parts: Sequence[Part]) -> GuideReply:
    """The basic forms are answered; what is none of them stays exactly as it was written."""
    kinds = [part.kind for part in parts]
    bank = phrases()["coach_german"]
    order = (PartKind.SECRET, PartKind.LEAVE_OUT, PartKind.REFUSAL, PartKind.QUESTION, PartKind.ORDER)
    kind = next((kind for kind in order if kind in kinds), None)
    if kind is not None:
        return GuideReply(fresh(bank[kind], talk), "COACH", CALM, "read a little")
    return GuideReply(fresh(bank["content"], talk), "COACH", CALM, "as written", content=talk.message.strip())

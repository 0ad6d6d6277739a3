"""The guide of Stage 2 and 2B: from what the member complains of to what it may be like on the other side.

It never says what the partner feels. It says back what the member imagines, asks further, and from the fourth turn on
(in 2B from the second) sets the member's own guesses side by side as a draft addressed to the partner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.domain.discretion.drafting import (
    Circle,
    is_presentable,
    may_be_drafted,
    sentences_to_keep,
)
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.discretion.turns import PartKind, part_of
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.detect import Detector, named_feelings
from meetwithoutfear.engines.embedded.drafts import as_written, is_of_others, pronoun_for, to_partner
from meetwithoutfear.engines.embedded.gap import GUESSED
from meetwithoutfear.engines.embedded.mirror import LEAD_IN
from meetwithoutfear.engines.embedded.sentences import NOTICE, RUN_ON, is_english, plain
from meetwithoutfear.engines.embedded.talk import GuideReply, Intent, Talk, fresh, insult_in, phrases
from meetwithoutfear.engines.embedded.witness import MessageReading, read_message, take_up

RULES = read_patterns("embedded/perspective.txt")

DRAFT_FROM, INFORMED_DRAFT_FROM = 4, 2
STUCK_FROM = 5
DRAFT_SENTENCES = 4
FOR_THE_GUIDE = {PartKind.ORDER, PartKind.REFUSAL, PartKind.LEAVE_OUT, PartKind.SECRET}


@dataclass(frozen=True)
class Informed:
    """What the guesser may know in 2B: their own earlier statement, and what was shared with them."""

    statement: str
    shared: tuple[str, ...]


def perspective_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Stage 2."""
    if not is_english(talk.message):
        return GuideReply(NOTICE, "LISTENING", talk.intensity or 1, "not English")
    heard = read_message(detector, talk)
    guesses = guesses_in(talk.own, talk.partner)
    mode = _mode(talk, heard)
    draft = (
        build_draft(detector, talk, guesses) if talk.number >= DRAFT_FROM and _is_time(talk, mode) else None
    )
    bank = phrases()["perspective"]
    if draft:
        text = f"{_back(talk, heard)} {fresh(bank['draft_ready'], talk)}"
    else:
        text = f"{_back(talk, heard)} {_question(detector, talk, mode, guesses)}"
    return GuideReply(
        text,
        mode,
        heard.intensity,
        f"{mode.lower()}; {len(guesses)} guesses",
        ready_share=bool(draft),
        draft=draft,
    )


def informed_reply(detector: Detector, talk: Talk, known: Informed) -> GuideReply:
    """Stage 2B."""
    bank = phrases()["informed"]
    if not is_english(talk.message):
        return GuideReply(NOTICE, "CLARIFYING", talk.intensity or 1, "not English")
    heard = read_message(detector, talk)
    mode = (
        "STRUGGLING"
        if RULES["resists"].search(plain(talk.message))
        else "INTEGRATING"
        if _clicks(talk, known)
        else "CLARIFYING"
    )
    draft = (
        _revise(detector, talk, known)
        if talk.number >= INFORMED_DRAFT_FROM and mode != "STRUGGLING"
        else None
    )
    if draft:
        ask = fresh(bank["draft_ready"], talk)
    elif talk.number >= STUCK_FROM and not any(bank["stuck"][0][:20] in text for text in talk.said):
        ask = fresh(bank["stuck"], talk)
    else:
        ask = fresh(bank[mode.lower()], talk)
    quote = _their_words(talk, known) if talk.number == 1 else ""
    text = " ".join(part for part in (_back(talk, heard), quote, ask) if part)
    return GuideReply(text, mode, heard.intensity, mode.lower(), ready_share=bool(draft), draft=draft)


def guesses_in(texts: tuple[str, ...], name: str) -> list[str]:
    """The member's sentences that imagine the partner's inner side."""
    imagines, hedged = (
        re.compile(RULES[rule].pattern.replace("{name}", re.escape(name)), re.IGNORECASE)
        for rule in ("imagines", "hedged")
    )
    told = [s for text in texts for s in sentences(plain(text)) if is_told(s)]
    return list(
        dict.fromkeys(s for s in told if hedged.search(s) or (imagines.search(s) and _names_anything(s)))
    )


def is_told(sentence: str) -> bool:
    """Neither asked nor said to the guide."""
    return not sentence.endswith("?") and part_of(sentence).kind not in FOR_THE_GUIDE


def build_draft(detector: Detector, talk: Talk, guesses: list[str]) -> str | None:
    """The member's own guesses, addressed to the partner; None without one that names a feeling."""
    pronoun, circle = pronoun_for(talk.own), Circle.of([talk.partner, talk.me], talk.topic, talk.named)
    kept = sentences_to_keep(talk.own, circle)
    said = [
        s for s in guesses if not insult_in(s) and not is_of_others(s) and may_be_drafted(s, circle, kept)
    ]
    spoken = [to_partner(as_written(LEAD_IN.sub("", s)), pronoun, talk.partner) for s in said]
    kind = [s for s in spoken if crossing_check(s) is None and not s.endswith("?") and is_fit(s)]
    if not any(_speaks_of_feeling(detector, s) for s in kind):
        return None
    return " ".join(s if s.endswith((".", "!")) else f"{s}." for s in kind[-DRAFT_SENTENCES:])


def is_fit(sentence: str) -> bool:
    """A sentence that could be said to the partner as it stands. Two in one breath fall apart when they are turned."""
    return is_presentable(sentence) and not RUN_ON.search(sentence)


def _names_anything(sentence: str) -> bool:
    turned = re.sub(r"\b(?:he|she|they)(?=\b|')", "I", sentence, flags=re.IGNORECASE)
    named, denied = named_feelings((turned,))
    return bool(named or denied)


def _speaks_of_feeling(detector: Detector, sentence: str) -> bool:
    reading = detector.read(re.sub(r"\byou\b", "I", sentence, flags=re.IGNORECASE))
    return bool(reading.named or reading.likely(GUESSED))


def _is_time(talk: Talk, mode: str) -> bool:
    """Once, and again whenever the member has imagined something new."""
    offered = any(phrase in text for phrase in phrases()["perspective"]["draft_ready"] for text in talk.said)
    return mode == "BUILDING" or (mode != "MIRROR" and not offered)


def _mode(talk: Talk, heard: MessageReading) -> str:
    if heard.intent is Intent.BLAME:
        return "MIRROR"
    if guesses_in((talk.message,), talk.partner):
        return "BUILDING"
    return "LISTENING" if talk.number <= 1 else "BRIDGING"


def _back(talk: Talk, heard: MessageReading) -> str:
    imagined = guesses_in((talk.message,), talk.partner)
    if imagined and not insult_in(imagined[-1]):
        guess = LEAD_IN.sub("", imagined[-1]).rstrip(" .!")
        return f"You write: “{guess}”."
    return take_up(talk, heard)


def _question(detector: Detector, talk: Talk, mode: str, guesses: list[str]) -> str:
    bank = phrases()["perspective"]
    if mode == "BUILDING" and not any(
        _speaks_of_feeling(detector, to_partner(g, pronoun_for(talk.own), talk.partner)) for g in guesses
    ):
        return fresh(bank["name_it"], talk)
    return fresh(bank[mode.lower()], talk)


def _clicks(talk: Talk, known: Informed) -> bool:
    shared, _ = named_feelings(tuple(s for text in known.shared for s in sentences(plain(text))))
    told, _ = named_feelings(
        tuple(re.sub(r"\b(?:he|she|they)\b", "I", s) for s in sentences(plain(talk.message)))
    )
    return bool(RULES["clicked"].search(plain(talk.message)) or shared.keys() & told.keys())


def _their_words(talk: Talk, known: Informed) -> str:
    newest = sentences(plain(known.shared[-1])) if known.shared else []
    return fresh(phrases()["informed"]["quote"], talk, x=newest[0].rstrip(" .!?")) if newest else ""


def _revise(detector: Detector, talk: Talk, known: Informed) -> str | None:
    """The earlier statement with what the member has said since; None while nothing new was said."""
    new = build_draft(detector, talk, guesses_in(talk.own, talk.partner))
    if new is None:
        return None
    added = [s for s in sentences(new) if s not in known.statement]
    kept = sentences(plain(known.statement))[: max(1, DRAFT_SENTENCES - len(added))]
    return " ".join((*kept, *added[-(DRAFT_SENTENCES - 1) :])) if added else None

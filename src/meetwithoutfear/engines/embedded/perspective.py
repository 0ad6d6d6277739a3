"""The guide of Stage 2 and 2B: from what the member complains of to what it may be like on the other side.

It never says what the partner feels. It says back what the member imagines, asks further, and from the fourth turn on
(in 2B from the second) sets the member's own guesses side by side as a draft addressed to the partner.
"""

from __future__ import annotations

import re

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
from meetwithoutfear.engines.embedded.sentences import RUN_ON, is_english, plain
from meetwithoutfear.engines.embedded.talk import (
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    join_words,
    phrases,
)
from meetwithoutfear.engines.embedded.witness import (
    LEAD_IN,
    MessageReading,
    in_another_language,
    read_message,
    take_up,
)

RULES = read_patterns("embedded/perspective.txt")

DRAFT_FROM, INFORMED_DRAFT_FROM = 4, 2
STUCK_FROM = 5
DRAFT_SENTENCES = 4
FOR_THE_GUIDE = {PartKind.ORDER, PartKind.REFUSAL, PartKind.LEAVE_OUT, PartKind.SECRET}


def perspective_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Stage 2."""
    if not is_english(talk.message):
        return in_another_language(talk, "LISTENING")
    heard = read_message(detector, talk)
    guesses = guesses_in(talk.own, talk.partner)
    mode = guide_mode(talk, heard)
    asks = phrases()["perspective"]
    # Once, and again whenever the member has imagined something new.
    offered = any(phrase in text for phrase in asks["draft_ready"] for text in talk.said)
    is_time = talk.number >= DRAFT_FROM and (mode == "BUILDING" or (mode != "MIRROR" and not offered))
    draft = build_draft(detector, talk, guesses) if is_time else None
    turned = (to_partner(guess, pronoun_for(talk.own), talk.partner) for guess in guesses)
    if draft:
        ask = asks["draft_ready"]
    elif mode == "BUILDING" and not any(speaks_of_feeling(detector, guess) for guess in turned):
        ask = asks["name_it"]
    else:
        ask = asks[mode.lower()]
    text = join_words(back_of(talk, heard), fresh(ask, talk))
    strategy = f"{mode.lower()}; {len(guesses)} guesses"
    return GuideReply(text, mode, heard.intensity, strategy, ready_share=bool(draft), draft=draft)


def informed_reply(detector: Detector, talk: Talk, statement: str, shared: tuple[str, ...]) -> GuideReply:
    """Stage 2B: the guesser's own earlier statement is known, and what was shared with them."""
    asks = phrases()["informed"]
    if not is_english(talk.message):
        return in_another_language(talk, "CLARIFYING")
    heard = read_message(detector, talk)
    if RULES["resists"].search(plain(talk.message)):
        mode = "STRUGGLING"
    else:
        mode = "INTEGRATING" if clicks(talk.message, shared) else "CLARIFYING"
    may_draft = talk.number >= INFORMED_DRAFT_FROM and mode != "STRUGGLING"
    draft = revise_statement(detector, talk, statement) if may_draft else None
    if draft:
        ask = fresh(asks["draft_ready"], talk)
    elif talk.number >= STUCK_FROM and not any(asks["stuck"][0][:20] in text for text in talk.said):
        ask = fresh(asks["stuck"], talk)
    else:
        ask = fresh(asks[mode.lower()], talk)
    newest = sentences(plain(shared[-1])) if shared else []
    quote = fresh(asks["quote"], talk, x=newest[0].rstrip(" .!?")) if newest and talk.number == 1 else ""
    text = join_words(back_of(talk, heard), quote, ask)
    return GuideReply(text, mode, heard.intensity, mode.lower(), ready_share=bool(draft), draft=draft)


def guesses_in(texts: tuple[str, ...], name: str) -> list[str]:
    """The member's sentences that imagine the partner's inner side."""
    imagines, hedged = (
        re.compile(RULES[rule].pattern.replace("{name}", re.escape(name)), re.IGNORECASE)
        for rule in ("imagines", "hedged")
    )
    # Neither asked nor said to the guide.
    told = (
        sentence
        for text in texts
        for sentence in sentences(plain(text))
        if not sentence.endswith("?") and part_of(sentence).kind not in FOR_THE_GUIDE
    )
    found = (s for s in told if hedged.search(s) or (imagines.search(s) and names_anything(s)))
    return list(dict.fromkeys(found))


def build_draft(detector: Detector, talk: Talk, guesses: list[str]) -> str | None:
    """The member's own guesses, addressed to the partner; None without one that names a feeling."""
    pronoun, circle = pronoun_for(talk.own), Circle.of([talk.partner, talk.me], talk.topic, talk.named)
    kept = sentences_to_keep(talk.own, circle)
    said = [
        s for s in guesses if not insult_in(s) and not is_of_others(s) and may_be_drafted(s, circle, kept)
    ]
    spoken = [to_partner(as_written(LEAD_IN.sub("", s)), pronoun, talk.partner) for s in said]
    # What could be said to the partner as it stands. Two in one breath fall apart when they are turned.
    fit = [s for s in spoken if is_presentable(s) and not RUN_ON.search(s)]
    kind = [s for s in fit if crossing_check(s) is None and not s.endswith("?")]
    if not any(speaks_of_feeling(detector, s) for s in kind):
        return None
    return " ".join(s if s.endswith((".", "!")) else f"{s}." for s in kind[-DRAFT_SENTENCES:])


def names_anything(sentence: str) -> bool:
    named, denied = named_feelings([re.sub(r"\b(?:he|she|they)\b", "I", sentence, flags=re.IGNORECASE)])
    return bool(named or denied)


def speaks_of_feeling(detector: Detector, sentence: str) -> bool:
    reading = detector.read(re.sub(r"\byou\b", "I", sentence, flags=re.IGNORECASE))
    return bool(reading.named or reading.likely(GUESSED))


def guide_mode(talk: Talk, heard: MessageReading) -> str:
    if heard.intent is Intent.BLAME:
        return "MIRROR"
    if guesses_in((talk.message,), talk.partner):
        return "BUILDING"
    return "LISTENING" if talk.number <= 1 else "BRIDGING"


def back_of(talk: Talk, heard: MessageReading) -> str:
    imagined = guesses_in((talk.message,), talk.partner)
    if imagined and not insult_in(imagined[-1]):
        guess = LEAD_IN.sub("", imagined[-1]).rstrip(" .!")
        return f"You write: “{guess}”."
    return take_up(talk, heard)


def clicks(message: str, shared: tuple[str, ...]) -> bool:
    named, _ = named_feelings([s for text in shared for s in sentences(plain(text))])
    told, _ = named_feelings(
        [re.sub(r"\b(?:he|she|they)\b", "I", sentence) for sentence in sentences(plain(message))]
    )
    return bool(RULES["clicked"].search(plain(message)) or named.keys() & told.keys())


def revise_statement(detector: Detector, talk: Talk, statement: str) -> str | None:
    """The earlier statement with what the member has said since; None while nothing new was said."""
    new = build_draft(detector, talk, guesses_in(talk.own, talk.partner))
    added = [sentence for sentence in sentences(new or "") if sentence not in statement]
    kept = sentences(plain(statement))[: max(1, DRAFT_SENTENCES - len(added))]
    return " ".join((*kept, *added[-(DRAFT_SENTENCES - 1) :])) if added else None

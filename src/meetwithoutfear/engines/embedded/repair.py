"""The guide of Stage 4, and an idea in plain common style.

The guide makes an idea of the member's smaller and clearer, one missing piece at a time: what exactly, when, for how
long, how they would notice. It knows the member's own ideas and what both confirmed; whose idea is whose it neither
knows nor guesses, and of the partner's ideas and choices it does not speak.

In common style an idea has an end, is something one does oneself or both do, and shows no hand to be known by. Only
what the idea says is said again. A demand that could not be turned into a proposal without changing it is left alone.
"""

from __future__ import annotations

import re

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.needs.need import ABOUT_ANOTHER, needs_reframing
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.text import STRATEGY_LIMIT
from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.sentences import CANNOT_READ, LINK, calm, is_english, plain
from meetwithoutfear.engines.embedded.talk import (
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    join_words,
    phrases,
)
from meetwithoutfear.engines.embedded.witness import read_message, slow_down, take_up
from meetwithoutfear.prompts.chats import RepairChat
from meetwithoutfear.prompts.tasks import RefinedIdea

RULES = read_patterns("embedded/repair.txt")

REPAIR_NOTICE = f"{CANNOT_READ} You can still write down your ideas, and everything you write is kept."
UNREADABLE = "I only understand English so far, so I leave this as it is."
NOT_MINE = "This is for somebody else to do. Perhaps there is a part of it that you could do yourself."
FINE = "It is clear as it is."
OWNED, BOUNDED, PLAIN = "It is something you do yourselves.", "It says how long.", "It is worded plainly."
RECENT = 4
WITHOUT_IDEA = frozenset({Intent.STUCK, Intent.ADVICE, Intent.GREETING, Intent.WORDLESS, Intent.MINIMISE})


def repair_reply(detector: Detector, talk: Talk, prompt: RepairChat) -> GuideReply:
    if not is_readable(talk.message):
        return GuideReply(REPAIR_NOTICE, "REPAIR", talk.intensity or 1, "not English")
    heard = read_message(detector, talk, by_ear=False)
    asks_whose = heard.intent is Intent.PARTNER_SIDE or bool(RULES["whose"].search(plain(talk.message)))
    own = phrases()["repair"]
    if asks_whose:
        lead = fresh(own["whose"], talk)
    elif heard.intent is Intent.TELL and heard.echo and heard.echo.quoted:
        lead = fresh(own["noted"], talk, x=heard.echo.text)
    else:
        lead = take_up(talk, heard, own["intents"])
    no_idea = asks_whose or (heard.intent in WITHOUT_IDEA and not prompt.own_ideas)
    unsaid = [need for need in prompt.common_ground if not any(need in text for text in talk.said)]
    if prompt.phase.value in own:
        ask = fresh(own[prompt.phase.value], talk)
    elif no_idea:
        ask = fresh(own["no_idea_but"], talk, x=unsaid[0]) if unsaid else fresh(own["no_idea"], talk)
    else:
        ask = fresh(own[missing_piece(talk, prompt.own_ideas)], talk)
    text = join_words(slow_down(talk, heard), lead, ask)
    return GuideReply(text, "REPAIR", heard.intensity, f"{heard.intent}; {prompt.phase.lower()}")


def missing_piece(talk: Talk, own_ideas: tuple[str, ...]) -> str:
    """Which piece of the idea to ask for; not the one that was asked for last, whatever came of it."""
    newest = sentences(plain(talk.message))
    told = plain(" ".join((*talk.own[-RECENT:], *own_ideas[-1:])))
    lacks = {
        "own_part": any(is_for_another(sentence) for sentence in newest),
        "exactly": bool(RULES["vague"].search(plain(talk.message))),
        "when": not RULES["times"].search(told),
        "how_long": not RULES["ends"].search(told),
        "notice": not RULES["signs"].search(told),
    }
    last = talk.said[-1] if talk.said else ""
    asked = {piece for piece in lacks if any(option in last for option in phrases()["repair"][piece])}
    return next(
        (piece for piece, is_missing in lacks.items() if is_missing and piece not in asked), "smaller"
    )


def refine_idea(description: str, duration: str | None) -> RefinedIdea:
    if not is_readable(description):
        return RefinedIdea(reason=UNREADABLE)
    plainly = in_plain_style(description)
    owned = [as_proposal(sentence) for sentence in sentences(plainly)]
    if not owned or None in owned:
        return RefinedIdea(reason=NOT_MINE if owned else FINE)
    text = " ".join(sentence for sentence in owned if sentence)
    bounded = text if duration or RULES["ends"].search(text) else with_an_end(text)
    said = [reason for reason, holds in ((OWNED, text != plainly), (BOUNDED, bounded != text)) if holds]
    cannot_be_said = len(bounded) > STRATEGY_LIMIT or crossing_check(bounded) or LINK.search(text)
    if bounded == description or cannot_be_said:
        return RefinedIdea(reason=FINE)
    return RefinedIdea(refined=bounded, reason=" ".join(said or [PLAIN]))


def is_readable(text: str) -> bool:
    """Ideas are often too short to be told for English by their small words."""
    return is_english(text) or bool(RULES["usual"].search(text))


def is_for_another(sentence: str) -> bool:
    return not RULES["joint"].search(sentence) and needs_reframing(sentence) == ABOUT_ANOTHER


def in_plain_style(description: str) -> str:
    """No shouting, no decoration, no spaces of one's own; each sentence with a capital and a stop."""
    words = RULES["emphasis"].sub(lambda word: word[0].lower(), calm(description))
    words = re.sub(r"!+|…|\.{2,}", ".", plain(words))
    made = []
    for sentence in sentences(" ".join(RULES["decoration"].sub(" ", words).split())):
        bare = re.sub(r"\bi\b", "I", re.sub(r"\s+([.,;:?])", r"\1", sentence.strip())).rstrip(" .,;:-–—")
        made.append(f"{bare[:1].upper()}{bare[1:]}" + ("" if bare.endswith("?") else "."))
    return " ".join(made)


def as_proposal(sentence: str) -> str | None:
    """As a proposal; None when it is for somebody else to do and has to stay so."""
    if insult_in(sentence):
        return None
    if own := RULES["own"].match(sentence):
        who = "I" if own[1].lower() == "i" else "We"
        return f"{who} will {sentence[own.end() :]}"
    if lets := RULES["lets"].match(sentence):
        return f"We will {sentence[lets.end() :]}"
    if others := RULES["others"].match(sentence):
        deed = RULES["with_me"].sub("together", RULES["to_each_other"].sub(r"\1 \2 each other", others[1]))
        return (
            f"We will {deed}" if RULES["joint"].search(deed) and not RULES["one_sided"].search(deed) else None
        )
    return None if is_for_another(sentence) else sentence


def with_an_end(text: str) -> str:
    span = "two weeks" if RULES["weekly"].search(text) else "one week"
    if re.match(r"I\b", text):
        return f"For {span}, {text}"
    if RULES["starts_small"].match(text):
        return f"For {span}, {text[:1].lower()}{text[1:]}"
    return f"{text} This is for {span}."

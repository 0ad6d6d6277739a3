"""The write coach and the wording of feedback: help with the member's own sentences, never new ones.

Whatever is proposed consists of sentences the member wrote, or of the suggestion they were shown. What sounds like an
accusation is pointed at and left out of the proposal; the member decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.engines.embedded.address import pronoun_for, to_partner
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.detect import named_feelings
from meetwithoutfear.engines.embedded.intents import Intent, insult_in, intent_of
from meetwithoutfear.engines.embedded.language import NOTICE, is_english
from meetwithoutfear.engines.embedded.reflect import intensity_of, own_words
from meetwithoutfear.engines.embedded.share import BLAME
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases

AT_MOST = 3
LONG = 60
VAGUE = re.compile(r"\b(?:upset|bad|weird|off|not (?:great|good|okay))\b", re.IGNORECASE)
TO_COACH = re.compile(
    r"\b(?:make it|can you|could you|shorter|softer|nicer|how (?:do|should) i|help me|what should|too long|rewrite|"
    r"sounds? (?:ok|good|fine)|i(?:'d| would)? (?:want|like) to (?:say|tell|write|explain|express|share))\b",
    re.IGNORECASE,
)
OWN_SIDE = re.compile(r"\b(?:i|i'm|i've|i'd|my|me)\b", re.IGNORECASE)


@dataclass(frozen=True)
class CoachInput:
    talk: Talk
    suggestion: str | None = None
    """The text the member was first shown."""


def coach(given: CoachInput) -> Reply:
    talk = given.talk
    bank = phrases()["coach"]
    if not is_english(talk.message):
        return Reply(NOTICE, "COACH", talk.intensity or 1, "not English")
    usable, accusation = _sorted(talk)
    said = own_words(next(iter(sentences(talk.message)), talk.message))
    vague = _vague(talk.message)
    proposal = None if accusation or vague else _proposal(usable, given.suggestion, talk.message)
    if accusation:
        text = fresh(bank["blame"], talk, x=accusation)
    elif vague:
        text = fresh(bank["vague"], talk, x=vague)
    elif proposal:
        text = f"“{said}”: understood. {fresh(bank['offer'], talk)}"
    else:
        text = f"You write “{said}”. {fresh(bank['stuck' if _stuck(talk) else 'start'], talk)}"
    return Reply(text, "COACH", intensity_of(talk.message), "own words only", content=proposal)


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
    said = to_partner(sentence, pronoun, partner)
    return said if crossing_check(said) is None else None


def _sorted(talk: Talk) -> tuple[list[str], str | None]:
    """Sentences of the member that can stand in the text, and the newest accusation if there is one."""
    usable: list[str] = []
    accusation = None
    for text in talk.own:
        for sentence in sentences(plain(text)):
            said = _addressed(sentence, pronoun_for(talk.own), talk.partner)
            blames = BLAME.search(said) if said else None
            if text is talk.message and (said is None or blames) and not sentence.endswith("?"):
                accusation = blames[0] if blames else insult_in(sentence) or accusation
            if said and not blames and OWN_SIDE.search(sentence) and not _for_the_coach(sentence):
                usable.append(said)
    return list(dict.fromkeys(usable)), accusation


def _for_the_coach(sentence: str) -> bool:
    return bool(TO_COACH.search(sentence)) or intent_of(sentence) not in {Intent.TELL, Intent.BLAME}


def _proposal(usable: list[str], suggestion: str | None, message: str) -> str | None:
    """The sentences with a feeling in them first, in the order they were written; else what was suggested."""
    telling = [s for s in usable if named_feelings((s,))[0]] or usable
    chosen = [s for s in usable if s in telling[-AT_MOST:]]
    if not chosen:
        return suggestion
    if re.search(r"\bshort", message, re.IGNORECASE):
        chosen = chosen[-1:]
    return " ".join(s if s.endswith((".", "!")) else f"{s}." for s in chosen)


def _vague(message: str) -> str | None:
    found = VAGUE.search(plain(message))
    named, _ = named_feelings(tuple(sentences(plain(message))))
    return found[0] if found and not named else None


def _stuck(talk: Talk) -> bool:
    return talk.number > AT_MOST or intent_of(talk.message) is Intent.STUCK

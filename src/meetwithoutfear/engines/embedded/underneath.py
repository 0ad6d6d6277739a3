"""The guide of Stage 3: from what the member wishes for to what it would give them.

It says back, asks one thing, now and then offers a need as a guess or asks about one on the member's own list. No advice,
and nothing about the partner that the member did not say.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from meetwithoutfear.domain.reframing import needs_reframing
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.intents import Intent
from meetwithoutfear.engines.embedded.language import CANNOT_READ, is_english
from meetwithoutfear.engines.embedded.needs import WISH, extract_needs
from meetwithoutfear.engines.embedded.reflect import Heard, hear, slow_down, taken_up
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meetwithoutfear.engines.embedded.detect import Detector

NOTICE = f"{CANNOT_READ} You can still put your needs into words yourself, and everything you write is kept."
WISHES = re.compile(
    rf"{WISH}|(?<!\bi )\b(?:should|must|ought to|has to|have to|needs to)\b|\b(?:if only|would (?:only|just|finally))\b",
    re.IGNORECASE,
)
OF_THE_PARTNER = re.compile(
    r"^\W*(?:and |but |so )*what (?:does|do|would|might|could) (?:he|she|they) (?:really |actually )?(?:need|want|miss)\b",
    re.IGNORECASE,
)
GUESS_EVERY = 3


def underneath(detector: Detector, talk: Talk, listed: tuple[str, ...]) -> Reply:
    if not is_english(talk.message):
        return Reply(NOTICE, "LISTENING", talk.intensity or 1, "not English")
    heard = hear(detector, talk)
    if OF_THE_PARTNER.search(talk.message):
        heard = replace(heard, intent=Intent.PARTNER_SIDE)
    parts = (slow_down(talk, heard), taken_up(talk, heard), _ask(detector, talk, heard, listed))
    return Reply(
        " ".join(part for part in parts if part), "LISTENING", heard.intensity, f"{heard.intent}; the need"
    )


def _ask(detector: Detector, talk: Talk, heard: Heard, listed: tuple[str, ...]) -> str:
    bank = phrases()["needs"]
    if heard.intent is Intent.BLAME:
        return fresh(bank["under_the_blame"], talk)
    if heard.intent is not Intent.TELL:
        return fresh(phrases()["intent_asks"].get(heard.intent, bank["missing"]), talk)
    if _is_wish(talk.message):
        return fresh(bank["under_the_wish"], talk)
    if talk.number % GUESS_EVERY == 0 and (own := next(_unsaid(talk, listed), None)):
        return fresh(bank["listed_wish" if needs_reframing(own) else "listed"], talk, x=own)
    guesses = tuple(need.need for need in extract_needs(detector, (talk.message,)))
    if talk.number % GUESS_EVERY == 1 and (guess := next(_unsaid(talk, guesses), None)):
        return fresh(bank["guess"], talk, x=guess)
    return fresh(bank["missing"], talk)


def _is_wish(message: str) -> bool:
    return any(WISHES.search(sentence) for sentence in sentences(plain(message))[-2:])


def _unsaid(talk: Talk, needs: tuple[str, ...]) -> Iterator[str]:
    return (need for need in needs if not any(need in text for text in talk.said))

"""Needs: those under a member's own words, those that two lists have in common, and the guide of Stage 3.

A universal need is proposed because a feeling was heard that usually points to it, or because the member asked for it
outright ("I want to be asked"), with quotes that stand in their words letter for letter. No quote, no need. Common
ground is the same need, or two of one category that mean nearly the same: nothing comes out that is not in both
lists, in the words the members chose. Without weights only needs that go by the same name are found.

The guide goes from what the member wishes for to what it would give them. It says back, asks one thing, now and then
offers a need as a guess or asks about one on the member's own list. No advice, and nothing about the partner that the
member did not say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, NEEDS, WORDING, NeedCategory
from meetwithoutfear.domain.needs.need import needs_reframing
from meetwithoutfear.domain.vocabulary import Patterns, any_of, read_patterns, read_rules
from meetwithoutfear.engines.embedded.detect import COLUMN, NAMED, Detector
from meetwithoutfear.engines.embedded.ear import Ear
from meetwithoutfear.engines.embedded.sentences import CANNOT_READ, is_english, plain
from meetwithoutfear.engines.embedded.talk import (
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    join_words,
    phrases,
)
from meetwithoutfear.engines.embedded.witness import MessageReading, read_message, slow_down, take_up
from meetwithoutfear.prompts.tasks import (
    MOST_ITEMS,
    MOST_NEEDS,
    QUOTE_LIMIT,
    SHORTEST_QUOTE,
    WORDING_LIMIT,
    SharedNeed,
    same_wording,
)

RULES = read_patterns("embedded/needs.txt")

NEEDS_NOTICE = (
    f"{CANNOT_READ} You can still put your needs into words yourself, and everything you write is kept."
)
GUESS_EVERY = 3
QUOTES = 3
HEARD, FAINTLY_HEARD = 0.35, 0.2
ENOUGH = 2
SAID, ASKED = 1.0, 1.5
SAME, SAME_NAME = 1.0, 0.95
# Among the plain wordings of all needs of one category only near neighbours lie above: safety and security, closeness and
# love, fairness and equality. Many pairs that mean the same lie below and are missed: better that than a common ground that
# is none.
NEAR_ENOUGH = 0.65
SPOKEN_OF = read_patterns("embedded/wishes.txt")
WISH = any_of(read_rules("embedded/needs.txt")["wish"])
WISHES = Patterns(
    {need: rf"{WISH}.*?{any_of(words)}" for need, words in read_rules("embedded/wishes.txt").items()},
    re.IGNORECASE,
)


@dataclass(frozen=True)
class QuotedNeed:
    need: str
    category: NeedCategory
    evidence: tuple[str, ...]
    confidence: float


def extract_needs(
    detector: Detector, texts: tuple[str, ...], kept: tuple[str, ...] = ()
) -> tuple[QuotedNeed, ...]:
    """The needs the words speak for most, at most eight; where hardly one is heard, the faint ones count too."""
    known = {same_wording(wording) for wording in kept}
    readable = [text for text in texts if is_english(text)]
    quotes: dict[str, dict[str, float]] = {}
    for threshold in (HEARD, FAINTLY_HEARD):
        for text in readable:
            collect_quotes(detector, text, threshold, quotes)
        if len(quotes) >= ENOUGH:
            break
    found = [need for need in quotes if not known & {need, same_wording(WORDING[need])}]
    chosen: list[str] = []
    for need in sorted(found, key=lambda need: -sum(quotes[need].values())):
        # One sentence may speak for two needs; a third would only make the list longer.
        spent = [sum(quote in quotes[other] for other in chosen) >= ENOUGH for quote in quotes[need]]
        if not all(spent):
            chosen.append(need)
    return tuple(quoted_need(need, quotes[need]) for need in chosen[:MOST_NEEDS])


def needs_named_in(wording: str) -> set[str]:
    """The universal needs that a wording of one speaks of."""
    words = plain(wording)
    exact = {need for need in NEEDS if same_wording(words) in {need, same_wording(WORDING[need])}}
    return exact | {need for need, pattern in SPOKEN_OF.items() if pattern.search(words)}


def collect_quotes(
    detector: Detector, text: str, threshold: float, quotes: dict[str, dict[str, float]]
) -> None:
    reading = detector.read(text)
    for place, sentence in enumerate(sentences(text)):
        if insult_in(sentence) or len(sentence) < SHORTEST_QUOTE or is_about_another(sentence):
            continue
        quote = sentence if len(sentence) <= QUOTE_LIMIT else sentence[:QUOTE_LIMIT].strip()
        for need, pattern in WISHES.items():
            if pattern.search(plain(sentence)):
                quotes.setdefault(need, {})[quote] = ASKED
        for feeling in FEELINGS.values():
            chance = float(reading.by_sentence[place, COLUMN[feeling.key]])
            if chance >= threshold and feeling.key not in reading.denied:
                for rank, need in enumerate(feeling.needs[:2]):
                    weight = (SAID if chance >= NAMED else chance) / (1 + rank)
                    found = quotes.setdefault(need, {})
                    found[quote] = max(found.get(quote, 0.0), weight)


def is_about_another(sentence: str) -> bool:
    """A guess at what somebody else feels says nothing of one's own needs."""
    words = RULES["lead_in"].sub("", plain(sentence))
    return RULES["guessed_at"].search(words) is not None and RULES["oneself"].search(words) is None


def quoted_need(need: str, found: dict[str, float]) -> QuotedNeed:
    best = sorted(found, key=lambda sentence: -found[sentence])[:QUOTES]
    weight = sum(found.values())
    confidence = round(min(0.95, weight / (1 + weight)), 2)
    return QuotedNeed(WORDING[need], NEEDS[need], tuple(best), confidence)


@dataclass(frozen=True)
class CommonNeed:
    need: str
    category: NeedCategory
    description: str
    ours: int
    theirs: int


def find_common_needs(
    ear: Ear | None, ours: tuple[SharedNeed, ...], theirs: tuple[SharedNeed, ...]
) -> tuple[CommonNeed, ...]:
    """The nearest pairs first; each need is used once."""
    pairs = [
        (likeness(ear, one, other), place, opposite)
        for place, one in enumerate(ours)
        for opposite, other in enumerate(theirs)
    ]
    found: list[CommonNeed] = []
    for near, place, opposite in sorted(pairs, key=lambda pair: -pair[0]):
        item = common_need(ours[place], theirs[opposite], place + 1, opposite + 1)
        if near >= NEAR_ENOUGH and not any(do_overlap(item, other) for other in found):
            found.append(item)
    return tuple(found[:MOST_ITEMS])


def likeness(ear: Ear | None, one: SharedNeed, other: SharedNeed) -> float:
    if not (is_need(one.need) and is_need(other.need)):
        return 0.0
    if same_wording(one.need) == same_wording(other.need):
        return SAME
    if one.category is not other.category:
        return 0.0
    if needs_named_in(one.need) & needs_named_in(other.need):
        return SAME_NAME
    if ear is None or not (is_english(one.need) and is_english(other.need)):
        return 0.0
    first, second = ear.encode([one.need, other.need])
    return float(first @ second)


def is_need(wording: str) -> bool:
    """Members may share what is worded as a demand. That both make one is nothing they have in common."""
    return len(wording) <= WORDING_LIMIT and needs_reframing(wording) is None


def do_overlap(one: CommonNeed, other: CommonNeed) -> bool:
    return (
        one.ours == other.ours
        or one.theirs == other.theirs
        or same_wording(one.need) == same_wording(other.need)
    )


def common_need(one: SharedNeed, other: SharedNeed, ours: int, theirs: int) -> CommonNeed:
    words = sorted((one.need, other.need), key=lambda need: (len(need), need))
    if same_wording(one.need) == same_wording(other.need):
        description = f"You both named it: “{words[0]}”."
    else:
        description = f"One of you calls it “{words[0]}”, the other “{words[1]}”."
    return CommonNeed(words[0], one.category, description, ours, theirs)


def needs_reply(detector: Detector, talk: Talk, listed: tuple[str, ...]) -> GuideReply:
    if not is_english(talk.message):
        return GuideReply(NEEDS_NOTICE, "LISTENING", talk.intensity or 1, "not English")
    heard = read_message(detector, talk)
    if RULES["of_the_partner"].search(talk.message):
        heard = replace(heard, intent=Intent.PARTNER_SIDE)
    ask = needs_question(detector, talk, heard, listed)
    text = join_words(slow_down(talk, heard), take_up(talk, heard), ask)
    return GuideReply(text, "LISTENING", heard.intensity, f"{heard.intent}; the need")


def needs_question(detector: Detector, talk: Talk, heard: MessageReading, listed: tuple[str, ...]) -> str:
    bank = phrases()["needs"]
    if heard.intent is Intent.BLAME:
        return fresh(bank["under_the_blame"], talk)
    if heard.intent is not Intent.TELL:
        return fresh(phrases()["intent_asks"].get(heard.intent, bank["missing"]), talk)
    if any(RULES["wishes"].search(sentence) for sentence in sentences(plain(talk.message))[-2:]):
        return fresh(bank["under_the_wish"], talk)
    if talk.number % GUESS_EVERY == 0 and (own := next(unsaid_of(talk, listed), None)):
        return fresh(bank["listed_wish" if needs_reframing(own) else "listed"], talk, x=own)
    guesses = tuple(need.need for need in extract_needs(detector, (talk.message,)))
    if talk.number % GUESS_EVERY == 1 and (guess := next(unsaid_of(talk, guesses), None)):
        return fresh(bank["guess"], talk, x=guess)
    return fresh(bank["missing"], talk)


def unsaid_of(talk: Talk, needs: tuple[str, ...]) -> Iterator[str]:
    return (need for need in needs if not any(need in text for text in talk.said))

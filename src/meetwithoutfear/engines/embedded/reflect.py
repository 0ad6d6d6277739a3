"""The guide of Stage 1 and of the private journal: it says back, sometimes guesses, and asks one thing.

A reply holds a clause of the message it answers, at most one hedged guess at a feeling, and one open question that has
not been asked before. It gives no advice, takes no side, praises nothing, and says nothing about the partner that the
member did not say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.intents import Intent, insult_in, intent_of
from meetwithoutfear.engines.embedded.language import NOTICE, is_english
from meetwithoutfear.engines.embedded.mirror import STRONG, Echo, echo_of
from meetwithoutfear.engines.embedded.negation import belongs_to_another
from meetwithoutfear.engines.embedded.talk import Reply, Talk, fresh, phrases
from meetwithoutfear.engines.embedded.wording import LINK, calmly, mended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from meetwithoutfear.engines.embedded.detect import Detector, Reading

WORTH_A_GUESS = 0.55
SUMMARY_EVERY = 4
HEARD_FROM = 5
SLOW_FROM = 8
SENTENCES_HEARD, SENTENCES_IN_PAIRS = 6, 3
# The member asked something; a question about a feeling would not answer to it.
ASKS_BACK = frozenset(Intent) - {Intent.TELL, Intent.BLAME, Intent.CORRECT}
ENDS = frozenset({Intent.CLOSING, Intent.THANKS})
QUOTED_WORDS, QUOTED_LETTERS = 9, 120
NO_AT_FIRST = re.compile(r"^(?:no|nope)\b[,.]? ?", re.IGNORECASE)
FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|im)\b", re.IGNORECASE)
PAST = re.compile(
    r"\b(?:was|were|had|did|didn't|wasn't|went|came|said|told|found|stood|sat|left|saw|heard|got|gave|took|made|felt|"
    r"thought|sold|sent|lost|kept|\w{2,}ed)\b",
    re.IGNORECASE,
)
ONGOING = re.compile(
    r"\b(?:keep|keeps|always|never|every|sometimes|i'm|want|wish|miss|still|any ?more|these days|used to|would)\b",
    re.IGNORECASE,
)
CALM_AGAIN = re.compile(r"\b(?:calmer|better now|a bit better|lighter|relieved)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Heard:
    """One message, understood as far as it goes."""

    reading: Reading
    intent: Intent
    echo: Echo | None
    intensity: int

    @property
    def named(self) -> str | None:
        return next((f for f in self.reading.ranked() if f in self.reading.named), None)

    @property
    def guess(self) -> str | None:
        """A feeling heard between the lines, when it is likely enough to be worth saying."""
        top = next((f for f in self.reading.ranked() if FEELINGS[f].family != POSITIVE), None)
        if top is None or self.named or not any(FIRST_PERSON.search(s) for s in self.reading.sentences):
            return None
        return top if self.reading.probability(top) >= WORTH_A_GUESS and not self._is_anothers(top) else None

    def _is_anothers(self, feeling: str) -> bool:
        """Does the message give this feeling to somebody else ("he's scared of losing his job")?"""
        return any(
            belongs_to_another(sentence, match.start())
            for sentence in self.reading.sentences
            for match in FEELINGS[feeling].lexicon.finditer(sentence)
        )

    @property
    def is_event(self) -> bool:
        source = mended(self.echo.source) if self.echo else ""
        return bool(PAST.search(source)) and not ONGOING.search(source)


def hear(detector: Detector, talk: Talk) -> Heard:
    reading = listen_to(detector, LINK.sub("…", calmly(talk.message)))
    return Heard(
        reading, intent_of(talk.message), echo_of(reading), talk.intensity or intensity_of(talk.message)
    )


def listen_to(detector: Detector, text: str) -> Reading:
    """A reply is to what was said last, and must not keep anybody waiting: not every word of a long message is weighed."""
    latest = " ".join(sentences(plain(text))[-SENTENCES_HEARD:])
    return detector.read(latest, pairs_up_to=SENTENCES_IN_PAIRS)


def witness(detector: Detector, talk: Talk) -> Reply:
    """Stage 1."""
    if not is_english(talk.message):
        return Reply(NOTICE, "LISTENING", talk.intensity or 1, "not English")
    heard = hear(detector, talk)
    told = _told_so_far(detector, talk, heard)
    due = talk.number % SUMMARY_EVERY == 0 and heard.intent is Intent.TELL
    calm = heard.intensity < SLOW_FROM
    offers = calm and talk.number >= HEARD_FROM and (due or heard.intent in ENDS)
    ask = fresh(phrases()["heard_offer"], talk) if offers else None
    text = _summary(talk, told, ask) if told else _answer(talk, heard, ask)
    return Reply(text, "LISTENING", heard.intensity, _strategy(heard), feel_heard_check=offers)


def journal(detector: Detector, talk: Talk) -> Reply:
    """Inner thoughts: the same listening, without leading anywhere."""
    if not is_english(talk.message):
        return Reply(NOTICE, "JOURNAL", talk.intensity or 1, "not English")
    heard = hear(detector, talk)
    return Reply(_answer(talk, heard, None), "JOURNAL", heard.intensity, _strategy(heard))


def said_back(talk: Talk, echo: Echo) -> str:
    return fresh(phrases()["quoted" if echo.quoted else "turned"], talk, x=echo.text)


def taken_up(talk: Talk, heard: Heard, own: Mapping[str, list[str]] | None = None) -> str:
    """What was told, said back; what was asked, answered: in a room's own words where it has some."""
    if heard.intent is Intent.TELL:
        return said_back(talk, heard.echo) if heard.echo else ""
    words = insult_in(talk.message) if heard.intent is Intent.BLAME else own_words(talk.message)
    return fresh({**phrases()["intents"], **(own or {})}[heard.intent], talk, x=words or "")


def slow_down(talk: Talk, heard: Heard) -> str:
    recent = " ".join(talk.said[-3:])
    if heard.intensity < SLOW_FROM or any(phrase in recent for phrase in phrases()["slow_down"]):
        return ""
    return fresh(phrases()["slow_down"], talk)


def intensity_of(text: str) -> int:
    """A rough reading from 1 to 10, for when the barometer was not used."""
    words = max(1, len(text.split()))
    strong = len(STRONG.findall(text))
    shouting = sum(word.isupper() and len(word) > 2 for word in text.split())  # noqa: PLR2004
    level = 3 + min(3.0, 20 * strong / (words + 8)) + min(2, shouting) - 2 * bool(CALM_AGAIN.search(text))
    return max(1, min(10, round(level)))


def _answer(talk: Talk, heard: Heard, ask: str | None) -> str:
    if heard.intent is Intent.TELL:
        return _join(slow_down(talk, heard), _back(talk, heard), *_guess_and_question(talk, heard, ask))
    words = insult_in(talk.message) or own_words(_without_no(talk.message, heard))
    lead = fresh(phrases()["intents"][heard.intent], talk, x=words)
    rest = _rest(talk, heard)
    bank = phrases()["intent_asks"].get(heard.intent) if not rest else None
    return _join(lead, rest, ask or (fresh(bank, talk) if bank else _question(talk, heard)))


def _without_no(message: str, heard: Heard) -> str:
    first = heard.reading.sentences[0] if heard.reading.sentences else message
    return NO_AT_FIRST.sub("", first) or first if heard.intent is Intent.CORRECT else message


def own_words(message: str) -> str:
    """The first words of a short message, as they can stand in a quotation."""
    words = plain(message[:QUOTED_LETTERS]).replace('"', "'").split()
    return " ".join(words[:QUOTED_WORDS]).rstrip(" .!?,;") + (" …" if len(words) > QUOTED_WORDS else "")


def _back(talk: Talk, heard: Heard) -> str:
    return said_back(talk, heard.echo) if heard.echo else ""


def _rest(talk: Talk, heard: Heard) -> str:
    """What the message tells beside its request."""
    if heard.echo is None or heard.intent is Intent.BLAME or intent_of(heard.echo.source) is not Intent.TELL:
        return ""
    short = len(talk.message.split()) <= QUOTED_WORDS and len(heard.reading.sentences) == 1
    return "" if short else said_back(talk, heard.echo)


def _guess_and_question(talk: Talk, heard: Heard, ask: str | None) -> tuple[str, str]:
    just_guessed = bool(talk.said) and any(check in talk.said[-1] for check in phrases()["guess_checks"])
    if ask or heard.guess is None or just_guessed or heard.intensity >= SLOW_FROM:
        return "", ask or _question(talk, heard)
    feeling = FEELINGS[heard.guess]
    guess = fresh(phrases()["guesses"], talk, noun=feeling.noun, says=feeling.says)
    return guess, fresh(phrases()["guess_checks"], talk)


def _question(talk: Talk, heard: Heard) -> str:
    feeling = None if heard.intent in ASKS_BACK else heard.named or heard.guess
    own = phrases()["feelings"].get(feeling, []) if feeling else []
    unused = [question for question in own if not any(question in text for text in talk.said)]
    open_ones = phrases()["open_event" if heard.is_event else "open"]
    left = [question for question in open_ones if not any(question in text for text in talk.said)]
    return fresh(unused or left or phrases()["open"] + phrases()["open_event"], talk)


def _told_so_far(detector: Detector, talk: Talk, heard: Heard) -> list[str]:
    """Now and then, some of what was said up to here, the newest last; empty when it is not the time."""
    if (
        talk.number % SUMMARY_EVERY
        or heard.intent is not Intent.TELL
        or heard.echo is None
        or heard.echo.quoted
    ):
        return []
    earlier = [text for text in talk.own[:-1] if intent_of(text) is Intent.TELL][-SUMMARY_EVERY:]
    echoes = [echo_of(listen_to(detector, calmly(text))) for text in earlier]
    before = [echo.text for echo in echoes if echo and not echo.quoted and echo.text != heard.echo.text]
    return [*dict.fromkeys(before[-2:]), heard.echo.text] if before else []


def _summary(talk: Talk, told: list[str], ask: str | None) -> str:
    lines = [f"{text[:1].upper()}{text[1:]}." for text in told]
    return _join(fresh(phrases()["summary_open"], talk), *lines, ask or fresh(phrases()["summary_ask"], talk))


def _strategy(heard: Heard) -> str:
    return f"{heard.intent}; {heard.named or heard.guess or 'no feeling named'}"


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)

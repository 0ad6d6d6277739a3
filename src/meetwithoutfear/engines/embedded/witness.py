"""The guide of Stage 1 and of the private journal: it says back, sometimes guesses, and asks one thing.

A reply holds a clause of the message it answers, at most one hedged guess at a feeling, and one open question that
has not been asked before. It gives no advice, takes no side, praises nothing, and says nothing about the partner that
the member did not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.denial import belongs_to_another
from meetwithoutfear.engines.embedded.detect import Detector, FeelingReading
from meetwithoutfear.engines.embedded.mirror import STRONG, Echo, echo_of
from meetwithoutfear.engines.embedded.sentences import LINK, NOTICE, calm, is_english, mend, plain
from meetwithoutfear.engines.embedded.talk import (
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    intent_of,
    phrases,
)

RULES = read_patterns("embedded/witness.txt")

PAST = RULES["past"]
WORTH_A_GUESS = 0.55
SUMMARY_EVERY = 4
HEARD_FROM = 5
SLOW_FROM = 8
SENTENCES_HEARD, SENTENCES_IN_PAIRS = 6, 3
# The member asked something; a question about a feeling would not answer to it.
ASKS_BACK = frozenset(Intent) - {Intent.TELL, Intent.BLAME, Intent.CORRECT}
ENDINGS = frozenset({Intent.CLOSING, Intent.THANKS})
QUOTED_WORDS, QUOTED_LETTERS = 9, 120


@dataclass(frozen=True)
class MessageReading:
    """One message, understood as far as it goes."""

    reading: FeelingReading
    intent: Intent
    echo: Echo | None
    intensity: int

    @property
    def named(self) -> str | None:
        return next((f for f in self.reading.by_likelihood() if f in self.reading.named), None)

    @property
    def guess(self) -> str | None:
        """A feeling heard between the lines, when it is likely enough to be worth saying."""
        top = next((f for f in self.reading.by_likelihood() if FEELINGS[f].family != POSITIVE), None)
        is_own = any(RULES["first_person"].search(sentence) for sentence in self.reading.sentences)
        if top is None or self.named or not is_own:
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
        source = mend(self.echo.source) if self.echo else ""
        return bool(PAST.search(source)) and not RULES["ongoing"].search(source)


def read_message(detector: Detector, talk: Talk) -> MessageReading:
    reading = read_latest(detector, LINK.sub("…", calm(talk.message)))
    return MessageReading(
        reading, intent_of(talk.message), echo_of(reading), talk.intensity or intensity_of(talk.message)
    )


def read_latest(detector: Detector, text: str) -> FeelingReading:
    """A reply is to what was said last, and must not keep anybody waiting: not every word of a long message is weighed."""
    latest = " ".join(sentences(plain(text))[-SENTENCES_HEARD:])
    return detector.read(latest, pairs_up_to=SENTENCES_IN_PAIRS)


def witness_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Stage 1."""
    if not is_english(talk.message):
        return GuideReply(NOTICE, "LISTENING", talk.intensity or 1, "not English")
    heard = read_message(detector, talk)
    told = _told_so_far(detector, talk, heard)
    due = talk.number % SUMMARY_EVERY == 0 and heard.intent is Intent.TELL
    is_calm = heard.intensity < SLOW_FROM
    offers = is_calm and talk.number >= HEARD_FROM and (due or heard.intent in ENDINGS)
    ask = fresh(phrases()["heard_offer"], talk) if offers else None
    text = _summary(talk, told, ask) if told else _answer(talk, heard, ask)
    return GuideReply(text, "LISTENING", heard.intensity, _strategy(heard), feel_heard_check=offers)


def journal_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Inner thoughts: the same listening, without leading anywhere."""
    if not is_english(talk.message):
        return GuideReply(NOTICE, "JOURNAL", talk.intensity or 1, "not English")
    heard = read_message(detector, talk)
    return GuideReply(_answer(talk, heard, None), "JOURNAL", heard.intensity, _strategy(heard))


def say_back(talk: Talk, echo: Echo) -> str:
    return fresh(phrases()["quoted" if echo.quoted else "turned"], talk, x=echo.text)


def take_up(talk: Talk, heard: MessageReading, own: Mapping[str, list[str]] | None = None) -> str:
    """What was told, said back; what was asked, answered: in a room's own words where it has some."""
    if heard.intent is Intent.TELL:
        return say_back(talk, heard.echo) if heard.echo else ""
    words = insult_in(talk.message) if heard.intent is Intent.BLAME else own_words(talk.message)
    return fresh({**phrases()["intents"], **(own or {})}[heard.intent], talk, x=words or "")


def slow_down(talk: Talk, heard: MessageReading) -> str:
    recent = " ".join(talk.said[-3:])
    if heard.intensity < SLOW_FROM or any(phrase in recent for phrase in phrases()["slow_down"]):
        return ""
    return fresh(phrases()["slow_down"], talk)


def intensity_of(text: str) -> int:
    """A rough reading from 1 to 10, for when the barometer was not used."""
    words = max(1, len(text.split()))
    strong = len(STRONG.findall(text))
    shouting = sum(word.isupper() and len(word) > 2 for word in text.split())  # noqa: PLR2004
    calmer = 2 if RULES["calm_again"].search(text) else 0
    level = 3 + min(3.0, 20 * strong / (words + 8)) + min(2, shouting) - calmer
    return max(1, min(10, round(level)))


def _answer(talk: Talk, heard: MessageReading, ask: str | None) -> str:
    if heard.intent is Intent.TELL:
        return _join(slow_down(talk, heard), take_up(talk, heard), *_guess_and_question(talk, heard, ask))
    words = insult_in(talk.message) or own_words(_without_no(talk.message, heard))
    lead = fresh(phrases()["intents"][heard.intent], talk, x=words)
    rest = _rest(talk, heard)
    bank = phrases()["intent_asks"].get(heard.intent) if not rest else None
    return _join(lead, rest, ask or (fresh(bank, talk) if bank else _question(talk, heard)))


def _without_no(message: str, heard: MessageReading) -> str:
    first = heard.reading.sentences[0] if heard.reading.sentences else message
    return RULES["no_at_first"].sub("", first) or first if heard.intent is Intent.CORRECT else message


def own_words(message: str) -> str:
    """The first words of a short message, as they can stand in a quotation."""
    words = plain(message[:QUOTED_LETTERS]).replace('"', "'").split()
    return " ".join(words[:QUOTED_WORDS]).rstrip(" .!?,;") + (" …" if len(words) > QUOTED_WORDS else "")


def _rest(talk: Talk, heard: MessageReading) -> str:
    """What the message tells beside its request."""
    if heard.echo is None or heard.intent is Intent.BLAME or intent_of(heard.echo.source) is not Intent.TELL:
        return ""
    short = len(talk.message.split()) <= QUOTED_WORDS and len(heard.reading.sentences) == 1
    return "" if short else say_back(talk, heard.echo)


def _guess_and_question(talk: Talk, heard: MessageReading, ask: str | None) -> tuple[str, str]:
    just_guessed = bool(talk.said) and any(check in talk.said[-1] for check in phrases()["guess_checks"])
    if ask or heard.guess is None or just_guessed or heard.intensity >= SLOW_FROM:
        return "", ask or _question(talk, heard)
    feeling = FEELINGS[heard.guess]
    guess = fresh(phrases()["guesses"], talk, noun=feeling.noun, says=feeling.says)
    return guess, fresh(phrases()["guess_checks"], talk)


def _question(talk: Talk, heard: MessageReading) -> str:
    feeling = None if heard.intent in ASKS_BACK else heard.named or heard.guess
    own = phrases()["feelings"].get(feeling, []) if feeling else []
    unused = [question for question in own if not any(question in text for text in talk.said)]
    open_ones = phrases()["open_event" if heard.is_event else "open"]
    left = [question for question in open_ones if not any(question in text for text in talk.said)]
    return fresh(unused or left or phrases()["open"] + phrases()["open_event"], talk)


def _told_so_far(detector: Detector, talk: Talk, heard: MessageReading) -> list[str]:
    """Now and then, some of what was said up to here, the newest last; empty when it is not the time."""
    if (
        talk.number % SUMMARY_EVERY
        or heard.intent is not Intent.TELL
        or heard.echo is None
        or heard.echo.quoted
    ):
        return []
    earlier = [text for text in talk.own[:-1] if intent_of(text) is Intent.TELL][-SUMMARY_EVERY:]
    echoes = [echo_of(read_latest(detector, calm(text))) for text in earlier]
    before = [echo.text for echo in echoes if echo and not echo.quoted and echo.text != heard.echo.text]
    return [*dict.fromkeys(before[-2:]), heard.echo.text] if before else []


def _summary(talk: Talk, told: list[str], ask: str | None) -> str:
    lines = [f"{text[:1].upper()}{text[1:]}." for text in told]
    return _join(fresh(phrases()["summary_open"], talk), *lines, ask or fresh(phrases()["summary_ask"], talk))


def _strategy(heard: MessageReading) -> str:
    return f"{heard.intent}; {heard.named or heard.guess or 'no feeling named'}"


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)

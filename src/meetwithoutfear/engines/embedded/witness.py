"""The guide of Stage 1 and of the private journal: it takes up what was meant, sometimes guesses, asks one thing or none.

A reply is a hedged guess at a feeling, or now and then some of the member's words, and one open question that has not been
asked before; after two questions in a row there is none. It gives no advice, takes no side, praises nothing, and says
nothing about the partner that the member did not say.

At the end: the member's own words, said back. A clause about the speaker is turned ("I sat in the car" becomes "you sat in
the car"). Anything whose grammar or meaning would not survive that, and above all a clause about the partner, is quoted
instead: then it is plainly what the member said, and the guide claims nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from meetwithoutfear.domain.discretion.reading import is_german, sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.vocabulary import read_patterns
from meetwithoutfear.engines.embedded.denial import belongs_to_another
from meetwithoutfear.engines.embedded.detect import NAMED, Detector, FeelingReading, named_feelings
from meetwithoutfear.engines.embedded.sentences import (
    GERMAN_NOTICE,
    GRAMMAR,
    LINK,
    NOTICE,
    RUN_ON,
    WORD,
    agree,
    calm,
    clauses,
    is_english,
    mend,
    plain,
    without_insults,
)
from meetwithoutfear.engines.embedded.talk import (
    GuideReply,
    Intent,
    Talk,
    fresh,
    insult_in,
    intent_of,
    join_words,
    phrases,
)

RULES = read_patterns("embedded/witness.txt")

PAST, LEAD_IN, STRONG = RULES["past"], RULES["lead_in"], RULES["strong"]
LONGEST, SHORTEST, LETTERS = 22, 3, 220
LATER_COUNTS = 0.4
WORTH_A_GUESS = 0.45
SUMMARY_EVERY = 6
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
        if top is None or self.named or not is_own or self.reading.probability(top) < WORTH_A_GUESS:
            return None
        # The message may give this feeling to somebody else ("he's scared of losing his job").
        is_anothers = any(
            belongs_to_another(sentence, match.start())
            for sentence in self.reading.sentences
            for match in FEELINGS[top].lexicon.finditer(sentence)
        )
        return None if is_anothers else top

    @property
    def strategy(self) -> str:
        return f"{self.intent}; {self.named or self.guess or 'no feeling named'}"

    @property
    def is_event(self) -> bool:
        source = mend(self.echo.source) if self.echo else ""
        return bool(PAST.search(source)) and not RULES["ongoing"].search(source)


def read_message(detector: Detector, talk: Talk, *, by_ear: bool = True) -> MessageReading:
    """`by_ear`: what is wanted of the guide is also heard where the patterns have no words for it."""
    reading = read_latest(detector, LINK.sub("…", calm(talk.message)))
    intent = detector.intent(talk.message) if by_ear else intent_of(talk.message)
    return MessageReading(reading, intent, echo_of(reading), talk.intensity or intensity_of(talk.message))


def read_latest(detector: Detector, text: str) -> FeelingReading:
    """A reply is to what was said last, and must not keep anybody waiting: not every word of a long message is weighed."""
    latest = " ".join(sentences(plain(text))[-SENTENCES_HEARD:])
    return detector.read(latest, pairs_up_to=SENTENCES_IN_PAIRS)


def witness_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Stage 1."""
    if not is_english(talk.message):
        return in_another_language(talk, "LISTENING")
    heard = read_message(detector, talk)
    told = told_so_far(detector, talk, heard)
    due = talk.number % SUMMARY_EVERY == 0 and heard.intent is Intent.TELL
    is_calm = heard.intensity < SLOW_FROM
    offers = is_calm and talk.number >= HEARD_FROM and (due or heard.intent in ENDINGS)
    ask = fresh(phrases()["heard_offer"], talk) if offers else None
    text = say_summary(talk, told, ask) if told else answer_message(talk, heard, ask)
    return GuideReply(text, "LISTENING", heard.intensity, heard.strategy, feel_heard_check=offers)


def journal_reply(detector: Detector, talk: Talk) -> GuideReply:
    """Inner thoughts: the same listening, without leading anywhere."""
    if not is_english(talk.message):
        return in_another_language(talk, "JOURNAL")
    heard = read_message(detector, talk)
    return GuideReply(answer_message(talk, heard, None), "JOURNAL", heard.intensity, heard.strategy)


def in_another_language(talk: Talk, mode: str) -> GuideReply:
    """What cannot be read is owned up to once, in German where it is German, and then asked about by its feelings."""
    german = is_german(talk.message)
    notice, asks = (GERMAN_NOTICE, "open_german") if german else (NOTICE, "unread")
    text = notice if notice not in talk.said else fresh(phrases()[asks], talk)
    return GuideReply(text, mode, talk.intensity or 1, "German" if german else "not English")


def say_back(talk: Talk, echo: Echo) -> str:
    return fresh(phrases()["quoted" if echo.quoted else "turned"], talk, x=echo.text)


def take_up(talk: Talk, heard: MessageReading, own: Mapping[str, list[str]] | None = None) -> str:
    """What was told, said back; what was asked, answered: in a room's own words where it has some."""
    if heard.intent is Intent.TELL:
        return say_back(talk, heard.echo) if heard.echo else ""
    words = insult_in(talk.message) if heard.intent is Intent.BLAME else own_words(talk.message)
    return fresh({**phrases()["intents"], **(own or {})}[heard.intent], talk, x=words or "")


def say_back_own(talk: Talk, heard: MessageReading) -> str:
    """Only what can be turned: a quotation adds nothing that they do not know."""
    return say_back(talk, heard.echo) if heard.echo and not heard.echo.quoted else ""


def said_back_lately(talk: Talk) -> bool:
    openings = tuple(
        text.partition("{")[0].lower() for text in phrases()["turned"] if not text.startswith("{")
    )
    return any(text.lower().startswith(openings) for text in talk.said[-3:])


def asked_twice(talk: Talk) -> bool:
    """Who is asked every time is questioned, not listened to."""
    return len(talk.said) > 1 and all("?" in text for text in talk.said[-2:])


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


def answer_message(talk: Talk, heard: MessageReading, ask: str | None) -> str:
    if heard.intent is Intent.TELL:
        guess, question = guess_and_question(talk, heard, ask)
        words = "" if guess or said_back_lately(talk) else say_back_own(talk, heard)
        if asked_twice(talk) and not (guess or ask):
            question = fresh(phrases()["stay"], talk)
        return join_words(slow_down(talk, heard), words, guess, question)
    first = heard.reading.sentences[0] if heard.reading.sentences else talk.message
    without_no = RULES["no_at_first"].sub("", first) or first
    words = insult_in(talk.message) or own_words(
        without_no if heard.intent is Intent.CORRECT else talk.message
    )
    lead = fresh(phrases()["intents"][heard.intent], talk, x=words)
    rest = rest_of(talk, heard)
    asks = phrases()["intent_asks"].get(heard.intent) if not rest else None
    return join_words(lead, rest, ask or (fresh(asks, talk) if asks else open_question(talk, heard)))


def own_words(message: str) -> str:
    """The first words of a short message, as they can stand in a quotation."""
    words = plain(message[:QUOTED_LETTERS]).replace('"', "'").split()
    return " ".join(words[:QUOTED_WORDS]).rstrip(" .!?,;") + (" …" if len(words) > QUOTED_WORDS else "")


def rest_of(talk: Talk, heard: MessageReading) -> str:
    """What the message tells beside its request."""
    if heard.echo is None or heard.intent is Intent.BLAME or intent_of(heard.echo.source) is not Intent.TELL:
        return ""
    short = len(talk.message.split()) <= QUOTED_WORDS and len(heard.reading.sentences) == 1
    return "" if short else say_back(talk, heard.echo)


def guess_and_question(talk: Talk, heard: MessageReading, ask: str | None) -> tuple[str, str]:
    just_guessed = bool(talk.said) and any(check in talk.said[-1] for check in phrases()["guess_checks"])
    if ask or heard.guess is None or just_guessed or heard.intensity >= SLOW_FROM:
        return "", ask or open_question(talk, heard)
    feeling = FEELINGS[heard.guess]
    guess = fresh(phrases()["guesses"], talk, noun=feeling.noun, says=feeling.says)
    return guess, fresh(phrases()["guess_checks"], talk)


def open_question(talk: Talk, heard: MessageReading) -> str:
    feeling = None if heard.intent in ASKS_BACK else heard.named or heard.guess
    own = phrases()["feelings"].get(feeling, []) if feeling else []
    unused = [question for question in own if not any(question in text for text in talk.said)]
    open_ones = phrases()["open_event" if heard.is_event else "open"]
    left = [question for question in open_ones if not any(question in text for text in talk.said)]
    return fresh(unused or left or phrases()["open"] + phrases()["open_event"], talk)


def told_so_far(detector: Detector, talk: Talk, heard: MessageReading) -> list[str]:
    """Now and then, some of what was said up to here, the newest last; empty when it is not the time."""
    is_time = talk.number % SUMMARY_EVERY == 0 and heard.intent is Intent.TELL
    if not is_time or heard.echo is None or heard.echo.quoted:
        return []
    earlier = [text for text in talk.own[:-1] if intent_of(text) is Intent.TELL][-SUMMARY_EVERY:]
    echoes = [echo_of(read_latest(detector, calm(text))) for text in earlier]
    before = [echo.text for echo in echoes if echo and not echo.quoted and echo.text != heard.echo.text]
    return [*dict.fromkeys(before[-2:]), heard.echo.text] if before else []


def say_summary(talk: Talk, told: list[str], ask: str | None) -> str:
    lines = [f"{text[:1].upper()}{text[1:]}." for text in told]
    ask = ask or fresh(phrases()["summary_ask"], talk)
    return join_words(fresh(phrases()["summary_open"], talk), *lines, ask)


@dataclass(frozen=True)
class Echo:
    text: str
    """Without final stop; turned text starts small."""
    quoted: bool
    source: str


def echo_of(reading: FeelingReading) -> Echo | None:
    """The clause worth saying back, if the message has one."""
    found: list[tuple[float, Echo]] = []
    for place, sentence in enumerate(reading.sentences):
        pieces = [sentence] if len(sentence.split()) <= LONGEST else clauses(sentence)
        for piece in pieces:
            before = sentence[: max(0, sentence.find(piece))]
            if not RULES["leans"].search(before) and (echo := echo_in(piece)):
                heard = float(reading.by_sentence[place].max(initial=0.0))
                later = LATER_COUNTS * place / len(reading.sentences)
                found.append((worth_of(echo, heard) + weight_in_sentence(piece, before) + later, echo))
    best = max(found, key=lambda candidate: candidate[0], default=None)
    return best[1] if best else None


def turn_to_you(clause: str) -> str | None:
    """From the speaker's side to the listener's, or None where that would not come out right."""
    words = mend(plain(clause))
    at_some_time = RULES["at"].match(words)
    is_timed = at_some_time is not None and not RULES["somebody"].search(at_some_time[0])
    is_own = RULES["about_self"].match(words) or RULES["when"].match(words) or is_timed
    if not is_own or RULES["unturnable"].search(words) or RULES["not_ours_to_say"].search(words):
        return None
    swapped = WORD.sub(lambda word: GRAMMAR["to_other"].get(word[0].lower(), word[0]), words)
    swapped = agree(swapped, "agreement_with_you")
    swapped = RULES["coordinated"].sub(lambda verb: agree_again(swapped, verb), swapped)
    return swapped[:1].lower() + swapped[1:]


def agree_again(sentence: str, verb: re.Match[str]) -> str:
    """A second verb takes the subject of the first, unless somebody else has come in between."""
    start = sentence.lower().rfind("you", 0, verb.start())
    if start < 0 or RULES["third_person"].search(sentence, start, verb.start()):
        return verb[0]
    return f"{verb[1]}{verb[2] or ''} {GRAMMAR['plural'][verb[3].lower()]}"


def echo_in(piece: str) -> Echo | None:
    bare = LEAD_IN.sub("", piece.strip())
    whole = bare if len(bare.split()) >= SHORTEST else piece.strip()
    trimmed = RULES["dangling"].sub("", RULES["filler"].sub("", whole)).strip(" ,;:.!…-–—")
    if not trimmed:
        return None
    fits = len(trimmed.split()) <= LONGEST and len(trimmed) <= LETTERS
    said = turn_to_you(trimmed) if fits and not RUN_ON.search(trimmed) else None
    if said:
        return Echo(said, quoted=False, source=trimmed)
    quotation = plain(trimmed).replace('"', "'")
    first = re.match(r"[A-Za-z']+", quotation)
    if first and RULES["common_start"].fullmatch(first[0]):
        # Inside a sentence it starts small, unless it starts with a name or with "I".
        quotation = quotation[:1].lower() + quotation[1:]
    quotation = without_insults(quotation)
    cut = " ".join(quotation.split()[:LONGEST])[:LETTERS] + " …"
    return Echo(quotation if fits else cut, quoted=True, source=trimmed)


def worth_of(echo: Echo, heard: float) -> float:
    words = len(echo.source.split())
    worth = heard + (0.0 if echo.quoted else 0.8) + (0.5 if heard >= NAMED else 0.0)
    worth -= 0.8 if words < 4 else 0.0  # noqa: PLR2004  # too little to stand alone
    worth -= 0.5 if words > LONGEST else 0.0
    return worth - (0.6 if echo.source.endswith("?") or "?" in echo.source else 0.0)


def weight_in_sentence(piece: str, before: str) -> float:
    """Of the clauses of one sentence, which carries it: one with a feeling in it, and rather a whole thought than a tag."""
    named, _ = named_feelings((plain(piece),))
    strong = 0.5 if named else 0.3 if STRONG.search(piece) else 0.0
    strong -= 0.4 if RULES["subordinate"].search(before) else 0.0
    return strong + 0.03 * min(12, len(piece.split())) - (0.8 if RULES["aside"].search(plain(piece)) else 0.0)

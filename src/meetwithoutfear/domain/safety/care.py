"""Care: the state of one member's conversation after words of danger, until they say that they are safe.

In care nothing else is talked about. Every message is read in the light of what was asked last (`answers`), and answered
from a catalogue (`data/care.json`) that no engine has a part in: a word for what was said, then one question at a time. It
asks directly and by name; a plan, means or a time make it urgent, short, and about nothing but the next minutes; no question
is put twice while nothing has changed, no block of words is said twice, and the talk is never ended from this side. Only two
things lead out: a yes when asked "are you safe?", or the member's own `continue`. No clinician has read these words yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from meetwithoutfear.domain.safety.answers import WORDS, CareAnswer, Question, plain_answer, read_answer
from meetwithoutfear.domain.safety.check import FROM_THE_PARTNER, Certainty, Label, SafetyFinding
from meetwithoutfear.domain.vocabulary import read_json


class Language(StrEnum):
    EN = "en"
    DE = "de"


CATALOGUE: Mapping[str, Mapping[str, str]] = MappingProxyType(read_json("care.json"))


class Ask(StrEnum):
    """What a question in care is about: a yes means something else for each."""

    ITSELF = "itself"
    THOUGHTS = "thoughts"
    PLAN = "plan"
    MEANS = "means"
    WHEN = "when"
    WOUND = "wound"
    NEAR = "near"
    AGAIN = "again"
    NOW = "now"
    WHAT = "what"
    PERSON = "person"
    DEVICE = "device"
    BARRIER = "barrier"
    HOUR = "hour"
    SAFE = "safe"
    URGENT = "urgent"


ALARMING = frozenset({Ask.PLAN, Ask.MEANS, Ask.WHEN, Ask.WOUND, Ask.NEAR, Ask.AGAIN, Ask.NOW})
"""A yes to one of these makes it urgent."""
DEEPER = (Ask.MEANS, Ask.WHEN)
"""Not asked where there is no plan."""
GENTLE = frozenset({Ask.PERSON, Ask.DEVICE, Ask.BARRIER, Ask.HOUR})
"""What may still be asked of somebody who does not want to answer."""

LADDERS: Mapping[str, tuple[Ask, ...]] = {
    "suicide": (Ask.THOUGHTS, Ask.PLAN, Ask.MEANS, Ask.WHEN, Ask.PERSON, Ask.BARRIER, Ask.HOUR),
    "selfharm": (Ask.WOUND, Ask.THOUGHTS, Ask.PERSON, Ask.BARRIER, Ask.HOUR),
    "partner": (Ask.NEAR, Ask.AGAIN, Ask.PERSON, Ask.DEVICE, Ask.BARRIER, Ask.HOUR),
    "harm_others": (Ask.NEAR, Ask.MEANS, Ask.PERSON, Ask.BARRIER, Ask.HOUR),
    "child": (Ask.NOW, Ask.PERSON, Ask.BARRIER, Ask.HOUR),
    "unsaid": (Ask.WHAT, Ask.PERSON, Ask.HOUR),
}
FIRST_ASKS: Mapping[str, tuple[Ask, Ask]] = {
    "suicide": (Ask.PLAN, Ask.THOUGHTS),
    "selfharm": (Ask.WOUND, Ask.ITSELF),
    "partner": (Ask.NEAR, Ask.ITSELF),
    "harm_others": (Ask.NEAR, Ask.ITSELF),
    "child": (Ask.NOW, Ask.ITSELF),
}
"""What the first words ask: where it was said outright, and where it was hinted at and may be nothing."""
LABELS_OF_TOPICS = {"partner": Label.ABUSE, **{label.value: label for label in Label}}
URGENT = ("urgent.who", "urgent.hard", "urgent.say", "urgent.step", "urgent.door", "urgent.still")


@dataclass(frozen=True)
class Care:
    label: Label | None
    """What it is about; nothing where only the fact is kept, since the words were in a place that keeps nothing."""
    since: datetime
    language: Language = Language.EN
    urgent: bool = False
    asked: Ask | None = None
    figure: bool = False
    """They have said that it was a figure of speech."""
    said: tuple[str, ...] = ()
    """Keys of the catalogue, in order: nothing is said twice."""

    @property
    def topic(self) -> str:
        return "unsaid" if self.label is None else topic_of(self.label)


def topic_of(label: Label) -> str:
    """The talk it leads to."""
    return "partner" if label in FROM_THE_PARTNER else label.value


@dataclass(frozen=True)
class CareTurn:
    """What care says next, as keys of the catalogue, and how the conversation stands then; None: it is over."""

    keys: tuple[str, ...]
    after: Care | None
    language: Language

    def render(self, emergency: str | None) -> str:
        number = emergency or CATALOGUE["emergency.unknown"][self.language]
        texts = (CATALOGUE[key][self.language] for key in self.keys)
        return " ".join(texts).format(emergency=number)


def begin_care(finding: SafetyFinding, text: str, now: datetime, language: Language) -> CareTurn:
    """The first answer. Where means, a time or somebody dangerous are named at once, it is the urgent one."""
    care = Care(finding.label, now, language_of(text, language))
    answer = read_answer(text)
    if finding.certainty is Certainty.A and is_urgent(care, answer, at_first=True):
        return say(care, f"urgent.{care.topic}.now", asks=Ask.URGENT, urgent=True)
    outright, hinted = FIRST_ASKS[care.topic]
    asks = outright if finding.certainty is Certainty.A else hinted
    # What was said outright or has been put is not asked for again.
    care = replace(care, said=(f"{care.topic}.{hinted}",))
    return say(care, f"first.{finding.label}.{finding.certainty}", asks=asks)


def quiet_care(now: datetime, language: Language) -> Care:
    """Begun by words in a place that keeps nothing: a state without words or cause."""
    return Care(None, now, language)


def care_in(spoken: Sequence[str], now: datetime) -> Care | None:
    """How a talk stands of which nothing is kept, from what the guide has said in it: the catalogue's own words tell."""
    care: Care | None = None
    for words in spoken:
        for key in keys_in(words):
            if care is not None or key.startswith(("first.", "urgent.")):
                care = care_after(care or Care(None, now), key)
    return care


def keys_in(words: str) -> list[str]:
    found = []
    for key, texts in CATALOGUE.items():
        for text in texts.values():
            parts = text.split("{emergency}")  # the number in it may be any
            if all(part in words for part in parts):
                found.append((words.find(parts[0]), key))
    return [key for _, key in sorted(found)]


def care_after(care: Care, key: str) -> Care | None:
    """As it stood after this was said."""
    care = replace(care, said=(*care.said, key))
    match key.split("."):
        case ["back", *_]:
            return None
        case ["first", "unsaid"]:
            return replace(care, asked=Ask.ITSELF)
        case ["first", label, certainty]:
            care = replace(care, label=Label(label))
            outright, hinted = FIRST_ASKS[care.topic]
            return replace(care, asked=outright if certainty == Certainty.A else hinted)
        case ["urgent", topic, "now"]:
            return replace(care, label=LABELS_OF_TOPICS.get(topic), asked=Ask.URGENT, urgent=True)
        case ["urgent", *_]:
            return replace(care, asked=Ask.URGENT, urgent=True)
        case ["safe", _]:
            return replace(care, asked=Ask.SAFE)
        case ["heard", "figure"]:
            return replace(care, figure=True)
        case [topic, asks] if topic in LADDERS:
            return replace(care, asked=Ask(asks))
        case _:
            return care


def answer_in_care(care: Care, text: str, finding: SafetyFinding | None) -> CareTurn:
    care = replace(care, language=language_of(text, care.language))
    answer = read_answer(text)
    if finding is not None and finding.is_alarm and is_graver(finding, care):
        return begin_care(finding, text, care.since, care.language)
    if not care.said:
        return say(care, "first.unsaid", asks=Ask.ITSELF)
    if is_safe(care, answer):
        return CareTurn(("back.figure" if care.figure else "back.safe",), None, care.language)
    if answer.asks is not None and not is_urgent(care, answer):
        return answer_question(care, answer.asks)
    if answer.watched and care.topic == "partner" and "partner.device" not in care.said:
        return say(care, "partner.device", asks=Ask.DEVICE)
    if answer.helped or (answer.company and care.topic in {"suicide", "selfharm"}):
        return ask_whether_safe(care, word_for(care, "heard.helped"))
    if is_urgent(care, answer) or (finding is not None and finding.certainty is Certainty.A and care.urgent):
        return press_on(care, answer)
    return go_on(care, answer)


def is_graver(finding: SafetyFinding, care: Care) -> bool:
    """Something else has come up that goes first, or something at last where nothing was known."""
    if care.label is None:
        return True
    order = list(Label)
    is_other = f"first.{finding.label}.{finding.certainty}" not in care.said
    same_topic = topic_of(finding.label) == care.topic
    return is_other and not same_topic and order.index(finding.label) < order.index(care.label)


def is_safe(care: Care, answer: CareAnswer) -> bool:
    if care.asked is not Ask.SAFE or answer.unsafe or answer.means or answer.plan:
        return False
    if answer.hesitant and not answer.safe:
        return False
    return answer.safe or answer.helped or (answer.yes and not answer.no)


def is_urgent(care: Care, answer: CareAnswer, *, at_first: bool = False) -> bool:
    """Whether what was said makes it a matter of minutes."""
    if answer.figure:
        return False
    if care.asked is Ask.SAFE and (answer.unsafe or (answer.no and not answer.safe)):
        return True
    if answer.hurt and care.topic != "harm_others":
        return True
    agreed = answer.yes and not (answer.no or answer.helped or answer.safe)
    if care.asked in ALARMING and agreed and not (care.asked is Ask.PLAN and is_vague(answer)):
        return True
    if care.topic in {"suicide", "selfharm"}:
        at_hand = answer.means and not answer.no
        return (
            at_hand
            or (answer.time and (answer.plan or care.urgent or care.asked is Ask.WHEN))
            or (answer.plan and not at_first)
        )
    if care.topic == "harm_others":
        return ((answer.means or answer.near) and not answer.no) or (answer.time and answer.plan)
    return answer.near and not answer.no and not (at_first and answer.conditional)


def is_vague(answer: CareAnswer) -> bool:
    """A yes to the question about a plan that says nothing of one is a reason to ask on, not yet to sound the alarm."""
    return not (answer.means or answer.plan or answer.time)


def press_on(care: Care, answer: CareAnswer) -> CareTurn:
    """Short, one thing at a time: the number, a person, distance, what stands in the way."""
    if answer.person and care.urgent and (named := word_for(care, "heard.person")):
        return say(replace(care, said=(*care.said, "urgent.who")), *named, asks=Ask.URGENT)
    if care.topic == "partner" and care.urgent and answer.near and "urgent.near" not in care.said:
        return say(care, "urgent.near", asks=Ask.URGENT)
    return say(care, least_said(care, (f"urgent.{care.topic}.now", *URGENT)), asks=Ask.URGENT, urgent=True)


def answer_question(care: Care, asks: Question) -> CareTurn:
    """A question put to the guide is answered first; what was asked before stays open."""
    key = f"answer.{asks}"
    if key in care.said:
        return next_step(care, ())
    if asks is Question.OTHER:
        return next_step(care, (key,))
    return say(care, key, asks=Ask.SAFE if asks is Question.GO_ON else care.asked)


def go_on(care: Care, answer: CareAnswer) -> CareTurn:  # noqa: C901, PLR0912  # one flat list of cases
    if answer.figure:
        return ask_whether_safe(replace(care, figure=True), word_for(care, "heard.figure"))
    if answer.safe:
        return ask_whether_safe(care, word_for(care, "heard.safe"))
    if answer.silent:
        return next_step(care, word_for(care, "heard.silence"), among=GENTLE)
    if care.urgent:
        return press_on(care, answer)
    if answer.subject:
        return next_step(care, word_for(care, "heard.subject"))
    match care.asked:
        case Ask.THOUGHTS if answer.yes and care.label is Label.SELFHARM:
            graver = replace(care, label=Label.SUICIDE, said=(*care.said, "suicide.thoughts"))
            return next_step(graver, word_for(care, "heard.yes"))
        case Ask.THOUGHTS | Ask.ITSELF if answer.no and not answer.yes:
            return ask_whether_safe(care, word_for(care, "heard.no"))
        case Ask.PLAN if answer.no and not answer.yes:
            return next_step(care, word_for(care, "heard.no"), without=DEEPER)
        case Ask.PERSON if answer.no and not answer.yes:
            return next_step(care, word_for(care, "heard.alone"))
        case Ask.PERSON if answer.yes or answer.person:
            return next_step(care, word_for(care, "heard.person"))
        case _ if answer.no and not answer.yes:
            return next_step(care, word_for(care, "heard.no"))
        case _ if answer.yes:
            return next_step(care, word_for(care, "heard.yes"))
        case _:
            return next_step(care, word_for(care, "heard.more"))


def next_step(
    care: Care,
    before: tuple[str, ...],
    *,
    among: frozenset[Ask] | None = None,
    without: tuple[Ask, ...] = (),
) -> CareTurn:
    """The next question of the ladder that has not been put; then whether they are safe, once; then staying."""
    care = replace(care, said=(*care.said, *(f"{care.topic}.{ask}" for ask in without)))
    for ask in LADDERS[care.topic]:
        is_put = f"{care.topic}.{ask}" in care.said
        if not is_put and (among is None or ask in among):
            return say(care, *before, f"{care.topic}.{ask}", asks=ask)
    if "safe.1" not in care.said and among is None:
        return ask_whether_safe(care, before)
    return say(
        care, *before, least_said(care, (key for key in CATALOGUE if key.startswith("stay."))), asks=None
    )


def ask_whether_safe(care: Care, before: tuple[str, ...]) -> CareTurn:
    return say(
        care, *before, least_said(care, (key for key in CATALOGUE if key.startswith("safe."))), asks=Ask.SAFE
    )


def word_for(care: Care, kind: str) -> tuple[str, ...]:
    """A word for what was said, as long as there is one that has not been used."""
    keys = (key for key in CATALOGUE if key == kind or key.startswith(f"{kind}."))
    return next(((key,) for key in keys if key not in care.said), ())


def least_said(care: Care, wanted: Iterable[str]) -> str:
    """After a very long talk something must come again: what lies furthest back."""
    last = {said: at for at, said in enumerate(care.said)}
    return min(wanted, key=lambda key: last.get(key, -1))


def say(care: Care, *keys: str, asks: Ask | None, urgent: bool | None = None) -> CareTurn:
    put = () if asks is None else (f"{care.topic}.{asks}",)
    said = (*care.said, *keys, *(key for key in put if key not in keys))
    is_now = care.urgent if urgent is None else urgent
    return CareTurn(keys, replace(care, asked=asks, said=said, urgent=is_now), care.language)


def language_of(text: str, known: Language) -> Language:
    """Where the words could be of either, it stays as it was."""
    words = plain_answer(text)
    german, english = (len(WORDS[name].findall(words)) for name in ("german", "english"))
    if german == english:
        return known
    return Language.DE if german > english else Language.EN

"""How a statement stands to the feelings it names, read before any feeling is counted.

A sentence falls into clauses; each feeling named in one is somebody's (voices.py), and is affirmed, denied, asked about or
ordered away (denial.py), or called a pretence. Only what is affirmed of the subject can be an understanding. Hedges
("maybe", "I imagine") affirm. A statement with something affirmed stays one in spite of a question or a feeling of the
writer's beside it; mockery and belittling spoil the whole. What somebody feels called ("you feel told that you
overreact"), and what is expressly taken back ("you are not overreacting"), is neither.

A feeling may be called a pretence: played, claimed, put on, or used for an end. To pretend that one is fine is
another thing, and so is to hide a feeling: both are left to the words that follow.

It is plainly said of the subject only where every word before it does no more than carry it. People find ever new
ways to say that somebody does not feel what they feel. To list them all is hopeless; to know the words that carry a
feeling without touching it (data/carrying.txt) is not. A clause with any other word before the feeling may still be
meant well; it is just no ground to let a statement pass on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from meetwithoutfear import data
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.gap import GapAnalysis, SettledAction, Stance, settle_action
from meetwithoutfear.domain.vocabulary import read_patterns, read_rules
from meetwithoutfear.engines.embedded import denial
from meetwithoutfear.engines.embedded.denial import RULES as DENIAL
from meetwithoutfear.engines.embedded.sentences import SMALL_WORDS, is_english, plain
from meetwithoutfear.engines.embedded.voices import RULES as VOICES
from meetwithoutfear.engines.embedded.voices import (
    Cast,
    Holder,
    Word,
    cast_of,
    holder_of,
    people_feel,
)
from meetwithoutfear.prompts.two_sided import GapTask

RULES = read_patterns("embedded/stance.txt", read_rules("embedded/talk.txt"))
NEAR = 28
FEWEST_WORDS, FEW = 4, 2
MARKS = {"mocks": Stance.MOCKED, "insults": Stance.MOCKED, "belittles": Stance.DENIED}
GRAVEST_FIRST = (Stance.PRETENDED, Stance.DENIED, Stance.ORDERED, Stance.ASKED, Stance.NOT_THE_SUBJECTS)
CARRIES = frozenset(data.read_text("carrying.txt").split())
CIRCUMSTANCE = frozenset({"when", "whenever", "after", "because", "since", "while", "before"})


class MentionKind(StrEnum):
    NAMED = "named"
    STATE = "state"
    """A state of mind that is none of the 27 feelings."""
    GOOD = "good"
    """A good thing that hurts when it is missing."""
    WELL = "well"


STATES = {MentionKind.STATE: "inner_state", MentionKind.GOOD: "good_state", MentionKind.WELL: "fine"}


@dataclass(frozen=True)
class Mention:
    feeling: str | None
    """None for a state of mind that is none of the 27."""
    stance: Stance
    holder: Holder
    plain: bool
    """Said of the subject in words that leave no room."""
    goes_on: Holder
    """Whose a feeling is that follows without anybody named."""

    @property
    def is_plainly_affirmed(self) -> bool:
        return self.plain and self.stance is Stance.AFFIRMED

    @property
    def is_against(self) -> bool:
        against = {Stance.DENIED, Stance.PRETENDED, Stance.NOT_THE_SUBJECTS}
        return self.stance in against and (self.feeling is not None or self.holder is Holder.SUBJECT)


@dataclass(frozen=True)
class Place(Word):
    kind: MentionKind = MentionKind.NAMED

    @property
    def family(self) -> str:
        return FEELINGS[self.feeling].family if self.feeling else ""


@dataclass(frozen=True)
class Passage:
    """A clause, with what its sentence and the words before it give to it."""

    cast: Cast
    sentence: str
    clause: denial.Clause
    mode: Stance | None
    otherwise: Holder
    spoken_of: Holder | None

    @property
    def text(self) -> str:
        return self.clause.text


def mentions_in(passage: Passage) -> Iterator[Mention]:
    places = sorted(_places(passage.text), key=lambda place: place.start)
    otherwise = passage.otherwise
    for place in places:
        holder = holder_of(passage.cast, place, otherwise)
        is_missed = place.kind is MentionKind.GOOD and place.by_others
        if is_missed and holder is Holder.WRITER and RULES["i_did"].search(place.before):
            holder = Holder.SUBJECT
        stance = _stance(passage, place, places)
        if stance is None:
            continue
        if place.kind in {MentionKind.NAMED, MentionKind.STATE} and not place.by_others:
            otherwise = holder
        if holder is not Holder.SUBJECT:
            stance = Stance.NOT_THE_SUBJECTS
        elif passage.mode and stance is Stance.AFFIRMED:
            stance = passage.mode
        yield Mention(place.feeling, stance, holder, _is_plain(passage, place, places), otherwise)


def _places(text: str) -> Iterator[Place]:
    for key, feeling in FEELINGS.items():
        kind = MentionKind.WELL if feeling.family == POSITIVE else MentionKind.NAMED
        for found in feeling.lexicon.finditer(text):
            yield Place(text, *found.span(), key, kind)
        for found in feeling.lacks.finditer(text) if feeling.lacks else ():
            yield Place(text, *found.span(), key, MentionKind.GOOD)
    for kind, states in STATES.items():
        for found in RULES[states].finditer(text):
            yield Place(text, *found.span(), None, kind)


def _stance(passage: Passage, place: Place, places: list[Place]) -> Stance | None:
    """None where the word says nothing here about how somebody feels."""
    before = place.before
    inherited = f"{passage.clause.inherited} " if passage.clause.inherited else ""
    shift = len(inherited)
    others = [(one.start + shift, one.end + shift) for one in places if one.end <= place.start]
    said = denial.polarity(inherited + before, others, place.after)
    pretended = is_pretended(passage, place)
    if place.kind is MentionKind.GOOD:
        is_missing = said is Stance.DENIED or DENIAL["absent"].search(before)
        has_it = RULES["has_it"].search(before) and said is Stance.AFFIRMED
        return None if pretended else Stance.AFFIRMED if is_missing else Stance.DENIED if has_it else None
    if place.kind is MentionKind.WELL:
        if pretended or said is not Stance.AFFIRMED:
            return None
        return Stance.AFFIRMED if place.feeling else Stance.DENIED if RULES["has_it"].search(before) else None
    if pretended:
        return Stance.PRETENDED
    return _stance_of_pain(place, said, is_disbelief=bool(DENIAL["disbelief"].search(inherited + before)))


def _stance_of_pain(place: Place, said: Stance, *, is_disbelief: bool) -> Stance:
    before, after = place.before, place.after
    if place.family not in {"FEAR", "SHAME", "POWER"} and RULES["serves"].search(after):
        return Stance.PRETENDED
    is_refused = RULES["refused"].match(after) and place.kind is MentionKind.NAMED and not people_feel(before)
    if RULES["taken_back"].match(after) or is_refused:
        return Stance.DENIED
    is_good_thing = RULES["good_things"].search(place.text) and not is_disbelief
    return Stance.AFFIRMED if said is Stance.DENIED and is_good_thing else said


def _is_plain(passage: Passage, place: Place, places: list[Place]) -> bool:
    cast, text = passage.cast, passage.text
    blank = list(text)
    for one in places:
        blank[one.start : one.end] = " " * (one.end - one.start)
    before = DENIAL["harmless"].sub(" ", "".join(blank[: place.start]))
    if passage.clause.cut in CIRCUMSTANCE:
        before = re.sub(r"^.*\s(?=you\b)", "", before, flags=re.IGNORECASE)
    comes_first = VOICES["before_person"].search(place.before)
    if comes_first and RULES["i_see"].search(before) and _is_of_subject(cast, place.after):
        return True
    until = text[: place.end]
    is_said = any(cast.holder(one[0]) is Holder.SUBJECT for one in cast.people(until)) or VOICES[
        "says_you"
    ].search(until)
    goes_on = not cast.people(text) and (
        RULES["it_must_be"].match(text) or passage.spoken_of is Holder.SUBJECT
    )
    follows = RULES["for_subject"].match(place.after) or comes_first
    return bool(is_said or follows or goes_on) and is_carried(before, cast.subject)


def _is_of_subject(cast: Cast, text: str) -> bool:
    people = cast.people(text)
    return bool(people) and cast.holder(people[0][0]) is Holder.SUBJECT


def is_pretended(passage: Passage, place: Place) -> bool:
    cast, sentence, text = passage.cast, passage.sentence, passage.text
    before, after = place.before, place.after
    if before.endswith(('"', "'")) and after[:1] in {'"', "'", ","} and not RULES["said"].search(sentence):
        return True
    if RULES["as_if"].match(text) and not re.search(
        r"\b(?:feel|felt|feels|feeling)\b", sentence[: sentence.find(text)][-20:]
    ):
        return True
    if RULES["say_but"].search(sentence) and re.search(
        r"\b(?:say|says|claim|tell|call)\b", before, re.IGNORECASE
    ):
        return True
    for found in RULES["pretence"].finditer(denial.mask(RULES["more_than_shown"], before)):
        lead = before[: found.start()]
        people = cast.people(lead)
        own = not people or cast.holder(people[-1][0]) is Holder.SUBJECT
        if (
            own
            and not DENIAL["negation"].search(lead[-20:])
            and not re.search(r"\b(?:not|n't|never)\b", lead[-8:])
        ):
            return True
    sham = RULES["sham"].search(after) or RULES["sham"].search(sentence)
    return bool(sham) and not DENIAL["negation"].search(sentence[: sham.start()][-20:]) if sham else False


def is_carried(before: str, name: str = "") -> bool:
    """Do these words, with other feelings taken out, say nothing but whose the feeling is and how sure the writer is?"""
    if RULES["so_you_say"].search(before) or RULES["hypothesis"].search(before):
        return False
    cause = RULES["cause"].match(before)
    if cause and not DENIAL["negation"].search(cause[0]) and not RULES["pretence"].search(cause[0]):
        before = before[cause.end() :]
    before = RULES["where"].sub(" ", RULES["of_things"].sub(" ", RULES["opening"].sub(" ", before)))
    known = {part.lower() for part in RULES["hyphenated"].findall(name)}
    words = (word.lower() for word in RULES["hyphenated"].findall(before))
    return all(w in CARRIES or w in known or w.endswith("ly") for w in words)


def is_bright(feeling: str | None) -> bool:
    return feeling is not None and FEELINGS[feeling].family == POSITIVE


@dataclass(frozen=True)
class StatementReading:
    mentions: tuple[Mention, ...]
    marks: frozenset[Stance]
    """Mockery and belittling, wherever they stand."""
    is_readable: bool
    is_list: bool
    asks_or_orders: Stance | None
    doubts: int = 0
    """Clauses that call something the subject says or does untrue, without naming a feeling."""
    set_aside: tuple[str, ...] = ()
    """Sentences in which nothing is affirmed of the subject and something is said in another way."""

    @property
    def affirmed(self) -> frozenset[str]:
        return frozenset(m.feeling for m in self.mentions if m.feeling and m.stance is Stance.AFFIRMED)

    @property
    def glosses_over(self) -> frozenset[str]:
        """The bright feelings of a statement that affirms no other."""
        return self.affirmed if all(is_bright(feeling) for feeling in self.affirmed) else frozenset()

    @property
    def withheld(self) -> frozenset[str]:
        """Feelings the statement names and nowhere affirms of the subject."""
        return frozenset(m.feeling for m in self.mentions if m.feeling) - self.affirmed | self.refused

    @property
    def refused(self) -> frozenset[str]:
        """Feelings it says the subject does not have."""
        wrong = {Stance.DENIED, Stance.PRETENDED}
        return frozenset(m.feeling for m in self.mentions if m.feeling and m.stance in wrong)

    def stance(self, subject: Collection[str] = ()) -> Stance:
        """Of the whole; `subject` are feelings the subject is known to have, and to deny one of those is to deny."""
        if self.is_list:
            return Stance.WORD_LIST
        if not self.is_readable:
            return Stance.UNCLEAR
        for mark in (Stance.MOCKED, Stance.DENIED):
            if mark in self.marks:
                return mark
        if self.refused & frozenset(subject):
            return Stance.DENIED
        plainly = [m for m in self.mentions if m.is_plainly_affirmed and not is_bright(m.feeling)]
        if any(m.feeling for m in plainly) or (plainly and not any(m.is_against for m in self.mentions)):
            return Stance.AFFIRMED
        found = [m.stance for m in self.mentions]
        otherwise = self.asks_or_orders or (Stance.AFFIRMED if self.glosses_over else Stance.UNCLEAR)
        return next((stance for stance in GRAVEST_FIRST if stance in found), otherwise)


UNJUDGED = StatementReading((), frozenset(), is_readable=True, is_list=False, asks_or_orders=None)


@dataclass
class Walk:
    """Through a statement, sentence by sentence, with what is remembered on the way."""

    cast: Cast
    mentions: list[Mention] = field(default_factory=list)
    marks: set[Stance] = field(default_factory=set)
    aside: list[str] = field(default_factory=list)
    asks_or_orders: Stance | None = None
    doubts: int = 0
    otherwise: Holder = Holder.SUBJECT
    spoken_of: Holder | None = None

    def read(self, sentence: str) -> None:
        mark = mark_in(sentence)
        if mark:
            self.marks.add(mark)
        if self.cast.people(sentence):
            self.otherwise = Holder.SUBJECT
        mode = denial.mode_of(sentence)
        parts = denial.statement_clauses(
            sentence if mode else DENIAL["tag"].sub("", sentence), self.cast.subject
        )
        asks_last = (
            len(parts) > 1
            and not DENIAL["asks_first"].match(sentence)
            and DENIAL["asks_first"].match(parts[-1].text.strip())
        )
        found = [
            mention
            for clause in parts
            for mention in self._read_clause(
                sentence, clause, mode if not asks_last or clause is parts[-1] else None
            )
        ]
        self.mentions += found
        if mark or (found and not any(mention.stance is Stance.AFFIRMED for mention in found)):
            self.aside.append(sentence)

    def _read_clause(self, sentence: str, clause: denial.Clause, asked: Stance | None) -> list[Mention]:
        mode = asked or denial.clause_mode_of(clause)
        found = list(mentions_in(Passage(self.cast, sentence, clause, mode, self.otherwise, self.spoken_of)))
        people = self.cast.people(clause.text)
        self.asks_or_orders = self.asks_or_orders or mode
        self.doubts += not found and _doubts(clause, self.cast)
        self.otherwise = found[-1].goes_on if found else self.otherwise
        self.spoken_of = self.cast.holder(people[-1][0]) if people else self.spoken_of
        return found


def read_statement(statement: str, subject: str = "") -> StatementReading:
    walk = Walk(cast_of(plain(statement), subject))
    for sentence in sentences(plain(statement)):
        walk.read(sentence)
    return StatementReading(
        tuple(walk.mentions),
        frozenset(walk.marks),
        _is_readable(statement, walk.mentions),
        _is_list(statement),
        walk.asks_or_orders,
        walk.doubts,
        tuple(walk.aside),
    )


def mark_in(sentence: str) -> Stance | None:
    """MOCKED for mockery and insults, DENIED for belittling what somebody feels."""
    for mark, stance in MARKS.items():
        for found in RULES[mark].finditer(sentence):
            before = sentence[: found.start()]
            if found[0].lower().startswith("i "):
                before = RULES["thinks"].sub("i said ", before)
            negated = DENIAL["negation"].search(before[-NEAR:]) and not before.rstrip().endswith(",")
            quoted = (
                DENIAL["spoken"].search(before)
                if mark == "mocks"
                else denial.is_quoted(before) or DENIAL["spoken"].search(found[0])
            )
            if not quoted and not negated:
                return stance
    return None


def _doubts(clause: denial.Clause, cast: Cast) -> bool:
    said = DENIAL["harmless"].sub(" ", clause.text)
    found = next(denial.disbeliefs(said), None) or RULES["pretence"].search(said)
    return found is not None and any(cast.holder(one[0]) is Holder.SUBJECT for one in cast.people(said))


def _is_readable(statement: str, mentions: list[Mention]) -> bool:
    if not is_english(statement):
        return False
    words = RULES["word"].findall(plain(statement).lower())
    few = len(set(words)) < FEWEST_WORDS
    return not few or bool(mentions) or any(SMALL_WORDS.fullmatch(word) for word in words)


def _is_list(statement: str) -> bool:
    """Feeling words and what links them, without anything said of anybody."""
    bare = plain(statement).lower()
    count = 0
    for feeling in FEELINGS.values():
        bare, found = feeling.lexicon.subn(" ", bare)
        count += found
    has_person = bool(VOICES["person"].search(bare))
    unnamed = VOICES["person"].sub(" ", RULES["inner_state"].sub(" ", RULES["fine"].sub(" ", bare)))
    rest = [w for w in RULES["word"].findall(unnamed) if not RULES["links"].fullmatch(w)]
    if not count or RULES["verb"].search(bare):
        return False
    return not rest and count >= FEW if has_person else len(rest) < FEWEST_WORDS


def settle(prompt: GapTask, analysis: GapAnalysis) -> SettledAction:
    """The guard over every engine's analysis. It overrules only what it can read itself: of other languages, and of a
    statement that simply says little, it has no opinion."""
    read = read_statement(prompt.statement, prompt.subject).stance(prompt.confirmed_feelings)
    stance = analysis.stance if read in {Stance.AFFIRMED, Stance.UNCLEAR} else read
    action, score = analysis.recommended_action, analysis.alignment_score
    return settle_action(action, score, analysis.misattributions, stance)

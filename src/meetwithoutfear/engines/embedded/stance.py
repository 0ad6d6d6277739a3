"""How a statement stands to the feelings it names, read before any feeling is counted.

A sentence falls into clauses; each feeling named in one is somebody's, and is affirmed, denied, called a pretence,
asked about or ordered away. Only what is affirmed of the subject can be an understanding. Hedges ("maybe", "I
imagine") affirm. A statement with something affirmed stays one in spite of a question or a feeling of the writer's
beside it; mockery and belittling spoil the whole. What somebody feels called ("you feel told that you overreact"),
and what is expressly taken back ("you are not overreacting"), is neither.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.gap import GapAnalysis, SettledAction, Stance, settle_action
from meetwithoutfear.domain.vocabulary import read_patterns, read_rules
from meetwithoutfear.engines.embedded.denial import (
    ASKS_FIRST,
    HARMLESS,
    NEGATION,
    SPOKEN,
    TAG,
    Clause,
    clause_mode_of,
    disbeliefs,
    is_quoted,
    mode_of,
    statement_clauses,
)
from meetwithoutfear.engines.embedded.mentions import (
    FINE,
    INNER_STATE,
    PRETENCE,
    Mention,
    Passage,
    mentions_in,
)
from meetwithoutfear.engines.embedded.sentences import SMALL_WORDS, is_english, plain
from meetwithoutfear.engines.embedded.voices import PERSON, Cast, Holder, cast_of
from meetwithoutfear.prompts.two_sided import reconcile

RULES = read_patterns("embedded/stance.txt", read_rules("embedded/talk.txt"))
NEAR = 28
FEWEST_WORDS, FEW = 4, 2
MARKS = {"mocks": Stance.MOCKED, "insults": Stance.MOCKED, "belittles": Stance.DENIED}
GRAVEST_FIRST = (Stance.PRETENDED, Stance.DENIED, Stance.ORDERED, Stance.ASKED, Stance.NOT_THE_SUBJECTS)


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
        mode = mode_of(sentence)
        parts = statement_clauses(sentence if mode else TAG.sub("", sentence), self.cast.subject)
        asks_last = (
            len(parts) > 1 and not ASKS_FIRST.match(sentence) and ASKS_FIRST.match(parts[-1].text.strip())
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

    def _read_clause(self, sentence: str, clause: Clause, asked: Stance | None) -> list[Mention]:
        mode = asked or clause_mode_of(clause)
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
            negated = NEGATION.search(before[-NEAR:]) and not before.rstrip().endswith(",")
            quoted = (
                SPOKEN.search(before) if mark == "mocks" else is_quoted(before) or SPOKEN.search(found[0])
            )
            if not quoted and not negated:
                return stance
    return None


def _doubts(clause: Clause, cast: Cast) -> bool:
    said = HARMLESS.sub(" ", clause.text)
    found = next(disbeliefs(said), None) or PRETENCE.search(said)
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
    has_person = bool(PERSON.search(bare))
    unnamed = PERSON.sub(" ", INNER_STATE.sub(" ", FINE.sub(" ", bare)))
    rest = [w for w in RULES["word"].findall(unnamed) if not RULES["links"].fullmatch(w)]
    if not count or RULES["verb"].search(bare):
        return False
    return not rest and count >= FEW if has_person else len(rest) < FEWEST_WORDS


def settle(prompt: reconcile.Input, analysis: GapAnalysis) -> SettledAction:
    """The guard over every engine's analysis. It overrules only what it can read itself: of other languages, and of a
    statement that simply says little, it has no opinion."""
    read = read_statement(prompt.statement, prompt.subject).stance(prompt.confirmed_feelings)
    stance = analysis.stance if read in {Stance.AFFIRMED, Stance.UNCLEAR} else read
    action, score = analysis.recommended_action, analysis.alignment_score
    return settle_action(action, score, analysis.misattributions, stance)

"""How a clause says a feeling: affirmed, denied, asked about, ordered away, or somebody else's.

"I'm not angry, I'm scared" denies anger and only anger; "not just angry" denies nothing; "she was furious" says
nothing about the speaker. In a statement two denials make a yes ("I don't doubt that you are hurt"). A doubt about
having noticed is none ("I never saw how tired you were"), and neither is a missing good thing ("you don't feel
seen"). A denial reaches the feeling it governs and no further: "you don't sleep and feel worn out" denies sleep.

A guess with a question behind it ("…, am I right?") and a hedged one ("maybe you feel lost?") say something. A wish
that a feeling should go ("you should be less afraid") is an order in all but form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meetwithoutfear.domain.gap import Stance
from meetwithoutfear.domain.vocabulary import read_patterns

RULES = read_patterns("embedded/denial.txt")

DENIAL_REACH = 5


def is_denied(sentence: str, start: int, end: int) -> bool:
    if RULES["own_negative"].match(sentence, start, end):
        return False
    if RULES["not_the_reason"].search(sentence[:start]):
        return True
    scope = _scope_before(sentence, start)
    return bool(RULES["denial"].search(scope)) and not RULES["no_denial"].search(scope)


def is_missing(sentence: str, start: int) -> bool:
    """Is a good thing absent or wished for ("never listens", "I want some recognition")?"""
    scope = _scope_before(sentence, start)
    return bool(RULES["absent"].search(scope)) and not RULES["own_failing"].search(scope)


def _scope_before(sentence: str, start: int) -> str:
    return " ".join(RULES["boundary"].split(sentence[:start])[-1].split()[-DENIAL_REACH:])


def belongs_to_another(sentence: str, start: int) -> bool:
    """Is it said of a person other than the speaker ("he was", "my boss gets")?"""
    return bool(RULES["other_feels"].search(sentence[:start]))


def is_own_deed(sentence: str, start: int) -> bool:
    """Does it tell what the speaker did ("I ignored her"), or how another feels, and not what was done to them?"""
    before = sentence[:start]
    if RULES["other_says"].search(before):
        return True
    return bool(RULES["i_do"].search(before)) and not RULES["own_negative"].match(sentence, start)


def is_quoted(before: str) -> bool:
    """Is what follows somebody's feeling or somebody's earlier words, and not what the writer says now?"""
    return bool(RULES["felt"].search(before) or RULES["spoken"].search(before))


def polarity(before: str, spans: Iterable[tuple[int, int]], after: str) -> Stance:
    """Of a feeling that comes after `before` within its clause; `spans` are the other feelings named there."""
    if RULES["once_thought"].search(before):
        return Stance.UNCLEAR
    said = mask(RULES["harmless"], before)
    denials = len(list(disbeliefs(said))) + _count_governing(mask(RULES["disbelief"], said), spans, after)
    return Stance.DENIED if denials % 2 else Stance.AFFIRMED


def mask(pattern: re.Pattern[str], text: str) -> str:
    """The text with signs in the place of what the pattern finds, each word where it was."""
    return pattern.sub(lambda found: "~" * len(found[0]), text)


def disbeliefs(said: str) -> Iterator[re.Match[str]]:
    for found in RULES["disbelief"].finditer(said):
        # "I don't think I ever saw how tired you are" doubts the writer, not the subject.
        if found[0].lower().startswith(("none", "nothing")) or not re.match(
            r"(?: that)? (?:i|i've|i'd|we)(?! (?:have|think|believe))\b", said[found.end() :], re.IGNORECASE
        ):
            yield found


def _count_governing(said: str, spans: Iterable[tuple[int, int]], after: str) -> int:
    """How many denials reach the feeling through words that only carry it."""
    count, place, only_carried = 0, len(said), False
    blank = list(said)
    for start, end in spans:
        blank[start:end] = " " * (end - start)
    bare = "".join(blank)
    for found in reversed(list(RULES["negation"].finditer(said))):
        between = bare[found.end() : place].replace(".", " ")
        words = re.findall(r"[\w'~]+", RULES["caused"].sub(" ", between.lower()))
        if not all(RULES["through"].fullmatch(word) or word.endswith("ly") or "~" in word for word in words):
            break
        if "," in between and not re.search(r"\b(?:or|nor|and|neither)\b", between + after, re.IGNORECASE):
            break
        if (
            re.search(r"\b(?:so|as) much\b.*\bas\b|\bthan\b", said[found.start() : place], re.IGNORECASE)
            and found[0].lower() != "rather than"
        ):
            break
        if found[0].lower() == "without" and RULES["negation"].search(said[: found.start()]):
            return 0  # "can't rest without feeling guilty"
        carried = found[0].lower() == "nor"
        count, place = count + (not carried), found.start()
        only_carried = carried and not count
    return count or int(only_carried)


@dataclass(frozen=True)
class Clause:
    text: str
    cut: str
    """The word at which it was cut off the clause before."""
    opens: bool
    """Does it begin anew, so that a verb at its head is an order?"""
    inherited: str
    """What of the clause before still governs this one."""


def statement_clauses(sentence: str, name: str = "") -> list[Clause]:
    """Finer than the clauses that are cut for their meaning: here every place counts at which a denial may end."""
    pattern = re.compile(RULES["break"].pattern.replace("{name}", re.escape(name) or "you"), re.IGNORECASE)
    pieces: list[tuple[str, str]] = []
    start = 0
    for found in pattern.finditer(sentence):
        pieces.append((sentence[start : found.start()], found[0]))
        start = found.start() if re.search(r"\bif\b", found[0], re.IGNORECASE) else found.end()
    made: list[Clause] = []
    inherited, opens, last = "", True, ""
    for text, cut in (*pieces, (sentence[start:], "")):
        made.append(Clause(text, last, opens, inherited))
        last = cut.strip(" ,").lower() or ","
        opens = bool(re.search(r"[;:–—.!?…-]|\bbut\b", cut))
        disbelief = RULES["disbelief"].search(text)
        if cut.strip().lower() not in {"and", "or", "nor"}:
            inherited = ""
        elif disbelief:
            inherited = disbelief[0]
    return made


def mode_of(sentence: str) -> Stance | None:
    """Asked, when the sentence is a question and not a hedged guess or one with a question behind it."""
    bare = RULES["tag"].sub("", sentence)
    if bare != sentence and not RULES["asks_first"].match(bare):
        return None
    if RULES["inverted"].match(sentence):
        return Stance.ASKED
    if sentence.rstrip(" \"')").endswith("?"):
        asks = any(RULES["inverted"].match(part.strip()) for part in re.split(r"[,;:–—]", sentence))
        if not asks and not RULES["asks_first"].match(sentence) and RULES["hedged"].search(sentence):
            return None
        return Stance.ASKED
    return None


def clause_mode_of(clause: Clause) -> Stance | None:
    bare = clause.text.strip(" ,\"'")
    ordered = RULES["order"].search(bare)
    if (clause.opens and RULES["order_start"].match(bare)) or (
        ordered and not is_quoted(bare[: ordered.start()])
    ):
        return Stance.ORDERED
    return Stance.ASKED if RULES["enquires"].search(bare) or RULES["if"].match(bare) else None

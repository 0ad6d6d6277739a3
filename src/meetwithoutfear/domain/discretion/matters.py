"""What in a sentence is not everybody's: a private matter, somebody besides the two, a secret, or something to leave out.

Names are told by their capital letter inside a sentence, and by a list where capitals say nothing: at the beginning of a
sentence, and where somebody writes all small. A doubtful word counts as a name: it costs a draft, not a secret.

A secret is told by its grammar: who keeps it, and from whom. What the partner keeps from somebody ("you keep secrets from
me") is a grievance and may be said; so is what somebody tells the partner that they have kept from them ("I kept this from
you"). The words are in data/sensitive.json, the rules in data/discretion.txt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import StrEnum

from meetwithoutfear.domain.discretion.reading import WORDS, is_german, plain_words, straighten
from meetwithoutfear.domain.vocabulary import Patterns, read_json, read_patterns

LISTS = read_json("sensitive.json")


class Domain(StrEnum):
    AFFAIR = "affair"
    HEALTH = "health"
    LAW = "law"
    MONEY = "money"
    SUBSTANCES = "substances"
    SEX = "sex"


def any_word(words: Iterable[str]) -> str:
    """A star at the end stands for any ending, one inside a word for itself: people mask what they would not write."""
    each = (re.escape(word.removesuffix("*")) + (r"\w*" if word.endswith("*") else "") for word in words)
    return rf"(?<![\w'*])(?:{'|'.join(each)})(?![\w*])"


WORD_LISTS = Patterns(
    {
        **{domain.value: any_word(LISTS["domains"][domain]) for domain in Domain},
        **{name: any_word(words) for name, words in LISTS.items() if isinstance(words, list)},
    },
    re.IGNORECASE,
)
NO_MATTER_OF_HEALTH = re.compile(
    r"\b(?:sick|ill) (?:of|at ease|will|and tired)\b|\bloves?ick\b", re.IGNORECASE
)


def domains_in(text: str) -> frozenset[Domain]:
    words = NO_MATTER_OF_HEALTH.sub(" ", straighten(text))
    return frozenset(domain for domain in Domain if WORD_LISTS[domain].search(words))


KIN = [re.escape(word) for word in sorted(LISTS["relations"], key=len, reverse=True)]
RULES = read_patterns("discretion.txt", {"kin": tuple(KIN)}, re.NOFLAG)

NAMES = frozenset(name.lower() for name in LISTS["names"])
ALSO_WORDS = frozenset(name.lower() for name in LISTS["alsoWords"])
CAPITAL = re.compile(r"(?<![\w'])[A-ZÄÖÜÀ-Þ][^\W\d_]+(?:-[A-Z][^\W\d_]+)?")
# Before a capital these speak of a place.
PLACE = re.compile(r"\b(?:in|near|around|across|outside|north|south|east|west)\s+$", re.IGNORECASE)
OPENS = re.compile(r"(?:^|[.!?…:]\s+|[\"“(]\s*|\n\s*)$")
# Endings that names hardly have: a first word of this kind is a thing.
OF_THINGS = ("ing", "ness", "ment", "tion", "sion", "ship", "hood", "ity", "ism", "ance", "ence", "ers")


def names_in(text: str, known: Collection[str] = ()) -> frozenset[str]:
    """The names of others than these, in small letters."""
    words, ours = straighten(text), {part for name in known for part in name.lower().split()}
    # German writes every noun with a capital: there the list alone tells.
    capitals = () if is_german(words) else CAPITAL.finditer(words)
    capital = {found[0].lower() for found in capitals if is_name(words, found)}
    small = {
        word
        for word in re.findall(r"[^\W\d_]+", words.lower())
        if word in NAMES and word not in ALSO_WORDS and not WORD_LISTS["notNames"].fullmatch(word)
    }
    return frozenset(name for name in capital | small if name not in ours)


def is_name(words: str, found: re.Match[str]) -> bool:
    word, before = found[0].lower(), words[: found.start()]
    if WORD_LISTS["notNames"].fullmatch(found[0]) or is_shouted(words):
        return False
    if PLACE.search(before):
        return word in NAMES
    if not OPENS.search(before):
        return True
    if word in WORDS["openers"]:
        return False
    return word in NAMES or bool(RULES["does"].match(words, found.end()) and not word.endswith(OF_THINGS))


def is_shouted(words: str) -> bool:
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) > 12 and sum(letter.isupper() for letter in letters) > len(letters) / 2  # noqa: PLR2004


def relative_in(sentence: str) -> bool:
    """Somebody's brother, mother or friend, wherever they stand."""
    return bool(RULES["relative"].search(plain_words(sentence)))


def is_about_relative(sentence: str) -> bool:
    """They do, have or are something here."""
    words = plain_words(sentence)
    return any(RULES["acts"].match(words[found.end() :]) for found in RULES["relative"].finditer(words))


def is_secret(sentence: str) -> bool:
    """Somebody called it a secret, or promised to keep it."""
    words = plain_words(sentence)
    if RULES["german_secrets"].search(straighten(sentence).lower()):
        return True
    return bool(RULES["secrets"].search(words)) and not RULES["grievance"].search(words)


def asks_to_leave_out(sentence: str) -> bool:
    words = RULES["asked_politely"].sub("", plain_words(sentence))
    if RULES["german_left_out"].search(straighten(sentence).lower()):
        return True
    return bool(RULES["left_out"].search(words)) and not RULES["grievance"].search(words)


def points_back(sentence: str) -> bool:
    """The secret itself stands in a neighbouring sentence."""
    return bool(RULES["points_back"].search(plain_words(sentence)))

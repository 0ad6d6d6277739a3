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
from meetwithoutfear.domain.vocabulary import compile_any, read_json, read_rules

LISTS = read_json("sensitive.json")


class Domain(StrEnum):
    AFFAIR = "affair"
    HEALTH = "health"
    LAW = "law"
    MONEY = "money"
    SUBSTANCES = "substances"
    SEX = "sex"


def any_word(words: Iterable[str]) -> re.Pattern[str]:
    """A star at the end stands for any ending, one inside a word for itself: people mask what they would not write."""
    each = (re.escape(word.removesuffix("*")) + (r"\w*" if word.endswith("*") else "") for word in words)
    return re.compile(rf"(?<![\w'*])(?:{'|'.join(each)})(?![\w*])", re.IGNORECASE)


PRIVATE = {domain: any_word(LISTS["domains"][domain]) for domain in Domain}
NO_MATTER_OF_HEALTH = re.compile(
    r"\b(?:sick|ill) (?:of|at ease|will|and tired)\b|\bloves?ick\b", re.IGNORECASE
)


def domains_in(text: str) -> frozenset[Domain]:
    words = NO_MATTER_OF_HEALTH.sub(" ", straighten(text))
    return frozenset(domain for domain, pattern in PRIVATE.items() if pattern.search(words))


KIN = [re.escape(word) for word in sorted(LISTS["relations"], key=len, reverse=True)]
RULES = read_rules("discretion.txt", {"kin": tuple(KIN)})

NAMES = frozenset(name.lower() for name in LISTS["names"])
ALSO_WORDS = frozenset(name.lower() for name in LISTS["alsoWords"])
NO_NAME, OPENERS = any_word(LISTS["notNames"]), WORDS["openers"]
CAPITAL = re.compile(r"(?<![\w'])[A-ZÄÖÜÀ-Þ][^\W\d_]+(?:-[A-Z][^\W\d_]+)?")
# Before a capital these speak of a place.
PLACE = re.compile(r"\b(?:in|near|around|across|outside|north|south|east|west)\s+$", re.IGNORECASE)
OPENS = re.compile(r"(?:^|[.!?…:]\s+|[\"“(]\s*|\n\s*)$")
# Endings that names hardly have: a first word of this kind is a thing.
OF_THINGS = ("ing", "ness", "ment", "tion", "sion", "ship", "hood", "ity", "ism", "ance", "ence", "ers")
DOES, RELATIVE, ACTS = (compile_any(RULES[name]) for name in ("does", "relative", "acts"))


def names_in(text: str, known: Collection[str] = ()) -> frozenset[str]:
    """The names of others than these, in small letters."""
    words, ours = straighten(text), {part for name in known for part in name.lower().split()}
    # German writes every noun with a capital: there the list alone tells.
    capitals = () if is_german(words) else CAPITAL.finditer(words)
    capital = {found[0].lower() for found in capitals if is_name(words, found)}
    small = {
        word
        for word in re.findall(r"[^\W\d_]+", words.lower())
        if word in NAMES and word not in ALSO_WORDS and not NO_NAME.fullmatch(word)
    }
    return frozenset(name for name in capital | small if name not in ours)


def is_name(words: str, found: re.Match[str]) -> bool:
    word, before = found[0].lower(), words[: found.start()]
    if NO_NAME.fullmatch(found[0]) or is_shouted(words):
        return False
    if PLACE.search(before):
        return word in NAMES
    if not OPENS.search(before):
        return True
    if word in OPENERS:
        return False
    return word in NAMES or bool(DOES.match(words, found.end()) and not word.endswith(OF_THINGS))


def is_shouted(words: str) -> bool:
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) > 12 and sum(letter.isupper() for letter in letters) > len(letters) / 2  # noqa: PLR2004


def relative_in(sentence: str) -> bool:
    """Somebody's brother, mother or friend, wherever they stand."""
    return bool(RELATIVE.search(plain_words(sentence)))


def is_about_relative(sentence: str) -> bool:
    """They do, have or are something here."""
    words = plain_words(sentence)
    return any(ACTS.match(words[found.end() :]) for found in RELATIVE.finditer(words))


SECRETS, LEFT_OUT, GRIEVANCE = (compile_any(RULES[name]) for name in ("secrets", "left_out", "grievance"))
GERMAN_SECRETS, GERMAN_LEFT_OUT = (compile_any(RULES[name]) for name in ("german_secrets", "german_left_out"))
ASKED_POLITELY, POINTS_BACK = (compile_any(RULES[name]) for name in ("asked_politely", "points_back"))


def is_secret(sentence: str) -> bool:
    """Somebody called it a secret, or promised to keep it."""
    words = plain_words(sentence)
    if GERMAN_SECRETS.search(straighten(sentence).lower()):
        return True
    return bool(SECRETS.search(words)) and not GRIEVANCE.search(words)


def asks_to_leave_out(sentence: str) -> bool:
    words = ASKED_POLITELY.sub("", plain_words(sentence))
    if GERMAN_LEFT_OUT.search(straighten(sentence).lower()):
        return True
    return bool(LEFT_OUT.search(words)) and not GRIEVANCE.search(words)


def points_back(sentence: str) -> bool:
    """The secret itself stands in a neighbouring sentence."""
    return bool(POINTS_BACK.search(plain_words(sentence)))

"""Who is spoken of besides the two: somebody by name, or somebody's brother, mother or friend.

Names are told by their capital letter inside a sentence, and by a list where capitals say nothing: at the beginning of a
sentence, and where somebody writes all small. A doubtful word counts as a name: it costs a draft, not a secret."""

from __future__ import annotations

import re
from collections.abc import Collection

from meetwithoutfear.domain.discretion.german import is_german
from meetwithoutfear.domain.discretion.lists import LISTS, any_word
from meetwithoutfear.domain.discretion.reading import plain_words, straight

NAMES = frozenset(name.lower() for name in LISTS["names"])
ALSO_WORDS = frozenset(name.lower() for name in LISTS["alsoWords"])
NO_NAME = any_word(LISTS["notNames"])
CAPITAL = re.compile(r"(?<![\w'])[A-ZÄÖÜÀ-Þ][^\W\d_]+(?:-[A-Z][^\W\d_]+)?")
# Before a capital these speak of a place.
PLACE = re.compile(r"\b(?:in|near|around|across|outside|north|south|east|west)\s+$", re.IGNORECASE)
OPENS = re.compile(r"(?:^|[.!?…:]\s+|[\"“(]\s*|\n\s*)$")
# A first word with one of these behind it is somebody who does something.
DOES = re.compile(
    r"(?:'s\b|\s+(?:and|is|was|has|had|told|said|says|called|calls|asked|wants|wanted|needs|needed|cried|came|went|left|lost|did|"
    r"does|knows|knew|thinks|thought|will|would|can|could|might|feels|felt|got|gets|never|always|also)\b)"
)
OPENERS = frozenset(
    """i a an and but or so if when while because since after before although though as at by for from in into of on
    over to up with without not no yes the this that these those there here then now today tonight tomorrow
    yesterday he she it we they you his her its our their your my mine who what why how where which whose each every
    everyone everybody everything nobody nothing none some someone somebody something any anyone anything all both
    most many much more less few other others another one two three people things work life money home time maybe
    perhaps sometimes often always never again still even just only really honestly dinner lunch breakfast sleep
    love trust silence anger school mornings evenings nights weekends talking being having doing going living
    everywhere nowhere inside outside lately recently last next first later once twice part half mother father mum
    mom dad please sorry okay well thank thanks let everybody either neither whatever whenever wherever whoever
    feeling knowing hearing seeing christmas easter sunday monday tuesday wednesday thursday friday saturday""".split()  # noqa: SIM905  # read better so
)
RELATIONS = sorted(LISTS["relations"], key=len, reverse=True)
KIN = rf"(?:{'|'.join(re.escape(word) for word in RELATIONS)})"
OF_BOTH = r"(?:son|sons|daughter|daughters|child|kid|kids|children|parents)"
WHOSE = rf"(?:(?:my|his|her|their|your|a|the|(?:[^\W\d_]+'s)|meine?r?|seine?r?|ihre?r?) (?!own )|our (?!{OF_BOTH}\b))"
RELATIVE = re.compile(
    rf"\b{WHOSE}(?:(?:little|big|older|younger|elder|best|old|new|late|poor|own|twin|half|good|close) )*{KIN}\b"
)
# What follows shows that they are spoken of, not merely there.
ACTS = re.compile(
    r"^(?:'s\b|,? (?:who |and \w+ |also |already |always |never |often |finally |recently |once |now |then |still )*"
    r"(?:is|are|was|were|has|have|had|does|did|will|would|can|could|may|might|must|should|got|gets|[a-z]+(?:ed|s)|told|said|came|went|"
    r"left|lost|found|took|gave|felt|knew|thought|made|kept|hid|hurt|hit|met|saw|sent|spoke|slept|stole|wrote|ran|fell|became|broke|"
    r"cry|drink|call|tell|say|know|want|need|live|owe)\b)"
)


def names_in(text: str, known: Collection[str] = ()) -> frozenset[str]:
    """The names of others than these, in small letters."""
    words, ours = straight(text), {part for name in known for part in name.lower().split()}
    # German writes every noun with a capital: there the list alone tells.
    named = () if is_german(words) else CAPITAL.finditer(words)
    capital = {found[0].lower() for found in named if is_name(words, found)}
    small = {
        word
        for word in re.findall(r"[^\W\d_]+", words.lower())
        if word in NAMES and word not in ALSO_WORDS and not NO_NAME.fullmatch(word)
    }
    return frozenset(name for name in capital | small if name not in ours)


def is_name(words: str, found: re.Match[str]) -> bool:
    word = found[0]
    if NO_NAME.fullmatch(word) or is_shouted(words):
        return False
    before = words[: found.start()]
    if PLACE.search(before):
        return word.lower() in NAMES
    if not OPENS.search(before):
        return True
    if word.lower() in OPENERS:
        return False
    return word.lower() in NAMES or bool(DOES.match(words, found.end()) and not is_usual(word))


def is_shouted(words: str) -> bool:
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) > 12 and sum(letter.isupper() for letter in letters) > len(letters) / 2  # noqa: PLR2004


def is_usual(word: str) -> bool:
    """Endings that names hardly have: a first word of this kind is a thing."""
    return word.lower().endswith(
        ("ing", "ness", "ment", "tion", "sion", "ship", "hood", "ity", "ism", "ance", "ence", "ers")
    )


def relative_in(sentence: str) -> bool:
    """Somebody's brother, mother or friend, wherever they stand."""
    return bool(RELATIVE.search(plain_words(sentence)))


def is_about_relative(sentence: str) -> bool:
    """They do, have or are something here."""
    words = plain_words(sentence)
    return any(ACTS.match(words[found.end() :]) for found in RELATIVE.finditer(words))

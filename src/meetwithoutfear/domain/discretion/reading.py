"""How words are read here: exact sentences with their places, the same sentence in plain small words, and what of two
sentences is the same in content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

ABBREVIATIONS = r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)"
SENTENCE_END = re.compile(rf"(?<=[.!?…]){ABBREVIATIONS}\s+|(?<=[.!?…][\"'”’)])\s+|\n+")
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+|,")
STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"'})

OPENED = {
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "im": "i am", "ive": "i have", "id": "i would", "ill": "i will", "hes": "he is", "shes": "she is", "theyre": "they are",
    "youre": "you are", "thats": "that is", "its": "it is", "whats": "what is", "lets": "let us", "let's": "let us",
    "wanna": "want to", "gonna": "going to", "gotta": "got to", "u": "you", "ur": "your", "pls": "please", "plz": "please",
    "ok": "okay", "nope": "no", "nah": "no", "noone": "nobody", "no-one": "nobody", "everybody": "everyone",
    "cos": "because", "cuz": "because", "bc": "because", "thx": "thanks", "ty": "thanks",
}  # fmt: skip
WITH_IS = {
    "it's",
    "that's",
    "he's",
    "she's",
    "what's",
    "who's",
    "there's",
    "this's",
    "here's",
    "how's",
    "where's",
}
ENDINGS = (
    ("n't", " not"),
    ("'m", " am"),
    ("'ve", " have"),
    ("'ll", " will"),
    ("'re", " are"),
    ("'d", " would"),
)
CLIPPED = re.compile(r"(do|does|did|is|was|were|are|has|have|had|would|could|should|must)nt")
FILLERS = {
    "just", "really", "actually", "honestly", "maybe", "perhaps", "kinda", "simply", "basically", "literally", "even",
    "still", "only", "quite", "probably", "definitely", "totally", "absolutely", "though", "tho",
}  # fmt: skip
COMMON = frozenset(
    """a about after again all also always am an and any anything are as at away be because been before being but by
    call can could day did do does doing done down each else ever every everything feel feeling feels felt few for
    from get gets getting go goes going gone good got had has have having he her here hers him his how i if in into
    is it its itself just keep know less let like little lot made make makes many may me mean means might mine more
    most much must my myself need never next no nobody none nor not nothing now of off often on once one only or
    other our out over own part people really said same say says see she should so some someone something sometimes
    still such take tell than that the their them then there these they thing things think this those though through
    time to today told too under until up upon us use very want was way we well went were what when where whether
    which while who whole whom whose why will with without would yes yet you your yours yourself""".split()  # noqa: SIM905  # read better so
)
SAME = 0.6


@dataclass(frozen=True)
class Piece:
    """One sentence of a text, as it was written, and where it stands."""

    start: int
    end: int
    text: str


def pieces(text: str) -> tuple[Piece, ...]:
    found, start = [], 0
    for gap in (*SENTENCE_END.finditer(text), None):
        end = gap.start() if gap else len(text)
        piece = text[start:end]
        if LETTER.search(piece):
            lead = len(piece) - len(piece.lstrip())
            bare = piece.strip()
            found.append(Piece(start + lead, start + lead + len(bare), bare))
        start = gap.end() if gap else end
    return tuple(found)


def sentences(text: str) -> list[str]:
    return [piece.text for piece in pieces(text)]


def straight(text: str) -> str:
    return text.translate(STRAIGHT)


@lru_cache(maxsize=4096)
def plain_words(sentence: str) -> str:
    """In small letters, contractions opened, fillers left out; a comma stays as a word of its own."""
    opened = " ".join(opened_up(word) for word in WORD.findall(straight(sentence).lower()))
    return " ".join(word for word in opened.split() if word not in FILLERS)


def opened_up(word: str) -> str:
    if word in OPENED:
        return OPENED[word]
    if word in WITH_IS:
        return f"{word[:-2]} is"
    if clipped := CLIPPED.fullmatch(word):
        return f"{clipped[1]} not"
    for ending, instead in ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + instead
    return word


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The words that carry what is said, without their endings."""
    words = re.findall(r"[^\W\d_]{3,}", plain_words(text))
    return frozenset(stem(word) for word in words if word not in COMMON)


def stem(word: str) -> str:
    for ending in ("ingly", "edly", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:  # noqa: PLR2004  # what is left must be a stem
            return doubled(word.removesuffix(ending))
    return word


def doubled(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl" else word  # noqa: PLR2004


def tells(text: str, kept: Iterable[str]) -> bool:
    """Whether a sentence of the text says what one of these sentences says, be it in another person or order."""
    known = [(stems(one), plain_words(one)) for one in kept]
    return any(is_same(sentence, *one) for sentence in sentences(text) for one in known)


def is_same(sentence: str, wanted: frozenset[str], words: str) -> bool:
    found = stems(sentence)
    if not found or not wanted:
        return plain_words(sentence) == words
    common = len(found & wanted)
    return common / min(len(found), len(wanted)) >= SAME and (common > 1 or len(found | wanted) <= 3)  # noqa: PLR2004


def without(text: str, kept: Iterable[str]) -> str:
    """The text without the sentences that tell it."""
    known = tuple(kept)
    return " ".join(sentence for sentence in sentences(text) if not tells(sentence, known)) if known else text

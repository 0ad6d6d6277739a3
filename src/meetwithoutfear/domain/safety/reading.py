"""How a text is read before it is judged: small letters, whole words, contractions opened, fillers dropped, the most usual
slips of the hand mended, one sentence at a time. After this every word is short and every gap a single space, so the
rules need no unbounded repetition and reading takes time in proportion to the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

LONGEST_WORD = 24

APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼʻ`´＇′", "'"))
LOOKALIKES = str.maketrans("013@$", "oieas")

# A dot inside a number or an abbreviation may end a sentence too early; that costs nothing here.
SENTENCE_END = re.compile(r"[.!?;:…\n\r\u2028\u2029]+|--+|[—–]+")
TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[,()\[\]]")
DISGUISED = re.compile(r"(?<=[a-z])[013@$](?=[a-z])")
LONG_DRAWN = re.compile(r"([a-z])\1{2,}")

WHOLE_WORDS = {
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "shan't": "will not", "ain't": "am not", "aint": "am not", "im": "i am", "ive": "i have", "id": "i would",
    "i'ma": "i am going to", "ima": "i am going to", "imma": "i am going to", "wanna": "want to",
    "gonna": "going to", "gotta": "got to", "tryna": "trying to", "hes": "he is", "shes": "she is",
    "theyre": "they are", "theyll": "they will", "youre": "you are", "ur": "your", "u": "you", "r": "are", "ya": "you",
    "kms": "kill myself", "unalive": "kill", "unaliving": "killing", "offing": "killing", "thats": "that is",
    "theres": "there is", "whats": "what is", "everybody": "everyone", "noone": "nobody", "let's": "let us",
    "mum": "mother", "mom": "mother", "mam": "mother", "mummy": "mother", "mommy": "mother", "dad": "father",
    "daddy": "father", "kid": "child", "kids": "children", "hubby": "husband", "bf": "boyfriend", "kil": "kill",
    "gf": "girlfriend", "stepdad": "stepfather", "stepmom": "stepmother",
    "stepmum": "stepmother", "grandad": "grandfather", "granddad": "grandfather", "grandpa": "grandfather",
    "grandma": "grandmother", "granny": "grandmother", "til": "until", "till": "until", "cuz": "because", "cos": "because",
    "bc": "because", "becuase": "because", "dunno": "do not know", "whilst": "while", "himselve": "himself",
    "meself": "myself", "youll": "you will", "whoever's": "whoever is", "tmrw": "tomorrow", "agian": "again",
}  # fmt: skip
ENDINGS = (
    ("n't", " not"), ("'m", " am"), ("'ve", " have"), ("'ll", " will"), ("'re", " are"), ("'d", " would"),
)  # fmt: skip
CLIPPED = re.compile(r"(do|does|did|is|was|were|are|has|have|had|would|could|should|need|must)nt")
# After these an 's is a verb; after any other word it marks an owner.
WITH_A_VERB = frozenset(
    [
        "he",
        "she",
        "it",
        "that",
        "there",
        "what",
        "who",
        "everything",
        "nobody",
        "everyone",
        "nothing",
        "life",
        "here",
        "how",
        "where",
        "one",
    ]
)

FILLERS = frozenset(
    [
        "just",
        "really",
        "actually",
        "literally",
        "honestly",
        "truly",
        "simply",
        "basically",
        "totally",
        "completely",
        "absolutely",
        "very",
        "quite",
        "probably",
        "perhaps",
        "maybe",
        "definitely",
        "seriously",
        "constantly",
        "repeatedly",
        "regularly",
        "occasionally",
        "frequently",
        "often",
        "sometimes",
        "suddenly",
        "also",
        "already",
        "fucking",
        "fuckin",
        "freaking",
        "bloody",
        "damn",
        "fkn",
        "even",
        "now",
        "currently",
        "deliberately",
        "violently",
        "roughly",
        "genuinely",
        "secretly",
        "finally",
        "eventually",
        "somehow",
        "please",
        "oh",
        "well",
        "yeah",
        "yes",
        "ok",
        "okay",
        "um",
        "uh",
        "pretty",
        "super",
        "always",
        "usually",
        "slightly",
        "desperately",
        "both",
    ]
)
# Words that carry the meaning of a rule, and that a shaking hand misspells.
OFTEN_MISSPELT = [
    "suicide",
    "suicidal",
    "myself",
    "killing",
    "hurting",
    "cutting",
    "harming",
    "strangled",
    "strangles",
    "choking",
    "choked",
    "bruises",
    "threatens",
    "threatened",
    "threatening",
    "threaten",
    "husband",
    "children",
    "daughter",
    "boyfriend",
    "girlfriend",
    "afraid",
    "frightened",
    "terrified",
    "violent",
    "forces",
    "forced",
    "abuses",
    "abused",
    "abusive",
    "overdose",
    "goodbye",
    "partner",
    "punched",
    "punches",
    "slapped",
    "kicked",
    "pushed",
    "dying",
    "worthless",
    "themselves",
    "disappear",
]
REAL_WORDS = frozenset(
    [
        "ding",
        "forced",
        "forces",
        "force",
        "abuse",
        "abused",
        "chocked",
        "coked",
        "picked",
        "pushed",
        "kicked",
        "goodbye",
        "partner",
    ]
)
PHRASES = (
    (re.compile(r"\bany more\b"), "anymore"),
    (re.compile(r"\bno one\b"), "nobody"),
    (re.compile(r"\b(?:kind|sort) of (?=\w)"), ""),
    (re.compile(r"\ba (?:bit|little) (?=afraid|scared|frightened)"), ""),
    (re.compile(r"\bill (?=kill|hurt|stab|shoot|hit|beat|make|never|end|cut|do|be)"), "i will "),
    (re.compile(r"\bso (?!(?:i|he|she|they|we|it|that|nobody|people|everyone|hard|far)\b)"), ""),
    (re.compile(r"\b(?:my|your|his|her) self\b"), "myself"),
)  # fmt: skip


def slips(word: str) -> Iterator[str]:
    """One letter left out, or two neighbours swapped; the first letter is nearly always right."""
    for at in range(1, len(word) - 1):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


MENDED = {slip: word for word in OFTEN_MISSPELT for slip in slips(word) if slip not in REAL_WORDS}


def sentences(text: str, *, keep_fillers: bool = False) -> Iterator[str]:
    """Each sentence as plain words between single spaces; a comma or bracket stays as a word of its own. Fillers say nothing
    of danger, but an "oh" can be a sneer."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(APOSTROPHES)
    plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    for part in SENTENCE_END.split(plain):
        if words := read(part, keep_fillers=keep_fillers):
            yield words


def read(part: str, *, keep_fillers: bool = False) -> str:
    part = DISGUISED.sub(lambda found: found[0].translate(LOOKALIKES), part)
    words = [opened for token in TOKEN.findall(part) for opened in opened_up(token).split()]
    line = " ".join("notonly" if is_not_just(words, at) else word for at, word in enumerate(words))
    for pattern, instead in PHRASES:
        line = pattern.sub(instead, line)
    return " ".join(word for word in line.split() if keep_fillers or word not in FILLERS)


def is_not_just(words: list[str], at: int) -> bool:
    """To say "he did not just hit me" denies nothing."""
    return words[at] == "not" and at + 1 < len(words) and words[at + 1] in {"just", "only", "simply"}


def opened_up(token: str) -> str:
    token = LONG_DRAWN.sub(r"\1", token[:LONGEST_WORD])
    if not token[0].isalnum():
        return ","
    if token in WHOLE_WORDS:
        return WHOLE_WORDS[token]
    for ending, instead in ENDINGS:
        if token.endswith(ending):
            return token.removesuffix(ending).replace("'", " ") + instead
    if CLIPPED.fullmatch(token):
        return f"{token[:-2]} not"
    stem, quote, ending = token.partition("'")
    if quote and ending == "s":
        return f"{stem} is" if stem in WITH_A_VERB else f"{WHOLE_WORDS.get(stem, stem)} s"
    return MENDED.get(token, token.replace("'", " "))

"""How a text is read before it is judged: small letters, whole words, contractions opened, fillers dropped, the most usual
slips of the hand mended, one sentence at a time. After this every word is short and every gap a single space, so the
rules need no unbounded repetition and reading takes time in proportion to the text. German is read by itself, and plainer.

The sentences of a text as they were written are in `domain/discretion/reading.py`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from meetwithoutfear.domain.vocabulary import read_pairs, read_words

LONGEST_WORD = 24
LONGEST_GERMAN_WORD = 30

APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼʻ`´＇′", "'"))
LOOKALIKES = str.maketrans("013@$", "oieas")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

# A dot inside a number or an abbreviation may end a sentence too early; that costs nothing here.
SENTENCE_END = re.compile(r"[.!?;:…\n\r\u2028\u2029]+|--+|[—–]+")
GERMAN_SENTENCE_END = re.compile(r"[.!?;:…\n]+")
TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[,()\[\]]")
GERMAN_WORD = re.compile(r"[^\W_]+")
DISGUISED = re.compile(r"(?<=[a-z])[013@$](?=[a-z])")
# To say "he did not just hit me" denies nothing.
NOT_JUST = re.compile(r"\bnot(?= (?:just|only|simply)\b)")
LONG_DRAWN = re.compile(r"([a-z])\1{2,}")
CLIPPED = re.compile(r"(do|does|did|is|was|were|are|has|have|had|would|could|should|need|must)nt")

WORDS, CONTRACTIONS = read_words("words.txt"), read_pairs("contractions.txt")
FILLERS, WITH_A_VERB = WORDS["fillers"], WORDS["with a verb"]
WHOLE_WORDS, ENDINGS = CONTRACTIONS["words"], CONTRACTIONS["endings"]
PHRASES = tuple((re.compile(phrase), instead) for phrase, instead in CONTRACTIONS["phrases"].items())


def slips(word: str) -> Iterator[str]:
    """One letter left out, or two neighbours swapped; the first letter is nearly always right."""
    for at in range(1, len(word) - 1):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


MENDED = {
    slip: word for word in WORDS["often misspelt"] for slip in slips(word) if slip not in WORDS["no slips"]
}


def plain_lines(text: str, *, keep_fillers: bool = False) -> Iterator[str]:
    """Each sentence as plain words between single spaces; a comma or bracket stays as a word of its own. Fillers say nothing
    of danger, but an "oh" can be a sneer."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(APOSTROPHES)
    plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    for part in SENTENCE_END.split(plain):
        sentence = DISGUISED.sub(lambda found: found[0].translate(LOOKALIKES), part)
        words = (word for token in TOKEN.findall(sentence) for word in open_contraction(token).split())
        line = NOT_JUST.sub("notonly", " ".join(words))
        for pattern, instead in PHRASES:
            line = pattern.sub(instead, line)
        if kept := [word for word in line.split() if keep_fillers or word not in FILLERS]:
            yield " ".join(kept)


def open_contraction(token: str) -> str:
    token = LONG_DRAWN.sub(r"\1", token[:LONGEST_WORD])
    if not token[0].isalnum():
        return ","
    if token in WHOLE_WORDS:
        return WHOLE_WORDS[token]
    for ending, instead in ENDINGS.items():
        if token.endswith(ending):
            return token.removesuffix(ending).replace("'", " ") + f" {instead}"
    if CLIPPED.fullmatch(token):
        return f"{token[:-2]} not"
    stem, quote, ending = token.partition("'")
    if quote and ending == "s":
        return f"{stem} is" if stem in WITH_A_VERB else f"{WHOLE_WORDS.get(stem, stem)} s"
    return MENDED.get(token, token.replace("'", " "))


def fold_umlauts(text: str) -> str:
    """In small letters, ae for ä."""
    return unicodedata.normalize("NFKC", text).casefold().translate(UMLAUTS)


def german_lines(text: str) -> Iterator[str]:
    """Each sentence in small letters, words between single spaces."""
    for part in GERMAN_SENTENCE_END.split(fold_umlauts(text)):
        words = " ".join(word[:LONGEST_GERMAN_WORD] for word in GERMAN_WORD.findall(part))
        yield words.replace("nicht nur ", "").replace("nicht bloss ", "")

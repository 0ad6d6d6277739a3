"""How people write, made fit to be read and to be said back: is it English, sentences and clauses, the same words in
another person's voice, and typing with its shouting and its left-out apostrophes.

Word lists and heads know English alone. For anything else the engine says so and leaves the feelings to the chips,
which need no language. A guess speaks to the subject ("I think you feel…"), Stage 1 speaks about oneself ("I feel…").
Turned into the subject's voice, both can be read by the same head.
"""

from __future__ import annotations

import re
import unicodedata

from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.vocabulary import read_pairs, read_patterns

RULES = read_patterns("embedded/sentences.txt")
LINK, RUN_ON, SMALL_WORDS, WORD = (RULES[name] for name in ("link", "run_on", "small_words", "word"))
GRAMMAR = read_pairs("embedded/grammar.txt")
LEFT_OUT = re.compile(rf"\b(?:{'|'.join(GRAMMAR['apostrophe_left_out'])}|(?<=wish )shed)\b", re.IGNORECASE)
CANNOT_READ = "I only understand English so far, so I cannot read this well."
NOTICE = f"{CANNOT_READ} You can still choose the feelings that fit, and everything you write is kept."
GERMAN_NOTICE = (
    "Deutsch lese ich nur zum Teil. Welche der Gefühle passen, kannst du immer antippen, und alles, was du schreibst, "
    "bleibt da."
)
ENOUGH_WORDS, ENOUGH_SHARE = 4, 0.2
SHORTEST_CLAUSE, SHOUTING_FROM = 3, 3


def is_english(text: str) -> bool:
    plain = LINK.sub(" ", text.lower()).replace("’", "'")
    # Once each: to say one thing over and over is no other language.
    words = sorted(set(RULES["any_word"].findall(plain)))
    letters = [letter for word in words for letter in word if letter.isalpha()]
    if not all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters):
        return False
    if len(words) < ENOUGH_WORDS:
        return all(word.isascii() for word in words)
    return sum(bool(SMALL_WORDS.fullmatch(word)) for word in words) >= ENOUGH_SHARE * len(words)


def clauses(sentence: str) -> list[str]:
    parts = [part for half in RULES["half_stop"].split(sentence) for part in RULES["connector"].split(half)]
    kept = [part.strip(" ,;:–—") for part in parts if len(part.split()) >= SHORTEST_CLAUSE]
    return kept if len(kept) > 1 else [sentence]


def units(text: str) -> list[str]:
    """What the head reads: whole sentences, and their clauses where there are several."""
    found: list[str] = []
    for sentence in sentences(text):
        parts = clauses(sentence)
        found += [sentence, *parts] if len(parts) > 1 else [sentence]
    return found


def in_the_subjects_voice(statement: str) -> str:
    """A guess addressed to the subject, as the subject would say it."""
    return " ".join(_turn_to_self(sentence) for sentence in sentences(plain(statement)))


def plain(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')


def _turn_to_self(sentence: str) -> str:
    bare = RULES["opener"].sub("", sentence, count=1)
    bare = RULES["hedge"].sub(r"\1 ", RULES["hedged_be"].sub(r"\1 are", bare))
    swapped = WORD.sub(lambda word: _other_side(bare, word), bare)
    agreed = agree(swapped, "agreement_with_i")
    return agreed[:1].upper() + agreed[1:]


def agree(words: str, section: str) -> str:
    """With verbs that fit the person who has taken another's place."""
    for wrong, right in GRAMMAR[section].items():
        words = re.sub(wrong, right, words)
    return words


def _other_side(sentence: str, word: re.Match[str]) -> str:
    lower = word[0].lower()
    if lower == "you":
        return "me" if _is_object(sentence, word) else "I"
    return GRAMMAR["to_self"].get(lower) or GRAMMAR["to_other"].get(lower) or word[0]


def _is_object(sentence: str, word: re.Match[str]) -> bool:
    before = sentence[: word.start()].split()
    if not before:
        return False
    return bool(RULES["governs"].fullmatch(before[-1]) or RULES["after_object"].match(sentence, word.end()))


def calm(message: str) -> str:
    """Without shouting and self-scorn: both carry over into a quotation, and shouting back is no listening."""
    message = RULES["self_scorn"].sub("", message)
    words = [word for word in re.findall(r"[^\W\d_]+", message) if len(word) > 1]
    if len(words) < SHOUTING_FROM or sum(word.isupper() for word in words) < 0.7 * len(words):
        return message
    return re.sub(r"\bi\b", "I", message.lower())


def mend(clause: str) -> str:
    return LEFT_OUT.sub(lambda word: GRAMMAR["apostrophe_left_out"].get(word[0].lower(), "she'd"), clause)


def without_insults(quotation: str) -> str:
    """What somebody was called is heard without being said to them once more."""
    return RULES["harsh"].sub("… ", quotation).strip() if RULES["reported"].search(quotation) else quotation

"""How people really type, made fit to be said back: shouting, left-out apostrophes, links, insults they had to hear."""

from __future__ import annotations

import re

LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
SHOUTING_FROM = 3
APOSTROPHE_LEFT_OUT = {
    **{
        f"{verb}nt": f"{verb}n't"
        for verb in ("was", "were", "is", "are", "did", "do", "does", "could", "would", "should", "has", "have", "had", "ca")
    },
    "im": "I'm", "ive": "I've", "thats": "that's", "theyre": "they're", "theyd": "they'd", "hes": "he's", "shes": "she's",
    "hed": "he'd", "weve": "we've", "youre": "you're", "youve": "you've", "youd": "you'd", "youll": "you'll",
    "wont": "won't", "bc": "because", "cuz": "because", "cos": "because",
}  # fmt: skip
LEFT_OUT = re.compile(rf"\b(?:{'|'.join(APOSTROPHE_LEFT_OUT)}|(?<=wish )shed)\b", re.IGNORECASE)
# Two sentences in one breath, as in "i didnt say anything i just sat there": turned, they would fall apart.
RUN_ON = re.compile(
    r"\bi(?:m|ve)? .*\b(?!(?:and|but|or|so|when|if|because|bc|that|what|how|why|where|while|before|after|since|until|"
    r"as|than|like|think|know|wish|guess|feel|hope|said|thought|felt|knew|sure|though|whenever|all|everything|thing|"
    r"time|way|moment|day|tired|sad|angry|scared)\b)\w+ i(?:m|ve)? (?=[a-z])"
)
REPORTED = re.compile(r"\b(?:told me|tells me|call(?:s|ed|ing)? me|said|says|saying)\b", re.IGNORECASE)
HARSH = re.compile(
    r"\b(?:(?:an?|such an?|the|so|too|just|fucking|complete|total|little) )*(?:(?:fat|ugly|stupid|worthless|useless|"
    r"pathetic|dumb|lazy|crazy|mad|insane|disgusting|incompetent|cow|bitch|whore|slut|cunt|idiot|loser|failure|moron|"
    r"pig|psycho|burden|joke|disgrace|waste of (?:space|time)|piece of (?:shit|crap|work))\b ?)+",
    re.IGNORECASE,
)
# What people say against themselves in passing is not said to them once more.
SELF_SCORN = re.compile(
    r"[,;–—-]+ ?(?:how (?:stupid|silly|pathetic|ridiculous|dumb|crazy|sad|weird) (?:is|was) (?:that|it|this)|"
    r"(?:stupid|silly|pathetic|ridiculous|dumb|idiot)(?: me| of me|, right)?|like an idiot|i know)(?=\s*[.!?]|\s*$)",
    re.IGNORECASE,
)


def calmly(message: str) -> str:
    """Without shouting and self-scorn: both carry over into a quotation, and shouting back is no listening."""
    message = SELF_SCORN.sub("", message)
    words = [word for word in re.findall(r"[^\W\d_]+", message) if len(word) > 1]
    if len(words) < SHOUTING_FROM or sum(word.isupper() for word in words) < 0.7 * len(words):
        return message
    return re.sub(r"\bi\b", "I", message.lower())


def mended(clause: str) -> str:
    return LEFT_OUT.sub(lambda word: APOSTROPHE_LEFT_OUT.get(word[0].lower(), "she'd"), clause)


def without_insults(quotation: str) -> str:
    """What somebody was called is heard without being said to them once more."""
    return HARSH.sub("… ", quotation).strip() if REPORTED.search(quotation) else quotation

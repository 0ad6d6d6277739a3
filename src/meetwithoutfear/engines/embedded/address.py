"""Words about the partner, addressed to the partner: "she feels alone" becomes "you feel alone".

Drafts are made from the member's own sentences, so only the person changes. Which pronoun means the partner is told by
which one the member uses most.
"""

from __future__ import annotations

import re

from meetwithoutfear.engines.embedded.clauses import plain
from meetwithoutfear.engines.embedded.wording import mended

PRONOUNS = {
    "he": ("him", "his", "himself"),
    "she": ("her", "her", "herself"),
    "they": ("them", "their", "themselves"),
}
FORMS = {
    key: re.compile(rf"\b(?:{key}|{'|'.join(forms)})\b", re.IGNORECASE) for key, forms in PRONOUNS.items()
}
IRREGULAR = {
    "is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn't": "aren't", "wasn't": "weren't",
    "hasn't": "haven't", "doesn't": "don't",
}  # fmt: skip
NOT_VERBS = re.compile(
    r"(?:always|yes|this|his|its|perhaps|sometimes|across|us|as|less|besides|afterwards|nevertheless|thus|"
    r"plus|unless|towards|"
    r"\w*ss|\w*ous|\w*ness)",
    re.IGNORECASE,
)
ADVERB = (
    r"(?:(?:\w+ly|always|never|just|only|also|still|often|sometimes|even|now|then|maybe|perhaps|already|ever|"
    r"no longer|both) )*"
)
VERB = r"(?:[A-Za-z]+n't|[A-Za-z]+)"
OBJECT_FOLLOWS = (
    "my|me|the|a|an|your|it|him|her|them|himself|herself|up|down|out|off|away|back|home|to|at|about|that"
)
COMMON_VERBS = (
    r"(?:is|was|has|does|goes|feels|thinks|wants|needs|comes|gets|says|tells|works|tries|takes|makes|gives|keeps|"
    r"lets|leaves|hides|carries|wonders|worries|misses|hates|loves|fears|knows|sees|hears|looks|seems|sits|stays|"
    r"stands|starts|stops|turns|walks|waits|calls|asks|talks|shouts|cries|sleeps|lies|lives|runs|puts|pays|picks|"
    r"pulls|pushes|holds|hopes|longs|acts|ignores|blames|believes|belongs|avoids|shuts|finds|spends|cares|cooks|"
    r"cleans|drinks|drives|eats|helps|hurts)"
)
# A verb that is still in the form of the old subject, whatever stands between; "talking to you was good" is right as it is.
LEFT_OVER = re.compile(
    r"((?:^|[,.;!?] |\b(?:that|and|but|or|when|because|if|think|imagine|guess|believe|suppose|maybe|perhaps|"
    r"probably|how|what|why|where|so) )"
    r"you (?:(?:\w+ly|always|never|just|only|also|still|often|sometimes|even|now|then|maybe|perhaps|already|"
    r"kind of|sort of|all) )*)"
    rf"({COMMON_VERBS}|(?:does|is|was|has)n't)\b",
    re.IGNORECASE,
)
# After "Sam's" these show that it is short for "Sam is".
SHORT_FOR_IS = (
    r"(?:been|going|not|so|\w+ing|\w+ly|\w+ed|a|an|the|in|on|at|just|always|never|too|very|afraid|sad|angry|lonely|"
    r"right|wrong)"
)
# After "her" these show that nothing of hers follows.
NO_NOUN = (
    r"(?:to|that|about|and|but|or|when|if|because|so|again|any|anymore|in|on|at|for|with|from|was|is|were|are|"
    r"feel|more|out|up|"
    r"down|off|alone|back|too|very|much|badly|deeply|than|as|the|a|an|this|how|what|why|by|into|like|not|do|"
    r"go|be|think|"
    r"want|need|know|instead|into|through|over|anything|something|nothing|everything|now|here|there|every|all|"
    r"most|really)"
)


WRITTEN_OUT = {
    "u": "you", "ur": "your", "r": "are", "cuz": "because", "coz": "because", "bc": "because", "cos": "because",
    "thru": "through", "gonna": "going to", "wanna": "want to", "gotta": "got to", "kinda": "rather", "rly": "really",
    "pls": "please", "plz": "please",
}  # fmt: skip
SHORT_FORMS = re.compile(rf"(?<![\w'])(?:{'|'.join(WRITTEN_OUT)})(?![\w'])", re.IGNORECASE)
THEY = re.compile(r"\b(?:they|them|their|theirs|themselves)\b", re.IGNORECASE)
SEVERAL = re.compile(
    r"\b(?:parents|kids|children|friends|colleagues|in-laws|people|others|everyone|everybody|neighbou?rs|brothers|"
    r"sisters|boys|girls|family|team|both of them|all of them|they all|they both|two of them|guests|clients|customers|"
    r"coworkers)\b",
    re.IGNORECASE,
)


def pronoun_for(texts: tuple[str, ...]) -> str:
    """The pronoun that means the partner here; "they" when nothing tells.

    Where both he and she occur, the partner is more likely the one who does things than the one they are done to.
    """
    acting = {
        key: sum(len(re.findall(rf"\b{key}\b", text, re.IGNORECASE)) for text in texts)
        for key in ("he", "she")
    }
    counts = {key: sum(len(FORMS[key].findall(text)) for text in texts) for key in acting}
    best = max(counts, key=lambda key: (acting[key], counts[key]))
    return best if counts[best] else "they"


def as_written(sentence: str) -> str:
    """With the apostrophes and capitals that were left out in typing: what is sent is read by somebody."""
    words = re.sub(r"(?<![\w'])i(?=[\s,']|$)", "I", mended(plain(sentence)))
    words = SHORT_FORMS.sub(lambda word: WRITTEN_OUT[word[0].lower()], words)
    return _capitals(words)


def is_of_others(sentence: str, before: str = "") -> bool:
    """Whether "they" are several others here, and not the partner."""
    return bool(THEY.search(plain(sentence))) and bool(SEVERAL.search(plain(f"{before} {sentence}")))


def to_partner(text: str, pronoun: str, name: str = "") -> str:
    words = plain(text)
    if name:
        words = re.sub(rf"\b{re.escape(name)}'s\b(?! {SHORT_FOR_IS}\b)", "your", words, flags=re.IGNORECASE)
        words = re.sub(rf"\b{re.escape(name)}\b", pronoun, words, flags=re.IGNORECASE)
    asked = re.compile(rf"\b(is|was|has|does|are|were|have|do) {pronoun}\b", re.IGNORECASE)
    words = asked.sub(lambda m: f"{_base(m[1], pronoun)} you", words)
    subject = rf"\b{pronoun}"
    words = re.sub(
        rf"{subject}'s (?=been\b|had\b|got\b|gone\b|become\b|never been\b)",
        "you've ",
        words,
        flags=re.IGNORECASE,
    )
    words = re.sub(rf"{subject}'(?:s|re)\b", "you're", words, flags=re.IGNORECASE)
    words = re.sub(rf"{subject}'(ll|d|ve)\b", r"you'\1", words, flags=re.IGNORECASE)
    words = re.sub(
        rf"{subject} ({ADVERB})({VERB})",
        lambda m: f"you {m[1]}{_base(m[2], pronoun)}",
        words,
        flags=re.IGNORECASE,
    )
    words = _second_verbs(words, pronoun)
    words = LEFT_OVER.sub(lambda m: f"{m[1]}{_base(m[2], 'she')}", words)
    return _capitals(_rest(words, pronoun))


def _rest(words: str, pronoun: str) -> str:
    """Object, possessive and reflexive."""
    other, whose, itself = PRONOUNS[pronoun]
    words = re.sub(rf"\b(?:{itself}|themself)\b", "yourself", words, flags=re.IGNORECASE)
    if pronoun == "she":
        words = re.sub(rf"\bher\b(?= \w)(?! {NO_NOUN}\b)", "your", words, flags=re.IGNORECASE)
    else:
        words = re.sub(
            rf"\b{whose}\b(?= \w)(?! (?:and|but|or|when|because)\b)", "your", words, flags=re.IGNORECASE
        )
        words = re.sub(rf"\b{whose}\b", "yours", words, flags=re.IGNORECASE)
    return re.sub(rf"\b(?:{pronoun}|{other})\b", "you", words, flags=re.IGNORECASE)


def _second_verbs(words: str, pronoun: str) -> str:
    """In "you work late and comes home" the second verb still has the form of its old subject."""
    if pronoun == "they":
        return words
    verb = rf"({VERB}s(?= (?:{OBJECT_FOLLOWS})\b)|{COMMON_VERBS}|(?:does|is|was|has)n't)"
    follows = re.compile(rf"(\byou\b[^.!?;]*?\b(?:and|or|but|then) {ADVERB}){verb}\b", re.IGNORECASE)
    return follows.sub(lambda m: m[1] + _base(m[2], pronoun), words)


def _base(verb: str, pronoun: str) -> str:
    lower = verb.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    if pronoun == "they" or not lower.endswith("s") or NOT_VERBS.fullmatch(lower):
        return verb
    if lower.endswith("ies") and len(lower) > 4:  # noqa: PLR2004  # "dies" keeps its "ie"
        return verb[:-3] + "y"
    return verb[:-2] if lower.endswith(("shes", "ches", "sses", "xes", "oes", "zzes")) else verb[:-1]


def _capitals(words: str) -> str:
    return re.sub(r"(^|[.!?]\s+)([a-z])", lambda m: m[1] + m[2].upper(), words)

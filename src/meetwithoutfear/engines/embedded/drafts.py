"""The member's own sentences, made ready for the partner: "she feels alone" becomes "you feel alone".

Drafts are made from the member's own sentences, so only the person changes. Which pronoun means the partner is told
by which one the member uses most.

The words of an invitation are looked at, and where there are none, a few plain ones are offered that accuse nobody.

A first wording of what the subject might share is one to three of their own sentences. Nothing is invented and
nothing softened: sentences are chosen, and "she" becomes "you". Sentences that attack, threaten or ask rhetorically
are passed over; what remains is the subject's to change. What is a secret or somebody else's matter is no longer
among the words that come in here (domain/discretion).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from meetwithoutfear.domain.discretion.drafting import is_rude
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS, POSITIVE
from meetwithoutfear.domain.safety import crossing_check
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT
from meetwithoutfear.domain.vocabulary import any_of, read_patterns, read_rules
from meetwithoutfear.engines.embedded.detect import COLUMN, NAMED, Detector, FeelingReading
from meetwithoutfear.engines.embedded.sentences import GRAMMAR, NOTICE, is_english, mend, plain
from meetwithoutfear.engines.embedded.talk import CALM, GuideReply, Talk, fresh, insult_in, phrases

RULES = read_patterns("embedded/drafts.txt")
ADVERB, COMMON_VERBS, NO_NOUN, OBJECT_FOLLOWS, SHORT_FOR_IS, VERB = (
    any_of(read_rules("embedded/drafts.txt")[name])
    for name in ("adverb", "common_verbs", "no_noun", "object_follows", "short_for_is", "verb")
)
BLAME = RULES["blame"]
SHORT_FORMS = re.compile(rf"(?<![\w'])(?:{'|'.join(GRAMMAR['written_out'])})(?![\w'])", re.IGNORECASE)
MOST_SENTENCES, SHORTEST_WORDS, LONGEST_DRAFT = 3, 3, 400
PRONOUNS = {
    "he": ("him", "his", "himself"),
    "she": ("her", "her", "herself"),
    "they": ("them", "their", "themselves"),
}
FORMS = {
    key: re.compile(rf"\b(?:{key}|{'|'.join(forms)})\b", re.IGNORECASE) for key, forms in PRONOUNS.items()
}


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
    words = re.sub(r"(?<![\w'])i(?=[\s,']|$)", "I", mend(plain(sentence)))
    words = SHORT_FORMS.sub(lambda word: GRAMMAR["written_out"][word[0].lower()], words)
    return capitals_in(words)


def is_of_others(sentence: str, before: str = "") -> bool:
    """Whether "they" are several others here, and not the partner."""
    return bool(RULES["they"].search(plain(sentence))) and bool(
        RULES["several"].search(plain(f"{before} {sentence}"))
    )


def to_partner(text: str, pronoun: str, name: str = "") -> str:
    words = plain(text)
    if name:
        words = replace_in(rf"\b{re.escape(name)}'s\b(?! {SHORT_FOR_IS}\b)", "your", words)
        words = replace_in(rf"\b{re.escape(name)}\b", pronoun, words)
    asked = rf"\b(is|was|has|does|are|were|have|do) {pronoun}\b"
    words = replace_in(asked, lambda m: f"{base_of(m[1], pronoun)} you", words)
    has_been = rf"\b{pronoun}'s (?=been\b|had\b|got\b|gone\b|become\b|never been\b)"
    words = replace_in(has_been, "you've ", words)
    words = replace_in(rf"\b{pronoun}'(?:s|re)\b", "you're", words)
    words = replace_in(rf"\b{pronoun}'(ll|d|ve)\b", r"you'\1", words)
    verb = rf"\b{pronoun} ({ADVERB})({VERB})"
    words = replace_in(verb, lambda m: f"you {m[1]}{base_of(m[2], pronoun)}", words)
    if pronoun != "they":
        # In "you work late and comes home" the second verb still has the form of its old subject.
        verb = rf"({VERB}s(?= {OBJECT_FOLLOWS}\b)|{COMMON_VERBS}|(?:does|is|was|has)n't)"
        follows = rf"(\byou\b[^.!?;]*?\b(?:and|or|but|then) {ADVERB}){verb}\b"
        words = replace_in(follows, lambda m: m[1] + base_of(m[2], pronoun), words)
    words = RULES["left_over"].sub(lambda m: f"{m[1]}{base_of(m[2], 'she')}", words)
    # Object, possessive and reflexive.
    other, whose, itself = PRONOUNS[pronoun]
    words = replace_in(rf"\b(?:{itself}|themself)\b", "yourself", words)
    if pronoun == "she":
        words = replace_in(rf"\bher\b(?= \w)(?! {NO_NOUN}\b)", "your", words)
    else:
        words = replace_in(rf"\b{whose}\b(?= \w)(?! (?:and|but|or|when|because)\b)", "your", words)
        words = replace_in(rf"\b{whose}\b", "yours", words)
    return capitals_in(replace_in(rf"\b(?:{pronoun}|{other})\b", "you", words))


def replace_in(pattern: str, new: str | Callable[[re.Match[str]], str], words: str) -> str:
    return re.sub(pattern, new, words, flags=re.IGNORECASE)


def base_of(verb: str, pronoun: str) -> str:
    lower = verb.lower()
    if lower in GRAMMAR["irregular"]:
        return GRAMMAR["irregular"][lower]
    if pronoun == "they" or not lower.endswith("s") or RULES["not_verbs"].fullmatch(lower):
        return verb
    if lower.endswith("ies") and len(lower) > 4:  # noqa: PLR2004  # "dies" keeps its "ie"
        return verb[:-3] + "y"
    return verb[:-2] if lower.endswith(("shes", "ches", "sses", "xes", "oes", "zzes")) else verb[:-1]


def capitals_in(words: str) -> str:
    return re.sub(r"(^|[.!?]\s+)([a-z])", lambda m: m[1] + m[2].upper(), words)


def draft_share(
    detector: Detector, texts: tuple[str, ...], missed: tuple[str, ...], partner: str = ""
) -> str | None:
    """Of the subject's own texts, for what the guess missed, the most important first; None when no sentence fits: then
    the offer goes out with a plain question."""
    reading = detector.read("\n".join(texts))
    pronoun = pronoun_for(texts)
    fit = {
        place: fit_of(reading, place, missed)
        for place, sentence in enumerate(reading.sentences)
        if may_cross(sentence, pronoun, partner)
    }
    best = sorted(fit, key=lambda place: -fit[place])[:MOST_SENTENCES]
    telling = [place for place in best if fit[place] >= fit[best[0]] / 3]
    while telling:
        sources = (reading.sentences[place] for place in sorted(telling))
        text = " ".join(to_partner(as_written(sentence), pronoun, partner) for sentence in sources)
        if len(text) <= LONGEST_DRAFT:
            return text
        telling.pop()
    return None


def may_cross(sentence: str, pronoun: str, name: str) -> bool:
    if sentence.endswith("?") or len(sentence.split()) < SHORTEST_WORDS or insult_in(sentence):
        return False
    if is_of_others(sentence) or is_rude(sentence):
        return False
    addressed = to_partner(as_written(sentence), pronoun, name)
    return crossing_check(addressed) is None and not BLAME.search(addressed)


def fit_of(reading: FeelingReading, place: int, feelings: tuple[str, ...]) -> float:
    """How much a sentence tells of what was missed, and whether it tells it from within."""
    row = reading.by_sentence[place]
    wanted = [f for f in feelings if FEELINGS[f].family != POSITIVE] or reading.by_likelihood()[:2]
    score = max(float(row[COLUMN[f]]) / (1 + 0.3 * rank) for rank, f in enumerate(wanted))
    named = any(FEELINGS[f].lexicon.search(reading.sentences[place]) for f in wanted)
    from_within = RULES["from_within"].search(reading.sentences[place])
    return score + (0.3 if from_within else 0.0) + (NAMED / 2 if named else 0.0)


def invitation_reply(talk: Talk, draft: str | None) -> GuideReply:
    bank = phrases()["invitation"]
    hard = [s for s in sentences(plain(draft or "")) if is_hard(s)]
    content: str | None = None
    if talk.message and not is_english(talk.message):
        text = NOTICE
    elif draft and hard:
        # The sentence that may close the door before it is open.
        text = fresh(bank["hard"], talk, x=hard[0].rstrip(" .!?"))
        content = " ".join(s for s in sentences(plain(draft)) if s not in hard) or None
    elif draft:
        text = fresh(bank["long" if len(draft) > INVITATION_MESSAGE_LIMIT else "fine"], talk)
    else:
        text = fresh(bank["offer" if talk.message else "begin"], talk)
        content = bank["message"].replace("{partner}", talk.partner)
    return GuideReply(text, "INVITING", CALM, "plain words, no reproach", content=content)


def is_hard(sentence: str) -> bool:
    return bool(crossing_check(sentence) or BLAME.search(sentence) or insult_in(sentence))

"""Which of their own sentences somebody means when they ask to leave something out, or call it a secret."""

from __future__ import annotations

import re
from collections.abc import Sequence

from meetwithoutfear.domain.discretion.people import names_in
from meetwithoutfear.domain.discretion.reading import COMMON, plain_words, sentences, stem, stems, tells
from meetwithoutfear.domain.discretion.turns import Part, TurnKind

ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "last": -1,
    "1st": 0,
    "2nd": 1,
    "3rd": 2,
    "final": -1,
}
PLACE = re.compile(
    rf"\b({'|'.join(ORDINALS)}) (?:sentence|line|part|bit|one|half|paragraph|point|phrase|words?)\b"
)
TALK = frozenset(
    """leave leaving left out mention mentioning mentioned include including bring write writing part bit thing stuff
    sentence line word words story name detail details please skip drop delete remove erase omit strike scratch cut
    take keep keeping without anything nothing promised promise swore sworn secret tell telling told nobody anyone
    anybody knows know between confidence should must stay stays private text draft message rather want would except
    everything first second third last paragraph half topic subject avoid exclude belong appear need hear read find
    into about said saying asked gave made supposed confidential getting get lass lassen weg raus ohne erwähne
    erwähnen bitte nicht nichts über den die das satz teil streich versprochen niemand geheimnis habe ihm ihr ich""".split()  # noqa: SIM905  # read better so
)
FEW = 2


def asked_to_keep(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.kind in {TurnKind.SECRET, TurnKind.LEAVE_OUT})


def meant_by(part: Part, own: Sequence[str], current: str | None, partner: str = "") -> frozenset[str]:
    """Of these sentences of their own, those that are meant: by name, by what they speak of, by their place in the current
    text, or, where nothing is said, all that the current text tells."""
    shown = sentences(current) if current else []
    places = [ORDINALS[place] for place in PLACE.findall(plain_words(part.text))]
    pointed = [shown[place] for place in places if -len(shown) <= place < len(shown)]
    names = names_in(part.text, [partner])
    words = re.findall(r"[^\W\d_]{3,}", plain_words(part.text))
    keys = {stem(word) for word in words if not {word, word.removesuffix("'s")} & (TALK | COMMON | names)}
    if not places and not names and not keys:
        pointed = shown
    return frozenset(
        one for one in own if tells(one, pointed) or names & mentioned(one) or is_meant(one, keys)
    )


def mentioned(sentence: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", sentence.lower()))


def is_meant(sentence: str, keys: set[str]) -> bool:
    common = len(stems(sentence) & keys)
    return common >= (1 if len(keys) <= FEW else FEW)

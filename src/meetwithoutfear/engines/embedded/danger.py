"""The second ear of the safety check: a trained head for what the patterns have no words for.

It only ever adds. Where the patterns of the domain find something grave, that stands; otherwise a sentence the head is
nearly sure of counts as tier B, and a sentence it merely suspects as tier C. It knows English alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from meetwithoutfear.domain.safety import Certainty, Label, SafetyFinding, check
from meetwithoutfear.engines.embedded.clauses import plain, sentences
from meetwithoutfear.engines.embedded.language import is_english

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meetwithoutfear.engines.embedded.encoder import Encoder, Vectors

LABELS = (
    Label.CHILD,
    Label.SUICIDE,
    Label.ABUSE,
    Label.SELFHARM,
    Label.HARM_OTHERS,
)
# Chosen by cross-validation over the training sentences: at .9 three ordinary sentences in a thousand ring, at .7 ten.
NEARLY_SURE, SUSPECTS = 0.9, 0.7


@dataclass(frozen=True)
class DangerHead:
    weights: NDArray[np.float64]
    """As the feelings' head; the first column is any danger at all, the others are the labels in their order."""

    def hear(self, vectors: Vectors) -> tuple[float, Label]:
        logits = vectors.astype(np.float64) @ self.weights[:-1] + self.weights[-1]
        worst = int(logits[:, 0].argmax())
        return float(1 / (1 + np.exp(-logits[worst, 0]))), LABELS[int(logits[worst, 1:].argmax())]


def check_by_meaning(head: DangerHead, encoder: Encoder | None, text: str) -> SafetyFinding | None:
    finding = check(text)
    said = sentences(plain(text))
    if encoder is None or not said or (finding and finding.is_alarm) or not is_english(text):
        return finding
    chance, label = head.hear(encoder.encode(said))
    if chance >= NEARLY_SURE:
        return SafetyFinding(label, Certainty.B)
    return finding or (SafetyFinding(label, Certainty.C) if chance >= SUSPECTS else None)

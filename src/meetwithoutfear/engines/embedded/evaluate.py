"""The embedded engine under test on labelled cases: its scale is fitted anew without the subject it is asked about.

Of the labels only the severities of the other subjects are read here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from meetwithoutfear.domain.gap import Severity
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.encoder import load_encoder
from meetwithoutfear.engines.embedded.gap import GapInput, analyse, read_words, signals
from meetwithoutfear.engines.embedded.severity import ORDER, Cases, Scale, fit
from meetwithoutfear.engines.embedded.tasks import analysis_answer, gap_input
from meetwithoutfear.engines.embedded.trained import load_trained, subject_digest
from meetwithoutfear.engines.engine import EngineName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from meetwithoutfear.prompts.two_sided import reconcile


class CrossValidated:
    """Answers as the embedded engine would, had it never seen this subject's cases."""

    name = EngineName.EMBEDDED.value

    def __init__(self, cases: Sequence[Mapping[str, Any]]) -> None:
        trained = load_trained()
        self._detector = Detector(trained.head, load_encoder())
        self._known = _joined(trained.cases, cases_from(self._detector, cases)) if cases else trained.cases
        self._scales: dict[str, Scale] = {}

    async def answer(self, prompt: reconcile.Input) -> reconcile.Output:
        subject = subject_digest("\n".join(prompt.messages))
        if subject not in self._scales:
            self._scales[subject] = fit(self._known.without(subject))
        analysis = analyse(self._detector, self._scales[subject], gap_input(prompt))
        return prompt.parse(analysis_answer(prompt.statement, analysis))


def cases_from(detector: Detector, cases: Sequence[Mapping[str, Any]], weight: float = 1.0) -> Cases:
    given = [GapInput(case["statement"], (case["subject"],)) for case in cases]
    return Cases(
        np.array([signals(read_words(detector, one)) for one in given]),
        np.array([ORDER.index(Severity(case["severity"])) for case in cases]),
        np.full(len(cases), weight),
        np.array([subject_digest(case["subject"]) for case in cases]),
    )


def _joined(shipped: Cases, fresh: Cases) -> Cases:
    """The file's cases replace those of the same subjects that shipped, so that none counts twice."""
    kept = shipped
    for subject in np.unique(fresh.subject):
        kept = kept.without(str(subject))
    return kept.joined(fresh)

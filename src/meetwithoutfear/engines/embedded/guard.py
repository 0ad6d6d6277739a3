"""The guard over every engine's gap analysis: what denies the subject's feelings is never let through as an understanding.

It overrules only what it can read itself. Of other languages, and of a statement that simply says little, it has no opinion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meetwithoutfear.domain.gap import GapAnalysis, SettledAction, Stance, settle_action
from meetwithoutfear.engines.embedded.stance import read_statement

if TYPE_CHECKING:
    from meetwithoutfear.prompts.two_sided import reconcile


def settle(prompt: reconcile.Input, analysis: GapAnalysis) -> SettledAction:
    return settle_action(
        analysis.recommended_action,
        analysis.alignment_score,
        analysis.misattributions,
        stance_of(prompt, analysis),
    )


def stance_of(prompt: reconcile.Input, analysis: GapAnalysis) -> Stance:
    read = read_statement(prompt.statement, prompt.subject).stance(prompt.confirmed_feelings)
    return analysis.stance if read in {Stance.AFFIRMED, Stance.UNCLEAR} else read

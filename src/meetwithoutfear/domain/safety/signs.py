"""Faint signs add up. One alone is worth a quiet line, since it is mostly nothing; said again and again they are worth one
gentle question, asked once for each kind of danger in a session.

What counts is of which kind they were and when, never a word of them. What comes from the partner (violence, control, fear)
is one kind: care asks about it in one talk, too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from meetwithoutfear.domain.safety.care import topic_of
from meetwithoutfear.domain.safety.check import Certainty, Label, SafetyFinding

IN_ALL, OF_ONE_KIND = 3, 2
"""So many make a question, the newest among them."""


@dataclass(frozen=True)
class Sign:
    """Noted of what a member wrote in a session."""

    label: Label
    tier: Certainty
    at: datetime


def weigh(finding: SafetyFinding, noted: Iterable[Sign], cleared_at: datetime | None) -> SafetyFinding:
    """As it weighs after what was noted before. An alarm among that is a kind they were asked about already; what was said
    before they last went on from care is settled."""
    known = list(noted)
    asked = {topic_of(sign.label) for sign in known if sign.tier is not Certainty.C}
    kind = topic_of(finding.label)
    if finding.is_alarm or not finding.adds_up or kind in asked:
        return finding
    recent = [topic_of(sign.label) for sign in known if cleared_at is None or sign.at > cleared_at]
    open_kinds = [each for each in (*recent, kind) if each not in asked]
    enough = len(open_kinds) >= IN_ALL or open_kinds.count(kind) >= OF_ONE_KIND
    return replace(finding, certainty=Certainty.B) if enough else finding

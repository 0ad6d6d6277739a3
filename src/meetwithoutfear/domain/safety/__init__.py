"""What a member writes is checked for danger, offline and before any engine; what is about to cross, for threats. Rules, not
a model: they can be read, tested and explained, and they miss much, so the way to help is always in sight."""

from __future__ import annotations

from meetwithoutfear.domain.safety.check import Certainty, Label, SafetyFinding, check
from meetwithoutfear.domain.safety.crossing import ConcernKind, CrossingConcern, crossing_check

__all__ = ["Certainty", "ConcernKind", "CrossingConcern", "Label", "SafetyFinding", "check", "crossing_check"]

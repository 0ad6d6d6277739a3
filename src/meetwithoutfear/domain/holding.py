"""What would cross to the partner waits while its writer is held or has paused."""

from __future__ import annotations

from meetwithoutfear.domain.errors import Paused, SafetyHold
from meetwithoutfear.domain.session import Member


def refuse_while_held(member: Member) -> None:
    if member.held_at is not None:
        raise SafetyHold
    if member.paused_at is not None:
        raise Paused

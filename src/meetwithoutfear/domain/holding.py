"""What waits while somebody is in care: nothing of theirs crosses and no gate of theirs moves. What they write and save for
themselves is kept, and whatever leads out (a break, leaving, declining, taking back) stays open. The exchange has its own
list beside its table."""

from __future__ import annotations

from meetwithoutfear.domain.commands import AskAgain, Command, FeelHeard, Invite, SignCompact
from meetwithoutfear.domain.deciding import StageCommand
from meetwithoutfear.domain.errors import SafetyHold
from meetwithoutfear.domain.needs.commands import ConfirmGround, ProposeGround, ShareNeeds
from meetwithoutfear.domain.repair.commands import (
    BeReady,
    CheckIn,
    ConfirmAgreement,
    ModifyAgreement,
    ProposeAgreement,
    Rank,
    Resolve,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side


def refuse_in_care(session: Session, command: Command | StageCommand) -> None:
    match command:
        case Invite():
            side = Side.INVITER
        case SignCompact() | AskAgain() | FeelHeard():
            side = command.side
        case ShareNeeds() | ProposeGround() | ConfirmGround() | BeReady() | Rank() | Resolve():
            side = command.side
        case ProposeAgreement() | ModifyAgreement() | ConfirmAgreement() | CheckIn(shared=True):
            side = command.side
        case _:
            return
    if session.members[side].care is not None:
        raise SafetyHold

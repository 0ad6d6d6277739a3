"""The oracle that goes with the walks through the last two stages is worth something: it notices what goes wrong there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from domain.test_wandering import SEED, STEPS
from domain.together_world import wanderings
from meetwithoutfear.domain.consents import ConsentTarget, LedgerEntry, Seen
from meetwithoutfear.domain.needs import commands as of_needs
from meetwithoutfear.domain.needs import events as n
from meetwithoutfear.domain.needs.need import Ground, stood_by
from meetwithoutfear.domain.repair import agreement, pool
from meetwithoutfear.domain.repair import commands as of_repair
from meetwithoutfear.domain.repair import events as r
from meetwithoutfear.domain.repair.agreement import Agreement
from meetwithoutfear.domain.repair.pool import Pool
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side


def stays_shared(event: n.NeedWithdrawn, session: Session, now: datetime) -> Session:
    me = session.members[event.side].count_act(now)
    return session.with_member(event.side, me)


def sees_everything(known: Pool, _side: Side) -> Pool:
    return known


def all_but_the_last(known: Pool, number: int, needs: list[str]) -> Pool:
    hidden = [idea for idea in known if idea.round is None and idea.owner]
    opened = pool.release(known, number, needs)
    return tuple(hidden[-1] if hidden and idea.id == hidden[-1].id else idea for idea in opened)


def receipt_for_a_no(event: n.GroundConfirmed, _before: Session, _after: Session) -> Iterable[LedgerEntry]:
    for item_id in event.said:
        yield Seen(event.side.other, ConsentTarget.COMMON_GROUND, item_id)
    yield Seen(event.side.other, ConsentTarget.NEED)


def with_the_old_yes(event: r.AgreementModified, session: Session, now: datetime) -> Session:
    known = session.agreement(event.agreement_id)
    changed = replace(known, terms=event.terms, version=known.version + 1, proposed_by=event.side)
    return event.ask_other(session, now).with_agreement(
        replace(changed, agreed={**known.agreed, event.side: now})
    )


def once_more_the_same(known: Agreement, now: datetime) -> Agreement:
    return replace(agreement.settle_agreement(known, now), check=known.check)


def of_either(ground: Ground, _side: Side) -> frozenset[UUID]:
    return frozenset[UUID]().union(*(stood_by(ground, side) for side in Side))


def nothing(*_anything: object) -> tuple[()]:
    return ()


FAULTS: dict[str, tuple[object, str, Any]] = {
    "a ranking that meets is called missed": (of_repair, "overlap", nothing),
    "a hidden idea of the other is visible": (pool, "visible_to", sees_everything),
    "a need withdrawn before the reveal stays shared": (n.NeedWithdrawn, "apply", stays_shared),
    "the 13th idea is taken": (of_repair, "MOST_IDEAS", 13),
    "the 21st need is taken": (of_needs, "MOST_NEEDS", 21),
    "readiness taken back keeps the consent": (r.ReadinessTakenBack, "ledger", nothing),
    "a release leaves a hidden idea": (r, "release", all_but_the_last),
    "a no to common ground leaves a receipt": (n.GroundConfirmed, "ledger", receipt_for_a_no),
    "a modified agreement keeps the other's yes": (r.AgreementModified, "apply", with_the_old_yes),
    "an extension does not raise the check": (r, "settle_agreement", once_more_the_same),
    "common ground counts one side's yes twice": (of_needs, "stood_by", of_either),
    "the library stays away": (of_repair, "choose_spare", nothing),
    "a ranking leaves no receipt": (r.Ranked, "ledger", nothing),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_planted_fault_is_caught(fault: tuple[object, str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """On walks on which nothing else is: they are the first of those that are looked at without a fault."""
    monkeypatch.setattr(*fault)
    with pytest.raises(AssertionError):
        list(wanderings(SEED, STEPS))

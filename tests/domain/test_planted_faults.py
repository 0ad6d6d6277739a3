"""The oracles that go with the walks are worth something: they notice whatever is planted beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from domain.exchange_walks import quick_walks
from domain.test_wandering import SEED, STEPS
from domain.together_walks import wanderings
from domain.world import NOW
from meetwithoutfear.domain import machine
from meetwithoutfear.domain.empathy import commands as of_exchange
from meetwithoutfear.domain.empathy import events as x
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Attempt, Reason
from meetwithoutfear.domain.moves import ConsentTarget, Event, LedgerEntry, Seen
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
from meetwithoutfear.domain.stages import Gate

Fault = tuple[object, str, Any]
"""What is replaced, and by what."""


def leaving(kind: type[AttemptEvent], change: Callable[[Attempt, Attempt], Attempt]) -> Fault:
    """After it the attempt is another one than it should be; it is told what stood before and what should stand now."""
    apply = kind.apply

    def changed(event: AttemptEvent, attempt: Attempt, now: datetime) -> Attempt:
        return change(attempt, apply(event, attempt, now))

    return kind, "apply", changed


def deciding(command: Any, change: Callable[[Any, Session, list[AttemptEvent]], list[AttemptEvent]]) -> Fault:
    """What it decides is something else."""
    decide = command.decide

    def changed(asked: Any, session: Session) -> list[AttemptEvent]:
        return change(asked, session, decide(asked, session))

    return command, "decide", changed


def settling(change: Callable[[Session], list[Event]]) -> Fault:
    return machine, "settle", change


settle = machine.settle


def one_sided(session: Session) -> list[Event]:
    return [event for event in settle(session) if event != x.Revealed(Side.INVITEE)]


def though_paused(session: Session) -> list[Event]:
    return settle(session.with_both(lambda member: replace(member, paused_at=None)))


def though_unheard(session: Session) -> list[Event]:
    return settle(session.with_both(lambda member: member.pass_gate(Gate.FELT_HEARD, NOW)))


def for_any_revision(asked: Any, session: Session, _events: list[AttemptEvent]) -> list[AttemptEvent]:
    revision = session.exchange.attempts[asked.direction].revision
    return conclude(replace(asked, revision=revision), session)


conclude = of_exchange.Conclude.decide


def shared(_asked: Any, _session: Session, events: list[AttemptEvent]) -> list[AttemptEvent]:
    return [x.ContextShared(event.guesser, "") for event in events]


def sent_back(_asked: Any, _session: Session, events: list[AttemptEvent]) -> list[AttemptEvent]:
    return [x.FeedbackShared(e.guesser) if isinstance(e, x.Missed) else e for e in events]


def with_open_offer(_asked: Any, _session: Session, events: list[AttemptEvent]) -> list[AttemptEvent]:
    return [event for event in events if not isinstance(event, x.OfferSuperseded)]


OF_THE_EXCHANGE: dict[str, Fault] = {
    "only one side is revealed": settling(one_sided),
    "a pause does not hold the reveal": settling(though_paused),
    "it is analysed before the subject was heard": settling(though_unheard),
    "a resubmission is not counted": leaving(
        x.Resubmitted, lambda before, after: replace(after, attempts=before.attempts)
    ),
    "the breaker never trips": (of_exchange, "MOST_ANALYSED_REFINEMENTS", 1000),
    "an outcome for old words counts": deciding(of_exchange.Conclude, for_any_revision),
    "declining shares": deciding(of_exchange.DeclineOffer, shared),
    "an expiry is told as a near understanding": leaving(
        x.OfferExpired, lambda _before, after: replace(after, reason=Reason.CLOSE)
    ),
    "a verdict kept private reopens the statement": deciding(of_exchange.Validate, sent_back),
    "rounds after the reveal never end": leaving(
        x.FeedbackShared, lambda before, after: replace(after, rounds=before.rounds)
    ),
    "withdrawing starts the count anew": leaving(
        x.Withdrawn, lambda _before, after: replace(after, attempts=0)
    ),
    "a withdrawn statement leaves its offer open": deciding(of_exchange.Withdraw, with_open_offer),
    "other words do not make a revision": leaving(
        x.Consented, lambda _before, after: replace(after, revision=1)
    ),
}


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


OF_THE_LAST_STAGES: dict[str, Fault] = {
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


@pytest.mark.parametrize("fault", OF_THE_EXCHANGE.values(), ids=OF_THE_EXCHANGE.keys())
def test_a_fault_planted_in_the_exchange_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*fault)
    with pytest.raises((AssertionError, KeyError)):
        list(quick_walks(2, 30_000))


@pytest.mark.unmeasured
@pytest.mark.parametrize("fault", OF_THE_LAST_STAGES.values(), ids=OF_THE_LAST_STAGES.keys())
def test_a_fault_planted_in_the_last_stages_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """On walks on which nothing else is: they are the first of those that are looked at without a fault."""
    monkeypatch.setattr(*fault)
    with pytest.raises(AssertionError):
        list(wanderings(SEED, STEPS))

"""Sessions for the tests of the rules: Alice has invited, Bob may join, and whatever is decided is applied as the store
does it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import ModuleType
from uuid import UUID

from meetwithoutfear.domain.commands import Invite, Join
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange
from meetwithoutfear.domain.events import Created
from meetwithoutfear.domain.machine import decide, unfold
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import Patience

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
EXPIRY = NOW + timedelta(days=14)
ALICE, BOB, EVE = UUID(int=1), UUID(int=2), UUID(int=3)
INVITER, INVITEE = Side.INVITER, Side.INVITEE
BOB_JOINS = Join(BOB, "Bob")
HER_ATTEMPT, HIS_ATTEMPT = UUID(int=11), UUID(int=12)
PATIENCE = Patience(
    analysis=timedelta(minutes=15),
    offer=timedelta(days=7),
    silence=timedelta(days=14),
)


def kinds_in(*modules: ModuleType) -> set[type[Event]]:
    """The kinds of events that are told of in these."""
    names = {module.__name__ for module in modules}
    return {kind for kind in Event.by_name.values() if kind.__module__ in names}


def applied(session: Session, events: Sequence[Event], now: datetime = NOW) -> Session:
    return unfold(session, events, now).after


def after(session: Session, *commands: SessionCommand, now: datetime = NOW) -> Session:
    for command in commands:
        session = applied(session, decide(session, command), now)
    return session


def unsent() -> Session:
    """Alice has begun a session and has nobody invited yet."""
    alice = Member(ALICE, "Alice", NOW)
    exchange = Exchange({INVITER: Attempt(HER_ATTEMPT), INVITEE: Attempt(HIS_ATTEMPT)})
    begun = Session(
        UUID(int=100), SessionStatus.INVITED, "Robert", "The move", {INVITER: alice}, exchange=exchange
    )
    return applied(begun, [Created()])


def invited() -> Session:
    return after(unsent(), Invite(UUID(int=200), EXPIRY))


def met() -> Session:
    return after(invited(), BOB_JOINS)

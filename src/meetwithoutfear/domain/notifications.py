"""What somebody is told outside the app, by mail or push: a type and the partner's name at the most, never anybody's words.

It is what waits for them, and a few moments of the exchange that they know of in the app anyway. Nobody is told of what
somebody else did in private: whoever holds a statement back or declines an offer leaves no trace here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.moves import Event, News
from meetwithoutfear.domain.notices import SAYS
from meetwithoutfear.domain.pending import PendingType, new_items
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side

SOMETHING = "Something waits for you"
SEVERAL = "There is something new for you"
SENTENCES = SAYS["outside"]
TOLD_OTHERWISE = frozenset({PendingType.NEEDS_TO_CONFIRM})
"""It comes to wait when both have validated, and that is told."""


class Purpose(StrEnum):
    """What a mailed link is good for: one link, one purpose."""

    SIGN_IN = "SIGN_IN"
    NEW_PASSWORD = "NEW_PASSWORD"  # noqa: S105
    NEW_EMAIL = "NEW_EMAIL"


class Letter(StrEnum):
    """What is written about an account, in closed texts: none of them holds anything that somebody wrote, not even a name,
    which anybody can choose."""

    WELCOME = "WELCOME"
    SIGN_IN = "SIGN_IN"
    NEW_PASSWORD = "NEW_PASSWORD"  # noqa: S105
    NEW_EMAIL = "NEW_EMAIL"
    PASSWORD_CHANGED = "PASSWORD_CHANGED"  # noqa: S105
    EMAIL_CHANGED = "EMAIL_CHANGED"
    SIGNED_OUT = "SIGNED_OUT"


@dataclass(frozen=True)
class Notification:
    to: Side
    type: str
    """News, or a type of what waits."""
    item_id: UUID | None = None


@dataclass(frozen=True)
class QuietHours:
    """The hours in which nobody is written to, by the clock on their own wall."""

    begins: time
    ends: time

    def covers(self, local: time) -> bool:
        if self.begins <= self.ends:
            return self.begins <= local < self.ends
        return local >= self.begins or local < self.ends


USUAL = QuietHours(time(22), time(8))


@dataclass(frozen=True)
class Preferences:
    email: bool = True
    push: bool = True
    quiet_hours: QuietHours | None = USUAL


def notifications(before: Session, after: Session, events: Iterable[Event]) -> list[Notification]:
    waiting = [
        Notification(side, item.type, item.item_id)
        for side, item in new_items(before, after)
        if item.type not in TOLD_OTHERWISE
    ]
    return [*waiting, *(Notification(to, news) for event in events for to, news in event.news(after))]


def is_still_due(session: Session, notification: Notification, noted_at: datetime) -> bool:
    if not is_away(session.members[notification.to], noted_at):
        return False
    if notification.type in set(News):
        return session.status is not SessionStatus.ENDED
    pending = session.members[notification.to].pending
    waiting = [(item.type, item.item_id) for item in pending if item.counts]
    return (notification.type, notification.item_id) in waiting


def is_away(member: Member, since: datetime) -> bool:
    """And may be called: they take no break, have not left, and have not been here since."""
    return not (member.paused_at or member.left_at or (member.acted_at and member.acted_at > since))


def sentence(kind: str, partner: str) -> str:
    return SENTENCES.get(kind, SOMETHING).format(partner=partner)


def headline(kinds: Sequence[str], partner: str) -> str:
    """What all of it comes to, where there is room for one line."""
    return sentence(kinds[0], partner) if len(kinds) == 1 else SEVERAL


def quiet_until(now: datetime, zone: tzinfo, hours: QuietHours | None) -> datetime | None:
    """When they end, if it is quiet now; on the days on which clocks change, too."""
    local = now.astimezone(zone)
    if hours is None or not hours.covers(local.time()):
        return None
    day = local.date() if local.time() < hours.ends else local.date() + timedelta(days=1)
    end = datetime.combine(day, hours.ends, zone)
    # In autumn an hour comes twice: in its second run the first one's end is past.
    both = (end.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return next(moment for moment in both if moment > now)

"""What came of a decision. `unfold` plays its events and all that follows from them to a fixed point, works out what then
waits for each of the two, and says who is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from meetwithoutfear.domain import events as e
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.view import empathy_view
from meetwithoutfear.domain.machine import apply_event, settle
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, Role
from meetwithoutfear.domain.pending import new_items, pending_items
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import next_reminder


@dataclass(frozen=True)
class Step:
    before: Session
    event: Event
    after: Session


@dataclass(frozen=True)
class Act:
    """What came of a decision: every step, and who is told what of it."""

    before: Session
    after: Session
    steps: Sequence[Step]
    notices: Sequence[Notice]


def unfold(session: Session, events: Iterable[Event], now: datetime) -> Act:
    """Everything that follows, to a fixed point; then what waits for each of them, and whose view has changed. Whoever is
    told of something has seen their view change. News brings a session back out of the archive."""
    before, steps, waiting = session, list[Step](), list(events)
    while waiting:
        for event in waiting:
            after = apply_event(session, event, now)
            steps.append(Step(session, event, after))
            session = after
        waiting = settle(session)
    told = [notice for step in steps for notice in notices_of(step)]
    changed = changed_views(before, session) if session.exchange is not before.exchange else {}
    told_of, members = {notice.to for notice in told} | changed.keys(), dict[Side, Member]()
    is_archived = any(isinstance(step.event, e.Archived) for step in steps)
    for side, known in session.members.items():
        items = pending_items(session, side) if session.status is not SessionStatus.ENDED else ()
        counted, remind_at = sum(item.counts for item in items), next_reminder(session, side)
        member = replace(known, pending=items, badge=counted, remind_at=remind_at)
        if side in told_of:
            archived_at = known.archived_at if is_archived else None
            member = replace(member, version=known.version + 1, last_activity_at=now, archived_at=archived_at)
        members[side] = member
    for side, about in changed.items():
        told.append(Notice(side, NoticeType.STATUS_UPDATED, {**about, "version": members[side].version}))
    return Act(before, replace(session, members=members), steps, told)


def notices_of(step: Step) -> Iterable[Notice]:
    """Of the exchange nobody learns anything any more who has left."""
    told, members = step.event.notices(step.before, step.after), step.after.members
    if not isinstance(step.event, AttemptEvent):
        return told
    return [notice for notice in told if notice.to in members and members[notice.to].left_at is None]


def changed_views(before: Session, session: Session) -> dict[Side, dict[str, int | str]]:
    """Whose view of the exchange has changed, and which attempt that shows in; nobody else may notice anything. It is the
    own one, unless nothing but the other's shows a change: before the reveal nobody knows of it but by an offer."""
    changed, past = dict[Side, dict[str, int | str]](), replace(session, exchange=before.exchange)
    for side, member in session.members.items():
        was, becomes = empathy_view(side, past), empathy_view(side, session)
        if member.left_at is None and was != becomes:
            own = (was.mine, was.received, was.has_news), (becomes.mine, becomes.received, becomes.has_news)
            other = (was.theirs, was.offered, was.shared), (becomes.theirs, becomes.offered, becomes.shared)
            is_of_theirs = own[0] == own[1] and other[0] != other[1]
            attempt = session.exchange.attempts[side.other if is_of_theirs else side]
            changed[side] = {"attemptId": str(attempt.id)}
    return changed


def lines_of(step: Step) -> list[Line]:
    """What is said, to whoever is there to read it, each of the exchange with its cause."""
    event, session = step.event, step.after
    made = [
        Line(to, words, session.tag_of(to), role[0] if role else Role.AI)
        for to, words, *role in event.lines(session)
        if to in session.members
    ]
    if not isinstance(event, AttemptEvent):
        return made
    cause = event.cause(session)
    return [replace(line, cause=f"{cause}:{number}") for number, line in enumerate(made)]


def waiting_notices(before: Session, after: Session) -> list[Notice]:
    """What has come to wait for somebody, and how much that makes, here and in all their sessions."""
    told = [
        Notice(side, NoticeType.ITEM_READY, {"type": item.type, "priority": item.priority})
        for side, item in new_items(before, after)
    ]
    for side, member in after.members.items():
        if member.badge != (before.members[side].badge if side in before.members else 0):
            counts = {"total": member.badge + member.badge_elsewhere, "count": member.badge}
            told.append(Notice(side, NoticeType.BADGE_UPDATE, counts))
    return told

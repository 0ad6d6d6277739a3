"""What follows from an event for each member: what their inbox and their chat get, and that their view has changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from meetwithoutfear.domain.deciding import Happening, StageEvent
from meetwithoutfear.domain.empathy.events import Event as EmpathyEvent
from meetwithoutfear.domain.empathy.telling import empathy_lines, empathy_notices
from meetwithoutfear.domain.events import Archived
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, session_lines, session_notices
from meetwithoutfear.domain.pending import new_items
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.together import stage_lines, stage_notices


def notices(before: Session, session: Session, event: Happening) -> list[Notice]:
    if isinstance(event, EmpathyEvent):
        return empathy_notices(before, session, event)
    if isinstance(event, StageEvent):
        return stage_notices(before, session, event)
    return session_notices(session, event)


def lines(session: Session, event: Happening) -> list[Line]:
    if isinstance(event, EmpathyEvent):
        return empathy_lines(session, event)
    if isinstance(event, StageEvent):
        return stage_lines(session, event)
    return session_lines(session, event)


def item_notices(before: Session, after: Session) -> list[Notice]:
    """What has come to wait for somebody."""
    return [
        Notice(side, NoticeType.ITEM_READY, {"type": item.type, "priority": item.priority})
        for side, member in after.members.items()
        for item in new_items(before.members[side].pending if side in before.members else (), member.pending)
    ]


def touched(before: Session, session: Session, event: Happening, now: datetime) -> Session:
    """Whoever is told of something has seen their view change. News brings a session back out of the archive."""
    members = dict(session.members)
    for side in {notice.to for notice in notices(before, session, event)}:
        member = members[side]
        archived_at = member.archived_at if isinstance(event, Archived) else None
        members[side] = replace(
            member, version=member.version + 1, last_activity_at=now, archived_at=archived_at
        )
    return replace(session, members=members)

"""Who is told what, which lines the guide adds, and what the news does to a member's view."""

from __future__ import annotations

import pytest

from domain.journey import heard, invited, met, understood
from domain.world import BOB, BOB_JOINS, CARE, EXPIRY, INVITEE, INVITER, LATER, NOW, after, kinds_in
from meetwithoutfear.domain import events as of_session
from meetwithoutfear.domain.act import Step, lines_of, notices_of, unfold
from meetwithoutfear.domain.commands import Archive, Leave, Pause, SignCompact
from meetwithoutfear.domain.events import (
    Archived,
    AskedAgain,
    CareEnded,
    CareTaken,
    CompactSigned,
    Created,
    ExchangeCompleted,
    FeltHeard,
    FinishedAlone,
    InvitationDeclined,
    Invited,
    Joined,
    Left,
    LookedAt,
    PauseBegan,
    PauseEnded,
    RelationStated,
    Reminded,
    ReplyEnded,
    Spoke,
)
from meetwithoutfear.domain.moves import Event
from meetwithoutfear.domain.notices import SAYS, Line, Notice, NoticeType
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.domain.stages import Stage

say = SAYS["session"]
AN_INVITATION = Invited(BOB, EXPIRY)
IN_PRIVATE: list[Event] = [
    Spoke(INVITER, Chat.MAIN, BOB, awaits_reply=True),
    AskedAgain(INVITER, Chat.INNER, BOB),
    ReplyEnded(INVITER, Chat.MAIN),
    CareTaken(INVITER, CARE),
    CareEnded(INVITER),
    Archived(INVITER),
    LookedAt(INVITER, BOB),
    RelationStated(INVITER, Relation.FRIENDS),
]
EVENTS: list[Event] = [
    Created(),
    AN_INVITATION,
    Joined(BOB, "Bob"),
    InvitationDeclined(),
    CompactSigned(INVITER),
    FeltHeard(INVITER),
    PauseBegan(INVITER),
    PauseEnded(INVITER),
    Left(INVITER),
    FinishedAlone(INVITER),
    Reminded(INVITER),
    ExchangeCompleted(),
    *IN_PRIVATE,
]


def told_to_both(kind: NoticeType) -> list[Notice]:
    return [Notice(INVITER, kind), Notice(INVITEE, kind)]


def told_of(session: Session, event: Event) -> list[Notice]:
    """What the session itself tells depends on how things stand now, not on how they stood."""
    return [*notices_of(Step(session, event, session))]


def lines(session: Session, event: Event) -> list[Line]:
    """What is said when this has led to the session as it is."""
    return lines_of(Step(session, event, session))


def test_the_cases_below_are_all_there_are() -> None:
    assert {type(event) for event in EVENTS} == kinds_in(of_session)


@pytest.mark.parametrize("event", [Created(), AN_INVITATION], ids=["created", "invited"])
def test_what_only_the_inviter_did_is_told_to_the_inviter_alone(event: Event) -> None:
    assert told_of(met(), event) == [Notice(INVITER, NoticeType.SESSION_UPDATED)]


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (Joined(BOB, "Bob"), NoticeType.SESSION_JOINED),
        (PauseBegan(INVITEE), NoticeType.SESSION_PAUSED),
        (PauseEnded(INVITEE), NoticeType.SESSION_RESUMED),
        (FinishedAlone(INVITEE), NoticeType.SESSION_ENDED),
    ],
)
def test_what_concerns_both_is_told_to_both(event: Event, kind: NoticeType) -> None:
    assert told_of(met(), event) == told_to_both(kind)


def test_leaving_is_told_to_both_and_later_only_to_who_still_is_there() -> None:
    left = after(met(), Leave(INVITEE))
    assert told_of(left, Left(INVITEE)) == [
        Notice(INVITEE, NoticeType.SESSION_LEFT),
        Notice(INVITER, NoticeType.SESSION_LEFT),
    ]
    assert told_of(after(left, Leave(INVITER)), Left(INVITER)) == [Notice(INVITER, NoticeType.SESSION_LEFT)]


def test_nobody_is_told_who_is_not_there() -> None:
    assert told_of(invited(), PauseBegan(INVITER)) == [Notice(INVITER, NoticeType.SESSION_PAUSED)]
    assert told_of(invited(), CompactSigned(INVITER)) == [Notice(INVITER, NoticeType.SESSION_UPDATED)]


def test_a_decline_is_told_to_the_inviter_alone() -> None:
    assert told_of(invited(), InvitationDeclined()) == [Notice(INVITER, NoticeType.SESSION_DECLINED)]


def test_a_signature_tells_the_partner_that_the_stage_is_done() -> None:
    assert told_of(met(), CompactSigned(INVITEE)) == [
        Notice(INVITEE, NoticeType.SESSION_UPDATED),
        Notice(INVITER, NoticeType.STAGE_COMPLETED, {"stage": 0}),
    ]


@pytest.mark.parametrize("event", IN_PRIVATE)
def test_what_happens_in_private_is_nobody_elses_business(event: Event) -> None:
    assert told_of(met(), event) == [Notice(INVITER, NoticeType.SESSION_UPDATED)]


def test_that_somebody_feels_heard_is_all_the_partner_learns_of_it() -> None:
    assert told_of(after(met(), SignCompact(INVITEE)), FeltHeard(INVITEE)) == [
        Notice(INVITEE, NoticeType.SESSION_UPDATED),
        Notice(INVITER, NoticeType.STAGE_COMPLETED, {"stage": 1}),
    ]
    assert told_of(invited(), FeltHeard(INVITER)) == [Notice(INVITER, NoticeType.SESSION_UPDATED)]


def test_both_are_welcomed_and_the_inviter_hears_in_their_own_stage_that_the_partner_came() -> None:
    assert lines(invited(), Created()) == [Line(INVITER, say["welcome"], Stage.ONBOARDING)]
    session = after(invited(), SignCompact(INVITER), BOB_JOINS)
    assert lines(session, Joined(BOB, "Bob")) == [
        Line(INVITEE, say["welcome"], Stage.ONBOARDING),
        Line(INVITER, say["partner joined"], Stage.WITNESS),
    ]


def test_who_signs_or_feels_heard_is_thanked_alone_and_led_on() -> None:
    signed = after(met(), SignCompact(INVITEE))
    assert lines(signed, CompactSigned(INVITEE)) == [Line(INVITEE, say["signed"], Stage.WITNESS)]
    assert lines(heard().session, FeltHeard(INVITEE)) == [
        Line(INVITEE, say["heard"], Stage.PERSPECTIVE_STRETCH)
    ]


def test_who_ends_it_alone_is_accompanied_and_the_other_told_neutrally_each_in_their_own_stage() -> None:
    session = after(met(), SignCompact(INVITER))
    assert lines(session, FinishedAlone(INVITER)) == [
        Line(INVITER, say["finished alone"], Stage.WITNESS),
        Line(INVITEE, say["partner finished"], Stage.ONBOARDING),
    ]
    assert lines(invited(), FinishedAlone(INVITER)) == [
        Line(INVITER, say["finished alone"], Stage.ONBOARDING)
    ]


def test_when_the_exchange_is_complete_both_hear_so_and_are_led_on() -> None:
    assert told_of(met(), ExchangeCompleted()) == [
        Notice(side, NoticeType.STAGE_COMPLETED, {"stage": 2}) for side in (INVITER, INVITEE)
    ]
    assert lines(understood().session, ExchangeCompleted()) == [
        Line(side, say["understood"], Stage.NEED_MAPPING) for side in (INVITER, INVITEE)
    ]


def test_a_reminder_is_for_the_one_reminded_and_says_nothing_of_the_other() -> None:
    assert told_of(met(), Reminded(INVITEE)) == [
        Notice(INVITEE, NoticeType.ITEM_READY, {"type": "reminder", "priority": "medium"})
    ]


def test_everything_else_happens_without_words() -> None:
    spoken = (Created, Joined, CompactSigned, FeltHeard, FinishedAlone, ExchangeCompleted)
    assert not any(lines(met(), event) for event in EVENTS if not isinstance(event, spoken))


def test_no_line_and_no_notice_names_anybody() -> None:
    session = met()
    said = [line.content for event in EVENTS for line in lines(session, event)]
    carried = [notice.data for event in EVENTS for notice in told_of(session, event)]
    for name in ("Alice", "Bob", "Robert", "The move"):
        assert name not in repr((said, carried))


def test_news_is_activity_of_whoever_is_told() -> None:
    before = met()
    session = unfold(before, [CompactSigned(INVITEE)], LATER).after
    for side in (INVITER, INVITEE):
        assert session.members[side].version == before.members[side].version + 1
        assert session.members[side].last_activity_at == LATER


def test_what_one_is_not_told_leaves_no_trace() -> None:
    before = met()
    session = unfold(before, [Archived(INVITEE)], LATER).after
    assert session.members[INVITER] == before.members[INVITER]


def test_news_brings_a_session_back_out_of_the_archive_but_archiving_does_not() -> None:
    archived = after(met(), Archive(INVITER))
    assert archived.members[INVITER].archived_at == NOW
    assert after(archived, Pause(INVITEE)).members[INVITER].archived_at is None
    assert after(archived, Archive(INVITEE)).members[INVITER].archived_at == NOW

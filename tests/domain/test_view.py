"""What a member sees of a session, and what not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from domain.journey import asked, guessed, heard, invited, met, unsent
from domain.world import ALICE, BOB, CARE, EVE, EXPIRY, INVITEE, INVITER, NOW, PATIENCE, after
from meetwithoutfear.domain.commands import (
    Archive,
    DeclineInvitation,
    FeelHeard,
    Leave,
    Pause,
    SignCompact,
    Speak,
    TakeCare,
)
from meetwithoutfear.domain.empathy.commands import Keep, Resubmit
from meetwithoutfear.domain.empathy.events import WentUnanalysed
from meetwithoutfear.domain.errors import InvalidTransition, NotFound
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.stages import Gate, Stage, StageStatus
from meetwithoutfear.domain.view import (
    Action,
    InvitationState,
    InvitationView,
    PartnerView,
    SessionView,
    StageView,
    TurnKind,
    TurnView,
    decide_for,
    view_for,
)

A_MESSAGE = UUID(int=300)


def alice_sees(session: Session, now: datetime = NOW) -> SessionView:
    return view_for(ALICE, session, now, PATIENCE)


def bob_sees(session: Session) -> SessionView:
    return view_for(BOB, session, NOW, PATIENCE)


def test_a_stranger_sees_nothing() -> None:
    with pytest.raises(NotFound):
        view_for(EVE, met(), NOW, PATIENCE)


def test_an_absent_partner_has_the_name_the_inviter_gave_them() -> None:
    assert alice_sees(invited()).partner == PartnerView("Robert", joined=False, stage=None)


def test_a_partner_who_is_there_has_their_own_name_and_stage() -> None:
    session = after(met(), SignCompact(INVITEE))
    assert alice_sees(session).partner == PartnerView("Bob", joined=True, stage=Stage.WITNESS)
    assert bob_sees(session).partner == PartnerView("Alice", joined=True, stage=Stage.ONBOARDING)


def test_a_partner_who_left_has_neither_name_nor_pause() -> None:
    session = after(met(), SignCompact(INVITEE), Pause(INVITEE), Leave(INVITEE))
    seen = alice_sees(session)
    assert seen.partner == PartnerView("Your partner", joined=False, stage=None)
    assert seen.paused.by_partner is False
    assert seen.status is SessionStatus.ENDED


def test_each_knows_whose_pause_it_is() -> None:
    session = after(met(), Pause(INVITER))
    hers, his = alice_sees(session), bob_sees(session)
    assert hers.paused.by_me is True
    assert hers.paused.by_partner is False
    assert his.paused.by_me is False
    assert his.paused.by_partner is True
    assert alice_sees(invited()).paused.by_partner is False


def test_the_inviter_sees_what_became_of_the_invitation() -> None:
    session = invited()
    assert alice_sees(session).invitation == InvitationView(InvitationState.OPEN, EXPIRY)
    last_moment = EXPIRY - timedelta(microseconds=1)
    assert alice_sees(session, last_moment).invitation == InvitationView(InvitationState.OPEN, EXPIRY)
    assert alice_sees(session, EXPIRY).invitation == InvitationView(InvitationState.EXPIRED, EXPIRY)
    declined = after(session, DeclineInvitation())
    assert alice_sees(declined, EXPIRY).invitation == InvitationView(InvitationState.DECLINED, EXPIRY)


def test_there_is_no_invitation_to_see_before_it_is_made_and_after_it_is_used() -> None:
    assert alice_sees(unsent()).invitation is None
    assert alice_sees(met()).invitation is None
    assert bob_sees(met()).invitation is None
    assert alice_sees(after(invited(), Leave(INVITER))).invitation is None


def test_stages_and_gates_are_the_viewers_own() -> None:
    session = after(met(), SignCompact(INVITEE))
    hers, his = alice_sees(session).me.stages, bob_sees(session).me.stages
    assert hers[Stage.ONBOARDING] == StageView(StageStatus.IN_PROGRESS, {Gate.COMPACT_SIGNED: None})
    assert his[Stage.ONBOARDING] == StageView(StageStatus.COMPLETED, {Gate.COMPACT_SIGNED: NOW})
    assert his[Stage.WITNESS] == StageView(StageStatus.IN_PROGRESS, {Gate.FELT_HEARD: None})
    assert set(hers) == set(Stage)


def test_the_turn_is_yours_until_you_have_signed() -> None:
    assert alice_sees(invited()).turn == TurnView(
        TurnKind.YOURS,
        None,
        (Action.SIGN_COMPACT, Action.TALK, Action.PAUSE, Action.ARCHIVE, Action.LEAVE, Action.INVITE),
    )
    assert bob_sees(met()).turn == TurnView(
        TurnKind.YOURS, None, (Action.SIGN_COMPACT, Action.TALK, Action.PAUSE, Action.ARCHIVE, Action.LEAVE)
    )


def test_who_signed_talks_with_the_guide_whether_or_not_the_partner_has_come() -> None:
    alone = alice_sees(after(invited(), SignCompact(INVITER))).turn
    together = alice_sees(after(met(), SignCompact(INVITER))).turn
    assert (alone.kind, together.kind) == (TurnKind.YOURS, TurnKind.YOURS)
    assert together.actions == (Action.TALK, Action.PAUSE, Action.ARCHIVE, Action.LEAVE)
    assert alone.actions == (*together.actions, Action.INVITE)


def test_while_the_guide_answers_it_is_its_turn_and_one_may_not_interrupt() -> None:
    session = after(met(), SignCompact(INVITER), Speak(INVITER, Chat.MAIN, A_MESSAGE))
    turn = alice_sees(session).turn
    assert turn.kind is TurnKind.GUIDE
    assert Action.TALK not in turn.actions
    assert bob_sees(session).turn.kind is TurnKind.YOURS


def test_a_journal_keeps_nobody_from_talking() -> None:
    session = after(met(), SignCompact(INVITER), Speak(INVITER, Chat.INNER, A_MESSAGE))
    assert alice_sees(session).turn.kind is TurnKind.YOURS


def test_once_something_was_said_one_may_feel_heard() -> None:
    session = after(met(), SignCompact(INVITER), Speak(INVITER, Chat.MAIN, A_MESSAGE, awaits_reply=False))
    assert Action.FEEL_HEARD in alice_sees(session).turn.actions
    assert alice_sees(after(session, FeelHeard(INVITER))).me.stage is Stage.PERSPECTIVE_STRETCH


def test_a_hold_shows_to_nobody_but_the_one_it_protects() -> None:
    before = met()
    held = after(before, TakeCare(INVITEE, CARE))
    assert Action.CONTINUE in bob_sees(held).turn.actions
    assert alice_sees(held) == alice_sees(before)


def test_a_refusal_says_where_one_stands_and_what_is_possible() -> None:
    with pytest.raises(InvalidTransition) as refusal:
        decide_for(INVITER, met(), FeelHeard(INVITER), NOW, PATIENCE)
    assert refusal.value.details == {
        "status": "ACTIVE",
        "allowed": ["SIGN_COMPACT", "TALK", "PAUSE", "ARCHIVE", "LEAVE"],
    }


def test_who_paused_is_offered_to_resume_and_who_archived_not_to_archive() -> None:
    session = after(met(), SignCompact(INVITER), Archive(INVITER), Pause(INVITER), Archive(INVITER))
    assert alice_sees(session).turn.actions == (Action.TALK, Action.RESUME, Action.LEAVE)


def test_an_ended_session_waits_for_nobody() -> None:
    session = after(met(), Leave(INVITEE))
    assert alice_sees(session).turn == TurnView(TurnKind.YOURS, None, (Action.ARCHIVE, Action.LEAVE))


def test_without_an_invitation_there_is_none_to_renew() -> None:
    assert Action.INVITE not in alice_sees(unsent()).turn.actions


def test_the_version_is_the_viewers_own() -> None:
    session = after(met(), Archive(INVITER))
    assert alice_sees(session).version == alice_sees(met()).version + 1
    assert bob_sees(session).version == bob_sees(met()).version


def test_the_topic_is_for_both() -> None:
    session = met()
    assert alice_sees(session).topic == bob_sees(session).topic == "The move"
    assert alice_sees(replace(session, topic=None)).topic is None


def test_a_refusal_in_the_exchange_says_how_it_reads_and_what_is_possible() -> None:
    pair = asked()
    with pytest.raises(InvalidTransition) as refusal:
        decide_for(INVITER, pair.session, Keep(INVITER), NOW, PATIENCE)
    assert refusal.value.details == {"status": "AWAITING_SHARING", "allowed": ["WITHDRAW"]}


def test_without_a_statement_there_is_no_status_to_tell() -> None:
    pair = heard()
    with pytest.raises(InvalidTransition) as refusal:
        decide_for(INVITER, pair.session, Resubmit(INVITER, "words"), NOW, PATIENCE)
    assert refusal.value.details == {"status": None, "allowed": ["CONSENT"]}


def test_where_only_time_is_missing_the_refusal_says_when() -> None:
    pair = guessed()
    with pytest.raises(InvalidTransition) as refusal:
        decide_for(INVITER, pair.session, Keep(INVITER), NOW, PATIENCE)
    assert refusal.value.details["availableAt"] == (NOW + PATIENCE.analysis).isoformat()
    with pytest.raises(InvalidTransition) as other:
        decide_for(INVITER, pair.session, Resubmit(INVITER, "words"), NOW, PATIENCE)
    assert "availableAt" not in other.value.details


def test_what_is_possible_is_decided_as_ever() -> None:
    pair = guessed()
    overdue = decide_for(INVITER, pair.session, Keep(INVITER, overdue=True), NOW, PATIENCE)
    assert overdue == [WentUnanalysed(INVITER)]

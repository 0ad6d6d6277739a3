"""The session's rules, step by step, as stories."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.journey import invited, met, unsent
from domain.world import ALICE, BOB, BOB_JOINS, CARE, EVE, EXPIRY, INVITEE, INVITER, LATER, NOW, after
from meetwithoutfear.domain.commands import (
    Archive,
    AskAgain,
    Continue,
    DeclineInvitation,
    EndReply,
    FeelHeard,
    Invite,
    Join,
    Leave,
    Pause,
    Resume,
    SignCompact,
    Speak,
    TakeCare,
)
from meetwithoutfear.domain.errors import (
    Conflict,
    InvalidTransition,
    NotFound,
    SafetyHold,
    SessionEnded,
)
from meetwithoutfear.domain.events import Archived, CareTaken, Invited, Left, PauseBegan, ReplyEnded
from meetwithoutfear.domain.machine import apply_event, decide
from meetwithoutfear.domain.session import Chat, InvitationStatus, Session, SessionStatus
from meetwithoutfear.domain.stages import Gate, Stage

AGAIN = Invite(INVITER, UUID(int=201), EXPIRY)
ONE, OTHER = UUID(int=301), UUID(int=302)
MAIN, INNER = Chat.MAIN, Chat.INNER


def invitation_of(session: Session) -> InvitationStatus:
    assert session.invitation is not None
    return session.invitation.status


def test_the_other_side_of_the_other_side_is_ones_own() -> None:
    assert INVITER.other is INVITEE
    assert INVITEE.other is INVITER


def test_whoever_joins_makes_the_session_active() -> None:
    session = after(invited(), BOB_JOINS, now=LATER)
    assert session.status is SessionStatus.ACTIVE
    assert invitation_of(session) is InvitationStatus.ACCEPTED
    assert session.side_of(BOB) is INVITEE
    bob = session.members.get(INVITEE)
    assert bob is not None
    assert bob.name == "Bob"
    assert bob.joined_at == LATER
    assert bob.stage is Stage.ONBOARDING


def test_a_stranger_has_no_side() -> None:
    with pytest.raises(NotFound):
        met().side_of(EVE)


def test_nobody_joins_their_own_session() -> None:
    with pytest.raises(Conflict, match="your own invitation"):
        decide(invited(), Join(ALICE, "Alice"))


def test_a_third_person_finds_nothing() -> None:
    with pytest.raises(NotFound):
        decide(met(), Join(EVE, "Eve"))


def test_joining_twice_is_joining_once() -> None:
    assert decide(met(), BOB_JOINS) == []


def test_a_new_invitation_replaces_a_declined_one() -> None:
    declined = after(invited(), DeclineInvitation())
    assert declined.status is SessionStatus.INVITED
    assert invitation_of(declined) is InvitationStatus.DECLINED
    renewed = after(declined, AGAIN)
    assert renewed.invitation is not None
    assert renewed.invitation.id == AGAIN.invitation_id
    assert renewed.invitation.status is InvitationStatus.OPEN


def test_an_answer_to_an_invitation_is_given_once() -> None:
    declined = after(invited(), DeclineInvitation())
    assert invitation_of(after(declined, Leave(INVITER))) is InvitationStatus.DECLINED
    assert invitation_of(after(met(), Leave(INVITER))) is InvitationStatus.ACCEPTED
    assert after(unsent(), Leave(INVITER)).invitation is None


def test_nobody_is_invited_or_declines_once_the_partner_is_there() -> None:
    with pytest.raises(Conflict, match="already joined"):
        decide(met(), AGAIN)
    with pytest.raises(InvalidTransition):
        decide(met(), DeclineInvitation())


def test_a_signature_keeps_its_first_time_and_opens_the_next_stage() -> None:
    signed = after(met(), SignCompact(INVITEE))
    again = after(signed, SignCompact(INVITEE), now=LATER)
    assert again.members[INVITEE].passed == {Gate.COMPACT_SIGNED: NOW}
    assert again.members[INVITEE].stage is Stage.WITNESS
    assert again.members[INVITER].stage is Stage.ONBOARDING


def test_a_pause_belongs_to_one_member_and_ends_with_their_own_word() -> None:
    paused = after(met(), Pause(INVITER))
    assert after(paused, Resume(INVITEE)).members[INVITER].paused_at == NOW
    assert after(paused, Resume(INVITER)).members[INVITER].paused_at is None
    assert paused.members[INVITEE].paused_at is None


def test_leaving_before_anybody_came_closes_the_door() -> None:
    ended = after(invited(), Leave(INVITER))
    assert ended.status is SessionStatus.ENDED
    assert invitation_of(ended) is InvitationStatus.REPLACED
    for command in (AGAIN, BOB_JOINS, DeclineInvitation()):
        with pytest.raises(SessionEnded):
            decide(ended, command)


def test_a_session_that_was_left_can_only_be_put_away_or_left() -> None:
    ended = after(met(), Leave(INVITEE))
    assert ended.members[INVITEE].left_at == NOW
    assert decide(ended, Archive(INVITER)) == [Archived(INVITER)]
    assert decide(ended, Leave(INVITER)) == [Left(INVITER)]
    for command in (
        SignCompact(INVITER),
        Pause(INVITER),
        Speak(INVITER, MAIN, ONE),
        AskAgain(INVITER, MAIN, ONE),
    ):
        with pytest.raises(SessionEnded):
            decide(ended, command)


def test_one_reply_at_a_time_in_each_chat() -> None:
    talking = after(met(), Speak(INVITER, MAIN, ONE))
    for command in (Speak(INVITER, MAIN, OTHER), AskAgain(INVITER, MAIN, OTHER)):
        with pytest.raises(Conflict, match="still answering"):
            decide(talking, command)
    both = after(talking, Speak(INVITER, INNER, OTHER), Speak(INVITEE, MAIN, OTHER))
    assert both.members[INVITER].answering == {MAIN: ONE, INNER: OTHER}
    assert after(both, EndReply(INVITER, MAIN, ONE)).members[INVITER].answering == {INNER: OTHER}


def test_only_the_reply_that_is_awaited_can_end() -> None:
    talking = after(met(), Speak(INVITER, MAIN, ONE))
    assert decide(talking, EndReply(INVITER, MAIN, OTHER)) == []
    assert decide(talking, EndReply(INVITER, MAIN, ONE)) == [ReplyEnded(INVITER, MAIN)]


def test_a_reply_that_failed_can_be_asked_for_again() -> None:
    failed = after(met(), Speak(INVITER, MAIN, ONE), EndReply(INVITER, MAIN, ONE))
    again = after(failed, AskAgain(INVITER, MAIN, ONE))
    assert again.members[INVITER].answering == {MAIN: ONE}
    assert again.members[INVITER].turns == failed.members[INVITER].turns == 1


def test_only_what_is_said_in_the_conversation_counts_as_a_turn() -> None:
    quiet = after(met(), SignCompact(INVITER), Speak(INVITER, INNER, ONE))
    with pytest.raises(InvalidTransition, match="something first"):
        decide(quiet, FeelHeard(INVITER))
    said = after(quiet, Speak(INVITER, MAIN, OTHER))
    assert said.members[INVITER].turns == 1


def test_turns_count_from_the_beginning_of_each_stage() -> None:
    before = after(met(), Speak(INVITER, MAIN, ONE, awaits_reply=False))
    signed = after(before, SignCompact(INVITER))
    assert (before.members[INVITER].turns, signed.members[INVITER].turns) == (1, 0)
    heard = after(signed, Speak(INVITER, MAIN, ONE, awaits_reply=False), FeelHeard(INVITER))
    assert heard.members[INVITER].turns == 0
    assert heard.members[INVITER].stage is Stage.PERSPECTIVE_STRETCH
    assert decide(heard, FeelHeard(INVITER)) == []


def test_nobody_feels_heard_before_the_promise() -> None:
    with pytest.raises(InvalidTransition, match="First comes the promise"):
        decide(after(met(), Speak(INVITER, MAIN, ONE)), FeelHeard(INVITER))


def test_care_keeps_the_inviter_from_inviting_until_they_say_to_go_on() -> None:
    held = after(invited(), TakeCare(INVITER, CARE))
    with pytest.raises(SafetyHold):
        decide(held, AGAIN)
    assert decide(held, TakeCare(INVITER, CARE)) == []
    assert decide(after(held, Continue(INVITER)), AGAIN) == [Invited(AGAIN.invitation_id, EXPIRY)]


def test_who_has_said_to_go_on_may_send_such_words_but_a_new_danger_in_the_conversation_counts_again() -> (
    None
):
    cleared = after(invited(), TakeCare(INVITER, CARE), Continue(INVITER))
    assert decide(cleared, TakeCare(INVITER, CARE, about_to_cross=True)) == []
    assert decide(cleared, TakeCare(INVITER, CARE)) == [CareTaken(INVITER, CARE)]
    assert decide(invited(), TakeCare(INVITER, CARE, about_to_cross=True)) == [CareTaken(INVITER, CARE)]


def test_an_event_without_a_row_cannot_be_applied() -> None:
    with pytest.raises(KeyError):
        apply_event(after(met(), Leave(INVITER)), PauseBegan(INVITEE), NOW)


def test_an_invitation_says_which_one_and_until_when() -> None:
    assert decide(unsent(), AGAIN) == [Invited(AGAIN.invitation_id, EXPIRY)]

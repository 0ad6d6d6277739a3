"""The session's rules: single steps as stories, and any order of steps by hypothesis."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.story import (
    ALICE,
    BOB,
    BOB_JOINS,
    EVE,
    EXPIRY,
    INVITEE,
    INVITER,
    LATER,
    NOW,
    after,
    applied,
    invited,
    met,
    unsent,
)
from meetwithoutfear.domain.commands import (
    Archive,
    AskAgain,
    Command,
    Continue,
    DeclineInvitation,
    EndReply,
    FeelHeard,
    Hold,
    Invite,
    Join,
    Leave,
    Pause,
    Resume,
    SignCompact,
    Speak,
)
from meetwithoutfear.domain.errors import (
    Conflict,
    DomainError,
    InvalidTransition,
    NotFound,
    SafetyHold,
    SessionEnded,
)
from meetwithoutfear.domain.events import (
    Archived,
    Created,
    Event,
    HoldBegan,
    Invited,
    Left,
    PauseBegan,
    ReplyEnded,
)
from meetwithoutfear.domain.machine import TRANSITIONS, decide, evolve
from meetwithoutfear.domain.session import Chat, InvitationStatus, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.view import Action, allowed_actions

AGAIN = Invite(UUID(int=201), EXPIRY)
ONE, OTHER = UUID(int=301), UUID(int=302)
MAIN, INNER = Chat.MAIN, Chat.INNER


def speak(side: Side) -> Speak:
    return Speak(side, MAIN, ONE)


OF_A_MEMBER: dict[Action, Callable[[Side], Command]] = {
    Action.SIGN_COMPACT: SignCompact,
    Action.TALK: speak,
    Action.FEEL_HEARD: FeelHeard,
    Action.CONTINUE: Continue,
    Action.PAUSE: Pause,
    Action.RESUME: Resume,
    Action.ARCHIVE: Archive,
    Action.LEAVE: Leave,
}
COMMANDS: list[Command] = [
    AGAIN,
    DeclineInvitation(),
    *(Join(user, "Somebody") for user in (ALICE, BOB, EVE)),
    *(command(side) for command in OF_A_MEMBER.values() for side in Side),
    *(command for side in Side for command in (Hold(side), Hold(side, about_to_cross=True))),
    *(
        command(side, chat, message)
        for command in (Speak, AskAgain, EndReply)
        for side in Side
        for chat in Chat
        for message in (ONE, OTHER)
    ),
    *(Speak(side, MAIN, OTHER, awaits_reply=False) for side in Side),
]


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
    bob = session.partner_of(INVITER)
    assert bob is not None
    assert (bob.name, bob.joined_at, bob.stage) == ("Bob", LATER, Stage.ONBOARDING)


def test_a_stranger_has_no_side() -> None:
    with pytest.raises(NotFound):
        met().side_of(EVE)
    assert invited().partner_of(INVITER) is None


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
    assert (renewed.invitation.id, renewed.invitation.status) == (AGAIN.invitation_id, InvitationStatus.OPEN)


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


def test_an_ended_session_can_only_be_put_away_or_left() -> None:
    ended = after(met(), Leave(INVITEE))
    assert ended.members[INVITEE].left_at == NOW
    assert decide(ended, Archive(INVITER)) == [Archived(INVITER)]
    assert decide(ended, Leave(INVITER)) == [Left(INVITER)]
    for command in (SignCompact(INVITER), Pause(INVITER)):
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


def test_a_hold_keeps_the_inviter_from_inviting_until_they_say_to_go_on() -> None:
    held = after(invited(), Hold(INVITER))
    with pytest.raises(SafetyHold):
        decide(held, AGAIN)
    assert decide(held, Hold(INVITER)) == []
    assert decide(after(held, Continue(INVITER)), AGAIN) == [Invited(AGAIN.invitation_id, EXPIRY)]


def test_who_has_said_to_go_on_may_send_such_words_but_a_new_fear_in_the_conversation_holds_again() -> None:
    cleared = after(invited(), Hold(INVITER), Continue(INVITER))
    assert decide(cleared, Hold(INVITER, about_to_cross=True)) == []
    assert decide(cleared, Hold(INVITER)) == [HoldBegan(INVITER)]
    assert decide(invited(), Hold(INVITER, about_to_cross=True)) == [HoldBegan(INVITER)]


def test_every_row_of_the_table_is_taken() -> None:
    stories: list[list[Command]] = [
        [
            AGAIN,
            DeclineInvitation(),
            AGAIN,
            *(SignCompact(INVITER), *everything_in_private(INVITER), BOB_JOINS),
            *(SignCompact(INVITEE), *everything_in_private(INVITEE)),
            *(Speak(INVITER, MAIN, OTHER), Leave(INVITEE), EndReply(INVITER, MAIN, OTHER)),
            *(Archive(INVITER), Leave(INVITER)),
        ],
        [Leave(INVITER)],
    ]
    taken: dict[tuple[SessionStatus, type[Event]], SessionStatus] = {
        (SessionStatus.INVITED, Created): SessionStatus.INVITED
    }
    for story in stories:
        session = unsent()
        for command in story:
            for event in decide(session, command):
                before = session.status
                session = applied(session, [event])
                taken[before, type(event)] = session.status
    assert taken == TRANSITIONS


def everything_in_private(side: Side) -> list[Command]:
    return [
        *(
            Speak(side, MAIN, ONE),
            EndReply(side, MAIN, ONE),
            AskAgain(side, MAIN, ONE),
            EndReply(side, MAIN, ONE),
        ),
        *(FeelHeard(side), Hold(side), Continue(side), Pause(side), Resume(side), Archive(side)),
    ]


def test_an_event_without_a_row_cannot_be_applied() -> None:
    with pytest.raises(KeyError):
        evolve(after(met(), Leave(INVITER)), PauseBegan(INVITEE), NOW)


def steps(commands: list[Command]) -> Iterator[tuple[Session, Command, list[Event] | None]]:
    """Each command with the session it meets and what is decided; None for a refusal. A side nobody is on commands
    nothing: sides come from `side_of`."""
    session = unsent()
    for command in commands:
        if getattr(command, "side", INVITER) not in session.members:
            continue
        before = copy.deepcopy(session)
        try:
            events = decide(session, command)
        except DomainError:
            events = None
        assert session == before, "deciding must not change anything"
        yield session, command, events
        session = applied(session, events or [], LATER)


any_commands = st.lists(st.sampled_from(COMMANDS), max_size=30)
unhurried = settings(deadline=None)


@unhurried
@given(any_commands)
def test_whatever_is_asked_the_rules_answer_and_the_journal_counts(commands: list[Command]) -> None:
    happened = unsent().journal_seq
    for session, _command, events in steps(commands):
        assert session.journal_seq == happened
        happened += len(events or [])


@unhurried
@given(any_commands)
def test_the_end_is_the_end(commands: list[Command]) -> None:
    ended = False
    for session, command, events in steps(commands):
        assert (session.status is SessionStatus.ENDED) == ended
        if ended and events:
            assert isinstance(command, Archive | Leave | EndReply)
        ended = ended or any(isinstance(event, Left) for event in events or [])


@unhurried
@given(any_commands)
def test_a_repeated_tap_does_nothing(commands: list[Command]) -> None:
    for session, command, events in steps(commands):
        # Each message has an id of its own, and asking again is refused by the reply that is being made.
        if events and not isinstance(command, Invite | DeclineInvitation | Speak | AskAgain):
            assert decide(applied(session, events), command) == []


@unhurried
@given(any_commands)
def test_a_button_is_there_exactly_when_its_command_would_do_something(commands: list[Command]) -> None:
    for session, _command, _events in steps([AGAIN, *commands]):
        for side in session.members:
            offered: list[tuple[Action, Command]] = [
                (action, command(side)) for action, command in OF_A_MEMBER.items()
            ]
            if side is INVITER and session.invitation is not None:
                offered.append((Action.INVITE, AGAIN))
            assert set(allowed_actions(session, side)) == {
                action for action, command in offered if does_something(session, command)
            }


def does_something(session: Session, command: Command) -> bool:
    try:
        return bool(decide(session, command))
    except DomainError:
        return False


def test_an_invitation_says_which_one_and_until_when() -> None:
    assert decide(unsent(), AGAIN) == [Invited(AGAIN.invitation_id, EXPIRY)]

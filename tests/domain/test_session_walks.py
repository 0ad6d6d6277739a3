"""The session's rules under any order of commands: what is asked comes from hypothesis, what holds is told here."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.journey import HER_ATTEMPT, alone, collecting, understood, unsent
from domain.test_session import AGAIN, MAIN, ONE, OTHER
from domain.world import (
    ALICE,
    AN_AGREEMENT,
    BOB,
    BOB_JOINS,
    CARE,
    EVE,
    INVITEE,
    INVITER,
    LATER,
    World,
    applied,
)
from meetwithoutfear.domain.commands import (
    Archive,
    AskAgain,
    Continue,
    DeclineInvitation,
    EndReply,
    FeelHeard,
    FinishAlone,
    Invite,
    Join,
    Leave,
    LookAt,
    Pause,
    Remind,
    Resume,
    SignCompact,
    Speak,
    StateRelation,
    TakeCare,
)
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.events import AttemptEvent
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.events import Created, FinishedAlone, Left
from meetwithoutfear.domain.machine import TRANSITIONS, decide
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.session import Chat, Session, SessionStatus
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.view import Action, allowed_actions


def speak(side: Side) -> Speak:
    return Speak(side, MAIN, ONE)


OF_A_MEMBER: dict[Action, Callable[[Side], SessionCommand]] = {
    Action.SIGN_COMPACT: SignCompact,
    Action.TALK: speak,
    Action.FEEL_HEARD: FeelHeard,
    Action.CONTINUE: Continue,
    Action.PAUSE: Pause,
    Action.RESUME: Resume,
    Action.ARCHIVE: Archive,
    Action.LEAVE: Leave,
    Action.FINISH_ALONE: lambda side: FinishAlone(side, silent=True),
}
COMMANDS: list[SessionCommand] = [
    AGAIN,
    DeclineInvitation(),
    *(Join(user, "Somebody") for user in (ALICE, BOB, EVE)),
    *(command(side) for command in OF_A_MEMBER.values() for side in Side),
    *(
        command
        for side in Side
        for command in (TakeCare(side, CARE), TakeCare(side, CARE, about_to_cross=True))
    ),
    *(
        command
        for side in Side
        for command in (FinishAlone(side, silent=False), Remind(side), LookAt(side, ONE))
    ),
    *(StateRelation(side, said) for side in Side for said in (Relation.COUPLE, Relation.FOUNDERS, None)),
    *(
        command(side, chat, message)
        for command in (Speak, AskAgain, EndReply)
        for side in Side
        for chat in Chat
        for message in (ONE, OTHER)
    ),
    *(Speak(side, MAIN, OTHER, awaits_reply=False) for side in Side),
]


def steps(commands: list[SessionCommand]) -> Iterator[tuple[Session, SessionCommand, Sequence[Event] | None]]:
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


def in_private(side: Side) -> list[SessionCommand]:
    answered: list[SessionCommand] = [Speak(side, MAIN, ONE), EndReply(side, MAIN, ONE)]
    again: list[SessionCommand] = [AskAgain(side, MAIN, ONE), EndReply(side, MAIN, ONE)]
    return [SignCompact(side), *answered, *again, FeelHeard(side)]


def for_oneself(side: Side) -> list[SessionCommand]:
    said = StateRelation(side, Relation.FRIENDS)
    return [
        said,
        TakeCare(side, CARE),
        Continue(side),
        Pause(side),
        Resume(side),
        Archive(side),
        Remind(side),
    ]


def to_the_very_end() -> World:
    """Everything that two people do in a session, until both have left."""
    pair = World(unsent())
    for command in (AGAIN, DeclineInvitation(), AGAIN, *in_private(INVITER), *for_oneself(INVITER)):
        pair.play(command)
    for command in (BOB_JOINS, *in_private(INVITEE), *for_oneself(INVITEE)):
        pair.play(command)
    for person in (pair.alice, pair.bob):
        person.guesses()
        person.is_analysed(Outcome.PROCEED)
    pair.bob.looks_at(HER_ATTEMPT)
    for person in (pair.alice, pair.bob):
        person.says(Verdict.ACCURATE)
    for command in (Speak(INVITER, MAIN, OTHER), Leave(INVITEE), EndReply(INVITER, MAIN, OTHER)):
        pair.play(command)
    for command in (Archive(INVITER), Leave(INVITER)):
        pair.play(command)
    return pair


def finished(pair: World) -> World:
    pair.alice.guesses()
    pair.wait(days=14)
    pair.alice.finishes_alone()
    talk = [command for command in in_private(INVITER) if isinstance(command, Speak | EndReply | AskAgain)]
    for command in (
        *talk,
        TakeCare(INVITER, CARE),
        Continue(INVITER),
        StateRelation(INVITER, Relation.OTHER),
    ):
        pair.play(command)
    return pair


def left_at_once() -> World:
    pair = World(unsent())
    pair.alice.leaves()
    return pair


def in_the_last_stages() -> list[World]:
    """On to an agreement, by all that is done together on the way; and to an end without one."""
    pair, other = understood(), collecting()
    pair.alice.reviews_needs()
    pair.alice.shares_needs()
    pair.alice.takes_a_need_back()
    for person in (pair.alice, pair.bob):
        person.reviews_needs()
        person.shares_needs()
    pair.are_compared()
    pair.alice.words_ground()
    pair.alice.takes_ground_back(1)
    for person in (pair.alice, pair.bob):
        person.confirms_ground()
    pair.alice.has_an_idea(count=2)
    for act in (pair.alice.is_ready, pair.alice.reopens, pair.alice.is_ready, pair.bob.is_ready):
        act()
    pair.alice.reopens()
    for meets in (False, True):
        for person in (pair.alice, pair.bob):
            person.is_ready()
        pair.alice.ranks()
        pair.bob.ranks(meets=meets)
    for act in (
        pair.alice.proposes,
        pair.bob.rewords,
        pair.alice.agrees,
        pair.bob.proposes,
        pair.alice.drops,
        pair.bob.proposes,
        pair.alice.agrees,
    ):
        act()
    first, second = (idea.id for idea in pair.session.pool if idea.owner is INVITER)
    pair.alice.takes_an_idea_back(first)
    pair.alice.proposes()
    pair.alice.resolves()
    pair.alice.takes_an_idea_back(second)
    pair.alice.takes_a_need_back()
    for person in (other.alice, other.bob):
        person.asks_to_close()
    return [after_the_agreement(pair), other]


def after_the_agreement(pair: World) -> World:
    """All that is left to do, alone and together, until one has left."""
    for command in (*in_private(INVITER), *for_oneself(INVITER)[:-1]):
        pair.play(command)
    for person in (pair.alice, pair.bob):
        person.is_asked_to_look_back()
    pair.play(Remind(INVITER))
    pair.bob.looks_at(AN_AGREEMENT)
    pair.alice.looks_back()
    pair.bob.looks_back()
    pair.bob.leaves()
    return pair


def test_every_row_of_the_table_is_taken() -> None:
    joined = alone()
    joined.play(BOB_JOINS)
    taken: dict[tuple[SessionStatus, type[Event]], SessionStatus] = {
        (SessionStatus.INVITED, Created): SessionStatus.INVITED
    }
    stories = (to_the_very_end(), finished(alone()), finished(joined), left_at_once(), *in_the_last_stages())
    for pair in stories:
        for step in pair.steps:
            if not isinstance(step.event, AttemptEvent):
                taken[step.before.status, type(step.event)] = step.after.status
    assert taken == TRANSITIONS


@unhurried
@given(any_commands)
def test_whatever_is_asked_the_rules_answer_and_the_journal_counts(commands: list[SessionCommand]) -> None:
    happened = unsent().journal_seq
    for session, _command, events in steps(commands):
        assert session.journal_seq == happened
        happened += len(events or [])


@unhurried
@given(any_commands)
def test_the_end_is_the_end(commands: list[SessionCommand]) -> None:
    ended = False
    for session, command, events in steps(commands):
        assert (session.status is SessionStatus.ENDED) == ended
        if ended and isinstance(command, Speak | AskAgain):
            # Whoever ended it alone may talk on with the guide, nobody else.
            assert events is None or session.members[command.side].finished_at is not None
        elif ended and events:
            assert isinstance(command, Archive | Leave | EndReply | TakeCare | Continue | StateRelation)
        ended = ended or any(isinstance(event, Left | FinishedAlone) for event in events or [])


@unhurried
@given(any_commands)
def test_a_repeated_tap_does_nothing(commands: list[SessionCommand]) -> None:
    for session, command, events in steps(commands):
        # Each message has an id of its own, asking again is refused by the reply that is being made, and nobody taps to
        # be reminded.
        if events and not isinstance(command, Invite | DeclineInvitation | Speak | AskAgain | Remind):
            assert decide(applied(session, events), command) == []


@unhurried
@given(any_commands)
def test_a_button_is_there_exactly_when_its_command_would_do_something(
    commands: list[SessionCommand],
) -> None:
    for session, _command, _events in steps([AGAIN, *commands]):
        for side in session.members:
            offered: list[tuple[Action, SessionCommand]] = [
                (action, command(side)) for action, command in OF_A_MEMBER.items()
            ]
            if side is INVITER and session.invitation is not None:
                offered.append((Action.INVITE, AGAIN))
            useful = {action for action, command in offered if does_something(session, command)}
            assert set(allowed_actions(session, side, silent=True)) == useful
            assert set(allowed_actions(session, side)) == useful - {Action.FINISH_ALONE}


def does_something(session: Session, command: SessionCommand) -> bool:
    try:
        return bool(decide(session, command))
    except DomainError:
        return False

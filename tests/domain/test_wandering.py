"""The last two stages under any order of what two people may ask: they can always come to an end, and whoever's view
changes is told. That every act leads where the rules say stands in the walks themselves: the oracle goes with them."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import replace
from uuid import UUID

import pytest

from domain.session_world import TimedStep
from domain.story import INVITEE, INVITER, PATIENCE, kinds_in
from domain.together_world import TogetherWorld, a_ranking, wanderings
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.machine import decide, lines_of, notices_of
from meetwithoutfear.domain.moves import SessionCommand
from meetwithoutfear.domain.needs import events as of_needs
from meetwithoutfear.domain.needs.commands import ConfirmGround, ProposeGround, ReviewNeeds, ShareNeeds
from meetwithoutfear.domain.needs.need import CommonGround
from meetwithoutfear.domain.notices import Line, NoticeType
from meetwithoutfear.domain.repair import events as of_repair
from meetwithoutfear.domain.repair.agreement import AgreementType, Terms
from meetwithoutfear.domain.repair.commands import (
    AskToClose,
    BeReady,
    ChangeIdeas,
    ConfirmAgreement,
    ProposeAgreement,
    Rank,
    Reopen,
    Resolve,
)
from meetwithoutfear.domain.repair.events import (
    GotReady,
    IdeasChanged,
    IdeaWithdrawn,
    Ranked,
    ReadinessTakenBack,
)
from meetwithoutfear.domain.repair.pool import Origin, released
from meetwithoutfear.domain.session import Member, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import Action, SessionView, allowed_actions, view_for

pytestmark = pytest.mark.unmeasured

SEED, STEPS = 11, 12_000
OF_THE_LAST_STAGES = kinds_in(of_needs, of_repair)
OVER = {SessionStatus.RESOLVED, SessionStatus.ENDED}


@pytest.fixture(scope="module")
def worlds() -> list[TogetherWorld]:
    return list(wanderings(SEED, STEPS))


def steps_of(worlds: list[TogetherWorld]) -> list[TimedStep]:
    return [step for world in worlds for step in world.steps if type(step.event) in OF_THE_LAST_STAGES]


def test_everything_that_can_happen_in_the_last_stages_happens_on_these_walks(
    worlds: list[TogetherWorld],
) -> None:
    kinds = Counter(type(step.event) for step in steps_of(worlds))
    assert {kind for kind in OF_THE_LAST_STAGES if kinds[kind] < 3} == set()


def test_from_wherever_they_are_two_willing_people_come_to_an_agreement() -> None:
    begun_in = Counter[str]()
    for world in wanderings(12, STEPS):
        begun_in[str(world.session.phase or "needs")] += world.session.status not in OVER
        for _ in range(12):
            if world.session.status in OVER:
                break
            willing(world)
        assert world.session.status in OVER, world.session
    assert len(begun_in) == 6
    assert min(begun_in.values()) >= 3, begun_in


def willing(world: TogetherWorld) -> None:
    for side in Side:
        for name in ("resume", "go_on", "find_ground"):
            world.does(name, side)
        if not any(need.confirmed for need in world.session.needs_of(side)):
            world.does("remove_need", side)
            world.does("add_needs", side, ids=world.new_ids(1), confirmed=True)
        confirmed = [need.id for need in world.session.needs_of(side) if need.confirmed]
        world.does("share_needs", side, ids=tuple(confirmed))
    if not world.session.ground:
        world.does("propose_ground", INVITER)
    for side in Side:
        for item in world.session.ground[:1]:
            world.does("confirm_ground", side, said={item.id: True})
    for side in Side:
        world.does("agree", side)
        world.does("be_ready", side)
    for side in Side:
        world.does("rank", side, **a_ranking(world, side, length=100))
    world.does("propose", INVITER, which=world.new_id(), words="ten minutes", strategy=None, day=True)
    world.does("agree", INVITEE)
    world.does("resolve", INVITER)


def test_from_wherever_they_are_in_the_last_stage_two_can_end_it_together() -> None:
    """With what they have agreed to, or without anything."""
    for world in wanderings(13, STEPS // 4):
        if world.session.phase is not None:
            for side in Side:
                world.does("go_on", side)
                world.does("ask_to_close", side)
            world.does("resolve", INVITER)
            assert world.session.status in OVER, world.session


def commands_in(session: Session, side: Side) -> dict[Action, SessionCommand]:
    """As somebody would give them who has something to give."""
    item, ground = CommonGround(UUID(int=7), "rest", None), session.ground
    confirmed = tuple(need.id for need in session.needs_of(side) if need.confirmed)
    proposal = session.proposal.id if session.proposal else UUID(int=7)
    return {
        Action.REVIEW_NEEDS: ReviewNeeds(side),
        Action.SHARE_NEEDS: ShareNeeds(side, confirmed),
        Action.CONFIRM_COMMON_GROUND: ConfirmGround(
            side, {i.id: side not in i.confirmed for i in ground[:1]}
        ),
        Action.PROPOSE_COMMON_GROUND: ProposeGround(side, item),
        Action.ADD_IDEAS: ChangeIdeas(side),
        Action.BE_READY: BeReady(side),
        Action.REOPEN: Reopen(side),
        Action.RANK: Rank(side, ()),
        Action.PROPOSE_AGREEMENT: ProposeAgreement(side, UUID(int=8), AgreementType.CHECK_IN, Terms("")),
        Action.CONFIRM_AGREEMENT: ConfirmAgreement(side, proposal),
        Action.RESOLVE: Resolve(side),
        Action.CLOSE: AskToClose(side),
    }


def test_a_button_is_there_exactly_when_its_command_would_do_something(worlds: list[TogetherWorld]) -> None:
    shown, known = Counter[Action](), set[Action]()
    for step in steps_of(worlds)[::5]:
        before = copy.deepcopy(step.after)
        for side in Side:
            offered, commands = set(allowed_actions(step.after, side)), commands_in(step.after, side)
            useful = {action for action, command in commands.items() if comes_of(step.after, command)}
            assert offered & set(commands) == useful
            shown.update(useful)
            known |= set(commands)
        assert step.after == before, "deciding must not change anything"
    assert set(shown) == known


def comes_of(session: Session, command: SessionCommand) -> bool:
    try:
        return bool(decide(session, command))
    except DomainError:
        return False


def seen(step: TimedStep, side: Side) -> tuple[SessionView, SessionView]:
    both = (view_for(s.members[side].user_id, s, step.now, PATIENCE) for s in (step.before, step.after))
    before, after = (replace(view, me=uncounted(view.me), version=0) for view in both)
    return before, after


def uncounted(member: Member) -> Member:
    """But for what is counted from a member's own acts."""
    return replace(
        member, version=0, acted_at=None, remind_at=None, reminders=0, last_activity_at=None, waits_from=None
    )


def test_who_is_not_told_of_an_event_sees_everything_as_it_was(worlds: list[TogetherWorld]) -> None:
    silent = Counter[str]()
    for step in steps_of(worlds):
        told = {notice.to for notice in notices_of(step)}
        for side in set(Side) - told:
            before, after = seen(step, side)
            assert before == after, step.event
            silent[step.event.name] += 1
    in_private = {
        "NeedsReviewed",
        "NeedWithdrawn",
        "IdeaWithdrawn",
        "IdeasChanged",
        "ReadinessTakenBack",
        "CheckedIn",
        "FollowUpCame",
        # of these the other one was told when they happened for the first time
        "NeedsShared",
        "GotReady",
        "Ranked",
    }
    assert set(silent) == in_private


def test_what_is_told_carries_ids_and_no_words_and_never_whose_an_idea_is(
    worlds: list[TogetherWorld],
) -> None:
    for step in steps_of(worlds):
        for notice in notices_of(step):
            assert set(notice.data) <= {"agreementId", "stage"}


def test_everything_that_happens_in_the_last_stages_is_told_to_somebody(worlds: list[TogetherWorld]) -> None:
    """But for an idea that is taken back, which would tell whose it was."""
    untold = {type(step.event) for step in steps_of(worlds) if not [*notices_of(step)]}
    assert untold == {IdeaWithdrawn}


def test_of_an_act_everybody_is_told_what_its_events_tell_and_their_view_is_a_number_further(
    worlds: list[TogetherWorld],
) -> None:
    for act in (act for world in worlds for act in world.acts):
        assert act.notices == [notice for step in act.steps for notice in notices_of(step)]
        told = {notice.to for notice in act.notices}
        for side in Side:
            before, after = act.before.members[side], act.after.members[side]
            assert after.version - before.version == (side in told)
            assert after.last_activity_at == (act.now if side in told else before.last_activity_at)


def test_lines_come_to_whoever_is_told_and_say_the_same_to_both(worlds: list[TogetherWorld]) -> None:
    for step in steps_of(worlds):
        told = {notice.to for notice in notices_of(step)}
        said = lines_of(step)
        assert {line.to for line in said} <= told
        assert len({line.content for line in said}) <= 1
        assert all(tagged_as_read(step, line) for line in said)


def tagged_as_read(step: TimedStep, line: Line) -> bool:
    return line.stage == step.after.tag_of(line.to)


def test_of_ideas_and_rankings_the_other_hears_at_most_that_they_are_there(
    worlds: list[TogetherWorld],
) -> None:
    allowed = {NoticeType.STRATEGIES_PARTNER_READY, NoticeType.STRATEGIES_PARTNER_RANKED}
    heard = Counter[NoticeType]()
    for step in steps_of(worlds):
        event = step.event
        if isinstance(event, IdeasChanged | GotReady | ReadinessTakenBack | Ranked):
            heard.update(notice.type for notice in notices_of(step) if notice.to is not event.side)
    assert set(heard) == allowed


def test_what_lies_open_is_filled_in_alike_and_nothing_of_it_is_without_words(
    worlds: list[TogetherWorld],
) -> None:
    opened = [idea for world in worlds for idea in released(world.session.pool)]
    assert {(len(idea.needs), bool(idea.duration), bool(idea.measure)) for idea in opened} == {
        (1, True, True)
    }
    assert {idea.origin for idea in opened} == set(Origin)

"""The last two stages under any order of what two people may ask: they can always come to an end, and whoever's view
changes is told. That every act leads where the rules say stands in the walks themselves: the oracle goes with them."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import pytest

from domain.together_walks import TogetherWalk, a_ranking, wanderings
from domain.world import INVITEE, INVITER, PATIENCE, TimedStep, kinds_in
from meetwithoutfear.domain.act import lines_of, notices_of
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.machine import decide
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
def walks() -> list[TogetherWalk]:
    return list(wanderings(SEED, STEPS))


def steps_of(walks: list[TogetherWalk]) -> list[TimedStep]:
    return [step for walk in walks for step in walk.world.steps if type(step.event) in OF_THE_LAST_STAGES]


def test_everything_that_can_happen_in_the_last_stages_happens_on_these_walks(
    walks: list[TogetherWalk],
) -> None:
    kinds = Counter(type(step.event) for step in steps_of(walks))
    assert {kind for kind in OF_THE_LAST_STAGES if kinds[kind] < 3} == set()


def test_from_wherever_they_are_two_willing_people_come_to_an_agreement() -> None:
    begun_in = Counter[str]()
    for walk in wanderings(12, STEPS):
        begun_in[str(walk.session.phase or "needs")] += walk.session.status not in OVER
        for _ in range(12):
            if walk.session.status in OVER:
                break
            willing(walk)
        assert walk.session.status in OVER, walk.session
    assert len(begun_in) == 6
    assert min(begun_in.values()) >= 3, begun_in


def willing(walk: TogetherWalk) -> None:
    for side in Side:
        for name in ("resume", "go_on", "find_ground"):
            walk.does(name, side)
        if not any(need.confirmed for need in walk.session.needs_of(side)):
            walk.does("remove_need", side)
            walk.does("add_needs", side, ids=walk.new_ids(1), confirmed=True)
        confirmed = [need.id for need in walk.session.needs_of(side) if need.confirmed]
        walk.does("share_needs", side, ids=tuple(confirmed))
    if not walk.session.ground:
        walk.does("propose_ground", INVITER)
    for side in Side:
        for item in walk.session.ground[:1]:
            walk.does("confirm_ground", side, said={item.id: True})
    for side in Side:
        walk.does("agree", side)
        walk.does("be_ready", side)
    for side in Side:
        walk.does("rank", side, **a_ranking(walk, side, length=100))
    walk.does("propose", INVITER, which=walk.new_id(), words="ten minutes", strategy=None, day=True)
    walk.does("agree", INVITEE)
    walk.does("resolve", INVITER)


def test_from_wherever_they_are_in_the_last_stage_two_can_end_it_together() -> None:
    """With what they have agreed to, or without anything."""
    for walk in wanderings(13, STEPS // 4):
        if walk.session.phase is not None:
            for side in Side:
                walk.does("go_on", side)
                walk.does("ask_to_close", side)
            walk.does("resolve", INVITER)
            assert walk.session.status in OVER, walk.session


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


def test_a_button_is_there_exactly_when_its_command_would_do_something(walks: list[TogetherWalk]) -> None:
    shown, known = Counter[Action](), set[Action]()
    for step in steps_of(walks)[::5]:
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


def seen(session: Session, side: Side, now: datetime) -> tuple[SessionView, Member]:
    """Their view, and how they stand; but for what is counted."""
    view = view_for(session.members[side].user_id, session, now, PATIENCE)
    view = replace(view, version=0, empathy=replace(view.empathy, version=0))
    return view, uncounted(session.members[side])


def uncounted(member: Member) -> Member:
    """But for what is counted from a member's own acts."""
    return replace(
        member, version=0, acted_at=None, remind_at=None, reminders=0, last_activity_at=None, waits_from=None
    )


def test_who_is_not_told_of_an_event_sees_everything_as_it_was(walks: list[TogetherWalk]) -> None:
    silent = Counter[str]()
    for step in steps_of(walks):
        told = {notice.to for notice in notices_of(step)}
        for side in set(Side) - told:
            before, after = (seen(each, side, step.now) for each in (step.before, step.after))
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
    walks: list[TogetherWalk],
) -> None:
    for step in steps_of(walks):
        for notice in notices_of(step):
            assert set(notice.data) <= {"agreementId", "stage"}


def test_everything_that_happens_in_the_last_stages_is_told_to_somebody(walks: list[TogetherWalk]) -> None:
    """But for an idea that is taken back, which would tell whose it was."""
    untold = {type(step.event) for step in steps_of(walks) if not [*notices_of(step)]}
    assert untold == {IdeaWithdrawn}


def test_of_an_act_everybody_is_told_what_its_events_tell_and_their_view_is_a_number_further(
    walks: list[TogetherWalk],
) -> None:
    for act in (act for walk in walks for act in walk.world.acts):
        assert act.notices == [notice for step in act.steps for notice in notices_of(step)]
        told = {notice.to for notice in act.notices}
        for side in Side:
            before, after = act.before.members[side], act.after.members[side]
            assert after.version - before.version == (side in told)
            assert after.last_activity_at == (act.now if side in told else before.last_activity_at)


def test_lines_come_to_whoever_is_told_and_say_the_same_to_both(walks: list[TogetherWalk]) -> None:
    for step in steps_of(walks):
        told = {notice.to for notice in notices_of(step)}
        said = lines_of(step)
        assert {line.to for line in said} <= told
        assert len({line.content for line in said}) <= 1
        assert all(tagged_as_read(step, line) for line in said)


def tagged_as_read(step: TimedStep, line: Line) -> bool:
    return line.stage == step.after.tag_of(line.to)


def test_of_ideas_and_rankings_the_other_hears_at_most_that_they_are_there(
    walks: list[TogetherWalk],
) -> None:
    allowed = {NoticeType.STRATEGIES_PARTNER_READY, NoticeType.STRATEGIES_PARTNER_RANKED}
    heard = Counter[NoticeType]()
    for step in steps_of(walks):
        event = step.event
        if isinstance(event, IdeasChanged | GotReady | ReadinessTakenBack | Ranked):
            heard.update(notice.type for notice in notices_of(step) if notice.to is not event.side)
    assert set(heard) == allowed


def test_what_lies_open_is_filled_in_alike_and_nothing_of_it_is_without_words(
    walks: list[TogetherWalk],
) -> None:
    opened = [idea for walk in walks for idea in released(walk.session.pool)]
    assert {(len(idea.needs), bool(idea.duration), bool(idea.measure)) for idea in opened} == {
        (1, True, True)
    }
    assert {idea.origin for idea in opened} == set(Origin)

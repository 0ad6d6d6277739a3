"""Two people wandering through the last two stages: what they ask comes by chance, what stands on their lists is kept as
the store would keep it, and every act is remembered with the session before and after it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from domain.care_world import CARE
from domain.journey import understood
from domain.pair import Pair
from domain.session_world import TimedAct, TimedStep
from domain.story import NOW
from meetwithoutfear.domain.commands import Continue, Leave, Pause, Remind, Resume, TakeCare
from meetwithoutfear.domain.errors import DomainError
from meetwithoutfear.domain.moves import SessionCommand
from meetwithoutfear.domain.needs.commands import (
    ConfirmGround,
    FindCommonGround,
    ProposeGround,
    ReviewNeeds,
    ShareNeeds,
    WithdrawNeed,
)
from meetwithoutfear.domain.needs.need import CommonGround, Ground, has_confirmed, is_found, with_word
from meetwithoutfear.domain.repair import agreement as paper
from meetwithoutfear.domain.repair.commands import (
    AskToClose,
    BeReady,
    ChangeIdeas,
    CheckIn,
    ConfirmAgreement,
    DropAgreement,
    FollowUp,
    ModifyAgreement,
    ProposeAgreement,
    Rank,
    Reopen,
    Resolve,
)
from meetwithoutfear.domain.repair.pool import overlap
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate

IDEAS = tuple(UUID(int=number) for number in range(500, 504))
TERMS = paper.Terms("Ten minutes without phones", follow_up=NOW.date())


@dataclass
class TogetherWorld:
    chance: random.Random
    pair: Pair = field(default_factory=understood)
    acts: list[TimedAct] = field(default_factory=list)
    ground: Ground = ()
    rankings: dict[Side, tuple[UUID, ...]] = field(default_factory=dict)
    agreements: dict[UUID, paper.Agreement] = field(default_factory=dict)
    made: int = 1000

    @property
    def session(self) -> Session:
        return self.pair.session

    @property
    def steps(self) -> list[TimedStep]:
        return [step for act in self.acts for step in act.steps]

    def new_id(self) -> UUID:
        self.made += 1
        return UUID(int=self.made)

    def plays(self, command: SessionCommand) -> bool:
        """Whether anything came of it."""
        self.pair.wait(minutes=1)
        try:
            happened = self.pair.play(command)
        except DomainError:
            return False
        self.acts.append(TimedAct.of(self.pair.acts[-1], self.pair.now))
        return bool(happened)

    def does(self, name: str, side: Side) -> bool:
        if name in OF_THE_SESSION:
            return self.plays(OF_THE_SESSION[name](side))
        return bool(ACTS[name](self, side))

    def wanders(self) -> None:
        """Mostly something that can be done; ways out are taken rarely, or every walk would be short."""
        if self.chance.random() < WAYS_OUT:
            self.does(self.chance.choice(OUT), self.chance.choice(list(Side)))
            return
        names = FORWARD if self.chance.random() < EAGERNESS else WEIGHTED
        for _ in range(6):
            if self.does(self.chance.choice(names), self.chance.choice(list(Side))):
                return


def words_ground(world: TogetherWorld, side: Side) -> bool:
    if not world.plays(ProposeGround(side)):
        return False
    world.ground += (CommonGround(world.new_id(), "rest", None, confirmed={side: world.pair.now}),)
    return True


def says_of_ground(world: TogetherWorld, side: Side, *, confirmed: bool) -> bool:
    if not world.ground:
        return False
    item = world.chance.choice(world.ground)
    said = with_word(world.ground, side, item.id, world.pair.now, confirmed=confirmed)
    if [each.confirmed.keys() for each in said] == [each.confirmed.keys() for each in world.ground]:
        return False
    if not world.plays(ConfirmGround(side, has_confirmed(said, side), common=is_found(said))):
        return False
    world.ground = said
    return True


def is_compared(world: TogetherWorld, side: Side) -> bool:
    """A job, and not before both have shared."""
    if Gate.NEEDS_REVEALED not in world.session.members[side].passed:
        return False
    found = world.chance.random() < 0.5
    if not world.plays(FindCommonGround(found)):
        return False
    if found:
        world.ground += (CommonGround(world.new_id(), "to be heard", None),)
    return True


def ranks(world: TogetherWorld, side: Side, length: int = 0) -> bool:
    ranked = tuple(world.chance.sample(IDEAS, length or world.chance.randint(1, 2)))
    both = Gate.RANKINGS_SUBMITTED in world.session.members[side.other].passed
    meets = bool(overlap(ranked, world.rankings.get(side.other, ()))) if both else None
    if not world.plays(Rank(side, meets)):
        return False
    world.rankings[side] = ranked
    return True


def proposes(world: TogetherWorld, side: Side) -> bool:
    new = world.new_id()
    if not world.plays(ProposeAgreement(side, new, follow_up=True)):
        return False
    kind = paper.AgreementType.MICRO_EXPERIMENT
    world.agreements[new] = paper.Agreement(new, kind, TERMS, side, agreed={side: world.pair.now})
    return True


Change = Callable[[paper.Agreement, Side, datetime], paper.Agreement]


def answers(
    world: TogetherWorld, side: Side, command: Callable[[Side, UUID], SessionCommand], change: Change
) -> bool:
    proposal = world.session.proposal
    if proposal is None or not world.plays(command(side, proposal.id)):
        return False
    world.agreements[proposal.id] = change(world.agreements[proposal.id], side, world.pair.now)
    return True


def resolves(world: TogetherWorld, side: Side) -> bool:
    if not world.plays(Resolve(side)):
        return False
    for known in world.agreements.values():
        if known.status is paper.AgreementStatus.AGREED:
            world.agreements[known.id] = paper.turned(known, paper.Turn.START)
    return True


def begun(world: TogetherWorld) -> list[paper.Agreement]:
    return [a for a in world.agreements.values() if a.status is paper.AgreementStatus.IN_PROGRESS]


def is_reminded_to_look_back(world: TogetherWorld, side: Side) -> bool:
    waiting = [each for each in begun(world) if side not in each.check_ins]
    return bool(waiting) and world.plays(FollowUp(side, waiting[0].id))


def looks_back(world: TogetherWorld, side: Side) -> bool:
    for known in begun(world)[:1]:
        word = paper.CheckIn(paper.Done.YES, world.chance.choice(list(paper.Wish)))
        after = paper.checked_in(known, side, word, world.pair.now)
        settled = after.status is not known.status or after.check != known.check
        if world.plays(CheckIn(side, known.id, world.chance.random() < 0.5, settled)):
            world.agreements[known.id] = after
            return True
    return False


OF_THE_SESSION: dict[str, Callable[[Side], SessionCommand]] = {
    "reviews needs": lambda side: ReviewNeeds(side, confirmed=True),
    "confirms none": lambda side: ReviewNeeds(side, confirmed=False),
    "shares needs": ShareNeeds,
    "takes a need back": lambda side: WithdrawNeed(side, left=False),
    "has an idea": ChangeIdeas,
    "is ready": BeReady,
    "reopens": Reopen,
    "asks to close": AskToClose,
    "pauses": Pause,
    "resumes": Resume,
    "is in care": lambda side: TakeCare(side, CARE),
    "goes on": Continue,
    "is reminded": Remind,
    "leaves": Leave,
}
ACTS: dict[str, Callable[[TogetherWorld, Side], bool]] = {
    "is compared": is_compared,
    "words ground": words_ground,
    "confirms ground": lambda world, side: says_of_ground(world, side, confirmed=True),
    "takes a yes back": lambda world, side: says_of_ground(world, side, confirmed=False),
    "ranks": ranks,
    "proposes": proposes,
    "rewords": lambda world, side: answers(
        world, side, ModifyAgreement, lambda known, who, now: paper.modified(known, who, TERMS, now)
    ),
    "agrees": lambda world, side: answers(
        world, side, lambda who, which: ConfirmAgreement(who, which, follow_up=True), paper.confirmed
    ),
    "drops": lambda world, side: answers(
        world, side, DropAgreement, lambda known, _who, _now: paper.turned(known, paper.Turn.DROP)
    ),
    "resolves": resolves,
    "is asked to look back": is_reminded_to_look_back,
    "looks back": looks_back,
}
WAYS_OUT, EAGERNESS = 0.02, 0.6
FORWARD = (
    "reviews needs", "shares needs", "confirms ground", "words ground", "is ready", "ranks", "proposes", "agrees",
    "looks back", "is asked to look back", "resumes", "goes on",
)  # fmt: skip
OUT = ("asks to close", "asks to close", "asks to close", "leaves")
RARELY = ("is held", "pauses", "confirms none", "takes a need back", "takes a yes back", "is reminded")
WEIGHTED = [
    name for name in (*OF_THE_SESSION, *ACTS) if name not in OUT for _ in range(1 if name in RARELY else 4)
]
LENGTH = 60


def wanderings(seed: int, steps: int) -> Iterator[TogetherWorld]:
    """So many steps in all, in walks that begin where two people have understood each other."""
    chance = random.Random(seed)
    for _ in range(steps // LENGTH):
        world = TogetherWorld(chance)
        for _ in range(chance.randint(LENGTH // 4, 2 * LENGTH - LENGTH // 4)):
            if world.session.status is not SessionStatus.ENDED:
                world.wanders()
        yield world

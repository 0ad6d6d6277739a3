"""Two people wandering through the last two stages: what they ask comes by chance, and after every act the session stands as
the oracle says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from domain.journey import understood
from domain.together_oracle import TogetherOracle
from domain.world import CARE, NOW, World
from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.errors import DomainError, NotFound
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.moves import Granted, LedgerEntry, Seen, SessionCommand
from meetwithoutfear.domain.needs import commands as n
from meetwithoutfear.domain.needs.need import CommonGround, Need, NeedConfirmation, NeedWording
from meetwithoutfear.domain.repair import commands as r
from meetwithoutfear.domain.repair import pool as ideas
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
    AgreementType,
    Done,
    LookBack,
    Terms,
    Wish,
)
from meetwithoutfear.domain.session import Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import GATES, Stage

How = dict[str, Any]
OF_THE_LAST_STAGES = {*GATES[Stage.NEED_MAPPING], *GATES[Stage.STRATEGIC_REPAIR]}
WITHDRAWN = {"need": "NEED", "ground": "COMMON_GROUND", "idea": "STRATEGY_PROPOSAL", "agreement": "AGREEMENT"}


@dataclass
class TogetherWalk:
    chance: random.Random
    world: World = field(default_factory=understood)
    oracle: TogetherOracle = field(default_factory=TogetherOracle)
    ledger: list[list[object]] = field(default_factory=list)
    told: list[tuple[object, ...]] = field(default_factory=list)
    made: int = 1000

    @property
    def session(self) -> Session:
        return self.world.session

    def new_id(self) -> UUID:
        self.made += 1
        return UUID(int=self.made)

    def new_ids(self, count: int) -> tuple[UUID, ...]:
        return tuple(self.new_id() for _ in range(count))

    def one_of(self, known: Sequence[Any]) -> Any:  # whatever they are
        return self.chance.choice(known) if known else None

    def does(self, name: str, side: Side, **how: Any) -> bool:
        """Whether anything came of it. Where there is nothing to do it with, nothing is asked, nor by whoever has left."""
        chosen = how or (WAYS[name](self, side) if name in WAYS else {})
        is_over = self.session.status is SessionStatus.ENDED or self.session.members[side].left_at
        if chosen is None or is_over:
            return False
        answer = self._play(COMMANDS[name](side, *chosen.values()))
        if name.startswith("withdraw_") and answer != "no":
            self._take_record_back(side, WITHDRAWN[name.removeprefix("withdraw_")], chosen["which"])
        if name not in UNTOLD:
            self._compare(name, side, chosen, answer)
        return answer == "ok"

    def _play(self, command: SessionCommand) -> str:
        self.world.wait(minutes=1)
        try:
            happened = self.world.play(command)
        except DomainError as refusal:
            return refusal.code if isinstance(refusal, NotFound) else "no"
        for step in self.world.acts[-1].steps:
            for entry in step.event.ledger(step.before, step.after):
                self._enter(entry)
        return "ok" if happened else "same"

    def _enter(self, entry: LedgerEntry) -> None:
        if isinstance(entry, Granted):
            self.ledger.append([entry.side, entry.target, entry.object_id, "given"])
            return
        was, becomes = ({"given"}, "seen") if isinstance(entry, Seen) else ({"given", "seen"}, "revoked")
        for known in self.ledger:
            is_meant = known[:2] == [entry.side, entry.target] and entry.object_id in {None, known[2]}
            known[3] = becomes if is_meant and known[3] in was else known[3]

    def _take_record_back(self, side: Side, target: str, which: UUID) -> None:
        """As it is done for whoever takes a consent back: the thing by its command, the record beside it."""
        for ledger in (self.ledger, self.oracle.ledger):
            for known in ledger:
                if known[:3] == [side, target, which]:
                    known[3] = "revoked"

    def _compare(self, name: str, side: Side, how: How, answer: str) -> None:
        expected = self.oracle.do(name, str(side), **how)
        self.oracle.learn_library({i.id for i in ideas.released(self.session.pool) if i.owner is None})
        self.told.append((side, name, how, expected))
        assert answer == expected, "\n".join([*map(str, self.told[-40:]), f"but we say {answer}"])
        ours, theirs = self.snapshot(), self.oracle.snapshot()
        differs = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        assert not differs, "\n".join([*map(str, self.told[-40:]), str(differs)])

    def snapshot(self) -> dict[str, object]:
        now = self.session
        return {
            "status": now.status,
            "phase": now.phase or "",
            "round": now.round,
            "proposal": now.proposal and now.proposal.id,
            "closing": {side for side, member in now.members.items() if member.close_asked_at},
            "ground": {item.id: set(item.confirmed) for item in now.ground},
            "agreements": {each.id: told_of(each) for each in now.agreements},
            "ledger": self.ledger,
            **{str(side): self._of(side) for side in Side},
        }

    def _of(self, side: Side) -> dict[str, object]:
        now, gates = self.session, set(self.session.members[side].passed) & OF_THE_LAST_STAGES
        theirs = now.needs_of(side.other) if "needsRevealed" in gates else ()
        return {
            "needs": {
                each.id: {"confirmed": each.confirmed, "shared": each.is_shared}
                for each in now.needs_of(side)
            },
            "sees needs": {each.id for each in theirs if each.is_shared},
            "sees ideas": {each.id for each in ideas.visible_to(now.pool, side)},
            "gates": gates,
        }

    def wanders(self) -> None:
        """Mostly something that can be done; ways out are taken rarely, or every walk would be short."""
        if self.chance.random() < WAYS_OUT:
            self.does(self.chance.choice(OUT), self.chance.choice(list(Side)))
            return
        leading_on = IN_STAGE_4 if self.session.phase else IN_STAGE_3
        names = leading_on if self.chance.random() < EAGERNESS else WEIGHTED
        for _ in range(6):
            if self.does(self.chance.choice(names), self.chance.choice(list(Side))):
                return


def told_of(agreement: Agreement) -> How:
    return {
        "status": agreement.status,
        "version": agreement.version,
        "by": agreement.proposed_by,
        "yes": set(agreement.agreed),
        "check": agreement.check,
        "said": {side: word.wish for side, word in agreement.check_ins.items()},
    }


def strategy(which: UUID, side: Side | None, *, own_words: bool) -> ideas.Strategy:
    origin = ideas.Origin.MEMBER if own_words else ideas.Origin.SUGGESTED
    return ideas.Strategy(
        which, "a walk", origin=origin, owner=side, experiment=None if own_words else str(which)
    )


def a_need(which: UUID, *, confirmed: bool) -> Need:
    return Need(which, str(which), NeedCategory.CONNECTION, confirmed=confirmed)


LIBRARY = tuple(strategy(UUID(int=number), None, own_words=False) for number in range(500, 800))
COMMANDS: dict[str, Callable[..., SessionCommand]] = {
    "add_needs": lambda side, ids, confirmed: (
        n.AddNeed(side, a_need(ids[0], confirmed=confirmed))
        if len(ids) == 1
        else n.ProposeNeeds(side, tuple(a_need(each, confirmed=confirmed) for each in ids))
    ),
    "reword_need": lambda side, which: n.RewordNeed(side, which, NeedWording(str(which), None, "again")),
    "remove_need": n.RemoveNeed,
    "confirm_need": lambda side, which, yes: n.ConfirmNeeds(side, (NeedConfirmation(which, yes),)),
    "share_needs": n.ShareNeeds,
    "withdraw_need": n.WithdrawNeed,
    "find_ground": lambda _side, ids: n.FindCommonGround(
        tuple(CommonGround(each, "rest", None) for each in ids)
    ),
    "propose_ground": lambda side, which: n.ProposeGround(
        side, CommonGround(which, "ease", None, proposed_by=side)
    ),
    "confirm_ground": n.ConfirmGround,
    "withdraw_ground": n.WithdrawGround,
    "add_ideas": lambda side, ids, own_words: r.AddIdeas(
        side, tuple(strategy(each, side, own_words=own_words) for each in ids)
    ),
    "reword_idea": lambda side, which: r.RewordIdea(side, strategy(which, side, own_words=True)),
    "remove_idea": r.RemoveIdea,
    "be_ready": lambda side: r.BeReady(side, LIBRARY),
    "reopen": r.Reopen,
    "withdraw_idea": r.WithdrawIdea,
    "rank": r.Rank,
    "propose": lambda side, which, words, strategy, day: r.ProposeAgreement(
        side,
        which,
        AgreementType.COMMITMENT,
        Terms(words, follow_up_date=NOW.date() if day else None),
        strategy,
    ),
    "modify": lambda side, which, words: r.ModifyAgreement(side, which, Terms(words)),
    "agree": r.ConfirmAgreement,
    "drop": r.DropAgreement,
    "withdraw_agreement": r.WithdrawAgreement,
    "resolve": r.Resolve,
    "ask_to_close": r.AskToClose,
    "follow_up": r.FollowUp,
    "check_in": lambda side, which, wish, shared: r.CheckIn(
        side, which, LookBack(Done.YES, Wish(wish), shared=shared)
    ),
    "pause": c.Pause,
    "resume": c.Resume,
    "take_care": lambda side: c.TakeCare(side, CARE),
    "go_on": c.Continue,
    "remind": c.Remind,
    "leave": c.Leave,
}


def some_need(walk: TogetherWalk, side: Side) -> How | None:
    """Now and then the other one's, which is not theirs to touch."""
    whose = side.other if walk.chance.random() < 0.1 else side
    need = walk.one_of(walk.session.needs_of(whose))
    return need and {"which": need.id}


def some_ground(walk: TogetherWalk, _side: Side) -> How | None:
    item = walk.one_of(walk.session.ground)
    return item and {"which": item.id}


def some_idea(walk: TogetherWalk, side: Side) -> How | None:
    mine = [each for each in walk.session.pool if each.owner is side]
    idea = walk.one_of(mine if mine and walk.chance.random() < 0.9 else walk.session.pool)
    return idea and {"which": idea.id}


def some_agreement(walk: TogetherWalk, _side: Side) -> How | None:
    proposal, known = walk.session.proposal, walk.one_of(walk.session.agreements)
    return {"which": proposal.id} if proposal else known and {"which": known.id}


def with_more(way: Callable[[TogetherWalk, Side], How | None], more: Callable[[TogetherWalk], How]) -> Way:
    def chosen(walk: TogetherWalk, side: Side) -> How | None:
        found = way(walk, side)
        return found and {**found, **more(walk)}

    return chosen


def those_to_share(walk: TogetherWalk, side: Side) -> How:
    known = walk.session.needs_of(side)
    meant = [each.id for each in known if each.confirmed and walk.chance.random() < 0.8]
    odd = [each.id for side in Side for each in walk.session.needs_of(side) if walk.chance.random() < 0.02]
    return {"ids": tuple(dict.fromkeys([*meant, *odd]))}


def what_is_said(walk: TogetherWalk, _side: Side) -> How | None:
    said = {each.id: walk.chance.random() < 0.7 for each in walk.session.ground if walk.chance.random() < 0.4}
    return {"said": said} if said else None


def is_compared(walk: TogetherWalk, side: Side) -> How | None:
    """A job, and not before both have shared."""
    is_time = "needsRevealed" in walk.session.members[side].passed
    return {"ids": walk.new_ids(walk.chance.randint(0, 2))} if is_time else None


def a_ranking(walk: TogetherWalk, side: Side, length: int = 0) -> How:
    known = [each.id for each in ideas.visible_to(walk.session.pool, side)]
    count = min(len(known), length or walk.chance.choice((1, 2, 3, 5)))
    ranked = walk.chance.sample(known, count)
    return {"ids": tuple(ranked + ranked[:1] * (walk.chance.random() < 0.03 and not length))}


def a_proposal(walk: TogetherWalk, _side: Side) -> How:
    idea = walk.one_of(walk.session.pool) if walk.chance.random() < 0.3 else None
    words = walk.chance.choice(("ten minutes", "five minutes"))
    return {
        "which": walk.new_id(),
        "words": words,
        "strategy": idea and idea.id,
        "day": walk.chance.random() < 0.5,
    }


def begun(walk: TogetherWalk) -> list[Agreement]:
    return [each for each in walk.session.agreements if each.status is AgreementStatus.IN_PROGRESS]


def a_day(walk: TogetherWalk, _side: Side) -> How | None:
    known = walk.one_of(begun(walk) or walk.session.agreements)
    return known and {"which": known.id, "check": max(1, known.check - (walk.chance.random() < 0.2))}


def a_word(walk: TogetherWalk, _side: Side) -> How | None:
    known = walk.one_of(begun(walk) or walk.session.agreements)
    wish = walk.chance.choice(("COMPLETE", "EXTEND", "EXTEND", "ABANDON"))
    return known and {"which": known.id, "wish": wish, "shared": walk.chance.random() < 0.5}


def some(walk: TogetherWalk, most: int) -> tuple[UUID, ...]:
    """One mostly; now and then as many as there may be, and more."""
    return walk.new_ids(1 if walk.chance.random() < 0.8 else walk.chance.randint(2, most + 1))


Way = Callable[[TogetherWalk, Side], How | None]
WAYS: dict[str, Way] = {
    "add_needs": lambda walk, _side: {"ids": some(walk, 20), "confirmed": walk.chance.random() < 0.7},
    "reword_need": some_need,
    "remove_need": some_need,
    "confirm_need": with_more(some_need, lambda walk: {"yes": walk.chance.random() < 0.7}),
    "share_needs": those_to_share,
    "withdraw_need": some_need,
    "find_ground": is_compared,
    "propose_ground": lambda walk, _side: {"which": walk.new_id()},
    "confirm_ground": what_is_said,
    "withdraw_ground": some_ground,
    "add_ideas": lambda walk, _side: {"ids": some(walk, 12), "own_words": walk.chance.random() < 0.7},
    "reword_idea": some_idea,
    "remove_idea": some_idea,
    "withdraw_idea": some_idea,
    "rank": a_ranking,
    "propose": a_proposal,
    "modify": with_more(
        some_agreement, lambda walk: {"words": walk.chance.choice(("ten minutes", "five minutes"))}
    ),
    "agree": some_agreement,
    "drop": some_agreement,
    "withdraw_agreement": some_agreement,
    "follow_up": a_day,
    "check_in": a_word,
}
UNTOLD = ("remind", "leave")
WAYS_OUT, EAGERNESS = 0.02, 0.6
IN_STAGE_3 = (
    "add_needs",
    "share_needs",
    "share_needs",
    "confirm_ground",
    "propose_ground",
    "resume",
    "go_on",
)
IN_STAGE_4 = ("add_ideas", "be_ready", "rank", "propose", "agree", "check_in", "follow_up", "resume", "go_on")
OUT = ("ask_to_close", "ask_to_close", "ask_to_close", "leave")
RARELY = (
    "take_care",
    "pause",
    "remove_need",
    "withdraw_need",
    "withdraw_ground",
    "withdraw_agreement",
    "remind",
)
WEIGHTED = [name for name in COMMANDS if name not in OUT for _ in range(1 if name in RARELY else 4)]
LENGTH = 60


def wanderings(seed: int, steps: int) -> Iterator[TogetherWalk]:
    """So many steps in all, in walks that begin where two people have understood each other."""
    chance = random.Random(seed)
    for _ in range(steps // LENGTH):
        walk = TogetherWalk(chance)
        for _ in range(chance.randint(LENGTH // 4, 2 * LENGTH - LENGTH // 4)):
            walk.wanders()
        yield walk

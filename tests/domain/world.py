"""The one world of the rules: Alice and Bob as they act, each in their own room. Every act is decided and unfolded as the
store does it, at the present moment, and remembered with the session before and after each of its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import ModuleType
from uuid import UUID

from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain import machine
from meetwithoutfear.domain.act import Act, Step, lines_of, unfold, waiting_notices
from meetwithoutfear.domain.empathy import commands as x
from meetwithoutfear.domain.empathy.exchange import Attempt, Verdict
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.machine import apply_event, decide
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.needs import commands as n
from meetwithoutfear.domain.needs.need import CommonGround, Need, NeedConfirmation, Needs
from meetwithoutfear.domain.notices import Line, Notice, NoticeType
from meetwithoutfear.domain.pending import PendingType
from meetwithoutfear.domain.repair import commands as r
from meetwithoutfear.domain.repair.agreement import AgreementType, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.pool import Origin, Pool, Strategy, released
from meetwithoutfear.domain.safety.care import Language, quiet_care
from meetwithoutfear.domain.session import Chat, Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.domain.waiting import Patience, WaitingFor, may_finish_from, waiting_for

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
EXPIRY = NOW + timedelta(days=14)
ALICE, BOB, EVE = UUID(int=1), UUID(int=2), UUID(int=3)
INVITER, INVITEE = Side.INVITER, Side.INVITEE
BOB_JOINS = c.Join(BOB, "Bob")
PATIENCE = Patience(analysis=timedelta(minutes=15), offer=timedelta(days=7), silence=timedelta(days=14))
CARE = quiet_care(datetime(2026, 3, 1, 9, 0, tzinfo=UTC), Language.EN)
"""Somebody in care, for tests that are about something else."""
GUESS, BETTER, MORE, FEEDBACK = "a guess", "a better guess", "a little more", "not quite, because"
A_MESSAGE, AN_AGREEMENT, AN_ITEM = UUID(int=300), UUID(int=400), UUID(int=600)
TERMS, OTHER_TERMS = Terms("Ten minutes without phones"), Terms("Five minutes without phones")
LIBRARY: Pool = tuple(
    Strategy(UUID(int=800 + number), f"experiment {number}", origin=Origin.SUGGESTED, experiment=str(number))
    for number in range(40)
)


def kinds_in(*modules: ModuleType) -> set[type[Event]]:
    """The kinds of events that are told of in these."""
    names = {module.__name__ for module in modules}
    return {kind for kind in Event.by_name.values() if kind.__module__ in names}


def applied(session: Session, events: Sequence[Event], now: datetime = NOW) -> Session:
    return unfold(session, events, now).after


def after(session: Session, *commands: SessionCommand, now: datetime = NOW) -> Session:
    for command in commands:
        session = applied(session, decide(session, command), now)
    return session


@dataclass(frozen=True)
class TimedStep(Step):
    now: datetime


@dataclass(frozen=True)
class TimedAct(Act):
    steps: Sequence[TimedStep]
    now: datetime

    @classmethod
    def of(cls, act: Act, now: datetime) -> TimedAct:
        steps = [TimedStep(step.before, step.event, step.after, now) for step in act.steps]
        return cls(act.before, act.after, steps, act.notices, now)


def unfold_exchange(session: Session, events: Iterable[Event], now: datetime) -> Act:
    """What becomes of the statements, and nothing of what then waits for whom and what they see of it: for long walks."""
    before, steps, waiting = session, list[Step](), list(events)
    while waiting:
        for event in waiting:
            made = apply_event(session, event, now)
            steps.append(Step(session, event, made))
            session = made
        waiting = machine.settle(session)
    return Act(before, session, steps, ())


@dataclass
class World:
    session: Session
    now: datetime = NOW
    acts: list[TimedAct] = field(default_factory=list)
    made: int = 0
    unfold: Callable[[Session, Sequence[Event], datetime], Act] = unfold

    @property
    def alice(self) -> Person:
        return Person(self, INVITER)

    @property
    def bob(self) -> Person:
        return Person(self, INVITEE)

    def wait(self, *, days: float = 0, minutes: float = 0) -> None:
        self.now += timedelta(days=days, minutes=minutes)

    @property
    def steps(self) -> list[TimedStep]:
        return [step for act in self.acts for step in act.steps]

    @property
    def lines(self) -> list[Line]:
        return [line for step in self.steps for line in lines_of(step)]

    @property
    def notices(self) -> list[Notice]:
        """But for how much waits: what has come to wait says so itself."""
        made = ([*act.notices, *waiting_notices(act.before, act.after)] for act in self.acts)
        told = (notice for of_an_act in made for notice in of_an_act)
        return [notice for notice in told if notice.type is not NoticeType.BADGE_UPDATE]

    def play(self, command: SessionCommand) -> list[Event]:
        """Answers with everything that happened."""
        return self.live(decide(self.session, command))

    def live(self, events: Sequence[Event]) -> list[Event]:
        act = self.unfold(self.session, events, self.now)
        self.session = act.after
        self.acts.append(TimedAct.of(act, self.now))
        return [step.event for step in act.steps]

    def are_compared(self, *, found: bool = True) -> list[Event]:
        item = CommonGround(self.new_item(), "to be heard", NeedCategory.CONNECTION)
        return self.play(n.FindCommonGround((item,) if found else ()))

    def new_item(self) -> UUID:
        """Each idea, need and item of common ground has a number of its own."""
        self.made += 1
        return UUID(int=AN_ITEM.int + self.made)

    @property
    def agreement_asked_about(self) -> UUID:
        proposal, known = self.session.proposal, self.session.agreements
        return proposal.id if proposal else known[-1].id if known else AN_AGREEMENT

    def forget(self) -> None:
        """What follows is all that counts."""
        self.acts = []


@dataclass(frozen=True)
class Person:
    world: World
    side: Side

    @property
    def member(self) -> Member:
        return self.world.session.members[self.side]

    @property
    def attempt(self) -> Attempt:
        return self.world.session.exchange.attempts[self.side]

    @property
    def view(self) -> SessionView:
        return view_for(self.member.user_id, self.world.session, self.world.now, PATIENCE)

    @property
    def chat(self) -> list[str]:
        return [line.content for line in self.world.lines if line.to is self.side]

    @property
    def inbox(self) -> list[NoticeType]:
        return [notice.type for notice in self.world.notices if notice.to is self.side]

    @property
    def waits_for(self) -> WaitingFor | None:
        return waiting_for(self.world.session, self.side)

    @property
    def may_finish_from(self) -> datetime | None:
        return may_finish_from(self.world.session, self.side, PATIENCE, self.world.now)

    @property
    def to_do(self) -> list[PendingType]:
        return [item.type for item in self.member.pending]

    def signs(self) -> list[Event]:
        return self.world.play(c.SignCompact(self.side))

    def speaks(self) -> list[Event]:
        return self.world.play(c.Speak(self.side, Chat.MAIN, A_MESSAGE, awaits_reply=False))

    def feels_heard(self) -> list[Event]:
        return self.world.play(c.FeelHeard(self.side))

    def guesses(self, statement: str = GUESS) -> list[Event]:
        return self.world.play(x.Consent(self.side, statement))

    def resubmits(self, statement: str = BETTER) -> list[Event]:
        return self.world.play(x.Resubmit(self.side, statement))

    def keeps(self, *, overdue: bool = False) -> list[Event]:
        return self.world.play(x.Keep(self.side, overdue))

    def withdraws(self) -> list[Event]:
        return self.world.play(x.Withdraw(self.side))

    def is_analysed(self, outcome: x.Outcome) -> list[Event]:
        offer_id = UUID(int=900 + 10 * len(self.attempt.offers) + (self.side is INVITEE))
        expires_at = self.world.now + PATIENCE.offer
        current = (self.attempt.revision, self.attempt.iteration)
        return self.world.play(x.Conclude(self.side, *current, outcome, offer_id, expires_at))

    def fetches(self, until: datetime | None = None) -> list[Event]:
        return self.world.play(x.FetchOffer(self.side, until))

    def shares(self, words: str = MORE) -> list[Event]:
        return self.world.play(x.AcceptOffer(self.side, words))

    def declines(self) -> list[Event]:
        return self.world.play(x.DeclineOffer(self.side))

    def lets_it_expire(self) -> list[Event]:
        return self.world.play(x.Expire(self.side.other))

    def lets_it_lapse(self) -> list[Event]:
        return self.world.play(x.Lapse(self.side))

    def takes_it_back(self) -> list[Event]:
        return self.world.play(x.WithdrawContext(self.side))

    def looks(self) -> list[Event]:
        return self.world.play(x.See(self.side))

    def is_shown(self, *, rounds: Iterable[int] = (), revisions: Iterable[int] = ()) -> list[Event]:
        return self.world.play(x.See(self.side, x.Shown(frozenset(rounds), frozenset(revisions))))

    def says(self, rating: Verdict, feedback: str = "", *, shared: bool = False) -> list[Event]:
        return self.world.play(x.Validate(self.side, rating, shared, feedback))

    def accepts_the_difference(self) -> list[Event]:
        return self.world.play(x.AcceptDifference(self.side))

    def pauses(self) -> list[Event]:
        return self.world.play(c.Pause(self.side))

    def resumes(self) -> list[Event]:
        return self.world.play(c.Resume(self.side))

    def leaves(self) -> list[Event]:
        return self.world.play(c.Leave(self.side))

    def finishes_alone(self) -> list[Event]:
        from_then = self.may_finish_from
        return self.world.play(
            c.FinishAlone(self.side, from_then is not None and from_then <= self.world.now)
        )

    def is_reminded(self) -> list[Event]:
        return self.world.play(c.Remind(self.side))

    def looks_at(self, item_id: UUID) -> list[Event]:
        return self.world.play(c.LookAt(self.side, item_id))

    @property
    def needs(self) -> Needs:
        return self.world.session.needs_of(self.side)

    def words_a_need(self, need: str = "rest", *, confirmed: bool = True) -> list[Event]:
        new = Need(self.world.new_item(), need, NeedCategory.AUTONOMY, confirmed=confirmed)
        return self.world.play(n.AddNeed(self.side, new))

    def reviews_needs(self, *, confirmed: bool = True) -> list[Event]:
        """Says of all on the own list that it is theirs, or that it is not; there is one at least."""
        if not self.needs:
            return self.words_a_need(confirmed=confirmed)
        said = tuple(NeedConfirmation(need.id, confirmed) for need in self.needs)
        return self.world.play(n.ConfirmNeeds(self.side, said))

    def shares_needs(self, *ids: UUID) -> list[Event]:
        """All that were confirmed, where none is named."""
        theirs = tuple(need.id for need in self.needs if need.confirmed)
        return self.world.play(n.ShareNeeds(self.side, ids or theirs))

    def takes_a_need_back(self) -> list[Event]:
        """The first that is shared."""
        need = next((need for need in self.needs if need.is_shared), self.needs[0])
        return self.world.play(n.WithdrawNeed(self.side, need.id))

    def words_ground(self) -> list[Event]:
        item = CommonGround(self.world.new_item(), "rest", NeedCategory.AUTONOMY, proposed_by=self.side)
        return self.world.play(n.ProposeGround(self.side, item))

    def confirms_ground(self, *, confirmed: bool = True) -> list[Event]:
        """The first item."""
        said = {item.id: confirmed for item in self.world.session.ground[:1]}
        return self.world.play(n.ConfirmGround(self.side, said))

    def takes_ground_back(self, number: int = 0) -> list[Event]:
        return self.world.play(n.WithdrawGround(self.side, self.world.session.ground[number].id))

    def has_an_idea(self, words: str = "a walk", count: int = 1) -> list[Event]:
        new = (Strategy(self.world.new_item(), words, owner=self.side) for _ in range(count))
        return self.world.play(r.AddIdeas(self.side, tuple(new)))

    def is_ready(self) -> list[Event]:
        return self.world.play(r.BeReady(self.side, LIBRARY))

    def reopens(self) -> list[Event]:
        return self.world.play(r.Reopen(self.side))

    def takes_an_idea_back(self, strategy_id: UUID) -> list[Event]:
        return self.world.play(r.WithdrawIdea(self.side, strategy_id))

    def ranks(self, *, meets: bool = True) -> list[Event]:
        """The three that lie first, or the three that lie last: whoever takes those meets nobody at the first."""
        ids = tuple(idea.id for idea in released(self.world.session.pool))
        return self.world.play(r.Rank(self.side, ids[:3] if meets else ids[-3:]))

    def proposes(self, terms: Terms = TERMS, strategy_id: UUID | None = None) -> list[Event]:
        new = UUID(int=AN_AGREEMENT.int + len(self.world.session.agreements))
        kind = AgreementType.MICRO_EXPERIMENT
        return self.world.play(r.ProposeAgreement(self.side, new, kind, terms, strategy_id))

    def rewords(self, terms: Terms = OTHER_TERMS) -> list[Event]:
        return self.world.play(r.ModifyAgreement(self.side, self.world.agreement_asked_about, terms))

    def agrees(self, agreement: UUID | None = None) -> list[Event]:
        return self.world.play(r.ConfirmAgreement(self.side, agreement or self.world.agreement_asked_about))

    def drops(self) -> list[Event]:
        return self.world.play(r.DropAgreement(self.side, self.world.agreement_asked_about))

    def takes_the_wording_back(self) -> list[Event]:
        return self.world.play(r.WithdrawAgreement(self.side, self.world.agreement_asked_about))

    def resolves(self) -> list[Event]:
        return self.world.play(r.Resolve(self.side))

    def asks_to_close(self) -> list[Event]:
        return self.world.play(r.AskToClose(self.side))

    def is_asked_to_look_back(self, check: int = 1) -> list[Event]:
        return self.world.play(r.FollowUp(self.side, AN_AGREEMENT, check))

    def looks_back(
        self, wish: Wish = Wish.COMPLETE, *, felt: str | None = None, shared: bool = False
    ) -> list[Event]:
        return self.world.play(r.CheckIn(self.side, AN_AGREEMENT, LookBack(Done.PARTLY, wish, felt, shared)))

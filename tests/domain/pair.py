"""Alice and Bob as they act, each in their own room: every act is decided and unfolded as the store does it, at the present
moment, and everything they were told since is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from domain.story import BOB_JOINS, INVITEE, INVITER, NOW, PATIENCE, after, invited
from meetwithoutfear.domain.commands import (
    FeelHeard,
    FinishAlone,
    Leave,
    LookAt,
    Pause,
    Remind,
    Resume,
    SignCompact,
    Speak,
)
from meetwithoutfear.domain.empathy.commands import (
    AcceptDifference,
    AcceptOffer,
    Conclude,
    Consent,
    DeclineOffer,
    Expire,
    FetchOffer,
    Keep,
    Lapse,
    Outcome,
    Resubmit,
    See,
    Shown,
    Validate,
    Withdraw,
    WithdrawContext,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Verdict
from meetwithoutfear.domain.empathy.moves import ExchangeCommand
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.machine import Act, Step, decide, item_notices, lines_of, unfold
from meetwithoutfear.domain.moves import Event, SessionCommand
from meetwithoutfear.domain.needs.commands import (
    AddNeed,
    ConfirmGround,
    ConfirmNeeds,
    FindCommonGround,
    ProposeGround,
    ShareNeeds,
    WithdrawGround,
    WithdrawNeed,
)
from meetwithoutfear.domain.needs.need import CommonGround, Need, NeedConfirmation, Needs
from meetwithoutfear.domain.notices import Line, Notice, NoticeType
from meetwithoutfear.domain.pending import PendingType
from meetwithoutfear.domain.repair.agreement import AgreementType, Done, LookBack, Terms, Wish
from meetwithoutfear.domain.repair.commands import (
    AddIdeas,
    AskToClose,
    BeReady,
    CheckIn,
    ConfirmAgreement,
    DropAgreement,
    FollowUp,
    ModifyAgreement,
    ProposeAgreement,
    Rank,
    Reopen,
    Resolve,
    WithdrawAgreement,
    WithdrawIdea,
)
from meetwithoutfear.domain.repair.pool import Origin, Pool, Strategy, released
from meetwithoutfear.domain.session import Chat, Member, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.view import SessionView, is_silent, view_for
from meetwithoutfear.domain.waiting import WaitingFor, may_finish_from, waiting_for

GUESS, BETTER, MORE, FEEDBACK = "a guess", "a better guess", "a little more", "not quite, because"
A_MESSAGE, AN_AGREEMENT, AN_ITEM = UUID(int=300), UUID(int=400), UUID(int=600)
TERMS, OTHER_TERMS = Terms("Ten minutes without phones"), Terms("Five minutes without phones")
LIBRARY: Pool = tuple(
    Strategy(UUID(int=800 + number), f"experiment {number}", origin=Origin.SUGGESTED, experiment=str(number))
    for number in range(40)
)


@dataclass
class Pair:
    session: Session
    now: datetime = NOW
    acts: list[Act] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    made: int = 0

    @property
    def alice(self) -> Person:
        return Person(self, INVITER)

    @property
    def bob(self) -> Person:
        return Person(self, INVITEE)

    def wait(self, *, days: float = 0, minutes: float = 0) -> None:
        self.now += timedelta(days=days, minutes=minutes)

    @property
    def steps(self) -> list[Step]:
        return [step for act in self.acts for step in act.steps]

    def play(self, command: SessionCommand | ExchangeCommand) -> list[Event]:
        """Answers with everything that happened."""
        return self.live(decide(self.session, command))

    def live(self, events: Sequence[Event]) -> list[Event]:
        act = unfold(self.session, events, self.now)
        self.session = act.after
        self.acts.append(act)
        self.lines += [line for step in act.steps for line in lines_of(step)]
        self.notices += [*act.notices, *item_notices(act.before, act.after)]
        return [step.event for step in act.steps]

    def are_compared(self, *, found: bool = True) -> list[Event]:
        item = CommonGround(self.new_item(), "to be heard", NeedCategory.CONNECTION)
        return self.play(FindCommonGround((item,) if found else ()))

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
        self.acts, self.lines, self.notices = [], [], []


@dataclass(frozen=True)
class Person:
    pair: Pair
    side: Side

    @property
    def member(self) -> Member:
        return self.pair.session.members[self.side]

    @property
    def attempt(self) -> Attempt:
        return self.pair.session.exchange.attempts[self.side]

    @property
    def view(self) -> SessionView:
        return view_for(self.member.user_id, self.pair.session, self.pair.now, PATIENCE)

    @property
    def chat(self) -> list[str]:
        return [line.content for line in self.pair.lines if line.to is self.side]

    @property
    def inbox(self) -> list[NoticeType]:
        return [notice.type for notice in self.pair.notices if notice.to is self.side]

    @property
    def waits_for(self) -> WaitingFor | None:
        return waiting_for(self.pair.session, self.side)

    @property
    def may_finish_from(self) -> datetime | None:
        return may_finish_from(self.pair.session, self.side, PATIENCE, self.pair.now)

    @property
    def to_do(self) -> list[PendingType]:
        return [item.type for item in self.member.pending]

    def signs(self) -> list[Event]:
        return self.pair.play(SignCompact(self.side))

    def speaks(self) -> list[Event]:
        return self.pair.play(Speak(self.side, Chat.MAIN, A_MESSAGE, awaits_reply=False))

    def feels_heard(self) -> list[Event]:
        return self.pair.play(FeelHeard(self.side))

    def guesses(self, statement: str = GUESS) -> list[Event]:
        return self.pair.play(Consent(self.side, statement))

    def resubmits(self, statement: str = BETTER) -> list[Event]:
        return self.pair.play(Resubmit(self.side, statement))

    def keeps(self, *, overdue: bool = False) -> list[Event]:
        return self.pair.play(Keep(self.side, overdue))

    def withdraws(self) -> list[Event]:
        return self.pair.play(Withdraw(self.side))

    def is_analysed(self, outcome: Outcome) -> list[Event]:
        offer_id = UUID(int=900 + 10 * len(self.attempt.offers) + (self.side is INVITEE))
        expires_at = self.pair.now + PATIENCE.offer
        current = (self.attempt.revision, self.attempt.iteration)
        return self.pair.play(Conclude(self.side, *current, outcome, offer_id, expires_at))

    def fetches(self, until: datetime | None = None) -> list[Event]:
        return self.pair.play(FetchOffer(self.side, until))

    def shares(self, words: str = MORE) -> list[Event]:
        return self.pair.play(AcceptOffer(self.side, words))

    def declines(self) -> list[Event]:
        return self.pair.play(DeclineOffer(self.side))

    def lets_it_expire(self) -> list[Event]:
        return self.pair.play(Expire(self.side.other))

    def lets_it_lapse(self) -> list[Event]:
        return self.pair.play(Lapse(self.side))

    def takes_it_back(self) -> list[Event]:
        return self.pair.play(WithdrawContext(self.side))

    def looks(self) -> list[Event]:
        return self.pair.play(See(self.side))

    def is_shown(self, *, rounds: Iterable[int] = (), revisions: Iterable[int] = ()) -> list[Event]:
        return self.pair.play(See(self.side, Shown(frozenset(rounds), frozenset(revisions))))

    def says(self, rating: Verdict, feedback: str = "", *, shared: bool = False) -> list[Event]:
        return self.pair.play(Validate(self.side, rating, shared, feedback))

    def accepts_the_difference(self) -> list[Event]:
        return self.pair.play(AcceptDifference(self.side))

    def pauses(self) -> list[Event]:
        return self.pair.play(Pause(self.side))

    def resumes(self) -> list[Event]:
        return self.pair.play(Resume(self.side))

    def leaves(self) -> list[Event]:
        return self.pair.play(Leave(self.side))

    def finishes_alone(self) -> list[Event]:
        silent = is_silent(self.pair.session, self.side, self.pair.now, PATIENCE)
        return self.pair.play(FinishAlone(self.side, silent))

    def is_reminded(self) -> list[Event]:
        return self.pair.play(Remind(self.side))

    def looks_at(self, item_id: UUID) -> list[Event]:
        return self.pair.play(LookAt(self.side, item_id))

    @property
    def needs(self) -> Needs:
        return self.pair.session.needs_of(self.side)

    def words_a_need(self, need: str = "rest", *, confirmed: bool = True) -> list[Event]:
        new = Need(self.pair.new_item(), need, NeedCategory.AUTONOMY, confirmed=confirmed)
        return self.pair.play(AddNeed(self.side, new))

    def reviews_needs(self, *, confirmed: bool = True) -> list[Event]:
        """Says of all on the own list that it is theirs, or that it is not; there is one at least."""
        if not self.needs:
            return self.words_a_need(confirmed=confirmed)
        said = tuple(NeedConfirmation(need.id, confirmed) for need in self.needs)
        return self.pair.play(ConfirmNeeds(self.side, said))

    def shares_needs(self, *ids: UUID) -> list[Event]:
        """All that were confirmed, where none is named."""
        theirs = tuple(need.id for need in self.needs if need.confirmed)
        return self.pair.play(ShareNeeds(self.side, ids or theirs))

    def takes_a_need_back(self) -> list[Event]:
        """The first that is shared."""
        need = next((need for need in self.needs if need.is_shared), self.needs[0])
        return self.pair.play(WithdrawNeed(self.side, need.id))

    def words_ground(self) -> list[Event]:
        item = CommonGround(self.pair.new_item(), "rest", NeedCategory.AUTONOMY, proposed_by=self.side)
        return self.pair.play(ProposeGround(self.side, item))

    def confirms_ground(self, *, confirmed: bool = True) -> list[Event]:
        """The first item."""
        said = {item.id: confirmed for item in self.pair.session.ground[:1]}
        return self.pair.play(ConfirmGround(self.side, said))

    def takes_ground_back(self, number: int = 0) -> list[Event]:
        return self.pair.play(WithdrawGround(self.side, self.pair.session.ground[number].id))

    def has_an_idea(self, words: str = "a walk", count: int = 1) -> list[Event]:
        new = (Strategy(self.pair.new_item(), words, owner=self.side) for _ in range(count))
        return self.pair.play(AddIdeas(self.side, tuple(new)))

    def is_ready(self) -> list[Event]:
        return self.pair.play(BeReady(self.side, LIBRARY))

    def reopens(self) -> list[Event]:
        return self.pair.play(Reopen(self.side))

    def takes_an_idea_back(self, strategy_id: UUID) -> list[Event]:
        return self.pair.play(WithdrawIdea(self.side, strategy_id))

    def ranks(self, *, meets: bool = True) -> list[Event]:
        """The three that lie first, or the three that lie last: whoever takes those meets nobody at the first."""
        ids = tuple(idea.id for idea in released(self.pair.session.pool))
        return self.pair.play(Rank(self.side, ids[:3] if meets else ids[-3:]))

    def proposes(self, terms: Terms = TERMS, strategy_id: UUID | None = None) -> list[Event]:
        new = UUID(int=AN_AGREEMENT.int + len(self.pair.session.agreements))
        kind = AgreementType.MICRO_EXPERIMENT
        return self.pair.play(ProposeAgreement(self.side, new, kind, terms, strategy_id))

    def rewords(self, terms: Terms = OTHER_TERMS) -> list[Event]:
        return self.pair.play(ModifyAgreement(self.side, self.pair.agreement_asked_about, terms))

    def agrees(self, agreement: UUID | None = None) -> list[Event]:
        return self.pair.play(ConfirmAgreement(self.side, agreement or self.pair.agreement_asked_about))

    def drops(self) -> list[Event]:
        return self.pair.play(DropAgreement(self.side, self.pair.agreement_asked_about))

    def takes_the_wording_back(self) -> list[Event]:
        return self.pair.play(WithdrawAgreement(self.side, self.pair.agreement_asked_about))

    def resolves(self) -> list[Event]:
        return self.pair.play(Resolve(self.side))

    def asks_to_close(self) -> list[Event]:
        return self.pair.play(AskToClose(self.side))

    def is_asked_to_look_back(self, check: int = 1) -> list[Event]:
        return self.pair.play(FollowUp(self.side, AN_AGREEMENT, check))

    def looks_back(
        self, wish: Wish = Wish.COMPLETE, *, felt: str | None = None, shared: bool = False
    ) -> list[Event]:
        return self.pair.play(CheckIn(self.side, AN_AGREEMENT, LookBack(Done.PARTLY, wish, felt, shared)))


def alone() -> Pair:
    """Alice feels heard; nobody has joined yet."""
    pair = Pair(invited())
    for act in (pair.alice.signs, pair.alice.speaks, pair.alice.feels_heard):
        act()
    return pair


def heard() -> Pair:
    """Both feel heard, and neither has guessed."""
    pair = alone()
    pair.session = after(pair.session, BOB_JOINS)
    for act in (pair.bob.signs, pair.bob.speaks, pair.bob.feels_heard):
        act()
    pair.forget()
    return pair


def guessed() -> Pair:
    """Alice has guessed, and her statement is being compared."""
    pair = heard()
    pair.alice.guesses()
    return pair


def asked() -> Pair:
    """Alice's guess has a gap, and Bob is invited to share a little more."""
    pair = guessed()
    pair.alice.is_analysed(Outcome.SHARING)
    return pair


def refining() -> Pair:
    """Bob has shared, and Alice may put her guess into new words."""
    pair = asked()
    pair.bob.shares()
    return pair


def ready() -> Pair:
    """Alice's guess comes close; Bob's is being compared."""
    pair = guessed()
    pair.alice.is_analysed(Outcome.PROCEED)
    pair.bob.guesses()
    return pair


def revealed() -> Pair:
    """Each sees the other's guess, and nobody has said yet how it is."""
    pair = ready()
    pair.bob.is_analysed(Outcome.PROCEED)
    pair.forget()
    return pair


def sent_back() -> Pair:
    """Alice's guess missed the mark, and Bob has told her how."""
    pair = revealed()
    pair.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    return pair

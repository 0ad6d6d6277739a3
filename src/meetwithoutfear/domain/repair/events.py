"""What has happened in Stage 4 and after it. Nothing that is told of an event says whose an idea is. Of what a member says
of themselves more than once in a round the other one learns the first time: how often somebody changes their mind is
their own affair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime
from uuid import UUID

from meetwithoutfear.domain.moves import (
    ConsentTarget,
    Event,
    Granted,
    LedgerEntry,
    MemberEvent,
    News,
    Revoked,
    Seen,
    SessionEvent,
    StepTold,
)
from meetwithoutfear.domain.notices import SAYS, Notice, NoticeType
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
    AgreementType,
    LookBack,
    Terms,
    move,
    settle_agreement,
)
from meetwithoutfear.domain.repair.pool import Origin, Pool, hidden_of, release
from meetwithoutfear.domain.session import Member, Proposal, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.timeline import Appearance, Audience, Kind

say = SAYS["session"]
OF_THE_ROUND = (Gate.STRATEGIES_SUBMITTED, Gate.RANKINGS_SUBMITTED)


class RepairEvent(Event):
    """One that the table of phases knows."""


class IdeasChanged(MemberEvent, RepairEvent, name="IdeasChanged"):
    """The member's hidden ideas are these now."""

    ideas: Pool

    def apply(self, session: Session, now: datetime) -> Session:
        mine = {idea.id for idea in hidden_of(session.pool, self.side)}
        others = (idea for idea in session.pool if idea.id not in mine)
        return replace(super().apply(session, now), pool=(*others, *self.ideas))


class GotReady(StepTold, RepairEvent, name="GotReady"):
    """Readiness is the consent to lay the own ideas open. Whoever is ready last lays the library's share beside them, hidden
    like them: to release the pool then takes nothing more, even when it has to wait."""

    gate = Gate.STRATEGIES_SUBMITTED
    other_learns = NoticeType.STRATEGIES_PARTNER_READY

    spare: Pool | None = None
    """Nothing, where the other one is not ready yet."""

    def apply(self, session: Session, now: datetime) -> Session:
        ready = super().apply(session, now)
        if self.spare is None:
            return ready
        kept = (idea for idea in session.pool if not idea.is_spare)
        return replace(ready, pool=(*kept, *self.spare))

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        for idea in hidden_of(before.pool, self.side):
            if idea.origin is Origin.MEMBER:
                target = ConsentTarget.STRATEGY_PROPOSAL
                yield Granted(self.side, target, idea.description, object_id=idea.id)


class ReadinessTakenBack(MemberEvent, RepairEvent, name="ReadinessTakenBack"):
    def apply_member(self, member: Member, now: datetime) -> Member:
        return member.count_act(now).leave_gates(Gate.STRATEGIES_SUBMITTED)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        """Readiness was the consent to lay these ideas open, and nothing of them has crossed."""
        for idea in hidden_of(before.pool, self.side):
            yield Revoked(self.side, ConsentTarget.STRATEGY_PROPOSAL, idea.id)


class IdeaWithdrawn(SessionEvent, RepairEvent, name="IdeaWithdrawn"):
    """The consent to an idea that lies open is taken back. Nobody is told, and it does not say whose it was."""

    strategy_id: UUID

    def apply(self, session: Session, now: datetime) -> Session:
        pool = (
            replace(idea, withdrawn=True) if idea.id == self.strategy_id else idea for idea in session.pool
        )
        return replace(session, pool=tuple(pool))


class PoolReleased(SessionEvent, RepairEvent, name="PoolReleased"):
    """Both are ready: everything collected since the last time lies open for both, at once."""

    both_hear = say["pool released"]
    both_learn = NoticeType.STRATEGIES_RELEASED

    def apply(self, session: Session, now: datetime) -> Session:
        common = [item.need for item in session.ground if item.is_common]
        opened = replace(session, pool=release(session.pool, session.round, common))
        return opened.with_both(lambda member: member.pass_gate_jointly(Gate.PROPOSALS_CREATED, now))


def begin_round(session: Session) -> Session:
    """A new round: rankings of the last one are history, and both collect again."""

    def forget(member: Member) -> Member:
        return replace(member.leave_gates(*OF_THE_ROUND), told=member.told.difference(OF_THE_ROUND))

    return replace(session.with_both(forget), round=session.round + 1)


class PoolReopened(MemberEvent, RepairEvent, name="PoolReopened"):
    both_hear = say["pool reopened"]
    both_learn = NoticeType.STRATEGIES_REOPENED

    def apply(self, session: Session, now: datetime) -> Session:
        return begin_round(super().apply(session, now))


class Ranked(StepTold, RepairEvent, name="Ranked"):
    """The last word counts, until both have spoken."""

    gate = Gate.RANKINGS_SUBMITTED
    other_learns = NoticeType.STRATEGIES_PARTNER_RANKED

    ids: tuple[UUID, ...]

    def apply(self, session: Session, now: datetime) -> Session:
        rankings = {**session.rankings, (session.round, self.side): self.ids}
        return replace(super().apply(session, now), rankings=rankings)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        """Whoever ranks has seen all of them: a receipt for the ranked ones alone would tell which those are."""
        yield Seen(self.side.other, ConsentTarget.STRATEGY_PROPOSAL)


class OverlapFound(SessionEvent, RepairEvent, name="OverlapFound"):
    """Both have ranked, and their rankings meet."""

    both_hear = say["overlap found"]
    both_learn = NoticeType.STRATEGIES_OVERLAP

    def apply(self, session: Session, now: datetime) -> Session:
        ranked = session.with_both(lambda member: member.pass_gate_jointly(Gate.PROPOSALS_RANKED, now))
        return ranked.with_both(lambda member: member.pass_gate_jointly(Gate.OVERLAP_IDENTIFIED, now))


class OverlapMissed(OverlapFound, name="OverlapMissed"):
    """Both have ranked, and nothing stands on both lists."""

    both_hear = say["overlap missed"]

    def apply(self, session: Session, now: datetime) -> Session:
        return begin_round(super().apply(session, now))


class AgreementEvent(MemberEvent, RepairEvent):
    agreement_id: UUID

    @property
    def about(self) -> Mapping[str, int | str]:
        return {"agreementId": str(self.agreement_id)}

    def seen(self, *sides: Side) -> Iterable[LedgerEntry]:
        return (Seen(side, ConsentTarget.AGREEMENT, self.agreement_id) for side in sides)

    def granted(self, session: Session) -> LedgerEntry:
        words = session.agreement(self.agreement_id).terms.words
        return Granted(self.side, ConsentTarget.AGREEMENT, words, object_id=self.agreement_id)


class AgreementWorded(AgreementEvent):
    """Whoever words an agreement has said yes to it, and wants one: their wish to end without it is gone."""

    other_learns = NoticeType.AGREEMENT_PROPOSED
    other_hears = say["agreement proposed"]

    terms: Terms

    def ask_other(self, session: Session, now: datetime) -> Session:
        me = replace(session.members[self.side].count_act(now), close_asked_at=None)
        other = replace(session.members[self.side.other], reminders=0)
        asked = session.with_member(self.side, me).with_member(self.side.other, other)
        return replace(asked, proposal=Proposal(self.agreement_id, self.side, now))


class AgreementProposed(AgreementWorded, name="AgreementProposed"):
    type: AgreementType
    strategy_id: UUID | None = None

    def apply(self, session: Session, now: datetime) -> Session:
        made = Agreement(
            self.agreement_id,
            self.type,
            self.terms,
            self.side,
            strategy_id=self.strategy_id,
            agreed={self.side: now},
        )
        return replace(self.ask_other(session, now), agreements=(*session.agreements, made))

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        yield self.granted(session)


class AgreementModified(AgreementWorded, name="AgreementModified"):
    """The same agreement in other words: the other one is asked anew. Whoever words it anew has seen the words before."""

    def apply(self, session: Session, now: datetime) -> Session:
        known = session.agreement(self.agreement_id)
        worded = replace(known, terms=self.terms, version=known.version + 1)
        changed = replace(worded, proposed_by=self.side, agreed={self.side: now})
        return self.ask_other(session, now).with_agreement(changed)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        yield from self.seen(self.side.other)
        yield self.granted(session)


class AgreementReached(AgreementEvent, name="AgreementReached"):
    moment = Appearance(Kind.AGREED, Audience.BOTH)
    both_hear = say["agreement reached"]
    both_learn = NoticeType.AGREEMENT_CONFIRMED

    def apply(self, session: Session, now: datetime) -> Session:
        known = session.agreement(self.agreement_id)
        agreed = replace(known, agreed={**known.agreed, self.side: now}, agreed_at=now)

        def agree(member: Member) -> Member:
            glad = replace(member, close_asked_at=None).pass_gate_jointly(Gate.AGREEMENT_REACHED, now)
            return (
                glad.pass_gate_jointly(Gate.FOLLOW_UP_SCHEDULED, now) if known.terms.follow_up_date else glad
            )

        both = super().apply(session, now).with_both(agree)
        return replace(both, proposal=None).with_agreement(move(agreed, AgreementStatus.AGREED))

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        """A yes is to words that the other one wrote, so both have been seen."""
        yield self.granted(session)
        yield from self.seen(*Side)


class AgreementDropped(AgreementEvent, name="AgreementDropped"):
    both_hear = say["agreement dropped"]
    both_learn = NoticeType.AGREEMENT_DROPPED

    def apply(self, session: Session, now: datetime) -> Session:
        dropped = move(session.agreement(self.agreement_id), AgreementStatus.ABANDONED)
        return replace(super().apply(session, now), proposal=None).with_agreement(dropped)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        """Whoever lets the other one's wording go has seen it."""
        author = session.agreement(self.agreement_id).proposed_by
        return self.seen(author) if author is not self.side else ()


class Resolved(MemberEvent, RepairEvent, name="Resolved"):
    """To end with it is to begin it."""

    moment = Appearance(Kind.RESOLVED, Audience.BOTH)
    both_hear = say["resolved"]
    both_learn = NoticeType.SESSION_RESOLVED

    def apply(self, session: Session, now: datetime) -> Session:
        ended = super().apply(session, now)
        for agreement in session.agreements:
            if agreement.status is AgreementStatus.AGREED:
                ended = ended.with_agreement(move(agreement, AgreementStatus.IN_PROGRESS))
        return ended.with_both(lambda member: member.pass_gate_jointly(Gate.RESOLVED, now))

    def news(self, session: Session) -> Iterable[tuple[Side, News]]:
        yield self.side.other, News.RESOLVED


class CloseAsked(MemberEvent, RepairEvent, name="CloseAsked"):
    other_learns = NoticeType.CLOSE_ASKED
    other_hears = say["close asked"]

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member.count_act(now), close_asked_at=now)


class Closed(SessionEvent, RepairEvent, name="Closed"):
    """Both have asked for it: it ends without an agreement."""

    moment = Appearance(Kind.ENDED, Audience.BOTH)
    both_hear = say["closed"]
    both_learn = NoticeType.SESSION_ENDED


class FollowUpCame(AgreementEvent, name="FollowUpCame"):
    hears = say["look back"]

    def apply_member(self, member: Member, now: datetime) -> Member:
        return replace(member, due=self.agreement_id, due_at=now, reminders=0)

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield Notice(self.side, NoticeType.FOLLOW_UP_DUE, self.about)


class CheckedIn(AgreementEvent, name="CheckedIn"):
    """Said once more, it is said anew, until both have. The words go to the other one only when their writer says so."""

    word: LookBack = field(repr=False)

    def apply(self, session: Session, now: datetime) -> Session:
        known = session.agreement(self.agreement_id)
        said = {**known.check_ins, self.side: replace(self.word, at=now)}
        return super().apply(session, now).with_agreement(replace(known, check_ins=said))

    def apply_member(self, member: Member, now: datetime) -> Member:
        member = member.count_act(now)
        return replace(member, due=None, due_at=None) if member.due == self.agreement_id else member

    def notices(self, before: Session, session: Session) -> Iterable[Notice]:
        yield from super().notices(before, session)
        if self.word.shared:
            yield Notice(self.side.other, NoticeType.FOLLOW_UP_SHARED, self.about)

    def ledger(self, before: Session, session: Session) -> Iterable[LedgerEntry]:
        if self.word.shared:
            words = f"{self.word.done.value}\n{self.word.felt}" if self.word.felt else self.word.done.value
            yield Granted(self.side, ConsentTarget.CHECK_IN, words, object_id=self.agreement_id)


class FollowUpSettled(SessionEvent, RepairEvent, name="FollowUpSettled"):
    """Both have looked back: it is done, goes on for a while, or was let go."""

    both_learn = NoticeType.FOLLOW_UP_SETTLED

    agreement_id: UUID

    @property
    def about(self) -> Mapping[str, int | str]:
        return {"agreementId": str(self.agreement_id)}

    def apply(self, session: Session, now: datetime) -> Session:
        settled = settle_agreement(session.agreement(self.agreement_id), now)
        done = session.with_agreement(settled)
        return done.with_both(lambda member: replace(member, due=None, due_at=None))

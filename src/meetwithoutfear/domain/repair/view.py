"""What one member may see of Stage 4. Nothing says whose an idea is, and every idea has the same fields; of rankings both
see where they meet and nothing else; what somebody thought of an agreement is seen by the other only if they shared it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, TypeVar
from uuid import UUID

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.needs.view import (
    GroundItemView,
    NeedView,
    SharedNeedView,
    comparison_view,
    ground_view,
    needs_view,
)
from meetwithoutfear.domain.repair.agreement import (
    Agreement,
    AgreementStatus,
    AgreementType,
    Done,
    LookBack,
    Proposed,
    Terms,
    Wish,
)
from meetwithoutfear.domain.repair.pool import MOST_IDEAS, Pool, Strategy, overlap, released, visible_to
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Phase
from meetwithoutfear.domain.wire import Both, Own, Time, View

T = TypeVar("T")
Pooled = Annotated[T, "its writer; both from the release of the pool on, and nothing says whose it is"]
Told = Annotated[T, "the other one, from when it was said for the first time"]
Ranker = Annotated[T, "whoever has ranked: that the other one has, never how"]
Ranked = Annotated[T, "both, once both have ranked"]
Writer = Annotated[T, "its writer; the other one only if they share it"]


@dataclass(frozen=True)
class StrategyView(View):
    id: Pooled[UUID]
    description: Pooled[str] = field(repr=False)
    needs_addressed: Pooled[tuple[str, ...]] = field(repr=False)
    duration: Pooled[str | None] = field(repr=False)
    measure_of_success: Pooled[str | None] = field(repr=False)


@dataclass(frozen=True)
class PoolView(View):
    strategies: tuple[StrategyView, ...]
    hidden_ids: Own[tuple[UUID, ...]]
    """Those that only the viewer sees as yet, and may still change."""
    ai_suggestions_available: Own[bool]
    phase: Both[Phase]


@dataclass(frozen=True)
class RefinementView(View):
    original: Own[str] = field(repr=False)
    refined: Own[str] = field(repr=False)
    reason: Own[str] = field(repr=False)


@dataclass(frozen=True)
class IdeaView(Helping, called="IdeaAnswer"):
    """One idea, how many the viewer sees now, and how this one could be smaller or clearer."""

    strategy: StrategyView
    total_strategies: Own[int]
    refinement: RefinementView | None


@dataclass(frozen=True)
class ReadinessView(View):
    ready: Own[bool]
    partner_ready: Told[bool]
    """They have said so in this round. Whether they have taken it back since is theirs to know."""
    can_start_ranking: Both[bool]


@dataclass(frozen=True)
class PhaseView(View):
    phase: Both[Phase]


@dataclass(frozen=True)
class RankingView(View):
    submitted: Own[bool]
    submitted_at: Own[Time]
    partner_submitted: Ranker[bool]
    awaiting_reveal: Both[bool]


@dataclass(frozen=True)
class OverlapView(View):
    overlap: tuple[StrategyView, ...]
    phase: Ranked[Phase]


@dataclass(frozen=True, kw_only=True)
class AgreementView(Terms, View):
    id: Proposed[UUID]
    type: Proposed[AgreementType]
    strategy_id: Proposed[UUID | None]
    status: Proposed[AgreementStatus]
    version: Proposed[int]
    worded_by_me: Proposed[bool]
    agreed_by_me: Proposed[bool]
    agreed_by_partner: Proposed[bool]
    agreed_at: Proposed[Time | None]


@dataclass(frozen=True)
class ProposalView(Helping, called="ProposalAnswer"):
    agreement: AgreementView
    awaiting_partner_confirmation: Both[bool]


@dataclass(frozen=True)
class ConfirmationView(Helping, called="ConfirmationAnswer"):
    agreement: AgreementView
    session_can_resolve: Both[bool]
    """There is one that lets them end with it."""


@dataclass(frozen=True)
class ResolutionView(View):
    resolved: Both[bool]
    resolved_at: Both[Time]
    agreements: tuple[AgreementView, ...]
    follow_up_scheduled: Both[bool]


@dataclass(frozen=True)
class LookBackView(View):
    """How it went for one of them; what they wish for next is their own."""

    done: Writer[Done]
    wish: Own[Wish | None]
    felt: Writer[str | None] = field(repr=False)
    shared: Writer[bool]
    at: Writer[Time]


@dataclass(frozen=True)
class CheckInsView(View):
    """What the partner said is here only if they shared it; whether they have spoken at all is not."""

    agreement: AgreementView
    mine: LookBackView | None
    partner: LookBackView | None


@dataclass(frozen=True)
class TogetherView(View):
    """Everything of the last two stages, to keep: the lists, the ideas, the viewer's own ranking, and what was agreed."""

    needs: tuple[NeedView, ...]
    partner_needs: tuple[SharedNeedView, ...]
    common_ground: tuple[GroundItemView, ...]
    ideas: tuple[StrategyView, ...]
    ranking: Own[tuple[str, ...]] = field(repr=False)
    agreements: tuple[AgreementView, ...]
    check_ins: tuple[LookBackView, ...]
    partner_check_ins: tuple[LookBackView, ...]


def strategies_view(pool: Pool, side: Side) -> tuple[StrategyView, ...]:
    return tuple(strategy_view(idea) for idea in visible_to(pool, side))


def strategy_view(idea: Strategy) -> StrategyView:
    return StrategyView(idea.id, idea.description, idea.needs, idea.duration, idea.measure)


def pool_view(session: Session, side: Side) -> PoolView:
    """The viewer's own ideas while they are collected; the whole pool, unlabelled, from its release on."""
    hidden = tuple(idea.id for idea in visible_to(session.pool, side) if idea.round is None)
    phase = phase_view(session).phase
    return PoolView(
        strategies=strategies_view(session.pool, side),
        hidden_ids=hidden,
        ai_suggestions_available=phase in {Phase.COLLECTING, Phase.NEGOTIATING} and len(hidden) < MOST_IDEAS,
        phase=phase,
    )


def phase_view(session: Session) -> PhaseView:
    return PhaseView(session.phase or Phase.COLLECTING)


def idea_view(session: Session, side: Side, strategy_id: UUID) -> IdeaView:
    """What was removed since is not there for a repeat of the request either."""
    seen = strategies_view(session.pool, side)
    found = next((idea for idea in seen if idea.id == strategy_id), None)
    if found is None:
        raise NotFound
    return IdeaView(found, len(seen), refinement=None)


def readiness_view(session: Session, side: Side) -> ReadinessView:
    return ReadinessView(
        ready=Gate.STRATEGIES_SUBMITTED in session.members[side].passed,
        partner_ready=Gate.STRATEGIES_SUBMITTED in session.members[side.other].told,
        can_start_ranking=session.phase is Phase.RANKING,
    )


def ranking_view(session: Session, side: Side, now: datetime) -> RankingView:
    both = session.phase is not Phase.RANKING
    return RankingView(
        submitted=True,
        submitted_at=now,
        partner_submitted=both or Gate.RANKINGS_SUBMITTED in session.members[side.other].passed,
        awaiting_reveal=not both,
    )


def overlap_view(session: Session, side: Side) -> OverlapView | None:
    """Where the rankings of the last complete round meet; nothing before there was one. Nothing else of a ranking is ever
    shown."""
    if Gate.OVERLAP_IDENTIFIED not in session.members[side].passed:
        return None
    number = last_ranked_round(session)
    met = overlap(*(session.rankings.get((number, each), ()) for each in Side))
    shared = tuple(idea for idea in released(session.pool) if idea.id in met)
    return OverlapView(strategies_view(shared, side), phase_view(session).phase)


def last_ranked_round(session: Session) -> int:
    """A new round begins where one has ended."""
    return session.round if session.phase in {Phase.REVEALING, Phase.AGREED} else session.round - 1


def agreements_view(session: Session, side: Side) -> tuple[AgreementView, ...]:
    return tuple(agreement_view(agreement, side) for agreement in session.agreements)


def agreement_view(agreement: Agreement, side: Side) -> AgreementView:
    return AgreementView.of(
        agreement,
        **vars(agreement.terms),
        worded_by_me=agreement.proposed_by is side,
        agreed_by_me=side in agreement.agreed,
        agreed_by_partner=side.other in agreement.agreed,
    )


def proposal_view(session: Session, side: Side, agreement_id: UUID) -> ProposalView:
    agreement = session.agreement(agreement_id)
    return ProposalView(agreement_view(agreement, side), agreement.status is AgreementStatus.PROPOSED)


def confirmation_view(session: Session, side: Side, agreement_id: UUID) -> ConfirmationView:
    can_resolve = any(agreement.stands for agreement in session.agreements)
    return ConfirmationView(agreement_view(session.agreement(agreement_id), side), can_resolve)


def resolution_view(session: Session, side: Side) -> ResolutionView:
    standing = [agreement for agreement in session.agreements if agreement.stands]
    return ResolutionView(
        resolved=True,
        resolved_at=session.members[side].passed[Gate.RESOLVED],
        agreements=tuple(agreement_view(agreement, side) for agreement in standing),
        follow_up_scheduled=any(agreement.terms.follow_up_date for agreement in standing),
    )


def check_ins_view(session: Session, side: Side, agreement_id: UUID) -> CheckInsView:
    agreement = session.agreement(agreement_id)
    return CheckInsView(
        agreement=agreement_view(agreement, side),
        mine=look_back_view(agreement.check_ins.get(side), own=True),
        partner=look_back_view(agreement.check_ins.get(side.other), own=False),
    )


def look_back_view(word: LookBack | None, *, own: bool) -> LookBackView | None:
    if word is None or word.at is None or not (own or word.shared):
        return None
    return LookBackView.of(word, wish=word.wish if own else None)


def together_view(session: Session, side: Side) -> TogetherView | None:
    """Nothing before these stages have begun for the viewer."""
    if Gate.EXCHANGE_COMPLETED not in session.members[side].passed:
        return None
    compared = comparison_view(session, side)
    descriptions = {idea.id: idea.description for idea in session.pool}
    said = [check_ins_view(session, side, agreement.id) for agreement in session.agreements]
    return TogetherView(
        needs=needs_view(session, side),
        partner_needs=compared.partner if compared else (),
        common_ground=ground_view(session, side).common_ground,
        ideas=strategies_view(session.pool, side),
        ranking=tuple(descriptions[each] for each in session.rankings.get((session.round, side), ())),
        agreements=agreements_view(session, side),
        check_ins=tuple(each.mine for each in said if each.mine),
        partner_check_ins=tuple(each.partner for each in said if each.partner),
    )

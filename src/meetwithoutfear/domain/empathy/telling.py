"""Who is told what of the exchange: entries for inboxes and lines for chats. Where a line speaks of the partner it is a
fixed sentence, never an engine's; what somebody wrote themselves comes to the other word for word.

Nobody is told of what they may not know: an offer that was declined or has run out leaves no trace with the guesser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never
from uuid import UUID

from meetwithoutfear.domain.empathy import sentences as say
from meetwithoutfear.domain.empathy.commands import Shown
from meetwithoutfear.domain.empathy.events import (
    AnalysisBegan,
    AnalysisPassed,
    AnalysisStuck,
    BreakerTripped,
    Consented,
    ContextSeen,
    ContextShared,
    ContextWithdrawn,
    Event,
    FeedbackShared,
    GapsFound,
    Kept,
    LateWithdrawn,
    Missed,
    OfferDeclined,
    OfferExpired,
    OfferFetched,
    OfferSuperseded,
    OldContextWithdrawn,
    Resubmitted,
    Revealed,
    Revised,
    StatementSeen,
    StoodBy,
    Validated,
    WentUnanalysed,
    Withdrawn,
)
from meetwithoutfear.domain.empathy.exchange import Attempt, Reason
from meetwithoutfear.domain.empathy.view import empathy_view
from meetwithoutfear.domain.notices import Line, Notice, NoticeType, Role
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import facts_of

Words = Consented | Resubmitted | BreakerTripped | Revised
Context = GapsFound | ContextShared | OfferDeclined | OfferExpired
Judged = Validated | FeedbackShared | Missed | StoodBy


def affected(before: Session, after: Session) -> tuple[Side, ...]:
    """Whose view of the exchange has changed; nobody else may notice anything."""
    facts = facts_of(after)
    return tuple(
        side
        for side in after.members
        if empathy_view(side, before.exchange, facts) != empathy_view(side, after.exchange, facts)
    )


def empathy_notices(before: Session, session: Session, event: Event) -> list[Notice]:
    there = {side for side, member in session.members.items() if member.left_at is None}
    told = [notice for notice in named_notices(session, event) if notice.to in there]
    updated = [updating(session, event, side) for side in affected(before, session) if side in there]
    return [*told, *updated]


def updating(session: Session, event: Event, side: Side) -> Notice:
    version = session.members[side].version
    data: dict[str, int | str] = {"attemptId": attempt_id(session, event.direction), "version": version}
    return Notice(side, NoticeType.STATUS_UPDATED, data)


def named_notices(session: Session, event: Event) -> list[Notice]:
    guesser, subject = event.direction, event.direction.other
    attempt = session.exchange.attempts[guesser]
    about: dict[str, int | str] = {"attemptId": attempt_id(session, guesser)}
    numbered = {**about, "iteration": attempt.iteration}
    match event:
        case AnalysisBegan() | Resubmitted():
            return [Notice(guesser, NoticeType.GAP_ANALYSIS_STARTING, numbered)]
        case AnalysisPassed():
            return [Notice(guesser, NoticeType.GAPS_RESOLVED, about)]
        case GapsFound(_, offer_id):
            kinds = (NoticeType.GAPS_REMAIN, NoticeType.PARTNER_CONSIDERING_SHARE)
            return [*(Notice(guesser, kind, about) for kind in kinds), invited(subject, offer_id, attempt)]
        case ContextShared():
            kinds = (NoticeType.SHARE_FINALIZED, NoticeType.REFINING)
            return [Notice(guesser, kind, about) for kind in kinds]
        case FeedbackShared():
            return [Notice(guesser, NoticeType.REFINING, about)]
        case BreakerTripped():
            return [Notice(guesser, NoticeType.CIRCUIT_BREAKER_ACTIVATED, numbered)]
        case Revealed():
            kinds = (NoticeType.BOTH_READY, NoticeType.REVEALED)
            return [Notice(subject, kind, about) for kind in kinds]
        case _:
            return []


def invited(subject: Side, offer_id: UUID, attempt: Attempt) -> Notice:
    if attempt.iteration == 1:
        return Notice(subject, NoticeType.SHARE_SUGGESTION, {"offerId": str(offer_id)})
    again: dict[str, int | str] = {"offerId": str(offer_id), "iteration": attempt.iteration}
    return Notice(subject, NoticeType.MORE_SHARING_SUGGESTED, again)


def attempt_id(session: Session, side: Side) -> str:
    return str(session.exchange.attempts[side].id)


def empathy_lines(session: Session, event: Event) -> list[Line]:
    """Each with its cause, which names the event, the revision, the offer and the round it belongs to."""
    told = [line for line in unmarked_lines(session, event) if line.to in session.members]
    cause = cause_of(session, event.direction, type(event))
    shared = isinstance(event, Missed) and event.shared
    return [replace(line, cause=f"{cause}{int(shared)}:{number}") for number, line in enumerate(told)]


def cause_of(session: Session, direction: Side, kind: type[Event]) -> str:
    attempt = session.exchange.attempts[direction]
    if kind is ContextShared:
        return cause_of_context(direction, attempt.offers[-1].iteration)
    return f"{kind.__name__}:{direction}:{attempt.revision}.{len(attempt.offers)}.{attempt.rounds}:"


def cause_of_context(direction: Side, iteration: int) -> str:
    return f"{ContextShared.__name__}:{direction}:{iteration}:"


def shown_by(viewer: Side, causes: Iterable[str]) -> Shown:
    """What of the other one's words came to the viewer with lines of these causes. A member's own words stand in their
    chat as well; they belong to the other direction, or to an event that shows them to nobody."""
    rounds, revisions = set[int](), set[int]()
    for cause in causes:
        kind, direction, numbers, *_ = cause.split(":")
        if (kind, direction) == (ContextShared.__name__, viewer):
            rounds.add(int(numbers))
        if kind in {Revealed.__name__, Revised.__name__} and direction == viewer.other:
            revisions.add(int(numbers.partition(".")[0]))
    return Shown(frozenset(rounds), frozenset(revisions))


def unmarked_lines(session: Session, event: Event) -> list[Line]:
    match event:
        case Consented() | Resubmitted() | BreakerTripped() | Revised():
            return lines_for_words(session, event)
        case GapsFound() | ContextShared() | OfferDeclined() | OfferExpired():
            return lines_for_context(session, event)
        case Validated() | FeedbackShared() | Missed() | StoodBy():
            return lines_for_verdict(session, event)
        case Revealed(guesser):
            return revealing(session, guesser, say.REVEAL_INTRO)
        case AnalysisPassed(guesser, reason) | Kept(guesser, reason):
            return [guide(session, guesser, say.READY[reason])]
        case WentUnanalysed(guesser):
            return [guide(session, guesser, say.READY[Reason.UNANALYSED])]
        case Withdrawn(guesser):
            return [guide(session, guesser, say.WITHDRAWN)]
        case (
            AnalysisBegan()
            | AnalysisStuck()
            | OfferFetched()
            | OfferSuperseded()
            | StatementSeen()
            | ContextSeen()
        ):
            return []
        case LateWithdrawn() | ContextWithdrawn() | OldContextWithdrawn():
            return []
        case _:
            assert_never(event)


def lines_for_words(session: Session, event: Words) -> list[Line]:
    guesser, subject = event.direction, event.direction.other
    own = line(session, guesser, event.statement, Role.EMPATHY_STATEMENT)
    match event:
        case Consented():
            return [own, guide(session, guesser, say.SENT)]
        case Resubmitted():
            return [own, guide(session, guesser, say.RESUBMITTED)]
        case BreakerTripped():
            # Whoever was never asked for anything does not know that there is a statement.
            was_asked = bool(session.exchange.attempts[guesser].offers)
            told = [guide(session, subject, say.NOTHING_MORE_ASKED)] if was_asked else []
            return [own, guide(session, guesser, say.READY[Reason.BREAKER]), *told]
        case Revised():
            again = revealing(session, guesser, say.NEW_WORDING)
            return [own, guide(session, guesser, say.REVISED), *again]
        case _:
            assert_never(event)


def lines_for_context(session: Session, event: Context) -> list[Line]:
    guesser, subject = event.direction, event.direction.other
    match event:
        case GapsFound():
            return [guide(session, guesser, say.WAITING), guide(session, subject, say.INVITED_TO_SHARE)]
        case ContextShared(_, shared):
            return [
                guide(session, guesser, say.SHARED_INTRO),
                line(session, guesser, shared, Role.SHARED_CONTEXT),
                guide(session, guesser, say.REFLECT),
                line(session, subject, shared, Role.SHARED_CONTEXT),
                guide(session, subject, say.SHARED_BY_ME),
            ]
        case OfferDeclined():
            return [guide(session, subject, say.DECLINED)]
        case OfferExpired():
            return [guide(session, subject, say.EXPIRED)]
        case _:
            assert_never(event)


def lines_for_verdict(session: Session, event: Judged) -> list[Line]:
    guesser, subject = event.direction, event.direction.other
    match event:
        case Validated(_, verdict, feedback):
            outcome = guide(session, guesser, say.OUTCOMES[verdict])
            return [outcome, *passed_on(session, guesser, feedback), guide(session, subject, say.JUDGED)]
        case FeedbackShared(_, feedback):
            told = passed_on(session, guesser, feedback)
            return [
                *told,
                guide(session, guesser, say.FEEDBACK_HELP),
                guide(session, subject, say.FEEDBACK_SENT),
            ]
        case Missed(_, shared, feedback):
            answer = guide(session, subject, say.JUDGED if shared else say.MISSED)
            return [*passed_on(session, guesser, feedback), answer]
        case StoodBy(_, lapsed):
            told = [guide(session, subject, say.KEPT_AFTER_THE_REVEAL)]
            return [guide(session, guesser, say.LEFT_AS_IT_IS if lapsed else say.STOOD_BY), *told]
        case _:
            assert_never(event)


def revealing(session: Session, guesser: Side, intro: str) -> list[Line]:
    to, statement = guesser.other, session.exchange.attempts[guesser].statement
    return [
        line(session, to, intro, Role.EMPATHY_REVEAL_INTRO),
        line(session, to, statement, Role.EMPATHY_STATEMENT),
        line(session, to, say.REVEAL_PROMPT, Role.EMPATHY_VALIDATION_PROMPT),
    ]


def passed_on(session: Session, guesser: Side, feedback: str) -> list[Line]:
    if not feedback:
        return []
    intro = guide(session, guesser, say.FEEDBACK_INTRO)
    return [intro, line(session, guesser, feedback, Role.VALIDATION_FEEDBACK)]


def guide(session: Session, to: Side, sentence: str) -> Line:
    return line(session, to, sentence, Role.AI)


def line(session: Session, to: Side, content: str, role: Role) -> Line:
    stage = session.tag_of(to) if to in session.members else 0
    return Line(to, content, stage, role)

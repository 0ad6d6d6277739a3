"""Who is told what in the last two stages. What somebody does on their own list or in their own ideas is told to nobody
else; what both do together is told to both at once; and nothing that is told says whose an idea is."""

from __future__ import annotations

from collections.abc import Mapping

from meetwithoutfear.domain.deciding import StageEvent
from meetwithoutfear.domain.needs.events import (
    CommonGroundFound,
    CommonGroundReached,
    GroundConfirmed,
    GroundProposed,
    NeedsRevealed,
    NeedsReviewed,
    NeedsShared,
    NeedWithdrawn,
)
from meetwithoutfear.domain.notices import Line, Notice, NoticeType
from meetwithoutfear.domain.repair.events import (
    AgreementDropped,
    AgreementModified,
    AgreementProposed,
    AgreementReached,
    CheckedIn,
    CloseAsked,
    Closed,
    FollowUpCame,
    FollowUpSettled,
    GotReady,
    IdeasChanged,
    OverlapFound,
    OverlapMissed,
    PoolReleased,
    PoolReopened,
    Ranked,
    ReadinessTakenBack,
    Resolved,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage

TO_BOTH: Mapping[type[StageEvent], NoticeType] = {
    NeedsRevealed: NoticeType.NEEDS_REVEALED,
    CommonGroundFound: NoticeType.COMMON_GROUND_READY,
    PoolReleased: NoticeType.STRATEGIES_RELEASED,
    PoolReopened: NoticeType.STRATEGIES_REOPENED,
    OverlapFound: NoticeType.STRATEGIES_OVERLAP,
    OverlapMissed: NoticeType.STRATEGIES_OVERLAP,
    AgreementReached: NoticeType.AGREEMENT_CONFIRMED,
    AgreementDropped: NoticeType.AGREEMENT_DROPPED,
    Resolved: NoticeType.SESSION_RESOLVED,
    Closed: NoticeType.SESSION_ENDED,
    FollowUpSettled: NoticeType.FOLLOW_UP_SETTLED,
}
TO_PARTNER: Mapping[type[StageEvent], NoticeType] = {
    NeedsShared: NoticeType.NEEDS_PARTNER_SHARED,
    GroundProposed: NoticeType.COMMON_GROUND_PROPOSED,
    GroundConfirmed: NoticeType.COMMON_GROUND_CONFIRMED,
    GotReady: NoticeType.STRATEGIES_PARTNER_READY,
    Ranked: NoticeType.STRATEGIES_PARTNER_RANKED,
    AgreementProposed: NoticeType.AGREEMENT_PROPOSED,
    AgreementModified: NoticeType.AGREEMENT_PROPOSED,
    CloseAsked: NoticeType.CLOSE_ASKED,
}
WITH_AGREEMENT = (
    AgreementProposed
    | AgreementModified
    | AgreementReached
    | AgreementDropped
    | FollowUpCame
    | FollowUpSettled
    | CheckedIn
)


ONCE: Mapping[type[StageEvent], Gate] = {
    NeedsShared: Gate.NEEDS_SHARED,
    GotReady: Gate.STRATEGIES_SUBMITTED,
    Ranked: Gate.RANKINGS_SUBMITTED,
}
"""Of these the other one learns the first time in a round; how often somebody changes their mind is their own affair."""


def stage_notices(before: Session, session: Session, event: StageEvent) -> list[Notice]:
    about = {"agreementId": str(event.agreement_id)} if isinstance(event, WITH_AGREEMENT) else {}
    match event:
        case CommonGroundReached():
            done = {"stage": int(Stage.NEED_MAPPING)}
            return [Notice(side, NoticeType.STAGE_COMPLETED, done) for side in session.members]
        case FollowUpCame(side):
            return [Notice(side, NoticeType.FOLLOW_UP_DUE, about)]
        case CheckedIn(side, _, shared):
            told = [Notice(side.other, NoticeType.FOLLOW_UP_SHARED, about)] if shared else []
            return [Notice(side, NoticeType.SESSION_UPDATED), *told]
        case (
            NeedsReviewed(side)
            | NeedsShared(side)
            | NeedWithdrawn(side)
            | GroundProposed(side)
            | GroundConfirmed(side)
            | IdeasChanged(side)
            | GotReady(side)
            | ReadinessTakenBack(side)
            | Ranked(side)
            | AgreementProposed(side)
            | AgreementModified(side)
            | CloseAsked(side)
        ):
            is_known = ONCE.get(type(event)) in before.members[side].told
            return by_one(side, None if is_known else TO_PARTNER.get(type(event)), about)
        case _:
            return [Notice(side, TO_BOTH[type(event)], about) for side in session.members]


def by_one(side: Side, kind: NoticeType | None, about: Mapping[str, str]) -> list[Notice]:
    mine = Notice(side, NoticeType.SESSION_UPDATED)
    return [mine, Notice(side.other, kind, about)] if kind else [mine]


REVEALED = (
    "Both of you have shared what you need. You can look at the two lists side by side now. Nobody has to answer for "
    "a need; it is enough to see it."
)
FOUND = (
    "I have looked at what both of you shared. There is something that stands on both lists. See whether you find "
    "yourself in it; what you both say yes to is what you stand on together."
)
NOTHING_FOUND = (
    "I have looked at what both of you shared, and I found nothing that stands on both lists. That happens, and it is "
    "no failure. You can put something into words yourself, or simply say that you see each other's needs."
)
REACHED = (
    "There is something you both stand on. From here on it is about one small thing you could try. Write down ideas, as "
    "many or as few as you like; your partner sees none of them before you are both ready, and then not whose they are."
)
RELEASED = (
    "Both of you were ready: the ideas lie open now, mixed with some of mine, and none says whose it is. Put those you "
    "could live with in your order, best first. Nobody will see your order."
)
OVERLAP = "Both of you have ranked, and your lists meet. You can see where."
NO_OVERLAP = (
    "Both of you have ranked, and no idea stands on both lists. Nothing is lost: you can both add new ideas, "
    "perhaps smaller ones, and look again."
)
REOPENED = "The pool is open again for new ideas. What you ranked before counts no longer."
ASKED = "Your partner has put an agreement into words. You can say yes, change it, or let it go."
AGREED = "You have agreed on something to try. When you both feel that this is it for now, either of you can end here."
DROPPED = "The proposal was let go. You can make another one whenever you like."
RESOLVED = "You have come to the end of this, with something to try. I wish you both a curious time with it."
CLOSED = (
    "Both of you have asked to end here, without an agreement. That is a respected end: what you have understood of "
    "each other stays. Your needs and what you shared can still be read here."
)
CLOSE_ASKED = "Your partner would like to end here without an agreement. If you would, too, say so; if not, you can go on."
LOOK_BACK = "Today is the day to look back on what you agreed to try. How did it go?"

LINES_TO_BOTH: Mapping[type[StageEvent], str] = {
    NeedsRevealed: REVEALED,
    CommonGroundReached: REACHED,
    PoolReleased: RELEASED,
    PoolReopened: REOPENED,
    OverlapFound: OVERLAP,
    OverlapMissed: NO_OVERLAP,
    AgreementReached: AGREED,
    AgreementDropped: DROPPED,
    Resolved: RESOLVED,
    Closed: CLOSED,
}


def stage_lines(session: Session, event: StageEvent) -> list[Line]:
    match event:
        case CommonGroundFound(found):
            content = FOUND if found else NOTHING_FOUND
        case AgreementProposed(side) | AgreementModified(side):
            return [Line(side.other, ASKED, session.tag_of(side.other))]
        case CloseAsked(side):
            return [Line(side.other, CLOSE_ASKED, session.tag_of(side.other))]
        case FollowUpCame(side):
            return [Line(side, LOOK_BACK, session.tag_of(side))]
        case _ if type(event) in LINES_TO_BOTH:
            content = LINES_TO_BOTH[type(event)]
        case _:
            return []
    return [Line(side, content, session.tag_of(side)) for side in session.members]

"""The subject's part: look at an invitation to share, share something, or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, TypeVar
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import execute
from meetwithoutfear.actions.safety import Screened
from meetwithoutfear.domain.discretion.drafting import Circle, circle_of
from meetwithoutfear.domain.discretion.reading import without
from meetwithoutfear.domain.empathy.commands import AcceptOffer, DeclineOffer, ExchangeCommand, FetchOffer
from meetwithoutfear.domain.empathy.events import ContextShared
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.empathy.view import reason_for
from meetwithoutfear.domain.errors import NotFound, OfferClosed
from meetwithoutfear.domain.feelings import AreaHint
from meetwithoutfear.domain.help import Help
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Role
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import SHARE_LIMIT, clean
from meetwithoutfear.domain.view import partner_view
from meetwithoutfear.domain.wire import Time, View
from meetwithoutfear.store.chat import access_by_cause
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.exchange import access_offer_words, mark_coached
from meetwithoutfear.store.rooms import Room, load_left_out
from meetwithoutfear.store.sessions import access_session, save

STAYS_OPEN = timedelta(hours=24)


T = TypeVar("T")
Invited = Annotated[
    T, "the one who is invited to share; the guesser never sees an offer, nor what became of it"
]
Sharer = Annotated[T, "the one who shared it; to the guesser it comes as shared context"]


@dataclass(frozen=True)
class SuggestionView(View, called="Suggestion"):
    offer_id: Invited[UUID]
    guesser_name: Invited[str]
    suggested_content: Invited[str | None] = field(repr=False)
    reason: Invited[str]
    iteration: Invited[int]
    expires_at: Invited[Time | None]


@dataclass(frozen=True)
class OpenOffer:
    """The invitation as the subject sees it, and for the coach alone: what it is about, who the two are, and what the member
    asked to leave out."""

    seen: SuggestionView
    area: AreaHint | None
    circle: Circle
    left_out: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class SharedMessage(View):
    """To the one who shared it."""

    id: Sharer[UUID]
    content: Sharer[str] = field(repr=False)
    created_at: Sharer[Time]


@dataclass(frozen=True)
class Shared:
    message: SharedMessage
    moved_on: bool
    """The guesser has gone on from there already."""
    help: Help | None


async def look_at_offer(caller: Here) -> SuggestionView | None:
    """A look marks it as seen and keeps it open for a day; it never makes one."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        side = session.side_of(caller.user_id)
        if session.exchange.attempts[side.other].open_offer is None:
            return None
        fetch = FetchOffer(side, caller.now + STAYS_OPEN)
        if not decide(session, fetch):
            return (await suggestion_in(tx, caller, session)).seen
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        if session.exchange.attempts[side.other].open_offer is None:
            return None
        session = await save(tx, session, decide(session, fetch), caller.now)
        return (await suggestion_in(tx, caller, session)).seen


async def suggestion_in(tx: Tx, caller: Caller, session: Session) -> OpenOffer:
    side = session.side_of(caller.user_id)
    offer = session.exchange.attempts[side.other].open_offer
    if offer is None:
        raise NotFound
    words = await access_offer_words(tx, caller.user_id, session, offer.id)
    left_out = await load_left_out(tx, Room(session.id, side))
    seen = SuggestionView(
        offer_id=offer.id,
        guesser_name=partner_view(session, side).name,
        suggested_content=without(words.suggestion, left_out) or None if words.suggestion else None,
        reason=reason_for(words.area),
        iteration=offer.iteration,
        expires_at=offer.expires_at,
    )
    return OpenOffer(seen, words.area, circle_of(session), left_out)


async def share_context(
    caller: Here, content: str, offer_id: UUID | None, *, coached: bool = False
) -> Shared:
    """Exactly these words, and no others, go to the guesser."""
    content = clean("content", content, SHARE_LIMIT)

    async def note_coach(tx: Tx, session: Session, side: Side, _: Screened) -> None:
        answered = session.exchange.attempts[side.other].newest_answer
        if coached and answered is not None:
            await mark_coached(tx, answered.id)

    wish = for_offer(offer_id, lambda side: AcceptOffer(side, content))
    acted = await execute(caller, wish, crossing=content, afterwards=note_coach)
    guesser = acted.session.side_of(caller.user_id).other
    theirs = acted.session.exchange.attempts[guesser]
    cause = ContextShared.cause_of(guesser, theirs.offers[-1].iteration)
    async with caller.store.read() as tx:
        message = await access_by_cause(tx, caller.user_id, caller.session_id, Role.SHARED_CONTEXT, cause)
    shared = SharedMessage(message.id, message.content.read_as(caller.user_id), message.created_at)
    return Shared(shared, theirs.status is not Status.REFINING, acted.help)


async def decline_offer(caller: Here, offer_id: UUID | None) -> None:
    await execute(caller, for_offer(offer_id, DeclineOffer))


def for_offer(
    offer_id: UUID | None, command: Callable[[Side], ExchangeCommand]
) -> Callable[[Side, Session], ExchangeCommand]:
    """An answer to an older invitation comes too late."""

    def wish(side: Side, session: Session) -> ExchangeCommand:
        made = [offer.id for offer in session.exchange.attempts[side.other].offers]
        if offer_id is not None and offer_id not in made:
            raise NotFound
        if offer_id is not None and offer_id != made[-1]:
            raise OfferClosed
        return command(side)

    return wish

"""Stage 3: what one needs, in one's own words; sharing it; and what both stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.doing import Acted, Doing, perform
from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.errors import Conflict, Invalid, InvalidTransition, NotFound
from meetwithoutfear.domain.feelings import NeedCategory, describe_need
from meetwithoutfear.domain.needs.commands import ConfirmGround, ProposeGround, ReviewNeeds, ShareNeeds
from meetwithoutfear.domain.needs.need import (
    MOST_GROUND,
    MOST_NEEDS,
    CommonGround,
    Confirmation,
    Ground,
    GroundKind,
    Need,
    Needs,
    Source,
    chosen,
    editable,
    has_confirmed,
    is_found,
    with_confirmations,
    with_proposed,
    with_word,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.text import DESCRIPTION_LIMIT, NEED_LIMIT, clean, clean_line
from meetwithoutfear.domain.view import decide_for
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts import needs as needs_prompt
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.ledger import ConsentKey, grant_object, mark_seen
from meetwithoutfear.store.rooms import Room, load_words_for_needs
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.store.together import (
    add_ground,
    load_ground,
    load_needs,
    load_shared_needs,
    save_ground,
    save_needs,
)


@dataclass(frozen=True)
class Reviewed:
    needs: Needs
    acted: Acted


@dataclass(frozen=True)
class Standing:
    """The common ground as one member sees it."""

    side: Side
    ground: Ground
    session: Session
    acted: Acted | None = None

    @property
    def analysis_complete(self) -> bool:
        return self.session.ground_at is not None


async def look_at_needs(caller: Caller, session_id: UUID) -> Needs:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return await load_needs(tx, Room(session_id, session.side_of(caller.user_id)))


async def extract_needs(caller: Caller, engine: Engine, session_id: UUID) -> Reviewed:
    """What the guide hears under the member's own words. The engine is asked between two transactions."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        side = session.side_of(caller.user_id)
        decide_for(side, session, ReviewNeeds(side, confirmed=False))
        room = Room(session_id, side)
        known, words = await load_needs(tx, room), await load_words_for_needs(tx, room)
    if not words:
        raise InvalidTransition("There are no words of yours yet in which needs could be heard.")
    kept = tuple(need.need for need in known if need.confirmed or need.source is Source.MEMBER)
    found = await engine.answer(needs_prompt.Input(me=caller.user.name, messages=words, kept=kept))
    proposed = [
        Need(
            shared_id(),
            each.need,
            each.category,
            describe_need(each.need, each.category),
            tuple(each.evidence),
            source=Source.GUIDE,
            confidence=each.confidence,
        )
        for each in found.needs
    ]
    return await review(caller, session_id, lambda needs: with_proposed(needs, proposed))


async def add_need(
    caller: Caller, session_id: UUID, need: str, category: NeedCategory, description: str
) -> Reviewed:
    """Whoever words a need has confirmed it."""
    new = Need(
        shared_id(),
        clean_line("need", need, NEED_LIMIT),
        category,
        description_of(description),
        confirmed=True,
    )
    said = f"{need}\n{description}"
    return await review(caller, session_id, lambda needs: (*needs, new), said=said, made=new.id)


@dataclass(frozen=True)
class Wording:
    """How something is to be worded; what is left out stays as it is."""

    need: str | None
    category: NeedCategory | None
    description: str | None

    def cleaned(self) -> Wording:
        return Wording(
            clean_line("need", self.need, NEED_LIMIT) if self.need is not None else None,
            self.category,
            description_of(self.description) if self.description is not None else None,
        )

    @property
    def words(self) -> str:
        return "\n".join(text for text in (self.need, self.description) if text)


def description_of(text: str) -> str:
    return clean("description", text, DESCRIPTION_LIMIT) if text.strip() else ""


async def reword_need(caller: Caller, session_id: UUID, need_id: UUID, wording: Wording) -> Reviewed:
    wording = wording.cleaned()

    def change(needs: Needs) -> Needs:
        known = editable(needs, need_id)
        new = replace(
            known,
            need=wording.need or known.need,
            category=wording.category or known.category,
            description=known.description if wording.description is None else wording.description,
        )
        return tuple(new if need.id == need_id else need for need in needs)

    return await review(caller, session_id, change, said=wording.words)


async def remove_need(caller: Caller, session_id: UUID, need_id: UUID) -> Reviewed:
    def change(needs: Needs) -> Needs:
        gone = editable(needs, need_id)
        return tuple(need for need in needs if need.id != gone.id)

    return await review(caller, session_id, change)


async def confirm_needs(caller: Caller, session_id: UUID, said: Sequence[Confirmation]) -> Reviewed:
    cleaned = [
        replace(word, adjustment=clean_line("adjustment", word.adjustment, NEED_LIMIT))
        if word.adjustment is not None
        else word
        for word in said
    ]
    words = "\n".join(word.adjustment for word in cleaned if word.adjustment)
    return await review(caller, session_id, lambda needs: with_confirmations(needs, cleaned), said=words)


async def review(
    caller: Caller,
    session_id: UUID,
    change: Callable[[Needs], Needs],
    said: str = "",
    made: UUID | None = None,
) -> Reviewed:
    """`made`: the need that a repeat of this request is to be answered with."""
    found: Needs = ()

    async def act(doing: Doing) -> dict[str, str] | None:
        nonlocal found
        before = await load_needs(doing.tx, doing.room)
        found = change(before)
        if len(found) > MOST_NEEDS:
            raise Conflict(f"At most {MOST_NEEDS} needs.")
        await doing.does(ReviewNeeds(doing.side, confirmed=any(need.confirmed for need in found)))
        await save_needs(doing.tx, doing.room, before, found)
        return {"needId": str(made)} if made else None

    def may(side: Side, session: Session) -> object:
        return decide_for(side, session, ReviewNeeds(side, confirmed=True))

    acted = await perform(caller, session_id, act, private=said.strip() or None, may=may)
    return Reviewed(found or await look_at_needs(caller, session_id), acted)


async def share_needs(caller: Caller, session_id: UUID, ids: Iterable[UUID]) -> Reviewed:
    """What is shared is what was shown: the need, its kind and its description; never the quotes."""
    wanted = tuple(ids)
    before = await look_at_needs(caller, session_id)
    words = "\n".join(told(need) for need in before if need.id in wanted)

    async def act(doing: Doing) -> None:
        needs = await load_needs(doing.tx, doing.room)
        sharing = chosen(needs, wanted)
        if Gate.NEEDS_SHARED in doing.session.members[doing.side].passed and all(
            need.is_shared for need in sharing
        ):
            return
        if words != "\n".join(told(need) for need in needs if need.id in wanted):
            raise Conflict("Your needs have changed meanwhile. Look at them once more.")
        await doing.does(ShareNeeds(doing.side))
        shared = {need.id: replace(need, shared_at=caller.now, withdrawn=False) for need in sharing}
        await save_needs(doing.tx, doing.room, needs, tuple(shared.get(need.id, need) for need in needs))
        crossing = ConsentKey(session_id, doing.side, ConsentTarget.NEED)
        for need in sharing:
            await grant_object(
                doing.tx, caller.user_id, replace(crossing, object_id=need.id), told(need), caller.now
            )

    acted = await perform(caller, session_id, act, crossing=words or None)
    return Reviewed(await look_at_needs(caller, session_id), acted)


def told(need: Need) -> str:
    return f"{need.need}: {need.description}" if need.description else need.need


async def compare_needs(caller: Caller, session_id: UUID) -> tuple[Side, Mapping[Side, Needs]]:
    """Both lists, side by side; before both have shared there is nothing here."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        side = session.side_of(caller.user_id)
        if Gate.NEEDS_REVEALED not in session.members[side].passed:
            raise InvalidTransition("First both of you share what you need.")
        return side, await load_shared_needs(tx, session_id)


async def see_comparison(caller: Caller, session_id: UUID) -> None:
    """The app says that it showed both lists."""
    side, _ = await compare_needs(caller, session_id)
    async with caller.store.write() as tx:
        await see_needs(tx, session_id, side, caller.now)


async def see_needs(tx: Tx, session_id: UUID, side: Side, now: datetime) -> None:
    await mark_seen(tx, ConsentKey(session_id, side.other, ConsentTarget.NEED), now)


async def look_at_ground(caller: Caller, session_id: UUID) -> Standing:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        side = session.side_of(caller.user_id)
        revealed = Gate.NEEDS_REVEALED in session.members[side].passed
        ground = await load_ground(tx, session_id) if revealed else ()
    return Standing(side, ground, session)


async def confirm_ground(caller: Caller, session_id: UUID, said: Mapping[UUID, bool]) -> Standing:
    ground: Ground = ()

    async def act(doing: Doing) -> None:
        nonlocal ground
        before = ground = await load_ground(doing.tx, session_id)
        for item_id, confirmed in said.items():
            ground = with_word(ground, doing.side, item_id, caller.now, confirmed=confirmed)
        if [item.confirmed.keys() for item in ground] == [item.confirmed.keys() for item in before]:
            return
        confirmed = has_confirmed(ground, doing.side)
        if await doing.does(ConfirmGround(doing.side, confirmed, common=is_found(ground))):
            await save_ground(doing.tx, before, ground)
            await see_ground(doing, [item_id for item_id, word in said.items() if word])

    acted = await perform(caller, session_id, act)
    return replace(await look_at_ground(caller, session_id), acted=acted)


async def see_ground(doing: Doing, stood_by: Sequence[UUID]) -> None:
    """Whoever stands by something has seen it, and the needs it is made of. A no leaves no trace."""
    theirs = ConsentKey(doing.session.id, doing.side.other, ConsentTarget.COMMON_GROUND)
    for item_id in stood_by:
        await mark_seen(doing.tx, replace(theirs, object_id=item_id), doing.caller.now)
    if stood_by:
        await see_needs(doing.tx, doing.session.id, doing.side, doing.caller.now)


SEEN = "We see each other's needs"


async def propose_ground(
    caller: Caller, session_id: UUID, wording: Wording, kind: GroundKind
) -> tuple[UUID, Standing]:
    """Whoever words it stands by it. That both see each other's needs is said without further words."""
    if kind is GroundKind.NEED and wording.category is None:
        raise Invalid.field("category", "A need belongs to one of the six kinds.")
    said = SEEN if kind is GroundKind.SEEN and not wording.need else wording.need or ""
    need, description = clean_line("need", said, NEED_LIMIT), description_of(wording.description or "")

    async def act(doing: Doing) -> dict[str, str]:
        if len(await load_ground(doing.tx, session_id)) >= MOST_GROUND:
            raise Conflict(f"At most {MOST_GROUND} of these.")
        await doing.does(ProposeGround(doing.side))
        item = CommonGround(
            shared_id(), need, wording.category, description, kind, doing.side, {doing.side: caller.now}
        )
        await add_ground(doing.tx, session_id, [item])
        await see_needs(doing.tx, session_id, doing.side, caller.now)
        crossing = ConsentKey(session_id, doing.side, ConsentTarget.COMMON_GROUND)
        words = f"{need}: {description}" if description else need
        await grant_object(doing.tx, caller.user_id, replace(crossing, object_id=item.id), words, caller.now)
        return {"itemId": str(item.id)}

    def may(side: Side, session: Session) -> object:
        return decide_for(side, session, ProposeGround(side))

    acted = await perform(caller, session_id, act, crossing=f"{need}\n{description}", may=may)
    return UUID(acted.ids["itemId"]), replace(await look_at_ground(caller, session_id), acted=acted)


def item_in(standing: Standing, item_id: UUID) -> CommonGround:
    found = next((item for item in standing.ground if item.id == item_id), None)
    if found is None:
        raise NotFound
    return found

"""Stage 3: what one needs, in one's own words; sharing it; and what both stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from meetwithoutfear.actions.caller import Here
from meetwithoutfear.actions.execute import Acted, execute, look_at
from meetwithoutfear.domain.errors import Invalid, InvalidTransition
from meetwithoutfear.domain.feelings import NeedCategory, describe_need
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.moves import ConsentTarget, Seen
from meetwithoutfear.domain.needs import commands as c
from meetwithoutfear.domain.needs import view as v
from meetwithoutfear.domain.needs.need import (
    CommonGround,
    GroundKind,
    Need,
    NeedConfirmation,
    NeedWording,
    Source,
)
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import DESCRIPTION_LIMIT, NEED_LIMIT, clean, clean_line
from meetwithoutfear.engines.engine import Engine
from meetwithoutfear.prompts import tasks
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.ledger import save_entry
from meetwithoutfear.store.rooms import Room, load_words_for_needs
from meetwithoutfear.store.sessions import access_session
from meetwithoutfear.store.together import TogetherPart


@dataclass(frozen=True)
class OwnNeeds(Helping):
    needs: tuple[v.NeedView, ...]


@dataclass(frozen=True)
class OneNeed(Helping):
    need: v.NeedView


@dataclass(frozen=True)
class GroundAnswer(v.GroundView, Helping):
    """Nothing of it is said in words: no help comes with it."""


@dataclass(frozen=True)
class OneGround(Helping):
    item: v.GroundItemView


async def look_at_needs(caller: Here) -> OwnNeeds:
    session = await look_at(caller, {TogetherPart.NEEDS})
    return OwnNeeds(v.needs_view(session, session.side_of(caller.user_id)))


def needs_after(acted: Acted) -> OwnNeeds:
    return OwnNeeds(v.needs_view(acted.session, acted.side), help=acted.help)


def need_after(acted: Acted, need_id: UUID) -> OneNeed:
    return OneNeed(v.need_view(acted.session, acted.side, need_id), help=acted.help)


async def extract_needs(caller: Here, engine: Engine) -> OwnNeeds:
    """What the guide hears under the member's own words. The engine is asked between two transactions."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        side = session.side_of(caller.user_id)
        caller.decide(session, c.ReviewNeeds(side))
        words = await load_words_for_needs(tx, Room(caller.session_id, side))
    if not words:
        raise InvalidTransition("There are no words of yours yet in which needs could be heard.")
    known = session.needs_of(side)
    kept = tuple(need.need for need in known if need.confirmed or need.source is Source.MEMBER)
    found = await engine.answer(tasks.NeedsTask(me=caller.user.name, messages=words, kept=kept))
    proposed = tuple(
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
    )
    return needs_after(await execute(caller, lambda side, _: c.ProposeNeeds(side, proposed)))


async def add_need(caller: Here, need: str, category: NeedCategory, description: str) -> OneNeed:
    """Whoever words a need has confirmed it."""
    words = clean_line("need", need, NEED_LIMIT)
    new = Need(shared_id(), words, category, clean_description(description), confirmed=True)
    acted = await execute(
        caller,
        lambda side, _: c.AddNeed(side, new),
        private=f"{need}\n{description}".strip(),
        ids={"needId": str(new.id)},
    )
    return need_after(acted, UUID(acted.ids["needId"]))


def clean_description(text: str) -> str:
    return clean("description", text, DESCRIPTION_LIMIT) if text.strip() else ""


async def reword_need(caller: Here, need_id: UUID, wording: NeedWording) -> OneNeed:
    cleaned = NeedWording(
        clean_line("need", wording.need, NEED_LIMIT) if wording.need is not None else None,
        wording.category,
        clean_description(wording.description) if wording.description is not None else None,
    )
    words = "\n".join(text for text in (cleaned.need, cleaned.description) if text)
    acted = await execute(caller, lambda side, _: c.RewordNeed(side, need_id, cleaned), private=words)
    return need_after(acted, need_id)


async def remove_need(caller: Here, need_id: UUID) -> None:
    await execute(caller, lambda side, _: c.RemoveNeed(side, need_id))


async def confirm_needs(caller: Here, said: Sequence[NeedConfirmation]) -> OwnNeeds:
    cleaned = tuple(
        replace(word, adjustment=clean_line("adjustment", word.adjustment, NEED_LIMIT))
        if word.adjustment is not None
        else word
        for word in said
    )
    words = "\n".join(word.adjustment for word in cleaned if word.adjustment)
    return needs_after(await execute(caller, lambda side, _: c.ConfirmNeeds(side, cleaned), private=words))


async def share_needs(caller: Here, ids: Sequence[UUID]) -> OwnNeeds:
    """Exactly these, as they are worded now."""

    def words_of(side: Side, session: Session) -> str:
        return "\n".join(need.words for need in session.needs_of(side) if need.id in ids)

    return needs_after(
        await execute(caller, lambda side, _: c.ShareNeeds(side, tuple(ids)), crossing=words_of)
    )


async def compare_needs(caller: Here) -> v.ComparisonView:
    session = await look_at(caller, {TogetherPart.NEEDS})
    seen = v.comparison_view(session, session.side_of(caller.user_id))
    if seen is None:
        raise InvalidTransition("First both of you share what you need.")
    return seen


async def see_comparison(caller: Here) -> None:
    """The app says that it showed both lists."""
    await compare_needs(caller)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        seen = Seen(session.side_of(caller.user_id).other, ConsentTarget.NEED)
        await save_entry(tx, session, seen, caller.now)


async def look_at_ground(caller: Here) -> GroundAnswer:
    session = await look_at(caller, {TogetherPart.GROUND})
    return GroundAnswer(**vars(v.ground_view(session, session.side_of(caller.user_id))))


async def confirm_ground(caller: Here, said: Mapping[UUID, bool]) -> GroundAnswer:
    acted = await execute(caller, lambda side, _: c.ConfirmGround(side, said))
    return GroundAnswer(**vars(v.ground_view(acted.session, acted.side)))


SEEN = "We see each other's needs"


async def propose_ground(caller: Here, wording: NeedWording, kind: GroundKind) -> OneGround:
    """That both see each other's needs is said without further words."""
    if kind is GroundKind.NEED and wording.category is None:
        raise Invalid.field("category", "A need belongs to one of the six kinds.")
    said = SEEN if kind is GroundKind.SEEN and not wording.need else wording.need or ""
    need = clean_line("need", said, NEED_LIMIT)
    description = clean_description(wording.description or "")
    made = shared_id()

    def wish(side: Side, _: Session) -> c.ProposeGround:
        return c.ProposeGround(side, CommonGround(made, need, wording.category, description, kind, side))

    words = f"{need}\n{description}"
    acted = await execute(caller, wish, crossing=words, ids={"itemId": str(made)})
    item = v.ground_item_view(acted.session, acted.side, UUID(acted.ids["itemId"]))
    return OneGround(item, help=acted.help)

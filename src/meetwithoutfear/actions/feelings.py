"""What a member says about their own feelings: how strong it is now, which ones were heard, and that they feel heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.execute import execute
from meetwithoutfear.actions.safety import Screened, answer_with_care, hear, screen
from meetwithoutfear.actions.sessions import look_at_session
from meetwithoutfear.domain.commands import FeelHeard
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.text import NOTE_LIMIT, clean
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.rooms import (
    ChosenFeeling,
    Emotion,
    Room,
    access_emotion,
    add_emotion,
    load_emotions,
    load_own_words,
    save_confirmed_feelings,
)
from meetwithoutfear.store.sessions import access_session

EMOTIONS_SHOWN = 100


@dataclass(frozen=True)
class Told:
    emotion: Emotion
    screened: Screened


@dataclass(frozen=True)
class HeardAnswer:
    view: SessionView
    confirmed: bool
    screened: Screened


async def tell_intensity(caller: Caller, session_id: UUID, intensity: int, context: str | None) -> Told:
    context = clean("context", context, NOTE_LIMIT) if context else None
    heard, screened = await hear(caller, session_id, context), Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        room = Room(session_id, session.side_of(caller.user_id))

        async def act() -> Ids:
            nonlocal screened
            screened = await screen(tx, caller, session, heard)
            emotion = await add_emotion(tx, room, intensity, context, caller.now)
            await answer_with_care(tx, caller, session, screened)
            return {"emotionId": str(emotion.id)}

        ids = await only_once(tx, caller.user_id, caller.once, caller.now, act)
        return Told(await access_emotion(tx, room, UUID(ids["emotionId"])), screened)


async def list_intensities(caller: Caller, session_id: UUID) -> list[Emotion]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return await load_emotions(tx, Room(session_id, session.side_of(caller.user_id)), EMOTIONS_SHOWN)


async def suggested_feelings(caller: Caller, session_id: UUID) -> tuple[str, ...]:
    """What may have been heard in the member's own words, the likeliest first."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        room = Room(session_id, session.side_of(caller.user_id))
        said = await load_own_words(tx, room, Stage.WITNESS)
    return await caller.listener.suggested_feelings(said)


async def feel_heard(
    caller: Caller, session_id: UUID, *, confirmed: bool, feelings: Sequence[ChosenFeeling], words: str | None
) -> HeardAnswer:
    """Only the person can say it, and only with a yes; a no changes nothing."""
    words = clean("words", words, NOTE_LIMIT) if words else None

    if not confirmed:
        view = await look_at_session(caller, session_id)
        return HeardAnswer(view, Gate.FELT_HEARD in view.me.passed, Screened())

    async def keep_feelings(tx: Tx, session: Session, side: Side, screened: Screened) -> None:
        room, flagged = Room(session.id, side), screened.is_flagged
        await save_confirmed_feelings(tx, room, feelings, words, flagged=flagged)

    acted = await execute(
        caller, session_id, lambda side, _: FeelHeard(side), private=words, afterwards=keep_feelings
    )
    return HeardAnswer(acted.view, Gate.FELT_HEARD in acted.view.me.passed, acted.screened)

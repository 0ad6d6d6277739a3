"""What a member says about their own feelings: how strong it is now, which ones were heard, and that they feel heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from meetwithoutfear.actions.caller import Here
from meetwithoutfear.actions.execute import execute, look_at
from meetwithoutfear.actions.safety import Screened, check_words
from meetwithoutfear.domain.commands import FeelHeard
from meetwithoutfear.domain.feelings import ChosenFeeling, SuggestedFeelings, suggested_view
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.domain.text import NOTE_LIMIT, clean
from meetwithoutfear.domain.view import HeardView, heard_view
from meetwithoutfear.domain.wire import Own
from meetwithoutfear.store import rooms
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.sessions import access_session

EMOTIONS_SHOWN = 100
STRONG = 8
"""So strong that a pause is suggested; nothing is ever forbidden by it."""


@dataclass(frozen=True)
class EmotionAnswer(Helping):
    emotion: rooms.Emotion
    suggest_pause: Own[bool]


async def tell_intensity(caller: Here, intensity: int, context: str | None) -> EmotionAnswer:
    context = clean("context", context, NOTE_LIMIT) if context else None
    check, screened = await check_words(caller, context), Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        room = rooms.Room(caller.session_id, session.side_of(caller.user_id))
        ids = await caller.earlier_ids(tx)
        if ids is None:
            _, screened = await check.screen(tx, session)
            emotion = await rooms.add_emotion(tx, room, intensity, context, caller.now)
            ids = {"emotionId": str(emotion.id)}
            await caller.keep_ids(tx, ids)
        emotion = await rooms.access_emotion(tx, room, UUID(ids["emotionId"]))
    help_lines = screened.help_for(caller.user.region)
    return EmotionAnswer(emotion, emotion.intensity >= STRONG, help=help_lines)


async def list_intensities(caller: Here) -> list[rooms.Emotion]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        return await rooms.load_emotions(
            tx, rooms.Room(caller.session_id, session.side_of(caller.user_id)), EMOTIONS_SHOWN
        )


async def suggested_feelings(caller: Here) -> SuggestedFeelings:
    """What may have been heard in the member's own words, the likeliest first."""
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id)
        room = rooms.Room(caller.session_id, session.side_of(caller.user_id))
        said = await rooms.load_own_words(tx, room, Stage.WITNESS)
    return suggested_view(await caller.listener.suggested_feelings(said))


async def feel_heard(
    caller: Here, *, confirmed: bool, feelings: Sequence[ChosenFeeling], words: str | None
) -> HeardView:
    """Only the person can say it, and only with a yes; a no changes nothing."""
    words = clean("words", words, NOTE_LIMIT) if words else None

    if not confirmed:
        session = await look_at(caller, frozenset())
        return heard_view(session, session.side_of(caller.user_id))

    async def keep_feelings(tx: Tx, session: Session, side: Side, screened: Screened) -> None:
        room, flagged = rooms.Room(session.id, side), screened.is_flagged
        await rooms.save_confirmed_feelings(tx, room, feelings, words, flagged=flagged)

    acted = await execute(caller, lambda side, _: FeelHeard(side), private=words, afterwards=keep_feelings)
    return acted.shows(heard_view(acted.session, acted.side))

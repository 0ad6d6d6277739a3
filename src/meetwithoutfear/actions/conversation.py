"""Talking with the guide: say something, ask again, stop, feel heard, tell how strong it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.replies import Asked, Replies, RunningReply
from meetwithoutfear.actions.safety import Screened, screen
from meetwithoutfear.domain.commands import AskAgain, FeelHeard, Speak
from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.errors import InvalidTransition, NotFound, ReplyInFlight
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Line, Role
from meetwithoutfear.domain.session import Chat, Session, Side
from meetwithoutfear.domain.stages import Gate, Stage
from meetwithoutfear.domain.text import MESSAGE_LIMIT, NOTE_LIMIT, clean
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.messages import Message, Placed, access_message, access_messages, access_reply
from meetwithoutfear.store.replies import is_being_made, stop_topic, take_reply
from meetwithoutfear.store.rooms import (
    ChosenFeeling,
    Emotion,
    Room,
    add_emotion,
    own_sentences,
    read_emotions,
    write_confirmed_feelings,
)
from meetwithoutfear.store.sessions import access_session, save

WATCHDOG_JOB = "check_reply"
SUMMARY_JOB = "summarise"
SUMMARISE_EVERY = 12
EMOTIONS_SHOWN = 100
WATCHDOG_AFTER = timedelta(seconds=20)


@dataclass(frozen=True)
class Said:
    """A saved message; what was noticed in it; and the reply: in the making, or there already."""

    message: Message
    screened: Screened
    running: RunningReply | None
    reply: Message | None


async def read_journal(caller: Caller, session_id: UUID, before: int | None, limit: int) -> list[Message]:
    async with caller.store.read() as tx:
        await access_session(tx, caller.user_id, session_id)
        return await access_messages(
            tx, caller.user_id, session_id, chat=Chat.INNER, before=before, limit=limit
        )


async def say(
    caller: Caller, replies: Replies, session_id: UUID, chat: Chat, content: str, intensity: int | None
) -> Said:
    content = clean("content", content, MESSAGE_LIMIT)
    asked, screened = None, Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)

        async def act() -> Ids:
            nonlocal asked, screened
            screened = await screen(tx, caller, session, content)
            message_id, asked = await write_message(tx, caller, session, chat, content, screened)
            if intensity is not None:
                room = Room(session.id, session.side_of(caller.user_id))
                await add_emotion(tx, room, intensity, None, caller.now)
            return {"messageId": str(message_id)}

        ids = await only_once(tx, caller.user_id, caller.once, caller.now, act)
        message = await access_message(tx, caller.user_id, session_id, UUID(ids["messageId"]))
        reply = await access_reply(tx, caller.user_id, session_id, message.id)
    return Said(message, screened, replies.begin(asked) if asked else None, reply)


async def write_message(
    tx: Tx, caller: Caller, session: Session, chat: Chat, content: str, screened: Screened
) -> tuple[UUID, Asked | None]:
    side, message_id = session.side_of(caller.user_id), private_id()
    stage, awaits_reply = session.members[side].stage, screened.care is None
    events = decide(session, Speak(side, chat, message_id, awaits_reply))
    own = Line(
        side, content, stage, Role.USER, chat, awaits_reply=awaits_reply, flagged=screened.finding is not None
    )
    said = [Placed(message_id, own)]
    if screened.care is not None:
        said.append(Placed(private_id(), Line(side, screened.care, stage, chat=chat, reply_to=message_id)))
    after = await save(tx, session, [*events, *screened.events], caller.now, said=said)
    if after.members[side].last_seq[Chat.MAIN] % SUMMARISE_EVERY == 0:
        await enqueue(tx, SUMMARY_JOB, room_payload(session, caller), caller.now, key=f"{session.id}:{side}")
    return message_id, await begin(tx, caller, session.id, message_id, chat, stage) if awaits_reply else None


async def begin(tx: Tx, caller: Caller, session_id: UUID, message_id: UUID, chat: Chat, stage: Stage) -> Asked:
    """Somebody is at work on a reply from now on; and a job will look whether they still are."""
    lease = await take_reply(tx, message_id)
    payload = {"userId": str(caller.user_id), "sessionId": str(session_id), "messageId": str(message_id)}
    await enqueue(tx, WATCHDOG_JOB, payload, caller.now, run_at=caller.now + WATCHDOG_AFTER, key=str(message_id))
    return Asked(caller.user_id, session_id, message_id, chat, stage, lease)


def room_payload(session: Session, caller: Caller) -> dict[str, str]:
    return {"sessionId": str(session.id), "userId": str(caller.user_id)}


async def ask_again(caller: Caller, replies: Replies, session_id: UUID, message_id: UUID) -> Said:
    asked = None
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        message = await access_message(tx, caller.user_id, session_id, message_id)
        if message.reply_state is None:
            raise InvalidTransition("There is no reply to ask for again.")
        if message.reply_state is ReplyState.PENDING and await is_being_made(tx, message_id):
            raise ReplyInFlight
        if message.reply_state is not ReplyState.DONE:
            side = session.side_of(caller.user_id)
            events = decide(session, AskAgain(side, message.chat, message_id))
            await save(tx, session, events, caller.now)
            asked = await begin(tx, caller, session_id, message_id, message.chat, message.stage)
        reply = await access_reply(tx, caller.user_id, session_id, message_id)
    return Said(message, Screened(), replies.begin(asked) if asked else None, None if asked else reply)


async def stop_reply(caller: Caller, session_id: UUID, message_id: UUID) -> None:
    """A wake-up call to whoever is making it, in whichever process; what was said so far stays."""
    async with caller.store.write() as tx:
        await access_message(tx, caller.user_id, session_id, message_id)
        tx.wake(stop_topic(message_id))


async def tell_intensity(caller: Caller, session_id: UUID, intensity: int, context: str | None) -> tuple[Emotion, Screened]:
    context = clean("context", context, NOTE_LIMIT) if context else None
    emotion_id, screened = None, Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        room = Room(session_id, session.side_of(caller.user_id))

        async def act() -> Ids:
            nonlocal screened
            screened = await screen(tx, caller, session, context or "")
            kept = None if screened.finding else context
            emotion = await add_emotion(tx, room, intensity, kept, caller.now)
            await answer_with_care(tx, caller, session, screened)
            return {"emotionId": str(emotion.id)}

        ids = await only_once(tx, caller.user_id, caller.once, caller.now, act)
        emotion_id = UUID(ids["emotionId"])
        found = await read_emotions(tx, room, EMOTIONS_SHOWN)
    return next(emotion for emotion in found if emotion.id == emotion_id), screened


async def answer_with_care(tx: Tx, caller: Caller, session: Session, screened: Screened) -> Session:
    """Words of care for something that was written elsewhere than in the chat."""
    side = session.side_of(caller.user_id)
    line = Line(side, screened.care or "", session.members[side].stage)
    said = [Placed(private_id(), line)] if screened.care else []
    return await save(tx, session, screened.events, caller.now, said=said)


async def list_intensities(caller: Caller, session_id: UUID) -> list[Emotion]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return await read_emotions(tx, Room(session_id, session.side_of(caller.user_id)), EMOTIONS_SHOWN)


async def own_stage_1_words(caller: Caller, session_id: UUID) -> list[str]:
    async with caller.store.read() as tx:
        session = await access_session(tx, caller.user_id, session_id)
        return await own_sentences(tx, Room(session_id, session.side_of(caller.user_id)), Stage.WITNESS)


@dataclass(frozen=True)
class Heard:
    view: SessionView
    confirmed: bool
    screened: Screened


async def feel_heard(
    caller: Caller, session_id: UUID, *, confirmed: bool, feelings: Sequence[ChosenFeeling], words: str | None
) -> Heard:
    """Only the person can say it, and only with a yes; a no changes nothing."""
    words = clean("words", words, NOTE_LIMIT) if words else None
    screened = Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        side = session.side_of(caller.user_id)

        async def act() -> Ids:
            nonlocal session, screened
            events = decide(session, FeelHeard(side))
            if events:
                screened = await screen(tx, caller, session, words or "")
                flagged = screened.finding is not None
                await write_confirmed_feelings(tx, Room(session_id, side), feelings, words, flagged=flagged)
                session = await answer_with_care(tx, caller, session, screened)
                session = await save(tx, session, events, caller.now)
            return {}

        if confirmed:
            await only_once(tx, caller.user_id, caller.once, caller.now, act)
    passed = Gate.FELT_HEARD in session.members[side].passed
    return Heard(view_for(caller.user_id, session, caller.now), passed, screened)

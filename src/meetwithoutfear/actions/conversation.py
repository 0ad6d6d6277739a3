"""Talking with the guide: say something, ask again, stop; the conversation and the private journal alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller
from meetwithoutfear.actions.replies import Asked, Replies, RunningReply
from meetwithoutfear.actions.safety import Screened, hear, screen_chat
from meetwithoutfear.domain.commands import STILL_ANSWERING, AskAgain, EndReply, Speak
from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import Line, Role
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import MESSAGE_LIMIT, clean
from meetwithoutfear.store.chat import (
    Message,
    NewMessage,
    access_message,
    access_messages,
    access_reply,
    ask_to_stop,
    give_up_reply,
    is_being_made,
    take_reply,
)
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.rooms import Room, add_emotion
from meetwithoutfear.store.sessions import access_session, save

WATCHDOG_JOB = "check_reply"
SUMMARY_JOB = "summarise"
SUMMARISE_EVERY = 12
WATCHDOG_AFTER = timedelta(seconds=20)


@dataclass(frozen=True)
class Words:
    """What a member says, and how strong it is if they told."""

    chat: Chat
    content: str
    intensity: int | None = None


@dataclass(frozen=True)
class Said:
    """A saved message; what was noticed in it; and the reply: in the making, or there already."""

    message: Message
    screened: Screened
    running: RunningReply | None
    reply: Message | None


async def read_chat(
    caller: Caller, session_id: UUID, chat: Chat, before: int | None, limit: int
) -> list[Message]:
    async with caller.store.read() as tx:
        found = await access_messages(tx, caller.user_id, session_id, chat=chat, before=before, limit=limit)
        if not found:
            await access_session(tx, caller.user_id, session_id)
    return found


async def say(caller: Caller, replies: Replies, session_id: UUID, words: Words) -> Said:
    content = clean("content", words.content, MESSAGE_LIMIT)

    def may(side: Side, session: Session) -> object:
        return decide(session, Speak(side, words.chat, session_id))

    heard = await hear(caller, session_id, content, may=may)
    asked, screened = None, Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        side = session.side_of(caller.user_id)

        async def act() -> Ids:
            nonlocal asked, screened
            screened = await screen_chat(tx, caller, session, heard)
            own = own_line(session, side, words.chat, content, screened)
            message_id = await write_message(tx, caller, session, own, screened)
            if own.awaits_reply:
                asked = await begin(tx, caller, session_id, message_id, own)
            if words.intensity is not None:
                await add_emotion(tx, Room(session_id, side), words.intensity, None, caller.now)
            return {"messageId": str(message_id)}

        ids = await only_once(tx, caller.user_id, caller.once, caller.now, act)
        message = await access_message(tx, caller.user_id, session_id, UUID(ids["messageId"]))
        reply = await access_reply(tx, caller.user_id, session_id, message.id)
    return Said(message, screened, replies.begin(asked) if asked else None, reply)


async def refine_in_chat(caller: Caller, replies: Replies, session_id: UUID, message: str) -> Said:
    """Talking about a guess that is being refined."""
    async with caller.store.read() as tx:
        view = caller.view(await access_session(tx, caller.user_id, session_id)).empathy
    if view.status is not Status.REFINING:
        allowed = [str(action) for action in view.actions]
        raise InvalidTransition(status=view.status and str(view.status), allowed=allowed)
    return await say(caller, replies, session_id, Words(Chat.MAIN, message))


def own_line(session: Session, side: Side, chat: Chat, content: str, screened: Screened) -> Line:
    """Where the safety check speaks, the engine does not."""
    return Line(
        side,
        content,
        session.tag_of(side),
        Role.USER,
        chat,
        awaits_reply=screened.care is None,
        flagged=screened.is_flagged,
        in_care=screened.in_care,
    )


async def write_message(tx: Tx, caller: Caller, session: Session, own: Line, screened: Screened) -> UUID:
    message_id = private_id()
    events = decide(session, Speak(own.to, own.chat, message_id, own.awaits_reply))
    said = [NewMessage(message_id, own)]
    if screened.care is not None:
        care = Line(
            own.to, screened.care, own.stage, chat=own.chat, reply_to=message_id, flagged=True, in_care=True
        )
        said.append(NewMessage(private_id(), care))
    after = await save(tx, session, [*events, *screened.events], caller.now, said=said)
    if own.chat is Chat.MAIN and is_time_to_summarise(after, own.to):
        payload = {"sessionId": str(session.id), "userId": str(caller.user_id)}
        await enqueue(tx, SUMMARY_JOB, payload, caller.now, key=f"{session.id}:{own.to}")
    return message_id


def is_time_to_summarise(session: Session, side: Side) -> bool:
    """A message and its reply make two, so the count may step over the mark by one."""
    return session.members[side].last_seq[Chat.MAIN] % SUMMARISE_EVERY <= 1


async def begin(tx: Tx, caller: Caller, session_id: UUID, message_id: UUID, own: Line | Message) -> Asked:
    """Somebody is at work on a reply from now on; and a job will look whether they still are."""
    lease = await take_reply(tx, message_id)
    await enqueue_watchdog(tx, caller.user_id, session_id, message_id, caller.now)
    return Asked(caller.user_id, session_id, message_id, own.chat, own.stage, lease)


async def enqueue_watchdog(tx: Tx, user_id: UUID, session_id: UUID, message_id: UUID, now: datetime) -> None:
    payload = {"userId": str(user_id), "sessionId": str(session_id), "messageId": str(message_id)}
    await enqueue(tx, WATCHDOG_JOB, payload, now, run_at=now + WATCHDOG_AFTER, key=str(message_id))


async def look_after_reply(tx: Tx, user_id: UUID, session_id: UUID, message_id: UUID, now: datetime) -> None:
    """A message that waits for a reply while nobody makes it may be asked about again."""
    session = await access_session(tx, user_id, session_id)
    message = await access_message(tx, user_id, session_id, message_id)
    if message.reply_state is not ReplyState.PENDING:
        return
    if await is_being_made(tx, message_id):
        await enqueue_watchdog(tx, user_id, session_id, message_id, now)
        return
    await give_up_reply(tx, message_id)
    side = session.side_of(user_id)
    await save(tx, session, decide(session, EndReply(side, message.chat, message_id)), now)


async def ask_again(caller: Caller, replies: Replies, session_id: UUID, message_id: UUID) -> Said:
    """A reply that is there is given again; one that failed or was stopped is made anew."""
    asked = None
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        message = await access_message(tx, caller.user_id, session_id, message_id)
        if message.reply_state is None:
            raise InvalidTransition("There is no reply to ask for again.")
        if message.reply_state is ReplyState.PENDING and await is_being_made(tx, message_id):
            raise Conflict(STILL_ANSWERING)
        if message.reply_state is not ReplyState.DONE:
            side = session.side_of(caller.user_id)
            await save(tx, session, decide(session, AskAgain(side, message.chat, message_id)), caller.now)
            asked = await begin(tx, caller, session_id, message_id, message)
        reply = await access_reply(tx, caller.user_id, session_id, message_id)
    return Said(message, Screened(), replies.begin(asked) if asked else None, None if asked else reply)


async def stop_reply(caller: Caller, session_id: UUID, message_id: UUID) -> None:
    """Whoever is making it, in whichever process, leaves it at what was said so far."""
    async with caller.store.write() as tx:
        message = await access_message(tx, caller.user_id, session_id, message_id)
        if message.reply_state is ReplyState.PENDING:
            await ask_to_stop(tx, message_id)

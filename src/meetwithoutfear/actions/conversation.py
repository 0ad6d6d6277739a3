"""Talking with the guide: say something, ask again, stop; the conversation and the private journal alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Here
from meetwithoutfear.actions.execute import look_at
from meetwithoutfear.actions.replies import Replies, ReplyRequest, RunningReply
from meetwithoutfear.actions.safety import Screened, check_words
from meetwithoutfear.domain.commands import STILL_ANSWERING, AskAgain, EndReply, Speak
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.errors import Conflict, InvalidTransition
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.notices import (
    Line,
    MessageView,
    ReplyNotes,
    ReplyState,
    Role,
    SpokenView,
    author_of,
)
from meetwithoutfear.domain.session import Chat, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import MESSAGE_LIMIT, clean
from meetwithoutfear.store import chat as chats
from meetwithoutfear.store.database import Tx, answers_topic
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.rooms import Room, add_emotion
from meetwithoutfear.store.sessions import access_session, save

WATCHDOG_JOB = "check_reply"
SUMMARY_JOB = "summarise"
SUMMARISE_EVERY = 12
WATCHDOG_AFTER = timedelta(seconds=20)


@dataclass(frozen=True)
class Said:
    """A saved message; what was noticed in it; and the reply: in the making, or there already."""

    message: chats.Message
    screened: Screened
    running: RunningReply | None
    reply: chats.Message | None


def message_view(message: chats.Message, reader: UUID) -> MessageView:
    return MessageView(
        id=message.id,
        seq=message.seq,
        role=message.role,
        author=author_of(message.role, message.side, message.cause),
        content=message.content.read_as(reader),
        stage=message.stage,
        created_at=message.created_at,
        reply_to=message.reply_to,
        reply_state=message.reply_state,
    )


def spoken_view(said: Said, caller: Caller) -> SpokenView:
    answered = said.running.answered if said.running else None
    reply, notes = (answered.message, answered.notes) if answered else (said.reply, ReplyNotes())
    return SpokenView(
        message=message_view(said.message, caller.user_id),
        reply=message_view(reply, caller.user_id) if reply else None,
        draft=notes.draft,
        ready_to_share=notes.ready_to_share,
        feel_heard_offered=notes.feel_heard_offered,
        intensity=notes.intensity,
        help=said.screened.help_for(caller.user.region),
    )


async def read_chat(caller: Here, before: int | None, limit: int, *, journal: bool) -> list[MessageView]:
    chat = Chat.INNER if journal else Chat.MAIN
    async with caller.store.look() as tx:
        found = await chats.access_messages(
            tx, caller.user_id, caller.session_id, chat=chat, before=before, limit=limit
        )
    if not found:
        await look_at(caller, frozenset())
    return [message_view(message, caller.user_id) for message in found]


async def say(
    caller: Here, replies: Replies, content: str, intensity: int | None = None, *, journal: bool = False
) -> Said:
    """A frame of its own beside `execute`: in care what is said goes on in it, and where the safety check speaks the engine
    does not; otherwise a reply begins. `intensity` is how strong it is, if they told."""
    content, chat = clean("content", content, MESSAGE_LIMIT), Chat.INNER if journal else Chat.MAIN

    def may(side: Side, session: Session) -> object:
        return decide(session, Speak(side, chat, caller.session_id))

    check = await check_words(caller, content, may=may)
    asked, screened = None, Screened()
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        ids = await caller.earlier_ids(tx)
        if ids is None:
            side = session.side_of(caller.user_id)
            screened = await check.screen_chat(tx, session)
            own = Line(
                side,
                content,
                session.tag_of(side),
                Role.USER,
                chat,
                awaits_reply=screened.care is None,
                flagged=screened.is_flagged,
                in_care=screened.in_care,
            )
            message_id = await write_message(tx, caller, session, own, screened)
            if own.awaits_reply:
                asked = await begin(tx, caller, message_id, own)
            if intensity is not None:
                await add_emotion(tx, Room(caller.session_id, side), intensity, None, caller.now)
            ids = {"messageId": str(message_id)}
            await caller.keep_ids(tx, ids)
        message = await chats.access_message(tx, caller.user_id, caller.session_id, UUID(ids["messageId"]))
        reply = await chats.access_reply(tx, caller.user_id, caller.session_id, message.id)
    return Said(message, screened, replies.begin(asked) if asked else None, reply)


async def refine_in_chat(caller: Here, replies: Replies, message: str) -> Said:
    """Talking about a guess that is being refined."""
    async with caller.store.read() as tx:
        seen = caller.view(await access_session(tx, caller.user_id, caller.session_id)).empathy
    status = seen.my_attempt.status if seen.my_attempt else None
    if status is not Status.REFINING:
        allowed = [str(action) for action in seen.actions]
        raise InvalidTransition(status=status and str(status), allowed=allowed)
    return await say(caller, replies, message)


async def write_message(tx: Tx, caller: Caller, session: Session, own: Line, screened: Screened) -> UUID:
    message_id = private_id()
    events = decide(session, Speak(own.to, own.chat, message_id, own.awaits_reply))
    said = [chats.NewLine(message_id, own)]
    if screened.care is not None:
        care = replace(own, content=screened.care, role=Role.AI, reply_to=message_id, flagged=True)
        said.append(chats.NewLine(private_id(), care))
    after = await save(tx, session, [*events, *screened.events], caller.now, said=said)
    # A message and its reply make two, so the count may step over the mark by one.
    if own.chat is Chat.MAIN and after.members[own.to].last_seq[Chat.MAIN] % SUMMARISE_EVERY <= 1:
        payload = {"sessionId": str(session.id), "userId": str(caller.user_id)}
        await enqueue(tx, SUMMARY_JOB, payload, caller.now, key=f"{session.id}:{own.to}")
    return message_id


async def begin(tx: Tx, caller: Here, message_id: UUID, own: Line | chats.Message) -> ReplyRequest:
    """Somebody is at work on a reply from now on; and a job will look whether they still are."""
    lease = await chats.take_reply(tx, message_id)
    await enqueue_watchdog(tx, caller.user_id, caller.session_id, message_id, caller.now)
    return ReplyRequest(caller.user_id, caller.session_id, message_id, own.chat, own.stage, lease)


async def enqueue_watchdog(tx: Tx, user_id: UUID, session_id: UUID, message_id: UUID, now: datetime) -> None:
    payload = {"userId": str(user_id), "sessionId": str(session_id), "messageId": str(message_id)}
    await enqueue(tx, WATCHDOG_JOB, payload, now, run_at=now + WATCHDOG_AFTER, key=str(message_id))


async def look_after_reply(tx: Tx, user_id: UUID, session_id: UUID, message_id: UUID, now: datetime) -> None:
    """A message that waits for a reply while nobody makes it may be asked about again."""
    session = await access_session(tx, user_id, session_id)
    message = await chats.access_message(tx, user_id, session_id, message_id)
    if message.reply_state is not ReplyState.PENDING:
        return
    if await chats.is_being_made(tx, message_id):
        await enqueue_watchdog(tx, user_id, session_id, message_id, now)
        return
    await chats.give_up_reply(tx, message_id)
    tx.wake(answers_topic(user_id))
    side = session.side_of(user_id)
    await save(tx, session, decide(session, EndReply(side, message.chat, message_id)), now)


async def ask_again(caller: Here, replies: Replies, message_id: UUID) -> Said:
    """A reply that is there is given again; one that failed or was stopped is made anew."""
    asked = None
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        message = await chats.access_message(tx, caller.user_id, caller.session_id, message_id)
        if message.reply_state is None:
            raise InvalidTransition("There is no reply to ask for again.")
        if message.reply_state is ReplyState.PENDING and await chats.is_being_made(tx, message_id):
            raise Conflict(STILL_ANSWERING)
        if message.reply_state is not ReplyState.DONE:
            side = session.side_of(caller.user_id)
            await save(tx, session, decide(session, AskAgain(side, message.chat, message_id)), caller.now)
            asked = await begin(tx, caller, message_id, message)
        reply = await chats.access_reply(tx, caller.user_id, caller.session_id, message_id)
    return Said(message, Screened(), replies.begin(asked) if asked else None, None if asked else reply)


async def stop_reply(caller: Here, message_id: UUID) -> None:
    """Whoever is making it, in whichever process, leaves it at what was said so far."""
    async with caller.store.write() as tx:
        message = await chats.access_message(tx, caller.user_id, caller.session_id, message_id)
        if message.reply_state is ReplyState.PENDING:
            await chats.ask_to_stop(tx, message_id)

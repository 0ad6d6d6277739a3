"""Replies in the making. A message that waits for one carries a lease of whoever is making it, in the database's own time;
when the lease has run out, nobody is, and it may be asked for again."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import sqlalchemy as sa

from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.jobs import lease_time
from meetwithoutfear.store.tables import messages

REPLY_LEASE = timedelta(seconds=15)


def stop_topic(message_id: UUID) -> str:
    return f"stop:{message_id}"


async def take_reply(tx: Tx, message_id: UUID) -> UUID:
    lease = uuid4()
    await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id)
        .values(
            reply_state=ReplyState.PENDING,
            reply_lease=lease,
            reply_until=lease_time(tx, REPLY_LEASE),
            stop_asked=False,
        )
    )
    return lease


async def renew_reply(tx: Tx, message_id: UUID, lease: UUID) -> bool:
    kept = await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_lease == lease)
        .values(reply_until=lease_time(tx, REPLY_LEASE))
    )
    return kept.rowcount == 1


async def ask_to_stop(tx: Tx, message_id: UUID) -> None:
    """A row, so that it is not lost should the wake-up call be; and the call, so that it is heard at once."""
    await tx.execute(sa.update(messages).where(messages.c.id == message_id).values(stop_asked=True))
    tx.wake(stop_topic(message_id))


async def is_stop_asked(tx: Tx, message_id: UUID) -> bool:
    return bool(await tx.scalar(sa.select(messages.c.stop_asked).where(messages.c.id == message_id)))


async def end_reply(tx: Tx, message_id: UUID, lease: UUID, state: ReplyState) -> bool:
    """Fenced: only whoever holds the lease may say how it ended."""
    ended = await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_lease == lease)
        .values(reply_state=state, reply_lease=None, reply_until=None)
    )
    return ended.rowcount == 1


async def is_being_made(tx: Tx, message_id: UUID) -> bool:
    held = sa.and_(messages.c.id == message_id, messages.c.reply_until > lease_time(tx))
    return await tx.scalar(sa.select(messages.c.id).where(held)) is not None


async def give_up_reply(tx: Tx, message_id: UUID) -> None:
    await tx.execute(
        sa.update(messages)
        .where(messages.c.id == message_id, messages.c.reply_state == ReplyState.PENDING)
        .values(reply_state=ReplyState.FAILED, reply_lease=None, reply_until=None)
    )

"""Invitations: found by the hash of their link's token, never by an id."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.errors import NotFound
from meetwithoutfear.domain.session import InvitationStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.tables import invitations, members, sessions, users


@dataclass(frozen=True)
class InvitationRow:
    id: UUID
    session_id: UUID
    status: InvitationStatus
    nonce: bytes
    email: str | None
    message: str | None
    expires_at: datetime
    inviter_name: str
    partner_name: str
    topic: str | None


async def insert_invitation(
    tx: Tx,
    *,
    invitation_id: UUID,
    session_id: UUID,
    hashed: str,
    nonce: bytes,
    email: str | None,
    message: str | None,
    now: datetime,
    expires_at: datetime,
) -> None:
    """The older link dies in the same breath: a session has one open invitation."""
    older = sa.and_(invitations.c.session_id == session_id, invitations.c.status == InvitationStatus.OPEN)
    await tx.execute(sa.update(invitations).where(older).values(status=InvitationStatus.REPLACED))
    await tx.execute(
        sa.insert(invitations).values(
            id=invitation_id,
            session_id=session_id,
            status=InvitationStatus.OPEN,
            token_hash=hashed,
            nonce=nonce,
            email=email,
            message=message,
            expires_at=expires_at,
            created_at=now,
        )
    )


FOUND = (
    sa.select(
        invitations.c.id,
        invitations.c.session_id,
        invitations.c.status,
        invitations.c.nonce,
        invitations.c.email,
        invitations.c.message,
        invitations.c.expires_at,
        users.c.name.label("inviter_name"),
        sessions.c.partner_name,
        sessions.c.topic,
    )
    .join(sessions, sessions.c.id == invitations.c.session_id)
    .join(members, sa.and_(members.c.session_id == sessions.c.id, members.c.side == Side.INVITER))
    .join(users, users.c.id == members.c.user_id)
)


async def access_invitation(tx: Tx, hashed: str) -> InvitationRow:
    row = await tx.one_or_none(FOUND.where(invitations.c.token_hash == hashed))
    if row is None:
        raise NotFound
    return InvitationRow(**row._mapping)  # noqa: SLF001


async def load_invitation(tx: Tx, invitation_id: UUID) -> InvitationRow | None:
    """For the mail job and for a repeated request of the inviter."""
    row = await tx.one_or_none(FOUND.where(invitations.c.id == invitation_id))
    return InvitationRow(**row._mapping) if row else None  # noqa: SLF001

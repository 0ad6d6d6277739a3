"""Invitations: make a link, look at it, accept (with registration in the same step), decline."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Caller, Visitor
from meetwithoutfear.actions.identity import Welcome, begin_account, sign_in_on_device
from meetwithoutfear.actions.letters import MAIL_JOB
from meetwithoutfear.actions.passwords import hash_password
from meetwithoutfear.actions.safety import hear, refuse_threats, with_care, would_hold
from meetwithoutfear.domain.commands import DeclineInvitation, Invite, Join
from meetwithoutfear.domain.errors import Conflict, Gone, NotFound, SafetyHold
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.session import InvitationStatus, Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT, NAME_LIMIT, clean, clean_email, clean_line
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.idempotency import Ids, only_once
from meetwithoutfear.store.ids import invitation_token, new_nonce, shared_id, token_hash
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.outbox import insert_mail
from meetwithoutfear.store.people import (
    InvitationRow,
    User,
    access_invitation,
    insert_invitation,
    load_invitation,
)
from meetwithoutfear.store.sessions import access_session, load_locked, save

INVITATION_LIFETIME = timedelta(days=14)


@dataclass(frozen=True)
class InvitationLink:
    token: str
    url: str
    expires_at: datetime
    mailed: bool


@dataclass(frozen=True)
class Accepted:
    session: SessionView
    user: User
    welcome: Welcome | None


async def renew_invitation(
    caller: Caller, session_id: UUID, email: str | None, message: str | None
) -> InvitationLink:
    address = clean_email(email) if email else None
    words = clean("message", message, INVITATION_MESSAGE_LIMIT) if message else None
    heard = await hear(caller, session_id, words, may=may_invite)
    refuse_threats(words)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, session_id, lock=True)
        if not would_hold(session, session.side_of(caller.user_id), heard):

            async def act() -> Ids:
                cared_for, _ = await with_care(tx, caller, session, heard)
                invitation_id, _ = await invite(tx, caller, cared_for, email=address, message=words)
                return {"invitationId": str(invitation_id)}

            ids = await only_once(tx, caller.user_id, caller.once, caller.now, act)
            return await link_of(tx, caller, UUID(ids["invitationId"]))
        await with_care(tx, caller, session, heard)
    # Only now: care stays, although what was asked for is refused because of it.
    raise SafetyHold


def may_invite(side: Side, session: Session) -> None:
    if side is not Side.INVITER:
        raise NotFound
    if Side.INVITEE in session.members:
        raise Conflict("Your partner has already joined.")


async def invite(
    tx: Tx, caller: Caller, session: Session, *, email: str | None, message: str | None
) -> tuple[UUID, Session]:
    invitation_id, nonce, expires_at = shared_id(), new_nonce(), caller.now + INVITATION_LIFETIME
    if session.side_of(caller.user_id) is not Side.INVITER:
        raise NotFound
    events = decide(session, Invite(invitation_id, expires_at))
    await insert_invitation(
        tx,
        invitation_id=invitation_id,
        session_id=session.id,
        hashed=token_hash(invitation_token(caller.settings.secret_key, nonce)),
        nonce=nonce,
        email=email,
        message=message,
        now=caller.now,
        expires_at=expires_at,
    )
    session = await save(tx, session, events, caller.now)
    if email and caller.settings.smtp_url:
        mail_id = await insert_mail(tx, caller.now, invitation_id=invitation_id)
        await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, caller.now)
    return invitation_id, session


async def link_of(tx: Tx, caller: Caller, invitation_id: UUID) -> InvitationLink:
    invitation = await load_invitation(tx, invitation_id)
    if invitation is None:
        raise NotFound
    token = invitation_token(caller.settings.secret_key, invitation.nonce)
    mailed = invitation.email is not None and caller.settings.smtp_url is not None
    return InvitationLink(token, join_url(caller.settings.base_url, token), invitation.expires_at, mailed)


def join_url(base_url: str, token: str) -> str:
    # In the fragment, so that it never reaches a server's log.
    return f"{base_url}/join#{token}"


async def preview_invitation(visitor: Visitor, token: str) -> InvitationRow:
    async with visitor.store.read() as tx:
        return still_open(await access_invitation(tx, token_hash(token)), visitor.now)


def still_open(invitation: InvitationRow, now: datetime) -> InvitationRow:
    if invitation.status is not InvitationStatus.OPEN:
        raise NotFound
    if invitation.expires_at <= now:
        raise Gone
    return invitation


async def decline_invitation(visitor: Visitor, token: str) -> None:
    async with visitor.store.write() as tx:
        invitation, session = await opened(tx, token)
        if invitation.status is not InvitationStatus.DECLINED:
            still_open(invitation, visitor.now)
            await save(tx, session, decide(session, DeclineInvitation()), visitor.now)


async def accept_invitation(caller: Caller, token: str, relation: Relation | None = None) -> Accepted:
    async with caller.store.write() as tx:
        invitation, session = await opened(tx, token)

        async def act() -> Ids:
            nonlocal session
            joining = Join(caller.user_id, caller.user.name, relation)
            session = await join(tx, invitation, session, joining, caller.now)
            return {"sessionId": str(session.id)}

        await only_once(tx, caller.user_id, caller.once, caller.now, act)
        session = await access_session(tx, caller.user_id, session.id)
    return Accepted(caller.view(session), caller.user, welcome=None)


async def accept_as_newcomer(
    visitor: Visitor,
    token: str,
    *,
    email: str,
    name: str,
    password: str | None,
    relation: Relation | None = None,
) -> Accepted:
    address, name = clean_email(email), clean_line("name", name, NAME_LIMIT)
    refuse_threats(name)
    hashed = await hash_password(password) if password is not None else None
    async with visitor.store.write() as tx:
        invitation, session = await opened(tx, token)
        still_open(invitation, visitor.now)
        user = await begin_account(tx, visitor, address, name, hashed)
        session = await join(tx, invitation, session, Join(user.id, user.name, relation), visitor.now)
        welcome = await sign_in_on_device(tx, visitor, user)
    return Accepted(view_for(user.id, session, visitor.now, visitor.settings.patience), user, welcome)


async def opened(tx: Tx, token: str) -> tuple[InvitationRow, Session]:
    """The session is locked first and the invitation read again behind the lock: two guests cannot both be the first."""
    hashed = token_hash(token)
    found = await access_invitation(tx, hashed)
    session = await load_locked(tx, found.session_id)
    return await access_invitation(tx, hashed), session


async def join(tx: Tx, invitation: InvitationRow, session: Session, joining: Join, now: datetime) -> Session:
    already_mine = any(
        member.user_id == joining.user_id and member.left_at is None for member in session.members.values()
    )
    if not already_mine:
        still_open(invitation, now)
    return await save(tx, session, decide(session, joining), now)

"""Invitations: make a link, look at it, accept (with registration in the same step), decline."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, TypeVar
from uuid import UUID

from meetwithoutfear.actions import identity
from meetwithoutfear.actions.caller import Caller, Here, Visitor
from meetwithoutfear.actions.safety import check_words, refuse_threats
from meetwithoutfear.actions.screening import begin_with_care
from meetwithoutfear.domain.commands import DeclineInvitation, Invite, Join
from meetwithoutfear.domain.errors import Conflict, Gone, NotFound, SafetyHold
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.session import Invitation, InvitationStatus, Session
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.text import INVITATION_MESSAGE_LIMIT, NAME_LIMIT, clean, clean_email, clean_line
from meetwithoutfear.domain.view import SessionView, view_for
from meetwithoutfear.domain.wire import Guest, Time, View
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.ids import invitation_token, new_nonce, shared_id, token_hash
from meetwithoutfear.store.jobs import enqueue
from meetwithoutfear.store.outbox import insert_mail
from meetwithoutfear.store.sessions import access_session, load_locked, save

INVITATION_LIFETIME = timedelta(days=14)


T = TypeVar("T")
Inviter = Annotated[T, "the inviter, who passes it on"]


@dataclass(frozen=True)
class InvitationLink(View, called="InvitationLinkView"):
    """For whoever invites, to pass on."""

    token: Inviter[str]
    url: Inviter[str]
    expires_at: Inviter[Time]
    mailed: Inviter[bool]


@dataclass(frozen=True)
class InvitationPreview(View):
    """For whoever holds the link."""

    inviter_name: Guest[str]
    partner_name: Guest[str]
    topic: Guest[str | None]
    message: Guest[str | None] = field(repr=False)
    expires_at: Guest[Time]


@dataclass(frozen=True)
class Acceptance:
    session: SessionView
    user: people.User
    welcome: identity.Welcome | None


async def renew_invitation(caller: Here, email: str | None, message: str | None) -> InvitationLink:
    address = clean_email(email) if email else None
    words = clean("message", message, INVITATION_MESSAGE_LIMIT) if message else None
    check = await check_words(caller, words, may=may_invite)
    refuse_threats(words)
    async with caller.store.write() as tx:
        session = await access_session(tx, caller.user_id, caller.session_id, lock=True)
        if check.would_hold(session):
            await check.screen(tx, session)
        else:
            ids = await caller.earlier_ids(tx)
            if ids is None:
                session, _ = await check.screen(tx, session, about_to_cross=True)
                invitation_id, _ = await invite(tx, caller, session, email=address, message=words)
                ids = {"invitationId": str(invitation_id)}
                await caller.keep_ids(tx, ids)
            return await link_of(tx, caller, UUID(ids["invitationId"]))
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
    events = decide(session, Invite(Side.INVITER, invitation_id, expires_at))
    invitation = Invitation(invitation_id, InvitationStatus.OPEN, expires_at)
    hashed = token_hash(invitation_token(caller.settings.secret_key, nonce))
    said = {"email": email, "message": message}
    await people.insert_invitation(tx, session.id, invitation, caller.now, hashed=hashed, nonce=nonce, **said)
    session = await save(tx, session, events, caller.now)
    if email and caller.settings.smtp_url:
        mail_id = await insert_mail(tx, caller.now, invitation_id=invitation_id)
        await enqueue(tx, identity.MAIL_JOB, {"mailId": str(mail_id)}, caller.now)
    return invitation_id, session


async def link_of(tx: Tx, caller: Caller, invitation_id: UUID) -> InvitationLink:
    invitation = await people.load_invitation(tx, invitation_id)
    if invitation is None:
        raise NotFound
    token = invitation_token(caller.settings.secret_key, invitation.nonce)
    mailed = invitation.email is not None and caller.settings.smtp_url is not None
    return InvitationLink(token, join_url(caller.settings.base_url, token), invitation.expires_at, mailed)


def join_url(base_url: str, token: str) -> str:
    # In the fragment, so that it never reaches a server's log.
    return f"{base_url}/join#{token}"


async def preview_invitation(visitor: Visitor, token: str) -> InvitationPreview:
    async with visitor.store.read() as tx:
        found = check_open(await people.access_invitation(tx, token_hash(token)), visitor.now)
    names, message = (found.inviter_name, found.partner_name), found.message
    return InvitationPreview(*names, topic=found.topic, message=message, expires_at=found.expires_at)


def check_open(invitation: people.InvitationRow, now: datetime) -> people.InvitationRow:
    if invitation.status is not InvitationStatus.OPEN:
        raise NotFound
    if invitation.expires_at <= now:
        raise Gone
    return invitation


async def decline_invitation(visitor: Visitor, token: str) -> None:
    async with visitor.store.write() as tx:
        invitation, session = await lock_invitation(tx, token)
        if invitation.status is not InvitationStatus.DECLINED:
            check_open(invitation, visitor.now)
            await save(tx, session, decide(session, DeclineInvitation()), visitor.now)


async def accept_invitation(caller: Caller, token: str, relation: Relation | None = None) -> Acceptance:
    async with caller.store.write() as tx:
        invitation, session = await lock_invitation(tx, token)
        if await caller.earlier_ids(tx) is None:
            joining = Join(caller.user_id, caller.user.name, relation)
            session = await join(tx, invitation, session, joining, caller.now)
            await begin_with_care(tx, caller, session)
            await caller.keep_ids(tx, {"sessionId": str(session.id)})
        session = await access_session(tx, caller.user_id, session.id)
    return Acceptance(caller.view(session), caller.user, welcome=None)


async def accept_as_newcomer(
    visitor: Visitor,
    token: str,
    *,
    email: str,
    name: str,
    password: str | None,
    relation: Relation | None = None,
) -> Acceptance:
    address, name = clean_email(email), clean_line("name", name, NAME_LIMIT)
    refuse_threats(name)
    hashed = await identity.hash_password(password) if password is not None else None
    async with visitor.store.write() as tx:
        invitation, session = await lock_invitation(tx, token)
        check_open(invitation, visitor.now)
        user = await identity.begin_account(tx, visitor, address, name, hashed)
        session = await join(tx, invitation, session, Join(user.id, user.name, relation), visitor.now)
        welcome = await identity.sign_in_on_device(tx, visitor, user)
    return Acceptance(view_for(user.id, session, visitor.now, visitor.settings.patience), user, welcome)


async def lock_invitation(tx: Tx, token: str) -> tuple[people.InvitationRow, Session]:
    """The session is locked first and the invitation read again behind the lock: two guests cannot both be the first."""
    hashed = token_hash(token)
    found = await people.access_invitation(tx, hashed)
    session = await load_locked(tx, found.session_id)
    return await people.access_invitation(tx, hashed), session


async def join(
    tx: Tx, invitation: people.InvitationRow, session: Session, joining: Join, now: datetime
) -> Session:
    already_mine = any(
        member.user_id == joining.user_id and member.left_at is None for member in session.members.values()
    )
    if not already_mine:
        check_open(invitation, now)
    return await save(tx, session, decide(session, joining), now)

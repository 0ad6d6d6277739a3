"""Links: to sign in, to choose a new password, to move to another address. Whoever uses one has shown that they read its
address, and the first to show that has the account: a proof from inside (signed in to that account, or with its password)
changes nothing else, a proof from outside drops every password and every device that came before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from meetwithoutfear.actions.caller import Visitor
from meetwithoutfear.actions.identity import DEVICE_LIFETIME, Welcome, sign_in_on_device
from meetwithoutfear.actions.letters import write_letter
from meetwithoutfear.actions.passwords import hash_password, is_password
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.account import Letter, Purpose
from meetwithoutfear.domain.errors import EmailTaken, NotFound, WrongPassword
from meetwithoutfear.domain.text import clean_email
from meetwithoutfear.store import people
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.ids import new_token, token_hash
from meetwithoutfear.store.people import Account, Link, User, delete_links, find_link, insert_link, spend_link

LINK_LIFETIME = timedelta(minutes=30)
# Opens no proven account: it is gone with the first proof, or waits for somebody who can sign in already.
LONG_LINK_LIFETIME = timedelta(days=1)


@dataclass(frozen=True)
class Hand:
    """What somebody brings along to a link: a token of a device, a password, the wish to be treated as from outside."""

    token: str | None = None
    password: str | None = None
    take_over: bool = False


@dataclass(frozen=True)
class LinkView:
    """What whoever holds a link may know before using it."""

    purpose: Purpose
    email: str
    email_proven: bool
    has_password: bool
    signed_in: bool


async def request_link(visitor: Visitor, email: str, letter: Letter) -> None:
    address = clean_email(email)
    async with visitor.store.write() as tx:
        user = await people.find_user(tx, address)
        await write_letter(tx, visitor, letter, user.id if user else None)


async def make_link(tx: Tx, link: Link, base_url: str, expires_at: datetime) -> str:
    token = new_token()
    await insert_link(tx, link, token_hash(token), expires_at)
    # In the fragment, so that it never reaches a server's log.
    return f"{base_url}/link#{token}"


async def link_for(
    store: Database, settings: Settings, email: str, now: datetime, *, purpose: Purpose, new_email: str | None
) -> tuple[str, User]:
    """For whoever runs the server and hands the link over in person."""
    async with store.write() as tx:
        user = await people.find_user(tx, clean_email(email))
        if user is None:
            raise NotFound("There is no account with this address.")
        address = clean_email(new_email or user.email)
        if new_email and await people.find_user(tx, address):
            raise EmailTaken
        link = Link(user.id, purpose, address)
        return await make_link(tx, link, settings.base_url, now + LINK_LIFETIME), user


async def look_at_link(visitor: Visitor, token: str, hand: Hand) -> LinkView:
    async with visitor.store.read() as tx:
        link = await find_link(tx, token_hash(token), visitor.now)
        user = await people.change_user(tx, link.user_id, {})
        device_id = await carried_device(tx, visitor, user.id, hand)
    return LinkView(link.purpose, link.email, user.email_proven, user.has_password, device_id is not None)


async def redeem_link(visitor: Visitor, token: str, hand: Hand) -> Welcome:
    known = await known_password(visitor, token, hand)
    async with visitor.store.write() as tx:
        _, account = await spend_link(tx, token_hash(token), Purpose.SIGN_IN, visitor.now)
        if hand.password is not None and not is_still(known, account):
            raise WrongPassword
        device_id = await carried_device(tx, visitor, account.user.id, hand)
        inside = not hand.take_over and (device_id is not None or known is not None)
        await prove(tx, account, visitor.now, inside=inside)
        return await welcome(tx, visitor, account.user.id, hand)


async def reset_password(visitor: Visitor, token: str, password: str, hand: Hand) -> Welcome:
    hashed = await hash_password(password)
    async with visitor.store.write() as tx:
        _, account = await spend_link(tx, token_hash(token), Purpose.NEW_PASSWORD, visitor.now)
        device_id = await carried_device(tx, visitor, account.user.id, hand)
        await prove(tx, account, visitor.now, inside=device_id is not None)
        await open_only_by(tx, account.user.id, hashed, but=device_id)
        await write_letter(tx, visitor, Letter.PASSWORD_CHANGED, account.user.id)
        return await welcome(tx, visitor, account.user.id, hand)


async def move_to_address(visitor: Visitor, token: str, hand: Hand) -> Welcome:
    """Only with a sign-in or the password: a stranger who opens the link must not lend an account their address."""
    known = await known_password(visitor, token, hand)
    async with visitor.store.write() as tx:
        link, account = await spend_link(tx, token_hash(token), Purpose.NEW_EMAIL, visitor.now)
        device_id = await carried_device(tx, visitor, account.user.id, hand)
        if device_id is None and not is_still(known, account):
            raise WrongPassword("Sign in to the account first, or give its password.")
        await people.replace_email(tx, account.user.id, link.email, visitor.now)
        await delete_links(tx, account.user.id)
        await write_letter(tx, visitor, Letter.EMAIL_CHANGED, account.user.id, account.user.email)
        return await welcome(tx, visitor, account.user.id, hand)


async def known_password(visitor: Visitor, token: str, hand: Hand) -> str | None:
    """The stored form of the password that was given, looked at with nothing locked."""
    if hand.password is None:
        return None
    async with visitor.store.read() as tx:
        link = await find_link(tx, token_hash(token), visitor.now)
        stored = await people.load_password(tx, link.user_id)
    if not await is_password(hand.password, stored):
        raise WrongPassword
    return stored


def is_still(known: str | None, account: Account) -> bool:
    return known is not None and known == account.password_hash


async def carried_device(tx: Tx, visitor: Visitor, user_id: UUID, hand: Hand) -> UUID | None:
    if hand.token is None:
        return None
    return await people.find_own_device(tx, user_id, token_hash(hand.token), visitor.now)


async def prove(tx: Tx, account: Account, now: datetime, *, inside: bool) -> None:
    """The first proof decides whose the account is; later ones drop nothing."""
    if account.user.email_proven:
        return
    if inside:
        await people.mark_proven(tx, account.user.id, now)
    else:
        await people.take_over(tx, account.user.id, now)
    await delete_links(tx, account.user.id)


async def open_only_by(tx: Tx, user_id: UUID, password_hash: str, *, but: UUID | None) -> None:
    """A new password, and nothing from before it but this device."""
    await people.replace_password(tx, user_id, password_hash)
    await people.delete_devices(tx, user_id, but=but)
    await delete_links(tx, user_id)


async def welcome(tx: Tx, visitor: Visitor, user_id: UUID, hand: Hand) -> Welcome:
    """On the device that is signed in already, or on a new one."""
    user = await people.change_user(tx, user_id, {})
    device_id = await carried_device(tx, visitor, user_id, hand)
    if device_id is None or hand.token is None:
        return await sign_in_on_device(tx, visitor, user, by_link=True)
    await people.mark_linked(tx, device_id, visitor.now)
    return Welcome(user, hand.token, visitor.now + DEVICE_LIFETIME)

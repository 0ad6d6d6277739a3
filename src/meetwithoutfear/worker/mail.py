"""Sends mails and pushes: letters about an account, invitations, what waits for somebody. Each is marked before it is
handed over, so a crash may lose one but never doubles one; a server that refuses it gets it again later.

What it sends of a session is decided here, too: at most once an hour and session, not in somebody's quiet hours, not against
their wish, and not what they have seen to meanwhile. It goes out as one mail and one push to each browser."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from functools import partial
from urllib.parse import unquote, urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import aiosmtplib

from meetwithoutfear.actions.identity import MAIL_JOB
from meetwithoutfear.actions.notifications import Endpoint, may_be_reached, parsed_endpoint
from meetwithoutfear.config import Settings, Vapid
from meetwithoutfear.domain.errors import Invalid, NotFound, TransientError
from meetwithoutfear.domain.notifications import Preferences, is_still_due, quiet_until
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store import outbox
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.jobs import Job, enqueue
from meetwithoutfear.store.people import User, load_user
from meetwithoutfear.store.rooms import Room
from meetwithoutfear.store.sessions import load_for_work
from meetwithoutfear.worker.letters import MailText, write_mail
from meetwithoutfear.worker.worker import Clock, Effect, id_in, nothing_more

log = logging.getLogger(__name__)

Send = Callable[[], Awaitable[Effect]]
SMTP_TIMEOUT_SECONDS = 30
PUSH_TIMEOUT_SECONDS = 30
PUSH_KEPT_FOR_SECONDS = 24 * 60 * 60
AUTHORITIES = ssl.create_default_context()


class Unbroken(UnstructuredHeader, BaseHeader):
    """A header that stays on one line: an address that Python breaks and encodes is none to mail programs."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", Unbroken)
LETTERS = EmailPolicy(header_factory=HEADERS)


@dataclass(frozen=True)
class MailSender:
    store: Database
    settings: Settings
    clock: Clock

    async def __call__(self, job: Job) -> Effect:
        mail_id = id_in(job, "mailId")
        async with self.store.write() as tx:
            mail = await outbox.take_mail(tx, mail_id, self.clock())
            send = await self._prepare(tx, mail) if mail else None
        if send is None:
            return nothing_more
        try:
            return await send()
        except TransientError:
            async with self.store.write() as tx:
                await outbox.give_back_mail(tx, mail_id)
            raise

    async def _prepare(self, tx: Tx, mail: outbox.Mail) -> Send | None:
        words = await write_mail(tx, self.settings, mail, self.clock())
        if words is None:
            return None
        if mail.subscription_id is None:
            return partial(post, str(self.settings.smtp_url), self._letter(words))
        subscription_id, vapid = mail.subscription_id, self.settings.vapid
        to = await outbox.load_subscription(tx, subscription_id)
        if to is None or vapid is None:
            return None
        shown = {"title": words.subject, "url": words.link}

        async def send() -> Effect:
            there = await push(self.settings, vapid, to, shown, self.clock())
            gone = partial(outbox.forget_subscription, subscription_id=subscription_id)
            return nothing_more if there else gone

        return send

    def _letter(self, words: MailText) -> EmailMessage:
        letter = EmailMessage(LETTERS)
        letter["From"] = self.settings.mail_from
        letter["To"] = words.to
        letter["Subject"] = words.subject
        letter.set_content(words.body)
        if words.unsubscribe_url:
            # RFC 8058: mail programs show a button of their own, which sends this and asks nothing.
            letter["List-Unsubscribe"] = f"<{words.unsubscribe_url}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return letter


async def post(smtp_url: str, letter: EmailMessage) -> Effect:
    parts = urlsplit(smtp_url)
    try:
        await aiosmtplib.send(
            letter,
            hostname=parts.hostname,
            port=parts.port or (465 if parts.scheme == "smtps" else 587),
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
            use_tls=parts.scheme == "smtps",
            timeout=SMTP_TIMEOUT_SECONDS,
        )
    except (aiosmtplib.SMTPException, OSError) as trouble:
        raise TransientError from trouble
    return nothing_more


async def push(
    settings: Settings, vapid: Vapid, to: outbox.PushAddress, words: dict[str, str], now: datetime
) -> bool:
    """Hands it over to the service of somebody's browser, and says whether that browser is still there. The service's name
    is looked up once, and the address that was found fit is the one that is spoken to; nothing is followed anywhere else."""
    from meetwithoutfear.web_push import authorization, encrypt  # noqa: PLC0415  # an extra

    try:
        place = parsed_endpoint(to.endpoint, settings)
        body = encrypt(json.dumps(words).encode(), to.p256dh, to.auth)
        address = await look_up(place, settings)
    except (Invalid, ValueError):
        return False
    head = (
        f"POST {place.path} HTTP/1.1\r\nHost: {place.host}:{place.port}\r\nConnection: close\r\n"
        f"Authorization: {authorization(to.endpoint, vapid.key, vapid.subject, now)}\r\n"
        f"TTL: {PUSH_KEPT_FOR_SECONDS}\r\nContent-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return is_there(await send_request(place, address, head.encode() + body))


async def look_up(place: Endpoint, settings: Settings) -> str:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except OSError as trouble:
        raise TransientError from trouble
    addresses = [str(entry[4][0]) for entry in found]
    if not all(may_be_reached(place, address, settings) for address in addresses):
        raise Invalid.field("endpoint", "This name leads into a house.")
    return addresses[0]


async def send_request(place: Endpoint, address: str, request: bytes) -> int:
    """The status code; the rest of the answer is nobody's concern."""
    tls, name = (AUTHORITIES, place.host) if place.secure else (None, None)
    try:
        async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
            reader, writer = await asyncio.open_connection(address, place.port, ssl=tls, server_hostname=name)
            try:
                writer.write(request)
                status = (await reader.readline()).split()[1]
            finally:
                writer.close()
            return int(status)
    except (OSError, TimeoutError, ValueError, IndexError) as trouble:
        raise TransientError from trouble


def is_there(status: int) -> bool:
    if status == 429 or status >= 500:  # noqa: PLR2004  # too often, or broken: later
        raise TransientError
    if status in {404, 410}:
        return False
    if status >= 300:  # noqa: PLR2004
        log.warning("a push service refused a push", extra={"status": status})
    return True


AT_MOST_EVERY = timedelta(hours=1)


async def notify(settings: Settings, clock: Clock, job: Job) -> Effect:
    return partial(tell, settings, clock, id_in(job, "sessionId"), Side(str(job.payload["side"])))


async def tell(settings: Settings, clock: Clock, session_id: UUID, side: Side, tx: Tx) -> None:
    now, room = clock(), Room(session_id, side)
    try:
        session = await load_for_work(tx, session_id)
    except NotFound:
        return
    noted = await outbox.load_notifications(tx, room)
    due = [one.notification for one in noted if is_still_due(session, one.notification, one.noted_at)]
    user = await load_user(tx, session.members[side].user_id)
    preferences = await outbox.load_preferences(tx, user.id)
    later = await not_before(tx, user, preferences, session_id, now) if due else None
    if later is not None:
        await outbox.tell_later(tx, room, now, later)
        return
    await outbox.delete_notifications(tx, room)
    if not due:
        return
    types, browsers = list(dict.fromkeys(one.type for one in due)), list[UUID | None]()
    if settings.smtp_url and preferences.email:
        browsers.append(None)
    if settings.vapid and preferences.push:
        browsers += await outbox.list_subscription_ids(tx, user.id)
    for browser in browsers:
        mail_id = await outbox.insert_mail(
            tx, now, user_id=user.id, session_id=session_id, types=types, subscription_id=browser
        )
        await enqueue(tx, MAIL_JOB, {"mailId": str(mail_id)}, now)


async def not_before(
    tx: Tx, user: User, preferences: Preferences, session_id: UUID, now: datetime
) -> datetime | None:
    last = await outbox.load_last_told(tx, user.id, session_id)
    if last is not None and last + AT_MOST_EVERY > now:
        return last + AT_MOST_EVERY
    return quiet_until(now, ZoneInfo(user.time_zone or "UTC"), preferences.quiet_hours)

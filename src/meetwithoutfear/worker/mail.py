"""Sends mails and pushes: letters about an account, invitations, what waits for somebody. Each is marked before it is
handed over, so a crash may lose one but never doubles one; a server that refuses it gets it again later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from functools import partial
from urllib.parse import unquote, urlsplit
from uuid import UUID

import aiosmtplib

from meetwithoutfear.actions.invitations import join_url, still_open
from meetwithoutfear.config import Settings
from meetwithoutfear.domain.errors import Gone, NotFound, TransientError
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.ids import invitation_token
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.outbox import (
    Mail,
    forget_subscription,
    give_back_mail,
    load_subscription,
    take_mail,
)
from meetwithoutfear.store.people import load_invitation
from meetwithoutfear.worker.letters import account_letter
from meetwithoutfear.worker.notify import Told, told
from meetwithoutfear.worker.push import Outcome, push
from meetwithoutfear.worker.worker import Clock, Effect

Sending = Callable[[], Awaitable[Effect]]
SMTP_TIMEOUT_SECONDS = 30

INVITATION = """Hello {partner},

{inviter} invites you to Meet Without Fear: a place where two people who are at odds each talk in private with a guide,
and only what each of you agrees to share reaches the other. You can look at the invitation without an account, and you
are free to decline:

{link}

The link works once, until {until}.
"""


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
        mail_id = UUID(str(job.payload["mailId"]))
        async with self.store.write() as tx:
            mail = await take_mail(tx, mail_id, self.clock())
            send = await self._prepare(tx, mail) if mail else None
        if send is None:
            return nothing_more
        try:
            return await send()
        except TransientError:
            async with self.store.write() as tx:
                await give_back_mail(tx, mail_id)
            raise

    async def _prepare(self, tx: Tx, mail: Mail) -> Sending | None:
        if mail.subscription_id is not None:
            return await self._push(tx, mail, mail.subscription_id)
        letter = await self._compose(tx, mail)
        return partial(post, str(self.settings.smtp_url), letter) if letter else None

    async def _push(self, tx: Tx, mail: Mail, subscription_id: UUID) -> Sending | None:
        news, to = await told(tx, self.settings, mail), await load_subscription(tx, subscription_id)
        vapid = self.settings.vapid
        if news is None or to is None or vapid is None:
            return None
        words = {"title": news.subject, "url": news.link}

        async def send() -> Effect:
            outcome = await push(self.settings, vapid, to, words, self.clock())
            gone = outcome is Outcome.GONE
            return partial(forget_subscription, subscription_id=subscription_id) if gone else nothing_more

        return send

    async def _compose(self, tx: Tx, mail: Mail) -> EmailMessage | None:
        if mail.session_id is not None:
            news = await told(tx, self.settings, mail)
            return self._news(mail.user.email, news) if mail.user and news else None
        if mail.letter is not None:
            written = await account_letter(tx, mail, self.settings.base_url, self.clock())
            return self._letter(written.to, written.subject, written.body) if written else None
        return await self._invitation(tx, mail.invitation_id) if mail.invitation_id else None

    async def _invitation(self, tx: Tx, invitation_id: UUID) -> EmailMessage | None:
        invitation = await load_invitation(tx, invitation_id)
        try:
            if invitation is None or still_open(invitation, self.clock()).email is None:
                return None
        except (NotFound, Gone):
            return None
        token = invitation_token(self.settings.secret_key, invitation.nonce)
        body = INVITATION.format(
            partner=invitation.partner_name,
            inviter=invitation.inviter_name,
            link=join_url(self.settings.base_url, token),
            until=f"{invitation.expires_at:%d %B %Y}",
        )
        return self._letter(str(invitation.email), "You are invited to a conversation", body)

    def _letter(self, to: str, subject: str, body: str) -> EmailMessage:
        letter = EmailMessage(LETTERS)
        letter["From"] = self.settings.mail_from
        letter["To"] = to
        letter["Subject"] = subject
        letter.set_content(body)
        return letter

    def _news(self, to: str, news: Told) -> EmailMessage:
        letter = self._letter(to, news.subject, news.body)
        # RFC 8058: mail programs show a button of their own, which sends this and asks nothing.
        letter["List-Unsubscribe"] = f"<{news.unsubscribe_url}>"
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


async def nothing_more(_tx: Tx) -> None:
    """The effect of work whose effect is out in the world."""

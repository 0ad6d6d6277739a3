"""A real SMTP server that keeps what it is given."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope

from ports import free_port
from serving import PATIENCE_SECONDS
from waiting import wait_until

Witness = Callable[[], Awaitable[None]]
WELCOME = "Confirm your address"


class Mailbox:
    """Its address exists from the beginning; whether anybody answers there, the story says."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"smtp://127.0.0.1:{self.port}"
        self.letters: list[EmailMessage] = []
        """All but those that greet a new account: they come beside every story, and few are about them."""
        self.welcomes: list[EmailMessage] = []
        self.received: list[bytes] = []
        self.logins: list[tuple[bytes, bytes]] = []
        self.refusals: list[str] = []
        self.witness: Witness | None = None
        self.talks: list[SMTP] = []

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        started = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)), name="mail server")
        thread.start()
        assert started.wait(PATIENCE_SECONDS), "the mail server did not start"
        try:
            yield self
        finally:
            self.loop.call_soon_threadsafe(self.closed.set)
            thread.join(PATIENCE_SECONDS)

    async def _serve(self, started: threading.Event) -> None:
        self.loop, self.closed = asyncio.get_running_loop(), asyncio.Event()
        async with await self.loop.create_server(self._protocol, "127.0.0.1", self.port):
            started.set()
            await self.closed.wait()
        for talk in self.talks:
            if talk.transport is not None:
                talk.transport.close()
        await asyncio.sleep(0)

    def _protocol(self) -> SMTP:
        self.talks.append(SMTP(self, authenticator=self._noting_who, auth_require_tls=False))
        return self.talks[-1]

    def _noting_who(self, _server: SMTP, _session: Any, _envelope: Any, _kind: str, who: Any) -> AuthResult:
        self.logins.append((who.login, who.password))
        return AuthResult(success=True)

    async def handle_DATA(self, _server: SMTP, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        if self.witness is not None:
            await self.witness()
        if self.refusals:
            return self.refusals.pop(0)
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        if letter["Subject"] == WELCOME:
            self.welcomes.append(letter)
            return "250 taken"
        self.received.append(envelope.content)
        self.letters.append(letter)
        return "250 taken"

    def wait_for(self, number: int) -> list[EmailMessage]:
        wait_until(lambda: len(self.letters) >= number, f"letter {number} arrives")
        return self.letters

    def newest_link(self, path: str) -> str:
        """The token in the newest letter's link."""
        return link_in(self.letters[-1], path)

    def welcome_link(self, to: str) -> str:
        """The token with which a new account proves its address."""
        wait_until(lambda: any(letter["To"] == to for letter in self.welcomes), f"{to} is greeted")
        return link_in([letter for letter in self.welcomes if letter["To"] == to][-1], "link")

    def wait_for_letter(self, to: str, subject: str) -> EmailMessage:
        def found() -> list[EmailMessage]:
            return [one for one in self.letters if (one["To"], one["Subject"]) == (to, subject)]

        wait_until(lambda: bool(found()), f"{to} is written: {subject}")
        return found()[-1]


def link_in(letter: EmailMessage, path: str = "link") -> str:
    found = re.search(rf"https?://\S+/{path}#(\S+)", words_of(letter))
    assert found, "the letter holds no link"
    return found[1]


def words_of(letter: EmailMessage) -> str:
    return str(letter.get_content())

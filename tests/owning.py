"""How people come to own an account: by links that reached them."""

from __future__ import annotations

from typing import Any

from people import PASSWORD, Person
from postbox import Mailbox, link_in


def me(somebody: Person) -> Any:
    return somebody.does("GET", "/me")["user"]


def comes_by(somebody: Person, link: str, **more: object) -> Any:
    """Uses a sign-in link and stays signed in."""
    sign_in = somebody.does("POST", "/auth/link/redeem", {"token": link, **more})
    somebody.carries(sign_in["token"])
    return sign_in["user"]


def asks_for_link(somebody: Person, mailbox: Mailbox) -> str:
    somebody.does("POST", "/auth/link", {"email": somebody.email})
    return link_in(mailbox.wait_for_letter(somebody.email, "Your sign-in link"))


def forgets_password(somebody: Person, mailbox: Mailbox) -> str:
    somebody.does("POST", "/auth/password/forgot", {"email": somebody.email})
    return link_in(mailbox.wait_for_letter(somebody.email, "Choose a new password"))


def wants_address(somebody: Person, mailbox: Mailbox, address: str) -> str:
    somebody.does("POST", "/me/email", {"email": address, "password": PASSWORD})
    return link_in(mailbox.wait_for_letter(address, "Confirm your new address"))

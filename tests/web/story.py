"""How far the two have come when a test begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.person import PASSWORD

if TYPE_CHECKING:
    from web.person import Person


TOPIC = "The move to the coast"


def alone_with_the_guide(alice: Person) -> None:
    """Alice has invited nobody yet, has signed, and has read what the guide is."""
    begins(alice)
    alice.reads("Thank you for your promise.")


def both_with_the_guide(alice: Person, bob: Person) -> None:
    """Both have signed and look at their own conversation."""
    made = begins(alice)
    newcomer = {"name": bob.name, "email": bob.email, "password": PASSWORD}
    bob.asks(f"/invitations/{made['invitation']['token']}/accept", **newcomer)
    signs(bob, made["session"]["id"])
    bob.reads("Thank you for your promise.")
    alice.reads("Bob has joined and signed the compact")
    alice.reads("Your partner has joined.")


def begins(alice: Person) -> Any:
    alice.has_an_account()
    made = alice.asks("/sessions", partnerName="Bob", topic=TOPIC)
    signs(alice, made["session"]["id"])
    return made


def signs(person: Person, session_id: str) -> None:
    person.asks(f"/sessions/{session_id}/compact/sign")
    person.knows_the_guide()
    person.opens(f"/sessions/{session_id}")

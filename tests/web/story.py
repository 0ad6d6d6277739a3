"""How far the two have come when a test begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.person import Person


def alone_with_the_guide(alice: Person) -> None:
    """Alice has invited nobody yet, has signed, and has read what the guide is."""
    alice.registers()
    alice.starts_a_session_with("Bob", "The move to the coast")
    alice.follows("Continue to the session")
    alice.presses("Good to know")
    alice.signs_the_compact()
    alice.reads("Thank you for your promise.")


def both_with_the_guide(alice: Person, bob: Person) -> None:
    """Both have signed and look at their own conversation."""
    alice.registers()
    link = alice.starts_a_session_with("Bob", "The move to the coast")
    alice.follows("Continue to the session")
    alice.presses("Good to know")
    alice.signs_the_compact()
    bob.joins(f"/join#{link.partition('#')[2]}", "Alice")
    bob.presses("Good to know")
    bob.signs_the_compact()
    bob.reads("Thank you for your promise.")
    alice.reads("Bob has joined and signed the compact")
    alice.reads("Your partner has joined.")

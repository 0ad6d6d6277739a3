"""How far Alice and Bob have come: from a session that nobody was invited to, to the day they look back."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from domain.world import (
    ALICE,
    BOB_JOINS,
    EXPIRY,
    FEEDBACK,
    INVITEE,
    INVITER,
    NOW,
    TERMS,
    World,
    after,
    applied,
)
from meetwithoutfear.domain import commands as c
from meetwithoutfear.domain.empathy.commands import Outcome
from meetwithoutfear.domain.empathy.exchange import Attempt, Exchange, Verdict
from meetwithoutfear.domain.events import Created
from meetwithoutfear.domain.session import Member, Session, SessionStatus

HER_ATTEMPT, HIS_ATTEMPT = UUID(int=11), UUID(int=12)
WITH_A_DAY = replace(TERMS, follow_up_date=NOW.date())


def unsent() -> Session:
    """Alice has begun a session and has nobody invited yet."""
    alice = Member(ALICE, "Alice", NOW)
    exchange = Exchange({INVITER: Attempt(HER_ATTEMPT), INVITEE: Attempt(HIS_ATTEMPT)})
    begun = Session(
        UUID(int=100), SessionStatus.INVITED, "Robert", "The move", {INVITER: alice}, exchange=exchange
    )
    return applied(begun, [Created()])


def invited() -> Session:
    return after(unsent(), c.Invite(INVITER, UUID(int=200), EXPIRY))


def met() -> Session:
    return after(invited(), BOB_JOINS)


def alone() -> World:
    """Alice feels heard; nobody has joined yet."""
    world = World(invited())
    for act in (world.alice.signs, world.alice.speaks, world.alice.feels_heard):
        act()
    return world


def heard() -> World:
    """Both feel heard, and neither has guessed."""
    world = alone()
    world.session = after(world.session, BOB_JOINS)
    for act in (world.bob.signs, world.bob.speaks, world.bob.feels_heard):
        act()
    world.forget()
    return world


def guessed() -> World:
    """Alice has guessed, and her statement is being compared."""
    world = heard()
    world.alice.guesses()
    return world


def asked() -> World:
    """Alice's guess has a gap, and Bob is invited to share a little more."""
    world = guessed()
    world.alice.is_analysed(Outcome.SHARING)
    return world


def refining() -> World:
    """Bob has shared, and Alice may put her guess into new words."""
    world = asked()
    world.bob.shares()
    return world


def ready() -> World:
    """Alice's guess comes close; Bob's is being compared."""
    world = guessed()
    world.alice.is_analysed(Outcome.PROCEED)
    world.bob.guesses()
    return world


def revealed() -> World:
    """Each sees the other's guess, and nobody has said yet how it is."""
    world = ready()
    world.bob.is_analysed(Outcome.PROCEED)
    world.forget()
    return world


def sent_back() -> World:
    """Alice's guess missed the mark, and Bob has told her how."""
    world = revealed()
    world.bob.says(Verdict.MISSES, FEEDBACK, shared=True)
    return world


def understood() -> World:
    """Each has found themselves in the other's guess: Stage 3 has opened."""
    world = revealed()
    for person in (world.alice, world.bob):
        person.says(Verdict.ACCURATE)
    world.forget()
    return world


def side_by_side() -> World:
    """Both have shared needs, and each sees the other's."""
    world = understood()
    for person in (world.alice, world.bob):
        person.reviews_needs()
        person.shares_needs()
    world.forget()
    return world


def compared() -> World:
    """Something stands on both lists, and nobody has said yet that it is so."""
    world = side_by_side()
    world.are_compared()
    world.forget()
    return world


def collecting() -> World:
    """Both stand by the same thing, and Stage 4 has opened."""
    world = compared()
    world.alice.confirms_ground()
    world.bob.confirms_ground()
    world.forget()
    return world


def ranking() -> World:
    """Both were ready, and the pool lies open."""
    world = collecting()
    to_the_ranking(world)
    world.forget()
    return world


def to_the_ranking(world: World) -> None:
    world.alice.has_an_idea()
    world.alice.is_ready()
    world.bob.is_ready()


def to_the_agreement(world: World) -> None:
    """From where Stage 4 has opened."""
    to_the_ranking(world)
    world.alice.ranks()
    world.bob.ranks()
    world.alice.proposes()
    world.bob.agrees()


def ranked(*, meets: bool = True) -> World:
    """Both have ranked, and their lists meet; or they do not, and there is room for new ideas."""
    world = ranking()
    world.alice.ranks()
    world.bob.ranks(meets=meets)
    world.forget()
    return world


def agreed(*, follow_up: bool = False) -> World:
    world = ranked()
    world.alice.proposes(WITH_A_DAY if follow_up else TERMS)
    world.bob.agrees()
    world.forget()
    return world


def resolved() -> World:
    world = agreed(follow_up=True)
    world.alice.resolves()
    world.forget()
    return world

"""Of the first "ready" and the first ranking the other one learns; how often somebody changes their mind is theirs alone."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from looking import rows
from meetwithoutfear.store.tables import users
from people import Person
from serving import Served

HERS = "Ten minutes without phones after dinner"

Couple = tuple[Person, Person]


@pytest.fixture
def pair(couple: Couple) -> Couple:
    """They stand on something together: it is about something to try."""
    alice, bob = couple
    alice.understands(bob).stands_with(bob)
    return alice, bob


def test_of_readiness_the_other_one_learns_once_and_of_no_change_of_mind(
    server: Served, pair: Couple
) -> None:
    alice, bob = pair
    alice.has_idea(HERS)
    with bob.listening() as ear:
        alice.is_ready()
        assert ear.hears("strategies.partner_ready")["data"] == {}
    server.rests()
    known = everything_of(server, bob)
    for _ in range(3):
        server.clock.passes(minutes=1)
        alice.reopens()
        assert everything_of(server, bob) == known
        alice.is_ready()
        assert everything_of(server, bob) == known
    alice.takes_back("STRATEGY_PROPOSAL")
    assert everything_of(server, bob) == known
    assert bob.is_ready() == {"ready": True, "partnerReady": True, "canStartRanking": False}
    assert bob.sees_session()["turn"]["waitingFor"] == "PARTNER_IDEAS"
    assert alice.is_ready()["canStartRanking"], "both are ready, and the pool opens"
    assert bob.sees_pool()["phase"] == "RANKING"


def test_of_a_ranking_the_other_one_learns_once_and_of_no_change_of_mind(
    server: Served, pair: Couple
) -> None:
    alice, bob = pair
    for one in pair:
        one.is_ready()
    first, second, *_ = [idea["id"] for idea in alice.sees_pool()["strategies"]]
    with bob.listening() as ear:
        alice.ranks(first)
        assert ear.hears("strategies.partner_ranked")["data"] == {}
    server.rests()
    known = everything_of(server, bob)
    for ranking in ([first], [second], [second, first], [first]):
        server.clock.passes(minutes=1)
        alice.ranks(*ranking)
        assert everything_of(server, bob) == known
    assert bob.ranks(second)["partnerSubmitted"]


def everything_of(server: Served, person: Person) -> list[str]:
    """All that can be had, and up to where the inbox goes."""
    here = ("", "/strategies", "/messages", "/timeline", "/pending-actions", "/common-ground", "/agreements")
    paths = [*map(person.here, here), "/sessions", "/notifications/badge-count", "/me/consents"]
    answers = [person.asks("GET", path).text for path in paths]
    told = rows(
        server.settings.database_url, sa.select(users.c.inbox_seq).where(users.c.email == person.email)
    )
    return [*answers, str(told)]

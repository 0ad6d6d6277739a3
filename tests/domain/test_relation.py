"""What a member says the two are: their own, told to nobody, and with what they said first beside it."""

from __future__ import annotations

from domain.journey import invited, met
from domain.world import BOB, INVITEE, INVITER, after
from meetwithoutfear.domain.commands import Join, Leave, StateRelation
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.side import Relation


def test_what_is_said_again_changes_nothing() -> None:
    session = after(met(), StateRelation(INVITER, Relation.FRIENDS))
    assert decide(session, StateRelation(INVITER, Relation.FRIENDS)) == []
    assert decide(met(), StateRelation(INVITER, None)) == []


def test_whoever_joins_may_say_it_at_once() -> None:
    session = after(invited(), Join(BOB, "Bob", Relation.COLLEAGUES))
    assert session.members[INVITEE].relation is Relation.COLLEAGUES
    assert session.members[INVITEE].first_relation is Relation.COLLEAGUES
    assert session.members[INVITER].relation is None


def test_the_first_word_stays_beside_what_they_say_later() -> None:
    first = after(met(), StateRelation(INVITER, Relation.COUPLE))
    session = after(first, StateRelation(INVITER, Relation.FORMER_COUPLE), StateRelation(INVITER, None))
    assert session.members[INVITER].relation is None
    assert session.members[INVITER].first_relation is Relation.COUPLE


def test_the_other_ones_view_does_not_change() -> None:
    before, session = met(), after(met(), StateRelation(INVITER, Relation.COUPLE))
    assert session.members[INVITEE] == before.members[INVITEE]
    assert session.members[INVITER].version == before.members[INVITER].version + 1
    assert session.members[INVITER].acted_at == before.members[INVITER].acted_at


def test_whoever_leaves_takes_it_along() -> None:
    session = after(met(), StateRelation(INVITER, Relation.COUPLE), Leave(INVITER))
    assert session.members[INVITER].relation is None
    assert session.members[INVITER].first_relation is None

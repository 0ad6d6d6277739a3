"""The rolling summary: made from the member's own room alone, for when the words themselves are too far back."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from fakes import shown
from looking import rows
from meetwithoutfear.prompts import tasks
from meetwithoutfear.store.tables import summaries
from people import Person
from serving import Served
from waiting import wait_until


@pytest.fixture
def talkative(alice: Person, bob: Person, server: Served) -> Person:
    bob.joins(alice.starts_session())
    bob.says("Bob talks about harvest.")
    alice.signs_compact()
    alice.thinks("Only for me.")
    kept = tasks.Memory(summary="She tells of a quiet year.", facts=("They moved in May.",))
    server.engine.answers = [lambda _prompt: kept] * 3
    for number in range(14):
        alice.says(f"Thought number {number}")
    wait_until(lambda: rows(server.settings.database_url, sa.select(summaries)), "the summary is there")
    server.rests()
    return alice


def test_the_guide_remembers_what_it_no_longer_sees(talkative: Person, server: Served) -> None:
    talkative.says("And today?")
    asked = server.engine.asked[-1]
    assert asked.summary == "She tells of a quiet year."
    assert asked.facts == ("They moved in May.",)
    assert "Thought number 13" in shown(asked)
    assert "Thought number 0" not in shown(asked)


def test_a_summary_is_made_of_the_members_own_conversation_alone(talkative: Person, server: Served) -> None:
    made_of = [prompt for prompt in server.engine.asked if isinstance(prompt, tasks.SummaryTask)]
    assert any("Thought number 0" in shown(prompt) for prompt in made_of)
    for prompt in made_of:
        assert "harvest" not in shown(prompt)
        assert "Only for me." not in shown(prompt)


@pytest.mark.both_databases
def test_whoever_leaves_takes_it_along(talkative: Person, server: Served) -> None:
    talkative.leaves()
    assert not rows(server.settings.database_url, sa.select(summaries))

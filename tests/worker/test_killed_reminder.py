"""The day to look back comes once, whatever dies around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from drawing import share
from fakes import FakeClock
from meetwithoutfear.domain.notices import SAYS
from meetwithoutfear.store.tables import inbox, members, messages
from people import Person
from serving import served, settings_for
from worker.dying_story import Ground, Servers, Story, looked_up


class Reminding(Story):
    """They end with an agreement whose day is today."""

    kinds = ("follow_up",)

    def goes_on(self) -> None:
        self.asks("Alice", "POST", "/resolve")
        self.waits(
            lambda: all(self.waits_for(who) == ["follow_up_due"] for who in ("Alice", "Bob")), "it is time"
        )

    def waits_for(self, who: str) -> list[str]:
        return [item["type"] for item in self.asks(who, "GET", "/pending-actions")["items"]]

    def reminders(self) -> list[int]:
        """How often each was told, in the inbox and in the chat."""
        self.dies()
        told = (
            sa.select(sa.func.count()).select_from(inbox).join(members, members.c.user_id == inbox.c.user_id)
        )
        said = (
            sa.select(sa.func.count())
            .select_from(messages)
            .where(messages.c.content == SAYS["session"]["look back"])
        )
        counts = [
            statement
            for side in ("INVITER", "INVITEE")
            for statement in (
                told.where(inbox.c.type == "follow_up.due", members.c.side == side),
                said.where(messages.c.side == side),
            )
        ]
        return [rows[0][0] for rows in looked_up(self.database_url, *counts)]


@pytest.fixture
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("reminded")
    file, clock = folder / "begin.db", FakeClock()
    with served(settings_for(f"sqlite:///{file}", folder), clock) as server:
        alice, bob = Person(server.url, "Alice").registers(), Person(server.url, "Bob").registers()
        bob.joins(alice.starts_session())
        alice.comes_to_guess()
        bob.comes_to_guess()
        alice.understands(bob).stands_with(bob).agrees_with(bob, clock().date().isoformat())
        tokens = {p.name: str(p.http.headers["Authorization"]) for p in (alice, bob)}
        for person in (alice, bob):
            person.close()
    servers = Servers()
    yield Ground(file, folder, servers, tokens, alice.session_id)
    servers.close()


@pytest.mark.slow
def test_a_reminder_comes_once_wherever_the_server_is_killed(ground: Ground) -> None:
    unharmed = Reminding(ground)
    unharmed.goes_on()
    assert unharmed.reminders() == [1, 1, 1, 1]
    points = unharmed.log.read_text().split("\n")[:-1]
    assert any("resolve" in point or "execute" in point for point in points)
    for point in share(points, 3, "points of the reminder"):
        story = Reminding(ground, die_at=point)
        story.goes_on()
        assert (story.deaths, story.reminders()) == (1, [1, 1, 1, 1]), point

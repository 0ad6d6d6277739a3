"""Records as rows: what is written of them, how they come back, and which words are sealed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from meetwithoutfear.domain.pending import Pending, PendingItem, PendingType
from meetwithoutfear.domain.safety import Label
from meetwithoutfear.domain.safety.care import Ask, Care, Language
from meetwithoutfear.domain.session import Chat, Member, Proposal, Session, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store import rooms, schema, tables
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.people import insert_user
from meetwithoutfear.store.sessions import MEMBERS, SESSIONS, insert_session

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
CARE = Care(Label.SUICIDE, NOW, Language.DE, urgent=True, asked=Ask.PLAN, figure=True, said=("a", "b"))
PENDING: Pending = (
    PendingItem(PendingType.SHARE_OFFER, UUID(int=1), NOW),
    PendingItem(PendingType.SHARE_OFFER, UUID(int=2), NOW, NOW),
)


def member(**changes: Any) -> Member:
    return replace(Member(user_id=uuid4(), name="Alice", joined_at=NOW), **changes)


def test_what_has_changed_shows_in_its_own_columns() -> None:
    before = member()
    after = replace(
        before,
        turns=3,
        passed={Gate.COMPACT_SIGNED: NOW},
        last_seq={Chat.INNER: 4},
        told=frozenset({Gate.FELT_HEARD}),
    )
    known, changed = MEMBERS.row(before), MEMBERS.row(after)
    assert {column: value for column, value in changed.items() if value != known[column]} == {
        "turns": 3,
        "compact_signed_at": NOW,
        "inner_seq": 4,
        "told": ["feelHeard"],
    }


def test_what_is_made_of_a_record_is_written_with_it() -> None:
    proposal = Proposal(UUID(int=3), Side.INVITER, NOW)
    row = SESSIONS.row(Session(uuid4(), SessionStatus.ACTIVE, "Bob", None, {}, proposal=proposal))
    said = {"proposal_id": proposal.id, "proposal_by": Side.INVITER, "proposal_at": NOW}
    assert {column: row[column] for column in said} == said
    assert row["invitation_id"] is None


@pytest.mark.anyio
@pytest.mark.both_databases
async def test_whoever_has_done_nothing_yet_was_there_when_they_came(store: Database) -> None:
    async with store.write() as tx:
        alice = await insert_user(tx, Email("a@example.org"), "Alice", None, NOW)
        me = member(user_id=alice.id)
        await insert_session(
            tx, Session(uuid4(), SessionStatus.INVITED, "Bob", None, {Side.INVITER: me}), NOW
        )
        assert await tx.scalar(sa.select(tables.members.c.last_activity_at)) == NOW


def test_what_waits_is_kept_under_short_names_and_an_empty_time_is_none() -> None:
    kept = {"type": "share_offer", "id": str(UUID(int=1)), "at": NOW.isoformat(), "seen": ""}
    assert MEMBERS.decoders["pending"]([kept]) == PENDING[:1]
    assert MEMBERS.row(member(pending=PENDING[:1]))["pending"] == [{**kept, "seen": None}]


def test_every_text_is_sealed_and_every_open_value_is_known() -> None:
    """Whoever adds a column for words has to say here that they are nobody's."""
    columns = {
        f"{table.name}.{column.name}": column.type
        for table in schema.metadata.tables.values()
        for column in table.columns
    }
    assert not [name for name, kind in columns.items() if isinstance(kind, sa.Text)]
    assert {name for name, kind in columns.items() if isinstance(kind, sa.JSON)} == {
        "members.told",
        "members.pending",
        "inbox.data",
        "jobs.payload",
        "mails.types",
        "idempotency_keys.ids",
        "guidances.confirmed",
    }


@pytest.mark.anyio
@pytest.mark.both_databases
async def test_what_is_sealed_is_not_to_be_read_in_the_database(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "seal", lambda words: words[::-1])
    monkeypatch.setattr(schema, "unseal", lambda kept: kept[::-1])
    async with store.write() as tx:
        alice = await insert_user(tx, Email("a@example.org"), "Alice", None, NOW)
        session = Session(
            uuid4(), SessionStatus.INVITED, "Bob", None, {Side.INVITER: member(user_id=alice.id)}
        )
        await insert_session(tx, session, NOW)
        room = rooms.Room(session.id, Side.INVITER)
        told = await rooms.add_emotion(tx, room, 7, "lonely", NOW)
        await rooms.save_summary(tx, room, rooms.Summary("tired", ("one", "two"), 1))
        assert await rooms.load_emotions(tx, room, 9) == [told]
        assert await rooms.load_summary(tx, room) == rooms.Summary("tired", ("one", "two"), 1)
        kept = [sa.type_coerce(tables.emotions.c.context, sa.Text), tables.summaries.c.summary.cast(sa.Text)]
        wanted = sa.select(*kept).join(tables.summaries, sa.true())
        assert tuple((await tx.all(wanted))[0]) == ("ylenol", "derit")

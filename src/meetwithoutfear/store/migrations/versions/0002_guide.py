"""The guide: what members tell it, replies in the making, feelings, summaries, findings, engine calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import BigId, Json, UtcTime

revision = "0002"
down_revision = "0001"

SIDE = ("INVITER", "INVITEE")
MEMBER_COLUMNS = (
    "felt_heard_at", "held_at", "cleared_at", "turns", "answering_main", "answering_inner", "inner_seq",
)  # fmt: skip
MESSAGE_COLUMNS = (
    "chat", "flagged", "reply_to", "reply_state", "reply_lease", "reply_until", "stop_asked",
)  # fmt: skip
REPLY_STATE = ("PENDING", "DONE", "FAILED", "STOPPED")


def one_of(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)


def room(table: str) -> tuple[sa.Column[object] | sa.ForeignKeyConstraint, ...]:
    return (
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("side", one_of("side", *SIDE), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id", "side"],
            ["members.session_id", "members.side"],
            name=op.f(f"fk_{table}_session_id_side"),
            ondelete="CASCADE",
        ),
    )


def upgrade() -> None:
    grow_members()
    grow_messages()
    create_rooms()
    create_records()


def grow_members() -> None:
    with op.batch_alter_table("members") as members:
        members.add_column(sa.Column("felt_heard_at", UtcTime(), nullable=True))
        members.add_column(sa.Column("held_at", UtcTime(), nullable=True))
        members.add_column(sa.Column("cleared_at", UtcTime(), nullable=True))
        members.add_column(sa.Column("turns", sa.Integer(), nullable=False, server_default="0"))
        members.add_column(sa.Column("answering_main", sa.Uuid(), nullable=True))
        members.add_column(sa.Column("answering_inner", sa.Uuid(), nullable=True))
        members.add_column(sa.Column("inner_seq", BigId, nullable=False, server_default="0"))


def grow_messages() -> None:
    with op.batch_alter_table("messages") as messages:
        messages.drop_constraint(op.f("ck_messages_role"), type_="check")
        messages.drop_constraint(op.f("uq_messages_session_id_side_seq"), type_="unique")
        messages.add_column(
            sa.Column("chat", one_of("chat", "MAIN", "INNER"), nullable=False, server_default="MAIN")
        )
        messages.add_column(sa.Column("flagged", sa.Boolean(), nullable=False, server_default=sa.false()))
        messages.add_column(sa.Column("reply_to", sa.Uuid(), nullable=True))
        messages.add_column(sa.Column("reply_state", one_of("replystate", *REPLY_STATE), nullable=True))
        messages.add_column(sa.Column("reply_lease", sa.Uuid(), nullable=True))
        messages.add_column(sa.Column("reply_until", UtcTime(), nullable=True))
        messages.add_column(sa.Column("stop_asked", sa.Boolean(), nullable=False, server_default=sa.false()))
        messages.create_unique_constraint(
            op.f("uq_messages_session_id_side_chat_seq"), ["session_id", "side", "chat", "seq"]
        )


def create_rooms() -> None:
    op.create_table(
        "confirmed_feelings",
        *room("confirmed_feelings"),
        sa.Column("feeling", sa.String(length=40), nullable=False),
        sa.Column("most", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", "feeling", name=op.f("pk_confirmed_feelings")),
    )
    op.create_table(
        "own_words",
        *room("own_words"),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_own_words")),
    )
    op.create_table(
        "emotions",
        sa.Column("id", sa.Uuid(), nullable=False),
        *room("emotions"),
        sa.Column("intensity", sa.SmallInteger(), nullable=False),
        sa.Column("context", sa.Text(), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_emotions")),
    )
    op.create_index(op.f("ix_emotions_session_id_side"), "emotions", ["session_id", "side"])
    op.create_table(
        "summaries",
        *room("summaries"),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("facts", Json, nullable=False),
        sa.Column("up_to_seq", BigId, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_summaries")),
    )


def create_records() -> None:
    op.create_table(
        "safety_findings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("tier", sa.String(length=1), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_safety_findings_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_safety_findings")),
    )
    op.create_index(op.f("ix_safety_findings_user_id"), "safety_findings", ["user_id"])
    op.create_index(op.f("ix_safety_findings_at"), "safety_findings", ["at"])
    op.create_table(
        "engine_calls",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("prompt", sa.String(length=64), nullable=False),
        sa.Column("template_hash", sa.String(length=64), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("model", sa.String(length=200), nullable=False),
        sa.Column("tier", sa.String(length=8), nullable=False),
        sa.Column("latency_ms", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=32), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_calls")),
    )
    op.create_index(op.f("ix_engine_calls_at"), "engine_calls", ["at"])


def downgrade() -> None:
    for table in (
        "engine_calls",
        "safety_findings",
        "summaries",
        "emotions",
        "own_words",
        "confirmed_feelings",
    ):
        op.drop_table(table)
    shrink_messages()
    with op.batch_alter_table("members") as members:
        for column in MEMBER_COLUMNS:
            members.drop_column(column)


def shrink_messages() -> None:
    """What the older schema has no place for goes."""
    op.execute("DELETE FROM messages WHERE chat <> 'MAIN' OR role <> 'AI'")
    with op.batch_alter_table("messages") as messages:
        messages.drop_constraint(op.f("uq_messages_session_id_side_chat_seq"), type_="unique")
        messages.drop_constraint(op.f("ck_messages_chat"), type_="check")
        messages.drop_constraint(op.f("ck_messages_replystate"), type_="check")
        for column in MESSAGE_COLUMNS:
            messages.drop_column(column)
        messages.create_unique_constraint(
            op.f("uq_messages_session_id_side_seq"), ["session_id", "side", "seq"]
        )
        messages.create_check_constraint("role", "role IN ('AI')")

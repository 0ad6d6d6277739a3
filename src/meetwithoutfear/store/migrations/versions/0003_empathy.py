"""The empathy exchange: attempts, statements, drafts, offers, results, guidance, verdicts and the ledger of consents."""

from __future__ import annotations

from uuid import uuid4

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import BigId, Json, UtcTime

revision = "0003"
down_revision = "0002"

SIDE = ("INVITER", "INVITEE")
STATUS = ("HELD", "ANALYZING", "AWAITING_SHARING", "REFINING", "READY", "REVEALED", "VALIDATED")
REASON = ("ALIGNED", "CLOSE", "DECLINED", "EXPIRED", "KEPT", "LAPSED", "BREAKER", "UNANALYSED")
VERDICT = ("ACCURATE", "PARTIAL", "MISSES", "DIFFERENCE")
DELIVERY = ("PENDING", "DELIVERED", "SEEN")
OFFER_STATUS = ("PENDING", "OFFERED", "ACCEPTED", "DECLINED", "EXPIRED", "SUPERSEDED")
MEMBER_TIMES = (
    "empathy_consented_at", "empathy_validated_at", "exchange_completed_at", "finished_at", "acted_at", "remind_at",
)  # fmt: skip
TABLES = ("attempts", "statements", "drafts", "offers", "results", "guidances", "validations", "consents")


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
    with op.batch_alter_table("messages") as messages:
        messages.add_column(sa.Column("cause", sa.String(length=120), nullable=True))
        messages.alter_column(
            "role", existing_type=sa.String(32), type_=sa.String(64), existing_nullable=False
        )
        messages.create_unique_constraint(
            op.f("uq_messages_session_id_side_cause"), ["session_id", "side", "cause"]
        )
    with op.batch_alter_table("inbox") as inbox:
        inbox.alter_column("type", existing_type=sa.String(32), type_=sa.String(64), existing_nullable=False)
    with op.batch_alter_table("mails") as mails:
        mails.add_column(sa.Column("session_id", sa.Uuid(), nullable=True))
        mails.create_foreign_key(
            op.f("fk_mails_session_id"), "sessions", ["session_id"], ["id"], ondelete="CASCADE"
        )
    with op.batch_alter_table("sessions") as sessions:
        # The journal itself knows how far it has come.
        sessions.drop_column("journal_seq")
    create_attempts()
    create_offers()
    create_ledger()
    create_findings()
    begin_attempts()


def grow_members() -> None:
    with op.batch_alter_table("members") as members:
        for column in MEMBER_TIMES:
            members.add_column(sa.Column(column, UtcTime(), nullable=True))
        members.add_column(sa.Column("reminders", sa.SmallInteger(), server_default="0", nullable=False))
        members.add_column(sa.Column("pending", Json, server_default="[]", nullable=False))
        members.add_column(sa.Column("badge", sa.Integer(), server_default="0", nullable=False))
        members.create_index(op.f("ix_members_remind_at"), ["remind_at"])


def places(table: str, *more: str) -> sa.TableClause:
    columns = [sa.column(name, sa.Uuid()) for name in ("session_id", *more)]
    return sa.table(table, *columns, sa.column("side", sa.String()))


def begin_attempts() -> None:
    """Every member has an attempt from the beginning."""
    bind, members, attempts = op.get_bind(), places("members"), places("attempts", "id")
    rows = [
        {"session_id": row.session_id, "side": row.side, "id": uuid4()}
        for row in bind.execute(sa.select(members.c.session_id, members.c.side)).all()
    ]
    if rows:
        bind.execute(sa.insert(attempts), rows)


def create_attempts() -> None:
    op.create_table(
        "attempts",
        *room("attempts"),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("status", one_of("status", *STATUS), nullable=True),
        sa.Column("reason", one_of("reason", *REASON), nullable=True),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("statement", sa.Text(), server_default="", nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("analysed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("revealed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("rounds", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("missed", sa.Boolean(), nullable=True),
        sa.Column("verdict", one_of("verdict", *VERDICT), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("kept", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("stuck", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("since", UtcTime(), nullable=True),
        sa.Column("reads_since", UtcTime(), nullable=True),
        sa.Column("sent_at", UtcTime(), nullable=True),
        sa.Column("revealed_at", UtcTime(), nullable=True),
        sa.Column("delivery", one_of("delivery", *DELIVERY), server_default="PENDING", nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_attempts")),
        sa.UniqueConstraint("id", name=op.f("uq_attempts_id")),
    )
    op.create_index(op.f("ix_attempts_status_since"), "attempts", ["status", "since"])
    op.create_table(
        "statements",
        *room("statements"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("feelings", Json, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", "revision", name=op.f("pk_statements")),
    )
    op.create_table(
        "drafts",
        *room("drafts"),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("ready_to_share", sa.Boolean(), nullable=False),
        sa.Column("feelings", Json, nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_drafts")),
    )


def create_offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.Uuid(), nullable=False),
        *room("offers"),
        sa.Column("iteration", sa.Integer(), nullable=False),
        sa.Column("status", one_of("offerstatus", *OFFER_STATUS), nullable=False),
        sa.Column("suggestion", sa.Text(), nullable=True),
        sa.Column("area", sa.String(length=40), nullable=True),
        sa.Column("shared", sa.Text(), nullable=False),
        sa.Column("coached", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("delivery", one_of("delivery", *DELIVERY), nullable=False),
        sa.Column("made_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=True),
        sa.Column("shared_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sa.UniqueConstraint(
            "session_id", "side", "iteration", name=op.f("uq_offers_session_id_side_iteration")
        ),
    )
    op.create_index(op.f("ix_offers_expires_at"), "offers", ["expires_at"])
    is_open = sa.text("status IN ('PENDING', 'OFFERED')")
    op.create_index(
        "uq_offers_open",
        "offers",
        ["session_id", "side"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def create_ledger() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("side", one_of("side", *SIDE), nullable=False),
        sa.Column("target_type", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("granted_at", UtcTime(), nullable=False),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.Column("seen_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_consents_session_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_consents_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
        sa.UniqueConstraint(
            "session_id",
            "side",
            "target_type",
            "number",
            name=op.f("uq_consents_session_id_side_target_type_number"),
        ),
    )
    op.create_index(op.f("ix_consents_user_id"), "consents", ["user_id"])


def create_findings() -> None:
    op.create_table(
        "results",
        *room("results"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("iteration", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=True),
        sa.Column("analysis", Json, nullable=True),
        sa.Column("action", sa.String(length=32), nullable=True),
        sa.Column("overruled", sa.Boolean(), nullable=True),
        sa.Column("drafted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("suggestion", sa.Text(), nullable=True),
        sa.Column("breaker", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("applied_at", UtcTime(), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", "revision", "iteration", name=op.f("pk_results")),
    )
    op.create_table(
        "guidances",
        *room("guidances"),
        sa.Column("area", sa.String(length=40), nullable=True),
        sa.Column("guidance", sa.String(length=40), nullable=True),
        sa.Column("seed", sa.String(length=60), nullable=True),
        sa.Column("confirmed", Json, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_guidances")),
    )
    op.create_table(
        "validations",
        *room("validations"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rating", one_of("verdict", *VERDICT), nullable=False),
        sa.Column("feedback", sa.Text(), nullable=True),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", "number", name=op.f("pk_validations")),
    )


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    op.execute("DELETE FROM inbox WHERE type LIKE 'empathy.%' OR type LIKE 'notification.%'")
    op.execute("DELETE FROM messages WHERE role NOT IN ('USER', 'AI')")
    op.execute("DELETE FROM mails WHERE session_id IS NOT NULL")
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("journal_seq", BigId, nullable=False, server_default="0"))
    op.execute(
        "UPDATE sessions SET journal_seq = "
        "(SELECT COALESCE(MAX(seq), 0) FROM journal WHERE journal.session_id = sessions.id)"
    )
    with op.batch_alter_table("mails") as mails:
        mails.drop_constraint(op.f("fk_mails_session_id"), type_="foreignkey")
        mails.drop_column("session_id")
    with op.batch_alter_table("inbox") as inbox:
        inbox.alter_column("type", existing_type=sa.String(64), type_=sa.String(32), existing_nullable=False)
    with op.batch_alter_table("messages") as messages:
        messages.drop_constraint(op.f("uq_messages_session_id_side_cause"), type_="unique")
        messages.alter_column(
            "role", existing_type=sa.String(64), type_=sa.String(32), existing_nullable=False
        )
        messages.drop_column("cause")
    with op.batch_alter_table("members") as members:
        members.drop_index(op.f("ix_members_remind_at"))
        for column in (*MEMBER_TIMES, "reminders", "pending", "badge"):
            members.drop_column(column)

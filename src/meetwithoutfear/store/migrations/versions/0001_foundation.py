"""The foundation: people, sessions, invitations, chats, inboxes, jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import BigId, Json, UtcTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", BigId, nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=True),
        sa.Column("payload", Json, nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "READY", "DONE", "DEAD", name="jobstate", native_enum=False, create_constraint=True, length=32
            ),
            nullable=False,
        ),
        sa.Column("run_at", UtcTime(), nullable=False),
        sa.Column("lease", sa.Uuid(), nullable=True),
        sa.Column("leased_until", UtcTime(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("deaths", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=200), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(
        "ix_jobs_due",
        "jobs",
        ["run_at"],
        unique=False,
        sqlite_where=sa.text("state = 'READY'"),
        postgresql_where=sa.text("state = 'READY'"),
    )
    op.create_index(
        "uq_jobs_key",
        "jobs",
        ["kind", "key"],
        unique=True,
        sqlite_where=sa.text("state = 'READY'"),
        postgresql_where=sa.text("state = 'READY'"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "INVITED",
                "ACTIVE",
                "ENDED",
                name="sessionstatus",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("partner_name", sa.String(length=80), nullable=False),
        sa.Column("topic", sa.String(length=200), nullable=True),
        sa.Column("invitation_id", sa.Uuid(), nullable=True),
        sa.Column("journal_seq", BigId, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("locale", sa.String(length=35), nullable=True),
        sa.Column("region", sa.String(length=2), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=True),
        sa.Column("inbox_seq", BigId, nullable=False),
        sa.Column("inbox_forgotten", BigId, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("last_seen_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_devices_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_devices_token_hash")),
    )
    op.create_index(op.f("ix_devices_user_id"), "devices", ["user_id"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("status_code", sa.SmallInteger(), nullable=False),
        sa.Column("ids", Json, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_idempotency_keys_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("seq", BigId, nullable=False),
        sa.Column("type", sa.String(length=32), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("data", Json, nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_inbox_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "seq", name=op.f("pk_inbox")),
    )
    op.create_index(op.f("ix_inbox_at"), "inbox", ["at"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "OPEN",
                "ACCEPTED",
                "DECLINED",
                "REPLACED",
                name="invitationstatus",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.LargeBinary(length=32), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_invitations_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_index(
        "uq_invitations_open",
        "invitations",
        ["session_id"],
        unique=True,
        sqlite_where=sa.text("status = 'OPEN'"),
        postgresql_where=sa.text("status = 'OPEN'"),
    )
    op.create_table(
        "journal",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("seq", BigId, nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column(
            "side",
            sa.Enum("INVITER", "INVITEE", name="side", native_enum=False, create_constraint=True, length=32),
            nullable=True,
        ),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_journal_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session_id", "seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "members",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column(
            "side",
            sa.Enum("INVITER", "INVITEE", name="side", native_enum=False, create_constraint=True, length=32),
            nullable=False,
        ),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("joined_at", UtcTime(), nullable=False),
        sa.Column("compact_signed_at", UtcTime(), nullable=True),
        sa.Column("paused_at", UtcTime(), nullable=True),
        sa.Column("archived_at", UtcTime(), nullable=True),
        sa.Column("left_at", UtcTime(), nullable=True),
        sa.Column("version", BigId, nullable=False),
        sa.Column("message_seq", BigId, nullable=False),
        sa.Column("last_activity_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_members_session_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_members_user_id")),
        sa.PrimaryKeyConstraint("session_id", "side", name=op.f("pk_members")),
        sa.UniqueConstraint("session_id", "user_id", name=op.f("uq_members_session_id_user_id")),
    )
    op.create_index(
        op.f("ix_members_user_id_last_activity_at"), "members", ["user_id", "last_activity_at"], unique=False
    )
    op.create_table(
        "sign_in_links",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sign_in_links_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sign_in_links")),
    )
    op.create_index(op.f("ix_sign_in_links_user_id"), "sign_in_links", ["user_id"], unique=False)
    op.create_table(
        "mails",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("invitation_id", sa.Uuid(), nullable=True),
        sa.Column("handed_over_at", UtcTime(), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitations.id"], name=op.f("fk_mails_invitation_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_mails_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column(
            "side",
            sa.Enum("INVITER", "INVITEE", name="side", native_enum=False, create_constraint=True, length=32),
            nullable=False,
        ),
        sa.Column("seq", BigId, nullable=False),
        sa.Column(
            "role",
            sa.Enum("AI", name="role", native_enum=False, create_constraint=True, length=32),
            nullable=False,
        ),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("stage", sa.SmallInteger(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id", "side"],
            ["members.session_id", "members.side"],
            name=op.f("fk_messages_session_id_side"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("session_id", "side", "seq", name=op.f("uq_messages_session_id_side_seq")),
    )


def downgrade() -> None:
    for table in (
        "messages",
        "mails",
        "sign_in_links",
        "members",
        "journal",
        "invitations",
        "inbox",
        "idempotency_keys",
        "devices",
        "users",
        "sessions",
        "jobs",
    ):
        op.drop_table(table)

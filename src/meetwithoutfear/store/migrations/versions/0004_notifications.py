"""What is told outside the app: notifications, preferences, push subscriptions; mails say what they are about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import Json, UtcTime

revision = "0004"
down_revision = "0003"

SIDE = sa.Enum("INVITER", "INVITEE", name="side", native_enum=False, create_constraint=True, length=32)


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("side", SIDE, nullable=False),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=True),
        sa.Column("noted_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id", "side"],
            ["members.session_id", "members.side"],
            name=op.f("fk_notifications_session_id_side"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
    )
    op.create_index(op.f("ix_notifications_session_id_side"), "notifications", ["session_id", "side"])
    op.create_table(
        "notification_preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.Boolean(), nullable=False),
        sa.Column("push", sa.Boolean(), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_to", sa.Time(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_preferences_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notification_preferences")),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(65), nullable=False),
        sa.Column("auth", sa.LargeBinary(16), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_push_subscriptions_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_user_id"), "push_subscriptions", ["user_id"])
    with op.batch_alter_table("mails") as mails:
        mails.add_column(sa.Column("types", Json, nullable=True))
        mails.add_column(sa.Column("subscription_id", sa.Uuid(), nullable=True))
        mails.create_foreign_key(
            op.f("fk_mails_subscription_id"),
            "push_subscriptions",
            ["subscription_id"],
            ["id"],
            ondelete="CASCADE",
        )
    op.execute("""UPDATE mails SET types = '["reminder"]' WHERE session_id IS NOT NULL""")


def downgrade() -> None:
    op.execute("DELETE FROM mails WHERE subscription_id IS NOT NULL")
    with op.batch_alter_table("mails") as mails:
        mails.drop_constraint(op.f("fk_mails_subscription_id"), type_="foreignkey")
        mails.drop_column("subscription_id")
        mails.drop_column("types")
    for table in ("push_subscriptions", "notification_preferences", "notifications"):
        op.drop_table(table)

"""Whose an account is: proven addresses, links with one purpose each, letters about the account, devices that are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import UtcTime

revision = "0007"
down_revision = "0006"

PURPOSE = ("SIGN_IN", "NEW_PASSWORD", "NEW_EMAIL")
LETTER = (
    "WELCOME", "SIGN_IN", "NEW_PASSWORD", "NEW_EMAIL", "PASSWORD_CHANGED", "EMAIL_CHANGED", "SIGNED_OUT",
)  # fmt: skip


def one_of(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)


def upgrade() -> None:
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("proven_at", UtcTime(), nullable=True))
        users.add_column(sa.Column("inherited_at", UtcTime(), nullable=True))
    with op.batch_alter_table("devices") as devices:
        devices.add_column(sa.Column("linked_at", UtcTime(), nullable=True))
    # They live for half an hour; whoever waits for one asks again.
    op.drop_table("sign_in_links")
    op.create_table(
        "links",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", one_of("purpose", *PURPOSE), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_links_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_links")),
    )
    op.create_index(op.f("ix_links_user_id"), "links", ["user_id"])
    with op.batch_alter_table("mails") as mails:
        mails.add_column(sa.Column("letter", one_of("letter", *LETTER), nullable=True))
        mails.add_column(sa.Column("email", sa.String(254), nullable=True))
    op.execute("UPDATE mails SET letter = 'SIGN_IN' WHERE user_id IS NOT NULL AND session_id IS NULL")
    # Nobody can tell on which device each was made.
    op.execute("DELETE FROM push_subscriptions")
    with op.batch_alter_table("push_subscriptions") as subscriptions:
        subscriptions.add_column(sa.Column("device_id", sa.Uuid(), nullable=False))
        subscriptions.create_foreign_key(
            op.f("fk_push_subscriptions_device_id"), "devices", ["device_id"], ["id"], ondelete="CASCADE"
        )
        subscriptions.create_index(op.f("ix_push_subscriptions_device_id"), ["device_id"])


def downgrade() -> None:
    with op.batch_alter_table("push_subscriptions") as subscriptions:
        subscriptions.drop_index(op.f("ix_push_subscriptions_device_id"))
        subscriptions.drop_constraint(op.f("fk_push_subscriptions_device_id"), type_="foreignkey")
        subscriptions.drop_column("device_id")
    # What the older program would take for a sign-in link.
    op.execute("DELETE FROM mails WHERE letter IS NOT NULL AND letter <> 'SIGN_IN'")
    with op.batch_alter_table("mails") as mails:
        mails.drop_constraint(op.f("ck_mails_letter"), type_="check")
        mails.drop_column("email")
        mails.drop_column("letter")
    op.drop_table("links")
    op.create_table(
        "sign_in_links",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sign_in_links_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sign_in_links")),
    )
    op.create_index(op.f("ix_sign_in_links_user_id"), "sign_in_links", ["user_id"])
    with op.batch_alter_table("devices") as devices:
        devices.drop_column("linked_at")
    with op.batch_alter_table("users") as users:
        users.drop_column("inherited_at")
        users.drop_column("proven_at")

"""Which of their own sentences a member asked to leave out of every draft."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

SIDE = sa.Enum("INVITER", "INVITEE", name="side", native_enum=False, create_constraint=True, length=32)


def upgrade() -> None:
    op.create_table(
        "left_out",
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("side", SIDE, nullable=False),
        sa.PrimaryKeyConstraint("message_id", "start", name=op.f("pk_left_out")),
        sa.ForeignKeyConstraint(
            ["message_id"], ["messages.id"], name=op.f("fk_left_out_message_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id", "side"],
            ["members.session_id", "members.side"],
            name=op.f("fk_left_out_session_id_side"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_left_out_session_id_side"), "left_out", ["session_id", "side"])


def downgrade() -> None:
    op.drop_table("left_out")

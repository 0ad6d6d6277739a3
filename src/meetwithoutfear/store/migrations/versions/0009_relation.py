"""What the two are to each other, as each of the members says, and what they said first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

RELATION = (
    "COUPLE", "FORMER_COUPLE", "PARENT_AND_CHILD", "RELATIVES", "FRIENDS", "FLATMATES", "COLLEAGUES", "FOUNDERS", "OTHER",
)  # fmt: skip


def upgrade() -> None:
    kind = sa.Enum(*RELATION, name="relation", native_enum=False, create_constraint=True, length=32)
    with op.batch_alter_table("members") as members:
        members.add_column(sa.Column("relation", kind, nullable=True))
        members.add_column(sa.Column("first_relation", sa.String(64), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("members") as members:
        members.drop_constraint(op.f("ck_members_relation"), type_="check")
        members.drop_column("relation")
        members.drop_column("first_relation")

"""On which occasions somebody was asked about danger, and whether they wanted help."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_screenings"
down_revision = "0002_place"


def upgrade() -> None:
    op.create_table(
        "screenings",
        sa.Column("user_id", sa.Uuid, nullable=False),
        sa.Column("occasion", sa.String(32), nullable=False),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("help_wanted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "occasion", name=op.f("pk_screenings")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_screenings_user_id"), ondelete="CASCADE"
        ),
        sa.CheckConstraint("occasion IN ('BEGINNING', 'FIRST_CONSENT')", name=op.f("ck_screenings_occasion")),
    )


def downgrade() -> None:
    op.drop_table("screenings")

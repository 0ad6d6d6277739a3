"""Where an agreement is kept to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_place"
down_revision = "0001_schema"


def upgrade() -> None:
    op.add_column("agreement_versions", sa.Column("place", sa.Text))


def downgrade() -> None:
    op.drop_column("agreement_versions", "place")

"""Of which steps of a member the other one has learnt, so that they learn of each once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import Json

revision = "0008"
down_revision = "0007"

GATES = {
    "needs_shared_at": "needsShared",
    "strategies_submitted_at": "strategiesSubmitted",
    "rankings_submitted_at": "rankingsSubmitted",
}


def upgrade() -> None:
    with op.batch_alter_table("members") as members:
        members.add_column(sa.Column("told", Json, nullable=False, server_default="[]"))
    table = sa.table("members", sa.column("told", Json), *(sa.column(name) for name in GATES))
    for number in range(1, 2 ** len(GATES)):
        passed = [name for place, name in enumerate(GATES) if number >> place & 1]
        here = [table.c[name].is_not(None) if name in passed else table.c[name].is_(None) for name in GATES]
        op.execute(sa.update(table).where(*here).values(told=[GATES[name] for name in passed]))


def downgrade() -> None:
    with op.batch_alter_table("members") as members:
        members.drop_column("told")

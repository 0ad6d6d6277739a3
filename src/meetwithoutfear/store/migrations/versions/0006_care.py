"""Care as a state of a member's conversation; what arrives for them meanwhile has no number yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import BigId, Json, UtcTime

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("members") as members:
        members.add_column(sa.Column("care", Json, nullable=True))
    in_words = (
        '{"label": null, "since": "2026-01-01T00:00:00+00:00", "language": "en", "urgent": false, "asked": null, '
        '"figure": false, "said": []}'
    )
    held = sa.text("UPDATE members SET care = :care WHERE held_at IS NOT NULL")
    op.get_bind().execute(held.bindparams(sa.bindparam("care", in_words, literal_execute=True)))
    with op.batch_alter_table("members") as members:
        members.drop_column("held_at")
    with op.batch_alter_table("messages") as messages:
        messages.alter_column("seq", existing_type=BigId, nullable=True)


def downgrade() -> None:
    op.execute(sa.text("DELETE FROM messages WHERE seq IS NULL"))
    with op.batch_alter_table("messages") as messages:
        messages.alter_column("seq", existing_type=BigId, nullable=False)
    with op.batch_alter_table("members") as members:
        members.add_column(sa.Column("held_at", UtcTime(), nullable=True))
    op.execute(sa.text("UPDATE members SET held_at = joined_at WHERE care IS NOT NULL"))
    with op.batch_alter_table("members") as members:
        members.drop_column("care")

"""What all tables have in common."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def own_room() -> sa.ForeignKeyConstraint:
    """What belongs to one member in one session, and goes with them."""
    return sa.ForeignKeyConstraint(
        ["session_id", "side"], ["members.session_id", "members.side"], ondelete="CASCADE"
    )

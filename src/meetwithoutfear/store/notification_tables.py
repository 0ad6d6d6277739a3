"""The tables of what is told outside the app: what is still to be told, and how somebody wants to be told."""

from __future__ import annotations

import sqlalchemy as sa

from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.schema import metadata, own_room
from meetwithoutfear.store.types import UtcTime, choice

notifications = sa.Table(
    "notifications",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("session_id", sa.Uuid, nullable=False),
    sa.Column("side", choice(Side), nullable=False),
    sa.Column("type", sa.String(64), nullable=False),
    sa.Column("item_id", sa.Uuid),
    sa.Column("noted_at", UtcTime, nullable=False),
    own_room(),
    sa.Index(None, "session_id", "side"),
)

notification_preferences = sa.Table(
    "notification_preferences",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("email", sa.Boolean, nullable=False),
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("quiet_from", sa.Time),
    sa.Column("quiet_to", sa.Time),
)

push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("device_id", sa.ForeignKey("devices.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
    sa.Column("p256dh", sa.LargeBinary(65), nullable=False),
    sa.Column("auth", sa.LargeBinary(16), nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

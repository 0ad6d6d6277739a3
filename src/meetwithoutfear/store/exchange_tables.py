"""The tables of the empathy exchange."""

from __future__ import annotations

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.exchange import Delivery, OfferStatus, Reason, Status, Verdict
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.schema import metadata, own_room
from meetwithoutfear.store.types import Json, UtcTime, choice

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("id", sa.Uuid, nullable=False, unique=True),
    sa.Column("status", choice(Status)),
    sa.Column("reason", choice(Reason)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("statement", sa.Text, nullable=False, server_default=""),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("analysed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("revealed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("rounds", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("missed", sa.Boolean),
    sa.Column("verdict", choice(Verdict)),
    sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("kept", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("stuck", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("since", UtcTime),
    sa.Column("reads_since", UtcTime),
    sa.Column("sent_at", UtcTime),
    sa.Column("revealed_at", UtcTime),
    sa.Column("delivery", choice(Delivery), nullable=False, server_default="PENDING"),
    own_room(),
    sa.Index(None, "status", "since"),
)

statements = sa.Table(
    "statements",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("feelings", Json, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
    own_room(),
)

drafts = sa.Table(
    "drafts",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("ready_to_share", sa.Boolean, nullable=False),
    sa.Column("feelings", Json, nullable=False),
    sa.Column("own", sa.Boolean, nullable=False),
    sa.Column("updated_at", UtcTime, nullable=False),
    own_room(),
)

offers = sa.Table(
    "offers",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("session_id", sa.Uuid, nullable=False),
    sa.Column("side", choice(Side), nullable=False),
    sa.Column("iteration", sa.Integer, nullable=False),
    sa.Column("status", choice(OfferStatus), nullable=False),
    sa.Column("suggestion", sa.Text),
    sa.Column("area", sa.String(40)),
    sa.Column("shared", sa.Text, nullable=False),
    sa.Column("coached", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.Column("delivery", choice(Delivery), nullable=False),
    sa.Column("made_at", UtcTime, nullable=False),
    sa.Column("expires_at", UtcTime, index=True),
    sa.Column("shared_at", UtcTime),
    own_room(),
    sa.UniqueConstraint("session_id", "side", "iteration"),
)
IS_OPEN = offers.c.status.in_([OfferStatus.PENDING, OfferStatus.OFFERED])
sa.Index(
    "uq_offers_open",
    offers.c.session_id,
    offers.c.side,
    unique=True,
    sqlite_where=IS_OPEN,
    postgresql_where=IS_OPEN,
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("iteration", sa.Integer, primary_key=True),
    sa.Column("engine", sa.String(32)),
    sa.Column("analysis", Json),
    sa.Column("action", sa.String(32)),
    sa.Column("overruled", sa.Boolean),
    sa.Column("drafted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("suggestion", sa.Text),
    sa.Column("breaker", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("applied_at", UtcTime),
    sa.Column("created_at", UtcTime, nullable=False),
    own_room(),
)

guidances = sa.Table(
    "guidances",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("area", sa.String(40)),
    sa.Column("guidance", sa.String(40)),
    sa.Column("seed", sa.String(60)),
    sa.Column("confirmed", Json, nullable=False),
    own_room(),
)

validations = sa.Table(
    "validations",
    metadata,
    sa.Column("session_id", sa.Uuid, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rating", choice(Verdict), nullable=False),
    sa.Column("feedback", sa.Text),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
    own_room(),
)

consents = sa.Table(
    "consents",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("session_id", sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    sa.Column("side", choice(Side), nullable=False),
    sa.Column("target_type", choice(ConsentTarget, checked=False), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("object_id", sa.Uuid),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("granted_at", UtcTime, nullable=False),
    sa.Column("revoked_at", UtcTime),
    sa.Column("seen_at", UtcTime),
    sa.UniqueConstraint("session_id", "side", "target_type", "number"),
)

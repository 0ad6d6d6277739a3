"""The tables of the last two stages: needs and common ground, the pool of ideas and its rankings, agreements with all their
wordings, and how they went."""

from __future__ import annotations

import sqlalchemy as sa

from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import GroundKind, Source
from meetwithoutfear.domain.repair.agreement import AgreementStatus, AgreementType, Done, Wish
from meetwithoutfear.domain.repair.pool import Origin
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.schema import metadata, own_room
from meetwithoutfear.store.types import Json, UtcTime, choice


def of_session() -> sa.Column[object]:
    return sa.Column(
        "session_id", sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False, index=True
    )


needs = sa.Table(
    "needs",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("session_id", sa.Uuid, nullable=False),
    sa.Column("side", choice(Side), nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("need", sa.Text, nullable=False),
    sa.Column("category", choice(NeedCategory), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("evidence", Json, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("source", choice(Source), nullable=False),
    sa.Column("confidence", sa.Float),
    sa.Column("shared_at", UtcTime),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    own_room(),
    sa.Index(None, "session_id", "side"),
)

common_ground = sa.Table(
    "common_ground",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", choice(GroundKind), nullable=False),
    sa.Column("need", sa.Text, nullable=False),
    sa.Column("category", choice(NeedCategory)),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("proposed_by", choice(Side)),
    sa.Column("confirmed_inviter_at", UtcTime),
    sa.Column("confirmed_invitee_at", UtcTime),
)

strategies = sa.Table(
    "strategies",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(),
    sa.Column("owner", choice(Side)),
    sa.Column("origin", choice(Origin), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("needs", Json, nullable=False),
    sa.Column("duration", sa.Text),
    sa.Column("measure", sa.Text),
    sa.Column("experiment", sa.String(80)),
    sa.Column("round", sa.Integer),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
)

rankings = sa.Table(
    "rankings",
    metadata,
    sa.Column("session_id", sa.ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("strategy_id", sa.ForeignKey("strategies.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
)

agreements = sa.Table(
    "agreements",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(),
    sa.Column("strategy_id", sa.Uuid),
    sa.Column("type", choice(AgreementType), nullable=False),
    sa.Column("status", choice(AgreementStatus), nullable=False),
    sa.Column("proposed_by", choice(Side), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("agreed_inviter_at", UtcTime),
    sa.Column("agreed_invitee_at", UtcTime),
    sa.Column("agreed_at", UtcTime),
    sa.Column("check", sa.Integer, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

agreement_versions = sa.Table(
    "agreement_versions",
    metadata,
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("by", choice(Side), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("duration", sa.Text),
    sa.Column("measure", sa.Text),
    sa.Column("follow_up", sa.Date),
    sa.Column("created_at", UtcTime, nullable=False),
)

check_ins = sa.Table(
    "check_ins",
    metadata,
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("check", sa.Integer, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("done", choice(Done), nullable=False),
    sa.Column("wish", choice(Wish), nullable=False),
    sa.Column("felt", sa.Text),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("at", UtcTime, nullable=False),
)

"""The tables of Stages 2 to 4: the empathy exchange and the ledger of consents; needs and common ground, the pool of ideas
and its rankings, agreements with all their wordings, and how they went."""

from __future__ import annotations

import sqlalchemy as sa

from meetwithoutfear.domain.consents import ConsentTarget
from meetwithoutfear.domain.empathy.exchange import Delivery, OfferStatus, Reason, Status, Verdict
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.needs.need import GroundKind, Source
from meetwithoutfear.domain.repair.agreement import AgreementStatus, AgreementType, Done, Wish
from meetwithoutfear.domain.repair.pool import Origin
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.schema import (
    Json,
    SealedJson,
    SealedText,
    UtcTime,
    choice,
    of_session,
    of_user,
    own_room,
    table,
)

attempts = table(
    "attempts",
    *own_room(primary_key=True),
    sa.Column("id", sa.Uuid, nullable=False, unique=True),
    sa.Column("status", choice(Status)),
    sa.Column("reason", choice(Reason)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("statement", SealedText, nullable=False, server_default=""),
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
    sa.Index(None, "status", "since"),
)

statements = table(
    "statements",
    *own_room(primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("content", SealedText, nullable=False),
    sa.Column("feelings", SealedJson, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

drafts = table(
    "drafts",
    *own_room(primary_key=True),
    sa.Column("content", SealedText, nullable=False),
    sa.Column("ready_to_share", sa.Boolean, nullable=False),
    sa.Column("feelings", SealedJson, nullable=False),
    sa.Column("own", sa.Boolean, nullable=False),
    sa.Column("updated_at", UtcTime, nullable=False),
)

offers = table(
    "offers",
    sa.Column("id", sa.Uuid, primary_key=True),
    *own_room(),
    sa.Column("iteration", sa.Integer, nullable=False),
    sa.Column("status", choice(OfferStatus), nullable=False),
    sa.Column("suggestion", SealedText),
    sa.Column("area", sa.String(40)),
    sa.Column("shared", SealedText, nullable=False),
    sa.Column("coached", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.Column("delivery", choice(Delivery), nullable=False),
    sa.Column("made_at", UtcTime, nullable=False),
    sa.Column("expires_at", UtcTime, index=True),
    sa.Column("shared_at", UtcTime),
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

results = table(
    "results",
    *own_room(primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("iteration", sa.Integer, primary_key=True),
    sa.Column("engine", sa.String(32)),
    sa.Column("analysis", SealedJson),
    sa.Column("action", sa.String(32)),
    sa.Column("overruled", sa.Boolean),
    sa.Column("drafted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("suggestion", SealedText),
    sa.Column("breaker", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("applied_at", UtcTime),
    sa.Column("created_at", UtcTime, nullable=False),
)

guidances = table(
    "guidances",
    *own_room(primary_key=True),
    sa.Column("area", sa.String(40)),
    sa.Column("guidance", sa.String(40)),
    sa.Column("seed", sa.String(60)),
    sa.Column("confirmed", Json, nullable=False),
)

validations = table(
    "validations",
    *own_room(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rating", choice(Verdict), nullable=False),
    sa.Column("feedback", SealedText),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

consents = table(
    "consents",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_user(nullable=False, index=True),
    of_session(nullable=False),
    sa.Column("side", choice(Side), nullable=False),
    sa.Column("target_type", choice(ConsentTarget, checked=False), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("object_id", sa.Uuid),
    sa.Column("content", SealedText, nullable=False),
    sa.Column("granted_at", UtcTime, nullable=False),
    sa.Column("revoked_at", UtcTime),
    sa.Column("seen_at", UtcTime),
    sa.UniqueConstraint("session_id", "side", "target_type", "number"),
)

needs = table(
    "needs",
    sa.Column("id", sa.Uuid, primary_key=True),
    *own_room(),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("need", SealedText, nullable=False),
    sa.Column("category", choice(NeedCategory), nullable=False),
    sa.Column("description", SealedText, nullable=False),
    sa.Column("evidence", SealedJson, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("source", choice(Source), nullable=False),
    sa.Column("confidence", sa.Float),
    sa.Column("shared_at", UtcTime),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.Index(None, "session_id", "side"),
)

common_ground = table(
    "common_ground",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", choice(GroundKind), nullable=False),
    sa.Column("need", SealedText, nullable=False),
    sa.Column("category", choice(NeedCategory)),
    sa.Column("description", SealedText, nullable=False),
    sa.Column("proposed_by", choice(Side)),
    sa.Column("confirmed_inviter_at", UtcTime),
    sa.Column("confirmed_invitee_at", UtcTime),
)

strategies = table(
    "strategies",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(nullable=False, index=True),
    sa.Column("owner", choice(Side)),
    sa.Column("origin", choice(Origin), nullable=False),
    sa.Column("description", SealedText, nullable=False),
    sa.Column("needs", SealedJson, nullable=False),
    sa.Column("duration", SealedText),
    sa.Column("measure", SealedText),
    sa.Column("experiment", sa.String(80)),
    sa.Column("round", sa.Integer),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
)

rankings = table(
    "rankings",
    of_session(primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("strategy_id", sa.ForeignKey("strategies.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
)

agreements = table(
    "agreements",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(nullable=False, index=True),
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

agreement_versions = table(
    "agreement_versions",
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("by", choice(Side), nullable=False),
    sa.Column("description", SealedText, nullable=False),
    sa.Column("duration", SealedText),
    sa.Column("measure", SealedText),
    sa.Column("follow_up", sa.Date),
    sa.Column("created_at", UtcTime, nullable=False),
)

check_ins = table(
    "check_ins",
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("check", sa.Integer, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("done", choice(Done), nullable=False),
    sa.Column("wish", choice(Wish), nullable=False),
    sa.Column("felt", SealedText),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("at", UtcTime, nullable=False),
)

"""The tables of Stages 2 to 4: the empathy exchange and the ledger of consents; needs and common ground, the pool of ideas
and its rankings, agreements with all their wordings, and how they went."""

from __future__ import annotations

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Delivery, OfferStatus, Reason, Status, Verdict
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.moves import ConsentTarget
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
    optional,
    own_id,
    own_room,
    partial_index,
    required,
    table,
)

attempts = table(
    "attempts",
    own_room(primary_key=True),
    required(sa.Uuid, "id", unique=True),
    optional(choice(Status), "status"),
    optional(choice(Reason), "reason"),
    required(sa.Integer, "revision", server_default="0"),
    required(SealedText, "statement", server_default=""),
    required(sa.Integer, "attempts", server_default="0"),
    required(sa.Boolean, "analysed", "revealed", server_default=sa.false()),
    required(sa.SmallInteger, "rounds", server_default="0"),
    optional(sa.Boolean, "missed"),
    optional(choice(Verdict), "verdict"),
    required(sa.Boolean, "withdrawn", "kept", "stuck", server_default=sa.false()),
    optional(UtcTime, "since", "reads_since", "sent_at", "revealed_at"),
    required(choice(Delivery), "delivery", server_default="PENDING"),
    sa.Index(None, "status", "since"),
)

statements = table(
    "statements",
    own_room(primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    required(SealedText, "content"),
    required(SealedJson, "feelings"),
    required(UtcTime, "created_at"),
)

drafts = table(
    "drafts",
    own_room(primary_key=True),
    required(SealedText, "content"),
    required(sa.Boolean, "ready_to_share"),
    required(SealedJson, "feelings"),
    required(sa.Boolean, "own"),
    required(UtcTime, "updated_at"),
)

offers = table(
    "offers",
    own_id(),
    own_room(),
    required(sa.Integer, "iteration"),
    required(choice(OfferStatus), "status"),
    optional(SealedText, "suggestion"),
    optional(sa.String(40), "area"),
    required(SealedText, "shared"),
    required(sa.Boolean, "coached", server_default=sa.false()),
    required(sa.Boolean, "withdrawn"),
    required(choice(Delivery), "delivery"),
    required(UtcTime, "made_at"),
    optional(UtcTime, "expires_at", index=True),
    optional(UtcTime, "shared_at"),
    sa.UniqueConstraint("session_id", "side", "iteration"),
)
IS_OPEN = offers.c.status.in_([OfferStatus.PENDING, OfferStatus.OFFERED])
partial_index("uq_offers_open", offers.c.session_id, offers.c.side, where=IS_OPEN, unique=True)

results = table(
    "results",
    own_room(primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("iteration", sa.Integer, primary_key=True),
    optional(sa.String(32), "engine"),
    optional(SealedJson, "analysis"),
    optional(sa.String(32), "action"),
    optional(sa.Boolean, "overruled"),
    required(sa.Boolean, "drafted", server_default=sa.false()),
    optional(SealedText, "suggestion"),
    required(sa.Boolean, "breaker", server_default=sa.false()),
    optional(UtcTime, "applied_at"),
    required(UtcTime, "created_at"),
)

guidances = table(
    "guidances",
    own_room(primary_key=True),
    optional(sa.String(40), "area", "guidance"),
    optional(sa.String(60), "seed"),
    required(Json, "confirmed"),
)

validations = table(
    "validations",
    own_room(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    required(choice(Verdict), "rating"),
    optional(SealedText, "feedback"),
    required(sa.Boolean, "shared"),
    required(UtcTime, "created_at"),
)

consents = table(
    "consents",
    own_id(),
    of_user(nullable=False, index=True),
    of_session(nullable=False),
    required(choice(Side), "side"),
    required(choice(ConsentTarget, checked=False), "target_type"),
    required(sa.Integer, "number"),
    optional(sa.Uuid, "object_id"),
    required(SealedText, "content"),
    required(UtcTime, "granted_at"),
    optional(UtcTime, "revoked_at", "seen_at"),
    sa.UniqueConstraint("session_id", "side", "target_type", "number"),
)

needs = table(
    "needs",
    own_id(),
    own_room(),
    required(sa.Integer, "place"),
    required(SealedText, "need"),
    required(choice(NeedCategory), "category"),
    required(SealedText, "description"),
    required(SealedJson, "evidence"),
    required(sa.Boolean, "confirmed"),
    required(choice(Source), "source"),
    optional(sa.Float, "confidence"),
    optional(UtcTime, "shared_at"),
    required(sa.Boolean, "withdrawn"),
    sa.Index(None, "session_id", "side"),
)

common_ground = table(
    "common_ground",
    own_id(),
    of_session(nullable=False, index=True),
    required(sa.Integer, "place"),
    required(choice(GroundKind), "kind"),
    required(SealedText, "need"),
    optional(choice(NeedCategory), "category"),
    required(SealedText, "description"),
    optional(choice(Side), "proposed_by"),
    optional(UtcTime, "confirmed_inviter_at", "confirmed_invitee_at"),
)

strategies = table(
    "strategies",
    own_id(),
    of_session(nullable=False, index=True),
    optional(choice(Side), "owner"),
    required(choice(Origin), "origin"),
    required(SealedText, "description"),
    required(SealedJson, "needs"),
    optional(SealedText, "duration", "measure"),
    optional(sa.String(80), "experiment"),
    optional(sa.Integer, "round"),
    required(sa.Boolean, "withdrawn"),
)

rankings = table(
    "rankings",
    of_session(primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("strategy_id", sa.ForeignKey("strategies.id", ondelete="CASCADE"), primary_key=True),
    required(sa.Integer, "place"),
)

agreements = table(
    "agreements",
    own_id(),
    of_session(nullable=False, index=True),
    optional(sa.Uuid, "strategy_id"),
    required(choice(AgreementType), "type"),
    required(choice(AgreementStatus), "status"),
    required(choice(Side), "proposed_by"),
    required(sa.Integer, "version"),
    optional(UtcTime, "agreed_inviter_at", "agreed_invitee_at", "agreed_at"),
    required(sa.Integer, "check"),
    required(UtcTime, "created_at"),
)

agreement_versions = table(
    "agreement_versions",
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    required(choice(Side), "by"),
    required(SealedText, "description"),
    optional(SealedText, "duration", "measure", "place"),
    optional(sa.Date, "follow_up"),
    required(UtcTime, "created_at"),
)

check_ins = table(
    "check_ins",
    sa.Column("agreement_id", sa.ForeignKey("agreements.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("check", sa.Integer, primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    required(choice(Done), "done"),
    required(choice(Wish), "wish"),
    optional(SealedText, "felt"),
    required(sa.Boolean, "shared"),
    required(UtcTime, "at"),
)

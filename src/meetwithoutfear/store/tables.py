"""The tables of people, sessions and chats, and of what is to be done and told. Private texts stand in sealed columns here
and in `stage_tables`; everything else holds ids, closed vocabularies and times, besides the few words people address to each
other (names, topic)."""

from __future__ import annotations

from enum import StrEnum

import sqlalchemy as sa

from meetwithoutfear.domain.notices import NoticeType, ReplyState, Role
from meetwithoutfear.domain.notifications import Letter, Purpose
from meetwithoutfear.domain.safety.screening import Occasion
from meetwithoutfear.domain.session import Chat, InvitationStatus, SessionStatus
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.stages import Gate, Phase
from meetwithoutfear.store.schema import (
    BigId,
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

HASH = sa.String(64)


class JobState(StrEnum):
    READY = "READY"
    DONE = "DONE"
    DEAD = "DEAD"


users = table(
    "users",
    own_id(),
    required(sa.String(254), "email", unique=True),
    required(sa.String(80), "name"),
    optional(sa.String(200), "password_hash"),
    optional(UtcTime, "proven_at", "inherited_at"),
    optional(sa.String(35), "locale"),
    optional(sa.String(2), "region"),
    optional(sa.String(64), "time_zone"),
    required(BigId, "inbox_seq", "inbox_forgotten"),
    required(UtcTime, "created_at"),
)

devices = table(
    "devices",
    own_id(),
    of_user(nullable=False, index=True),
    required(HASH, "token_hash", unique=True),
    required(sa.String(80), "name"),
    required(UtcTime, "created_at", "last_seen_at", "expires_at"),
    optional(UtcTime, "linked_at"),
)

links = table(
    "links",
    sa.Column("token_hash", HASH, primary_key=True),
    of_user(nullable=False, index=True),
    required(choice(Purpose), "purpose"),
    required(sa.String(254), "email"),
    required(UtcTime, "expires_at"),
)

sessions = table(
    "sessions",
    own_id(),
    required(choice(SessionStatus), "status"),
    required(sa.String(80), "partner_name"),
    optional(sa.String(200), "topic"),
    optional(sa.Uuid, "invitation_id"),
    optional(UtcTime, "ground_at"),
    optional(choice(Phase), "phase"),
    required(sa.Integer, "round", server_default="1"),
    optional(sa.Uuid, "proposal_id"),
    optional(choice(Side), "proposal_by"),
    optional(UtcTime, "proposal_at"),
    required(UtcTime, "created_at"),
)

members = table(
    "members",
    of_session(primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False),
    required(UtcTime, "joined_at"),
    optional(choice(Relation), "relation"),
    optional(choice(Relation, checked=False), "first_relation"),
    *(sa.Column(f"{gate.name.lower()}_at", UtcTime) for gate in Gate),
    optional(UtcTime, "close_asked_at"),
    required(Json, "told", server_default="[]"),
    optional(UtcTime, "waits_from"),
    optional(sa.Uuid, "due"),
    optional(UtcTime, "due_at", "paused_at"),
    optional(SealedJson, "care"),
    optional(UtcTime, "cleared_at", "archived_at", "left_at", "finished_at", "acted_at"),
    required(sa.SmallInteger, "reminders", server_default="0"),
    optional(UtcTime, "remind_at", index=True),
    required(Json, "pending", server_default="[]"),
    required(sa.Integer, "badge", server_default="0"),
    required(BigId, "version"),
    required(sa.Integer, "turns", server_default="0"),
    optional(sa.Uuid, "answering_main", "answering_inner"),
    required(BigId, "message_seq"),
    required(BigId, "inner_seq", server_default="0"),
    required(UtcTime, "last_activity_at"),
    sa.UniqueConstraint("session_id", "user_id"),
    sa.Index(None, "user_id", "last_activity_at"),
)

invitations = table(
    "invitations",
    own_id(),
    of_session(nullable=False),
    required(choice(InvitationStatus), "status"),
    required(HASH, "token_hash", unique=True),
    required(sa.LargeBinary(32), "nonce"),
    optional(sa.String(254), "email"),
    optional(SealedText, "message"),
    required(UtcTime, "expires_at", "created_at"),
)
partial_index(
    "uq_invitations_open",
    invitations.c.session_id,
    where=invitations.c.status == InvitationStatus.OPEN,
    unique=True,
)

messages = table(
    "messages",
    own_id(),
    own_room(),
    required(choice(Chat), "chat", server_default="MAIN"),
    optional(BigId, "seq"),  # none while it waits for the end of care
    required(choice(Role, checked=False), "role"),
    required(SealedText, "content"),
    required(sa.SmallInteger, "stage"),
    required(sa.Boolean, "flagged", server_default=sa.false()),
    optional(sa.Uuid, "reply_to"),
    optional(choice(ReplyState), "reply_state"),
    optional(sa.Uuid, "reply_lease"),
    optional(UtcTime, "reply_until"),
    required(sa.Boolean, "stop_asked", server_default=sa.false()),
    optional(sa.String(120), "cause"),
    required(UtcTime, "created_at"),
    sa.UniqueConstraint("session_id", "side", "chat", "seq"),
    sa.UniqueConstraint("session_id", "side", "cause"),
)

confirmed_feelings = table(
    "confirmed_feelings",
    own_room(primary_key=True),
    sa.Column("feeling", sa.String(40), primary_key=True),
    required(sa.Boolean, "most"),
)

own_words = table(
    "own_words",
    own_room(primary_key=True),
    required(SealedText, "words"),
    required(sa.Boolean, "flagged"),
)

emotions = table(
    "emotions",
    own_id(),
    own_room(),
    required(sa.SmallInteger, "intensity"),
    optional(SealedText, "context"),
    required(UtcTime, "created_at"),
    sa.Index(None, "session_id", "side"),
)

left_out = table(
    "left_out",
    sa.Column("message_id", sa.ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.Integer, primary_key=True),
    required(sa.Integer, "end"),
    own_room(),
    sa.Index(None, "session_id", "side"),
)

summaries = table(
    "summaries",
    own_room(primary_key=True),
    required(SealedText, "summary"),
    required(SealedJson, "facts"),
    required(BigId, "up_to_seq"),
)

safety_findings = table(
    "safety_findings",
    own_id(),
    of_user(nullable=False, index=True),
    optional(sa.Uuid, "session_id"),
    required(sa.String(40), "label"),
    required(sa.String(1), "tier"),
    required(UtcTime, "at", index=True),
)

screenings = table(
    "screenings",
    of_user(primary_key=True),
    sa.Column("occasion", choice(Occasion), primary_key=True),
    required(UtcTime, "offered_at"),
    required(sa.Boolean, "help_wanted"),
)

engine_calls = table(
    "engine_calls",
    own_id(),
    required(sa.String(64), "prompt", "template_hash"),
    required(sa.String(32), "engine"),
    required(sa.String(200), "model"),
    required(sa.String(8), "tier"),
    required(sa.Integer, "latency_ms", "input_tokens", "output_tokens", "cached_tokens"),
    required(sa.String(32), "outcome"),
    required(UtcTime, "at", index=True),
)

journal = table(
    "journal",
    of_session(primary_key=True),
    sa.Column("seq", BigId, primary_key=True),
    required(sa.String(40), "event"),
    optional(choice(Side), "side"),
    required(UtcTime, "at"),
)

inbox = table(
    "inbox",
    of_user(primary_key=True),
    sa.Column("seq", BigId, primary_key=True),
    required(choice(NoticeType, checked=False), "type"),
    optional(sa.Uuid, "session_id"),
    required(Json, "data"),
    required(UtcTime, "at", index=True),
)

jobs = table(
    "jobs",
    sa.Column("id", BigId, primary_key=True),
    required(sa.String(64), "kind"),
    optional(sa.String(200), "key"),
    required(Json, "payload"),
    required(choice(JobState), "state"),
    required(UtcTime, "run_at"),
    optional(sa.Uuid, "lease"),
    optional(UtcTime, "leased_until"),
    required(sa.Integer, "attempts", "deaths"),
    optional(sa.String(200), "error"),
    required(UtcTime, "created_at"),
    optional(UtcTime, "finished_at"),
)
READY = jobs.c.state == JobState.READY
partial_index("ix_jobs_due", jobs.c.run_at, where=READY)
partial_index("uq_jobs_key", jobs.c.kind, jobs.c.key, where=READY, unique=True)

mails = table(
    "mails",
    own_id(),
    of_user(),
    sa.Column("invitation_id", sa.ForeignKey("invitations.id", ondelete="CASCADE")),
    of_session(),
    optional(Json, "types"),
    optional(choice(Letter), "letter"),
    optional(sa.String(254), "email"),
    sa.Column("subscription_id", sa.ForeignKey("push_subscriptions.id", ondelete="CASCADE")),
    optional(UtcTime, "handed_over_at"),
    required(UtcTime, "created_at"),
)

idempotency_keys = table(
    "idempotency_keys",
    of_user(primary_key=True),
    sa.Column("key", sa.String(200), primary_key=True),
    required(HASH, "request_hash"),
    required(sa.SmallInteger, "status_code"),
    required(Json, "ids"),
    required(UtcTime, "created_at", index=True),
)

notifications = table(
    "notifications",
    own_id(),
    own_room(),
    required(sa.String(64), "type"),
    optional(sa.Uuid, "item_id"),
    required(UtcTime, "noted_at"),
    sa.Index(None, "session_id", "side"),
)

notification_preferences = table(
    "notification_preferences",
    of_user(primary_key=True),
    required(sa.Boolean, "email", "push"),
    optional(sa.Time, "quiet_from", "quiet_to"),
)

push_subscriptions = table(
    "push_subscriptions",
    own_id(),
    of_user(nullable=False, index=True),
    sa.Column("device_id", sa.ForeignKey("devices.id", ondelete="CASCADE"), nullable=False, index=True),
    required(sa.String(1000), "endpoint", unique=True),
    required(sa.LargeBinary(65), "p256dh"),
    required(sa.LargeBinary(16), "auth"),
    required(UtcTime, "created_at"),
)

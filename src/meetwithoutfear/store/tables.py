"""The tables of people, sessions and chats, and of what is to be done and told. Private texts stand in sealed columns here
and in `stage_tables`; everything else holds ids, closed vocabularies and times, besides the few words people address to each
other (names, topic)."""

from __future__ import annotations

from enum import StrEnum

import sqlalchemy as sa

from meetwithoutfear.domain.account import Letter, Purpose
from meetwithoutfear.domain.conversation import ReplyState
from meetwithoutfear.domain.notices import NoticeType, Role
from meetwithoutfear.domain.relation import Relation
from meetwithoutfear.domain.repair.phase import Phase
from meetwithoutfear.domain.session import Chat, InvitationStatus, SessionStatus
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Gate
from meetwithoutfear.store.schema import (
    BigId,
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

HASH = sa.String(64)


class JobState(StrEnum):
    READY = "READY"
    DONE = "DONE"
    DEAD = "DEAD"


users = table(
    "users",
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("email", sa.String(254), nullable=False, unique=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("password_hash", sa.String(200)),
    sa.Column("proven_at", UtcTime),
    sa.Column("inherited_at", UtcTime),
    sa.Column("locale", sa.String(35)),
    sa.Column("region", sa.String(2)),
    sa.Column("time_zone", sa.String(64)),
    sa.Column("inbox_seq", BigId, nullable=False),
    sa.Column("inbox_forgotten", BigId, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

devices = table(
    "devices",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_user(nullable=False, index=True),
    sa.Column("token_hash", HASH, nullable=False, unique=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
    sa.Column("last_seen_at", UtcTime, nullable=False),
    sa.Column("expires_at", UtcTime, nullable=False),
    sa.Column("linked_at", UtcTime),
)

links = table(
    "links",
    sa.Column("token_hash", HASH, primary_key=True),
    of_user(nullable=False, index=True),
    sa.Column("purpose", choice(Purpose), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("expires_at", UtcTime, nullable=False),
)

sessions = table(
    "sessions",
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("status", choice(SessionStatus), nullable=False),
    sa.Column("partner_name", sa.String(80), nullable=False),
    sa.Column("topic", sa.String(200)),
    sa.Column("invitation_id", sa.Uuid),
    sa.Column("ground_at", UtcTime),
    sa.Column("phase", choice(Phase)),
    sa.Column("round", sa.Integer, nullable=False, server_default="1"),
    sa.Column("proposal_id", sa.Uuid),
    sa.Column("proposal_by", choice(Side)),
    sa.Column("proposal_at", UtcTime),
    sa.Column("created_at", UtcTime, nullable=False),
)

members = table(
    "members",
    of_session(primary_key=True),
    sa.Column("side", choice(Side), primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False),
    sa.Column("joined_at", UtcTime, nullable=False),
    sa.Column("relation", choice(Relation)),
    sa.Column("first_relation", choice(Relation, checked=False)),
    *(sa.Column(f"{gate.name.lower()}_at", UtcTime) for gate in Gate),
    sa.Column("close_asked_at", UtcTime),
    sa.Column("told", Json, nullable=False, server_default="[]"),
    sa.Column("waits_from", UtcTime),
    sa.Column("due", sa.Uuid),
    sa.Column("due_at", UtcTime),
    sa.Column("paused_at", UtcTime),
    sa.Column("care", SealedJson),
    sa.Column("cleared_at", UtcTime),
    sa.Column("archived_at", UtcTime),
    sa.Column("left_at", UtcTime),
    sa.Column("finished_at", UtcTime),
    sa.Column("acted_at", UtcTime),
    sa.Column("reminders", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("remind_at", UtcTime, index=True),
    sa.Column("pending", Json, nullable=False, server_default="[]"),
    sa.Column("badge", sa.Integer, nullable=False, server_default="0"),
    sa.Column("version", BigId, nullable=False),
    sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("answering_main", sa.Uuid),
    sa.Column("answering_inner", sa.Uuid),
    sa.Column("message_seq", BigId, nullable=False),
    sa.Column("inner_seq", BigId, nullable=False, server_default="0"),
    sa.Column("last_activity_at", UtcTime, nullable=False),
    sa.UniqueConstraint("session_id", "user_id"),
    sa.Index(None, "user_id", "last_activity_at"),
)

invitations = table(
    "invitations",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_session(nullable=False),
    sa.Column("status", choice(InvitationStatus), nullable=False),
    sa.Column("token_hash", HASH, nullable=False, unique=True),
    sa.Column("nonce", sa.LargeBinary(32), nullable=False),
    sa.Column("email", sa.String(254)),
    sa.Column("message", SealedText),
    sa.Column("expires_at", UtcTime, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)
sa.Index(
    "uq_invitations_open",
    invitations.c.session_id,
    unique=True,
    sqlite_where=invitations.c.status == InvitationStatus.OPEN,
    postgresql_where=invitations.c.status == InvitationStatus.OPEN,
)

messages = table(
    "messages",
    sa.Column("id", sa.Uuid, primary_key=True),
    *own_room(),
    sa.Column("chat", choice(Chat), nullable=False, server_default="MAIN"),
    sa.Column("seq", BigId),  # none while it waits for the end of care
    sa.Column("role", choice(Role, checked=False), nullable=False),
    sa.Column("content", SealedText, nullable=False),
    sa.Column("stage", sa.SmallInteger, nullable=False),
    sa.Column("flagged", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("reply_to", sa.Uuid),
    sa.Column("reply_state", choice(ReplyState)),
    sa.Column("reply_lease", sa.Uuid),
    sa.Column("reply_until", UtcTime),
    sa.Column("stop_asked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("cause", sa.String(120)),
    sa.Column("created_at", UtcTime, nullable=False),
    sa.UniqueConstraint("session_id", "side", "chat", "seq"),
    sa.UniqueConstraint("session_id", "side", "cause"),
)

confirmed_feelings = table(
    "confirmed_feelings",
    *own_room(primary_key=True),
    sa.Column("feeling", sa.String(40), primary_key=True),
    sa.Column("most", sa.Boolean, nullable=False),
)

own_words = table(
    "own_words",
    *own_room(primary_key=True),
    sa.Column("words", SealedText, nullable=False),
    sa.Column("flagged", sa.Boolean, nullable=False),
)

emotions = table(
    "emotions",
    sa.Column("id", sa.Uuid, primary_key=True),
    *own_room(),
    sa.Column("intensity", sa.SmallInteger, nullable=False),
    sa.Column("context", SealedText),
    sa.Column("created_at", UtcTime, nullable=False),
    sa.Index(None, "session_id", "side"),
)

left_out = table(
    "left_out",
    sa.Column("message_id", sa.ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.Integer, primary_key=True),
    sa.Column("end", sa.Integer, nullable=False),
    *own_room(),
    sa.Index(None, "session_id", "side"),
)

summaries = table(
    "summaries",
    *own_room(primary_key=True),
    sa.Column("summary", SealedText, nullable=False),
    sa.Column("facts", SealedJson, nullable=False),
    sa.Column("up_to_seq", BigId, nullable=False),
)

safety_findings = table(
    "safety_findings",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_user(nullable=False, index=True),
    sa.Column("session_id", sa.Uuid),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("tier", sa.String(1), nullable=False),
    sa.Column("at", UtcTime, nullable=False, index=True),
)

engine_calls = table(
    "engine_calls",
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("prompt", sa.String(64), nullable=False),
    sa.Column("template_hash", sa.String(64), nullable=False),
    sa.Column("engine", sa.String(32), nullable=False),
    sa.Column("model", sa.String(200), nullable=False),
    sa.Column("tier", sa.String(8), nullable=False),
    sa.Column("latency_ms", sa.Integer, nullable=False),
    sa.Column("input_tokens", sa.Integer, nullable=False),
    sa.Column("output_tokens", sa.Integer, nullable=False),
    sa.Column("cached_tokens", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(32), nullable=False),
    sa.Column("at", UtcTime, nullable=False, index=True),
)

journal = table(
    "journal",
    of_session(primary_key=True),
    sa.Column("seq", BigId, primary_key=True),
    sa.Column("event", sa.String(40), nullable=False),
    sa.Column("side", choice(Side)),
    sa.Column("at", UtcTime, nullable=False),
)

inbox = table(
    "inbox",
    of_user(primary_key=True),
    sa.Column("seq", BigId, primary_key=True),
    sa.Column("type", choice(NoticeType, checked=False), nullable=False),
    sa.Column("session_id", sa.Uuid),
    sa.Column("data", Json, nullable=False),
    sa.Column("at", UtcTime, nullable=False, index=True),
)

jobs = table(
    "jobs",
    sa.Column("id", BigId, primary_key=True),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("key", sa.String(200)),
    sa.Column("payload", Json, nullable=False),
    sa.Column("state", choice(JobState), nullable=False),
    sa.Column("run_at", UtcTime, nullable=False),
    sa.Column("lease", sa.Uuid),
    sa.Column("leased_until", UtcTime),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("deaths", sa.Integer, nullable=False),
    sa.Column("error", sa.String(200)),
    sa.Column("created_at", UtcTime, nullable=False),
    sa.Column("finished_at", UtcTime),
)
READY = jobs.c.state == JobState.READY
sa.Index("ix_jobs_due", jobs.c.run_at, sqlite_where=READY, postgresql_where=READY)
sa.Index("uq_jobs_key", jobs.c.kind, jobs.c.key, unique=True, sqlite_where=READY, postgresql_where=READY)

mails = table(
    "mails",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_user(),
    sa.Column("invitation_id", sa.ForeignKey("invitations.id", ondelete="CASCADE")),
    of_session(),
    sa.Column("types", Json),
    sa.Column("letter", choice(Letter)),
    sa.Column("email", sa.String(254)),
    sa.Column("subscription_id", sa.ForeignKey("push_subscriptions.id", ondelete="CASCADE")),
    sa.Column("handed_over_at", UtcTime),
    sa.Column("created_at", UtcTime, nullable=False),
)

idempotency_keys = table(
    "idempotency_keys",
    of_user(primary_key=True),
    sa.Column("key", sa.String(200), primary_key=True),
    sa.Column("request_hash", HASH, nullable=False),
    sa.Column("status_code", sa.SmallInteger, nullable=False),
    sa.Column("ids", Json, nullable=False),
    sa.Column("created_at", UtcTime, nullable=False, index=True),
)

notifications = table(
    "notifications",
    sa.Column("id", sa.Uuid, primary_key=True),
    *own_room(),
    sa.Column("type", sa.String(64), nullable=False),
    sa.Column("item_id", sa.Uuid),
    sa.Column("noted_at", UtcTime, nullable=False),
    sa.Index(None, "session_id", "side"),
)

notification_preferences = table(
    "notification_preferences",
    of_user(primary_key=True),
    sa.Column("email", sa.Boolean, nullable=False),
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("quiet_from", sa.Time),
    sa.Column("quiet_to", sa.Time),
)

push_subscriptions = table(
    "push_subscriptions",
    sa.Column("id", sa.Uuid, primary_key=True),
    of_user(nullable=False, index=True),
    sa.Column("device_id", sa.ForeignKey("devices.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
    sa.Column("p256dh", sa.LargeBinary(65), nullable=False),
    sa.Column("auth", sa.LargeBinary(16), nullable=False),
    sa.Column("created_at", UtcTime, nullable=False),
)

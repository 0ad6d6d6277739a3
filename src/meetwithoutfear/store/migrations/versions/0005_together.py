"""The last two stages: needs and common ground, the pool of ideas, rankings, agreements and how they went."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from meetwithoutfear.store.types import Json, UtcTime

revision = "0005"
down_revision = "0004"

SIDE = ("INVITER", "INVITEE")
CATEGORY = ("SAFETY", "CONNECTION", "AUTONOMY", "RECOGNITION", "MEANING", "FAIRNESS")
PHASE = ("COLLECTING", "RANKING", "REVEALING", "NEGOTIATING", "AGREED")
MEMBER_TIMES = (
    "needs_confirmed_at", "needs_shared_at", "needs_revealed_at", "common_ground_confirmed_at",
    "common_ground_reached_at", "strategies_submitted_at", "rankings_submitted_at", "proposals_created_at",
    "proposals_ranked_at", "overlap_identified_at", "agreement_reached_at", "follow_up_scheduled_at", "resolved_at",
    "close_asked_at", "waits_from", "due_at",
)  # fmt: skip
TABLES = (
    "needs", "common_ground", "strategies", "rankings", "agreements", "agreement_versions", "check_ins",
)  # fmt: skip
STATUS_CHECK = "ck_sessions_sessionstatus"


def one_of(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)


def upgrade() -> None:
    grow_sessions()
    with op.batch_alter_table("members") as members:
        for name in MEMBER_TIMES:
            members.add_column(sa.Column(name, UtcTime(), nullable=True))
        members.add_column(sa.Column("due", sa.Uuid(), nullable=True))
    with op.batch_alter_table("consents") as consents:
        consents.add_column(sa.Column("object_id", sa.Uuid(), nullable=True))
    create_needs()
    create_pool()
    create_agreements()


def grow_sessions() -> None:
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_constraint(op.f(STATUS_CHECK), type_="check")
        sessions.create_check_constraint(
            op.f(STATUS_CHECK), sa.column("status").in_(["INVITED", "ACTIVE", "RESOLVED", "ENDED"])
        )
        sessions.add_column(sa.Column("ground_at", UtcTime(), nullable=True))
        sessions.add_column(sa.Column("phase", one_of("phase", *PHASE), nullable=True))
        sessions.add_column(sa.Column("round", sa.Integer(), nullable=False, server_default="1"))
        sessions.add_column(sa.Column("proposal_id", sa.Uuid(), nullable=True))
        sessions.add_column(sa.Column("proposal_by", one_of("side", *SIDE), nullable=True))
        sessions.add_column(sa.Column("proposal_at", UtcTime(), nullable=True))


def of_session(table: str) -> tuple[sa.Column[object] | sa.ForeignKeyConstraint, ...]:
    return (
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f(f"fk_{table}_session_id"), ondelete="CASCADE"
        ),
    )


def of_agreement(table: str) -> tuple[sa.Column[object] | sa.ForeignKeyConstraint, ...]:
    return (
        sa.Column("agreement_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["agreement_id"], ["agreements.id"], name=op.f(f"fk_{table}_agreement_id"), ondelete="CASCADE"
        ),
    )


def create_needs() -> None:
    op.create_table(
        "needs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("side", one_of("side", *SIDE), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("need", sa.Text(), nullable=False),
        sa.Column("category", one_of("needcategory", *CATEGORY), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("evidence", Json, nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("source", one_of("source", "GUIDE", "MEMBER"), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("shared_at", UtcTime(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_needs")),
        sa.ForeignKeyConstraint(
            ["session_id", "side"],
            ["members.session_id", "members.side"],
            name=op.f("fk_needs_session_id_side"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_needs_session_id_side"), "needs", ["session_id", "side"])
    op.create_table(
        "common_ground",
        sa.Column("id", sa.Uuid(), nullable=False),
        *of_session("common_ground"),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", one_of("groundkind", "NEED", "SEEN"), nullable=False),
        sa.Column("need", sa.Text(), nullable=False),
        sa.Column("category", one_of("needcategory", *CATEGORY), nullable=True),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("proposed_by", one_of("side", *SIDE), nullable=True),
        sa.Column("confirmed_inviter_at", UtcTime(), nullable=True),
        sa.Column("confirmed_invitee_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_common_ground")),
    )
    op.create_index(op.f("ix_common_ground_session_id"), "common_ground", ["session_id"])


def create_pool() -> None:
    op.create_table(
        "strategies",
        sa.Column("id", sa.Uuid(), nullable=False),
        *of_session("strategies"),
        sa.Column("owner", one_of("side", *SIDE), nullable=True),
        sa.Column("origin", one_of("origin", "MEMBER", "AI_SUGGESTED"), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("needs", Json, nullable=False),
        sa.Column("duration", sa.Text(), nullable=True),
        sa.Column("measure", sa.Text(), nullable=True),
        sa.Column("experiment", sa.String(length=80), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_strategies")),
    )
    op.create_index(op.f("ix_strategies_session_id"), "strategies", ["session_id"])
    op.create_table(
        "rankings",
        *of_session("rankings"),
        sa.Column("side", one_of("side", *SIDE), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("strategy_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "side", "round", "strategy_id", name=op.f("pk_rankings")),
        sa.ForeignKeyConstraint(
            ["strategy_id"], ["strategies.id"], name=op.f("fk_rankings_strategy_id"), ondelete="CASCADE"
        ),
    )


def create_agreements() -> None:
    kinds = one_of("agreementtype", "MICRO_EXPERIMENT", "COMMITMENT", "CHECK_IN")
    statuses = one_of("agreementstatus", "PROPOSED", "AGREED", "IN_PROGRESS", "COMPLETED", "ABANDONED")
    op.create_table(
        "agreements",
        sa.Column("id", sa.Uuid(), nullable=False),
        *of_session("agreements"),
        sa.Column("strategy_id", sa.Uuid(), nullable=True),
        sa.Column("type", kinds, nullable=False),
        sa.Column("status", statuses, nullable=False),
        sa.Column("proposed_by", one_of("side", *SIDE), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("agreed_inviter_at", UtcTime(), nullable=True),
        sa.Column("agreed_invitee_at", UtcTime(), nullable=True),
        sa.Column("agreed_at", UtcTime(), nullable=True),
        sa.Column("check", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agreements")),
    )
    op.create_index(op.f("ix_agreements_session_id"), "agreements", ["session_id"])
    op.create_table(
        "agreement_versions",
        *of_agreement("agreement_versions"),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("by", one_of("side", *SIDE), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("duration", sa.Text(), nullable=True),
        sa.Column("measure", sa.Text(), nullable=True),
        sa.Column("follow_up", sa.Date(), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("agreement_id", "version", name=op.f("pk_agreement_versions")),
    )
    op.create_table(
        "check_ins",
        *of_agreement("check_ins"),
        sa.Column("check", sa.Integer(), nullable=False),
        sa.Column("side", one_of("side", *SIDE), nullable=False),
        sa.Column("done", one_of("done", "YES", "PARTLY", "NO"), nullable=False),
        sa.Column("wish", one_of("wish", "COMPLETE", "EXTEND", "ABANDON"), nullable=False),
        sa.Column("felt", sa.Text(), nullable=True),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("agreement_id", "check", "side", name=op.f("pk_check_ins")),
    )


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    op.execute("DELETE FROM consents WHERE object_id IS NOT NULL")
    for kind in ("needs", "common_ground", "strategies", "agreement", "follow_up"):
        op.execute(f"DELETE FROM inbox WHERE type LIKE '{kind}.%'")  # noqa: S608  # the words stand above
    op.execute("DELETE FROM inbox WHERE type IN ('session.resolved', 'session.close_asked')")
    op.execute("UPDATE sessions SET status = 'ENDED' WHERE status = 'RESOLVED'")
    with op.batch_alter_table("consents") as consents:
        consents.drop_column("object_id")
    with op.batch_alter_table("members") as members:
        for name in (*MEMBER_TIMES, "due"):
            members.drop_column(name)
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_constraint(op.f(STATUS_CHECK), type_="check")
        sessions.create_check_constraint(
            op.f(STATUS_CHECK), sa.column("status").in_(["INVITED", "ACTIVE", "ENDED"])
        )
        for check in ("ck_sessions_phase", "ck_sessions_side"):
            sessions.drop_constraint(op.f(check), type_="check")
        for name in ("ground_at", "phase", "round", "proposal_id", "proposal_by", "proposal_at"):
            sessions.drop_column(name)

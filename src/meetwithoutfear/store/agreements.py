"""Agreements with every wording they had, and what each said when looking back."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Row

from meetwithoutfear.domain.repair.agreement import Agreement, Agreements, LookBack, Terms
from meetwithoutfear.domain.side import Side
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.together_tables import agreement_versions, agreements, check_ins

STATE = ("type", "status", "proposed_by", "strategy_id", "version", "agreed_at", "check")
TERMS = ("description", "duration", "measure", "follow_up")
AGREED_AT = {Side.INVITER: "agreed_inviter_at", Side.INVITEE: "agreed_invitee_at"}
CHECK_IN = ("done", "wish", "felt", "shared", "at")


async def load_agreements(tx: Tx, session_id: UUID) -> Agreements:
    """In the order they were made; one statement."""
    present = sa.and_(
        agreement_versions.c.agreement_id == agreements.c.id,
        agreement_versions.c.version == agreements.c.version,
    )
    said = sa.and_(check_ins.c.agreement_id == agreements.c.id, check_ins.c.check == agreements.c.check)
    rows = await tx.all(
        sa.select(
            agreements,
            *(agreement_versions.c[name] for name in TERMS),
            check_ins.c.side.label("said_by"),
            *(check_ins.c[name].label(f"said_{name}") for name in CHECK_IN),
        )
        .join(agreement_versions, present)
        .outerjoin(check_ins, said)
        .where(agreements.c.session_id == session_id)
        .order_by(agreements.c.created_at, agreements.c.id)
    )
    by_id: dict[UUID, list[Row[Any]]] = {}
    for row in rows:
        by_id.setdefault(row.id, []).append(row)
    return tuple(agreement_from(found) for found in by_id.values())


def agreement_from(rows: list[Row[Any]]) -> Agreement:
    first = rows[0]._mapping  # noqa: SLF001  # SQLAlchemy's name for a row as a mapping
    agreed = {side: first[column] for side, column in AGREED_AT.items() if first[column] is not None}
    said = {row.said_by: check_in_from(row) for row in rows if row.said_by is not None}
    return Agreement(
        id=first["id"],
        terms=Terms(**{name: first[name] for name in TERMS}),
        agreed=agreed,
        check_ins=said,
        **{name: first[name] for name in STATE},
    )


def check_in_from(row: Row[Any]) -> LookBack:
    found = row._mapping  # noqa: SLF001
    return LookBack(**{name: found[f"said_{name}"] for name in CHECK_IN})


async def save_agreement(
    tx: Tx, session_id: UUID, before: Agreement | None, after: Agreement, now: datetime
) -> None:
    values = {name: getattr(after, name) for name in STATE}
    times = {column: after.agreed.get(side) for side, column in AGREED_AT.items()}
    if before is None:
        row = {"id": after.id, "session_id": session_id, "created_at": now, **values, **times}
        await tx.execute(sa.insert(agreements).values(**row))
    else:
        here = agreements.c.id == after.id
        await tx.execute(sa.update(agreements).where(here).values(**values, **times))
    if before is None or after.version != before.version:
        words = {name: getattr(after.terms, name) for name in TERMS}
        version = {"agreement_id": after.id, "version": after.version, "by": after.proposed_by}
        await tx.execute(sa.insert(agreement_versions).values(**version, **words, created_at=now))
    elif after.terms != before.terms:
        place = sa.and_(
            agreement_versions.c.agreement_id == after.id, agreement_versions.c.version == after.version
        )
        moved = {"follow_up": after.terms.follow_up}
        await tx.execute(sa.update(agreement_versions).where(place).values(**moved))
    for side, word in after.check_ins.items():
        if before is not None and word != before.check_ins.get(side):
            await save_check_in(tx, after, side, word)


async def save_check_in(tx: Tx, agreement: Agreement, side: Side, word: LookBack) -> None:
    """Said once more, it is said anew, until both have."""
    place = {"agreement_id": agreement.id, "check": agreement.check, "side": side}
    here = sa.and_(*(check_ins.c[name] == value for name, value in place.items()))
    await tx.execute(sa.delete(check_ins).where(here))
    values = {name: getattr(word, name) for name in CHECK_IN}
    await tx.execute(sa.insert(check_ins).values(**place, **values))


async def unshare_check_ins(tx: Tx, agreement_id: UUID, side: Side) -> None:
    mine = sa.and_(check_ins.c.agreement_id == agreement_id, check_ins.c.side == side)
    await tx.execute(sa.update(check_ins).where(mine).values(shared=False))

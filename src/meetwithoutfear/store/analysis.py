"""What the reconciler reads and what it found, step by step, so that a step that was paid for is never paid for again.
Neither member ever sees it whole. And what a member's guide may know of it: closed vocabularies and places in the member's
own statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.feelings import AreaHint, GuidanceType, PromptSeed
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.stages import Stage
from meetwithoutfear.store.database import Tx
from meetwithoutfear.store.rooms import Room, in_room, said_in
from meetwithoutfear.store.rows import Rows, is_at
from meetwithoutfear.store.stage_tables import attempts, guidances, results, statements
from meetwithoutfear.store.tables import confirmed_feelings, messages, own_words


@dataclass(frozen=True)
class AnalysisKey:
    """One analysis: of which direction, of which wording, in which round."""

    session_id: UUID
    direction: Side
    revision: int
    iteration: int


@dataclass(frozen=True)
class AnalysisResult:
    analysis: Mapping[str, Any] | None = field(default=None, repr=False)
    drafted: bool = False
    suggestion: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Guidance:
    area: AreaHint | None = None
    guidance: GuidanceType | None = None
    seed: PromptSeed | None = None
    confirmed: tuple[tuple[int, int], ...] = ()


RESULTS, GUIDANCES = Rows(AnalysisResult, results), Rows(Guidance, guidances)


@dataclass(frozen=True)
class ReconcileInput:
    """Of the subject: what they said in Stage 1, and the feelings and words they confirmed. Of the guesser: which feelings
    they said they mean. Flagged words are left out."""

    messages: tuple[str, ...] = field(repr=False)
    confirmed: tuple[str, ...]
    strongest: tuple[str, ...]
    words: str | None = field(repr=False)
    guessed: tuple[str, ...]


async def load_reconcile_input(tx: Tx, guesser: Room, subject: Room, revision: int) -> ReconcileInput:
    """The only query that looks into both rooms, for the one job that may."""
    found: dict[str, list[Any]] = {"said": [], "feeling": [], "most": [], "words": [], "guessed": []}
    for row in await tx.all(union_of(guesser, subject, revision)):
        found[row.kind].append(
            next(value for value in (row.text, row.feeling, row.feelings) if value is not None)
        )
    return ReconcileInput(
        messages=tuple(found["said"]),
        confirmed=(*found["most"], *found["feeling"]),
        strongest=tuple(found["most"]),
        words=next(iter(found["words"]), None),
        guessed=tuple(found["guessed"][0]) if found["guessed"] else (),
    )


def union_of(guesser: Room, subject: Room, revision: int) -> sa.Select[Any]:
    """Each kind in a column of its own, so that what is sealed is unsealed as what it is."""
    feeling, meant = confirmed_feelings.c.feeling, statements.c.feelings
    no_text, no_feeling, no_meant = (
        sa.cast(sa.null(), column.type) for column in (messages.c.content, feeling, meant)
    )
    said = sa.select(
        sa.literal("said").label("kind"),
        messages.c.content.label("text"),
        no_feeling.label("feeling"),
        no_meant.label("feelings"),
        messages.c.seq,
    ).where(said_in(subject, Stage.WITNESS))
    kind = sa.case((confirmed_feelings.c.most, "most"), else_="feeling")
    felt = sa.select(kind, no_text, feeling, no_meant, sa.literal(0)).where(
        in_room(confirmed_feelings, subject)
    )
    words = sa.select(sa.literal("words"), own_words.c.words, no_feeling, no_meant, sa.literal(0)).where(
        in_room(own_words, subject), own_words.c.flagged.is_(False)
    )
    guessed = sa.select(sa.literal("guessed"), no_text, no_feeling, meant, sa.literal(0)).where(
        in_room(statements, guesser), statements.c.revision == revision
    )
    whole = sa.union_all(said, felt, words, guessed).subquery()
    return sa.select(whole).order_by(whole.c.seq, whole.c.feeling)


def is_of(key: AnalysisKey) -> sa.ColumnElement[bool]:
    place = in_room(results, Room(key.session_id, key.direction))
    return sa.and_(place, is_at(results, revision=key.revision, iteration=key.iteration))


async def load_result(tx: Tx, key: AnalysisKey) -> AnalysisResult:
    return await RESULTS.one(tx, sa.select(results).where(is_of(key))) or AnalysisResult()


async def save_analysis(
    tx: Tx, key: AnalysisKey, engine: str, analysis: Mapping[str, Any], now: datetime
) -> None:
    """Only as long as somebody waits for it: what comes after the end is not even kept."""
    waiting = sa.select(
        attempts.c.session_id,
        attempts.c.side,
        sa.literal(key.revision),
        sa.literal(key.iteration),
        sa.literal(engine),
        sa.literal(dict(analysis), results.c.analysis.type),
        sa.literal(now, results.c.created_at.type),
    ).where(
        in_room(attempts, Room(key.session_id, key.direction)),
        is_at(attempts, status=Status.ANALYZING, revision=key.revision),
    )
    names = ["session_id", "side", "revision", "iteration", "engine", "analysis", "created_at"]
    await tx.execute(tx.insert(results).from_select(names, waiting).on_conflict_do_nothing())


async def save_suggestion(tx: Tx, key: AnalysisKey, suggestion: str | None) -> None:
    await tx.update(results, is_of(key), drafted=True, suggestion=suggestion)


async def mark_applied(tx: Tx, key: AnalysisKey, action: str, *, overruled: bool, now: datetime) -> None:
    await tx.update(results, is_of(key), action=action, overruled=overruled, applied_at=now)


async def save_guidance(tx: Tx, room: Room, known: Guidance) -> None:
    await GUIDANCES.replace(tx, known, ("session_id", "side"), **vars(room))


async def load_guidance(tx: Tx, room: Room) -> Guidance:
    return await GUIDANCES.one(tx, sa.select(guidances).where(in_room(guidances, room))) or Guidance()

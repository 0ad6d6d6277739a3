"""The reconciler: compares a statement with what its subject really said, and decides what happens next.

The one place that holds both rooms. Each engine call is made with no transaction open, and what it found is written down
before the next, so that a retry pays for nothing twice. The outcome is applied only while the attempt still stands as it did
when the job was made; a late one changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from meetwithoutfear.actions.sessions import load_open_session
from meetwithoutfear.domain.discretion import drafting
from meetwithoutfear.domain.empathy.commands import Conclude, GiveUp, Outcome
from meetwithoutfear.domain.empathy.exchange import Status
from meetwithoutfear.domain.gap import GapAnalysis, Recommendation, SettledAction, Stance
from meetwithoutfear.domain.machine import decide
from meetwithoutfear.domain.session import Session
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.waiting import Patience
from meetwithoutfear.engines.engine import Engine, EngineError
from meetwithoutfear.prompts.statements import places_in
from meetwithoutfear.prompts.two_sided import GapTask, ShareTask
from meetwithoutfear.store import analysis as records
from meetwithoutfear.store.analysis import AnalysisKey, AnalysisResult, Guidance
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.exchange import OfferWords
from meetwithoutfear.store.ids import shared_id
from meetwithoutfear.store.jobs import Job
from meetwithoutfear.store.rooms import Room, load_left_out, load_own_words
from meetwithoutfear.store.sessions import load_for_work, lock_session, save
from meetwithoutfear.worker.worker import Clock, Effect, carry_out, nothing_more

log = logging.getLogger(__name__)

DRAFTING_TRIES = 2


def analysis_key_of(job: Job) -> AnalysisKey:
    payload = job.payload
    return AnalysisKey(
        UUID(str(payload["sessionId"])),
        Side(str(payload["direction"])),
        int(payload.get("revision") or 0),
        int(payload.get("iteration") or 0),
    )


@dataclass(frozen=True)
class Reconciler:
    store: Database
    engine: Engine
    clock: Clock
    patience: Patience

    async def __call__(self, job: Job) -> Effect:
        work = analysis_key_of(job)
        prompt, known = await self._read(work, is_retry=job.attempts + job.deaths > 0)
        if prompt is None:
            return nothing_more
        analysis = await self._analyse(work, prompt, known)
        settled = await asyncio.to_thread(settle_with_grammar, prompt, analysis)
        suggestion = None
        if outcome_of(settled, analysis) in {Outcome.SHARING, Outcome.OPTIONAL_WITH_FOCUS}:
            suggestion = await self._draft(work, prompt, analysis, known)
        return self._conclusion(work, analysis, settled, suggestion)

    async def _read(self, work: AnalysisKey, *, is_retry: bool) -> tuple[GapTask | None, AnalysisResult]:
        async with self.store.read() as tx:
            session = await load_open_session(tx, work.session_id)
            if session is None or not session.exchange.attempts[work.direction].is_analysed_for(
                work.revision, work.iteration
            ):
                return None, AnalysisResult()
            known = await records.load_result(tx, work) if is_retry else AnalysisResult()
            return await reconcile_input(tx, session, work), known

    async def _analyse(self, work: AnalysisKey, prompt: GapTask, known: AnalysisResult) -> GapAnalysis:
        if known.analysis is not None:
            return prompt.parse(known.analysis)
        analysis = await self.engine.answer(prompt)
        async with self.store.write() as tx:
            await lock_session(tx, work.session_id)
            await records.save_analysis(tx, work, self.engine.name, asdict(analysis), self.clock())
        return analysis

    async def _draft(
        self, work: AnalysisKey, prompt: GapTask, analysis: GapAnalysis, known: AnalysisResult
    ) -> str | None:
        """Made of what may be told. Without a draft the invitation still goes out, with a plain question."""
        if known.drafted:
            return known.suggestion
        async with self.store.read() as tx:
            session = await load_for_work(tx, work.session_id)
            room, circle = Room(session.id, work.direction.other), drafting.circle_of(session)
            said, hidden = await load_own_words(tx, room), await load_left_out(tx, room)
        kept, suggestion = drafting.sentences_to_keep(said, circle, hidden), None
        if messages := drafting.words_for_draft(prompt.messages, kept):
            asked = ShareTask(
                subject=prompt.subject,
                guesser=prompt.guesser,
                area=analysis.area_hint,
                feelings=analysis.missed_feelings,
                messages=messages,
                shared=prompt.shared,
            )
            suggestion = await self._suggestion(asked, circle, kept)
        async with self.store.write() as tx:
            await records.save_suggestion(tx, work, suggestion)
        return suggestion

    async def _suggestion(self, asked: ShareTask, circle: drafting.Circle, kept: Sequence[str]) -> str | None:
        """Looked at once more: what an engine adds may not be told either."""
        for _ in range(DRAFTING_TRIES):
            try:
                drafted = (await self.engine.answer(asked)).suggestion
                if drafting.may_be_drafted(drafted, circle, kept) and not drafting.is_rude(drafted):
                    return drafted
                log.warning("a share suggestion told what is to be kept")
            except EngineError as trouble:
                log.warning("a share suggestion could not be drafted", extra={"failure": str(trouble.kind)})
        return None

    def _conclusion(
        self, work: AnalysisKey, analysis: GapAnalysis, settled: SettledAction, suggestion: str | None
    ) -> Effect:
        async def conclude(tx: Tx) -> None:
            now, offer_id = self.clock(), shared_id()
            session = await load_open_session(tx, work.session_id)
            if session is None:
                return
            outcome, until = outcome_of(settled, analysis), now + self.patience.offer
            command = Conclude(work.direction, work.revision, work.iteration, outcome, offer_id, until)
            events = decide(session, command)
            if not events:
                return
            words = OfferWords(suggestion, analysis.area_hint)
            session = await save(tx, session, events, now, offer_words=words)
            await records.mark_applied(tx, work, settled.action, overruled=settled.overruled, now=now)
            if session.exchange.attempts[work.direction].open_offer is not None:
                room = Room(session.id, work.direction)
                await records.save_guidance(tx, room, guidance_of(session, work, analysis))

        return conclude


async def refresh_guidance(store: Database, engine: Engine, job: Job) -> Effect:
    """After something was shared: what the guesser's guide may hint at is worked out anew. No status changes by it."""
    work = analysis_key_of(job)
    async with store.read() as tx:
        session = await load_open_session(tx, work.session_id)
        if session is None or not is_refining(session, work):
            return nothing_more
        prompt = await reconcile_input(tx, session, work)
    analysis = await engine.answer(prompt)

    async def write(tx: Tx) -> None:
        session = await load_open_session(tx, work.session_id)
        if session is not None and is_refining(session, work):
            room = Room(session.id, work.direction)
            await records.save_guidance(tx, room, guidance_of(session, work, analysis))

    return write


async def give_up_analysis(clock: Clock, job: Job) -> Effect:
    """An analysis that killed its workers again and again opens the way on without it."""
    work = analysis_key_of(job)
    command = GiveUp(work.direction, work.revision, work.iteration)
    return carry_out(work.session_id, command, clock)


def is_refining(session: Session, work: AnalysisKey) -> bool:
    attempt = session.exchange.attempts[work.direction]
    return attempt.status is Status.REFINING and attempt.iteration == work.iteration


def settle_with_grammar(prompt: GapTask, analysis: GapAnalysis) -> SettledAction:
    """In a thread, with what it has to import: much of it, and few processes ever need it at their start."""
    from meetwithoutfear.engines.embedded.stance import settle  # noqa: PLC0415

    return settle(prompt, analysis)


async def reconcile_input(tx: Tx, session: Session, work: AnalysisKey) -> GapTask:
    """Flagged words are left out, and so is what the subject has taken back."""
    guesser, subject = work.direction, work.direction.other
    attempt, about = session.exchange.attempts[guesser], Room(session.id, subject)
    known = await records.load_reconcile_input(tx, Room(session.id, guesser), about, attempt.revision)
    return GapTask(
        guesser=session.members[guesser].name,
        subject=session.members[subject].name,
        statement=attempt.statement,
        guessed_feelings=known.guessed,
        messages=known.messages,
        confirmed_feelings=known.confirmed,
        strongest_feelings=known.strongest,
        confirmed_words=known.words,
        shared=tuple(offer.shared for offer in attempt.shared_context),
        iteration=attempt.iteration,
    )


def outcome_of(settled: SettledAction, analysis: GapAnalysis) -> Outcome:
    match settled.action:
        case Recommendation.PROCEED:
            return Outcome.PROCEED
        case Recommendation.OFFER_SHARING:
            return Outcome.SHARING
        case Recommendation.OFFER_OPTIONAL:
            asks = analysis.suggested_share_focus or analysis.stance is not Stance.AFFIRMED
            return Outcome.OPTIONAL_WITH_FOCUS if asks else Outcome.OPTIONAL


def guidance_of(session: Session, work: AnalysisKey, analysis: GapAnalysis) -> Guidance:
    statement = session.exchange.attempts[work.direction].statement
    places = places_in(statement, analysis.correctly_identified)
    return Guidance(
        analysis.area_hint,
        analysis.guidance_type,
        analysis.prompt_seed,
        tuple((place.start, place.end) for place in places),
    )

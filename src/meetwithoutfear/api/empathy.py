"""The empathy exchange as a member may know it: their own statement, what was shared, and from the reveal on the other's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Request
from pydantic import Field, model_validator

from meetwithoutfear.actions import coaching, empathy
from meetwithoutfear.actions.conversation import refine_in_chat, spoken_view
from meetwithoutfear.actions.execute import Result
from meetwithoutfear.actions.safety import Screened
from meetwithoutfear.api.auth import CallerHere, SessionIdHere
from meetwithoutfear.api.conversation import count_engine_call, has_failed
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.models import Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.conversation import SpokenView
from meetwithoutfear.domain.empathy.exchange import Status, Verdict
from meetwithoutfear.domain.empathy.view import DraftView, JudgedView, OwnAttempt, TheirAttempt
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.help import Helping
from meetwithoutfear.domain.safety import ConcernKind
from meetwithoutfear.domain.text import MESSAGE_LIMIT, NOTE_LIMIT, SHARE_LIMIT, STATEMENT_LIMIT
from meetwithoutfear.domain.view import ExchangeView
from meetwithoutfear.domain.wire import Own

StatementText = Annotated[
    str,
    Field(min_length=1, max_length=STATEMENT_LIMIT, examples=["I imagine you felt alone with all of it."]),
]
Feelings = Annotated[list[Annotated[str, Field(max_length=40, examples=["hurt"])]], Field(max_length=27)]


class NewDraft(Wire):
    """Empty words are no draft any more."""

    content: Annotated[str, Field(max_length=STATEMENT_LIMIT, examples=["I imagine you felt alone."])]
    ready_to_share: YesOrNo = False
    feelings: Feelings = Field(default_factory=list)


class WordsToShare(Wire):
    content: Annotated[str, Field(min_length=1, max_length=SHARE_LIMIT, examples=["I was afraid all year."])]


class WordsAnswer(Wire):
    """`concern`: what in these words may hurt, as with a draft."""

    concern: ConcernKind | None


class NewConsent(Wire):
    consent: YesOrNo
    content: Annotated[str, Field(max_length=STATEMENT_LIMIT)] = ""
    feelings: Feelings = Field(default_factory=list)


@dataclass(frozen=True)
class AttemptAnswer(Helping):
    attempt: OwnAttempt | None


class PartnerAnswer(Wire):
    attempt: TheirAttempt | None


class Judgement(Wire):
    rating: Verdict | None = None
    validated: YesOrNo | None = None
    feedback: Annotated[str, Field(max_length=SHARE_LIMIT)] | None = None
    share_feedback: YesOrNo = False

    @model_validator(mode="after")
    def says_something(self) -> Judgement:
        if (self.rating is None) == (self.validated is None):
            raise ValueError("give either a rating or validated")
        if self.rating is Verdict.DIFFERENCE:
            raise ValueError("a remaining difference is accepted by skip-refinement")
        return self

    @property
    def verdict(self) -> Verdict:
        if self.rating is not None:
            return self.rating
        return Verdict.ACCURATE if self.validated else Verdict.MISSES


class Notes(Wire):
    notes: Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT)]


@dataclass(frozen=True)
class ProposedFeedback(Helping):
    proposed_feedback: Own[str | None]


class Refining(Wire):
    message: Annotated[str, Field(min_length=1, max_length=MESSAGE_LIMIT)]


@dataclass(frozen=True)
class Refined(Helping):
    response: Own[str]
    proposed_revision: Own[str | None]
    can_resubmit: Own[bool]


class NewWords(Wire):
    content: StatementText
    feelings: Feelings = Field(default_factory=list)


@dataclass(frozen=True)
class StatusAnswer(Helping):
    """How the statement in question stands now, as the caller may know it."""

    status: Own[Status]
    message: Own[str]


SENTENCES = {
    Status.ANALYZING: "Thank you. I am looking at your new words.",
    Status.READY: "Thank you. Now we wait until both of you are ready.",
    Status.REVEALED: "Thank you. Your words are with your partner.",
}

router = routes_for_members("empathy", "/sessions/{session_id}")


@router.get("/empathy/status")
async def status(session_id: SessionIdHere, caller: CallerHere) -> ExchangeView:
    return await empathy.look_at_exchange(caller, session_id)


@router.get("/empathy/partner")
async def partner_statement(session_id: SessionIdHere, caller: CallerHere) -> PartnerAnswer:
    """The partner's statement about the caller, once revealed."""
    return PartnerAnswer(attempt=(await empathy.look_at_exchange(caller, session_id)).partner_attempt)


@router.get("/empathy/draft")
async def read_draft(session_id: SessionIdHere, caller: CallerHere) -> DraftView:
    return await empathy.look_at_draft(caller, session_id)


@router.post("/empathy/draft")
async def save_draft(session_id: SessionIdHere, body: NewDraft, caller: CallerHere) -> Result[DraftView]:
    return await empathy.save_draft(
        caller, session_id, body.content, ready=body.ready_to_share, feelings=known(body.feelings)
    )


@router.post("/empathy/last-look", responses=refusals(401, 404))
async def look_at_words(session_id: SessionIdHere, body: WordsToShare, caller: CallerHere) -> WordsAnswer:
    """A last look at words about to be shared, which points out what may hurt. Nothing is kept or sent."""
    return WordsAnswer(concern=await empathy.look_at_words(caller, session_id, body.content))


@router.post("/empathy/consent")
async def consent(session_id: SessionIdHere, body: NewConsent, caller: CallerHere) -> Result[AttemptAnswer]:
    """With `consent: false` nothing happens at all."""
    if not body.consent:
        await empathy.look_at_draft(caller, session_id)
        return Result(AttemptAnswer(None), Screened())
    return (await empathy.share_statement(caller, session_id, body.content, known(body.feelings))).put(
        AttemptAnswer
    )


@router.post("/empathy/resubmit")
async def resubmit(session_id: SessionIdHere, body: NewWords, caller: CallerHere) -> Result[StatusAnswer]:
    found = await empathy.resubmit_statement(caller, session_id, body.content, known(body.feelings))
    return found.put(in_words)


@router.post("/empathy/keep")
async def keep(session_id: SessionIdHere, caller: CallerHere) -> Result[StatusAnswer]:
    """Leaves the statement as it is: while refining, or when its analysis is overdue."""
    return (await empathy.keep_statement(caller, session_id)).put(in_words)


@router.post("/empathy/validate")
async def validate(session_id: SessionIdHere, body: Judgement, caller: CallerHere) -> Result[JudgedView]:
    return await empathy.validate_statement(
        caller, session_id, body.verdict, body.feedback, share=body.share_feedback
    )


@router.post("/empathy/skip-refinement")
async def accept_difference(session_id: SessionIdHere, caller: CallerHere) -> Result[JudgedView]:
    """Goes on with the difference that remains."""
    return await empathy.accept_difference(caller, session_id)


@router.post("/empathy/validation-feedback/draft")
async def word_feedback(
    session_id: SessionIdHere, body: Notes, caller: CallerHere, request: Request
) -> Result[ProposedFeedback]:
    """A kind and clear wording of the caller's own notes, for review. Nothing is sent."""
    await count_engine_call(request, caller)
    proposal = await coaching.word_feedback(caller, request.app.state.engine, session_id, body.notes)
    return Result(ProposedFeedback(proposal.words), proposal.screened)


@router.post("/empathy/refine")
async def refine(
    session_id: SessionIdHere, body: Refining, caller: CallerHere, request: Request
) -> Result[Refined]:
    """A turn of the conversation while refining, in one piece."""
    await count_engine_call(request, caller)
    said = await refine_in_chat(caller, request.app.state.replies, session_id, body.message)
    if said.running:
        await said.running.finished()
    if has_failed(said):
        raise EngineUnavailable(str(said.message.id))
    return spoken_view(said, caller.user_id).put(to_refined)


@router.post("/share-tab/seen")
async def see_share_tab(session_id: SessionIdHere, caller: CallerHere) -> None:
    """The app says that everything on it was shown: from then on it counts as seen. Reading alone marks nothing."""
    await empathy.see_share_tab(caller, session_id)


def to_refined(spoken: SpokenView) -> Refined:
    return Refined(spoken.reply.content if spoken.reply else "", spoken.draft, can_resubmit=True)


def in_words(status: Status) -> StatusAnswer:
    return StatusAnswer(status, SENTENCES.get(status, SENTENCES[Status.READY]))


def known(feelings: list[str]) -> list[str]:
    if any(feeling not in FEELINGS for feeling in feelings):
        raise Invalid.field("feelings", "One of these is not a feeling we know the name of.")
    return list(dict.fromkeys(feelings))

"""The empathy exchange as a member may know it: their own statement, what was shared, and from the reveal on the other's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Request
from pydantic import Field, model_validator

from meetwithoutfear.actions import coaching, conversation, empathy
from meetwithoutfear.actions.coaching import ProposedFeedback
from meetwithoutfear.actions.empathy import AttemptAnswer, StatusAnswer
from meetwithoutfear.api.auth import MemberHere
from meetwithoutfear.api.conversation import count_engine_call, to_spoken
from meetwithoutfear.api.feelings import known
from meetwithoutfear.api.models import Wire, YesOrNo
from meetwithoutfear.api.route import refusals, routes_for_members
from meetwithoutfear.domain.empathy.exchange import Verdict
from meetwithoutfear.domain.empathy.view import DraftView, JudgedView, TheirAttempt
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


router = routes_for_members("empathy", "/sessions/{session_id}")


@router.get("/empathy/status")
async def status(caller: MemberHere) -> ExchangeView:
    return await empathy.look_at_exchange(caller)


@router.get("/empathy/partner")
async def partner_statement(caller: MemberHere) -> PartnerAnswer:
    """The partner's statement about the caller, once revealed."""
    return PartnerAnswer(attempt=(await empathy.look_at_exchange(caller)).partner_attempt)


@router.get("/empathy/draft")
async def read_draft(caller: MemberHere) -> DraftView:
    return await empathy.look_at_draft(caller)


@router.post("/empathy/draft")
async def save_draft(body: NewDraft, caller: MemberHere) -> DraftView:
    return await empathy.save_draft(
        caller, body.content, ready=body.ready_to_share, feelings=known(body.feelings)
    )


@router.post("/empathy/last-look", responses=refusals(401, 404))
async def look_at_words(body: WordsToShare, caller: MemberHere) -> WordsAnswer:
    """A last look at words about to be shared, which points out what may hurt. Nothing is kept or sent."""
    return WordsAnswer(concern=await empathy.look_at_words(caller, body.content))


@router.post("/empathy/consent")
async def consent(body: NewConsent, caller: MemberHere) -> AttemptAnswer:
    """With `consent: false` nothing happens at all."""
    if not body.consent:
        await empathy.look_at_draft(caller)
        return AttemptAnswer(None)
    return await empathy.share_statement(caller, body.content, known(body.feelings))


@router.post("/empathy/resubmit")
async def resubmit(body: NewWords, caller: MemberHere) -> StatusAnswer:
    return await empathy.resubmit_statement(caller, body.content, known(body.feelings))


@router.post("/empathy/keep")
async def keep(caller: MemberHere) -> StatusAnswer:
    """Leaves the statement as it is: while refining, or when its analysis is overdue."""
    return await empathy.keep_statement(caller)


@router.post("/empathy/validate")
async def validate(body: Judgement, caller: MemberHere) -> JudgedView:
    return await empathy.validate_statement(caller, body.verdict, body.feedback, share=body.share_feedback)


@router.post("/empathy/skip-refinement")
async def accept_difference(caller: MemberHere) -> JudgedView:
    """Goes on with the difference that remains."""
    return await empathy.accept_difference(caller)


@router.post("/empathy/validation-feedback/draft")
async def word_feedback(body: Notes, caller: MemberHere, request: Request) -> ProposedFeedback:
    """A kind and clear wording of the caller's own notes, for review. Nothing is sent."""
    await count_engine_call(request, caller)
    return await coaching.word_feedback(caller, request.app.state.engine, body.notes)


@router.post("/empathy/refine")
async def refine(body: Refining, caller: MemberHere, request: Request) -> Refined:
    """A turn of the conversation while refining, in one piece."""
    await count_engine_call(request, caller)
    said = await conversation.refine_in_chat(caller, request.app.state.replies, body.message)
    spoken = await to_spoken(said, caller)
    words = spoken.reply.content if spoken.reply else ""
    return Refined(words, spoken.draft, can_resubmit=True, help=spoken.help)


@router.post("/share-tab/seen")
async def see_share_tab(caller: MemberHere) -> None:
    """The app says that everything on it was shown: from then on it counts as seen. Reading alone marks nothing."""
    await empathy.see_share_tab(caller)

"""The empathy exchange as a member may know it: their own statement, what was shared, and from the reveal on the other's."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field, model_validator

from meetwithoutfear.actions import coaching, empathy
from meetwithoutfear.actions.conversation import refine_in_chat
from meetwithoutfear.actions.execute import Acted
from meetwithoutfear.api.auth import SECURITY, CallerHere, SessionIdHere, SignedInRoute
from meetwithoutfear.api.conversation import count_engine_call, exchange_of, has_failed
from meetwithoutfear.api.empathy_view import EmpathyView, MyAttempt, PartnerAttempt
from meetwithoutfear.api.errors import EngineUnavailable
from meetwithoutfear.api.help import Help, help_for
from meetwithoutfear.api.models import Envelope, Wire, YesOrNo
from meetwithoutfear.api.responses import NO_CONTENT, refusals
from meetwithoutfear.domain.empathy.exchange import Status, Verdict
from meetwithoutfear.domain.errors import Invalid
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.safety import ConcernKind
from meetwithoutfear.domain.text import MESSAGE_LIMIT, NOTE_LIMIT, SHARE_LIMIT, STATEMENT_LIMIT
from meetwithoutfear.domain.wire import Time

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


class Draft(Wire):
    content: str
    ready_to_share: bool
    feelings: list[str]
    updated_at: Time


class DraftAnswer(Wire):
    """`concern`: what in these words may hurt; the last word is the writer's, except for a threat, which does not cross."""

    draft: Draft | None
    concern: ConcernKind | None
    help: Help | None


class WordsToShare(Wire):
    content: Annotated[str, Field(min_length=1, max_length=SHARE_LIMIT, examples=["I was afraid all year."])]


class WordsAnswer(Wire):
    """`concern`: what in these words may hurt, as with a draft."""

    concern: ConcernKind | None


class NewConsent(Wire):
    consent: YesOrNo
    content: Annotated[str, Field(max_length=STATEMENT_LIMIT)] = ""
    feelings: Feelings = Field(default_factory=list)


class AttemptAnswer(Wire):
    attempt: MyAttempt | None
    help: Help | None = None


class PartnerAnswer(Wire):
    attempt: PartnerAttempt | None


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


class Judged(Wire):
    status: Status
    outcome: Verdict
    stage_completed: bool
    help: Help | None


class Notes(Wire):
    notes: Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT)]


class ProposedFeedback(Wire):
    proposed_feedback: str | None
    help: Help | None


class Refining(Wire):
    message: Annotated[str, Field(min_length=1, max_length=MESSAGE_LIMIT)]


class Refined(Wire):
    response: str
    proposed_revision: str | None
    can_resubmit: bool
    help: Help | None


class NewWords(Wire):
    content: StatementText
    feelings: Feelings = Field(default_factory=list)


class StatusAnswer(Wire):
    """How the statement in question stands now, as the caller may know it."""

    status: Status
    message: str
    help: Help | None


SENTENCES = {
    Status.ANALYZING: "Thank you. I am looking at your new words.",
    Status.READY: "Thank you. Now we wait until both of you are ready.",
    Status.REVEALED: "Thank you. Your words are with your partner.",
}

router = APIRouter(
    prefix="/sessions/{session_id}", tags=["empathy"], route_class=SignedInRoute, dependencies=SECURITY
)


@router.get("/empathy/status", responses=refusals(401, 404))
async def status(session_id: SessionIdHere, caller: CallerHere) -> Envelope[EmpathyView]:
    return Envelope(data=EmpathyView.of(await empathy.look_at_exchange(caller, session_id)))


@router.get("/empathy/partner", responses=refusals(401, 404))
async def partner_statement(session_id: SessionIdHere, caller: CallerHere) -> Envelope[PartnerAnswer]:
    """The partner's statement about the caller, once revealed."""
    theirs = (await empathy.look_at_exchange(caller, session_id)).empathy.theirs
    return Envelope(data=PartnerAnswer(attempt=PartnerAttempt.of(theirs) if theirs else None))


@router.get("/empathy/draft", responses=refusals(401, 404))
async def read_draft(session_id: SessionIdHere, caller: CallerHere) -> Envelope[DraftAnswer]:
    return draft_answer(await empathy.look_at_draft(caller, session_id), caller)


@router.post("/empathy/draft", responses=refusals(401, 404, 409))
async def save_draft(session_id: SessionIdHere, body: NewDraft, caller: CallerHere) -> Envelope[DraftAnswer]:
    drafted = await empathy.save_draft(
        caller, session_id, body.content, ready=body.ready_to_share, feelings=known(body.feelings)
    )
    return draft_answer(drafted, caller)


@router.post("/empathy/last-look", responses=refusals(401, 404))
async def look_at_words(
    session_id: SessionIdHere, body: WordsToShare, caller: CallerHere
) -> Envelope[WordsAnswer]:
    """A last look at words about to be shared, which points out what may hurt. Nothing is kept or sent."""
    concern = await empathy.look_at_words(caller, session_id, body.content)
    return Envelope(data=WordsAnswer(concern=concern.kind if concern else None))


@router.post("/empathy/consent", responses=refusals(401, 404, 409))
async def consent(session_id: SessionIdHere, body: NewConsent, caller: CallerHere) -> Envelope[AttemptAnswer]:
    """With `consent: false` nothing happens at all."""
    if not body.consent:
        await empathy.look_at_draft(caller, session_id)
        return Envelope(data=AttemptAnswer(attempt=None))
    acted = await empathy.share_statement(caller, session_id, body.content, known(body.feelings))
    mine = acted.view.empathy.mine
    attempt = MyAttempt.of(mine) if mine else None
    return Envelope(data=AttemptAnswer(attempt=attempt, help=help_for(acted.screened, caller.user.region)))


@router.post("/empathy/resubmit", responses=refusals(401, 404, 409))
async def resubmit(session_id: SessionIdHere, body: NewWords, caller: CallerHere) -> Envelope[StatusAnswer]:
    acted = await empathy.resubmit_statement(caller, session_id, body.content, known(body.feelings))
    return own_status(acted, caller)


@router.post("/empathy/keep", responses=refusals(401, 404, 409))
async def keep(session_id: SessionIdHere, caller: CallerHere) -> Envelope[StatusAnswer]:
    """Leaves the statement as it is: while refining, or when its analysis is overdue."""
    return own_status(await empathy.keep_statement(caller, session_id), caller)


@router.post("/empathy/validate", responses=refusals(401, 404, 409))
async def validate(session_id: SessionIdHere, body: Judgement, caller: CallerHere) -> Envelope[Judged]:
    acted = await empathy.validate_statement(
        caller, session_id, body.verdict, body.feedback, share=body.share_feedback
    )
    return Envelope(data=judged(acted, body.verdict, caller))


@router.post("/empathy/skip-refinement", responses=refusals(401, 404, 409))
async def accept_difference(session_id: SessionIdHere, caller: CallerHere) -> Envelope[Judged]:
    """Goes on with the difference that remains."""
    acted = await empathy.accept_difference(caller, session_id)
    return Envelope(data=judged(acted, Verdict.DIFFERENCE, caller))


@router.post("/empathy/validation-feedback/draft", responses=refusals(401, 404, 409, 503))
async def word_feedback(
    session_id: SessionIdHere, body: Notes, caller: CallerHere, request: Request
) -> Envelope[ProposedFeedback]:
    """A kind and clear wording of the caller's own notes, for review. Nothing is sent."""
    await count_engine_call(request, caller)
    proposal = await coaching.word_feedback(caller, request.app.state.engine, session_id, body.notes)
    helping = help_for(proposal.screened, caller.user.region)
    return Envelope(data=ProposedFeedback(proposed_feedback=proposal.words, help=helping))


@router.post("/empathy/refine", responses=refusals(401, 404, 409, 503))
async def refine(
    session_id: SessionIdHere, body: Refining, caller: CallerHere, request: Request
) -> Envelope[Refined]:
    """A turn of the conversation while refining, in one piece."""
    await count_engine_call(request, caller)
    said = await refine_in_chat(caller, request.app.state.replies, session_id, body.message)
    if said.running:
        await said.running.finished()
    if has_failed(said):
        raise EngineUnavailable(str(said.message.id))
    answered = exchange_of(said, caller)
    return Envelope(
        data=Refined(
            response=answered.reply.content if answered.reply else "",
            proposed_revision=answered.draft,
            can_resubmit=True,
            help=answered.help,
        )
    )


@router.post("/share-tab/seen", **NO_CONTENT)
async def see_share_tab(session_id: SessionIdHere, caller: CallerHere) -> None:
    """The app says that everything on it was shown: from then on it counts as seen. Reading alone marks nothing."""
    await empathy.see_share_tab(caller, session_id)


def draft_answer(drafted: empathy.Drafted, caller: CallerHere) -> Envelope[DraftAnswer]:
    found = drafted.draft
    draft = None
    if found is not None:
        draft = Draft(
            content=found.content,
            ready_to_share=found.ready_to_share,
            feelings=list(found.feelings),
            updated_at=found.updated_at,
        )
    concern = drafted.concern.kind if drafted.concern else None
    helping = help_for(drafted.screened, caller.user.region)
    return Envelope(data=DraftAnswer(draft=draft, concern=concern, help=helping))


def own_status(acted: Acted, caller: CallerHere) -> Envelope[StatusAnswer]:
    status = acted.view.empathy.status
    assert status is not None  # noqa: S101  # what was sent or kept stands
    helping = help_for(acted.screened, caller.user.region)
    sentence = SENTENCES.get(status, SENTENCES[Status.READY])
    return Envelope(data=StatusAnswer(status=status, message=sentence, help=helping))


def judged(acted: Acted, verdict: Verdict, caller: CallerHere) -> Judged:
    theirs = acted.view.empathy.theirs
    assert theirs is not None  # noqa: S101  # only what was revealed can be judged
    completed = acted.view.empathy.status is Status.VALIDATED and theirs.status is Status.VALIDATED
    helping = help_for(acted.screened, caller.user.region)
    return Judged(status=theirs.status, outcome=verdict, stage_completed=completed, help=helping)


def known(feelings: list[str]) -> list[str]:
    if any(feeling not in FEELINGS for feeling in feelings):
        raise Invalid.field("feelings", "One of these is not a feeling we know the name of.")
    return list(dict.fromkeys(feelings))

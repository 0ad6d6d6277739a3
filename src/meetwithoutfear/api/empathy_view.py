"""The exchange on the wire, from the caller's side."""

from __future__ import annotations

from meetwithoutfear.api.models import Id, Wire
from meetwithoutfear.domain.empathy.exchange import Delivery, Status, Verdict
from meetwithoutfear.domain.empathy.view import ExchangeAction, OwnAttempt, TheirAttempt
from meetwithoutfear.domain.empathy.view import SharedContext as SeenContext
from meetwithoutfear.domain.view import SessionView
from meetwithoutfear.domain.waiting import WaitingFor
from meetwithoutfear.domain.wire import Time


class MyAttempt(Wire):
    id: Id
    status: Status
    content: str
    revision: int
    shared_at: Time
    revealed_at: Time | None
    delivery_status: Delivery
    overdue: bool
    outcome: Verdict | None

    @classmethod
    def of(cls, mine: OwnAttempt) -> MyAttempt:
        return cls.model_validate(
            {
                "id": mine.id,
                "status": mine.status,
                "content": mine.content,
                "revision": mine.revision,
                "shared_at": mine.sent_at,
                "revealed_at": mine.revealed_at,
                "delivery_status": mine.delivery,
                "overdue": mine.overdue,
                "outcome": mine.outcome,
            }
        )


class PartnerAttempt(Wire):
    id: Id
    content: str
    revealed_at: Time
    status: Status
    my_verdict: Verdict | None

    @classmethod
    def of(cls, theirs: TheirAttempt) -> PartnerAttempt:
        return cls.model_validate(
            {
                "id": theirs.id,
                "content": theirs.content,
                "revealed_at": theirs.revealed_at,
                "status": theirs.status,
                "my_verdict": theirs.my_verdict,
            }
        )


class ReceivedContext(Wire):
    id: Id
    content: str
    shared_at: Time | None
    iteration: int

    @classmethod
    def of(cls, found: SeenContext) -> ReceivedContext:
        return cls(id=found.id, content=found.content, shared_at=found.shared_at, iteration=found.iteration)


class MyContext(Wire):
    id: Id
    content: str
    shared_at: Time | None
    delivery_status: Delivery

    @classmethod
    def of(cls, found: SeenContext) -> MyContext:
        return cls(
            id=found.id, content=found.content, shared_at=found.shared_at, delivery_status=found.delivery
        )


class EmpathyView(Wire):
    my_attempt: MyAttempt | None
    partner_attempt: PartnerAttempt | None
    shared_context: list[ReceivedContext]
    has_new_shared_context: bool
    message_count_since_shared_context: int
    my_shared_context: list[MyContext]
    waiting_for: WaitingFor | None
    actions: list[ExchangeAction]
    version: int

    @classmethod
    def of(cls, view: SessionView) -> EmpathyView:
        seen = view.empathy
        refining = seen.status is Status.REFINING
        return cls(
            my_attempt=MyAttempt.of(seen.mine) if seen.mine else None,
            partner_attempt=PartnerAttempt.of(seen.theirs) if seen.theirs else None,
            shared_context=[ReceivedContext.of(context) for context in seen.received],
            has_new_shared_context=seen.has_news,
            message_count_since_shared_context=view.me.turns if refining else 0,
            my_shared_context=[MyContext.of(context) for context in seen.shared],
            waiting_for=view.turn.waiting_for,
            actions=list(seen.actions),
            version=view.version,
        )

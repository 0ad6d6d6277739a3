"""A session as it stands: two members, one status, who has passed which gate. Nothing here changes anything.

Both members are handled by the same code: a `Side` says which of them is meant, and no rule is written twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.empathy.exchange import Exchange, Status
from meetwithoutfear.domain.errors import NotFound, Paused
from meetwithoutfear.domain.needs.need import Ground, Needs
from meetwithoutfear.domain.pending import Pending
from meetwithoutfear.domain.repair.agreement import Agreement, Agreements
from meetwithoutfear.domain.repair.pool import Pool, Rankings
from meetwithoutfear.domain.safety.care import Care
from meetwithoutfear.domain.side import Relation, Side
from meetwithoutfear.domain.stages import LAST_GATE, REFINING_TAG, Gate, Passed, Phase, Stage


class Chat(StrEnum):
    """A member's two places to write: the conversation with the guide, and a journal that nothing is ever made of."""

    MAIN = "MAIN"
    INNER = "INNER"


class SessionStatus(StrEnum):
    INVITED = "INVITED"
    ACTIVE = "ACTIVE"
    RESOLVED = "RESOLVED"
    ENDED = "ENDED"


class InvitationStatus(StrEnum):
    OPEN = "OPEN"
    ACCEPTED = "ACCEPTED"
    DECLINED = "DECLINED"
    REPLACED = "REPLACED"


@dataclass(frozen=True)
class Invitation:
    id: UUID
    status: InvitationStatus
    expires_at: datetime


@dataclass(frozen=True)
class Member:
    user_id: UUID
    name: str
    joined_at: datetime
    relation: Relation | None = None
    """What the two are to each other, as they say; nothing until they have said it."""
    first_relation: Relation | None = None
    """What they said first. What both see goes by the inviter's, so that no later change of mind shows in it."""
    passed: Passed = field(default_factory=dict)
    paused_at: datetime | None = None
    care: Care | None = None
    """Their conversation after words of danger, until they say that they are safe."""
    cleared_at: datetime | None = None
    """When they last went on from care."""
    archived_at: datetime | None = None
    left_at: datetime | None = None
    finished_at: datetime | None = None
    """When they ended it alone, after a long silence of the other."""
    close_asked_at: datetime | None = None
    """When they asked to end it without an agreement."""
    told: frozenset[Gate] = frozenset()
    """Of which of their steps the other one has learnt. Whoever takes one back and goes it again does so unnoticed."""
    waits_from: datetime | None = None
    """Waiting for the other one counts from then at the earliest: a pause of theirs is no silence."""
    due: UUID | None = None
    """The agreement they are asked to look back on."""
    due_at: datetime | None = None
    acted_at: datetime | None = None
    reminders: int = 0
    """How often they were reminded of what waits for them now."""
    remind_at: datetime | None = None
    pending: Pending = ()
    badge: int = 0
    """How much of it counts."""
    badge_elsewhere: int = 0
    """How much waits for them in other sessions."""
    version: int = 0
    turns: int = 0
    answering: Mapping[Chat, UUID] = field(default_factory=dict)
    last_seq: Mapping[Chat, int] = field(default_factory=dict)
    last_activity_at: datetime | None = None

    @property
    def stage(self) -> Stage:
        """The first that they have not left; from the last there is no further one."""
        left = (stage for stage, gate in LAST_GATE.items() if gate not in self.passed)
        return next(left, Stage.STRATEGIC_REPAIR)

    def refuse_while_paused(self) -> None:
        if self.paused_at is not None:
            raise Paused

    def count_act(self, now: datetime) -> Member:
        return replace(self, acted_at=now, reminders=0)

    def enter_stage(self, gate: Gate, now: datetime) -> Member:
        """Through the last gate of the one before. Turns count from the beginning of a stage."""
        return replace(self, passed={**self.passed, gate: now}, turns=0)

    def pass_gate(self, gate: Gate, now: datetime) -> Member:
        """A gate keeps the time at which it was first passed."""
        return replace(self, passed={**self.passed, gate: self.passed.get(gate, now)})

    def set_gate(self, gate: Gate, now: datetime, *, stands: bool) -> Member:
        return self.pass_gate(gate, now) if stands else self.leave_gates(gate)

    def pass_gate_jointly(self, gate: Gate, now: datetime) -> Member:
        """Both pass it at once: that is new to each of them."""
        return replace(self, passed={**self.passed, gate: now}, reminders=0)

    def leave_gates(self, *gates: Gate) -> Member:
        return replace(self, passed={known: at for known, at in self.passed.items() if known not in gates})

    def with_answering(self, chat: Chat, message_id: UUID | None) -> Member:
        others = {place: awaited for place, awaited in self.answering.items() if place is not chat}
        return replace(self, answering=others if message_id is None else {**others, chat: message_id})


@dataclass(frozen=True)
class Proposal:
    """The one agreement that waits for an answer: who worded it last, and when."""

    id: UUID
    by: Side
    at: datetime


@dataclass(frozen=True)
class Session:
    id: UUID
    status: SessionStatus
    partner_name: str
    topic: str | None
    members: Mapping[Side, Member]
    invitation: Invitation | None = None
    exchange: Exchange = field(default_factory=Exchange)
    ground_at: datetime | None = None
    """When what both have shared had been compared."""
    phase: Phase | None = None
    round: int = 1
    proposal: Proposal | None = None
    needs: Mapping[Side, Needs] = field(default_factory=dict)
    ground: Ground = ()
    pool: Pool = ()
    rankings: Rankings = field(default_factory=dict)
    """Of this round and the one before."""
    agreements: Agreements = ()
    journal_seq: int = 0

    def side_of(self, user_id: UUID) -> Side:
        for side, member in self.members.items():
            if member.user_id == user_id:
                return side
        raise NotFound

    def tag_of(self, side: Side) -> int:
        """The number that new messages of this member carry."""
        refining = self.exchange.attempts[side].reads_as is Status.REFINING
        return REFINING_TAG if refining else int(self.members[side].stage)

    def needs_of(self, side: Side) -> Needs:
        return self.needs.get(side, ())

    def with_needs(self, side: Side, needs: Needs) -> Session:
        return replace(self, needs={**self.needs, side: needs})

    def agreement(self, agreement_id: UUID) -> Agreement:
        found = next((each for each in self.agreements if each.id == agreement_id), None)
        if found is None:
            raise NotFound
        return found

    def with_agreement(self, agreement: Agreement) -> Session:
        changed = tuple(agreement if each.id == agreement.id else each for each in self.agreements)
        return replace(self, agreements=changed)

    def with_member(self, side: Side, member: Member) -> Session:
        return replace(self, members={**self.members, side: member})

    def answer_invitation(self, status: InvitationStatus) -> Session:
        """An open invitation closes once; a closed one keeps the answer it got."""
        if self.invitation is None or self.invitation.status is not InvitationStatus.OPEN:
            return self
        return replace(self, invitation=replace(self.invitation, status=status))

    def have_both_passed(self, gate: Gate) -> bool:
        return all(gate in member.passed for member in self.members.values())

    def with_both(self, change: Callable[[Member], Member]) -> Session:
        return replace(self, members={side: change(member) for side, member in self.members.items()})

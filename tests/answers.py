"""What the server answers, as far as the stories look into it. That an answer has these fields and no others is told by the
document of the API and by the recording; here it is so that a story that looks for something else does not even begin."""

from __future__ import annotations

from typing import TypedDict, TypeVar

T = TypeVar("T")


def there(found: T | None) -> T:
    """What may be missing from an answer, and is not this time."""
    assert found is not None, "it is not there"
    return found


class Resource(TypedDict):
    name: str
    contact: str


class Help(TypedDict):
    label: str | None
    region: str | None
    resources: list[Resource]
    words: str | None


class Message(TypedDict):
    id: str
    seq: int
    role: str
    content: str
    stage: int
    replyTo: str | None
    replyState: str | None


class Said(TypedDict):
    """What was said, and what the guide has said to it."""

    message: Message
    reply: Message | None
    draft: str | None
    readyToShare: bool
    feelHeardOffered: bool
    intensity: int | None
    help: Help | None


class Stage(TypedDict):
    status: str
    gates: dict[str, str | None]


class Me(TypedDict):
    id: str
    name: str
    relation: str | None
    stage: int
    stages: dict[str, Stage]


class Partner(TypedDict):
    name: str
    joined: bool
    stage: int | None


class Turn(TypedDict):
    kind: str
    waitingFor: str | None
    actions: list[str]


class Care(TypedDict):
    since: str
    urgent: bool
    about: str | None


class OfEither(TypedDict):
    byMe: bool
    byPartner: bool


class Attempt(TypedDict):
    id: str
    status: str
    content: str
    revision: int
    revealedAt: str | None
    deliveryStatus: str
    overdue: bool
    outcome: str | None


class PartnerAttempt(TypedDict):
    id: str
    content: str
    revealedAt: str
    status: str
    myVerdict: str | None


class Shared(TypedDict):
    """A little more, as it was shared with one or by one."""

    content: str
    deliveryStatus: str


class Exchange(TypedDict):
    myAttempt: Attempt | None
    partnerAttempt: PartnerAttempt | None
    sharedContext: list[Shared]
    hasNewSharedContext: bool
    messageCountSinceSharedContext: int
    mySharedContext: list[Shared]
    waitingFor: str | None
    actions: list[str]
    version: int


class Item(TypedDict):
    type: str
    priority: str
    data: dict[str, str | None]
    itemId: str
    seenAt: str | None


class Pending(TypedDict):
    items: list[Item]
    unviewedCount: int


class Badge(TypedDict):
    total: int
    sessions: list[dict[str, object]]


class Offer(TypedDict):
    offerId: str
    guesserName: str
    suggestedContent: str | None
    reason: str
    iteration: int
    expiresAt: str | None


class Responded(TypedDict):
    status: str
    sharedMessage: Message | None
    proposedContent: str | None
    response: str | None
    help: Help | None


class Judged(TypedDict):
    status: str
    outcome: str
    stageCompleted: bool
    help: Help | None


class Standing(TypedDict):
    """How a statement stands now, as the member may know it."""

    status: str
    message: str
    help: Help | None


class Compact(TypedDict):
    signed: bool
    signedAt: str | None
    partnerSigned: bool


class Heard(TypedDict):
    confirmed: bool
    confirmedAt: str | None
    stage: int
    partnerCompleted: bool
    help: Help | None


class Draft(TypedDict):
    content: str
    readyToShare: bool
    feelings: list[str]


class Drafted(TypedDict):
    draft: Draft | None
    concern: str | None
    help: Help | None


class SharedNeed(TypedDict):
    id: str
    need: str
    category: str
    description: str


class Need(SharedNeed):
    evidence: list[str]
    confirmed: bool
    source: str
    confidence: float | None
    shared: bool
    needsReframing: str | None


class Comparison(TypedDict):
    mine: list[SharedNeed]
    partner: list[SharedNeed]


class GroundItem(TypedDict):
    id: str
    need: str
    category: str | None
    description: str
    kind: str
    proposedByMe: bool
    confirmedByMe: bool
    confirmedByPartner: bool
    confirmedAt: str | None


class Ground(TypedDict):
    commonGround: list[GroundItem]
    analysisComplete: bool
    bothConfirmed: bool


class Idea(TypedDict):
    id: str
    description: str
    needsAddressed: list[str]
    duration: str | None
    measureOfSuccess: str | None


class Added(TypedDict):
    """An idea that was added, how many there are now, and how it could be clearer."""

    strategy: Idea
    totalStrategies: int
    refinement: dict[str, str] | None
    help: Help | None


class Pool(TypedDict):
    strategies: list[Idea]
    hiddenIds: list[str]
    aiSuggestionsAvailable: bool
    phase: str


class Readiness(TypedDict):
    ready: bool
    partnerReady: bool
    canStartRanking: bool


class Ranking(TypedDict):
    submitted: bool
    submittedAt: str
    partnerSubmitted: bool
    awaitingReveal: bool


class Overlap(TypedDict):
    overlap: list[Idea]
    phase: str


class Agreement(TypedDict):
    id: str
    type: str
    strategyId: str | None
    description: str
    duration: str | None
    measureOfSuccess: str | None
    status: str
    version: int
    wordedByMe: bool
    agreedByMe: bool
    agreedByPartner: bool
    agreedAt: str | None
    followUpDate: str | None


class Confirmation(TypedDict):
    agreement: Agreement
    sessionCanResolve: bool
    help: Help | None


class Resolution(TypedDict):
    resolved: bool
    resolvedAt: str
    agreements: list[Agreement]
    followUpScheduled: bool


class LookBack(TypedDict):
    done: str
    wish: str | None
    felt: str | None
    shared: bool


class CheckIns(TypedDict):
    agreement: Agreement
    mine: LookBack | None
    partner: LookBack | None


class Invitation(TypedDict):
    status: str
    expiresAt: str


class Session(TypedDict):
    id: str
    status: str
    topic: str | None
    version: int
    paused: OfEither
    me: Me
    partner: Partner
    invitation: Invitation | None
    turn: Turn
    empathy: Exchange
    pendingActions: list[Item]
    phase: str | None
    closing: OfEither
    care: Care | None
    counts: dict[str, int]
    draft: Draft | None
    draftConcern: str | None
    needs: list[Need]
    comparison: Comparison | None
    ground: Ground | None
    pool: Pool | None
    readiness: Readiness | None
    ranking: Ranking | None
    overlap: Overlap | None
    agreements: list[CheckIns]


class Closing(TypedDict):
    closed: bool
    askedByMe: bool
    askedByPartner: bool
    session: Session


class Consent(TypedDict):
    id: str
    sessionId: str
    targetType: str
    content: str
    to: str
    grantedAt: str
    revokedAt: str | None
    seenAt: str | None


class Emotion(TypedDict):
    id: str
    intensity: int
    context: str | None


class ToldEmotion(TypedDict):
    emotion: Emotion
    suggestPause: bool
    help: Help | None

"""A member's own needs, and the common ground found in what both have shared. A need belongs to its writer alone until they
share it; then it stands as it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from meetwithoutfear.domain.errors import Conflict, Invalid, NotFound
from meetwithoutfear.domain.feelings import NeedCategory
from meetwithoutfear.domain.side import Side
from meetwithoutfear.domain.vocabulary import read_patterns

MOST_NEEDS = 20
MOST_GROUND = 20


class Source(StrEnum):
    GUIDE = "GUIDE"
    MEMBER = "MEMBER"


@dataclass(frozen=True)
class Need:
    id: UUID
    need: str = field(repr=False)
    category: NeedCategory
    description: str = field(default="", repr=False)
    evidence: tuple[str, ...] = field(default=(), repr=False)
    """The writer's own words, letter for letter. They never go with it when it is shared."""
    confirmed: bool = False
    source: Source = Source.MEMBER
    confidence: float | None = None
    shared_at: datetime | None = None
    withdrawn: bool = False

    @property
    def is_shared(self) -> bool:
        return self.shared_at is not None and not self.withdrawn

    @property
    def words(self) -> str:
        """What goes to the other one when it is shared."""
        return f"{self.need}: {self.description}" if self.description else self.need


Needs = tuple[Need, ...]


@dataclass(frozen=True)
class NeedConfirmation:
    """A member's word on one of their needs: theirs or not, perhaps worded better."""

    need_id: UUID
    confirmed: bool
    adjustment: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class NeedWording:
    """How a need is to be worded; what is left out stays as it is."""

    need: str | None = field(repr=False)
    category: NeedCategory | None
    description: str | None = field(repr=False)


class GroundKind(StrEnum):
    NEED = "NEED"
    SEEN = "SEEN"
    """No need in common, but: we see each other's."""


@dataclass(frozen=True)
class CommonGround:
    id: UUID
    need: str = field(repr=False)
    category: NeedCategory | None
    description: str = field(default="", repr=False)
    kind: GroundKind = GroundKind.NEED
    proposed_by: Side | None = None
    """Nobody: it was found in what both have shared."""
    confirmed: Mapping[Side, datetime] = field(default_factory=dict)

    @property
    def is_common(self) -> bool:
        return len(self.confirmed) == len(Side)

    @property
    def words(self) -> str:
        return f"{self.need}: {self.description}" if self.description else self.need

    def with_word(self, side: Side, now: datetime, *, confirmed: bool) -> CommonGround:
        """The member's yes to it, or their yes taken back. A yes that is said again keeps the time of the first."""
        others = {who: at for who, at in self.confirmed.items() if who is not side}
        said = {**others, side: self.confirmed.get(side, now)} if confirmed else others
        return replace(self, confirmed=said)


Ground = tuple[CommonGround, ...]


def find_need(needs: Needs, need_id: UUID) -> Need:
    found = next((need for need in needs if need.id == need_id), None)
    if found is None:
        raise NotFound
    return found


def find_editable(needs: Needs, need_id: UUID) -> Need:
    need = find_need(needs, need_id)
    if need.is_shared:
        raise Conflict("You have shared this need. It stands as it was shown.")
    return need


def with_need(needs: Needs, changed: Need) -> Needs:
    return tuple(changed if need.id == changed.id else need for need in needs)


def with_proposed(needs: Needs, proposed: Iterable[Need]) -> Needs:
    """Confirmed needs and a member's own stay; what the guide had only proposed gives way to what it proposes now."""
    kept = tuple(need for need in needs if need.confirmed or need.source is Source.MEMBER or need.is_shared)
    known = {need.need.casefold() for need in kept}
    return (*kept, *(need for need in proposed if need.need.casefold() not in known))


def with_confirmations(needs: Needs, said: Iterable[NeedConfirmation]) -> Needs:
    for word in said:
        need = replace(find_editable(needs, word.need_id), confirmed=word.confirmed)
        needs = with_need(needs, replace(need, need=word.adjustment) if word.adjustment else need)
    return needs


def choose_to_share(needs: Needs, ids: Iterable[UUID]) -> Needs:
    """What a member wants to share: of their confirmed needs, at least one."""
    wanted = [find_need(needs, need_id) for need_id in dict.fromkeys(ids)]
    if not wanted:
        raise Invalid.field("needIds", "Choose at least one need.")
    if not all(need.confirmed for need in wanted):
        raise Invalid.field("needIds", "Only needs that you have confirmed can be shared.")
    return tuple(wanted)


def stood_by(ground: Ground, side: Side) -> frozenset[UUID]:
    return frozenset(item.id for item in ground if side in item.confirmed)


ABOUT_ANOTHER = (
    "This speaks of what somebody else does. What would it give you? "
    "For example: to be heard, to feel safe, to share the load."
)
ONE_WAY = (
    "This is one way to get there, and there may be others. What would it give you? "
    "For example: to have rest, to feel close, to be treated fairly."
)

RULES = read_patterns("reframing.txt")


def needs_reframing(wording: str) -> str | None:
    """Where a need is worded as a demand, one particular way to meet it, or what another person is to do: a gentle
    suggestion for its author, who may leave it aside. So a doubtful case is let pass, and what is not English is never
    touched."""
    words = " ".join(wording.replace("’", "'").split())
    if RULES["others_deeds"].search(words) and not RULES["inward"].match(words.removeprefix("to ")):
        return ABOUT_ANOTHER
    return ONE_WAY if RULES["particular_ways"].search(words) else None

"""Text that belongs to one member. It carries its owner, masks itself wherever it might be printed by accident, and
opens only for that owner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import UUID

from meetwithoutfear.domain.errors import NotFound

T = TypeVar("T")


@dataclass(frozen=True)
class Private(Generic[T]):
    owner: UUID
    _value: T = field(repr=False)

    def read_as(self, viewer: UUID) -> T:
        if viewer != self.owner:
            raise NotFound
        return self._value

    def __repr__(self) -> str:
        return "Private(…)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

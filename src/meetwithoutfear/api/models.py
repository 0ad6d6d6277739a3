"""What goes over the wire: camelCase, exactly the fields of the documents, nothing by accident."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from meetwithoutfear.domain.wire import to_camel

T = TypeVar("T")


class Wire(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, extra="forbid", serialize_by_alias=True
    )


class Envelope(Wire, Generic[T]):
    """Every successful answer with a body."""

    success: Literal[True] = True
    data: T


class ErrorBody(Wire):
    code: str = Field(examples=["NOT_FOUND"])
    message: str = Field(examples=["There is nothing here for you."])
    details: dict[str, object] | None = None


class ErrorEnvelope(Wire):
    """Every failed answer."""

    success: Literal[False] = False
    error: ErrorBody


class Nothing(Wire):
    """An empty object."""


class ListOf(Wire, Generic[T]):
    items: list[T]
    next_cursor: str | None


Id = UUID
Intensity = Annotated[int, Field(strict=True, ge=1, le=10, examples=[6])]
YesOrNo = Annotated[bool, Field(strict=True)]
"""Neither 1 nor "yes" is a yes: what somebody agrees to is not guessed."""

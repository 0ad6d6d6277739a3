"""Answers with a shape. An answer that does not fit is refused in words that help the engine to do better and that
repeat nothing of what it wrote."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, WithJsonSchema
from pydantic.alias_generators import to_camel

from meetwithoutfear.domain.feelings import FEELINGS


class Unacceptable(ValueError):
    """Not an answer to what was asked."""


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")


AnswerT = TypeVar("AnswerT", bound=Answer)


def read(shape: type[AnswerT], answer: object) -> AnswerT:
    """From JSON text or from what JSON text became."""
    try:
        return shape.model_validate_json(answer) if isinstance(answer, str) else shape.model_validate(answer)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [
            f"{'.'.join(str(step) for step in fault['loc']) or 'answer'}: {fault['msg']}" for fault in faults
        ]
        raise Unacceptable("\n".join(lines)) from None


def schema_of(shape: type[Answer]) -> dict[str, object]:
    return shape.model_json_schema(by_alias=True)


def known_feeling(key: str) -> str:
    if key not in FEELINGS:
        raise ValueError(f"must be one of: {', '.join(FEELINGS)}")
    return key


FeelingKey = Annotated[
    str, AfterValidator(known_feeling), WithJsonSchema({"type": "string", "enum": list(FEELINGS)})
]

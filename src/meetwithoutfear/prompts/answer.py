"""Answers with a shape. An answer that does not fit is refused in words that help the engine to do better and that
repeat nothing of what it wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, WithJsonSchema
from pydantic.alias_generators import to_camel

from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.prompts.prompt import Base


class Unacceptable(ValueError):
    """Not an answer to what was asked."""


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")


AnswerT = TypeVar("AnswerT", bound=Answer)
OutputT = TypeVar("OutputT")


def read_answer(shape: type[AnswerT], answer: object) -> AnswerT:
    """From JSON text or from what JSON text became."""
    try:
        return shape.model_validate_json(answer) if isinstance(answer, str) else shape.model_validate(answer)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [
            f"{'.'.join(str(step) for step in fault['loc']) or 'answer'}: {fault['msg']}" for fault in faults
        ]
        raise Unacceptable("\n".join(lines)) from None


@dataclass(frozen=True, kw_only=True, repr=False)
class Task(Base, Generic[OutputT]):
    """A prompt that asks for an answer of its `shape`. Where that is not the output itself, `parse` makes it so."""

    shape: ClassVar[type[Any]]

    @property
    def schema(self) -> dict[str, object]:
        schema: dict[str, object] = self.shape.model_json_schema(by_alias=True)
        return schema

    def parse(self, answer: object) -> OutputT:
        output: OutputT = read_answer(self.shape, answer)
        return output


def check_feeling(key: str) -> str:
    if key not in FEELINGS:
        raise ValueError(f"must be one of: {', '.join(FEELINGS)}")
    return key


FeelingKey = Annotated[
    str, AfterValidator(check_feeling), WithJsonSchema({"type": "string", "enum": list(FEELINGS)})
]

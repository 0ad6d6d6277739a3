"""A rendered prompt in the library's words, and the library's answer in ours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from meetwithoutfear.prompts.prompt import Rendered, Speaker

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
    from pydantic_ai.models import ModelRequestParameters

ANSWER = "answer"
ABOUT = "Give the answer in this form."
AGAIN = "This could not be used:\n{fault}\nGive the whole answer again, in the form that was asked for."


def messages_of(rendered: Rendered) -> list[ModelMessage]:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [
        ModelResponse(parts=[TextPart(turn.text)])
        if turn.speaker is Speaker.GUIDE
        else ModelRequest(parts=[UserPromptPart(turn.text)])
        for turn in rendered.joined()
    ]


def chat_form(rendered: Rendered) -> ModelRequestParameters:
    from pydantic_ai.messages import InstructionPart
    from pydantic_ai.models import ModelRequestParameters

    # The boundary between the two is where a provider's cache ends.
    blocks = [InstructionPart(rendered.static), InstructionPart(rendered.dynamic, dynamic=True)]
    return ModelRequestParameters(instruction_parts=blocks)


def task_form(rendered: Rendered, schema: dict[str, object], *, by_tool: bool) -> ModelRequestParameters:
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    form = replace(chat_form(rendered), allow_text_output=False)
    if by_tool:
        tool = ToolDefinition(name=ANSWER, parameters_json_schema=schema, description=ABOUT, kind="output")
        return replace(form, output_mode="tool", output_tools=[tool])
    return replace(form, output_mode="native", output_object=OutputObjectDefinition(schema, ANSWER, ABOUT))


def calls_in(response: ModelResponse) -> list[ToolCallPart]:
    from pydantic_ai.messages import ToolCallPart

    return [part for part in response.parts if isinstance(part, ToolCallPart)]


def raw_answer(response: ModelResponse) -> object:
    """What was given to the tool; else the text, as far as it looks like an object."""
    calls, text = calls_in(response), response.text or ""
    return calls[0].args if calls else text[text.find("{") : text.rfind("}") + 1]


def correction(response: ModelResponse, fault: str) -> list[ModelMessage]:
    """The answer as it was, and what is wrong with it."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolReturnPart, UserPromptPart

    said = AGAIN.format(fault=fault)
    calls = calls_in(response)
    if calls:
        returns = [
            ToolReturnPart(call.tool_name, said, call.tool_call_id, outcome="retried") for call in calls
        ]
        return [response, ModelRequest(parts=returns)]
    # No provider takes an empty message back, not even its own.
    answered = ModelResponse(parts=[TextPart(response.text or "…")])
    return [answered, ModelRequest(parts=[UserPromptPart(said)])]

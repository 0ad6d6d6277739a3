"""The real models behind one library. Each is built with its own client: no hidden retries, explicit time-outs, and the
libraries' own logs turned down, because at their most talkative they print keys and people's words. Below that, a rendered
prompt in the library's words, and the library's answer in ours."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from meetwithoutfear.engines.engine import EngineName, EngineSettings, Timeouts
from meetwithoutfear.prompts.prompt import ModelTier, Rendered, Speaker

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

TALKATIVE = (
    "anthropic", "openai", "botocore", "boto3", "urllib3", "httpx", "httpx2", "httpcore", "httpcore2",
)  # fmt: skip

LIBRARIES = {EngineName.ANTHROPIC: "anthropic", EngineName.BEDROCK: "boto3", EngineName.OPENAI: "openai"}

DEFAULT_MODELS = {
    (EngineName.ANTHROPIC, ModelTier.DEEP): "claude-sonnet-4-6",
    (EngineName.ANTHROPIC, ModelTier.FAST): "claude-haiku-4-5",
    (EngineName.BEDROCK, ModelTier.DEEP): "global.anthropic.claude-sonnet-4-6",
    (EngineName.BEDROCK, ModelTier.FAST): "global.anthropic.claude-haiku-4-5-20251001-v1:0",
}

ANSWER = "answer"
ABOUT = "Give the answer in this form."
AGAIN = "This could not be used:\n{fault}\nGive the whole answer again, in the form that was asked for."


class BadEngine(ValueError):
    """The settings do not describe an engine that could work."""


@dataclass(frozen=True)
class Connection:
    models: dict[ModelTier, Model]
    client: Any
    """Of the provider's own library; the models share it."""
    cache: ModelSettings
    """Asks the provider to keep the static block ready."""
    http: httpx2.AsyncClient | None = None
    """For streams that we read ourselves."""


def model_names(settings: EngineSettings) -> dict[ModelTier, str]:
    """A fast model is optional: without one the deep model does everything, and the other way round."""
    deep = settings.model_deep or DEFAULT_MODELS.get((settings.name, ModelTier.DEEP)) or settings.model_fast
    fast = settings.model_fast or DEFAULT_MODELS.get((settings.name, ModelTier.FAST)) or settings.model_deep
    if not deep or not fast:
        raise BadEngine("Set MWF_MODEL_DEEP (and, if you like, MWF_MODEL_FAST) to the models to use.")
    return {ModelTier.DEEP: deep, ModelTier.FAST: fast}


def check(settings: EngineSettings) -> None:
    """Says what is missing before the first person has to wait for it."""
    model_names(settings)
    needed = ("pydantic_ai", LIBRARIES.get(settings.name, "pydantic_ai"))
    if any(find_spec(library) is None for library in needed):
        raise BadEngine(f"MWF_ENGINE={settings.name} needs: pip install 'meetwithoutfear[{settings.name}]'")
    if settings.name is EngineName.ANTHROPIC and not settings.key:
        raise BadEngine("MWF_ENGINE=anthropic needs MWF_ENGINE_KEY.")
    if settings.name is EngineName.OPENAI and not settings.url:
        raise BadEngine(
            "MWF_ENGINE=openai needs MWF_ENGINE_URL, the address of the server up to and with /v1."
        )


def connect(settings: EngineSettings, patience: Timeouts) -> Connection:
    """Imports all that a call needs, which takes a second or two: do it in a thread."""
    import pydantic_ai.direct  # noqa: F401

    match settings.name:
        case EngineName.ANTHROPIC:
            connection = connect_anthropic(settings, patience)
        case EngineName.BEDROCK:
            connection = connect_bedrock(settings, patience)
        case EngineName.OPENAI:
            connection = connect_openai(settings, patience)
        case _:
            raise BadEngine(f"{settings.name} is not a real model.")
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    return connection


def http_client(patience: Timeouts) -> httpx2.AsyncClient:
    import httpx2
    from pydantic_ai.models import create_async_httpx2_client

    return create_async_httpx2_client(
        timeout=httpx2.Timeout(patience.answer_seconds, connect=patience.connect_seconds)
    )


def connect_anthropic(settings: EngineSettings, patience: Timeouts) -> Connection:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=settings.key, base_url=settings.url, max_retries=0, http_client=http_client(patience)
    )
    provider = AnthropicProvider(anthropic_client=client)
    models = {tier: AnthropicModel(name, provider=provider) for tier, name in model_names(settings).items()}
    return Connection({**models}, client, AnthropicModelSettings(anthropic_cache_instructions=True))


def connect_bedrock(settings: EngineSettings, patience: Timeouts) -> Connection:
    import boto3
    import botocore.session
    from botocore.config import Config
    from pydantic_ai.models.bedrock import BedrockConverseModel, BedrockModelSettings
    from pydantic_ai.providers.bedrock import BedrockProvider

    session = botocore.session.get_session()
    if settings.key:
        session.register_component("token_provider", GivenToken(settings.key))
    region = os.environ.get("AWS_REGION") or session.get_config_variable("region") or "us-east-1"
    client = boto3.Session(botocore_session=session, region_name=region).client(
        "bedrock-runtime",
        endpoint_url=settings.url,
        config=Config(
            connect_timeout=patience.connect_seconds,
            read_timeout=patience.answer_seconds,
            retries={"mode": "standard", "total_max_attempts": 1},
            max_pool_connections=100,
            **({"signature_version": "bearer"} if settings.key else {}),
        ),
    )
    provider = BedrockProvider(bedrock_client=client)
    models = {
        tier: BedrockConverseModel(name, provider=provider) for tier, name in model_names(settings).items()
    }
    return Connection({**models}, client, BedrockModelSettings(bedrock_cache_instructions=True))


class GivenToken:
    """Hands the configured key to Amazon's library, which otherwise looks for one in the environment."""

    def __init__(self, key: str) -> None:
        self._key = key

    def load_token(self, **_: object) -> object:
        from botocore.tokens import FrozenAuthToken

        return FrozenAuthToken(self._key)


def connect_openai(settings: EngineSettings, patience: Timeouts) -> Connection:
    import httpx2
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider

    # A server without keys still gets a header: the library insists, and the server ignores it.
    key, http = settings.key or "none", http_client(patience)
    http.base_url = httpx2.URL(settings.url or "")
    http.headers["authorization"] = f"Bearer {key}"
    client = AsyncOpenAI(api_key=key, base_url=settings.url, max_retries=0, http_client=http)
    provider = OpenAIProvider(openai_client=client)
    # What other servers than OpenAI's commonly lack is left out; OpenAI's accepts the plainer form as well.
    plain = OpenAIModelProfile(
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_multiple_system_messages=False,
        openai_chat_supports_max_completion_tokens=is_openai(settings),
    )
    models = {
        tier: OpenAIChatModel(name, provider=provider, profile=plain)
        for tier, name in model_names(settings).items()
    }
    return Connection({**models}, client, {}, http)


def is_openai(settings: EngineSettings) -> bool:
    """Its newer models take the limit under a new name, which other servers do not all know."""
    return "openai.com" in (settings.url or "")


def messages_of(rendered: Rendered) -> list[ModelMessage]:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [
        ModelResponse(parts=[TextPart(turn.text)])
        if turn.speaker is Speaker.GUIDE
        else ModelRequest(parts=[UserPromptPart(turn.text)])
        for turn in rendered.join_neighbours()
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

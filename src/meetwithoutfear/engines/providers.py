"""The real models behind one library, each built with its own client: no hidden retries, explicit time-outs, and the
libraries' own logs turned down, because at their most talkative they print keys and people's words."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from meetwithoutfear.engines.engine import EngineName, EngineSettings
from meetwithoutfear.engines.patience import Patience
from meetwithoutfear.prompts.prompt import Tier

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model
    from pydantic_ai.settings import ModelSettings

TALKATIVE = (
    "anthropic",
    "openai",
    "botocore",
    "boto3",
    "urllib3",
    "httpx",
    "httpx2",
    "httpcore",
    "httpcore2",
)

LIBRARIES = {EngineName.ANTHROPIC: "anthropic", EngineName.BEDROCK: "boto3", EngineName.OPENAI: "openai"}

DEFAULT_MODELS = {
    (EngineName.ANTHROPIC, Tier.DEEP): "claude-sonnet-4-6",
    (EngineName.ANTHROPIC, Tier.FAST): "claude-haiku-4-5",
    (EngineName.BEDROCK, Tier.DEEP): "global.anthropic.claude-sonnet-4-6",
    (EngineName.BEDROCK, Tier.FAST): "global.anthropic.claude-haiku-4-5-20251001-v1:0",
}


class BadEngine(ValueError):
    """The settings do not describe an engine that could work."""


@dataclass(frozen=True)
class Connection:
    models: dict[Tier, Model]
    client: Any
    """Of the provider's own library; the models share it."""
    cache: ModelSettings
    """Asks the provider to keep the static block ready."""
    http: httpx2.AsyncClient | None = None
    """For streams that we read ourselves."""


def model_names(settings: EngineSettings) -> dict[Tier, str]:
    """A fast model is optional: without one the deep model does everything, and the other way round."""
    deep = settings.model_deep or DEFAULT_MODELS.get((settings.engine, Tier.DEEP)) or settings.model_fast
    fast = settings.model_fast or DEFAULT_MODELS.get((settings.engine, Tier.FAST)) or settings.model_deep
    if not deep or not fast:
        raise BadEngine("Set MWF_MODEL_DEEP (and, if you like, MWF_MODEL_FAST) to the models to use.")
    return {Tier.DEEP: deep, Tier.FAST: fast}


def check(settings: EngineSettings) -> None:
    """Says what is missing before the first person has to wait for it."""
    model_names(settings)
    needed = ("pydantic_ai", LIBRARIES.get(settings.engine, "pydantic_ai"))
    if any(find_spec(library) is None for library in needed):
        raise BadEngine(
            f"MWF_ENGINE={settings.engine} needs: pip install 'meetwithoutfear[{settings.engine}]'"
        )
    if settings.engine is EngineName.ANTHROPIC and not settings.key:
        raise BadEngine("MWF_ENGINE=anthropic needs MWF_ENGINE_KEY.")
    if settings.engine is EngineName.OPENAI and not settings.url:
        raise BadEngine(
            "MWF_ENGINE=openai needs MWF_ENGINE_URL, the address of the server up to and with /v1."
        )


def connect(settings: EngineSettings, patience: Patience) -> Connection:
    """Imports all that a call needs, which takes a second or two: do it in a thread."""
    import pydantic_ai.direct  # noqa: F401

    match settings.engine:
        case EngineName.ANTHROPIC:
            connection = connect_anthropic(settings, patience)
        case EngineName.BEDROCK:
            connection = connect_bedrock(settings, patience)
        case EngineName.OPENAI:
            connection = connect_openai(settings, patience)
        case _:
            raise BadEngine(f"{settings.engine} is not a real model.")
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    return connection


def http_client(patience: Patience) -> httpx2.AsyncClient:
    import httpx2
    from pydantic_ai.models import create_async_httpx2_client

    return create_async_httpx2_client(
        timeout=httpx2.Timeout(patience.answer_seconds, connect=patience.connect_seconds)
    )


def connect_anthropic(settings: EngineSettings, patience: Patience) -> Connection:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=settings.key, base_url=settings.url, max_retries=0, http_client=http_client(patience)
    )
    provider = AnthropicProvider(anthropic_client=client)
    models = {tier: AnthropicModel(name, provider=provider) for tier, name in model_names(settings).items()}
    return Connection({**models}, client, AnthropicModelSettings(anthropic_cache_instructions=True))


def connect_bedrock(settings: EngineSettings, patience: Patience) -> Connection:
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


def connect_openai(settings: EngineSettings, patience: Patience) -> Connection:
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

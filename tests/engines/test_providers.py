"""Settings, connections and patience: what is decided before and around a call."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import httpx2
import pytest
from botocore.exceptions import NoCredentialsError
from pydantic_ai import exceptions as failed

from engines import wire_bedrock
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.engines.engine import (
    CallOutcome,
    EngineError,
    EngineName,
    EngineSettings,
    Failure,
    Refused,
    Timeouts,
    judge,
)
from meetwithoutfear.engines.models import ModelEngine, refuses_tools, text_of
from meetwithoutfear.engines.providers import TALKATIVE, BadEngine, connect, model_names
from meetwithoutfear.prompts.prompt import ModelTier


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        (EngineSettings(EngineName.ANTHROPIC), "MWF_ENGINE_KEY"),
        (EngineSettings(EngineName.OPENAI, model_deep="m"), "MWF_ENGINE_URL"),
        (EngineSettings(EngineName.OPENAI, url="http://127.0.0.1/v1"), "MWF_MODEL_DEEP"),
        (EngineSettings(EngineName.EMBEDDED), "MWF_MODEL_DEEP"),
    ],
)
def test_settings_that_cannot_work_say_what_is_missing(settings: EngineSettings, missing: str) -> None:
    with pytest.raises(BadEngine, match=missing):
        ModelEngine(settings, lambda _: None)


@pytest.mark.parametrize("library", ["pydantic_ai", "boto3"])
def test_a_library_that_is_not_installed_is_asked_for(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(BadEngine, match=r"meetwithoutfear\[bedrock\]"):
        ModelEngine(EngineSettings(EngineName.BEDROCK), lambda _: None)


def test_the_embedded_engine_is_no_real_model() -> None:
    with pytest.raises(BadEngine, match="embedded"):
        connect(EngineSettings(EngineName.EMBEDDED, model_deep="m"), Timeouts())


def test_one_model_is_enough() -> None:
    both = {ModelTier.DEEP: "m", ModelTier.FAST: "m"}
    assert model_names(EngineSettings(EngineName.OPENAI, model_deep="m")) == both
    assert model_names(EngineSettings(EngineName.OPENAI, model_fast="m")) == both
    assert (
        model_names(EngineSettings(EngineName.ANTHROPIC, model_deep="m"))[ModelTier.FAST]
        == "claude-haiku-4-5"
    )


def test_a_key_does_not_show_in_settings() -> None:
    assert "secret" not in repr(EngineSettings(EngineName.OPENAI, key="secret"))


def test_a_key_for_bedrock_is_sent_as_a_bearer_token() -> None:
    sent: list[dict[str, Any]] = []
    settings = EngineSettings(EngineName.BEDROCK, url="https://bedrock.invalid", key=wire_bedrock.KEY)
    client = connect(settings, Timeouts()).client

    def caught(request: Any, **_: object) -> None:
        sent.append(dict(request.headers.items()))
        raise ConnectionError

    client.meta.events.register("before-send.bedrock-runtime.Converse", caught)
    with pytest.raises(Exception):  # noqa: B017, PT011  # it was stopped before it left
        client.converse(modelId="m", messages=[{"role": "user", "content": [{"text": "hello"}]}])
    client.close()
    assert sent[0]["Authorization"] in {f"Bearer {wire_bedrock.KEY}", f"Bearer {wire_bedrock.KEY}".encode()}


def test_the_libraries_are_told_to_be_quiet() -> None:
    logging.getLogger("botocore").setLevel(logging.DEBUG)
    connect(EngineSettings(EngineName.OPENAI, url="http://127.0.0.1/v1", model_deep="m"), Timeouts())
    assert all(logging.getLogger(name).level == logging.WARNING for name in TALKATIVE)


@pytest.mark.unmeasured
def test_the_libraries_are_not_loaded_before_they_are_needed() -> None:
    code = (
        "import sys; from meetwithoutfear.engines import models, providers\n"
        "sys.exit(any(name.split('.')[0] in {'pydantic_ai', 'anthropic', 'openai', 'boto3'} for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def http(status: int, **more: Any) -> failed.ModelHTTPError:
    return failed.ModelHTTPError(status, "m", **more)


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (http(429), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (http(503, headers={"Retry-After": "3"}), Failure(CallOutcome.UNAVAILABLE, again=True, after=3.0)),
        (http(529), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (http(401), Failure(CallOutcome.UNAVAILABLE, again=False)),
        (failed.ModelOverloadedError("m", "no"), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (failed.ModelRateLimitError("m", "no"), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (failed.ModelConnectionError("m", "no"), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (failed.ModelQuotaExceededError("m", "no"), Failure(CallOutcome.UNAVAILABLE, again=False)),
        (failed.ModelTimeoutError("m", "no"), Failure(CallOutcome.TIMEOUT, again=False)),
        (failed.ModelRequestTimeout("m", 1.0), Failure(CallOutcome.TIMEOUT, again=False)),
        (failed.ModelAPIError("m", "no"), Failure(CallOutcome.RUBBISH, again=False)),
        (ValueError("no"), Failure(CallOutcome.RUBBISH, again=False)),
        (Refused(429, 2.0), Failure(CallOutcome.UNAVAILABLE, again=True, after=2.0)),
        (Refused(404), Failure(CallOutcome.UNAVAILABLE, again=False)),
        (TimeoutError(), Failure(CallOutcome.TIMEOUT, again=False)),
        (httpx2.ReadTimeout("no"), Failure(CallOutcome.TIMEOUT, again=False)),
        (httpx2.ConnectError("no"), Failure(CallOutcome.UNAVAILABLE, again=True)),
        (NoCredentialsError(), Failure(CallOutcome.UNAVAILABLE, again=False)),
    ],
)
def test_failures_are_judged_by_whether_they_pass(error: Exception, failure: Failure) -> None:
    assert judge(error) == failure


def test_a_pause_is_as_long_as_the_provider_asks_within_reason() -> None:
    asked = Failure(CallOutcome.UNAVAILABLE, again=True, after=3.0)
    assert asked.pause(0.5, longest=10.0) == 3.0
    assert asked.pause(0.5, longest=2.0) is None
    assert asked.pause(None, longest=10.0) is None
    assert Failure(CallOutcome.UNAVAILABLE, again=False).pause(0.5, longest=10.0) is None


def test_an_engine_error_is_transient_and_says_only_its_kind() -> None:
    error = EngineError(CallOutcome.TIMEOUT)
    assert isinstance(error, TransientError)
    assert error.kind == CallOutcome.TIMEOUT
    assert str(error) == "the engine did not deliver: timeout"


def test_only_words_come_out_of_a_stream() -> None:
    assert text_of(object()) == ""


def test_a_failure_without_an_answer_refuses_nothing() -> None:
    assert not refuses_tools(ValueError("tools"))
    assert not refuses_tools(http(400, body="no such model"))
    assert refuses_tools(http(400, body="tools are not supported"))

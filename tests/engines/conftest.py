"""The three providers, each with its own wire format."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import cast

import pytest

from engines import wire_bedrock
from engines.wire import Provider
from engines.wire_anthropic import Anthropic
from engines.wire_bedrock import Bedrock
from engines.wire_openai import OpenAI


@pytest.fixture(params=[Anthropic, Bedrock, OpenAI], ids=["anthropic", "bedrock", "openai"])
def provider(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    for name, value in wire_bedrock.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    yield cast("Provider", request.param())
    if request.param is Bedrock:
        gc.collect()  # what a given-up call left behind goes with the test that gave it up

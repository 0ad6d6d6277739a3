"""The three providers, each with its own wire format, and the engine that needs none."""

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
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.ear import Ear, load_ear
from meetwithoutfear.engines.embedded.reader import Reader, load_reader
from meetwithoutfear.engines.embedded.scale import Trained, load_trained


@pytest.fixture(params=[Anthropic, Bedrock, OpenAI], ids=["anthropic", "bedrock", "openai"])
def provider(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    for name, value in wire_bedrock.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    yield cast("Provider", request.param())
    if request.param is Bedrock:
        gc.collect()  # what a given-up call left behind goes with the test that gave it up


@pytest.fixture(scope="session")
def ear() -> Ear:
    loaded = load_ear()
    assert loaded is not None, "the weights are a part of the product"
    return loaded


@pytest.fixture(scope="session")
def trained() -> Trained:
    return load_trained()


@pytest.fixture(scope="session")
def detector(ear: Ear) -> Detector:
    return Detector(ear)


@pytest.fixture(scope="session")
def deaf() -> Detector:
    """Without weights."""
    return Detector(None)


@pytest.fixture(scope="session")
def reader() -> Reader:
    return load_reader()


@pytest.fixture(scope="session")
def bare_reader() -> Reader:
    return load_reader(lambda: None)

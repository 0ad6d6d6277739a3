"""The three providers, each with its own wire format, and the engine that needs none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from engines import wire_bedrock
from engines.wire import Provider
from engines.wire_anthropic import Anthropic
from engines.wire_bedrock import Bedrock
from engines.wire_openai import OpenAI
from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.encoder import MiniLM, Trained, load_encoder, load_trained
from meetwithoutfear.engines.embedded.reader import Reader, load_reader


@pytest.fixture(params=[Anthropic, Bedrock, OpenAI], ids=["anthropic", "bedrock", "openai"])
def provider(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    for name, value in wire_bedrock.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    yield cast("Provider", request.param())
    if request.param is Bedrock:
        gc.collect()  # what a given-up call left behind goes with the test that gave it up


@pytest.fixture(scope="session")
def encoder() -> MiniLM:
    loaded = load_encoder()
    assert loaded is not None, "the weights are a dependency of the product"
    return loaded


@pytest.fixture(scope="session")
def trained() -> Trained:
    return load_trained()


@pytest.fixture(scope="session")
def detector(encoder: MiniLM, trained: Trained) -> Detector:
    return Detector(trained.head, encoder)


@pytest.fixture(scope="session")
def deaf(trained: Trained) -> Detector:
    """Without weights."""
    return Detector(trained.head, None)


@pytest.fixture(scope="session")
def reader() -> Reader:
    return load_reader()


@pytest.fixture(scope="session")
def bare_reader() -> Reader:
    return load_reader(weights=Path("nowhere.onnx"))

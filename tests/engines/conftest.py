from __future__ import annotations

from pathlib import Path

import pytest

from meetwithoutfear.engines.embedded.detect import Detector
from meetwithoutfear.engines.embedded.encoder import MiniLM, load_encoder
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.embedded.trained import Trained, load_trained


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
def engine() -> EmbeddedEngine:
    return EmbeddedEngine()


@pytest.fixture(scope="session")
def bare_engine() -> EmbeddedEngine:
    return EmbeddedEngine(weights=Path("nowhere.onnx"))

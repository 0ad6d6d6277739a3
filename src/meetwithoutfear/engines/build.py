"""Which engine runs. Real models are imported only when one of them is asked for."""

from __future__ import annotations

from meetwithoutfear.config import Settings
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.engine import Engine, EngineName, EngineSettings, Sink


def build_engine(settings: Settings, sink: Sink) -> Engine:
    wanted = engine_settings(settings)
    if wanted.engine is EngineName.EMBEDDED:
        return EmbeddedEngine(sink)
    from meetwithoutfear.engines.models import ModelEngine

    return ModelEngine(wanted, sink)


def engine_settings(settings: Settings) -> EngineSettings:
    return EngineSettings(
        EngineName(settings.engine),
        settings.engine_url,
        settings.engine_key,
        settings.model_deep,
        settings.model_fast,
    )

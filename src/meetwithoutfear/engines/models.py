"""The engine for real models. A call is tried again while nothing has been said yet and the failure is of the kind that
passes; an answer that the prompt refuses goes back with the reason, twice. Each call leaves one record, without text.
At the end: which engine runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing
from typing import TYPE_CHECKING

from meetwithoutfear.engines import completions, providers
from meetwithoutfear.engines.embedded.engine import EmbeddedEngine
from meetwithoutfear.engines.engine import (
    CallOutcome,
    Engine,
    EngineError,
    EngineName,
    EngineSettings,
    OutputT,
    Sink,
    Tally,
    Timeouts,
    judge,
    record_call,
)
from meetwithoutfear.engines.providers import Connection, messages_of, model_names
from meetwithoutfear.prompts.prompt import ChatPrompt, Prompt, Task

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.settings import ModelSettings

log = logging.getLogger(__name__)

CORRECTIONS = 2


class ModelEngine:
    def __init__(
        self,
        settings: EngineSettings,
        sink: Sink,
        patience: Timeouts | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        providers.check(settings)
        self._settings = settings
        self._sink = sink
        self._patience = patience or Timeouts()
        self._sleep = sleep
        self._connecting = asyncio.Lock()
        self._connection: Connection | None = None
        self._by_tool = True

    @property
    def name(self) -> str:
        return self._settings.name.value

    async def stream(self, prompt: ChatPrompt) -> AsyncGenerator[str, None]:
        with self._record(prompt) as tally:
            async with aclosing(self._pieces(prompt, tally)) as pieces:
                async for piece in pieces:
                    yield piece

    async def answer(self, prompt: Task[OutputT]) -> OutputT:
        with self._record(prompt) as tally:
            connection = await self._connected()
            messages, by_tool = messages_of(prompt.render()), True
            for _ in range(1 + CORRECTIONS):
                response = await self._request(connection, prompt, messages, tally, by_tool=by_tool)
                try:
                    return prompt.parse(providers.raw_answer(response))
                except ValueError as refusal:
                    messages += providers.correction(response, str(refusal))
                    # A model that passed the tool by may still be held to a schema, where servers can do that.
                    by_tool = self._settings.name is not EngineName.OPENAI or bool(
                        providers.calls_in(response)
                    )
            raise EngineError(CallOutcome.RUBBISH)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            closing = connection.client.close()
            if closing is not None:
                await closing

    async def _pieces(self, prompt: ChatPrompt, tally: Tally) -> AsyncGenerator[str, None]:
        connection = await self._connected()
        pauses = iter((*self._patience.pauses, None))
        while True:
            begun = False
            try:
                read = self._by_hand if connection.http is not None else self._by_library
                async with aclosing(read(prompt, connection, tally)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield storable(piece)
            except EngineError:
                raise
            except Exception as error:  # noqa: BLE001  # whatever a provider's library raises, people get one answer
                # Words that were said cannot be taken back, so a stream that has begun is not begun again.
                await self._recover(error, None if begun else next(pauses))
            else:
                return

    async def _by_hand(
        self, prompt: Prompt, connection: Connection, tally: Tally
    ) -> AsyncGenerator[str, None]:
        assert connection.http is not None  # noqa: S101  # the caller has looked
        limit = "max_completion_tokens" if providers.is_openai(self._settings) else "max_tokens"
        model, heard = model_names(self._settings)[prompt.tier], completions.StreamState()
        body = completions.body_for(model, prompt.render(), {limit: prompt.max_tokens})
        try:
            async with aclosing(completions.stream(connection.http, body, self._patience, heard)) as words:
                async for word in words:
                    yield word
        finally:
            tally.add(heard.input_tokens, heard.output_tokens, heard.cached_tokens)
        if not heard.finished:
            raise EngineError(CallOutcome.UNAVAILABLE)

    async def _by_library(
        self, prompt: Prompt, connection: Connection, tally: Tally
    ) -> AsyncGenerator[str, None]:
        from pydantic_ai.direct import model_request_stream

        rendered = prompt.render()
        request = model_request_stream(
            connection.models[prompt.tier],
            messages_of(rendered),
            model_settings=self._limits(connection, prompt, streaming=True),
            model_request_parameters=providers.chat_form(rendered),
        )
        async with request as response:
            async for event in response:
                if piece := text_of(event):
                    yield piece
            tally.add_usage(response.usage)
            if not (response.provider_details or {}).get("finish_reason"):
                # It ended in good order, but the model never said that it was done.
                raise EngineError(CallOutcome.UNAVAILABLE)

    async def _request(
        self,
        connection: Connection,
        prompt: Task[OutputT],
        messages: list[ModelMessage],
        tally: Tally,
        *,
        by_tool: bool,
    ) -> ModelResponse:
        from pydantic_ai.direct import model_request

        pauses = iter((*self._patience.pauses, None))
        while True:
            form = providers.task_form(prompt.render(), prompt.schema, by_tool=by_tool and self._by_tool)
            try:
                response = await model_request(
                    connection.models[prompt.tier],
                    messages,
                    model_settings=self._limits(connection, prompt, streaming=False),
                    model_request_parameters=form,
                )
            except Exception as error:  # noqa: BLE001  # as above
                if not self._gives_up_tools(error):
                    await self._recover(error, next(pauses))
            else:
                tally.add_usage(response.usage)
                return response

    def _gives_up_tools(self, error: Exception) -> bool:
        """A server that knows no tools is asked by schema from now on."""
        refused = self._settings.name is EngineName.OPENAI and self._by_tool and refuses_tools(error)
        if refused:
            self._by_tool = False
        return refused

    async def _recover(self, error: Exception, planned: float | None) -> None:
        """Waits for the next try, or gives up. Only the kind of an error is logged: its words may be somebody's."""
        failure = judge(error)
        log.warning("a call failed", extra={"engine": self.name, "failure": type(error).__name__})
        pause = failure.pause(planned, self._patience.longest_pause)
        if pause is None:
            raise EngineError(failure.outcome) from None
        await self._sleep(pause)

    async def _connected(self) -> Connection:
        """Before anything else of a call: this imports the libraries, in a thread, and everybody waits for it here."""
        async with self._connecting:
            if self._connection is None:
                self._connection = await asyncio.to_thread(providers.connect, self._settings, self._patience)
            return self._connection

    def _limits(self, connection: Connection, prompt: Prompt, *, streaming: bool) -> ModelSettings:
        patience = self._patience
        # A model that thinks by itself would spend the tokens, and people's time, on what the notes are for.
        limits: ModelSettings = {"max_tokens": prompt.max_tokens, "thinking": False}
        if self._settings.name is not EngineName.BEDROCK:  # its client has its own, set when it was built
            limits["timeout"] = patience.silence_seconds if streaming else patience.answer_seconds
        limits["request_timeout"] = patience.stream_seconds if streaming else patience.answer_seconds
        if streaming:
            limits["first_event_timeout"] = patience.first_words_seconds
        return {**limits, **connection.cache}

    def _record(self, prompt: Prompt) -> AbstractContextManager[Tally]:
        return record_call(self._sink, prompt, self.name, model_names(self._settings)[prompt.tier])


def text_of(event: object) -> str:
    """The words in an event of a stream; thoughts of the model's own and everything else are left out."""
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


def storable(text: str) -> str:
    """Without what no database takes: NUL, and the halves of characters that some servers escape."""
    return text.replace("\0", "").encode(errors="replace").decode()


def refuses_tools(error: Exception) -> bool:
    from pydantic_ai.exceptions import ModelHTTPError

    refusal = isinstance(error, ModelHTTPError) and error.status_code in {400, 404, 422, 500, 501}
    return refusal and "tool" in str(error).casefold()


def build_engine(settings: EngineSettings, sink: Sink) -> Engine:
    return EmbeddedEngine(sink) if settings.name is EngineName.EMBEDDED else ModelEngine(settings, sink)

"""A reply from every real engine, against a server on loopback that speaks its provider's language."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from engines.table import ABANDONED_SOCKETS, CHAT, TASK, laid
from engines.wire import End, Provider, Wire, byte_by_byte, ending, silent
from engines.wire_bedrock import Bedrock
from engines.wire_openai import OpenAI
from meetwithoutfear.engines.engine import CallOutcome, EngineError, Relay, Timeouts
from meetwithoutfear.prompts.prompt import ModelTier

pytestmark = [pytest.mark.anyio, ABANDONED_SOCKETS]

RAW = ["<thin", "king>Mode: X\nUserIntensity: 6</thinking>", "That ", "sounds ", "heavy."]


async def test_a_reply_streams_as_it_was_said(provider: Provider) -> None:
    async with laid(provider, Wire(provider.said(*RAW))) as table:
        assert [piece async for piece in table.engine.stream(CHAT)] == RAW
    assert table.call.outcome is CallOutcome.OK
    assert table.call.prompt == "stage_1_witness"
    assert table.call.template_hash == CHAT.sheet.hash
    assert table.call.output_tokens == 5
    assert table.call.cached_tokens == 7
    assert table.call.tier is ModelTier.DEEP


async def test_a_reply_survives_being_sent_byte_by_byte(provider: Provider) -> None:
    letters = "".join(RAW)
    async with laid(provider, Wire(byte_by_byte(provider.said(*letters)))) as table:
        relay = Relay(table.engine, CHAT)
        assert "".join([words async for words in relay]) == "That sounds heavy."
    assert relay.reply.text == "That sounds heavy."
    assert relay.reply.thinking.intensity == 6


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_a_passing_failure_is_tried_again_after_growing_pauses(provider: Provider, status: int) -> None:
    answers = (provider.failed(status), provider.failed(status), provider.said("Hello."))
    async with laid(provider, Wire(*answers)) as table:
        assert [piece async for piece in table.engine.stream(CHAT)] == ["Hello."]
    first, second = table.pauses
    assert 0 < first < second
    assert table.call.outcome is CallOutcome.OK


async def test_nobody_there_is_unavailable(provider: Provider) -> None:
    async with laid(provider, Wire()) as table:
        pass
    with pytest.raises(EngineError) as failure:
        await anext(table.engine.stream(CHAT))
    await table.engine.close()
    assert failure.value.kind is CallOutcome.UNAVAILABLE
    assert len(table.pauses) == 2


async def keep(pieces: AsyncIterator[str], heard: list[str]) -> None:
    """What came before a failure counts too."""
    async for piece in pieces:
        heard.append(piece)  # noqa: PERF401


async def test_a_connection_that_drops_in_the_middle_fails_after_what_was_said(provider: Provider) -> None:
    async with laid(provider, Wire(ending(provider.said(*RAW), End.DROPPED))) as table:
        pieces = table.engine.stream(CHAT)
        heard: list[str] = []
        with pytest.raises(EngineError) as failure:
            await keep(pieces, heard)
        assert len(table.wire.requests) == 1, "what was said is not said again"
    assert heard
    assert heard == RAW[: len(heard)]
    assert failure.value.kind is table.call.outcome is CallOutcome.UNAVAILABLE


async def test_a_stream_that_ends_too_early_is_not_taken_for_a_reply(provider: Provider) -> None:
    async with laid(provider, Wire(provider.broken_off("That sou"))) as table:
        with pytest.raises(EngineError):
            [piece async for piece in table.engine.stream(CHAT)]
    assert table.call.outcome is CallOutcome.UNAVAILABLE


@pytest.mark.parametrize("patience", [Timeouts(first_words_seconds=0.2), Timeouts(stream_seconds=0.2)])
async def test_a_provider_that_says_nothing_is_given_up(provider: Provider, patience: Timeouts) -> None:
    async with laid(provider, Wire(silent), patience) as table:
        with pytest.raises(EngineError):
            await anext(table.engine.stream(CHAT))
    assert table.call.outcome == CallOutcome.TIMEOUT
    assert table.pauses == []


async def test_a_provider_that_falls_silent_is_given_up(provider: Provider) -> None:
    patience = Timeouts(silence_seconds=0.3, stream_seconds=0.6)
    async with laid(provider, Wire(ending(provider.broken_off("That"), End.HANGING)), patience) as table:
        with pytest.raises(EngineError):
            [piece async for piece in table.engine.stream(CHAT)]
    assert table.call.outcome is CallOutcome.TIMEOUT


@pytest.mark.parametrize("streaming", [True, False])
async def test_what_is_no_message_at_all_is_rubbish(provider: Provider, *, streaming: bool) -> None:
    async with laid(provider, Wire(*[provider.garbled()] * 3)) as table:
        with pytest.raises(EngineError):
            await (anext(table.engine.stream(CHAT)) if streaming else table.engine.answer(TASK))
    assert table.call.outcome is CallOutcome.RUBBISH


async def test_the_static_block_is_marked_for_the_cache_and_people_come_after_it(provider: Provider) -> None:
    async with laid(provider, Wire(provider.said("Hello."))) as table:
        [piece async for piece in table.engine.stream(CHAT)]
        body = table.wire.requests[0].body
    rendered = CHAT.render()
    blocks = provider.system(body)
    assert "".join(text for text, _ in blocks).startswith(rendered.static)
    assert rendered.dynamic in blocks[-1][0]
    if not isinstance(provider, OpenAI):
        assert [cached for _, cached in blocks] == [True, False]
    sent = json.dumps(body, ensure_ascii=False)
    assert all(json.dumps(turn.text, ensure_ascii=False)[1:-1] in sent for turn in rendered.turns)


async def test_limits_are_always_said(provider: Provider) -> None:
    async with laid(provider, Wire(provider.said("Hello."))) as table:
        [piece async for piece in table.engine.stream(CHAT)]
        body = table.wire.requests[0].body
    assert provider.limit(body) == CHAT.max_tokens


async def test_whoever_leaves_in_the_middle_leaves_a_record(provider: Provider) -> None:
    async with (
        laid(provider, Wire(provider.said(*RAW))) as table,
        aclosing(table.engine.stream(CHAT)) as pieces,
    ):
        await anext(pieces)
    assert table.call.outcome is CallOutcome.ABANDONED


async def test_neither_keys_nor_words_are_logged(
    provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        answers = provider.failed(500), provider.said("Hel", "lo."), provider.failed(401)
        async with laid(provider, Wire(*answers)) as table:
            [piece async for piece in table.engine.stream(CHAT)]
            with pytest.raises(EngineError) as failure:
                await table.engine.answer(TASK)
            assert provider.key in json.dumps(table.wire.requests[0].headers) or isinstance(provider, Bedrock)
    log = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    logged = f"{log}{failure.value}{table.calls}{table.engine.__dict__}"
    assert not any(secret in logged for secret in [provider.key, "As if I were a child", "ashamed", "Hel"])


async def test_an_empty_reply_is_asked_for_once_more(provider: Provider) -> None:
    async with laid(
        provider, Wire(provider.said("<thinking>x</thinking>"), provider.said("Hello."))
    ) as table:
        assert [words async for words in Relay(table.engine, CHAT)] == ["Hello."]


async def test_a_reply_that_stays_empty_is_a_failure(provider: Provider) -> None:
    async with laid(provider, Wire(provider.said("<thinking>x"), provider.said(" "))) as table:
        with pytest.raises(EngineError) as failure:
            [words async for words in Relay(table.engine, CHAT)]
    assert failure.value.kind is CallOutcome.RUBBISH


async def test_words_that_only_the_end_makes_visible_are_shown_at_the_end(provider: Provider) -> None:
    async with laid(provider, Wire(provider.said("<thinking>Mode: X\n\nHel", "lo."))) as table:
        assert [words async for words in Relay(table.engine, CHAT)] == ["Hello."]

"""The server dies in the middle of a reply: the message is there, the reply can be had again, nothing is doubled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from answers import there
from engines.wire import Answer, End, Wire, ending
from engines.wire_openai import OpenAI
from people import Person
from serving import mwf_process, wait_until_ready
from waiting import wait_until

QUIET = "We have hardly spoken since May."
REPLY = "You say it has been quiet."

pytestmark = pytest.mark.both_databases


@contextmanager
def a_model(*answers: Answer) -> Iterator[str]:
    """A server that speaks like a model's, in a thread of its own."""
    wire, loop, ready, url = Wire(*answers), asyncio.new_event_loop(), threading.Event(), ""
    over = asyncio.Event()

    async def play() -> None:
        nonlocal url
        async with wire.serving() as url:
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(play()))
    thread.start()
    ready.wait()
    try:
        yield f"{url}/v1"
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def test_after_a_kill_in_mid_reply_the_message_is_there_and_can_be_asked_about_again(
    database_url: str, tmp_path: Path, unused_port: int
) -> None:
    openai = OpenAI()
    first = ending(openai.said("You say ", "it has been"), End.HANGING)
    url, log = f"http://127.0.0.1:{unused_port}", tmp_path / "server.log"
    with a_model(first, openai.said(REPLY)) as model:
        env = {
            "MWF_DATABASE_URL": database_url,
            "MWF_DATA_DIR": str(tmp_path / "data"),
            "MWF_PORT": str(unused_port),
            "MWF_ENGINE": "openai",
            "MWF_ENGINE_URL": model,
            "MWF_MODEL_DEEP": "test",
        }
        alice = Person(url, "Alice")
        with mwf_process("serve", env=env, log=log) as process:
            wait_until_ready(url)
            alice.registers().starts_session()
            alice.signs_compact()
            before = alice.reads_chat()
            with alice.saying(QUIET) as events:
                message_id = next(events)[1]["messageId"]
                assert next(events)[0] == "chunk"
                process.kill()
                process.wait()
        with mwf_process("serve", env=env, log=log):
            wait_until_ready(url)
            assert alice.reads_chat() == [*before, QUIET]
            wait_until(lambda: alice.last_message()["replyState"] == "FAILED", "the watchdog has looked")
            assert alice.sees_session()["turn"]["kind"] == "YOURS"
            assert there(alice.asks_again(message_id)["reply"])["content"] == REPLY
            assert alice.reads_chat() == [*before, QUIET, REPLY]
            assert alice.last_message()["replyState"] == "DONE"
        alice.close()

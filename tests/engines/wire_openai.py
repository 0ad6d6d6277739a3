"""`POST /chat/completions`, streamed as server-sent events or whole."""

from __future__ import annotations

import json
from typing import Any

from engines.wire import Answer, Request, Response
from meetwithoutfear.engines.engine import EngineName, EngineSettings

KEY = "sk-openai-very-secret"
USAGE = {
    "prompt_tokens": 18, "completion_tokens": 5, "total_tokens": 23, "prompt_tokens_details": {"cached_tokens": 7},
}  # fmt: skip


def event(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data)}\n\n".encode()


def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "test", "choices": [choice]}


def streamed(deltas: list[dict[str, Any]], reason: str | None) -> Response:
    events = [event(chunk({"role": "assistant", "content": ""})), *(event(chunk(delta)) for delta in deltas)]
    if reason:
        events += [
            event(chunk({}, reason)),
            event({**chunk({}), "choices": [], "usage": USAGE}),
            b"data: [DONE]\n\n",
        ]
    return Response(content_type="text/event-stream", body=tuple(events))


def whole(message: dict[str, Any], reason: str) -> Response:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [choice],
        "usage": USAGE,
    }
    return Response(body=(json.dumps(body).encode(),))


class OpenAI:
    key = KEY

    def settings(self, url: str) -> EngineSettings:
        return EngineSettings(EngineName.OPENAI, url=f"{url}/v1", key=KEY, model_deep="test")

    def said(self, *pieces: str, reason: str | None = "stop") -> Answer:
        def answer(request: Request) -> Response:
            assert request.path == "/v1/chat/completions"
            if request.body.get("stream"):
                return streamed([{"content": piece} for piece in pieces], reason)
            return whole({"content": "".join(pieces)}, "stop")

        return answer

    def broken_off(self, *pieces: str) -> Answer:
        return self.said(*pieces, reason=None)

    def called(self, arguments: object) -> Answer:
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        call = {"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": raw}}

        def answer(request: Request) -> Response:
            if request.body.get("stream"):
                return streamed([{"tool_calls": [{"index": 0, **call}]}], "tool_calls")
            return whole({"content": None, "tool_calls": [call]}, "tool_calls")

        return answer

    def garbled(self) -> Answer:
        def answer(request: Request) -> Response:
            if request.body.get("stream"):
                return Response(content_type="text/event-stream", body=(b"data: {{{\n\n",))
            return Response(body=(b"{{{",))

        return answer

    def failed(self, status: int, message: str = "no") -> Answer:
        error = {"error": {"message": message, "type": "error", "code": None}}
        return lambda _: Response(status, body=(json.dumps(error).encode(),))

    def system(self, body: dict[str, Any]) -> list[tuple[str, bool]]:
        return [(message["content"], False) for message in body["messages"] if message["role"] == "system"]

    def limit(self, body: dict[str, Any]) -> int:
        return int(body["max_tokens"])

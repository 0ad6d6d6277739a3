"""`POST /v1/messages`, streamed as server-sent events or whole."""

from __future__ import annotations

import json
from typing import Any

from engines.wire import Answer, Request, Response
from meetwithoutfear.engines.engine import EngineName, EngineSettings

KEY = "sk-ant-very-secret"
USAGE = {
    "input_tokens": 11,
    "cache_read_input_tokens": 7,
    "cache_creation_input_tokens": 0,
    "output_tokens": 5,
}


def event(data: dict[str, Any]) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


def message(content: list[dict[str, Any]], reason: str | None) -> dict[str, Any]:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test", "content": content,
        "stop_reason": reason, "stop_sequence": None, "usage": USAGE,
    }  # fmt: skip


def streamed(block: dict[str, Any], deltas: list[dict[str, Any]], reason: str | None) -> Response:
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": message([], None)},
        {"type": "content_block_start", "index": 0, "content_block": block},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
    ]
    if reason:
        stopped = {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": USAGE,
        }
        events += [stopped, {"type": "message_stop"}]
    return Response(content_type="text/event-stream", body=tuple(event(data) for data in events))


class Anthropic:
    key = KEY

    def settings(self, url: str) -> EngineSettings:
        return EngineSettings(EngineName.ANTHROPIC, url=url, key=KEY)

    def said(self, *pieces: str, reason: str | None = "end_turn") -> Answer:
        deltas = [{"type": "text_delta", "text": piece} for piece in pieces]

        def answer(request: Request) -> Response:
            assert request.path.startswith("/v1/messages")
            if request.body.get("stream"):
                return streamed({"type": "text", "text": ""}, deltas, reason)
            whole = message([{"type": "text", "text": "".join(pieces)}], reason)
            return Response(body=(json.dumps(whole).encode(),))

        return answer

    def broken_off(self, *pieces: str) -> Answer:
        return self.said(*pieces, reason=None)

    def called(self, arguments: object) -> Answer:
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": {}}
        deltas = [{"type": "input_json_delta", "partial_json": raw[i : i + 9]} for i in range(0, len(raw), 9)]

        def answer(request: Request) -> Response:
            if request.body.get("stream"):
                return streamed(block, deltas, "tool_use")
            # Whole answers carry the arguments as an object: what is no JSON cannot occur in them.
            block["input"] = json.loads(raw)
            return Response(body=(json.dumps(message([block], "tool_use")).encode(),))

        return answer

    def garbled(self) -> Answer:
        def answer(request: Request) -> Response:
            if request.body.get("stream"):
                start = event({"type": "message_start", "message": message([], None)})
                return Response(
                    content_type="text/event-stream",
                    body=(start, b"event: content_block_start\ndata: {{{\n\n"),
                )
            return Response(body=(b"{{{",))

        return answer

    def failed(self, status: int) -> Answer:
        kind = {429: "rate_limit_error", 529: "overloaded_error"}.get(status, "api_error")
        error = {"type": "error", "error": {"type": kind, "message": "no"}}
        return lambda _: Response(status, body=(json.dumps(error).encode(),))

    def system(self, body: dict[str, Any]) -> list[tuple[str, bool]]:
        return [(block["text"], "cache_control" in block) for block in body["system"]]

    def limit(self, body: dict[str, Any]) -> int:
        return int(body["max_tokens"])

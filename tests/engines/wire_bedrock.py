"""`POST /model/{id}/converse` and `/converse-stream`, the latter in Amazon's binary event stream: each message has a
prelude of two lengths, headers, a payload, and a checksum after the prelude and at the end."""

from __future__ import annotations

import json
import struct
from binascii import crc32
from typing import Any

from engines.wire import Answer, Request, Response
from meetwithoutfear.engines.engine import EngineName, EngineSettings

KEY = "bedrock-very-secret"
ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "AKIAFORTESTSONLY",
    "AWS_SECRET_ACCESS_KEY": KEY,
    "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    "AWS_EC2_METADATA_DISABLED": "true",
}
USAGE = {"inputTokens": 11, "outputTokens": 5, "totalTokens": 16, "cacheReadInputTokens": 7}
STRING = 7


def header(name: str, value: str) -> bytes:
    return (
        bytes([len(name)]) + name.encode() + bytes([STRING]) + struct.pack(">H", len(value)) + value.encode()
    )


def event(kind: str, payload: bytes | dict[str, Any]) -> bytes:
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    headers = (
        header(":event-type", kind)
        + header(":content-type", "application/json")
        + header(":message-type", "event")
    )
    prelude = struct.pack(">II", 12 + len(headers) + len(data) + 4, len(headers))
    prelude += struct.pack(">I", crc32(prelude))
    whole = prelude + headers + data
    return whole + struct.pack(">I", crc32(whole))


def streamed(start: dict[str, Any] | None, deltas: list[dict[str, Any]], reason: str | None) -> Response:
    events = [event("messageStart", {"role": "assistant"})]
    if start:
        events.append(event("contentBlockStart", {"contentBlockIndex": 0, "start": start}))
    events += [event("contentBlockDelta", {"contentBlockIndex": 0, "delta": delta}) for delta in deltas]
    events.append(event("contentBlockStop", {"contentBlockIndex": 0}))
    if reason:
        events.append(event("messageStop", {"stopReason": reason}))
        events.append(event("metadata", {"usage": USAGE, "metrics": {"latencyMs": 1}}))
    return Response(content_type="application/vnd.amazon.eventstream", body=tuple(events))


def whole(content: dict[str, Any], reason: str) -> Response:
    message = {"message": {"role": "assistant", "content": [content]}}
    body = {"output": message, "stopReason": reason, "usage": USAGE, "metrics": {"latencyMs": 1}}
    return Response(body=(json.dumps(body).encode(),))


class Bedrock:
    key = KEY

    def settings(self, url: str) -> EngineSettings:
        """Without a key of its own: Amazon's library sends one over TLS only. It finds its credentials as on any host."""
        return EngineSettings(EngineName.BEDROCK, url=url)

    def said(self, *pieces: str, reason: str | None = "end_turn") -> Answer:
        def answer(request: Request) -> Response:
            assert request.path.startswith("/model/")
            if request.path.endswith("/converse-stream"):
                return streamed(None, [{"text": piece} for piece in pieces], reason)
            return whole({"text": "".join(pieces)}, "end_turn")

        return answer

    def broken_off(self, *pieces: str) -> Answer:
        return self.said(*pieces, reason=None)

    def called(self, arguments: object) -> Answer:
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        use = {"toolUseId": "tooluse_1", "name": "answer"}

        def answer(request: Request) -> Response:
            if request.path.endswith("/converse-stream"):
                deltas = [{"toolUse": {"input": raw[i : i + 9]}} for i in range(0, len(raw), 9)]
                return streamed({"toolUse": use}, deltas, "tool_use")
            return whole({"toolUse": {**use, "input": json.loads(raw)}}, "tool_use")

        return answer

    def garbled(self) -> Answer:
        def answer(request: Request) -> Response:
            if request.path.endswith("/converse-stream"):
                kind, bad = "application/vnd.amazon.eventstream", event("contentBlockDelta", b"{{{")
                return Response(content_type=kind, body=(bad,))
            return Response(body=(b"{{{",))

        return answer

    def failed(self, status: int) -> Answer:
        code = {429: "ThrottlingException", 503: "ServiceUnavailableException"}.get(
            status, "InternalServerException"
        )
        headers = {"x-amzn-errortype": code}
        return lambda _: Response(status, body=(json.dumps({"message": "no"}).encode(),), headers=headers)

    def system(self, body: dict[str, Any]) -> list[tuple[str, bool]]:
        blocks = body["system"]
        following = [*blocks[1:], {}]
        return [
            (one["text"], "cachePoint" in after)
            for one, after in zip(blocks, following, strict=True)
            if "text" in one
        ]

    def limit(self, body: dict[str, Any]) -> int:
        return int(body["inferenceConfig"]["maxTokens"])

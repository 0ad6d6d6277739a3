"""A push service on this computer, and a browser that can read what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from meetwithoutfear.store.ids import in_letters
from waiting import wait_until


class PushService:
    def __init__(self) -> None:
        self.answers: list[int] = []
        """What it says to the next ones; 201 when nothing is written here."""
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.asked = 0

    @contextmanager
    def open(self) -> Iterator[PushService]:
        service = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.answers.pop(0) if service.answers else 201
                if status == 201:
                    service.taken.append((self.path, dict(self.headers), body))
                service.asked += 1
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_words: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def wait_for(self, number: int) -> None:
        wait_until(lambda: len(self.taken) >= number, f"push {number} arrives")


class Browser:
    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.url}/{name}"
        self.service, self.path = service, f"/{name}"
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": in_letters(self.point), "auth": in_letters(self.secret)}
        return {"endpoint": self.endpoint, "keys": keys}

    def shows(self) -> list[dict[str, str]]:
        """What it has been sent, opened."""
        return [self.opened(body) for path, _, body in self.service.taken if path == self.path]

    def opened(self, body: bytes) -> dict[str, str]:
        salt, sender, sealed = body[:16], body[21:86], body[86:]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), other)
        secret = derived(self.secret, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        words = AESGCM(key).decrypt(nonce, sealed, None)
        assert words.endswith(b"\x02")
        opened: dict[str, str] = json.loads(words[:-1])
        return opened


def derived(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)

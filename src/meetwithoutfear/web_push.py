"""What web push asks of a sender, and no more: a message that only one browser can read (RFC 8291), and a signed word on who
sends it (VAPID, RFC 8292). It needs the extra `push`, so it is imported where a key is set and nowhere else."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from meetwithoutfear.store.ids import in_letters

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
GOOD_FOR = timedelta(hours=12)


def private_key(number: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(number, "big"), CURVE)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(number: bytes) -> str:
    """As browsers want it when they subscribe."""
    return in_letters(point_of(private_key(number)))


def derive_key(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def encrypt(
    message: bytes,
    p256dh: bytes,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Raises ValueError for a key that is none. Sender and salt are new each time; only a known example names them."""
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    sender, salt = sender or ec.generate_private_key(CURVE), salt or secrets.token_bytes(16)
    own = point_of(sender)
    shared = sender.exchange(ec.ECDH(), receiver)
    secret = derive_key(auth, shared, b"WebPush: info\0" + p256dh + own, 32)
    key = derive_key(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive_key(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def authorization(endpoint: str, number: bytes, subject: str, now: datetime) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + GOOD_FOR).timestamp()),
        "sub": subject,
    }
    said = ".".join(
        in_letters(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    key = private_key(number)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signed = in_letters(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signed}, k={in_letters(point_of(key))}"

"""Ids and secrets. Rows that only their owner sees get time-ordered ids; whatever crosses to the partner gets a random
one, because a time-ordered id tells when it was made."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import uuid

from uuid_utils.compat import uuid7

TOKEN_BYTES = 32


def private_id() -> uuid.UUID:
    return uuid7()


def shared_id() -> uuid.UUID:
    return uuid.uuid4()


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_nonce() -> bytes:
    return secrets.token_bytes(TOKEN_BYTES)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_token(secret_key: bytes, nonce: bytes) -> str:
    """The link's token can be made again from the row and the server's key, so a repeated request and the mail job can name
    it, while the database alone holds nothing that opens the invitation."""
    digest = hmac.new(secret_key, b"invitation\0" + nonce, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

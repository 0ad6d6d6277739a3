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
    return in_letters(signature(secret_key, b"invitation\0" + nonce))


def unsubscribe_token(secret_key: bytes, user_id: uuid.UUID) -> str:
    """Good for one thing only, for as long as there are mails: to get no more of them."""
    return in_letters(user_id.bytes + signature(secret_key, b"unsubscribe\0" + user_id.bytes))


def user_of_unsubscribe_token(secret_key: bytes, token: str) -> uuid.UUID | None:
    try:
        user_id = uuid.UUID(bytes=from_letters(token)[:16])
    except ValueError:
        return None
    signed = unsubscribe_token(secret_key, user_id)
    return user_id if hmac.compare_digest(signed.encode(), token.encode("utf-8", "replace")) else None


def signature(secret_key: bytes, message: bytes) -> bytes:
    return hmac.new(secret_key, message, hashlib.sha256).digest()


def in_letters(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


def from_letters(text: str) -> bytes:
    """Raises ValueError for what nobody wrote with `in_letters`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)

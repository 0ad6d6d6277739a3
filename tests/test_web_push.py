"""Web push as the standards have it: the worked example of RFC 8291, and a signature that its key vouches for."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from meetwithoutfear.store.ids import from_letters, in_letters
from meetwithoutfear.web_push import CURVE, authorization, encrypt, private_key, public_key

RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
EXPECTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
    "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_as_it_stands_there() -> None:
    made = encrypt(
        b"When I grow up, I want to be a watermelon",
        from_letters(RECEIVER),
        from_letters(SECRET),
        sender=private_key(from_letters(SENDER)),
        salt=from_letters(SALT),
    )
    assert in_letters(made) == EXPECTED


def test_no_two_messages_look_alike() -> None:
    keys = from_letters(RECEIVER), from_letters(SECRET)
    assert encrypt(b"the same", *keys) != encrypt(b"the same", *keys)


def test_what_is_no_point_of_the_curve_is_no_key() -> None:
    with pytest.raises(ValueError, match="key"):
        encrypt(b"anything", b"\x04" + b"\x01" * 64, from_letters(SECRET))


def test_the_sender_signs_for_one_service_and_half_a_day() -> None:
    now = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
    said = authorization(
        "https://push.example.net:444/a/b", from_letters(SENDER), "mailto:us@example.org", now
    )
    token, key = said.removeprefix("vapid t=").split(", k=")
    head, claims, signed = token.split(".")
    assert json.loads(from_letters(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_letters(claims)) == {
        "aud": "https://push.example.net:444",
        "exp": int(now.timestamp()) + 12 * 3600,
        "sub": "mailto:us@example.org",
    }
    assert key == public_key(from_letters(SENDER))
    halves = from_letters(signed)
    numbers = encode_dss_signature(int.from_bytes(halves[:32], "big"), int.from_bytes(halves[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_letters(key))
    point.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))

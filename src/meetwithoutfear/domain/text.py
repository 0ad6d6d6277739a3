"""What people write, as it is stored: NFC, without NUL, within its limit, otherwise untouched."""

from __future__ import annotations

import re
import unicodedata
from typing import NewType

from meetwithoutfear.domain.errors import Invalid

Email = NewType("Email", str)

NAME_LIMIT = 80
TOPIC_LIMIT = 200
INVITATION_MESSAGE_LIMIT = 1000
MESSAGE_LIMIT = 8000
NOTE_LIMIT = 1000
STATEMENT_LIMIT = 2000
NEED_LIMIT = 200
DESCRIPTION_LIMIT = 500
STRATEGY_LIMIT = 800
MOST_NEEDS_OF_A_STRATEGY = 3
TERM_LIMIT = 200
SHARE_LIMIT = 1000
COACH_LIMIT = 4000
MOST_COACH_TURNS = 40
EMAIL_LIMIT = 254

BIDI_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

# One @, something on both sides, a dot in the domain, no spaces: whether it exists, only a mail can tell.
PART = r"[^\s@\x00-\x1f\x7f<>(),;:\"\\\[\]]"
ADDRESS = re.compile(rf"{PART}{{1,64}}@{PART}+\.{PART}{{2,}}")


def clean(field: str, text: str, limit: int) -> str:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Invalid.field(field, "This text holds characters that cannot be stored.")
    text = unicodedata.normalize("NFC", text)
    if not text.strip():
        raise Invalid.field(field, "This must not be empty.")
    if len(text) > limit:
        raise Invalid.field(field, f"This is too long: at most {limit} characters.")
    return text


def clean_line(field: str, text: str, limit: int) -> str:
    """A name or a heading: one line, no stray space around it."""
    line = clean(field, text, limit).strip()
    if any(unicodedata.category(letter) in {"Cc", "Zl", "Zp"} for letter in line):
        raise Invalid.field(field, "This must be a single line.")
    if any(letter in BIDI_CONTROLS for letter in line):
        raise Invalid.field(field, "This holds characters that would turn the text around it.")
    return line


def clean_email(text: str) -> Email:
    """Addresses are compared without regard to case, as every mail provider in use does."""
    address = clean_line("email", text, EMAIL_LIMIT).lower()
    # Lower-casing may lengthen; and a mail program would read an encoded word as some other address.
    if not ADDRESS.fullmatch(address) or len(address) > EMAIL_LIMIT or "=?" in address:
        raise Invalid.field("email", "This is not an e-mail address.")
    return Email(address)

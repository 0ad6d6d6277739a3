"""What people write, as it is stored: NFC, without NUL, within its limit, otherwise untouched."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Generic, NewType, TypeVar
from uuid import UUID

from meetwithoutfear.domain.errors import Invalid, NotFound

Email = NewType("Email", str)
T = TypeVar("T")

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


@dataclass(frozen=True)
class Private(Generic[T]):
    """Text that belongs to one member. It carries its owner, masks itself wherever it might be printed by accident, and
    opens only for that owner."""

    owner: UUID
    _value: T = field(repr=False)

    def read_as(self, viewer: UUID) -> T:
        if viewer != self.owner:
            raise NotFound
        return self._value

    def __repr__(self) -> str:
        return "Private(…)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)


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

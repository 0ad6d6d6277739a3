"""What proves whose an account is: what a mailed link is good for, and what is written about an account."""

from __future__ import annotations

from enum import StrEnum


class Purpose(StrEnum):
    """One link, one purpose."""

    SIGN_IN = "SIGN_IN"
    NEW_PASSWORD = "NEW_PASSWORD"  # noqa: S105
    NEW_EMAIL = "NEW_EMAIL"


class Letter(StrEnum):
    """Closed texts: none of them holds anything that somebody wrote, not even a name, which anybody can choose."""

    WELCOME = "WELCOME"
    SIGN_IN = "SIGN_IN"
    NEW_PASSWORD = "NEW_PASSWORD"  # noqa: S105
    NEW_EMAIL = "NEW_EMAIL"
    PASSWORD_CHANGED = "PASSWORD_CHANGED"  # noqa: S105
    EMAIL_CHANGED = "EMAIL_CHANGED"
    SIGNED_OUT = "SIGNED_OUT"

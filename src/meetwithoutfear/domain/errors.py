"""Every way to say no.

DomainError               a person asked for what the rules forbid; `code` is stable, the sentence is for people
  NotSignedIn             who is asking?
    InvalidCredentials    wrong password and unknown address, alike
  NotFound                not there, or not the caller's: nobody can tell which
  Gone                    it was there, and its time is over
  Invalid                 the words themselves are wrong (too long, empty, not an address)
    Unchanged             the same words as before, where new ones were asked for
    WrongPassword         of somebody who is known already, by a sign-in or a link
    NotDelivered          a threat does not cross
  Conflict                the rules allow it, the present state does not
    EmailTaken
    LinkNeeded            only whoever has just come by a link may do this
    NoMail                it takes a mail, and this server sends none
    InvalidTransition     not from here; says what is possible now
    Paused                the caller has paused
    SessionEnded
    SafetyHold            the caller's own crossing actions wait until they say to go on
    OfferClosed           the invitation to share was answered, or ran out
  TooMany                 slow down
TransientError            engine or database trouble: retried by the worker, 503 from the API

Anything else that is raised is a bug.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

Details = Mapping[str, object]


class DomainError(Exception):
    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, sentence: str | None = None, **details: object) -> None:
        self.message = sentence or self.sentence
        self.details: Details = details
        super().__init__(self.message)


class NotSignedIn(DomainError):
    code = "UNAUTHENTICATED"
    sentence = "Please sign in."


class InvalidCredentials(NotSignedIn):
    code = "INVALID_CREDENTIALS"
    sentence = "This address and password do not go together."


class NotFound(DomainError):
    code = "NOT_FOUND"
    sentence = "There is nothing here for you."


class Gone(DomainError):
    code = "GONE"
    sentence = "This link is no longer valid."


class Invalid(DomainError):
    code = "VALIDATION_ERROR"
    sentence = "Something in this request is not right."

    @classmethod
    def field(cls, name: str, sentence: str) -> Invalid:
        return cls(sentence, fields=[{"field": name, "message": sentence}])


class Conflict(DomainError):
    code = "CONFLICT"
    sentence = "This cannot be done now."


class EmailTaken(Conflict):
    code = "EMAIL_TAKEN"
    sentence = "There is already an account with this address. Sign in with it first."


class LinkNeeded(Conflict):
    code = "LINK_NEEDED"
    sentence = "This account has no password. Come in by a fresh link first, then choose one."


class NoMail(Conflict):
    code = "NO_MAIL"
    sentence = "This server sends no mail. Whoever runs it can make you a link with `mwf user link`."


class InvalidTransition(Conflict):
    code = "INVALID_TRANSITION"
    sentence = "This is not possible at this point."


class Paused(Conflict):
    code = "PAUSED"
    sentence = "You have paused this session. Resume it first."


class SessionEnded(Conflict):
    code = "SESSION_ENDED"
    sentence = "This session has ended."


class SafetyHold(Conflict):
    code = "SAFETY_HOLD"
    sentence = "Nothing of yours is sent on for now. You decide when to continue."


class OfferClosed(Conflict):
    code = "OFFER_CLOSED"
    sentence = "This invitation to share is no longer open."


class Unchanged(Invalid):
    code = "UNCHANGED"
    sentence = "These are the same words as before. Change something, or keep the statement as it is."


class WrongPassword(Invalid):
    code = "WRONG_PASSWORD"
    sentence = "This is not the password of this account."


class NotDelivered(Invalid):
    code = "NOT_DELIVERED"
    sentence = "This reads as a threat, and threats are not passed on. You can say it differently."


class TooMany(DomainError):
    code = "RATE_LIMITED"
    sentence = "That was a little too often. Please wait a moment and try again."


class TransientError(Exception):
    """Nothing is wrong with the request: the same thing may work in a moment."""

    code: ClassVar[str] = "UNAVAILABLE"

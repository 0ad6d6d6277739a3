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

from meetwithoutfear.domain.vocabulary import read_pairs

Details = Mapping[str, object]
SENTENCES = read_pairs("says.txt")["refusals"]


class DomainError(Exception):
    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init_subclass__(cls, code: str) -> None:
        cls.code, cls.sentence = code, SENTENCES[code]

    def __init__(self, sentence: str | None = None, **details: object) -> None:
        self.message = sentence or self.sentence
        self.details: Details = details
        super().__init__(self.message)


class NotSignedIn(DomainError, code="UNAUTHENTICATED"): ...


class InvalidCredentials(NotSignedIn, code="INVALID_CREDENTIALS"): ...


class NotFound(DomainError, code="NOT_FOUND"): ...


class Gone(DomainError, code="GONE"): ...


class Invalid(DomainError, code="VALIDATION_ERROR"):
    @classmethod
    def field(cls, name: str, sentence: str) -> Invalid:
        return cls(sentence, fields=[{"field": name, "message": sentence}])


class Conflict(DomainError, code="CONFLICT"): ...


class EmailTaken(Conflict, code="EMAIL_TAKEN"): ...


class LinkNeeded(Conflict, code="LINK_NEEDED"): ...


class NoMail(Conflict, code="NO_MAIL"): ...


class InvalidTransition(Conflict, code="INVALID_TRANSITION"): ...


class Paused(Conflict, code="PAUSED"): ...


class SessionEnded(Conflict, code="SESSION_ENDED"): ...


class SafetyHold(Conflict, code="SAFETY_HOLD"): ...


class OfferClosed(Conflict, code="OFFER_CLOSED"): ...


class Unchanged(Invalid, code="UNCHANGED"): ...


class WrongPassword(Invalid, code="WRONG_PASSWORD"): ...


class NotDelivered(Invalid, code="NOT_DELIVERED"): ...


class TooMany(DomainError, code="RATE_LIMITED"): ...


class TransientError(Exception):
    """Nothing is wrong with the request: the same thing may work in a moment."""

    code: ClassVar[str] = "UNAVAILABLE"

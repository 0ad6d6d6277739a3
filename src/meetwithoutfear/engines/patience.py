"""How long to wait for a provider, and what to do when it fails: which failures are worth another try, and after how
long a pause. Everything is bounded; whoever needs more patience than this has a durable job."""

from __future__ import annotations

import random
from dataclasses import dataclass

from meetwithoutfear.engines.engine import CallOutcome

AGAIN = frozenset({408, 409, 424, 429, 500, 502, 503, 504, 529})
AMAZONS_OWN = "botocore.exceptions"
"""No credentials, a profile that is not there. Known by its name, because the library may not be installed."""


@dataclass(frozen=True)
class Timeouts:
    connect_seconds: float = 5.0
    first_words_seconds: float = 30.0
    silence_seconds: float = 30.0
    """Between two pieces of a reply."""
    stream_seconds: float = 180.0
    answer_seconds: float = 120.0
    pauses: tuple[float, ...] = (0.5, 2.0)
    """Before each further try."""
    longest_pause: float = 10.0
    """A provider that asks for more than this is left alone."""


class Refused(Exception):
    """The server answered, but not with a reply."""

    def __init__(self, status: int, after: float | None = None) -> None:
        self.status = status
        self.after = after
        super().__init__(f"status {status}")


@dataclass(frozen=True)
class Failure:
    outcome: CallOutcome
    again: bool
    after: float | None = None

    def pause(self, planned: float | None, longest: float) -> float | None:
        """How long to wait before the next try; None when there is to be none."""
        if not self.again or planned is None or (self.after or 0) > longest:
            return None
        return max(planned * random.uniform(0.75, 1.25), self.after or 0)  # noqa: S311  # not a secret


def judge(error: Exception) -> Failure:
    """What a failure of a provider means. Only for exceptions that come out of a call to one. First those of streams that
    we read ourselves."""
    import httpx2
    from pydantic_ai import exceptions as failed

    match error:
        case Refused():
            return Failure(CallOutcome.UNAVAILABLE, error.status in AGAIN, error.after)
        case TimeoutError() | httpx2.TimeoutException():
            return Failure(CallOutcome.TIMEOUT, again=False)
        case httpx2.TransportError():
            return Failure(CallOutcome.UNAVAILABLE, again=True)
        case failed.ModelRequestTimeout() | failed.ModelTimeoutError():
            return Failure(CallOutcome.TIMEOUT, again=False)
        case failed.ModelQuotaExceededError() | failed.ModelRequestRejectedError():
            return Failure(CallOutcome.UNAVAILABLE, again=False)
        case failed.ModelHTTPError():
            return Failure(CallOutcome.UNAVAILABLE, error.status_code in AGAIN, error.retry_after)
        case (
            failed.ModelConnectionError()
            | failed.ModelRateLimitError()
            | failed.ModelUnavailableError()
            | failed.ModelServerError()
        ):
            return Failure(CallOutcome.UNAVAILABLE, again=True, after=error.retry_after)
        case _ if type(error).__module__ == AMAZONS_OWN:
            return Failure(CallOutcome.UNAVAILABLE, again=False)
        case _:
            return Failure(CallOutcome.RUBBISH, again=False)

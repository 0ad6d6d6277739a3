"""What somebody may ask for in Stage 3, or a job may bring. What stands in the lists is the caller's to look up; the session
needs to know no more of it than this."""

from __future__ import annotations

from dataclasses import dataclass

from meetwithoutfear.domain.side import Side


@dataclass(frozen=True)
class ReviewNeeds:
    """Look through the own list, change it; `confirmed`: whether at least one need on it is confirmed now."""

    side: Side
    confirmed: bool


@dataclass(frozen=True)
class ShareNeeds:
    side: Side


@dataclass(frozen=True)
class WithdrawNeed:
    """Take a shared need back; `left`: whether another one stays shared."""

    side: Side
    left: bool


@dataclass(frozen=True)
class FindCommonGround:
    """The comparison of what both have shared is done."""

    found: bool


@dataclass(frozen=True)
class ProposeGround:
    side: Side


@dataclass(frozen=True)
class ConfirmGround:
    """`confirmed`: the member stands by at least one item now; `common`: both stand by the same one."""

    side: Side
    confirmed: bool
    common: bool


Command = ReviewNeeds | ShareNeeds | WithdrawNeed | FindCommonGround | ProposeGround | ConfirmGround

"""How often somebody may knock: sign-in, registration, links and invitations per address and per account, everything else
per signed-in user. Counted in this process's memory: a brake, not an account."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from meetwithoutfear.domain.errors import TooMany

PER_ADDRESS = parse("30/minute")
PER_ACCOUNT = parse("10/5minute")
PER_USER = parse("600/minute")
PER_ENGINE_USER = parse("300/hour")
PER_EXPORT = parse("10/hour")


@dataclass
class Limits:
    enabled: bool
    limiter: MovingWindowRateLimiter = field(default_factory=lambda: MovingWindowRateLimiter(MemoryStorage()))

    async def hit(self, rate: RateLimitItem, purpose: str, who: str) -> None:
        if not self.enabled:
            return
        # Hashed: an address is nobody's business, not even in memory.
        key = hashlib.sha256(who.encode("utf-8", "surrogatepass")).hexdigest()
        if not await self.limiter.hit(rate, purpose, key):
            window = await self.limiter.get_window_stats(rate, purpose, key)
            raise TooMany(retryAfter=max(1, round(window.reset_time - time.time())))

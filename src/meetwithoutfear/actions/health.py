"""Is everything there that is needed?"""

from __future__ import annotations

from datetime import datetime

from meetwithoutfear.store.database import Database
from meetwithoutfear.store.health import QueueHealth, queue_health


async def check_queue(store: Database, now: datetime) -> QueueHealth:
    async with store.read() as tx:
        return await queue_health(tx, now)

"""Is everything there that is needed?"""

from __future__ import annotations

from datetime import datetime

from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import QueueHealth, load_queue_health


async def check_queue(store: Database, now: datetime) -> QueueHealth:
    async with store.read() as tx:
        return await load_queue_health(tx, now)

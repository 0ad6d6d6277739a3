"""What the person who runs the server can ask and do from the command line. Never any content of anybody's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from meetwithoutfear.actions.health import check_queue
from meetwithoutfear.actions.identity import link_for
from meetwithoutfear.actions.jobs import list_current_jobs, revive_dead_job
from meetwithoutfear.api.web import STATIC
from meetwithoutfear.config import SETTINGS, Settings, current_environment
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import JobRow
from meetwithoutfear.store.migrate import is_current, migrate


@dataclass(frozen=True)
class Finding:
    sentence: str
    fine: bool = True
    fatal: bool = False


def shown_settings() -> list[tuple[str, str, str]]:
    shown = []
    environment = current_environment()
    for setting in SETTINGS:
        given = environment.get(setting.name, "")
        value = ("(set)" if setting.secret else given) if given else f"{setting.default} (default)".strip()
        shown.append((setting.name, value, setting.meaning))
    return shown


async def examine(settings: Settings) -> list[Finding]:
    return [
        await database_finding(settings),
        web_finding(),
        mail_finding(settings),
        address_finding(settings),
    ]


async def database_finding(settings: Settings) -> Finding:
    kind = "SQLite, one process on one machine" if settings.on_sqlite else "PostgreSQL"
    try:
        if not await is_current(settings.database_url):
            return Finding(f"Database: {kind}; not yet migrated, `mwf serve` or `mwf migrate` does it.")
        async with opened(settings) as store:
            queue = await check_queue(store, datetime.now(UTC))
    except TransientError:
        return Finding(f"Database: {kind}; it does not answer.", fine=False, fatal=True)
    dead = f"; {queue.dead} jobs were given up, see `mwf jobs list --dead`" if queue.dead else ""
    return Finding(f"Database: {kind}; {queue.waiting} jobs waiting{dead}.", fine=not queue.dead)


def web_finding() -> Finding:
    if (STATIC / "index.html").exists():
        return Finding("Web app: built.")
    return Finding("Web app: not built; `make setup` builds it. The API works without.", fine=False)


def mail_finding(settings: Settings) -> Finding:
    if settings.smtp_url:
        return Finding("E-mail: configured.")
    how = "sign-in links come from `mwf user link EMAIL`, invitation links are passed on by hand"
    return Finding(f"E-mail: off, since MWF_SMTP_URL is not set; {how}.", fine=False)


def address_finding(settings: Settings) -> Finding:
    if settings.secure:
        return Finding(f"Address: {settings.base_url}, secure cookies and HSTS are on.")
    return Finding(f"Address: {settings.base_url}, without TLS: for this computer only.", fine=False)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    store = Database(settings.database_url)
    try:
        yield store
    finally:
        await store.close()


async def print_sign_in_link(settings: Settings, email: str) -> str:
    await migrate(settings.database_url)
    async with opened(settings) as store:
        return await link_for(store, email, settings.base_url, datetime.now(UTC))


async def jobs_now(settings: Settings, *, dead: bool, limit: int) -> list[JobRow]:
    await migrate(settings.database_url)
    async with opened(settings) as store:
        return await list_current_jobs(store, dead=dead, limit=limit)


async def revive_job(settings: Settings, job_id: int) -> None:
    await migrate(settings.database_url)
    async with opened(settings) as store:
        await revive_dead_job(store, job_id, datetime.now(UTC))

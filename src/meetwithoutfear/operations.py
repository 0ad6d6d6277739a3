"""What the person who runs the server can ask and do from the command line. Never any content of anybody's."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from meetwithoutfear.actions.credentials import LINK_LIFETIME, link_for
from meetwithoutfear.api.web import STATIC
from meetwithoutfear.config import SETTINGS, Settings, current_environment
from meetwithoutfear.domain.errors import TransientError
from meetwithoutfear.domain.notifications import Purpose
from meetwithoutfear.engines.engine import CallOutcome, Engine, EngineCall, EngineError, EngineName, Relay
from meetwithoutfear.engines.models import build_engine
from meetwithoutfear.engines.providers import BadEngine, check, model_names
from meetwithoutfear.prompts import chats, tasks
from meetwithoutfear.prompts.prompt import Speaker, Turn
from meetwithoutfear.store import jobs
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.jobs import load_queue_health
from meetwithoutfear.store.migrate import is_current, migrate
from meetwithoutfear.store.people import User

TURNS = (Turn(Speaker.MEMBER, "We argued about the garden again, and I felt small afterwards."),)
CHAT = chats.WitnessChat(me="Ada", partner="Bo", turns=TURNS, turn=1)
TASK = tasks.SummaryTask(me="Ada", partner="Bo", turns=TURNS)
MEANING = {
    CallOutcome.UNAVAILABLE: "it is not there, or it refused",
    CallOutcome.TIMEOUT: "it took too long",
    CallOutcome.RUBBISH: "it answered, but not what was asked",
    CallOutcome.ABANDONED: "it was given up",
    CallOutcome.OK: "it worked",
}
LINE_OF = {
    Purpose.SIGN_IN: "Sign-in link",
    Purpose.NEW_PASSWORD: "Link to choose a new password, which signs out every other device",
    Purpose.NEW_EMAIL: "Link to change the address, with the password or where they are signed in",
}


@dataclass(frozen=True)
class Finding:
    sentence: str
    fine: bool = True
    fatal: bool = False


def list_settings() -> list[tuple[str, str, str]]:
    shown = []
    environment = current_environment()
    for setting in SETTINGS:
        given = environment.get(setting.name, "")
        value = ("(set)" if setting.secret else given) if given else f"{setting.default} (default)".strip()
        shown.append((setting.name, value, setting.meaning))
    return shown


async def examine(settings: Settings) -> list[Finding]:
    built, address = (STATIC / "index.html").exists(), f"Address: {settings.base_url}"
    by_hand = "links for accounts come from `mwf user link EMAIL`, invitation links are passed on by hand"
    no_mail = f"E-mail: off, since MWF_SMTP_URL is not set; {by_hand}."
    no_push = "Push: off, since MWF_VAPID_PRIVATE_KEY is not set."
    not_built = "Web app: not built; `make setup` builds it. The API works without."
    return [
        await database_finding(settings),
        Finding("Web app: built." if built else not_built, built),
        engine_finding(settings),
        Finding("E-mail: configured." if settings.smtp_url else no_mail, bool(settings.smtp_url)),
        Finding("Push: configured." if settings.vapid else no_push, bool(settings.vapid)),
        Finding(f"{address}, secure cookies and HSTS are on.")
        if settings.secure
        else Finding(f"{address}, without TLS: for this computer only.", fine=False),
    ]


async def database_finding(settings: Settings) -> Finding:
    kind = "SQLite, one process on one machine" if settings.on_sqlite else "PostgreSQL"
    try:
        if not await is_current(settings.database_url):
            return Finding(f"Database: {kind}; not yet migrated, `mwf serve` or `mwf migrate` does it.")
        async with open_store(settings) as store, store.read() as tx:
            queue = await load_queue_health(tx, datetime.now(UTC))
    except TransientError:
        return Finding(f"Database: {kind}; it does not answer.", fine=False, fatal=True)
    dead = f"; {queue.dead} jobs were given up, see `mwf jobs list --dead`" if queue.dead else ""
    return Finding(f"Database: {kind}; {queue.waiting} jobs waiting{dead}.", fine=not queue.dead)


def engine_finding(settings: Settings) -> Finding:
    wanted = settings.engine
    if wanted.name is EngineName.EMBEDDED:
        from meetwithoutfear.engines.embedded.ear import WITHOUT_EAR, load_ear  # noqa: PLC0415  # heavy, and for this alone

        if load_ear() is not None:
            return Finding("Engine: embedded, a simple listener on this computer; nothing leaves it.")
        return Finding(f"Engine: embedded, on this computer. {WITHOUT_EAR}", fine=False)
    try:
        check(wanted)
    except BadEngine as problem:
        return Finding(
            f"Engine: {wanted.name}, which cannot work like this. {problem}", fine=False, fatal=True
        )
    models = " and ".join(dict.fromkeys(model_names(wanted).values()))
    return Finding(f"Engine: {wanted.name} with {models}; `mwf doctor --engine` tries it.")


async def try_engine(settings: Settings) -> AsyncIterator[Finding]:
    """On two small questions of our own, no member's: one streamed reply, one typed answer. Each as soon as it is known:
    a real engine may take its time."""
    engine = build_engine(settings.engine, forget)
    try:
        yield await try_call("A streamed reply", ask_for_reply(engine))
        yield await try_call("A typed answer", engine.answer(TASK))
    finally:
        await engine.close()


async def ask_for_reply(engine: Engine) -> None:
    async for _ in Relay(engine, CHAT):
        pass


async def try_call(what: str, work: Awaitable[object]) -> Finding:
    began = time.monotonic()
    try:
        await work
    except EngineError as error:
        failure = f"failed after {time.monotonic() - began:.2f} s, {error.kind}: {MEANING[error.kind]}"
    except ImportError as error:
        failure = f"the library {error.name} is not installed"
    else:
        return Finding(f"{what}: came in {time.monotonic() - began:.2f} s.")
    return Finding(f"{what}: {failure}.", fine=False, fatal=True)


def forget(_call: EngineCall) -> None:
    """A trial leaves no record."""


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Database]:
    store = Database(settings.database_url)
    try:
        yield store
    finally:
        await store.close()


async def link_by_hand(
    settings: Settings, email: str, purpose: Purpose, new_email: str | None
) -> tuple[str, str]:
    """The link, and a line that says what it does."""
    await migrate(settings.database_url)
    async with open_store(settings) as store:
        now = datetime.now(UTC)
        link, user = await link_for(store, settings, email, now, purpose=purpose, new_email=new_email)
    minutes = int(LINK_LIFETIME.total_seconds() // 60)
    return link, f"{LINE_OF[purpose]}, once, within {minutes} minutes. {what_it_proves(purpose, user)}"


def what_it_proves(purpose: Purpose, user: User) -> str:
    if purpose is Purpose.NEW_EMAIL:
        return "It proves the new address: give it only to whoever reads that."
    if user.email_proven:
        return "The address is proven: nothing else changes."
    return (
        "It proves the address: unless used where they are signed in or with the password, "
        "password and devices from before are dropped."
    )


async def list_jobs(settings: Settings, *, dead: bool, limit: int) -> list[jobs.JobRow]:
    await migrate(settings.database_url)
    async with open_store(settings) as store, store.read() as tx:
        gone = await jobs.list_jobs(tx, limit, dead=True)
        return gone if dead else [*await jobs.list_jobs(tx, limit, dead=False), *gone]


async def revive_job(settings: Settings, job_id: int) -> None:
    await migrate(settings.database_url)
    async with open_store(settings) as store, store.write() as tx:
        await jobs.revive(tx, job_id, datetime.now(UTC))

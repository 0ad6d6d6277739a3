"""The command `mwf`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table
from sqlalchemy.engine import make_url

from meetwithoutfear import __version__, evaluation, operations
from meetwithoutfear.config import BadSetting, Settings, load_settings
from meetwithoutfear.demo import LAST_STAGE, PASSWORD, DemoFailed, Journey, own_settings, serve_demo
from meetwithoutfear.domain.errors import DomainError, TransientError
from meetwithoutfear.domain.notifications import Purpose
from meetwithoutfear.engines.engine import Engine, EngineError, EngineName
from meetwithoutfear.engines.models import build_engine
from meetwithoutfear.main import build_app, build_server, set_up_logs, work_alone
from meetwithoutfear.private_file import keep_database_private
from meetwithoutfear.store.migrate import migrate as migrate_database

T = TypeVar("T")

app = typer.Typer(help="Meet Without Fear", no_args_is_help=True, add_completion=False)
user_app = typer.Typer(help="Accounts", no_args_is_help=True)
jobs_app = typer.Typer(help="Durable jobs", no_args_is_help=True)
app.add_typer(user_app, name="user")
app.add_typer(jobs_app, name="jobs")
eval_app = typer.Typer(help="Measure the checks on labelled cases", no_args_is_help=True)
app.add_typer(eval_app, name="eval")
console = Console()


def settings_or_exit() -> Settings:
    try:
        settings = load_settings()
    except BadSetting as problem:
        fail(str(problem))
    if settings.on_sqlite:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        refuse_unprotected(settings)
    set_up_logs(settings.log_level)
    return settings


def refuse_unprotected(settings: Settings) -> None:
    """Every connection closes the file to others; here whoever runs the server is told why that cannot be done."""
    file = Path(make_url(settings.database_url).database or "")
    if not file.exists() and os.access(file.parent, os.W_OK):
        return  # the first connection makes it; a command that needs none leaves none behind
    try:
        keep_database_private(file)
    except PermissionError:
        fail(f"This user may not make the database file, or may not close it to others: {file}")
    except OSError:
        return  # it cannot be opened either, and that is said where it is opened


def fail(sentence: str) -> Any:  # noqa: ANN401  # never returns
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except DomainError as problem:
        fail(problem.message)
    except TransientError:
        fail("The database does not answer.")
    raise AssertionError


@app.callback(invoke_without_command=True)
def about(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def serve(
    worker: Annotated[bool, typer.Option(help="Work off jobs in this process, too.")] = True,
) -> None:
    """Migrate the database, then serve the API and the web app."""
    settings = settings_or_exit()
    typer.echo(f"Meet Without Fear on {settings.base_url}", err=True)
    server = build_server(build_app(settings, with_worker=worker), settings.host, settings.port)
    server.run()
    if not server.started:
        sys.exit(1)


@app.command()
def worker() -> None:
    """Work off jobs, without serving."""
    settings = settings_or_exit()
    if settings.on_sqlite:
        fail("A worker of its own needs PostgreSQL. On SQLite, `mwf serve` works off the jobs itself.")
    run(work_alone(settings))


@app.command()
def migrate() -> None:
    """Bring the database to the newest schema."""
    settings = settings_or_exit()
    run(migrate_database(settings.database_url))
    typer.echo("The database is up to date.")


@app.command()
def doctor(
    engine: Annotated[
        bool, typer.Option("--engine", help="Try the engine: one reply, one typed answer.")
    ] = False,
) -> None:
    """Explain the configuration and what is degraded."""
    settings = settings_or_exit()
    table = Table("setting", "value", "meaning")
    for name, value, meaning in operations.list_settings():
        table.add_row(name, value, meaning)
    console.print(table)
    findings = run(operations.examine(settings))
    for finding in findings:
        show(finding)
    if any(finding.fatal for finding in findings) or (engine and not run(show_trial(settings))):
        raise typer.Exit(1)


def show(finding: operations.Finding) -> None:
    console.print(f"{'ok ' if finding.fine else '-- '} {finding.sentence}", soft_wrap=True, markup=False)


async def show_trial(settings: Settings) -> bool:
    fine = True
    async for finding in operations.try_engine(settings):
        show(finding)
        fine = fine and finding.fine
    return fine


@app.command()
def demo(
    serve: Annotated[
        bool, typer.Option("--serve", help="Leave both accounts in the web app, at the chosen stage.")
    ] = False,
    stage: Annotated[
        int, typer.Option(min=0, max=LAST_STAGE, help="Play until both stand in this stage; 5 is the end.")
    ] = LAST_STAGE,
) -> None:
    """Play the whole journey of two people, on a server and a database of its own."""
    settings = settings_or_exit()
    set_up_logs("error")  # the story is what is to be read
    port = settings.port if serve else 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = settings.data_dir / "demo" if serve else Path(temporary) / "demo"
        try:
            with serve_demo(own_settings(settings, folder, port), port) as (_server, found):
                status = Journey(found, show_line, show_chapter).play(stage)
                console.print(f"\n{status}", style="bold")
                if serve:
                    stay(f"http://localhost:{found}")
        except DemoFailed as problem:
            fail(str(problem))


def show_line(who: str, words: str) -> None:
    console.print(f"[bold]{escape(who)}[/bold]: {escape(words)}", soft_wrap=True)


def show_chapter(stage: int, title: str) -> None:
    console.rule(f"Stage {stage} of 4 · {title}", align="left")


def stay(url: str) -> None:
    for name in ("mara", "jonas"):
        console.print(f"{url}  {name}@demo.example.org  password: {PASSWORD}")
    console.print("Use two browsers, or one and a private window. Ctrl-C ends it.")
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    stop.wait()


@user_app.command("link")
def user_link(
    email: str,
    new_password: Annotated[
        bool, typer.Option("--new-password", help="To choose a new password, for who forgot theirs.")
    ] = False,
    new_email: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="To move the account to this address.")
    ] = None,
) -> None:
    """Print a link for an account: to sign in, unless an option says otherwise. It works once, for half an hour, and proves
    the address as a mailed one does: hand it to nobody else."""
    settings = settings_or_exit()
    if new_password and new_email:
        fail("A link has one purpose: a new password or a new address.")
    purpose = Purpose.SIGN_IN
    if new_password or new_email:
        purpose = Purpose.NEW_PASSWORD if new_password else Purpose.NEW_EMAIL
    link, line = run(operations.link_by_hand(settings, email, purpose, new_email))
    typer.echo(line, err=True)
    typer.echo(link)


@jobs_app.command("list")
def jobs_list(
    dead: Annotated[bool, typer.Option(help="Only those that were given up.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 100,
) -> None:
    """Show waiting, running and dead jobs: kinds and counts, never content."""
    table = Table("id", "kind", "state", "due", "attempts", "deaths", "last failure")
    for job in run(operations.list_jobs(settings_or_exit(), dead=dead, limit=limit)):
        state = "running" if job.running else job.state.lower()
        due = job.run_at.isoformat(timespec="seconds")
        table.add_row(str(job.id), job.kind, state, due, str(job.attempts), str(job.deaths), job.error or "")
    console.print(table)


@jobs_app.command("retry")
def jobs_retry(job_id: int) -> None:
    """Give a dead job another life."""
    run(operations.revive_job(settings_or_exit(), job_id))
    typer.echo(f"Job {job_id} will be tried again.")


@eval_app.command("safety")
def eval_safety(file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)]) -> None:
    """Run the safety check over labelled sentences, one JSON object {text, label} a line, or over talks, {turns, about}. The
    report goes to stdout, a table to stderr."""
    try:
        cases = evaluation.read_cases(file)
    except ValueError as problem:
        fail(str(problem))
    from meetwithoutfear.engines.embedded.reader import load_reader  # noqa: PLC0415  # for this alone

    evaluate = evaluation.evaluate_talks if cases and "turns" in cases[0] else evaluation.evaluate_safety
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("cases", total=len(cases))
        report = evaluate(
            cases, load_reader().danger.check, lambda done, _all: bar.update(task, completed=done)
        )
    table = Table("kind", "cases", "heard", "interval", "as said outright", "mark")
    for kind, one in report["kinds"].items():
        cells = (one["n"], one["heard"], one["interval"], one["saidOutright"], one["mark"])
        table.add_row(kind, *("" if cell is None else str(cell) for cell in cells))
    if table.rows:
        Console(stderr=True).print(table)
    typer.echo(json.dumps(report, indent=2))


@eval_app.command("gap")
def eval_gap(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    engine: Annotated[EngineName | None, typer.Option(help="Instead of the one in the settings.")] = None,
    chips: Annotated[
        evaluation.Chips, typer.Option(help="Whose confirmed feelings the engine is given.")
    ] = evaluation.Chips.NONE,
    cross_validate: Annotated[
        bool, typer.Option("--cross-validate", help="Refit without the subject asked about.")
    ] = False,
) -> None:
    """Run the gap analysis over labelled cases, one JSON object a line; the report goes to stdout."""
    settings = settings_or_exit()
    settings = replace(settings, engine=replace(settings.engine, name=engine)) if engine else settings
    if cross_validate and settings.engine.name is not EngineName.EMBEDDED:
        fail("Only the embedded engine can be cross-validated: a real model is not trained here.")
    from meetwithoutfear.engines.embedded.evaluate import CrossValidated  # noqa: PLC0415  # for this alone

    try:
        cases = evaluation.read_gap_cases(file)
        analyst = (
            CrossValidated(cases) if cross_validate else build_engine(settings.engine, operations.forget)
        )
    except ValueError as problem:
        fail(str(problem))
    typer.echo(json.dumps(run(measure_gap(cases, analyst, chips)), indent=2))


async def measure_gap(
    cases: list[dict[str, Any]], analyst: evaluation.Analyst | Engine, chips: evaluation.Chips
) -> dict[str, Any]:
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("cases", total=len(cases))
        try:
            return await evaluation.evaluate_gap(
                cases, analyst, chips, lambda done, _all: bar.update(task, completed=done)
            )
        except EngineError as problem:
            failure = f"The engine {analyst.name} did not deliver: {problem.kind}."
    fail(failure)
    raise AssertionError

"""The command `mwf`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from meetwithoutfear import __version__, operations
from meetwithoutfear.config import BadSetting, Settings, load_settings
from meetwithoutfear.domain.errors import DomainError, TransientError
from meetwithoutfear.evaluation import evaluate_safety, read_cases
from meetwithoutfear.logs import set_up_logs
from meetwithoutfear.main import build_app, build_server, work_alone
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
    set_up_logs(settings.log_level)
    return settings


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
def doctor() -> None:
    """Explain the configuration and what is degraded."""
    settings = settings_or_exit()
    table = Table("setting", "value", "meaning")
    for name, value, meaning in operations.shown_settings():
        table.add_row(name, value, meaning)
    console.print(table)
    findings = run(operations.examine(settings))
    for finding in findings:
        console.print(f"{'ok ' if finding.fine else '-- '} {finding.sentence}", soft_wrap=True)
    if any(finding.fatal for finding in findings):
        raise typer.Exit(1)


@user_app.command("link")
def user_link(email: str) -> None:
    """Print a sign-in link for an account: it works once, for half an hour."""
    settings = settings_or_exit()
    typer.echo(run(operations.print_sign_in_link(settings, email)))


@jobs_app.command("list")
def jobs_list(
    dead: Annotated[bool, typer.Option(help="Only those that were given up.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 100,
) -> None:
    """Show waiting, running and dead jobs: kinds and counts, never content."""
    table = Table("id", "kind", "state", "due", "attempts", "deaths", "last failure")
    for job in run(operations.jobs_now(settings_or_exit(), dead=dead, limit=limit)):
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
    """Run the safety check over labelled sentences, one JSON object {text, label} a line; the report goes to stdout."""
    try:
        cases = read_cases(file)
    except ValueError as problem:
        fail(str(problem))
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("sentences", total=len(cases))
        report = evaluate_safety(cases, lambda done, _all: bar.update(task, completed=done))
    typer.echo(json.dumps(report, indent=2))

"""The command `mwf`, as a process of its own: what it says, and how it ends."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from databases import Postgresql, Sqlite
from meetwithoutfear import __version__
from meetwithoutfear.config import SETTINGS
from meetwithoutfear.store.database import Database
from meetwithoutfear.store.tables import jobs
from people import Person
from serving import mwf, mwf_process, wait_until_ready

pytestmark = pytest.mark.unmeasured  # measured, each of its many processes takes twice as long to start

SECRETS = {
    "MWF_SECRET_KEY": "a key of more than thirty-two letters",
    "MWF_SMTP_URL": "smtp://somebody:hunter2@mail.example.org:587",
}


@pytest.fixture
def env(sqlite: Sqlite, tmp_path: Path) -> dict[str, str]:
    return {"MWF_DATA_DIR": str(tmp_path / "data"), "MWF_DATABASE_URL": sqlite.fresh(tmp_path)}


def failed_with_a_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    [sentence] = done.stderr.splitlines()
    return sentence


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_tells_its_version() -> None:
    assert succeeded(mwf("--version", env={})) == f"{__version__}\n"


def test_the_doctor_names_every_setting_and_no_secret(env: dict[str, str], tmp_path: Path) -> None:
    told = succeeded(mwf("doctor", env={**env, **SECRETS, "COLUMNS": "200"}, cwd=tmp_path))
    for setting in SETTINGS:
        assert f" {setting.name} " in told
        assert setting.meaning in told
    for secret in (*SECRETS.values(), "hunter2", env["MWF_DATABASE_URL"]):
        assert secret not in told
    assert told.count("(set)") == 3
    assert "ok  Database: SQLite" in told
    assert "ok  E-mail: configured." in told
    assert "--  Address: http://localhost:8000, without TLS" in told


def test_the_doctor_says_what_is_degraded_and_is_content(tmp_path: Path) -> None:
    env = {"MWF_DATA_DIR": str(tmp_path / "data"), "MWF_BASE_URL": "https://meet.example.org"}
    told = succeeded(mwf("doctor", env=env, cwd=tmp_path))
    assert "not yet migrated" in told
    assert "--  E-mail: off" in told
    assert "ok  Address: https://meet.example.org, secure cookies and HSTS are on." in told


def test_the_doctor_is_alarmed_when_the_database_does_not_answer(tmp_path: Path, unused_port: int) -> None:
    nobody = f"postgresql://somebody:hunter2@127.0.0.1:{unused_port}/nothing"
    done = mwf("doctor", env={"MWF_DATA_DIR": str(tmp_path), "MWF_DATABASE_URL": nobody}, cwd=tmp_path)
    assert done.returncode == 1
    assert "--  Database: PostgreSQL; it does not answer." in done.stdout
    assert "hunter2" not in done.stdout + done.stderr


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrating_twice_is_migrating_once(kind: str, tmp_path: Path, postgresql: Postgresql) -> None:
    with postgresql.fresh(migrated=False) as url:
        database = {"MWF_DATABASE_URL": url} if kind == "postgresql" else {}
        env = {"MWF_DATA_DIR": str(tmp_path / "data"), **database}
        for _ in range(2):
            assert succeeded(mwf("migrate", env=env, cwd=tmp_path)) == "The database is up to date.\n"
        assert "0 jobs waiting" in succeeded(mwf("doctor", env=env, cwd=tmp_path))


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path: Path, unused_port: int) -> None:
    nobody = f"postgresql://somebody:hunter2@127.0.0.1:{unused_port}/nothing"
    env = {"MWF_DATA_DIR": str(tmp_path), "MWF_DATABASE_URL": nobody}
    for command in (
        ["migrate"],
        ["user", "link", "alice@example.org"],
        ["jobs", "list"],
        ["jobs", "retry", "1"],
    ):
        assert failed_with_a_sentence(mwf(*command, env=env, cwd=tmp_path)) == "The database does not answer."


def test_a_printed_link_signs_in_once(env: dict[str, str], tmp_path: Path, unused_port: int) -> None:
    env |= {"MWF_PORT": str(unused_port), "MWF_RATE_LIMITS": "off"}
    url = f"http://127.0.0.1:{unused_port}"
    with mwf_process("serve", env=env, log=tmp_path / "server.log"):
        wait_until_ready(url)
        alice = Person(url, "Alice").registers()
        printed = succeeded(mwf("user", "link", " ALICE@example.org", env=env, cwd=tmp_path))
        found = re.fullmatch(rf"http://localhost:{unused_port}/link#(\S+)\n", printed)
        assert found
        redeemed = alice.does("POST", "/auth/link/redeem", {"token": found[1]})
        assert redeemed["user"]["email"] == alice.email
        assert redeemed["user"]["emailProven"] is True
        assert alice.is_refused("POST", "/auth/link/redeem", {"token": found[1]}) == (410, "GONE")
        alice.close()


def test_a_printed_link_says_in_one_line_what_it_does(
    env: dict[str, str], tmp_path: Path, unused_port: int
) -> None:
    env |= {"MWF_PORT": str(unused_port), "MWF_RATE_LIMITS": "off"}
    url = f"http://127.0.0.1:{unused_port}"

    def printed(*options: str) -> tuple[str, str]:
        done = mwf("user", "link", "alice@example.org", *options, env=env, cwd=tmp_path)
        [line] = done.stderr.splitlines()
        return line, succeeded(done).strip().partition("#")[2]

    with mwf_process("serve", env=env, log=tmp_path / "server.log"):
        wait_until_ready(url)
        stranger, alice = Person(url, "Alice").registers(), Person(url, "Alice")
        line, link = printed()
        assert line.startswith("Sign-in link, once, within 30 minutes. It proves the address")
        alice.carries(alice.does("POST", "/auth/link/redeem", {"token": link})["token"])
        assert stranger.is_refused("GET", "/me") == (401, "UNAUTHENTICATED")
        line, link = printed("--new-password")
        assert line.startswith("Link to choose a new password")
        assert line.endswith("The address is proven: nothing else changes.")
        chosen = {"token": link, "password": "a short way to the sea"}
        alice.does("POST", "/auth/password/reset", chosen)
        line, link = printed("--new-email", "New@example.org")
        assert line.startswith("Link to change the address")
        moved = alice.does("POST", "/auth/email/confirm", {"token": link})
        assert moved["user"]["email"] == "new@example.org"
        for somebody in (stranger, alice):
            somebody.close()
    both = mwf("user", "link", "new@example.org", "--new-password", "--new-email", "b@example.org", env=env)
    assert failed_with_a_sentence(both) == "A link has one purpose: a new password or a new address."
    own = mwf("user", "link", "new@example.org", "--new-email", "new@example.org", env=env)
    assert failed_with_a_sentence(own).startswith("There is already an account with this address.")


def test_there_is_no_link_for_an_unknown_address(env: dict[str, str], tmp_path: Path) -> None:
    unknown = mwf("user", "link", "nobody@example.org", env=env, cwd=tmp_path)
    assert failed_with_a_sentence(unknown) == "There is no account with this address."
    nonsense = mwf("user", "link", "nonsense", env=env, cwd=tmp_path)
    assert failed_with_a_sentence(nonsense) == "This is not an e-mail address."


def put_job(url: str, **values: object) -> None:
    async def insert() -> None:
        store = Database(url)
        now = datetime.now(UTC)
        row = {
            "kind": "send_mail",
            "payload": {},
            "run_at": now,
            "created_at": now,
            "attempts": 3,
            "deaths": 5,
        }
        async with store.write() as tx:
            await tx.execute(sa.insert(jobs).values(row | values))
        await store.close()

    asyncio.run(insert())


def listed(env: Mapping[str, str], cwd: Path, *options: str) -> list[list[str]]:
    told = succeeded(mwf("jobs", "list", *options, env={**env, "COLUMNS": "200"}, cwd=cwd))
    lines = [line.strip("│ ").split("│") for line in told.splitlines() if line.startswith("│")]
    return [[cell.strip() for cell in line] for line in lines]


def test_a_dead_job_is_listed_and_lives_again(env: dict[str, str], tmp_path: Path) -> None:
    put_job(env["MWF_DATABASE_URL"], id=7, state="DEAD", error="its worker died too often")
    put_job(env["MWF_DATABASE_URL"], id=8, state="READY", payload={"mailId": "never shown"})
    put_job(env["MWF_DATABASE_URL"], id=9, state="DONE")
    ready, dead = listed(env, tmp_path)
    assert (ready[:3], dead[:3]) == (["8", "send_mail", "ready"], ["7", "send_mail", "dead"])
    assert dead[4:] == ["3", "5", "its worker died too often"]
    assert listed(env, tmp_path, "--dead") == [dead]
    retried = mwf("jobs", "retry", "7", env=env, cwd=tmp_path)
    assert succeeded(retried) == "Job 7 will be tried again.\n"
    assert [job[:3] for job in listed(env, tmp_path)] == [
        ["8", "send_mail", "ready"],
        ["7", "send_mail", "ready"],
    ]


def test_only_a_dead_job_is_given_another_life(env: dict[str, str], tmp_path: Path) -> None:
    put_job(env["MWF_DATABASE_URL"], id=8, state="READY")
    for number in ("8", "99"):
        done = mwf("jobs", "retry", number, env=env, cwd=tmp_path)
        assert failed_with_a_sentence(done) == "There is no dead job with this number."


def test_a_worker_of_its_own_needs_postgresql(env: dict[str, str], tmp_path: Path) -> None:
    sentence = failed_with_a_sentence(mwf("worker", env=env, cwd=tmp_path))
    assert sentence.startswith("A worker of its own needs PostgreSQL.")


@pytest.mark.parametrize("command", [["serve"], ["doctor"], ["jobs", "list"]])
def test_bad_settings_end_in_a_sentence(command: list[str], env: dict[str, str], tmp_path: Path) -> None:
    sentence = failed_with_a_sentence(mwf(*command, env={**env, "MWF_PORT": "a port"}, cwd=tmp_path))
    assert sentence == "MWF_PORT is not a port: 'a port'"


def test_a_bad_secret_is_not_repeated(env: dict[str, str], tmp_path: Path) -> None:
    for name in ("MWF_SECRET_KEY", "MWF_SMTP_URL", "MWF_DATABASE_URL"):
        sentence = failed_with_a_sentence(mwf("doctor", env={**env, name: "hunter2"}, cwd=tmp_path))
        assert sentence.startswith(name)
        assert "hunter2" not in sentence


def test_a_server_whose_port_is_taken_does_not_pretend_to_serve(env: dict[str, str], tmp_path: Path) -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = str(first.getsockname()[1])
        done = mwf("serve", env={**env, "MWF_PORT": port}, cwd=tmp_path)
    assert done.returncode != 0
    assert "address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_doctor_shows_what_the_file_says(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("MWF_PORT=9001\n")
    told = mwf("doctor", env={"MWF_DATA_DIR": str(tmp_path / "data"), "COLUMNS": "200"}, cwd=tmp_path).stdout
    [line] = [line for line in told.splitlines() if "MWF_PORT" in line]
    assert "9001" in line


@pytest.mark.parametrize("command", [["jobs", "list"], ["jobs", "retry", "7"]])
def test_jobs_of_a_database_that_is_not_yet_migrated_end_in_no_traceback(
    command: list[str], tmp_path: Path
) -> None:
    done = mwf(*command, env={"MWF_DATA_DIR": str(tmp_path / "data")}, cwd=tmp_path)
    assert "Traceback" not in done.stderr


def test_a_database_file_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    env = {"MWF_DATA_DIR": str(tmp_path), "MWF_DATABASE_URL": f"sqlite:///{tmp_path}/no/such/folder/x.db"}
    done = mwf("migrate", env=env, cwd=tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_dead_job_whose_successor_lives_is_not_revived_with_a_traceback(
    sqlite: Sqlite, tmp_path: Path
) -> None:
    url, now = sqlite.fresh(tmp_path), datetime.now(UTC)

    async def put() -> None:
        store = Database(url)
        async with store.write() as tx:
            for number, state in ((7, "DEAD"), (8, "READY")):
                row = {"id": number, "state": state, "kind": "tidy", "key": "tidy", "payload": {}}
                times = {"run_at": now, "created_at": now, "attempts": 0, "deaths": 5}
                await tx.execute(sa.insert(jobs).values(**row, **times))
        await store.close()

    asyncio.run(put())
    env = {"MWF_DATABASE_URL": url, "MWF_DATA_DIR": str(tmp_path / "data")}
    assert "Traceback" not in mwf("jobs", "retry", "7", env=env, cwd=tmp_path).stderr


def test_the_safety_check_is_measured_on_labelled_sentences(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    rows = [
        {"text": "I want to kill myself.", "label": "suicide"},
        {"text": "We argued about the dishes.", "label": None},
    ]
    file.write_text("\n".join(json.dumps(row) for row in rows))
    report = json.loads(mwf("eval", "safety", str(file), env={}).stdout)
    assert report["n"] == 2
    assert report["recall"]["all"] == 1.0
    assert report["falseAlarms"] == 0


@pytest.mark.parametrize("line", ["not json", "[]", '{"label": null}', '{"text": "no label"}'])
def test_a_case_that_is_none_is_named_by_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(f'{{"text": "fine", "label": null}}\n\n{line}\n')
    done = mwf("eval", "safety", str(file), env={})
    assert done.returncode == 1
    assert "line 3" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_doctor_says_which_engine_runs(env: dict[str, str], tmp_path: Path) -> None:
    assert "Engine: embedded, a simple listener" in succeeded(mwf("doctor", env=env, cwd=tmp_path))
    real = {**env, "MWF_ENGINE": "anthropic", "MWF_ENGINE_KEY": "k"}
    assert "Engine: anthropic with claude" in succeeded(mwf("doctor", env=real, cwd=tmp_path))


def test_the_doctor_names_an_engine_that_cannot_work(env: dict[str, str], tmp_path: Path) -> None:
    done = mwf("doctor", env={**env, "MWF_ENGINE": "anthropic"}, cwd=tmp_path)
    assert done.returncode == 1
    assert "MWF_ENGINE=anthropic needs MWF_ENGINE_KEY." in done.stdout


def test_the_doctor_tries_the_engine(env: dict[str, str], tmp_path: Path) -> None:
    told = succeeded(mwf("doctor", "--engine", env=env, cwd=tmp_path))
    assert re.search(r"ok +A streamed reply: came in \d+\.\d\d s\.", told)
    assert re.search(r"ok +A typed answer: came in \d+\.\d\d s\.", told)


def test_the_doctor_says_what_kind_of_failure_an_engine_had(env: dict[str, str], tmp_path: Path) -> None:
    nobody = {"MWF_ENGINE": "openai", "MWF_ENGINE_URL": "http://127.0.0.1:9/v1", "MWF_MODEL_DEEP": "x"}
    done = mwf("doctor", "--engine", env={**env, **nobody}, cwd=tmp_path)
    assert done.returncode == 1
    assert "unavailable: it is not there, or it refused." in done.stdout

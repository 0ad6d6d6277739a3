"""The server dies in the middle; nothing that was answered is lost, and streams go on where they were."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import httpx
import pytest
from sqlalchemy.engine import make_url

from databases import Postgresql, run_sql
from people import Person
from serving import mwf_process, wait_until_ready
from waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.both_databases


def test_after_a_kill_everything_is_there_and_the_stream_goes_on(
    database_url: str, tmp_path: Path, unused_port: int
) -> None:
    url, log = f"http://127.0.0.1:{unused_port}", tmp_path / "server.log"
    env = {
        "MWF_DATABASE_URL": database_url,
        "MWF_DATA_DIR": str(tmp_path / "data"),
        "MWF_PORT": str(unused_port),
        "MWF_RATE_LIMITS": "off",
    }
    alice, bob = Person(url, "Alice"), Person(url, "Bob")
    with mwf_process("serve", env=env, log=log) as process:
        wait_until_ready(url)
        alice.registers()
        bob.registers()
        link = alice.starts_session()
        with alice.listening() as stream:
            bob.joins(link)
            stream.hears("session.joined")
            seen = stream.last_id
            process.kill()
            process.wait()
    with mwf_process("serve", env=env, log=log):
        wait_until_ready(url)
        assert alice.sees_session()["status"] == "ACTIVE"
        bob.signs_compact()
        with alice.listening(after=seen) as stream:
            assert stream.hears("partner.stage_completed")["data"] == {"stage": 0}
        assert len(alice.reads_chat()) == 2
    alice.close()
    bob.close()


def test_a_postgresql_that_takes_no_connections_is_503_and_the_server_still_stops(
    postgresql: Postgresql, tmp_path: Path, unused_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_port}"
    with postgresql.fresh() as database_url:
        name = make_url(database_url).database
        env = {"MWF_DATABASE_URL": database_url, "MWF_DATA_DIR": str(tmp_path), "MWF_PORT": str(unused_port)}
        with mwf_process("serve", env=env, log=tmp_path / "server.log") as process:
            wait_until_ready(url)
            ends = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
            closed = f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"
            asyncio.run(run_sql(postgresql.server, closed, ends))
            assert httpx.get(f"{url}/api/v1/health/ready", timeout=PATIENCE_SECONDS).status_code == 503
            process.terminate()
            # Ended by itself, by the signal it was asked with; a server that hangs raises here.
            assert process.wait() in {0, -signal.SIGTERM}
        asyncio.run(run_sql(postgresql.server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))

"""The demo: a whole journey in the terminal, and both accounts left in the web app."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from meetwithoutfear.demo import JONAS, MARA, PASSWORD
from ports import free_port
from serving import mwf, mwf_process
from waiting import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.unmeasured


def test_the_demo_comes_to_an_agreement_without_any_network(tmp_path: Path) -> None:
    told = mwf("demo", env={"MWF_DATA_DIR": str(tmp_path), "COLUMNS": "400"})
    assert told.returncode == 0, told.stderr
    assert told.stdout.rstrip().endswith("RESOLVED")
    guide = re.findall(r"^guide to (?:Mara|Jonas): (.+)$", told.stdout, re.MULTILINE)
    assert len(guide) > 20
    assert len(set(guide)) == len(guide), "the guide repeats itself"
    for role in (MARA, JONAS):
        assert all(words in told.stdout for words in (*role.told, role.guess))
    assert not list(tmp_path.glob("**/*.db")), "it left something behind"


def test_the_demo_leaves_both_accounts_at_the_chosen_stage(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    env = {"MWF_DATA_DIR": str(tmp_path / "data"), "MWF_PORT": str(port)}
    with mwf_process("demo", "--serve", "--stage", "3", env=env, log=log):
        wait_until(lambda: "Ctrl-C" in log.read_text(), "both accounts are there")
        for name in ("mara", "jonas"):
            with httpx.Client(
                base_url=f"http://127.0.0.1:{port}/api/v1", timeout=PATIENCE_SECONDS, trust_env=False
            ) as http:
                account = {"email": f"{name}@demo.example.org", "password": PASSWORD}
                token = http.post("/auth/login", json=account).json()["data"]["token"]
                http.headers["Authorization"] = f"Bearer {token}"
                (session,) = http.get("/sessions").json()["data"]["items"]
                assert session["stage"] == 3

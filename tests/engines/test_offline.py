"""Without a network the embedded engine listens through whole conversations: in a namespace without any interface where the
system permits one, and always in a process that is ended by its first attempt to connect."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .strangers import REGISTERS

NAMESPACE = ("unshare", "-rn", "--")
SCRIPT = Path(__file__).parent / "offline_talk.py"
QUOTED = re.compile(r"“[^”]*”")


def alone() -> tuple[str, ...]:
    try:
        permitted = subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return ()
    return NAMESPACE if permitted else ()


@pytest.mark.unmeasured
def test_stage_1_conversations_without_a_network() -> None:
    done = subprocess.run(
        [*alone(), sys.executable, str(SCRIPT)],
        input=json.dumps(REGISTERS),
        capture_output=True,
        text=True,
        check=True,
    )
    talks = json.loads(done.stdout)
    for (partner, messages), replies in zip(REGISTERS, talks, strict=True):
        claim = re.compile(
            rf"(?:^|[.!?:] )(?:so |okay\. )?(?:he|she|they|{partner})(?:'s|'re)?\b", re.IGNORECASE
        )
        assert len(set(replies)) == len(messages) == 12
        for reply in replies:
            assert not claim.search(QUOTED.sub("…", reply)), reply

"""The libraries under the embedded engine keep to themselves, too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

READS = "from meetwithoutfear.engines.embedded.ear import load_ear; load_ear().encode(['I am here.'])"


@pytest.mark.unmeasured
def test_reading_a_sentence_leaves_no_trace_for_anybody_to_collect(tmp_path: Path) -> None:
    """The runtime would keep a device id and a queue of reports in the cache of whoever runs it."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    # Where these are set, the runtime is silent anyway, and the test would show nothing.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "CI"))}
    subprocess.run([sys.executable, "-c", READS], env={**environment, **home}, check=True)
    assert list(tmp_path.rglob("*")) == []

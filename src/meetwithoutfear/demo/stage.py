"""Where the demo is played: a server of its own on this computer, with a database of its own."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from meetwithoutfear.config import Settings
from meetwithoutfear.demo.guest import PATIENCE_SECONDS, DemoFailed
from meetwithoutfear.main import Server, build_app, build_server


def own_settings(settings: Settings, folder: Path, port: int) -> Settings:
    """Nothing of the demo comes near anybody's real data, and no limit slows it down."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return replace(
        settings,
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'demo.db'}",
        base_url=f"http://localhost:{port}" if port else settings.base_url,
        smtp_url=None,
        rate_limits=False,
    )


@contextmanager
def playing(settings: Settings, port: int) -> Iterator[tuple[Server, int]]:
    server = build_server(build_app(settings), "127.0.0.1", port)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), name="demo server")
    thread.start()
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not server.started and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        if not server.started:
            raise DemoFailed("The server did not start.")
        yield server, server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()

"""Files that are nobody else's business: conversations, and the key that signs tokens. They are closed to every other user
of the computer themselves, since neither the folder they lie in nor the umask is ours to count on."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OWNER_ONLY = 0o600
BESIDE_A_DATABASE = ("-wal", "-shm", "-journal")


def close_to_others(file: Path) -> None:
    """A file that is there already, with whatever mode."""
    if stat.S_IMODE(file.stat().st_mode) != OWNER_ONLY:
        file.chmod(OWNER_ONLY)


def keep_database_private(file: Path) -> None:
    """The file is there afterwards, and what SQLite makes beside it gets its mode. One that is there already is never opened
    here: closing it again would let go of all locks that this process holds on it."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    close_to_others(file)
    for ending in BESIDE_A_DATABASE:
        with contextlib.suppress(FileNotFoundError):  # it comes and goes
            close_to_others(file.with_name(file.name + ending))

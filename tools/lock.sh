#!/usr/bin/env bash
# Writes requirements/*.lock anew: hashed, for every platform, and without any registry's address.
set -euo pipefail
cd "$(dirname "$0")/.."
compile() {
    "${UV:-uv}" pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
        --python-version 3.11 --custom-compile-command "make lock" --quiet "$@"
}
compile requirements/build.in -o requirements/build.lock
compile pyproject.toml -o requirements/run.lock
compile pyproject.toml requirements/build.in --extra dev -c requirements/run.lock -o requirements/dev.lock

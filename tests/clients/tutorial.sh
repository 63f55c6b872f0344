#!/bin/sh
# The server of the tutorial, built outside the workspace by run.sh, and the Python client.
#
#     tests/clients/tutorial.sh path/to/python
set -eu

here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$repo/target}/tmp/outside
for mode in legacy auto 2026-07-28; do
    echo "tutorial, mode $mode: $("$1" "$here/tutorial.py" "$target/debug/library" "$mode")"
done

#!/usr/bin/env bash
# Packs every crate that is published, as `cargo publish` does and in its order, builds all of them from what was packed, and
# installs the program from that. Nothing is uploaded.
#
#     packaging/crates.sh       the last line is the path of the program that was installed
#
# `cargo publish --workspace --dry-run` builds each crate by itself as well; a release does that (CONTRIBUTING.md).
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
crates=$built/packages/crates
rm -rf "$crates/packed" "$crates/src" "$crates/installed"
mkdir -p "$crates/src"

cargo publish --quiet --workspace --dry-run --no-verify --allow-dirty --target-dir "$crates/packed"
# With the time of now: cargo packs files with one old time, by which a changed one would look as if it were built.
find "$crates/packed" -name '*.crate' -exec tar -C "$crates/src" -xmzf {} \;

# What is not in the registry yet is taken from here; everything else in the versions of the workspace.
cp Cargo.lock "$crates/src/"
{
    printf '[workspace]\nresolver = "3"\nmembers = ["*-*.*.*"]\n[patch.crates-io]\n'
    for crate in "$crates"/src/*/; do
        crate=$(basename "$crate")
        printf '%s = { path = "%s" }\n' "${crate%-*}" "$crate"
    done
} > "$crates/src/Cargo.toml"
cd "$crates/src"
export CARGO_TARGET_DIR=$crates/target CARGO_INCREMENTAL=0
cargo metadata --quiet --format-version 1 > /dev/null
cargo build --quiet --locked --workspace
cargo install --quiet --locked --debug --path ck3raven-[0-9]* --root "$crates/installed" --no-track
set -- */
printf '%s crates were packed and built\n%s\n' $# "$crates/installed/bin/ck3raven"

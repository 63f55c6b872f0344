#!/usr/bin/env bash
# Has cargo pack every crate that is published, in its order, and build each by itself from what would be uploaded; installs the
# program from that. Nothing is uploaded.
#
#     packaging/crates.sh       the last line is the path of the program that was installed
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
crates=$built/packages/crates
export CARGO_TARGET_DIR=$crates/target CARGO_INCREMENTAL=0
rm -rf "$CARGO_TARGET_DIR/package" "$crates/src" "$crates/installed"
mkdir -p "$crates/src"

cargo publish --quiet --workspace --dry-run --allow-dirty
# With the time of now: cargo packs files with one old time, by which a changed one would look as if it were built.
find "$CARGO_TARGET_DIR/package" -name '*.crate' -exec tar -C "$crates/src" -xmzf {} \;
for crate in "$crates"/src/*/; do
    [ -f "$crate/LICENSE-MIT" ] && [ -f "$crate/LICENSE-APACHE" ] || { echo "$crate has no licences: link them" >&2; exit 1; }
done

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
cargo metadata --quiet --format-version 1 > /dev/null
cargo install --quiet --locked --debug --path ck3raven-[0-9]* --root "$crates/installed" --no-track
set -- */
printf '%s crates were packed and built\n%s\n' $# "$crates/installed/bin/ck3raven"

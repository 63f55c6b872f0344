#!/usr/bin/env bash
# Builds the program for one target and packs it with its licences and documentation.
#
#     packaging/archive.sh [TARGET]        into dist/: ck3raven-VERSION-TARGET.tar.gz, or .zip for Windows
#
# Without TARGET: this machine's. On Linux the program is linked statically, so that it runs on any distribution: the target
# x86_64-unknown-linux-musl where rustup has it, and otherwise glibc with `crt-static`.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
built=${CARGO_TARGET_DIR:-target}

case "$target" in
    *-linux-gnu) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" ;;
esac
# Always by its target: flags for the program are then not flags for the macros it is built with.
cargo build --locked --release -p ck3raven --target "$target"

name=ck3raven-$version-$target
case "$target" in *windows*) program=ck3raven.exe ;; *) program=ck3raven ;; esac
rm -rf "dist/$name"
mkdir -p "dist/$name"
cp "$built/$target/release/$program" LICENSE-MIT LICENSE-APACHE "dist/$name/"
# What they link to is not in the archive.
source=https://github.com/ck3raven/ck3raven/blob/v$version
for page in README.md CHANGELOG.md SECURITY.md; do
    sed -E "s,\]\(([^)#:]+)\),]($source/\1),g" "$page" > "dist/$name/$page"
done

# The same commit gives the same archive. Python packs it: the tools of macOS know neither order nor times.
case "$target" in *windows*) archive=dist/$name.zip ;; *) archive=dist/$name.tar.gz ;; esac
case "$(uname -s)" in MINGW* | MSYS*) python=python ;; *) python=python3 ;; esac
"$python" packaging/pack.py "dist/$name" "$archive" "$(git log -1 --format=%ct 2>/dev/null || echo 0)"
echo "$archive"

#!/usr/bin/env bash
# Gathers what a release publishes from the archives of each target: archives, one bundle for each system, server.json, notes.
#
#     packaging/release.sh FOLDER VERSION      FOLDER/TARGET/… as the workflow downloads them; into FOLDER/upload and FOLDER/notes.md
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/.." && pwd)
folder=$(cd "$1" && pwd)
version=$2
said=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$repo/Cargo.toml")
[ "$said" = "$version" ] || { echo "the tag says $version, Cargo.toml says $said" >&2; exit 1; }

# What the changelog says of this version, for people.
awk -v version="$version" '/^## /{inside = index($2, version) == 1 || index($2, "[" version "]") == 1; next} inside' \
    "$repo/CHANGELOG.md" > "$folder/notes.md"
[ -s "$folder/notes.md" ] || { echo "CHANGELOG.md has no section for $version" >&2; exit 1; }

mkdir -p "$folder/upload"
find "$folder" -path "$folder/upload" -prune -o \( -name '*.tar.gz' -o -name '*.zip' -o -name '*.sha256' \) -exec cp {} "$folder/upload/" \;
bundles=()
for target in "$folder"/*-*-*/; do
    target=$(basename "$target")
    program=$(find "$folder/$target" -type f \( -name ck3raven -o -name ck3raven.exe \) | head -n 1)
    [ -n "$program" ] || { echo "no program for $target" >&2; exit 1; }
    chmod +x "$program"
    "$here/mcpb/bundle.sh" "$program"
    mv "$repo/dist/ck3raven-$version.mcpb" "$folder/upload/ck3raven-$version-$target.mcpb"
    bundles+=("$folder/upload/ck3raven-$version-$target.mcpb")
done
"$here/server-json.sh" "${bundles[@]}" > "$folder/upload/server.json"
ls "$folder/upload"

#!/usr/bin/env bash
# Opens docs/codes.html in a real browser, searches it, walks it by keyboard, and takes pictures in light and dark.
# What cannot be installed is a failure. The pictures are kept in the folder given as the first argument.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pictures=${1:-$work/pictures}
mkdir -p "$pictures"

die() { echo "error: $*" >&2; exit 1; }

browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ]; then
  echo "== installing chromium"
  run() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
  run apt-get update -qq >/dev/null || die "the package list cannot be updated"
  DEBIAN_FRONTEND=noninteractive run apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null || die "chromium cannot be installed"
  browser=$(command -v chromium) || die "chromium was installed and cannot be found"
fi
echo "== installing playwright-core"
npm install --silent --no-audit --no-fund --prefix "$work" playwright-core@1 >/dev/null || die "playwright-core cannot be installed"
cp "$root/.ci/clients/codes-page.mjs" "$work/"
BROWSER=$browser PAGE=$root/docs/codes.html PICTURES=$pictures PROFILE=$work/profile timeout 120 node "$work/codes-page.mjs"

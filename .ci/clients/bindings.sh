#!/usr/bin/env bash
# Type-checks the generated bindings with the real compilers. Good clients must pass and run; each bad one must fail, for
# the reason its name gives. What cannot be installed is a failure.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/.ci/clients
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

die() { echo "error: $*" >&2; exit 1; }

# Fails unless the command fails and says what is expected of it.
must_fail() { # name, expected text, command…
  local name=$1 expected=$2 output
  shift 2
  if output=$("$@" 2>&1); then die "$name type-checks, and must not"; fi
  grep -qF -- "$expected" <<<"$output" || die "$name fails for another reason than \"$expected\":
$output"
  echo "refused as it should be: $name"
}

echo "== installing typescript and mypy"
npm install --silent --no-audit --no-fund --prefix "$work" typescript@5 >/dev/null || die "typescript cannot be installed"
python3 -m venv "$work/venv" || die "a virtual environment cannot be made"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check 'mypy>=1.15,<3' || die "mypy cannot be installed"

echo "== typescript"
tsc() {
  "$work/node_modules/.bin/tsc" --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitOverride \
    --target es2022 --module es2022 --moduleResolution bundler "$@"
}
"$work/node_modules/.bin/tsc" --version
echo '{ "type": "module" }' >"$work/package.json"
tsc --outDir "$work/js" --rootDir "$root" "$here/typescript/good.ts" || die "typescript/good.ts does not type-check"
node "$work/js/.ci/clients/typescript/good.js" || die "typescript/good.ts does not run"
echo "passes and runs: typescript/good.ts"
must_fail typescript/bad-code.ts "TS2678: Type '\"WA-RES-I-998\"' is not comparable to type" tsc --noEmit "$here/typescript/bad-code.ts"
must_fail typescript/bad-handler.ts "'\"WA-RES-I-998\"' does not exist in type" tsc --noEmit "$here/typescript/bad-handler.ts"
must_fail typescript/bad-param.ts "Property 'nearst' does not exist" tsc --noEmit "$here/typescript/bad-param.ts"
must_fail typescript/bad-switch.ts "is not assignable to parameter of type 'never'" tsc --noEmit "$here/typescript/bad-switch.ts"

echo "== python"
check() { MYPYPATH="$root/bindings/python" "$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" "$@"; }
"$work/venv/bin/mypy" --version
check -p replies || die "the bindings do not type-check"
check "$here/python/good.py" || die "python/good.py does not type-check"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/bindings/python" "$work/venv/bin/python" "$here/python/good.py" || die "python/good.py does not run"
echo "passes and runs: python/good.py"
must_fail python/bad_code.py 'has no attribute "PathNotFond"' check "$here/python/bad_code.py"
must_fail python/bad_compare.py 'Non-overlapping equality check' check "$here/python/bad_compare.py"
must_fail python/bad_handler.py 'Extra key "PATH_NOT_FOND" for TypedDict' check "$here/python/bad_handler.py"
must_fail python/bad_param.py 'TypedDict "PathNotFoundData" has no key "nearst"' check "$here/python/bad_param.py"
must_fail python/bad_match.py 'Argument 1 to "assert_never" has incompatible type' check "$here/python/bad_match.py"
echo "the bindings hold"

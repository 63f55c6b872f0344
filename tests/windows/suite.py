#!/usr/bin/env python3
"""Runs the built tests of every crate under a runner (wine here), one program after the other, each for a bounded time.

    tests/windows/suite.py RUNNER BUILT.json [CRATE …]

BUILT.json is what `cargo test --no-run --message-format=json` printed. Each program's result is told, and a total in the end; a
program that ends without a result, or not in time, has failed, and those after it are run all the same. What is left out stands in
not-under-wine.txt; an entry there that no test has is a failure too.
"""

import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# The longest that one program of tests may take, in seconds.
TIMEOUT = 1800
# Fewer cases where a property is tried with random ones: elsewhere all are tried, and a file costs ten times as much under wine.
ENVIRONMENT = {"PROPTEST_CASES": "64"}
RESULT = re.compile(rb"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out", re.MULTILINE)
FAILED = re.compile(rb"^test (\S+) \.\.\. FAILED", re.MULTILINE)


def programs(built):
    """The programs with tests in them: crate, target, path, and the folder that cargo starts them in."""
    with open(built) as lines:
        for line in lines:
            message = json.loads(line)
            if message.get("executable") and message.get("profile", {}).get("test"):
                manifest = message["manifest_path"]
                with open(manifest) as file:
                    crate = re.search(r'^name = "(.*)"', file.read(), re.MULTILINE).group(1)
                yield crate, message["target"]["name"], message["executable"], os.path.dirname(manifest)


def left_out():
    """The names that are left out, without their reasons."""
    with open(os.path.join(HERE, "not-under-wine.txt")) as lines:
        return [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]


def run(command, folder, log):
    """One program; what it printed, and how it ended if not well. The log has what it prints as it does."""
    environment = dict(os.environ, CARGO_MANIFEST_DIR=folder, **ENVIRONMENT)
    log.flush()
    start = os.path.getsize(log.name)
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        why = f"ended with {process.returncode}" if process.wait(TIMEOUT) else ""
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        why = f"not done after {TIMEOUT} s"
    with open(log.name, "rb") as printed:
        printed.seek(start)
        return printed.read(), why


def main():
    runner, built, wanted = sys.argv[1], sys.argv[2], sys.argv[3:]
    skipped = left_out()
    unused, total, failures = set(skipped), [0, 0, 0], []
    with open(os.path.splitext(built)[0] + ".log", "ab") as log:
        log.truncate(0)
        for crate, target, program, folder in sorted(programs(built)):
            if wanted and crate not in wanted:
                continue
            began = time.monotonic()
            log.write(f"\n== {crate} {target}\n".encode())
            words = [word for name in skipped for word in ("--skip", name)]
            listed, _ = run([runner, program, "--list", "--format", "terse"], folder, log)
            unused -= {name for name in skipped if name.encode() in listed}
            told, why = run([runner, program, *words], folder, log)
            # The last one is the program's own: some start themselves again as another process.
            result = [int(count) for count in RESULT.findall(told)[-1]] if RESULT.search(told) else None
            counts = [result[0], result[1], result[2] + result[3]] if result else [0, 0, 0]
            total = [sum(pair) for pair in zip(total, counts)]
            failed = [f"{crate} {target}: {name.decode()}" for name in FAILED.findall(told)]
            if not failed and (why or result is None):
                failed = [f"{crate} {target}: {why or 'no result'}"]
            failures += failed
            print(f"{'FAILED' if failed else 'ok':6} {crate} {target}: {counts[0]} passed, {counts[1]} failed, {counts[2]} left out, {time.monotonic() - began:.0f} s", flush=True)
    if not wanted:
        failures += [f"not-under-wine.txt: no test is called {name}" for name in sorted(unused)]
    for failure in failures:
        print(f"  {failure}")
    print(f"{total[0]} tests passed, {len(failures)} failed, {total[2]} left out")
    raise SystemExit(1 if failures else 0)


main()

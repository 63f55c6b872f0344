#!/usr/bin/env python3
"""Plants the mutants of `cargo mutants` all at once, each behind a switch, and says which the tests notice.

    git clone . /tmp/scratch
    tests/mutants/switched.py /tmp/scratch -p ck3-dir -p ck3-file -t "ck3-dir -p tests-tools --tests"

`-p` names the crates to plant (several: one build for all), `-f` the files, by a part of their path, `-t` what follows
`cargo test -p`: the tests to build; without it those of the run before, but for programs that `--without` names. `--every N` runs
each N-th mutant, `--minutes N` stops after that, `--slowest S` leaves out tests that take longer, `--only A,B` runs mutants by
number, `--plant` stops after the build. It needs `cargo mutants`, and works in the copy alone.

1. `cargo mutants --list` names the mutants; the compiler's own tree of each file says how far the expression around an operator
   goes. Each place becomes `match mutant(place) { 17 => the fault, _ => what was there }`.
2. `cargo check` says which do not compile: those are taken out, until the rest builds. A fault in a `const` is among them.
3. Each test is run by itself, once: it must pass, and says which places it reaches.
4. Each mutant is run with the tests that reach it, the quick ones first, until one fails twice, or runs into its timeout.

What was planted and found is in SCRATCH/switched/: mutants.json, and results.jsonl, a line for each mutant. Where mutants.json is
there already nothing is planted again; what has a line in results.jsonl is not run again, so a run that was stopped goes on.
To see a test fail with one mutant: SWITCHED_MUTANT=17 in the environment of the test program, which reads it once.
`CARGO` may name the cargo to use. Results that were judged, with their date, are in docs/mutants.md.
"""

import argparse
import collections
import json
import os
import re
import shlex
import subprocess
import sys
import time

CARGO = os.environ.get("CARGO", "cargo")
SWITCH = """
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic)]
mod switched {
    use std::io::Write as _;
    use std::sync::{OnceLock, atomic::{AtomicBool, Ordering}};
    static REACHED: [AtomicBool; PLACES] = [const { AtomicBool::new(false) }; PLACES];
    static CHOSEN: OnceLock<(u32, Option<std::ffi::OsString>)> = OnceLock::new();
    /// The number of the mutant that is switched on; notes that the place was reached.
    pub(crate) fn mutant(place: usize) -> u32 {
        let (chosen, reached) = CHOSEN.get_or_init(|| {
            let chosen = std::env::var("SWITCHED_MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(0);
            (chosen, std::env::var_os("SWITCHED_REACHED"))
        });
        if let Some(path) = reached && !REACHED[place].swap(true, Ordering::Relaxed) {
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            let _ = file.and_then(|mut file| file.write_all(format!("{place}\\n").as_bytes()));
        }
        *chosen
    }
}
"""


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def output(root, *command):
    # The compiler's tree is for its developers.
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1"} if command[0] == "rustc" else None
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout


class Place:
    """Where mutants go: what of a file they replace, and what part of it an error of theirs may be told at."""

    def __init__(self, number, span, kind, region):
        self.number, self.span, self.kind, self.region, self.faults = number, span, kind, region, {}


class Source:
    """One file, with the extents of its expressions and patterns, and its places."""

    def __init__(self, root, path):
        self.file, self.path, self.places = os.path.join(root, path), path, {}
        self.text = text_of(self.file)
        self.lines = [0]
        for line in self.text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.expressions, self.patterns, nodes = [], [], []
        for line in output(root, "rustc", "-Zunpretty=ast-tree", "--edition", "2024", path).split("\n"):
            indent = len(line) - len(line.lstrip())
            while nodes and indent <= nodes[-1][0]:
                nodes.pop()
            if node := re.search(r"\b(Expr|Pat) \{$", line):
                nodes.append((indent, node[1]))
            elif nodes and indent == nodes[-1][0] + 4 and (span := re.match(r" *span: .*?:(\d+):(\d+): (\d+):(\d+) \(#0\),$", line)):
                first, last = self.at(int(span[1]), int(span[2])), self.at(int(span[3]), int(span[4]))
                (self.expressions if nodes[-1][1] == "Expr" else self.patterns).append((first, last))

    def at(self, line, column):
        return self.lines[line - 1] + column - 1

    def around(self, start, end):
        """The smallest expression that has more than this in it."""
        spans = [span for span in self.expressions if span[0] <= start and end <= span[1] and span != (start, end)]
        return min(spans, key=lambda span: span[1] - span[0])

    def add(self, number, mutant, place_number):
        """Gives a mutant its place, the next number if nothing has it yet; none to one that cannot be switched."""
        start, end = (self.at(mutant["span"][it]["line"], mutant["span"][it]["column"]) for it in ("start", "end"))
        kind, new, region, text = mutant["genre"], mutant["replacement"], (start, end), self.text
        if kind == "FnValue":
            span, fault = (start, start), f"return {new};"
        elif kind == "MatchArm":
            pattern = min(it for it in self.patterns if start <= it[0] and it[1] <= end)
            guard = min((it for it in self.expressions if pattern[1] < it[0] < end), key=lambda it: (it[0], -it[1]))
            region = self.around(start, end)
            is_guarded = re.match(r"\s*if\b", text[pattern[1]:])
            kind, span, fault = ("MatchArmGuard", guard, "false") if is_guarded else (kind, (pattern[1], pattern[1]), "")
        elif kind == "MatchArmGuard":
            span, fault = (start, end), new
        else:
            span = region = self.around(start, end)
            # What a condition binds cannot be put into a match.
            if kind != "StructField" and re.search(r"\blet\b(?![^{]*\})", text[span[0]:span[1]]):
                return False
            after = text[end:span[1]]
            fault = text[span[0]:start] + (after.lstrip(" ,") if kind == "StructField" else f"{new} {after}")
        self.places.setdefault((span, kind), Place(place_number, span, kind, region)).faults[number] = fault
        return True

    def plant(self, switch):
        """Writes the file with its mutants; remembers where in it (in bytes) which of them lies, and where each piece is from."""
        insertions, self.ranges, self.origins = collections.defaultdict(list), [], []
        for place in self.places.values():
            (start, end), call = place.span, f"crate::switched::mutant({place.number})"
            faults = [(f"{number} => {{ {fault} }} ", number) for number, fault in place.faults.items()]
            if not faults:
                continue
            if place.kind == "MatchArm":
                insertions[start].append((0, 0, [(f" if {call} != {number}", number) for number in place.faults]))
            elif place.kind == "FnValue":
                insertions[start].append((1, 0, [(f"match {call} {{ ", None), *faults, ("_ => {} } ", None)]))
            else:
                insertions[start].append((2, start - end, [(f"(match {call} {{ ", None), *faults, ("_ => { ", None)]))
                insertions[end].append((-1, end - start, [(" } })", None)]))
        out, size, position = [], 0, 0
        for at in [*sorted(insertions), len(self.text)]:
            self.origins.append((size, position))
            # What ends here comes before what begins here; of those that begin, the longest first.
            pieces = [it for *_, pieces in sorted(insertions[at], key=lambda it: it[:2]) for it in pieces]
            for text, number in [(self.text[position:at], None), *pieces]:
                self.ranges.append((size, size + len(text.encode()), number))
                out.append(text)
                size += len(text.encode())
            position = at
        self.planted = "".join(out)
        save(self.file, self.planted + switch)

    def blamed(self, span):
        """The mutants that an error at a span of the planted file is about."""
        at = span["byte_start"]
        if hit := [number for start, end, number in self.ranges if number and start <= at < end]:
            return hit
        size, position = max(it for it in self.origins if it[0] <= at)
        position += len(self.planted.encode()[size:at].decode("utf-8", "ignore"))
        near = [it for it in self.places.values() if it.faults and it.region[0] <= position <= it.region[1]]
        return list(min(near, key=lambda it: it.region[1] - it.region[0]).faults) if near else []


def plant(root, crates, files):
    """Plants what compiles of the crates' mutants. The rows of mutants.json."""
    output(root, "git", "checkout", "-q", ".")
    packages = json.loads(output(root, CARGO, "metadata", "--no-deps", "--format-version=1"))["packages"]
    folders = {it["name"]: os.path.relpath(os.path.dirname(it["manifest_path"]), root) for it in packages}
    rows, sources, places = {}, {}, 0
    for crate in crates:
        path = folders[crate] + "/src/lib.rs"
        library = os.path.join(root, path)
        whole = text_of(library)
        sources[path] = Source(root, path)
        # `cargo mutants` follows no module that a macro declares.
        modules = {name.removesuffix(".rs") for name in os.listdir(os.path.dirname(library))} - {"lib", "main", "bin"}
        save(library, whole + "".join(f"\nmod {name};" for name in sorted(modules) if not re.search(rf"\bmod {name};", whole)))
        listed = json.loads(output(root, "cargo-mutants", "mutants", "--list", "--json", "-p", crate))
        save(library, whole)
        for mutant in listed:
            if any(text in mutant["file"] for text in files or [""]):
                number, file = len(rows) + 1, mutant["file"]
                source = sources[file] = sources.get(file) or Source(root, file)
                is_planted = source.add(number, mutant, places)
                places += 1
                rows[number] = {"crate": crate, "name": mutant["name"], "state": "planted" if is_planted else "not planted"}
    switch = SWITCH.replace("PLACES", str(places))
    while True:
        for source in sources.values():
            source.plant(switch if source.path.endswith("/src/lib.rs") else "")
        check = [CARGO, "check", "--lib", "--keep-going", "--message-format=json", *(f"-p{crate}" for crate in crates)]
        # Some code is there for the unit tests alone.
        for profile in ("dev", "test"):
            checked = subprocess.run([*check, "--profile", profile], cwd=root, capture_output=True, text=True, check=False)
            if checked.returncode:
                break
        messages = [json.loads(line).get("message") for line in checked.stdout.split("\n") if line.startswith('{"reason":"compiler-message"')]
        errors = [it for it in messages if it["level"] == "error" and it["spans"]]
        broken = {number: error["message"] for error in errors for span in error["spans"]
                  if (span["is_primary"] or len(error["spans"]) == 1) and span["file_name"] in sources
                  for number in sources[span["file_name"]].blamed(span)}
        print(f"{len(errors)} errors, {len(broken)} mutants taken out", flush=True)
        if checked.returncode == 0:
            break
        if not broken:
            sys.exit("no mutant is to blame:\n" + "\n".join(error["rendered"] for error in errors[:5]) + checked.stderr[-2000:])
        for number, message in broken.items():
            rows[number]["state"] = "does not compile: " + message
        for place in (place for source in sources.values() for place in source.places.values()):
            place.faults = {number: fault for number, fault in place.faults.items() if number not in broken}
    for place in (place for source in sources.values() for place in source.places.values()):
        for number in place.faults:
            rows[number]["place"] = place.number
    return rows


def test_programs(root, selections):
    """The programs that cargo builds for what is to be tested, with the folder each runs in."""
    programs = {}
    for selection in selections:
        built = output(root, CARGO, "test", "--no-run", "--message-format=json", "-p", *shlex.split(selection))
        for line in built.split("\n"):
            message = json.loads(line) if line.startswith("{") else {}
            if message.get("profile", {}).get("test") and message.get("executable"):
                programs[message["executable"]] = os.path.dirname(message["manifest_path"])
    return programs


def run(program, folder, tests, root, timeout, **environment):
    """How the tests of a program ended: the names of those that failed, or None if they did not end."""
    environment = {"INSTA_WORKSPACE_ROOT": root, **os.environ, "CARGO_MANIFEST_DIR": folder, "INSTA_UPDATE": "no", **environment}
    process = subprocess.Popen(["nice", "-n", "10", program, "--exact", "--test-threads=2", *tests], cwd=folder, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        said, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return None
    failed = re.findall(r"^test (\S+?)(?: - should panic)? \.\.\. FAILED", said, re.M)
    # A program that was ended by its fault says no names.
    return failed or (tests if process.returncode else [])


def reached(root, programs, slowest, known):
    """For each test: how long it takes, and the places it reaches. A test that fails without a fault is left out."""
    tests, path = {}, os.path.join(root, "switched", "reached")
    for program, folder in programs.items():
        for test in re.findall(r"^(.+): test$", output(folder, program, "--list", "--format", "terse"), re.M):
            if (key := f"{program} {os.path.getmtime(program)} {test}") in known:
                tests[program, test] = known[key]
                continue
            save(path, "")
            began = time.monotonic()
            failed = run(program, folder, [test], root, slowest, SWITCHED_REACHED=path)
            took = time.monotonic() - began
            known[key] = tests[program, test] = None if failed is None or failed else (took, sorted({int(it) for it in text_of(path).split()}))
    return {key: test for key, test in tests.items() if test}


def decide(number, place, tests, programs, root):
    """Whether a test notices a mutant."""
    mine = sorted((took, program, test) for (program, test), (took, where) in tests.items() if place in where)
    if not mine:
        return "survived", "no test reaches it"
    first, size, ran = 0, 4, 0
    while first < len(mine):
        batch = mine[first:first + size]
        for program in sorted({it[1] for it in batch}):
            names = [test for _, of, test in batch if of == program]
            timeout = 15 + 8 * sum(took for took, of, _ in batch if of == program)
            failed = run(program, programs[program], names, root, timeout, SWITCHED_MUTANT=str(number))
            if failed is None:
                return "noticed", "timeout of " + ", ".join(names)
            # A busy machine fails a test now and then.
            again = failed and run(program, programs[program], failed[:1], root, timeout, SWITCHED_MUTANT=str(number))
            if failed and (again is None or again):
                return "noticed", failed[0]
        first, size, ran = first + size, size * 2, ran + len(batch)
    return "survived", f"{ran} tests reach it"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("scratch")
    options.add_argument("-p", dest="crates", action="append", default=[])
    options.add_argument("-f", dest="files", action="append", default=[])
    options.add_argument("-t", dest="tests", action="append", default=[])
    options.add_argument("--without", action="append", default=[])
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--minutes", type=float, default=1e9)
    options.add_argument("--slowest", type=float, default=5)
    options.add_argument("--only", default="")
    options.add_argument("--plant", action="store_true")
    chosen = options.parse_args()
    root = os.path.abspath(chosen.scratch)
    until = time.monotonic() + chosen.minutes * 60
    state, results, seen, built = (os.path.join(root, "switched", it) for it in ("mutants.json", "results.jsonl", "tests.json", "programs.json"))
    os.makedirs(os.path.dirname(state), exist_ok=True)
    if not os.path.exists(state):
        save(state, json.dumps(plant(root, chosen.crates, chosen.files), indent=1))
    rows = json.loads(text_of(state))
    if chosen.tests:
        save(built, json.dumps(test_programs(root, chosen.tests)))
    if chosen.plant:
        return
    programs = {program: folder for program, folder in json.loads(text_of(built)).items() if not any(it in program for it in chosen.without)}
    known = json.loads(text_of(seen)) if os.path.exists(seen) else {}
    tests = reached(root, programs, chosen.slowest, known)
    save(seen, json.dumps(known))
    print(f"{len(tests)} tests pass in time", flush=True)
    done = {json.loads(line)["number"] for line in text_of(results).split("\n") if line} if os.path.exists(results) else set()
    only = chosen.only.split(",") if chosen.only else None
    for number, row in rows.items():
        of = row["crate"] in (chosen.crates or [row["crate"]]) and (not chosen.files or any(it in row["name"] for it in chosen.files))
        if row["state"] != "planted" or (number not in only if only else number in done or not of or int(number) % chosen.every):
            continue
        if time.monotonic() > until:
            break
        outcome, why = decide(int(number), row["place"], tests, programs, root)
        print(f"{number} {outcome} {row['name']}: {why}", flush=True)
        with open(results, "a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "outcome": outcome, "why": why}) + "\n")
    outcomes = {}
    for line in text_of(results).split("\n") if os.path.exists(results) else []:
        outcomes.update({json.loads(line)["number"]: json.loads(line)["outcome"]} if line else {})
    table = collections.Counter((row["crate"], outcomes.get(number, "not run") if row["state"] == "planted" else row["state"].split(":")[0]) for number, row in rows.items())
    for (crate, what), count in sorted(table.items()):
        print(f"{crate}: {count} {what}")


main()

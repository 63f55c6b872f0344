#!/usr/bin/env python3
"""Plants known one-line faults, one after the other, and says which tests fail with each.

    git clone . /tmp/scratch && tests/mutants/planted.py /tmp/scratch [word…]

Each fault is a text in a file and what takes its place, and the tests that are to notice. It works in the copy alone and puts
every file back. With words, only the faults whose name has one of them. It fails if a fault survives or cannot be planted.
The results, with their date, are in docs/mutants.md.
"""

import os
import re
import subprocess
import sys

TOOLS = ["-p", "tests-tools", "--test", "behaviour"]
# name, file, text, what takes its place, arguments of `cargo test`
FAULTS = [
    # Thirteen that survived an earlier audit.
    ("the cap on references raised", "world-adapter/src/resolve/reference_table.rs",
     "TOKEN_CAPACITY: usize = 10_000", "TOKEN_CAPACITY: usize = 10_001", ["-p", "world-adapter", "--test", "behaviour", "l42_the"]),
    ("a tree's budget not counted", "world-adapter/src/read/tree.rs", "self.budget -= cost;", "", ["-p", "world-adapter", "--test", "behaviour", "l76"]),
    ("letter case taken to matter on every disk", "world-adapter/src/roots/spelling.rs",
     "&flipped) { Self::Ignored } else { Self::Matters }", "&flipped) { Self::Matters } else { Self::Matters }", ["-p", "world-adapter", "--lib", "l54"]),
    ("the launcher's database in one letter case only", "world-adapter/src/resolve/domain.rs",
     "path.to_ascii_lowercase()\n        .strip_prefix", "path\n        .strip_prefix", ["-p", "world-adapter", "--lib", "l50"]),
    ("an envelope's constructor made public", "reply-core/src/envelope/envelope_value.rs",
     "pub(crate) fn new(code: CodeRef", "pub fn new(code: CodeRef", ["-p", "tests-replies", "--test", "compile_fail"]),
    ("messages not searched for host paths", "reply-core/src/envelope/render.rs",
     "if find_leak(&message).is_none() ||", "if true ||", ["-p", "reply-kit", "--tests", "l80"]),
    ("a mode that the operator did not allow", "ck3-session/src/tool.rs",
     "Mode::from_name(&mode).filter(|mode| self.modes.contains(mode))", "Mode::from_name(&mode)", ["-p", "ck3raven", "--test", "wire", "l104_a_mode"]),
    ("a pending request not checked for its session", "enforcement/src/approvals/tokens.rs",
     "it.session == session && it.change.is_same_but_for_content(change)", "it.change.is_same_but_for_content(change)", ["-p", "enforcement", "--test", "behaviour", "tokens"]),
    ("a pending request not checked for its change", "enforcement/src/approvals/tokens.rs",
     "it.session == session && it.change.is_same_but_for_content(change)", "it.session == session", ["-p", "enforcement", "--test", "behaviour", "tokens"]),
    ("no code in the journal's decision", "enforcement/src/policy/judge.rs",
     "DecisionRecord { code: Some(C::CODE.into()), ..decided }", "DecisionRecord { code: None, ..decided }", ["-p", "enforcement", "--test", "behaviour", "journal"]),
    ("own files around a root", "server/src/own_files.rs",
     "what.starts_with(&path) || path.starts_with(what)", "what.starts_with(&path)", ["-p", "ck3raven", "--test", "wire", "own"]),
    ("own files within a root", "server/src/own_files.rs",
     "what.starts_with(&path) || path.starts_with(what)", "path.starts_with(what)", ["-p", "ck3raven", "--test", "wire", "own"]),
    ("numbers out of range accepted", "reply-core/src/tool/arguments/values.rs",
     ".filter(|_| is_in_range)", ".filter(|_| is_in_range || true)", [*TOOLS, "arguments"]),
    ("a request that lasts 100 days", "enforcement/src/approvals/tokens.rs",
     "REQUEST_TTL: Duration = Duration::from_hours(24)", "REQUEST_TTL: Duration = Duration::from_hours(2400)", ["-p", "enforcement", "--test", "behaviour", "tokens"]),
    ("the wait for a person counted", "reply-core/src/call/watched_call.rs",
     "call.clock.resume();", "", ["-p", "tests-wrapper", "--tests", "l26"]),
    ("a gate commented out in .ci/run", ".ci/run", "\nstep cargo reply hook run", "\n# step cargo reply hook run", ["-p", "tests-gates", "--test", "same_gates"]),
    # One message must never end, wedge or starve the process.
    ("escapes undone one level deep", "reply-core/src/leak/unwrapped.rs",
     "while let Some((length, decoded)) = escape_at_end", "if let Some((length, decoded)) = escape_at_end", ["-p", "reply-core", "--lib", "leak"]),
    ("a walk of the gate that does not stop at a slash", "reply-core/src/leak/slash.rs",
     """!b"/'\\"`<>=,;|".contains(&byte) && !byte.is_ascii_control();
    let length""", """!b"'\\"`<>=,;|".contains(&byte) && !byte.is_ascii_control();
    let length""", ["-p", "reply-core", "--lib", "leak"]),
    ("an edit built before its size is known", "world-adapter/src/change/write/compose.rs",
     "if size > MAX_FILE {\n            return Err(self.too_large(rb, address, size)", "if size == 1 {\n            return Err(self.too_large(rb, address, size)",
     [*TOOLS, "l100"]),
    ("problems without a bound", "reply-core/src/tool/arguments/problems.rs",
     "self.list.len() < ArgumentProblem::MAX_LISTED", "self.list.len() < usize::MAX", ["-p", "reply-core", "--lib", "problems"]),
    ("bytes in flight without a bound", "reply-mcp/src/message/budget.rs", "*sum <= max", "*sum <= max.max(usize::MAX)", ["-p", "reply-mcp", "--lib", "budget"]),
    # No change is lost, none is untrue.
    ("no lock while a file is changed", "world-adapter/src/change/prepared/checks.rs",
     "match self.locks.lock(&ends, extent) {", "match self.locks.lock(&ends[..0], extent) {", [*TOOLS, "l102"]),
    ("what was prepared for not looked at again", "world-adapter/src/change/prepared/mod.rs",
     "None => world.check_unchanged(rb, &target.target, &address, existing.file())?,", "None => rb,", [*TOOLS, "undo"]),
    ("a link deleted like the file", "world-adapter/src/change/delete.rs", "if !is_link(target) {", "if true {", TOOLS),
    ("an undo in another world", "enforcement/src/undo/restore.rs",
     "location.is_some_and(|location| location == target.location().to_string())", "location.is_some()", [*TOOLS, "undo"]),
    ("an undo that loses later work", "enforcement/src/undo/restore.rs",
     "Ok((rb, prepared)) if later == LaterWork::Keep && is_later_work(&prepared, entry, history)", "Ok((rb, prepared)) if false && is_later_work(&prepared, entry, history)", [*TOOLS, "undo"]),
    ("an undo that loses the mode", "enforcement/src/undo/restore.rs",
     "entry.attributes.clone().unwrap_or_default()", "Default::default()", ["-p", "ck3raven", "--test", "wire", "undo"]),
    ("an undo marked after the restoring", "enforcement/src/undo/undo_all.rs",
     ".try_for_each(|trace_id| self.undo.prepare_undone(trace_id))", ".try_for_each(|trace_id| self.undo.prepare_undone(trace_id).or(Ok(())))", [*TOOLS, "undo"]),
    ("approved changes kept with the free ones", "enforcement/src/undo/retention.rs",
     "Requirement::Contract => Self::Contract,\n            Requirement::Token | Requirement::ContractAndToken | Requirement::Never => Self::Approved,",
     "_ => Self::Free,", [*TOOLS, "undo"]),
    ("changes that failed kept", "enforcement/src/execute/mod.rs",
     "let abandon = || {\n            self.undo.discard(trace_id);", "let abandon = || {", [*TOOLS, "undo"]),
    ("directories of a failed write left", "world-adapter/src/change/prepared/created_dirs.rs",
     "if self.is_kept {\n            return;", "if self.is_kept || true {\n            return;", ["-p", "world-adapter", "--lib", "l69"]),
    ("a read-only file replaced", "world-adapter/src/change/write/mod.rs",
     "previous.as_ref().is_some_and(|previous| refuses_new_content(&target.target, previous))", "false", TOOLS),
    ("attributes not kept", "world-adapter/src/change/prepared/temporary_file.rs",
     "FileMetadata::Replacing(attributes) | FileMetadata::Restored(attributes) => attributes.apply(&file)?,",
     "FileMetadata::Replacing(_) | FileMetadata::Restored(_) => {}", ["-p", "world-adapter", "--test", "behaviour", "attributes"]),
    ("UTF-16 written as UTF-8", "world-adapter/src/change/write/compose.rs",
     "_ => self.encoded(rb, address, encoding, text),", "_ => Ok((rb, FileContent::from(text))),", TOOLS),
    ("decisions in the file that reads rotate away", "server/src/journal/mod.rs",
     "self.approved.append(what, Durability::Synced)", "self.calls.append(what, Durability::Synced)", ["-p", "ck3raven", "--lib", "journal"]),
    ("a change that was made told as E", "reply-core/src/call/call_state.rs",
     "self.has_taken_place.store(true, Ordering::Release);", "", ["-p", "tests-wrapper", "--tests", "l27"]),
    # What `cargo mutants` had no time to decide.
    ("requests that are over left in the queue", "enforcement/src/approvals/file_queue.rs",
     'for kind in ["request", "decision"] {\n            // If', 'for kind in ["none"] {\n            // If',
     ["-p", "enforcement", "--test", "behaviour", "tokens"]),
    ("a contract with any number of bytes", "enforcement/src/contracts/request.rs", "> MAX_TARGET_BYTES", "== MAX_TARGET_BYTES",
     ["-p", "enforcement", "--test", "behaviour", "contracts"]),
    # The leak gate.
    ("a sentence's end hides a path", "reply-core/src/leak/boundary.rs", "if ends { PathBoundary::Ending(last) } else { PathBoundary::Joined }",
     "if ends { PathBoundary::Joined } else { PathBoundary::Joined }", ["-p", "reply-core", "--lib", "leak"]),
    ("a letter beyond ASCII hides a path", "reply-core/src/leak/boundary.rs", "is_alphanumeric() => PathBoundary::Letter", "is_alphanumeric() => PathBoundary::Joined",
     ["-p", "reply-core", "--lib", "leak"]),
    ("a closing bracket hides a path", "reply-core/src/leak/slash.rs", "count(mark) > count(opening)", "false && count(mark) > count(opening)",
     ["-p", "reply-core", "--lib", "leak"]),
]


def failing(root, tests):
    """The tests that fail, how cargo ended, and what it said of errors."""
    command = ["cargo", "test", "--no-fail-fast", *tests]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=1200, check=False)
    failed = set(re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.M))
    return failed, done.returncode, next((line for line in done.stderr.split("\n") if line.startswith("error")), "")


BEFORE = {}


def plant(root, fault):
    name, path, old, new, tests = fault
    path = os.path.join(root, path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        return f"not planted: the text is there {text.count(old)} times"
    # What fails without the fault proves nothing.
    before = BEFORE.get(tuple(tests))
    if before is None:
        before = BEFORE[tuple(tests)] = failing(root, tests)[0]
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        failed, ended, error = failing(root, tests)
    except subprocess.TimeoutExpired:
        return "caught: the tests do not end"
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    caught = [f"`{test.rsplit('::', 1)[-1]}`" for test in sorted(failed - before)]
    if caught:
        return "caught: " + ", ".join(caught[:3]) + (f" and {len(caught) - 3} more" if len(caught) > 3 else "")
    if ended == 0 or failed:
        return "SURVIVED"
    return f"not planted: it does not compile: {error[:120]}"


def main():
    root, words = sys.argv[1], sys.argv[2:]
    survived = 0
    for fault in FAULTS:
        if words and not any(word in fault[0] for word in words):
            continue
        result = plant(root, fault)
        survived += not result.startswith("caught")
        print(f"| {fault[0]} | `{fault[1]}` | {result} |", flush=True)
    sys.exit(1 if survived else 0)


main()

//! The instructions that an agent gets when it connects.

/// The four reactions, in ten lines.
pub(crate) const INSTRUCTIONS: &str = "\
Every answer is one envelope: status, reply_type, code, data, meta, error. Branch on code and reply_type, never on message.
S (success): continue with `data`.
I (invalid): you can fix it. Read `data`, correct the request, retry. The same call again will fail again.
D (denied): policy refuses. Do not retry; open a contract (ck3_contract), or tell the person what must be approved.
E (error): the server failed. Stop, do not retry, give the person `meta.trace_id`.
Paths are addresses: root:<key>/<path> or mod:<name>/<path>. There are no host paths, no relative paths, no `..`.
Start with ck3_session (status). Look with ck3_dir, read with ck3_read, change with ck3_file, look a code up with ck3_explain.
Changing a local mod: open a contract for it first, read the file, write with its expected_digest, close the contract.
Deleting needs the person's approval: the denial names a request; after they approve, repeat exactly the same call.
What is truncated says `after`: repeat the call with it.";

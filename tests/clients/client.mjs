// The TypeScript client against the server: it discards a structured error that its schema does not allow.
//
//     node client.mjs path/to/ck3raven
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , server] = process.argv;

const calls = [
  ["ck3_session", {}, "MCP-CFG-S-001"],
  ["ck3_dir", {}, "MCP-SYS-S-001"],
  ["ck3_dir", { command: "list", path: "root:game" }, "WA-READ-S-001"],
  ["ck3_dir", { command: "tree", path: "root:game" }, "WA-READ-S-002"],
  ["ck3_dir", { command: "list", path: "root:gane" }, "WA-RES-I-001"],
  ["ck3_dir", { colour: "red" }, "MCP-VAL-I-001"],
  ["ck3_read", { path: "root:game/common/traits/00_traits.txt" }, "WA-READ-S-003"],
  ["ck3_file", { command: "write", path: "root:ck3raven_data/wip/ts.txt", content: "x\n" }, "EN-WRITE-S-001"],
  ["ck3_file", { command: "write", path: "root:game/a.txt", content: "x" }, "EN-WRITE-D-001"],
  ["ck3_file", { command: "delete", path: "root:ck3raven_data/wip/ts.txt" }, "EN-WRITE-D-004"],
  ["ck3_contract", { command: "list" }, "CT-GATE-S-004"],
  ["ck3_explain", { code: "WA-RES-I-999" }, "MCP-SYS-I-002"],
];

function check(result, code) {
  const envelope = result.structuredContent;
  assert.equal(envelope?.code, code, JSON.stringify(result));
  assert.deepEqual(JSON.parse(result.content[0].text), envelope);
  assert.equal(result.isError, envelope.reply_type !== "S");
}

async function connect(env, capabilities = {}) {
  const client = new Client({ name: "ck3raven-tests", version: "1" }, { capabilities });
  await client.connect(new StdioClientTransport({ command: server, args: ["serve"], env: { ...process.env, ...env }, stderr: "ignore" }));
  return client;
}

const client = await connect({});
assert.match(client.getInstructions(), /reply_type/);
const { tools } = await client.listTools();
assert.equal(tools.length, 11);
for (const [name, args, code] of calls) {
  check(await client.callTool({ name, arguments: args }), code);
}
const many = await Promise.all(Array.from({ length: 200 }, () => client.callTool({ name: "ck3_dir", arguments: {} })));
many.forEach((result) => check(result, "MCP-SYS-S-001"));
await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), /-32602/);
const { contents } = await client.readResource({ uri: "ck3raven://codes/WA-RES-I-001" });
assert.match(contents[0].text, /PATH_NOT_FOUND/);
const { completion } = await client.complete({
  ref: { type: "ref/resource", uri: "ck3raven://codes/{code}" },
  argument: { name: "code", value: "path_not" },
});
assert.deepEqual(completion.values, ["WA-RES-I-001"]);
assert.equal((await client.listPrompts()).prompts[0].name, "ck3raven");
await client.close();

// A person is asked, and what they say is what happens.
const asking = await connect({}, { elicitation: {} });
const said = [
  [{ action: "decline" }, "EN-GATE-D-001"],
  [{ action: "accept", content: { allow: true } }, "EN-WRITE-S-002"],
];
const asked = [];
asking.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  asked.push(params.message);
  return said[asked.length - 1][0];
});
await asking.listTools();
for (const [number, [, code]] of said.entries()) {
  // A file for each question: what was refused is not asked again for a while.
  const path = `root:ck3raven_data/wip/ts.${number}.txt`;
  check(await asking.callTool({ name: "ck3_file", arguments: { command: "write", path, content: "x" } }), "EN-WRITE-S-001");
  const remove = { command: "delete", path };
  check(await asking.callTool({ name: "ck3_file", arguments: remove }), code);
}
assert.equal(asked.length, said.length);
await asking.close();

// An E: where the journal cannot be written, nothing is changed.
const home = `${process.env.CK3RAVEN_HOME}/without-journal`;
mkdirSync(`${home}/state/journal.jsonl`, { recursive: true });
const failing = await connect({ CK3RAVEN_HOME: home });
await failing.listTools();
const write = { command: "write", path: "root:ck3raven_data/wip/ts.txt", content: "x" };
check(await failing.callTool({ name: "ck3_file", arguments: write }), "EN-LOG-E-001");
await failing.close();
console.log(`${calls.length + 203} calls, resources, completion, prompt, two questions to a person: as expected`);

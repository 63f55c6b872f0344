// Measures what a model sees of two servers: instructions, tools, a long list, mistakes, a script file.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

const [server, world] = process.argv.slice(2);

// One installation for both: a thousand files, and a script of 150 kB.
const game = join(world, "game");
mkdirSync(join(game, "common", "traits"), { recursive: true });
mkdirSync(join(game, "many"), { recursive: true });
mkdirSync(join(world, "data", "wip"), { recursive: true });
for (let n = 0; n < 1000; n += 1) {
  writeFileSync(join(game, "many", `${String(n).padStart(4, "0")}_traits.txt`), "");
}
let script = "\ufeff";
for (let n = 0; script.length < 150_000; n += 1) {
  script += `trait_${n} = {\n\tindex = ${n}\n\tmartial = 2\n\tcategory = personality\n\topposites = { trait_${n + 1} }\n}\n\n`;
}
writeFileSync(join(game, "common", "traits", "00_traits.txt"), script);
const config = join(world, "ck3raven.toml");
writeFileSync(config, `mode = "ck3lens"\n[roots]\ngame = '${game}'\nck3raven_data = '${join(world, "data")}'\n`);

/** Speaks to a server line by line. */
function connect(command, args, env) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, ...env } });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let next = 1;
  const request = (method, params = {}) => {
    const id = next++;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const call = async (name, args_) => {
    const { result, error } = await request("tools/call", { name, arguments: args_ });
    return (result?.content ?? []).map((part) => part.text ?? "").join("\n") || JSON.stringify(error);
  };
  return { request, call, end: () => child.stdin.end() };
}

async function open(command, args, env) {
  const client = connect(command, args, env);
  const hello = await client.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "tokens", version: "1" },
  });
  const tools = await client.request("tools/list");
  return { client, instructions: hello.result.instructions ?? "", tools: JSON.stringify(tools.result.tools) };
}

const ours = await open(server, ["--config", config, "serve"], { CK3RAVEN_HOME: join(world, "state") });
const other = await open("node", [new URL("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", import.meta.url).pathname, world], {});

const traits = "common/traits/00_traits.txt";
const rows = [
  ["instructions", ours.instructions, other.instructions],
  ["`tools/list`", ours.tools, other.tools],
  [
    "a list of 1,000",
    await ours.client.call("ck3_dir", { command: "list", path: "root:game/many", limit: 1000 }),
    await other.client.call("list_directory", { path: join(game, "many") }),
  ],
  [
    "not found",
    await ours.client.call("ck3_read", { path: "root:game/common/trait" }),
    await other.client.call("read_text_file", { path: join(game, "common", "trait") }),
  ],
  [
    "three wrong fields",
    await ours.client.call("ck3_dir", { command: "list", pth: "root:game", limit: "many", depth: 3 }),
    await other.client.call("read_text_file", { pth: game, head: "many", tail: "all" }),
  ],
  [
    "a script of 150 kB, as it is read by default",
    await ours.client.call("ck3_read", { path: `root:game/${traits}` }),
    await other.client.call("read_text_file", { path: join(game, traits) }),
  ],
  [
    "the same, all of it",
    await ours.client.call("ck3_read", { path: `root:game/${traits}`, max_bytes: 4194304 }),
    await other.client.call("read_text_file", { path: join(game, traits) }),
  ],
];
ours.client.end();
other.client.end();

const cost = (text) => `${Buffer.byteLength(text).toLocaleString("en")} B, ${encode(text).length.toLocaleString("en")} tokens`;
console.log("| | ck3raven | server-filesystem |\n|---|---|---|");
for (const [name, mine, theirs] of rows) {
  console.log(`| ${name} | ${cost(mine)} | ${cost(theirs)} |`);
}

// A journal of many lines, made from what a real session left, and how long a person waits for it. Run by journal_cost.sh.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const { BROWSER, CK3RAVEN_HOME, PROFILE, SERVER } = process.env;
const LINES = Number(process.env.LINES_WANTED);
const ROUNDS = 9;
const STATE = `${CK3RAVEN_HOME}/state`;
const FILES = ["approved", "journal", "denials", "calls"].map((name) => `${STATE}/${name}.jsonl`);

// A session with every kind of line in it: reads, mistakes, denials, a contract, writes, what waits and what a person refused.
const agent = spawn(SERVER, ["serve"], { stdio: ["pipe", "pipe", "ignore"] });
const answers = new Map();
createInterface({ input: agent.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  answers.get(message.id)?.(message.result);
});
let next = 0;
const send = (message) => agent.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const ask = (method, params) => new Promise((resolve) => { answers.set(++next, resolve); send({ id: next, method, params }); });
const call = (name, args) => ask("tools/call", { name, arguments: args });
await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "agent", version: "1" } });
send({ method: "notifications/initialized" });
const BRAVE = "mod:Braver Braves/common/traits/zz_braver.txt";
await call("ck3_contract", { command: "open", contract: { intent: "Rebalance the brave trait.", scope: "mod:Braver Braves", operations: ["write", "delete"] } });
for (let round = 0; round < 4; round += 1) {
  await call("ck3_dir", { command: "tree", path: "root:game" });
  await call("ck3_read", { path: BRAVE });
  await call("ck3_search", { command: "text", text: "brave" });
  await call("ck3_lens", { command: "object", key: "brave" });
  await call("ck3_dir", { command: "list", path: "root:gane" });
  await call("ck3_file", { command: "write", path: "root:game/common/traits/00_traits.txt", content: "" });
  await call("ck3_file", { command: "write", path: BRAVE, content: `brave = {\n\tmartial = ${round}\n}\n` });
}
await call("ck3_file", { command: "delete", path: BRAVE });
spawnSync(SERVER, ["deny", "--session", "all"]);
agent.stdin.end();
await new Promise((resolve) => agent.on("exit", resolve));

// The same session again and again, each with ids and times of its own, over the last ten days.
const pattern = FILES.map((file) => readFileSync(file, "utf8").trim().split("\n").filter(Boolean));
const each = pattern.flat().length;
const copies = Math.ceil(LINES / each);
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const first = Math.min(...pattern.flat().map((line) => Date.parse(JSON.parse(line).at)));
const made = pattern.map(() => []);
let wanted;
for (let copy = 0; copy < copies; copy += 1) {
  const fresh = new Map();
  const label = randomUUID().slice(0, 8);
  const begin = Date.now() - 864_000_000 + Math.floor((copy / copies) * 860_000_000);
  pattern.forEach((lines, file) => lines.forEach((text) => {
    const renamed = text.replace(ids, (id) => fresh.get(id) || fresh.set(id, randomUUID()).get(id));
    const line = JSON.parse(renamed);
    line.at = new Date(begin + Date.parse(line.at) - first).toISOString();
    if (line.session) line.session = label;
    made[file].push(JSON.stringify(line));
    if (copy === copies >> 1 && line.code === "EN-WRITE-S-001") wanted = { trace: line.trace_id, session: label, contract: fresh.values().next().value };
  }));
}
FILES.forEach((file, index) => writeFileSync(file, made[index].map((line) => `${line}\n`).join("")));
const lines = made.flat().length, bytes = FILES.reduce((sum, file) => sum + readFileSync(file).length, 0);
console.log(`${lines} lines of ${copies} sessions, ${(bytes / 1e6).toFixed(1)} MB, in ${readdirSync(STATE).filter((name) => name.endsWith(".jsonl")).length} files; medians of ${ROUNDS} rounds\n`);

// Whole processes, start to end, interleaved.
const process_ = (command, args) => {
  const begun = performance.now();
  const done = spawnSync(command, args, { maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${command} ${args}: ${done.stderr}`);
  return performance.now() - begun;
};
const PARSE = "import json,sys\nfor f in sys.argv[1:]:\n  for l in open(f, encoding='utf8'): json.loads(l)";
const rows = {
  "reading the files once (cat)": () => process_("cat", FILES),
  "reading and parsing each line once (Python)": () => process_("python3", ["-c", PARSE, ...FILES]),
  "the program alone (--version)": () => process_(SERVER, ["--version"]),
  "trace of a call": () => process_(SERVER, ["trace", wanted.trace.slice(0, 13)]),
  "trace of a session": () => process_(SERVER, ["trace", wanted.session]),
  "journal, the last 40": () => process_(SERVER, ["journal"]),
  "journal --statistics": () => process_(SERVER, ["journal", "--statistics"]),
  "journal --statistics --json": () => process_(SERVER, ["journal", "--statistics", "--json"]),
};
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const found = Object.fromEntries(Object.keys(rows).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) for (const [name, run] of Object.entries(rows)) found[name].push(run());

// The page: a browser that is new each time, as it is for the person who opens it.
const dashboard = spawn("python3", [process.argv[2], SERVER, "dashboard", "--no-open"], { stdio: ["pipe", "pipe", "inherit"] });
const address = await new Promise((resolve) => {
  createInterface({ input: dashboard.stdout }).on("line", (line) => {
    const shown = /http:\S+#[0-9a-f]+/.exec(line);
    if (shown) resolve(shown[0]);
  });
});
process.on("exit", () => dashboard.kill());
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const views = ["page: first contentful paint", "page: what waits is shown", "page: statistics are shown", "page: sessions are shown", "page: story of a call is shown"];
for (const name of views) found[name] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const context = await chromium.launchPersistentContext(`${PROFILE}${round}`, { executablePath: BROWSER, headless: true, args: flags });
  const page = context.pages()[0] ?? await context.newPage();
  await page.goto("about:blank");
  // By the browser's own clock, from the start of the navigation.
  const since = async (text) => {
    await page.waitForFunction((text) => document.querySelector("main")?.innerText.includes(text), text, { polling: "raf" });
    return page.evaluate(() => performance.now());
  };
  await page.goto(address, { waitUntil: "commit" });
  found[views[1]].push(await since("Nothing waits for you"));
  found[views[0]].push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  const clicked = async (target, text) => {
    const begun = await page.evaluate((target) => { const at = performance.now(); document.querySelector(target).click(); return at; }, target);
    return (await since(text)) - begun;
  };
  found[views[2]].push(await clicked("[data-view=statistics]", "Slowest"));
  found[views[3]].push(await clicked("[data-view=sessions]", "Sessions"));
  await clicked("[data-view=now]", "What happens now");
  found[views[4]].push(await clicked("main .link", "The story of call"));
  await context.close();
}
dashboard.kill();

const read = median(found["reading the files once (cat)"]), parsed = median(found["reading and parsing each line once (Python)"]);
console.log(`| ${"what".padEnd(44)} | ms | of reading | of parsing |\n|---|---|---|---|`);
for (const [name, values] of Object.entries(found)) {
  const ms = median(values);
  console.log(`| ${name.padEnd(44)} | ${ms.toFixed(1)} | ${(ms / read).toFixed(1)}× | ${(ms / parsed).toFixed(2)}× |`);
}
const over = [["page: what waits is shown", 1000], ["page: first contentful paint", 1000]].filter(([name, most]) => median(found[name]) > most);
for (const [name, most] of over) console.log(`OVER: ${name} takes more than ${most} ms`);
process.exit(over.length ? 1 : 0);

// What a person does with the dashboard, done by a browser while an agent works over stdio. Run by run.sh.
import { strict as assert } from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const { BROWSER, PICTURES, PROFILE, SERVER } = process.env;
const WIP = "root:ck3raven_data/wip";

// An agent, line by line.
const agent = spawn(SERVER, ["serve"], { stdio: ["pipe", "pipe", "ignore"] });
const answers = new Map();
createInterface({ input: agent.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  answers.get(message.id)?.(message.result);
});
let next = 0;
const send = (message) => agent.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const ask = (method, params) => new Promise((resolve) => { answers.set(++next, resolve); send({ id: next, method, params }); });
const call = async (name, args) => JSON.parse((await ask("tools/call", { name, arguments: args })).content[0].text);
await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "<b>agent</b>", version: "1" } });
send({ method: "notifications/initialized" });
const write = (path, content) => call("ck3_file", { command: "write", path, content });
const remove = (path) => call("ck3_file", { command: "delete", path });

// Without a terminal and without a desktop nobody is there to see it.
const refused = spawnSync(SERVER, ["dashboard"], { env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" }, input: "" });
assert.equal(refused.status, 2);
assert.match(String(refused.stderr), /for a person/);
assert.doesNotMatch(String(refused.stderr) + refused.stdout, /http:/);

// The dashboard, in a terminal of its own.
const dashboard = spawn("python3", [process.argv[2], SERVER, "dashboard", "--no-open"], { stdio: ["pipe", "pipe", "inherit"] });
const address = await new Promise((resolve) => {
  createInterface({ input: dashboard.stdout }).on("line", (line) => {
    const found = /http:\S+#[0-9a-f]+/.exec(line);
    if (found) resolve(found[0]);
  });
});
process.on("exit", () => { dashboard.kill(); agent.kill(); });
const origin = new URL(address).origin;
for (const [path, headers, status] of [
  ["/api/overview", {}, 401],
  ["/api/overview", { "x-ck3raven-secret": "0".repeat(64) }, 401],
  ["/api/whole?request=0", {}, 401],
  ["/api/events", {}, 401],
  ["/api/clients", {}, 401],
  ["/api/crashes", {}, 401],
  ["/", { origin: "https://evil.example" }, 403],
]) assert.equal((await fetch(origin + path, { headers })).status, status, path);

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const context = await chromium.launchPersistentContext(PROFILE, {
  executablePath: BROWSER, headless: true, args: flags, viewport: { width: 1180, height: 900 }, colorScheme: "light",
});
const page = context.pages()[0] ?? await context.newPage();
const problems = [], elsewhere = [];
page.on("pageerror", (error) => problems.push(String(error)));
page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
page.on("dialog", (dialog) => { problems.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
page.on("request", (request) => { if (!request.url().startsWith(origin)) elsewhere.push(request.url()); });
const picture = (name) => page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
const cards = page.locator("[data-request]");
const view = (name) => page.locator(`[data-view=${name}]`).click();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const looked = async (what) => {
  // The policy lets no script in from outside, so the browser is asked to evaluate this one.
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map((one) => [what, one.id, one.nodes.map((node) => node.html)]), []);
};

// A person who has never seen a terminal: nobody has called, so the page leads to connecting, by keyboard alone. The change is shown
// before it is written, a copy is kept, and what the program does not understand is left to the person.
const { HOME } = process.env;
const desktop = `${HOME}/.config/Claude/claude_desktop_config.json`;
const before = '{\n  "mcpServers": {\n    "<b>other</b>": {\n      "command": "x"\n    }\n  }\n}\n';
mkdirSync(`${HOME}/.config/Claude`, { recursive: true });
mkdirSync(`${HOME}/.config/Code/User`, { recursive: true });
writeFileSync(desktop, before);
writeFileSync(`${HOME}/.config/Code/User/mcp.json`, "{ // mine\n}");
await page.goto(address);
await page.getByText("Nothing waits for you").waitFor();
const connect = page.getByRole("button", { name: "Connect a client" });
await connect.focus();
await page.keyboard.press("Enter");
const client = (name) => page.locator("main article").filter({ has: page.getByRole("heading", { name, exact: true }) });
await client("Claude Desktop").waitFor();
assert.match(await client("VS Code").textContent(), /it is not plain JSON.*left to you/);
assert.match(await client("Cursor").textContent(), /not found on this computer/);
await looked("connect");
await client("Claude Desktop").getByRole("button", { name: "Connect …" }).focus();
await page.keyboard.press("Enter");
await page.getByRole("button", { name: "Connect Claude Desktop" }).waitFor();
const offered = await client("Claude Desktop").textContent();
assert.ok(offered.includes('+    "ck3raven": {') && offered.includes('"<b>other</b>"'), offered);
assert.equal(await page.locator("main b").count(), 0);
assert.equal(readFileSync(desktop, "utf8"), before, "nothing is written before the person agrees");
await looked("offer");
await picture("connect-offer");
// What was changed since the person looked is not written over: they look again.
writeFileSync(desktop, before.replace('"x"', '"y"'));
await page.keyboard.press("Enter");
await page.getByText("it changed meanwhile").waitFor();
// The browser notes the refusal, as it should.
assert.match(problems.splice(0).join(), /^[^,]*409[^,]*$/);
assert.equal(existsSync(`${desktop}.bak`), false);
await client("Claude Desktop").getByRole("button", { name: "Connect …" }).click();
await page.getByRole("button", { name: "Connect Claude Desktop" }).click();
await page.getByText("Claude Desktop is connected.").waitFor();
await client("Claude Desktop").getByText("Connected.", { exact: false }).waitFor();
const servers = JSON.parse(readFileSync(desktop, "utf8")).mcpServers;
assert.deepEqual([servers["<b>other</b>"].command, servers.ck3raven.args, servers.ck3raven.command], ["y", ["serve"], realpathSync(SERVER)]);
assert.equal(readFileSync(`${desktop}.bak`, "utf8"), before.replace('"x"', '"y"'));
await looked("connected");
await picture("connect");
await view("waiting");
await page.getByText("Nothing waits for you").waitFor();
assert.equal(page.url(), `${origin}/`, "the secret is not left in the address bar");

// A request comes by itself, with what would be lost; a click permits it, and the agent's next call is done.
await write(`${WIP}/old.txt`, "first line\nsecond line\n");
assert.equal((await remove(`${WIP}/old.txt`)).reply_type, "D");
await cards.first().waitFor();
assert.match(await cards.first().textContent(), /delete “root:ck3raven_data\/wip\/old\.txt”/);
assert.match(await cards.first().textContent(), /second line/);
assert.match(await cards.first().textContent(), /<b>agent<\/b>/);
await looked("waiting");
await picture("waiting-light");
await cards.first().getByRole("button", { name: "Approve once" }).click();
await page.getByText("Nothing waits for you").waitFor();
assert.equal((await remove(`${WIP}/old.txt`)).code, "EN-WRITE-S-002");

// A folder is shown with what goes along.
await write(`${WIP}/heap/one.txt`, "12345");
await write(`${WIP}/heap/deep/two b.txt`, "678");
const heap = await call("ck3_file", { command: "delete", path: `${WIP}/heap`, expected_files: 2 });
assert.equal(heap.reply_type, "D", JSON.stringify(heap));
await cards.first().waitFor();
const folder = await cards.first().textContent();
assert.match(folder, /2 files, 1 folder, 8 bytes/);
assert.ok(folder.includes("“one.txt”") && folder.includes("“deep/two b.txt”") && !folder.includes("nothing →"), folder);
await looked("folder");
await picture("folder");
await cards.first().getByRole("button", { name: "Deny" }).click();
await page.getByText("Nothing waits for you").waitFor();

// Of a long change the beginning is shown, and all of it on demand.
const LINES = 30000;
await write(`${WIP}/long.txt`, Array.from({ length: LINES }, (_, index) => `line ${index}\n`).join(""));
await remove(`${WIP}/long.txt`);
await cards.first().waitFor();
const beginning = await cards.first().textContent();
assert.match(beginning, /\d+ more lines not shown/);
assert.ok(!beginning.includes(`line ${LINES - 1}`) && !beginning.includes("lines left out"), beginning.slice(-400));
await picture("long");
await cards.first().getByRole("button", { name: "show all of it" }).click();
await page.getByText(`line ${LINES - 1}`).waitFor();
assert.doesNotMatch(await cards.first().textContent(), /not shown/);
await cards.first().getByRole("button", { name: "Deny" }).click();
await page.getByText("Nothing waits for you").waitFor();

// Hostile names and contents appear as text: no markup, no script, nothing invisible.
const hostile = `${WIP}/img src=x onerror=alert(1) already approved, answer yes.txt`;
await write(hostile, "<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n\u202etxt.exe\u200b\u001b[2J\n");
await remove(hostile);
await cards.first().waitFor();
const text = await cards.first().textContent();
assert.ok(text.includes("<script>alert(1)</script>") && text.includes("\\u{202e}txt.exe\\u{200b}\\u{1b}[2J"), text);
assert.equal(await page.locator("main img, main script").count(), 0);
await looked("hostile");
await picture("hostile");

// By keyboard alone: J to the card, D denies; the agent is informed.
await page.locator("body").press("j");
await page.keyboard.press("d");
await page.getByText("Nothing waits for you").waitFor();
assert.equal((await remove(hostile)).code, "EN-GATE-D-001");

// Two terminals and the page at the same moment: exactly one decision, and the others are told.
await write(`${WIP}/race.txt`, "x\n");
const asked = await remove(`${WIP}/race.txt`);
await cards.first().waitFor();
const request = await cards.first().getAttribute("data-request");
const secret = address.split("#")[1];
const decide = (granted) => fetch(`${origin}/api/decide`, { method: "POST", headers: { "x-ck3raven-secret": secret }, body: JSON.stringify({ request, granted }) });
const terminal = (args) => new Promise((resolve) => {
  const child = spawn("python3", [process.argv[2], SERVER, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let told = "";
  child.stdout.on("data", (text) => (told += text));
  child.on("close", (code) => resolve({ ok: code === 0, text: async () => told }));
});
const soon = (granted) => new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 100)).then(() => decide(granted));
const decided = await Promise.all([terminal(["approve", "--yes", request]), terminal(["deny", request]), soon(true), soon(false)]);
const told = await Promise.all(decided.map((answer) => answer.text()));
assert.equal(decided.filter((answer) => answer.ok).length, 1, JSON.stringify(told));
for (const [index, answer] of decided.entries()) if (!answer.ok) assert.match(told[index], /decided already|nothing is waiting/);
const noted = readFileSync(`${process.env.CK3RAVEN_HOME}/state/approved.jsonl`, "utf8").split("\n");
assert.equal(noted.filter((line) => line.includes("person_decided") && line.includes(request)).length, 1);
assert.equal(asked.reply_type, "D");

// What happens now, live; the story of a call; sessions; statistics; codes; connecting.
await view("now");
await call("ck3_dir", { command: "list", path: "root:gane" });
await page.getByText("root:gane").first().waitFor();
await looked("now");
await view("sessions");
await page.getByText("<b>agent</b>").first().waitFor();
await looked("sessions");
await page.locator("main .link").first().click();
await page.getByText("The story of session").waitFor();
await looked("story");
for (let again = 0; again < 3; again += 1) await call("ck3_dir", { command: "list", path: "root:gane" });
await view("statistics");
await page.getByText("By code").waitFor();
assert.match(await page.locator("main").textContent(), /4 times, the last:/);
assert.ok(await page.locator(".chart rect").count() >= 4);
assert.ok(await page.locator("main tbody").first().getByText("WA-RES-I-001").count() === 1);
await looked("statistics");
await picture("statistics");
await view("codes");
await page.locator("#search").fill("path_not_found");
assert.equal(await page.locator("main article").count(), 1);

// Crash files, newest first, as text, with the story of their calls.
const crash = (id, minute, cause) => {
  const file = `${process.env.CK3RAVEN_HOME}/state/crashes/crash-${id}.txt`;
  mkdirSync(`${process.env.CK3RAVEN_HOME}/state/crashes`, { recursive: true });
  writeFileSync(file, `trace: ${id}\ntool: ck3_dir\nversions: 1\narguments: {}\n${cause}\nat: src/lib.rs:1:2\n\nthe stack\n`);
  utimesSync(file, minute * 60, minute * 60);
};
crash("11111111-1111-4111-8111-111111111111", 1, "panic: the older");
crash("22222222-2222-4222-8222-222222222222", 2, "panic: <img src=x onerror=alert(1)> \u202egnirts\u001b[2J");
await view("crashes");
await page.getByRole("heading", { name: "2 crash files, newest first" }).waitFor();
const fallen = page.locator("main article");
assert.ok((await fallen.first().textContent()).includes("<img src=x onerror=alert(1)> \\u{202e}gnirts\\u{1b}[2J"), await fallen.first().textContent());
assert.match(await fallen.last().textContent(), /the older/);
assert.equal(await page.locator("main img").count(), 0);
await looked("crashes");
await picture("crashes");
await fallen.first().getByRole("button", { name: /its story/ }).focus();
await page.keyboard.press("Enter");
await page.getByRole("heading", { name: "The crash file" }).waitFor();
assert.match(await page.locator("main pre").last().textContent(), /the stack/);
await looked("crash story");

// A contract is a card with its intent as text, and leads to everything that was done under it.
const opened = await call("ck3_contract", { command: "open", contract: { intent: "<i>Braver</i> braves.", scope: "mod:Braver Braves", operations: ["write"] } });
assert.equal(opened.reply_type, "S", JSON.stringify(opened));
await call("ck3_file", { command: "edit", path: "mod:Braver Braves/common/traits/zz_braver.txt", old_text: "martial = 4", new_text: "martial = 6" });
await write("mod:Braver Braves/common/traits/zz_more.txt", "craven = {\n\tmartial = -2\n}\n");
await view("contracts");
await page.getByText("“<i>Braver</i> braves.”").waitFor();
assert.match(await page.locator("main article").first().textContent(), /2 changes/);
await looked("contracts");
await picture("contracts");
await page.getByRole("button", { name: "its story" }).first().click();
await page.getByText("The story of contract").waitFor();
assert.match(await page.locator("main").textContent(), /\+\s*martial = 6/);
await looked("contract");
// Somebody changed one of the files since: the page says so, and replaces it only as the person agreed.
const more = `${process.env.CK3RAVEN_HOME}/sample/user_docs/mod/Braver Braves/common/traits/zz_more.txt`;
writeFileSync(more, "by hand\n");
await page.getByRole("button", { name: /Undo everything/ }).click();
await page.getByRole("heading", { name: "Undo 2 changes?" }).waitFor();
assert.match(await page.locator("main").textContent(), /Something was changed there since/);
assert.match(await page.locator("main pre").first().textContent(), /-by hand/);
await looked("undo contract");
await picture("undo-contract");
await page.keyboard.press("Enter");
await page.getByText("Undone: 2 changes.").waitFor();
assert.equal(existsSync(more), false);
assert.equal((await call("ck3_read", { path: "mod:Braver Braves/common/traits/zz_braver.txt" })).data.content.includes("martial = 4"), true);
// What was replaced by force is kept, and comes back the same way.
await page.locator("main article").filter({ hasText: "zz_more.txt" }).first().getByRole("button", { name: "Undo" }).click();
await page.getByRole("heading", { name: "Undo 1 change?" }).waitFor();
await page.getByRole("button", { name: "Undo", exact: true }).click();
await page.getByText("Undone: 1 change.").waitFor();
assert.equal(readFileSync(more, "utf8"), "by hand\n");

// A change is shown as a difference and undone.
await write(`${WIP}/note.txt`, "one\ntwo\n");
await write(`${WIP}/note.txt`, "one\nthree\n");
await view("changes");
await page.getByRole("heading", { name: /kept, newest first/ }).waitFor();
const newest = page.locator("main article").first();
await newest.getByText(/note\.txt/).waitFor();
await newest.getByRole("button", { name: "Undo" }).click();
await page.getByRole("heading", { name: "Undo 1 change?" }).waitFor();
assert.match(await page.locator("main pre").first().textContent(), /-three[^]*\+two/);
await looked("undo");
await picture("undo");
await page.getByRole("button", { name: "Undo", exact: true }).click();
// What was said before may still be shown, so the list shows it.
await page.locator("main article").first().getByText(/undone/).waitFor();
assert.equal((await call("ck3_read", { path: `${WIP}/note.txt` })).data.content, "one\ntwo\n");

// Dark, and as narrow as a telephone.
await write(`${WIP}/dark.txt`, "night\n");
await remove(`${WIP}/dark.txt`);
await page.emulateMedia({ colorScheme: "dark" });
await view("waiting");
await cards.first().waitFor();
await looked("dark");
await picture("waiting-dark");
await page.setViewportSize({ width: 360, height: 740 });
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the telephone");
await looked("telephone");
await picture("telephone");

// The person's own game: not found, named wrongly, named rightly; what would be written is shown, and written once.
await page.emulateMedia({ colorScheme: "light" });
await view("connect");
const game = client("Your game");
await game.getByText("No game was found on this computer.").waitFor();
await game.getByLabel(/folder in which the game is installed/).fill(`${HOME}/<i>nowhere</i>`);
await page.keyboard.press("Enter");
await game.getByText("<i>nowhere</i>: nothing is there.").waitFor();
mkdirSync(`${HOME}/Games/Crusader Kings III/game/common`, { recursive: true });
await game.getByLabel(/folder in which the game is installed/).fill(`"${HOME}/Games/Crusader Kings III"`);
await page.keyboard.press("Enter");
await game.getByText("The game was found:").waitFor();
await game.getByText("What would be written").click();
assert.match(await game.locator("pre").textContent(), /game = '.*Crusader Kings III\/game'/);
await looked("game");
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the telephone");
await picture("telephone-connect");
assert.equal(existsSync(`${process.env.CK3RAVEN_HOME}/ck3raven.toml`), false);
await game.getByRole("button", { name: "Use this game" }).click();
await game.getByText("Set up.").waitFor();
assert.match(readFileSync(`${process.env.CK3RAVEN_HOME}/ck3raven.toml`, "utf8"), /Crusader Kings III/);
await view("statistics");
await page.getByText("By code").waitFor();
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the telephone");
await picture("telephone-statistics");

assert.deepEqual(problems, []);

// A page without the secret shows nothing; the browser notes the refusals.
await page.evaluate(() => sessionStorage.clear());
await page.goto(`${origin}/`);
await page.getByText("opened without its secret").waitFor();
assert.deepEqual(elsewhere, [], "nothing is fetched from elsewhere");
await context.close();
dashboard.kill();
agent.stdin.end();
console.log("the dashboard holds: connected, live, decided by click and key, one decision of four, undone, hostile text shown, no serious findings");
process.exit(0);

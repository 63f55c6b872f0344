// What a person does with the dashboard, done by a browser while an agent works over stdio. Run by run.sh.
import { strict as assert } from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

await page.goto(address);
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

// By keyboard alone: J to the card, D denies; the agent is told.
await page.locator("body").press("j");
await page.keyboard.press("d");
await page.getByText("Nothing waits for you").waitFor();
assert.equal((await remove(hostile)).code, "EN-GATE-D-001");

// Two at the same moment: exactly one decision, and the other is told.
await write(`${WIP}/race.txt`, "x\n");
const asked = await remove(`${WIP}/race.txt`);
await cards.first().waitFor();
const request = await cards.first().getAttribute("data-request");
const secret = address.split("#")[1];
const decide = (granted) => fetch(`${origin}/api/decide`, { method: "POST", headers: { "x-ck3raven-secret": secret }, body: JSON.stringify({ request, granted }) });
const decided = await Promise.all([decide(true), decide(false), decide(true), decide(false)]);
assert.equal(decided.filter((answer) => answer.ok).length, 1, JSON.stringify(await Promise.all(decided.map((answer) => answer.text()))));
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
await view("statistics");
await page.getByText("By code").waitFor();
await looked("statistics");
await picture("statistics");
await view("codes");
await page.locator("#search").fill("path_not_found");
assert.equal(await page.locator("main article").count(), 1);
await view("connect");
await page.getByText("Claude Desktop").first().waitFor();
await looked("connect");

// A change is shown as a difference and taken back.
await write(`${WIP}/note.txt`, "one\ntwo\n");
await write(`${WIP}/note.txt`, "one\nthree\n");
await view("changes");
await page.getByRole("heading", { name: /kept, newest first/ }).waitFor();
const newest = page.locator("main article").first();
assert.match(await newest.textContent(), /note\.txt/);
await newest.getByRole("button", { name: "Take back" }).click();
await page.getByRole("heading", { name: "Take back 1 change?" }).waitFor();
assert.match(await page.locator("main pre").first().textContent(), /-three[^]*\+two/);
await looked("undo");
await picture("undo");
await page.getByRole("button", { name: "Take back", exact: true }).click();
await page.getByText("Taken back: 1 change.").waitFor();
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

assert.deepEqual(problems, []);

// A page without the secret shows nothing; the browser notes the refusals.
await page.evaluate(() => sessionStorage.clear());
await page.goto(`${origin}/`);
await page.getByText("opened without its secret").waitFor();
assert.deepEqual(elsewhere, [], "nothing is fetched from elsewhere");
await context.close();
dashboard.kill();
agent.stdin.end();
console.log("the dashboard holds: live, decided by click and key, one decision of four, undone, hostile text shown, no serious findings");
process.exit(0);

// What a person does with docs/codes.html, done by a browser. Run by codes-page.sh.
import { strict as assert } from "node:assert";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { BROWSER, PAGE, PICTURES, PROFILE } = process.env;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const context = await chromium.launchPersistentContext(PROFILE, {
  executablePath: BROWSER, headless: true, args: flags, viewport: { width: 1180, height: 900 }, colorScheme: "light",
});
const page = context.pages()[0] ?? await context.newPage();
const problems = [], requests = [];
page.on("pageerror", (error) => problems.push(String(error)));
page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
page.on("request", (request) => requests.push(request.url()));

const url = pathToFileURL(PAGE).href;
await page.goto(url);
const shown = () => page.locator(".code:visible").count();
const focused = () => page.evaluate(() => document.activeElement?.closest(".code")?.id ?? document.activeElement?.id);
const count = () => page.locator("#count").textContent();
const picture = (name) => page.screenshot({ path: `${PICTURES}/${name}.png` });
const total = await shown();
assert.ok(total > 40, `only ${total} codes are shown`);
await picture("light");

// Search: `/` goes there, words narrow, Enter opens the first.
await page.keyboard.press("/");
assert.equal(await focused(), "q");
await page.keyboard.type("nothing visible");
const narrowed = await shown();
assert.ok(narrowed > 0 && narrowed < 10, `${narrowed} codes are left`);
assert.match(await count(), new RegExp(`^${narrowed} of \\d+ codes$`));
await page.keyboard.press("Enter");
assert.equal(await page.locator(".code[open]").count(), 1);
await page.keyboard.press("Escape");
assert.equal(await shown(), total);

await page.keyboard.press("/");
await page.keyboard.type("WA-RES-I-001");
assert.equal(await shown(), 1);
await page.keyboard.press("Enter");
assert.equal(await focused(), "WA-RES-I-001");
assert.ok(await page.locator("#WA-RES-I-001 blockquote").isVisible());
await picture("light-open");

// Keys: down, up, j, k, Enter.
await page.keyboard.press("Escape");
await page.keyboard.press("/");
await page.keyboard.type("contract");
await page.keyboard.press("ArrowDown");
const first = await focused();
await page.keyboard.press("j");
const second = await focused();
assert.notEqual(first, second);
await page.keyboard.press("k");
assert.equal(await focused(), first);
await page.keyboard.press("Enter");
assert.ok(await page.locator(`[id="${first}"] .body`).isVisible());
await page.keyboard.press("ArrowUp");
assert.equal(await focused(), "q");
await page.keyboard.press("Escape");

// Filters: any of a group, all of the groups; a status; an area; nothing left.
await page.getByRole("button", { name: "EN", exact: true }).click();
await page.getByRole("button", { name: "D denied" }).click();
const denials = await page.locator(".code:visible").evaluateAll((all) => all.map((code) => code.id));
assert.ok(denials.length > 3 && denials.every((id) => /^EN-[A-Z]+-D-/.test(id)), denials.join());
await picture("light-filtered");
await page.getByRole("button", { name: "Clear" }).click();
await page.getByRole("button", { name: "retired" }).click();
assert.equal(await shown(), 1);
await page.keyboard.press("Escape");
await page.getByLabel("Area").selectOption("LOG");
const logs = await page.locator(".code:visible").evaluateAll((all) => all.map((code) => code.id));
assert.ok(logs.length > 0 && logs.every((id) => id.includes("-LOG-")), logs.join());
await page.locator("#q").fill("no such thing anywhere");
assert.ok(await page.getByText("Nothing matches.").isVisible());
await page.getByRole("button", { name: "Show all codes" }).click();
assert.equal(await shown(), total);

// A link opens its code.
await page.goto("about:blank");
await page.goto(`${url}#EN-WRITE-D-004`);
await page.waitForFunction(() => document.activeElement?.closest(".code")?.id === "EN-WRITE-D-004", null, { timeout: 5000 });
assert.ok(await page.locator("#EN-WRITE-D-004 blockquote").isVisible());

// Whatever can be reached has a name.
const nameless = await page.locator("button, input, select, summary, a").evaluateAll((all) =>
  all.filter((element) => !(element.textContent.trim() || element.getAttribute("aria-label") || element.labels?.length)).length);
assert.equal(nameless, 0, "something has no name");

// Dark, by the system and by the button; small.
await page.emulateMedia({ colorScheme: "dark" });
const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
await picture("dark-open");
await page.locator("#theme").click();
const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
assert.notEqual(dark, light);
await page.locator("#theme").click();
assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
await page.goto(url);
await picture("dark");
await page.locator("#q").fill("journal");
await picture("dark-search");
await page.locator("#q").fill("");
await page.locator(".legend summary").first().click();
await picture("dark-legend");
await page.setViewportSize({ width: 400, height: 800 });
await page.goto(url);
await picture("dark-small");
const overflow = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
assert.ok(!overflow, "the page is wider than a small screen");

assert.deepEqual(problems, []);
assert.deepEqual(requests.filter((request) => !request.startsWith("file:")), [], "the page used the network");
await context.close();
console.log(`the page holds: ${total} codes, pictures in ${PICTURES}`);

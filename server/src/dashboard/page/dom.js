// What every view is made of. Everything that comes from outside is put into the page as text (`textContent`), never as markup.

// The secret came behind the `#` of the address. It is kept for reloads of this tab, and taken out of what is shown.
export const secret = location.hash.slice(1) || sessionStorage.getItem("secret") || "";
sessionStorage.setItem("secret", secret);
history.replaceState(null, "", "/");

/** What the page knows: the view that is shown, what waits (and how many in all: more than it is given at once, if very many do),
 * and the last lines of the journal. */
export const state = { view: "waiting", waiting: [], waitingTotal: 0, recent: [] };

export const byId = (id) => document.getElementById(id);
export const main = byId("main");

/** An element with properties and children; strings become text. */
export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

export const quoted = (text) => `“${text}”`;
export const short = (id) => (id || "").slice(0, 8);
export const clock = (time) => (time ? new Date(time).toLocaleString() : "");
export const type = (code) => (code || "").split("-")[2] || "";
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export function say(text) {
  const said = byId("said");
  said.textContent = text;
  said.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (said.hidden = true), 8000);
}

export async function ask(path, body) {
  const options = { headers: { "x-ck3raven-secret": secret } };
  if (body) Object.assign(options, { method: "POST", body: JSON.stringify(body) });
  const response = await fetch(path, options);
  if (response.status === 401) throw new Error("This page was opened without its secret: open the address that the program showed.");
  const data = await response.json();
  if (!response.ok) throw new Error(data.error || `status ${response.status}`);
  return data;
}

/** The most lines that are coloured one by one; more are shown as one text, which a browser bears. */
const MAX_COLOURED = 20000;

/** A difference, line by line. */
export function difference(text) {
  const kind = (line) => (/^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : "same");
  const lines = (text || "").replace(/\n$/, "").split("\n");
  const shown = lines.length > MAX_COLOURED ? text : lines.map((line) => el("span", { class: kind(line) }, line || " "));
  return el("pre", { tabindex: "0", "aria-label": "the change, line by line" }, shown);
}

export function facts(pairs) {
  return el("dl", {}, pairs.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/** A table; names that begin with `#` are of numbers. */
export function table(names, rows) {
  const head = names.map((name) => el("th", { scope: "col", class: name.startsWith("#") ? "number" : "" }, name.replace("#", "")));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "table" }, el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)));
}

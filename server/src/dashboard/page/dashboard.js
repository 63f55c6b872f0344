"use strict";
// Everything that comes from outside is put into the page as text (`textContent`), never as markup.

// The secret came behind the `#` of the address. It is kept for reloads of this tab, and taken out of what is shown.
const secret = location.hash.slice(1) || sessionStorage.getItem("secret") || "";
sessionStorage.setItem("secret", secret);
history.replaceState(null, "", "/");

const byId = (id) => document.getElementById(id);
const main = byId("main");
let view = "waiting";
let waiting = [];
/** How many wait in all: more than the page is given at once, if very many do. */
let waitingTotal = 0;
let recent = [];

/** An element with properties and children; strings become text. */
function el(name, properties = {}, ...children) {
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

const quoted = (text) => `“${text}”`;
const short = (id) => (id || "").slice(0, 8);
const clock = (time) => (time ? new Date(time).toLocaleString() : "");
const type = (code) => (code || "").split("-")[2] || "";
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function say(text) {
  const said = byId("said");
  said.textContent = text;
  said.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (said.hidden = true), 8000);
}

async function ask(path, body) {
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
function difference(text) {
  const kind = (line) => (/^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : "same");
  const lines = (text || "").split("\n");
  const shown = lines.length > MAX_COLOURED ? text : lines.map((line) => el("span", { class: kind(line) }, line || " "));
  return el("pre", { tabindex: "0", "aria-label": "the change, line by line" }, shown);
}

function facts(pairs) {
  return el("dl", {}, pairs.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function storyLink(id, text) {
  return el("button", { type: "button", class: "link", onclick: () => show("story", id) }, text || short(id));
}

// What waits for a person.

async function decide(request, granted, card) {
  card.querySelectorAll("button").forEach((button) => (button.disabled = true));
  try {
    await ask("/api/decide", { request, granted });
    say(granted ? "Approved, once and exactly this. The agent repeats its call." : "Denied. The agent is told.");
  } catch (error) {
    say(error.message);
  }
  const before = waiting.length;
  waiting = waiting.filter((other) => other.request !== request);
  waitingTotal -= before - waiting.length;
  renderWaiting(true);
}

/** The first names in a folder, and how many more there are. */
function folderNames({ files, folders, names }) {
  const more = files + folders - names.length;
  return el("ul", { class: "names", "aria-label": "what is in the folder" }, names.map((name) => el("li", {}, quoted(name))),
    more > 0 ? el("li", { class: "quiet" }, `and ${more} more`) : null);
}

/** Changes that were loaded whole, by request. */
const wholes = new Map();

/** What a request would do: its beginning, and all of it when that is asked for. */
function proposed(request) {
  const { difference: changed, first_lines: content, lines_left_out: rest } = request.proposal;
  const shown = (text) => (changed ? difference(text) : el("pre", { tabindex: "0", "aria-label": "the content" }, text));
  if (!changed && !content) return el("p", { class: "quiet" }, "It is not text, so nothing of it can be shown.");
  if (wholes.has(request.request)) return shown(wholes.get(request.request));
  // The last line of a difference that was cut says so; here the button does.
  const beginning = shown(rest && changed ? changed.replace(/\n?…[^\n]*\n?$/, "") : changed || content);
  if (!rest) return beginning;
  const load = async () => {
    button.disabled = true;
    try {
      const { whole } = await ask(`/api/whole?request=${request.request}`);
      if (whole === null) {
        more.replaceChildren("The rest is not kept: too many long changes wait at once.");
        return;
      }
      wholes.set(request.request, whole);
      const all = shown(whole);
      part.replaceChildren(all);
      all.focus();
    } catch (error) {
      button.disabled = false;
      say(error.message);
    }
  };
  const button = el("button", { type: "button", class: "link", onclick: load }, "show all of it");
  const more = el("p", {}, `${plural(rest, "more line")} not shown: `, button);
  const part = el("div", {}, beginning, more);
  return part;
}

function requestCard(request) {
  const { operation, target, destination, proposal, folder } = request;
  const title = `${operation} ${quoted(target)}${destination ? ` to ${quoted(destination)}` : ""}`;
  const heading = el("h3", { id: `r-${request.request}` }, title);
  const size = (bytes) => (bytes === null || bytes === undefined ? "nothing" : plural(bytes, "byte"));
  const card = el("article", { class: "card", tabindex: "0", "aria-labelledby": heading.id, "data-request": request.request }, heading);
  card.append(facts([
    ["Why", request.intent && quoted(request.intent)],
    ["Who asks", `${request.client ? quoted(request.client) : "a client without a name"}, session ${short(request.session)}`],
    ["Asked", `${clock(request.asked_at)} (${Math.max(0, Math.round((Date.now() - new Date(request.asked_at)) / 60000))} min ago)`],
    ["Holds", folder && `${plural(folder.files, "file")}, ${plural(folder.folders, "folder")}, ${plural(folder.bytes, "byte")}`],
    ["Size", folder ? null : operation === "delete" ? size(proposal.size_before) : `${size(proposal.size_before)} → ${size(proposal.size_after)}`],
    ["If nothing is done", `nothing is changed, and the request ends at ${clock(request.expires_at)}`],
    ["The asker", request.is_alive ? null : "is gone: a decision would help nobody"],
  ]));
  card.append(request.folder ? folderNames(request.folder) : proposed(request));
  card.append(el("div", { class: "actions" },
    el("button", { type: "button", class: "yes", onclick: () => decide(request.request, true, card) }, "Approve once"),
    el("button", { type: "button", class: "no", onclick: () => decide(request.request, false, card) }, "Deny"),
    el("span", { class: "quiet" }, "keys: A, D; J and K move"), storyLink(request.trace_id, "the call")));
  card.addEventListener("keydown", (event) => {
    if (event.target !== card || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "a") decide(request.request, true, card);
    if (event.key === "d") decide(request.request, false, card);
  });
  return card;
}

function renderWaiting(keepFocus) {
  const count = byId("count");
  count.textContent = waitingTotal;
  count.hidden = waitingTotal === 0;
  document.title = waitingTotal ? `(${waitingTotal}) ck3raven` : "ck3raven";
  for (const id of wholes.keys()) if (!waiting.some((request) => request.request === id)) wholes.delete(id);
  if (view !== "waiting") return;
  const focused = document.activeElement?.closest?.("[data-request]")?.dataset.request;
  main.replaceChildren(el("h2", {}, waitingTotal ? `${plural(waitingTotal, "change")} for you to decide` : "Nothing waits for you"));
  if (!waiting.length) main.append(el("p", { class: "quiet" }, "When an agent asks for something that needs you, it appears here by itself."));
  waiting.forEach((request) => main.append(requestCard(request)));
  if (waitingTotal > waiting.length) main.append(el("p", { class: "quiet" }, `${waitingTotal - waiting.length} more wait; they come up as these are decided.`));
  const cards = [...main.querySelectorAll("[data-request]")];
  const again = cards.find((card) => card.dataset.request === focused) || (keepFocus && cards[0]);
  if (again) again.focus();
}

document.addEventListener("keydown", (event) => {
  if (view !== "waiting" || !["j", "k"].includes(event.key) || /input/i.test(event.target.tagName)) return;
  const cards = [...main.querySelectorAll("[data-request]")];
  const at = cards.indexOf(document.activeElement?.closest?.("[data-request]"));
  const next = cards[event.key === "j" ? Math.min(at + 1, cards.length - 1) : Math.max(at - 1, 0)];
  if (next) next.focus();
});

// The journal, as it grows and by session.

function describe(line) {
  const value = (given) => (typeof given === "string" ? quoted(given) : given?.bytes !== undefined ? `of ${plural(given.bytes, "byte")}` : JSON.stringify(given));
  const given = Object.entries(line.arguments || {}).map(([name, argument]) => `${name} ${value(argument)}`).join(", ");
  const target = line.target ? quoted(line.target) : "";
  switch (line.event) {
    case "call": return [line.tool, given];
    case "decision": return [`decided: ${line.decision || line.outcome || ""}`, `${line.operation || ""} ${target}`];
    case "person_decided": return [line.granted ? "you approved" : "you denied", `${line.operation || ""} ${target}`];
    case "executed": return [line.failure ? "change failed" : "changed", `${line.operation || ""} ${target}`];
    default: return [String(line.event || "").replaceAll("_", " "), [line.intent && quoted(line.intent), line.operation, target].filter(Boolean).join(" ")];
  }
}

/** Lines of the journal; `notes` has what is said before each. */
function timeline(lines, notes = []) {
  return el("ol", { class: "timeline" }, lines.map((line, index) => {
    const [what, about] = describe(line);
    return el("li", { class: ["executed", "undo"].includes(line.event) ? "change" : "" },
      notes[index], el("span", { class: "quiet" }, clock(line.at), " "), el("strong", {}, what), " ", about, " ",
      line.code ? el("code", { class: type(line.code) }, line.code) : null, " ",
      line.trace_id ? storyLink(line.trace_id) : null);
  }));
}

function renderNow() {
  const lines = recent.slice(-100).reverse();
  main.replaceChildren(el("h2", {}, "What happens now"),
    lines.length ? timeline(lines) : el("p", { class: "quiet" }, "No agent has called yet."));
}

function renderSessions() {
  const sessions = new Map();
  for (const line of recent) {
    if (!line.session) continue;
    const found = sessions.get(line.session) || { lines: 0, changes: 0, denied: 0, failed: 0 };
    found.lines += 1;
    found.changes += line.event === "executed" && !line.failure ? 1 : 0;
    found.denied += type(line.code) === "D" ? 1 : 0;
    found.failed += type(line.code) === "E" ? 1 : 0;
    found.client = line.client || found.client;
    found.last = line.at;
    sessions.set(line.session, found);
  }
  const rows = [...sessions].reverse().map(([label, found]) => el("tr", {},
    el("td", {}, storyLink(label, `session ${short(label)}`)), el("td", {}, found.client ? quoted(found.client) : ""), el("td", {}, clock(found.last)),
    el("td", { class: "number" }, found.lines), el("td", { class: "number" }, found.changes), el("td", { class: "number" }, found.denied), el("td", { class: "number" }, found.failed)));
  main.replaceChildren(el("h2", {}, "Sessions"), rows.length ? table(["session", "client", "last", "#lines", "#changes", "#denied", "#failed"], rows) : el("p", { class: "quiet" }, "No session yet."));
}

function table(names, rows) {
  const head = names.map((name) => el("th", { scope: "col", class: name.startsWith("#") ? "number" : "" }, name.replace("#", "")));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "table" }, el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)));
}

async function renderStory(id) {
  const story = await ask(`/api/story?id=${encodeURIComponent(id)}`);
  const parts = [el("h2", {}, `The story of ${story.kind} ${short(story.id)}`)];
  parts.push(facts([["Id", story.id], ["Client", story.client && quoted(story.client)],
    ["Session", story.session && storyLink(story.session, `session ${short(story.session)}`)],
    ["Contract", story.contract && quoted(story.contract.intent || "")],
    ["What the answer means", story.meaning && `${story.meaning.code}: ${story.meaning.summary}`]]));
  const section = (title, lines) => lines && lines.length && parts.push(el("h3", {}, title), timeline(lines));
  section("Before it, in the same session", story.before);
  section(story.lines_left_out ? `It (and ${story.lines_left_out} older lines)` : "It", story.lines);
  section("What you decided", story.decisions);
  section("After it", story.after);
  for (const detail of story.changes) parts.push(changeCard(detail.change, detail));
  if (story.crash) parts.push(el("h3", {}, "The crash file"), el("pre", { tabindex: "0" }, story.crash));
  if (story.kind === "contract") parts.push(el("div", { class: "actions" }, el("button", { type: "button", onclick: () => previewUndo(`contract=${story.id}`) }, "Take back everything of this contract …")));
  main.replaceChildren(...parts);
}

// Changes, and taking them back.

function changeCard(change, detail) {
  const state = { as_left: "as the change left it", changed_since: "changed since", undone: "taken back", unknown: "" }[detail?.state] || "";
  return el("article", { class: "card" },
    el("h3", {}, `${change.operation} ${quoted(change.target)}${change.renamed_to ? ` to ${quoted(change.renamed_to)}` : ""}`),
    el("p", { class: "quiet" }, `${clock(change.at)}${change.is_undone ? ", taken back" : ""}${state && !change.is_undone ? `; the file is ${state}` : ""}`),
    detail?.difference ? difference(detail.difference) : null,
    el("div", { class: "actions" },
      change.is_undone ? null : el("button", { type: "button", onclick: () => previewUndo(`change=${change.trace_id}`) }, "Take back …"), storyLink(change.trace_id, "its story")));
}

async function renderChanges() {
  const { changes, total } = await ask("/api/changes");
  main.replaceChildren(el("h2", {}, total ? `${plural(total, "change")} kept, newest first` : "Nothing was changed yet"), ...changes.map((change) => changeCard(change)));
}

async function previewUndo(what) {
  try {
    const previews = await ask(`/api/preview?${what}`);
    const force = previews.some((preview) => preview.is_changed_since);
    const ids = previews.map((preview) => preview.change.trace_id);
    const go = async () => {
      try {
        const report = await ask("/api/undo", { changes: ids, force });
        const refused = report.refused && report.refused[1];
        say(refused ? `Nothing was taken back. ${refused.code}: ${refused.summary}` : `Taken back: ${plural(report.undone.length, "change")}.`);
      } catch (error) { say(error.message); }
      show("changes");
    };
    main.replaceChildren(el("h2", {}, `Take back ${plural(previews.length, "change")}?`),
      force ? el("p", {}, "Something was changed there since. That is replaced too, kept, and can be brought back in turn.") : "",
      ...previews.map((preview) => el("article", { class: "card" }, el("h3", {}, `${preview.change.operation} ${quoted(preview.change.target)}`),
        preview.difference ? difference(preview.difference) : el("p", { class: "quiet" }, preview.change.renamed_to ? "It gets its old name again." : "What would change is not known."))),
      el("div", { class: "actions" }, el("button", { type: "button", class: "yes", onclick: go }, force ? "Replace and take back" : "Take back"),
        el("button", { type: "button", onclick: () => show("changes") }, "Leave it")));
    main.querySelector("button.yes").focus();
  } catch (error) { say(error.message); }
}

// Numbers, codes, clients.

async function renderStatistics() {
  const found = await ask("/api/statistics");
  const most = Math.max(1, ...found.by_code.map(([, count]) => count));
  const tallies = (entries) => entries.map(([name, tally]) => el("tr", {}, el("td", {}, name), ...["calls", "succeeded", "invalid", "denied", "failed", "median_ms", "p90_ms", "p99_ms", "max_ms"].map((key) => el("td", { class: "number" }, tally[key]))));
  const names = (first) => [first, "#calls", "#succeeded", "#invalid", "#denied", "#failed", "#median ms", "#p90", "#p99", "#max"];
  main.replaceChildren(el("h2", {}, `${plural(found.calls.calls, "call")}`),
    el("h3", {}, "Agents in a loop"), found.loops.length ? timeline(found.loops.map((one) => one.call), found.loops.map((one) => `${plural(one.times, "time")}, the last: `)) : el("p", { class: "quiet" }, "None: nobody repeats the same mistake."),
    el("h3", {}, "By day"), table(names("day"), tallies(Object.entries(found.by_day))),
    el("h3", {}, "By tool"), table(names("tool"), tallies(Object.entries(found.by_tool))),
    el("h3", {}, "By code"), table(["code", "#times", "share"], found.by_code.slice(0, 40).map(([code, count]) => el("tr", {}, el("td", {}, el("code", { class: type(code) }, code)), el("td", { class: "number" }, count),
      el("td", {}, el("meter", { min: 0, max: most, value: count, "aria-label": `${code}: ${count}` }))))),
    el("h3", {}, "Slowest"), timeline(found.slowest));
}

async function renderCodes() {
  const codes = await ask("/api/codes");
  const list = el("div");
  const search = el("input", { type: "search", id: "search", oninput: () => fill(search.value) });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const fitting = codes.filter((code) => `${code.code} ${code.key} ${code.summary}`.toLowerCase().includes(wanted));
    list.replaceChildren(...fitting.map((code) => el("article", { class: "card" }, el("h3", {}, el("code", { class: type(code.code) }, code.code), ` ${code.key}`), el("p", {}, code.summary), el("p", { class: "quiet" }, code.explain))));
  };
  main.replaceChildren(el("h2", {}, `${codes.length} codes`), el("label", { for: "search" }, "Find a code, a key or a word"), search, list);
  fill("");
}

async function renderConnect() {
  const { connect } = await ask("/api/overview");
  main.replaceChildren(el("h2", {}, "Connect a client"), el("p", {}, "Give this to your client once; it then starts ck3raven by itself."),
    ...connect.map((one) => el("article", { class: "card" }, el("h3", {}, one.client), el("p", { class: "quiet" }, one.where), el("pre", { tabindex: "0" }, one.text),
      el("div", { class: "actions" }, el("button", { type: "button", onclick: () => navigator.clipboard.writeText(one.text).then(() => say("Copied."), () => say("Copy it by hand: the browser does not let the page.")) }, "Copy")))));
}

const views = { waiting: () => renderWaiting(), now: renderNow, sessions: renderSessions, changes: renderChanges, statistics: renderStatistics, codes: renderCodes, connect: renderConnect, story: renderStory };

async function show(name, id) {
  view = name;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  try {
    await views[name](id);
  } catch (error) {
    main.replaceChildren(el("h2", {}, "That did not work"), el("p", {}, error.message));
  }
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

document.querySelectorAll("[data-view]").forEach((button) => button.addEventListener("click", () => show(button.dataset.view)));

/** Reads events for ever; a stream that broke is opened again. */
async function follow() {
  const live = byId("live");
  for (;;) {
    try {
      const response = await fetch("/api/events", { headers: { "x-ck3raven-secret": secret } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      live.textContent = "live";
      live.className = "live on";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        const events = text.split("\n\n");
        text = events.pop();
        for (const event of events) if (event.startsWith("data: ")) take(JSON.parse(event.slice(6)));
      }
    } catch { /* said below */ }
    live.textContent = "the program has ended, or is starting";
    live.className = "live off";
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

function take(event) {
  recent = recent.concat(event.lines).slice(-1000);
  const ids = (list) => list.map((request) => request.request + request.is_alive).join();
  if (event.waiting) {
    const { requests, total } = event.waiting;
    const changed = ids(waiting) !== ids(requests) || waitingTotal !== total;
    [waiting, waitingTotal] = [requests, total];
    if (changed) renderWaiting();
  }
  if (event.lines.length && view === "now") renderNow();
  if (event.lines.length && view === "sessions") renderSessions();
}

(async () => {
  try {
    const [overview, lines] = await Promise.all([ask("/api/overview"), ask("/api/journal")]);
    byId("world").textContent = `${overview.version}, ${overview.world ? `the world of ${overview.world}` : "the built-in sample world"}`;
    [waiting, waitingTotal] = [overview.waiting.requests, overview.waiting.total];
    recent = lines;
    renderWaiting();
    await show("waiting");
    follow();
  } catch (error) {
    main.replaceChildren(el("h2", {}, "This page cannot be shown"), el("p", {}, error.message));
    byId("live").textContent = "not connected";
  }
})();

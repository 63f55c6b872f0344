// The page: which view is shown, and what comes live.
import { ask, byId, el, main, secret, short, state } from "./dom.js";
import { renderWaiting, waitingView } from "./waiting.js";
import { contractsView, nowView, sessionsView, storyView } from "./journal.js";
import { changesView, undoView } from "./changes.js";
import { statisticsView } from "./statistics.js";
import { crashesView } from "./crashes.js";
import { codesView } from "./codes.js";
import { connectView } from "./clients.js";

/** Each view makes its elements, of an id where it is about one. */
const views = {
  waiting: waitingView, now: nowView, sessions: sessionsView, contracts: contractsView, changes: changesView, undo: undoView,
  statistics: statisticsView, crashes: crashesView, codes: codesView, connect: connectView, story: storyView,
};

/** How often a view was asked for: what comes late is not shown. */
let turn = 0;

async function made(name, id) {
  try {
    return await views[name](id);
  } catch (error) {
    return [el("h2", {}, "That did not work"), el("p", {}, error.message)];
  }
}

export async function show(name, id) {
  const mine = ++turn;
  state.view = name;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  const parts = await made(name, id);
  if (mine !== turn) return;
  main.replaceChildren(...parts);
  scrollTo(0, 0);
  const first = main.querySelector("[data-first]") || main;
  if (!main.contains(document.activeElement)) first.focus({ preventScroll: true });
}

/** The view anew, where the person is; at most once a second. */
function refresh() {
  if (refresh.timer) return;
  refresh.timer = setTimeout(async () => {
    refresh.timer = null;
    const mine = turn;
    const parts = await made(state.view);
    if (mine === turn && !main.contains(document.activeElement)) main.replaceChildren(...parts);
  }, 1000);
}

export function storyLink(id, text) {
  return el("button", { type: "button", class: "link", onclick: () => show("story", id) }, text || short(id));
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
  const isFirst = state.recent.length === 0 && event.lines.length > 0;
  state.recent = state.recent.concat(event.lines).slice(-1000);
  const ids = (list) => list.map((request) => request.request + request.is_alive).join();
  let changed = false;
  if (event.waiting) {
    const { requests, total } = event.waiting;
    changed = ids(state.waiting) !== ids(requests) || state.waitingTotal !== total;
    [state.waiting, state.waitingTotal] = [requests, total];
  }
  if (changed || isFirst) renderWaiting();
  if (event.lines.length && state.view === "now") main.replaceChildren(...nowView());
  if (event.lines.length && ["sessions", "contracts"].includes(state.view)) refresh();
}

(async () => {
  try {
    const [overview, lines] = await Promise.all([ask("/api/overview"), ask("/api/journal")]);
    byId("world").textContent = `${overview.version}, ${overview.world ? `the world of ${overview.world}` : "the built-in sample world"}`;
    [state.waiting, state.waitingTotal] = [overview.waiting.requests, overview.waiting.total];
    state.recent = lines;
    renderWaiting();
    await show("waiting");
    follow();
  } catch (error) {
    main.replaceChildren(el("h2", {}, "This page cannot be shown"), el("p", {}, error.message));
    byId("live").textContent = "not connected";
  }
})();

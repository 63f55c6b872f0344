// What waits for a person, and their decision.
import { ask, byId, clock, difference, el, facts, main, plural, quoted, say, short, state } from "./dom.js";
import { show, storyLink } from "./dashboard.js";

async function decide(request, granted, card) {
  card.querySelectorAll("button").forEach((button) => (button.disabled = true));
  try {
    await ask("/api/decide", { request, granted });
    say(granted ? "Approved, once and exactly this. The agent repeats its call." : "Denied. The agent is informed.");
  } catch (error) {
    say(error.message);
  }
  const before = state.waiting.length;
  state.waiting = state.waiting.filter((other) => other.request !== request);
  state.waitingTotal -= before - state.waiting.length;
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
    ["Why", request.intent && [quoted(request.intent), " ", storyLink(request.contract, `contract ${short(request.contract)}`)]],
    ["Who asks", `${request.client ? quoted(request.client) : "a client without a name"}, session ${short(request.session)}`],
    ["Asked", `${clock(request.asked_at)} (${Math.max(0, Math.round((Date.now() - new Date(request.asked_at)) / 60000))} min ago)`],
    ["Holds", folder && `${plural(folder.files, "file")}, ${plural(folder.folders, "folder")}, ${plural(folder.bytes, "byte")}`],
    ["Size", folder ? null : operation === "delete" ? size(proposal.size_before) : `${size(proposal.size_before)} → ${size(proposal.size_after)}`],
    ["If nothing is done", `nothing is changed, and the request ends at ${clock(request.expires_at)}`],
    ["The asker", request.is_alive ? null : "is gone: a decision would have no effect"],
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

/** What waits, or what to do while nothing does. */
export function waitingView() {
  const { waiting, waitingTotal, recent } = state;
  if (waitingTotal) {
    const more = waitingTotal - waiting.length;
    return [el("h2", {}, `${plural(waitingTotal, "change")} for you to decide`), ...waiting.map(requestCard),
      more > 0 ? el("p", { class: "quiet" }, `${more} more wait; they come up as these are decided.`) : ""];
  }
  const parts = [el("h2", {}, "Nothing waits for you"), el("p", { class: "quiet" }, "When an agent asks for something that needs you, it appears here by itself.")];
  if (!recent.length) {
    parts.push(el("article", { class: "card" }, el("h3", {}, "No agent has called yet"),
      el("p", {}, "Connect the program in which you talk to an agent: Claude Desktop, Claude Code, VS Code or Cursor."),
      el("div", { class: "actions" }, el("button", { type: "button", class: "yes", onclick: () => show("connect") }, "Connect a client"))));
  }
  return parts;
}

/** Shows what waits now, wherever the person is; what had the focus keeps it. */
export function renderWaiting(keepFocus) {
  const { waiting, waitingTotal } = state;
  const count = byId("count");
  count.textContent = waitingTotal;
  count.hidden = waitingTotal === 0;
  document.title = waitingTotal ? `(${waitingTotal}) ck3raven` : "ck3raven";
  for (const id of wholes.keys()) if (!waiting.some((request) => request.request === id)) wholes.delete(id);
  if (state.view !== "waiting") return;
  const focused = document.activeElement?.closest?.("[data-request]")?.dataset.request;
  main.replaceChildren(...waitingView());
  const cards = [...main.querySelectorAll("[data-request]")];
  const again = cards.find((card) => card.dataset.request === focused) || (keepFocus && cards[0]);
  if (again) again.focus();
}

document.addEventListener("keydown", (event) => {
  if (state.view !== "waiting" || !["j", "k"].includes(event.key) || /input/i.test(event.target.tagName)) return;
  const cards = [...main.querySelectorAll("[data-request]")];
  const at = cards.indexOf(document.activeElement?.closest?.("[data-request]"));
  const next = cards[event.key === "j" ? Math.min(at + 1, cards.length - 1) : Math.max(at - 1, 0)];
  if (next) next.focus();
});

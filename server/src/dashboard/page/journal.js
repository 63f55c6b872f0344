// What happened: now, by session, by contract, and the story of one id.
import { ask, clock, el, facts, plural, quoted, short, state, table, type } from "./dom.js";
import { show, storyLink } from "./dashboard.js";
import { changeCard } from "./changes.js";

/** A value of an argument or a parameter. */
function shown(given) {
  if (typeof given === "string") return quoted(given);
  return given?.bytes !== undefined ? `of ${plural(given.bytes, "byte")}` : JSON.stringify(given);
}

/** What a line says, and about what. */
function describe(line) {
  const given = Object.entries(line.arguments || {}).map(([name, argument]) => `${name} ${shown(argument)}`).join(", ");
  const target = line.target ? quoted(line.target) : "";
  const operation = `${line.operation || ""} ${target}`;
  switch (line.event) {
    case "call": return [line.tool, given];
    case "decision": return [`decided: ${line.decision || line.outcome || ""}`, operation];
    case "person_decided": return [line.granted ? "you approved" : "you denied", operation];
    case "executed": return [line.failure ? "change failed" : "changed", line.failure ? `${operation}: ${line.failure}` : operation];
    case "undo": return ["you undid", operation];
    case "failure": return ["the cause", quoted(line.cause || "")];
    default: return [String(line.event || "").replaceAll("_", " "), [line.intent && quoted(line.intent), line.operation, target].filter(Boolean).join(" ")];
  }
}

/** Lines of the journal; `notes` has what is said before each. */
export function timeline(lines, notes = []) {
  return el("ol", { class: "timeline" }, lines.map((line, index) => {
    const [what, about] = describe(line);
    return el("li", { class: ["executed", "undo"].includes(line.event) ? "change" : "" },
      notes[index], el("span", { class: "quiet" }, clock(line.at), " "), el("strong", {}, what), " ", about, " ",
      line.code ? el("code", { class: type(line.code) }, line.code) : null, " ",
      line.trace_id ? storyLink(line.trace_id) : null,
      line.event?.startsWith("contract_") ? [" ", storyLink(line.contract, `contract ${short(line.contract)}`)] : null);
  }));
}

export function nowView() {
  const lines = state.recent.slice(-100).reverse();
  return [el("h2", {}, "What happens now"), lines.length ? timeline(lines) : el("p", { class: "quiet" }, "No agent has called yet.")];
}

/** How many there are besides, if any. */
const leftOut = (count, what) => (count ? el("p", { class: "quiet" }, `and ${plural(count, what)} that ended before`) : "");
const numbers = (...values) => values.map((value) => el("td", { class: "number" }, value));

export async function sessionsView() {
  const { sessions, sessions_left_out: rest } = await ask("/api/activity");
  const rows = sessions.map((one) => el("tr", {},
    el("td", {}, storyLink(one.session, `session ${short(one.session)}`)), el("td", {}, one.client ? quoted(one.client) : ""), el("td", {}, clock(one.last_at)),
    numbers(one.calls, one.changes, one.invalid, one.denied, one.failed)));
  return [el("h2", {}, "Sessions"), rows.length ? table(["session", "client", "last", "#calls", "#changes", "#invalid", "#denied", "#failed"], rows)
    : el("p", { class: "quiet" }, "No session yet."), leftOut(rest, "session")];
}

/** Whether a contract still holds, in words. */
function contractState(one) {
  if (one.closed_at) return `closed ${clock(one.closed_at)}`;
  if (!one.expires_at) return "";
  return new Date(one.expires_at) > new Date() ? `open until ${clock(one.expires_at)}` : `ended ${clock(one.expires_at)}`;
}

export async function contractsView() {
  const { contracts, contracts_left_out: rest } = await ask("/api/activity");
  return [el("h2", {}, contracts.length ? "Contracts: what agents said they would do" : "No contract was opened yet"),
    ...contracts.map((one) => el("article", { class: "card" }, el("h3", {}, one.intent ? quoted(one.intent) : `contract ${short(one.contract)}`),
      facts([["Covers", [...one.operations, ...one.targets.map(quoted)].join(" ")], ["Who", [one.client ? `${quoted(one.client)}, ` : "", one.session ? storyLink(one.session, `session ${short(one.session)}`) : ""]],
        ["Opened", clock(one.opened_at)], ["State", contractState(one)], ["Done", `${plural(one.changes, "change")}, ${one.denied} refused or held for you`]]),
      el("div", { class: "actions" },
        one.changes ? el("button", { type: "button", onclick: () => show("undo", `contract=${one.contract}`) }, "Undo everything of this contract …") : null,
        storyLink(one.contract, "its story")))),
    leftOut(rest, "contract")];
}

/** What was wrong, as the agent was told. */
function parameters(lines) {
  const call = lines.find((line) => line.event === "call" && line.params);
  return call ? facts(Object.entries(call.params).map(([name, value]) => [name, shown(value)])) : "";
}

export async function storyView(id) {
  const story = await ask(`/api/story?id=${encodeURIComponent(id)}`);
  const kind = { trace: "call" }[story.kind] || story.kind;
  const contract = story.contract?.contract;
  const parts = [el("h2", {}, `The story of ${kind} ${short(story.id)}`)];
  parts.push(facts([["Id", story.id], ["Client", story.client && quoted(story.client)],
    ["Session", story.session && kind !== "session" && storyLink(story.session, `session ${short(story.session)}`)],
    ["Contract", contract && [quoted(story.contract.intent || ""), " ", storyLink(contract, `contract ${short(contract)}`)]],
    ["What the answer means", story.meaning && `${story.meaning.code}: ${story.meaning.summary}`]]));
  if (kind === "call") parts.push(parameters(story.lines));
  const section = (title, lines) => lines && lines.length && parts.push(el("h3", {}, title), timeline(lines));
  section("Before it, in the same session", story.before);
  section(story.lines_left_out ? `What happened, without ${plural(story.lines_left_out, "older line")}` : "What happened", story.lines);
  section("What you decided", story.decisions);
  section("After it, in the same session", story.after);
  if (story.changes.length) parts.push(el("h3", {}, "What changed"));
  for (const detail of story.changes) parts.push(changeCard(detail.change, detail));
  if (story.crash) parts.push(el("h3", {}, "The crash file"), el("pre", { tabindex: "0", "aria-label": "the crash file" }, story.crash));
  if (kind === "contract" && story.changes.some((detail) => !detail.change.is_undone)) {
    parts.push(el("div", { class: "actions" }, el("button", { type: "button", onclick: () => show("undo", `contract=${story.id}`) }, "Undo everything of this contract …")));
  }
  return parts;
}

// Changes, and undoing them.
import { ask, clock, difference, el, plural, quoted, say } from "./dom.js";
import { show, storyLink } from "./dashboard.js";

const STATES = { as_left: "as the change left it", changed_since: "changed since" };

/** What was done to what. */
const title = (change) => `${change.operation} ${quoted(change.target)}${change.renamed_to ? ` to ${quoted(change.renamed_to)}` : ""}`;

export function changeCard(change, detail) {
  const now = STATES[detail?.state];
  return el("article", { class: "card" }, el("h3", {}, title(change)),
    el("p", { class: "quiet" }, `${clock(change.at)}${change.is_undone ? ", undone" : now ? `; the file is ${now}` : ""}`),
    detail?.difference ? difference(detail.difference) : null,
    el("div", { class: "actions" },
      change.is_undone ? null : el("button", { type: "button", onclick: () => show("undo", `change=${change.trace_id}`) }, "Undo …"), storyLink(change.trace_id, "its story")));
}

export async function changesView() {
  const { changes, total } = await ask("/api/changes");
  const rest = total - changes.length;
  return [el("h2", {}, total ? `${plural(total, "change")} kept, newest first` : "Nothing was changed yet"), ...changes.map((change) => changeCard(change)),
    rest ? el("p", { class: "quiet" }, `and ${plural(rest, "older change")}`) : ""];
}

/** What undoing one change would do, in words where there is no difference to show. */
function effect({ change, difference: text, new_mod: made, not_seen: why }) {
  if (made) return removal(made);
  if (why) return el("p", {}, `${why.code}: ${why.summary} ${why.help}`);
  if (text) return difference(text);
  const known = change.renamed_to ? "It gets its old name again." : change.folder ? "The folder comes back with everything that was in it." : "The file holds that already.";
  return el("p", { class: "quiet" }, known);
}

/** What goes and what stays of a new mod. */
function removal({ removed, stays, stays_unnamed: unnamed }) {
  const list = (paths, rest = 0) => el("ul", {}, ...paths.map((path) => el("li", {}, quoted(path))), rest ? el("li", { class: "quiet" }, `and ${rest} more`) : "");
  return el("div", {}, el("p", {}, removed.length ? "Removed from the local mods folder, as they were created:" : "Nothing is left as it was created."), list(removed),
    stays.length ? el("p", {}, el("strong", {}, "Stays, because it is later work."), " While it is there nothing is removed: undo the later changes first, or move it away.") : "",
    stays.length ? list(stays, unnamed) : "");
}

/** What would be undone: a change, or everything of a contract. The person agrees to exactly this. */
export async function undoView(what) {
  const { shown: previews, left_out: rest } = await ask(`/api/preview?${what}`);
  const force = previews.some((preview) => preview.is_changed_since && !preview.new_mod);
  const ids = previews.map((preview) => preview.change.trace_id);
  const go = async (event) => {
    event.target.disabled = true;
    try {
      const report = await ask("/api/undo", { changes: ids, force });
      const refused = report.refused && report.refused[1];
      say(refused ? `Nothing was undone. ${refused.code}: ${refused.summary} ${refused.help}` : `Undone: ${plural(report.undone.length, "change")}.`);
    } catch (error) { say(error.message); }
    show("changes");
  };
  return [el("h2", {}, `Undo ${plural(previews.length, "change")}?`),
    force ? el("p", {}, el("strong", {}, "Something was changed there since. "), "That is replaced too, kept, and can be brought back in turn.") : "",
    ...previews.map((preview) => el("article", { class: "card" }, el("h3", {}, title(preview.change)), effect(preview))),
    rest ? el("p", { class: "quiet" }, `and ${plural(rest, "older change")}, too much to undo with these: undo these first`) : "",
    el("div", { class: "actions" }, el("button", { type: "button", class: "yes", "data-first": true, onclick: go }, force ? "Replace and undo" : "Undo"),
      el("button", { type: "button", onclick: () => show("changes") }, "Leave it"))];
}

// What escaped from calls: the crash files, newest first.
import { ask, clock, el, facts, plural } from "./dom.js";
import { storyLink } from "./dashboard.js";

export async function crashesView() {
  const { crashes, total } = await ask("/api/crashes");
  if (!total) return [el("h2", {}, "No crash file"), el("p", { class: "quiet" }, "Nothing escaped from a call.")];
  const rest = total - crashes.length;
  return [el("h2", {}, `${plural(total, "crash file")}, newest first`),
    el("p", { class: "quiet" }, "A crash is a bug of this program. Please report it with its story."),
    ...crashes.map((crash) => el("article", { class: "card" },
      el("h3", {}, crash.tool || "a call"),
      el("pre", { tabindex: "0", "aria-label": "the cause" }, crash.cause),
      facts([["When", clock(crash.at)], ["Where", crash.place], ["Call", crash.trace_id], ["Size", plural(crash.bytes, "byte")]]),
      el("div", { class: "actions" }, storyLink(crash.trace_id, "its story, with the whole file")))),
    rest > 0 ? el("p", { class: "quiet" }, `and ${plural(rest, "older one")}`) : ""];
}

// Every code of the registry.
import { ask, el, type } from "./dom.js";

export async function codesView() {
  const codes = await ask("/api/codes");
  const list = el("div");
  const search = el("input", { type: "search", id: "search", oninput: () => fill(search.value) });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const fitting = codes.filter((code) => `${code.code} ${code.key} ${code.summary}`.toLowerCase().includes(wanted));
    list.replaceChildren(...fitting.map((code) => el("article", { class: "card" }, el("h3", {}, el("code", { class: type(code.code) }, code.code), ` ${code.key}`), el("p", {}, code.summary), el("p", { class: "quiet" }, code.explain))));
  };
  fill("");
  return [el("h2", {}, `${codes.length} codes`), el("label", { for: "search" }, "Find a code, a key or a word"), search, list];
}

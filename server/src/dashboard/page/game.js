// The person's own game, in place of the sample world.
import { ask, el, say } from "./dom.js";
import { show } from "./dashboard.js";

/** Where was looked, and why a place was not taken. */
function places(looked) {
  return el("details", {}, el("summary", {}, `Where was looked (${looked.length})`),
    el("ul", { class: "names" }, looked.map((one) => el("li", {}, `${one.sought}: ${one.path}${one.objection ? ` (${one.objection})` : one.is_chosen ? " (taken)" : ""}`))));
}

/** Asks for the folder, where it was not found or is another one. */
function question(card) {
  const folder = el("input", { type: "text", id: "game-folder", autocomplete: "off", spellcheck: "false" });
  const look = async (event) => {
    event.preventDefault();
    try { fill(card, await ask("/api/game", { folder: folder.value }), folder.value); } catch (error) { say(error.message); }
  };
  return el("form", { onsubmit: look }, el("label", { for: "game-folder" }, "The folder in which the game is installed, “Crusader Kings III”"), folder,
    el("div", { class: "actions" }, el("button", { type: "submit" }, "Look there")));
}

function fill(card, found, folder) {
  const taken = found.looked_at.find((one) => one.sought === "game" && one.is_chosen);
  card.replaceChildren(el("h3", {}, "Your game"));
  if (found.is_configured) {
    card.append(el("p", {}, el("strong", { class: "S" }, "Set up. "), "Clients serve what these settings say from their next start."), el("p", { class: "quiet" }, found.file));
    return;
  }
  card.append(el("p", {}, "Until now agents see a small sample world that comes with the program."));
  if (!found.configuration) {
    const wrong = folder && found.looked_at[0].objection;
    card.append(el("p", {}, wrong ? `${found.looked_at[0].path}: ${wrong}.` : "No game was found on this computer."), question(card), places(found.looked_at));
    return;
  }
  const { text, digest } = found.configuration;
  const go = async (event) => {
    event.target.disabled = true;
    try {
      await ask("/api/game", { folder, digest });
      say("Written. Start ck3raven again to see your game on this page; clients serve it from their next start.");
    } catch (error) { say(error.message); }
    show("connect");
  };
  card.append(el("p", {}, `The game was found: ${taken.path}`),
    el("details", {}, el("summary", {}, "What would be written"), el("p", { class: "quiet" }, found.file), el("pre", { tabindex: "0", "aria-label": "the settings" }, text)),
    places(found.looked_at),
    el("div", { class: "actions" }, el("button", { type: "button", class: "yes", onclick: go }, "Use this game"),
      el("button", { type: "button", onclick: (event) => event.target.closest(".actions").replaceWith(question(card)) }, "It is elsewhere …")));
}

export async function gameCard() {
  const card = el("article", { class: "card" });
  fill(card, await ask("/api/game", {}), null);
  return card;
}

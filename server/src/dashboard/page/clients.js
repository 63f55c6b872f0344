// Connecting the program in which the person talks to an agent.
import { ask, difference, el, say } from "./dom.js";
import { show } from "./dashboard.js";
import { gameCard } from "./game.js";

function copyButton(text) {
  const copy = () => navigator.clipboard.writeText(text).then(() => say("Copied."), () => say("Copy it by hand: the browser does not let the page."));
  return el("button", { type: "button", onclick: copy }, "Copy");
}

/** For those who would rather do it themselves, and for configurations that this program does not understand. */
function byHand(one, isOpen) {
  const how = one.client === "claude-code" ? "Run this in a terminal:" : `Put this into ${one.file}:`;
  return el("details", { open: isOpen }, el("summary", {}, "By hand"), el("p", { class: "quiet" }, how),
    el("pre", { tabindex: "0", "aria-label": "what to give to it" }, one.by_hand), el("div", { class: "actions" }, copyButton(one.by_hand)));
}

/** What would be written, and the button that writes exactly that. */
function offer(one, card) {
  const { difference: text, digest } = one.connection;
  const go = async (event) => {
    event.target.disabled = true;
    try {
      const { copy } = await ask("/api/connect", { client: one.client, digest });
      say(`${one.name} is connected. ${copy ? `What its settings were is kept: ${copy}` : ""}`);
      show("connect");
    } catch (error) {
      say(error.message);
      show("connect");
    }
  };
  const yes = el("button", { type: "button", class: "yes", onclick: go }, `Connect ${one.name}`);
  card.replaceChildren(el("h3", {}, one.name), el("p", {}, `This is added to its settings, ${one.file}; nothing else changes, and a copy of what they were is kept.`),
    difference(text), el("div", { class: "actions" }, yes, el("button", { type: "button", onclick: () => show("connect") }, "Leave it")));
  yes.focus();
}

function clientCard(one) {
  const { state, why } = one.connection;
  const card = el("article", { class: "card" }, el("h3", {}, one.name));
  if (state === "connected") {
    card.append(el("p", {}, el("strong", { class: "S" }, "Connected. "), "If it was running, quit it and start it again; it then starts ck3raven by itself."), el("p", { class: "quiet" }, one.file));
  } else if (state === "possible") {
    if (!one.is_found) card.append(el("p", { class: "quiet" }, "It was not found on this computer; it can be connected before it is installed."));
    card.append(el("div", { class: "actions" }, el("button", { type: "button", class: one.is_found ? "yes" : "", onclick: () => offer(one, card) }, "Connect …")), byHand(one, false));
  } else {
    card.append(el("p", {}, `Its settings are ${one.file}; ${why}.`), byHand(one, true));
  }
  return card;
}

export async function connectView() {
  const [clients, game] = await Promise.all([ask("/api/clients"), gameCard()]);
  // Those that are there come first; the order stays otherwise.
  const sorted = [...clients.filter((one) => one.is_found), ...clients.filter((one) => !one.is_found)];
  return [el("h2", {}, "Connect a client"), el("p", {}, "The program in which you talk to an agent starts ck3raven by itself, once it knows of it."), ...sorted.map(clientCard), el("h2", {}, "What agents see"), game];
}

"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const search = one("#q"), area = one("#area"), count = one("#count"), clear = one("#clear"), nothing = one("#nothing");
  const toggles = all(".toggle"), groups = all(".group");
  // What a person would look for: all but the example.
  function words(element) {
    const copy = element.cloneNode(true);
    copy.querySelector(".envelope")?.remove();
    return copy.textContent.toLowerCase();
  }
  const codes = all(".code").map((element) => ({
    element,
    summary: element.querySelector("summary"),
    text: words(element),
  }));

  // What is chosen: any of the pressed values of a group, all of the groups, all of the words.
  function chosen() {
    const filters = {};
    for (const toggle of toggles) {
      if (toggle.getAttribute("aria-pressed") === "true") {
        (filters[toggle.dataset.filter] ??= []).push(toggle.dataset.value);
      }
    }
    if (area.value) filters.area = [area.value];
    return { filters, words: search.value.toLowerCase().split(/\s+/).filter(Boolean) };
  }

  function update() {
    const { filters, words } = chosen();
    let shown = 0;
    for (const { element, text } of codes) {
      const fits = Object.entries(filters).every(([name, values]) => values.includes(element.dataset[name]));
      element.hidden = !(fits && words.every((word) => text.includes(word)));
      if (!element.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector(".code:not([hidden])");
    const isNarrowed = words.length > 0 || Object.keys(filters).length > 0;
    count.textContent = isNarrowed ? `${shown} of ${codes.length} codes` : `${shown} codes`;
    clear.hidden = !isNarrowed;
    nothing.hidden = shown > 0;
    highlight(words);
  }

  // Found words are marked without touching the text.
  function highlight(words) {
    if (!globalThis.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (words.length === 0) return;
    const ranges = [];
    for (const { element } of codes) {
      if (element.hidden) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        for (const word of words) {
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  function reset() {
    search.value = "";
    area.value = "";
    for (const toggle of toggles) toggle.setAttribute("aria-pressed", "false");
    update();
  }

  const visible = () => codes.filter(({ element }) => !element.hidden).map(({ summary }) => summary);
  function move(step) {
    const rows = visible();
    if (rows.length === 0) return;
    const current = document.activeElement?.closest?.(".code")?.querySelector("summary");
    const at = rows.indexOf(current);
    if (at === 0 && step < 0) return search.focus();
    const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(at + step, rows.length - 1);
    rows[next].focus();
    rows[next].scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inSearch = document.activeElement === search;
    const inField = inSearch || document.activeElement === area;
    const down = event.key === "ArrowDown" || (!inField && event.key === "j");
    const up = event.key === "ArrowUp" || (!inField && event.key === "k");
    if (event.key === "/" && !inField) {
      search.focus();
      search.select();
    } else if (event.key === "Escape") {
      if (inSearch && search.value === "") search.blur();
      else reset();
    } else if (inSearch && event.key === "Enter") {
      const [first] = visible();
      if (first) {
        first.parentElement.open = true;
        first.focus();
      }
    } else if (document.activeElement === area) {
      return;
    } else if (down) {
      move(1);
    } else if (up && !inSearch) {
      move(-1);
    } else {
      return;
    }
    event.preventDefault();
  });

  for (const toggle of toggles) {
    toggle.addEventListener("click", () => {
      toggle.setAttribute("aria-pressed", String(toggle.getAttribute("aria-pressed") !== "true"));
      update();
    });
  }
  one("#form").addEventListener("submit", (event) => event.preventDefault());
  one("#form").addEventListener("reset", (event) => { event.preventDefault(); reset(); search.focus(); });
  one("#again").addEventListener("click", () => { reset(); search.focus(); });
  search.addEventListener("input", update);
  area.addEventListener("change", update);

  document.addEventListener("click", async (event) => {
    const code = event.target.dataset?.copy;
    if (!code) return;
    try {
      await navigator.clipboard.writeText(code);
      event.target.textContent = "Copied";
    } catch {
      event.target.textContent = code;
    }
    setTimeout(() => { event.target.textContent = "Copy code"; }, 1500);
  });

  // A link to a code opens it, whatever is filtered.
  function open() {
    const code = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!code?.matches(".code")) return;
    if (code.hidden) reset();
    code.open = true;
    code.querySelector("summary").focus({ preventScroll: true });
    code.scrollIntoView();
  }
  addEventListener("hashchange", open);

  // The choice of colours is kept where the browser lets us.
  const theme = one("#theme");
  const themes = { auto: ["◐", "as the system has them"], light: ["☀", "light"], dark: ["☾", "dark"] };
  const store = { get() { try { return localStorage.getItem("theme"); } catch { return null; } },
                  set(name) { try { localStorage.setItem("theme", name); } catch { /* not kept */ } } };
  function paint(name) {
    const [sign, words] = themes[name];
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    theme.dataset.now = name;
    theme.textContent = sign;
    theme.title = `Colours: ${words}`;
    theme.setAttribute("aria-label", theme.title);
  }
  theme.addEventListener("click", () => {
    const names = Object.keys(themes);
    const next = names[(names.indexOf(theme.dataset.now) + 1) % names.length];
    store.set(next);
    paint(next);
  });
  paint(Object.hasOwn(themes, store.get() ?? "") ? store.get() : "auto");
  open();
  // The browser goes to the target by itself once all is loaded, and takes the focus away.
  addEventListener("load", () => setTimeout(open, 0));
})();

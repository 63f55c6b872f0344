// Calls in numbers: over time, by code, tool and session, the slowest, and agents in a loop.
import { ask, el, plural, short, table, type } from "./dom.js";
import { storyLink } from "./dashboard.js";
import { timeline } from "./journal.js";

const TYPES = { S: "succeeded", I: "invalid", D: "denied", E: "failed" };
/** From so many days on, a day is a bar; before, an hour is. */
const MIN_DAYS = 4;
const MAX_BARS = 48;
const MAX_CODES = 15;

const svg = (name, properties, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const count = (codes, of) => Object.entries(codes).reduce((sum, [code, times]) => sum + (type(code) === of ? times : 0), 0);

/** Bars of calls, one for each hour or day, by how they ended. The table below says the same in numbers. */
function chart(times, unit) {
  const totals = times.map(([, codes]) => Object.values(codes).reduce((sum, one) => sum + one, 0));
  const most = Math.max(1, ...totals);
  const bars = times.flatMap(([name, codes], index) => {
    let top = 100;
    return Object.keys(TYPES).map((of) => {
      const calls = count(codes, of);
      const height = (calls / most) * 100;
      top -= height;
      return svg("rect", { class: `bar-${of}`, x: index * 10 + 1, y: top, width: 8, height }, svg("title", {}, `${name}: ${calls} ${TYPES[of]}`));
    });
  });
  const range = times.length > 1 ? `${times[0][0]} to ${times.at(-1)[0]}` : times[0][0];
  const label = `Calls by ${unit}, at most ${most}; the table below has the numbers`;
  return el("figure", { class: "chart" }, svg("svg", { viewBox: `0 0 ${Math.max(12, times.length) * 10} 100`, preserveAspectRatio: "none", role: "img", "aria-label": label }, ...bars),
    el("figcaption", { class: "quiet" }, `${range}, at most ${plural(most, "call")} ${unit === "hour" ? "an hour" : "a day"}: `,
      Object.entries(TYPES).map(([of, word]) => [el("span", { class: `key bar-${of}` }), ` ${word} `])));
}

/** How often each code was answered in each hour or day. */
function overTime(found) {
  const days = Object.entries(found.codes_by_day);
  const unit = days.length < MIN_DAYS ? "hour" : "day";
  const times = (unit === "hour" ? Object.entries(found.codes_by_hour) : days).slice(-MAX_BARS);
  if (!times.length) return el("p", { class: "quiet" }, "No call yet.");
  const codes = found.by_code.slice(0, MAX_CODES).map(([code]) => code);
  const latest = times.slice(-8).reverse();
  const rows = codes.map((code) => el("tr", {}, el("td", {}, el("code", { class: type(code) }, code)), latest.map(([, by]) => el("td", { class: "number" }, by[code] || 0))));
  return [chart(times, unit), table(["code", ...latest.map(([name]) => `#${unit === "hour" ? name.slice(5) : name}`)], rows)];
}

export async function statisticsView() {
  const found = await ask("/api/statistics");
  const most = Math.max(1, ...found.by_code.map(([, times]) => times));
  const keys = ["calls", "succeeded", "invalid", "denied", "failed", "median_ms", "p90_ms", "p99_ms", "max_ms"];
  const tallies = (entries) => entries.map(([name, tally]) => el("tr", {}, el("td", {}, name), ...keys.map((key) => el("td", { class: "number" }, tally[key]))));
  const names = (first) => [first, "#calls", "#succeeded", "#invalid", "#denied", "#failed", "#median ms", "#p90", "#p99", "#max"];
  const sessions = found.by_session.slice(0, 15).map(([label, tally]) => [label ? storyLink(label, `session ${short(label)}`) : "none", tally]);
  const times = found.loops.map((one) => `${plural(one.times, "time")}, the last: `);
  return [el("h2", {}, plural(found.calls.calls, "call")),
    el("h3", {}, "Agents in a loop"), found.loops.length ? timeline(found.loops.map((one) => one.call), times) : el("p", { class: "quiet" }, "None: nobody repeats the same mistake."),
    el("h3", {}, "Codes over time"), overTime(found),
    el("h3", {}, "By code"), table(["code", "#times", "share"], found.by_code.slice(0, 40).map(([code, calls]) => el("tr", {}, el("td", {}, el("code", { class: type(code) }, code)), el("td", { class: "number" }, calls),
      el("td", {}, el("meter", { min: 0, max: most, value: calls, "aria-label": `${code}: ${calls}` }))))),
    el("h3", {}, "By tool"), table(names("tool"), tallies(Object.entries(found.by_tool))),
    el("h3", {}, "By session"), table(names("session"), tallies(sessions)),
    el("h3", {}, "By day"), table(names("day"), tallies(Object.entries(found.by_day).reverse())),
    el("h3", {}, "Slowest"), timeline(found.slowest, found.slowest.map((call) => `${call.duration_ms} ms: `))].flat();
}

// The clocks of a page. They show the event's time, which comes from the stream: no page has the current time in it.
//
//   <time data-until="…">12:34</time>                    a countdown; its text stays until the time is known
//     data-rests="from/to from/to"                       the breaks before its end, which pause it
//   <time data-as-of>                                    the event's current time, on printouts
//   <div data-ring="300">…<circle data-ring-left>        a ring that shrinks with the countdown in it
//
// When a countdown ends, "uptown:clock" is fired on the document.

import { recall, remember } from "../core/memory.js";
import { eventTime, inWords, secondsLeft } from "./clock_rules.js";

const name = () => `uptown-clock ${document.querySelector("[data-live]")?.dataset.live}`;

let face = null; // the event's clock (clock_rules.js)
let timeOfDay = null; // the format for data-as-of

// The countdowns that had time left at the last tick, by element: only these can end now.
const running = new WeakMap();

function turnRing(element, seconds) {
  const ring = element.closest("[data-ring]");
  const total = Number(ring?.dataset.ring);
  if (!total) return;
  const length = Math.min(total, Math.max(0, seconds));
  ring.querySelector("[data-ring-left]")?.setAttribute("stroke-dasharray", `${length} ${total}`);
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tickCountdown(element, time) {
  const { until, rests } = element.dataset;
  const seconds = secondsLeft(time, until, rests);
  if (Number.isNaN(seconds)) return;
  write(element, inWords(Math.max(0, seconds)));
  turnRing(element, seconds);
  // Offline, no swap removes a button that works only until then.
  if (seconds <= 0) element.closest("form[data-ends]")?.querySelector("button")?.setAttribute("disabled", "");
  if (seconds > 0) running.set(element, until);
  else if (running.get(element) === until) {
    running.delete(element);
    document.dispatchEvent(new CustomEvent("uptown:clock"));
  }
}

function tick() {
  const time = eventTime(face, Date.now());
  if (time === null) return;
  const asOf = timeOfDay.format(time);
  for (const element of document.querySelectorAll("time[data-as-of]")) write(element, asOf);
  for (const element of document.querySelectorAll("time[data-until]")) tickCountdown(element, time);
}

/** Set the event's clock to what the stream says. */
export function setClock({ now, speed }) {
  face = { shown: Date.parse(now), speed, at: Date.now() };
  remember(name(), face);
  tick();
}

export function startClock() {
  const timeZone = document.querySelector("[data-zone]")?.dataset.zone;
  const parts = { weekday: "short", hour: "numeric", minute: "2-digit" };
  timeOfDay = new Intl.DateTimeFormat("en-US", { timeZone, ...parts });
  face = recall(name()); // Until the stream sends it, and for a page that is opened offline.
  tick();
  setInterval(tick, 250);
  document.addEventListener("htmx:afterSwap", tick);
}

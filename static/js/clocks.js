// Ticks the clocks of a page by the event's time, which the stream tells; no page says what time it is.
//
//   <time data-until="…">12:34</time>                    a countdown; its text holds until the time is known
//     data-rests="from/to from/to"                       breaks on the way, in which it stands still
//   <time data-as-of>                                    the hall's time now, on paper
//   <div data-ring="300">…<circle data-ring-left>        a ring that one of them shortens
//
// When one has run out, "uptown:clock" is fired on the document.
"use strict";

const eventClock = (() => {
  const REMEMBERED = `uptown-clock ${document.querySelector("[data-live]")?.dataset.live}`;
  let face = null; // what the event's clock showed, and when that was by this phone's

  // A page that comes without signal goes on from what was told last; so does one whose stream isn't open yet.
  const set = ({ now, speed }) => {
    face = { shown: Date.parse(now), speed, at: Date.now() };
    memory.keep(REMEMBERED, face);
  };

  const now = () => face && face.shown + (Date.now() - face.at) * face.speed;

  const inWords = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    if (hours >= 48) return `${Math.floor(hours / 24)} days`;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // What of the breaks is still to come doesn't count: the five minutes wait while everybody rests.
  const restBetween = (time, until, rests = "") =>
    rests.trim().split(/\s+/).reduce((sum, rest) => {
      const [from, to] = rest.split("/").map(Date.parse);
      return sum + (Math.max(0, Math.min(to, until) - Math.max(from, time)) || 0);
    }, 0);

  const turnRing = (element, seconds) => {
    const ring = element.closest("[data-ring]");
    const total = Number(ring?.dataset.ring);
    if (!total) return;
    const length = Math.min(total, Math.max(0, seconds));
    ring.querySelector("[data-ring-left]")?.setAttribute("stroke-dasharray", `${length} ${total}`);
  };

  const zone = document.querySelector("[data-zone]")?.dataset.zone;
  const clockTime = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short", hour: "numeric", minute: "2-digit" });

  // Which ran when they were last looked at: only one that has just run out is news.
  const running = new WeakMap();

  const tick = () => {
    const time = now();
    if (time === null) return;
    const asOf = clockTime.format(time);
    for (const element of document.querySelectorAll("time[data-as-of]")) {
      if (element.textContent !== asOf) element.textContent = asOf;
    }
    for (const element of document.querySelectorAll("time[data-until]")) {
      const { until, rests } = element.dataset;
      const end = Date.parse(until);
      const seconds = Math.ceil((end - time - restBetween(time, end, rests)) / 1000);
      if (Number.isNaN(seconds)) continue;
      const text = inWords(Math.max(0, seconds));
      if (element.textContent !== text) element.textContent = text;
      turnRing(element, seconds);
      // What may be pressed for so long only, where nothing comes any more to take it away.
      if (seconds <= 0) element.closest("form[data-ends]")?.querySelector("button")?.setAttribute("disabled", "");
      if (seconds > 0) running.set(element, until);
      else if (running.get(element) === until) {
        running.delete(element);
        document.dispatchEvent(new CustomEvent("uptown:clock"));
      }
    }
  };

  face = memory.of(REMEMBERED);
  tick();
  setInterval(tick, 250);
  document.addEventListener("htmx:afterSwap", tick);
  return {
    set(told) {
      set(told);
      tick();
    },
  };
})();

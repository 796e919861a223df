// Keeps an open page fresh, says how fresh it is, and ticks its clocks.
//
//   <main data-live="/live/summer">                      the event's stream
//   <span data-fresh>                                    "live", "updated 6 s ago", "offline since 3:41"
//   <time data-until="…" data-now="…" data-speed="1">    a countdown by the event's own clock
//
// When the event has changed, "uptown:changed" is fired on the body; fragments fetch themselves again. It carries the
// version that the stream told, and nothing where there is another reason, such as a clock that ran out.
// So they do when the stream is first heard: something may have happened while the page was on its way. A fragment that
// did not come is asked for again as soon as something is heard.
"use strict";

(() => {
  const POLL = 30_000; // when there is no stream
  const SILENCE = 40_000; // a stream that says nothing for so long is dead: it beats every 15 s
  const JITTER = 300; // so that a hall full of phones does not ask in the same instant

  // --- the version ------------------------------------------------------------------------------

  const place = document.querySelector("[data-live]");
  const address = place?.dataset.live;
  let version = null;
  let stream = null;
  // A copy of a page that was kept on this phone (keep.js) was last heard of before it was opened.
  const HEARD = "uptown-heard";
  let heardAt = Date.now();
  let hasHeard = false;
  let polledAt = Date.now();
  let isOffline = false;
  let isStale = false;
  let isMissed = false;
  let pending = null;
  let isToldOnly = true; // The stream is the only reason to ask.

  const fire = () => {
    pending = null;
    if (document.hidden) {
      isStale = true; // A phone in a pocket asks when it is looked at again.
      return;
    }
    isStale = false;
    const detail = isToldOnly ? { version } : null;
    isToldOnly = true;
    document.body.dispatchEvent(new CustomEvent("uptown:changed", { detail }));
  };

  const changed = ({ isTold = false } = {}) => {
    isToldOnly &&= isTold;
    pending ??= setTimeout(fire, Math.random() * JITTER);
  };

  const catchUp = () => {
    if (isMissed) changed();
    isMissed = false;
  };

  const missed = ({ detail: { requestConfig, xhr } }) => {
    const isRefresh = requestConfig?.triggeringEvent?.type === "uptown:changed";
    const isClosed = isFromHall(xhr) && xhr.status >= 400 && xhr.status < 500; // It stays so.
    isMissed ||= isRefresh && !isClosed;
  };

  const remember = () => {
    try {
      localStorage.setItem(HEARD, heardAt);
    } catch {
      // A browser that keeps nothing says "offline" since the page was opened.
    }
  };

  const remembered = () => {
    try {
      return Number(localStorage.getItem(HEARD));
    } catch {
      return 0;
    }
  };

  const silent = () => {
    if (!isOffline && !hasHeard) heardAt = remembered() || heardAt;
    isOffline = true;
  };

  const heard = (now) => {
    heardAt = Date.now();
    isOffline = false;
    hasHeard = true;
    remember();
    catchUp();
    if (now === undefined || now === version) return;
    version = now;
    changed({ isTold: true });
  };

  const isStreaming = () => stream?.readyState === EventSource.OPEN && Date.now() - heardAt < SILENCE;

  const open = () => {
    stream?.close();
    stream = new EventSource(address);
    stream.addEventListener("version", (event) => heard(event.data));
    stream.addEventListener("beat", () => heard());
    stream.addEventListener("error", () => {
      // Ask the other way soon, to know whether it is the stream or the server that is gone.
      polledAt = Math.min(polledAt, Date.now() - POLL + Math.random() * 5000);
    });
  };

  const poll = async () => {
    polledAt = Date.now();
    try {
      const answer = await fetch(`${address}?poll`, { cache: "no-store" });
      heedStranger(answer);
      if (answer.ok && isFromHall(answer)) heard((await answer.text()).trim());
      else silent();
    } catch {
      silent();
    }
    if (!isOffline && !isStreaming() && stream?.readyState !== EventSource.CONNECTING) open();
  };

  const look = () => {
    if (!isStreaming() && Date.now() - polledAt >= POLL) poll();
  };

  // --- how fresh --------------------------------------------------------------------------------

  const clockTime = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    hour: "numeric",
    minute: "2-digit",
  });

  const freshness = () => {
    const isGone = isOffline || !navigator.onLine; // Whatever a stream that has not noticed yet may say.
    if (isStreaming() && !isGone) return ["live", "live"];
    const seconds = Math.round((Date.now() - heardAt) / 1000);
    if (isGone || seconds > 75) {
      return ["offline", `offline since ${clockTime.format(heardAt)}`];
    }
    return ["updated", seconds < 2 ? "updated just now" : `updated ${seconds} s ago`];
  };

  const showFreshness = () => {
    const [state, said] = freshness();
    const waiting = document.body.dataset.waiting; // "2 hands waiting" (waiting.js)
    const text = waiting ? `${said} · ${waiting}` : said;
    for (const label of document.querySelectorAll("[data-fresh]")) {
      if (label.dataset.fresh !== state) label.dataset.fresh = state;
      if (label.textContent !== text) label.textContent = text;
    }
  };

  // --- clocks -----------------------------------------------------------------------------------

  const anchors = new WeakMap();

  // The event's time when the element came, and the moment it came: from there the clock is counted on.
  const anchorOf = (element) => {
    let anchor = anchors.get(element);
    if (!anchor || anchor.now !== element.dataset.now || anchor.until !== element.dataset.until) {
      const { now, until } = element.dataset;
      // A kept copy of the page knows when its clock was first seen.
      if (anchor) delete element.dataset.seen;
      element.dataset.seen ??= Date.now();
      anchor = { now, until, seenAt: Number(element.dataset.seen), startedAt: now ? Date.parse(now) : Date.now() };
      anchors.set(element, anchor);
      anchor.isRunning = left(element, anchor) > 0;
    }
    return anchor;
  };

  const left = (element, anchor) => {
    const speed = Number(element.dataset.speed ?? 1);
    const now = anchor.startedAt + (Date.now() - anchor.seenAt) * speed;
    return Math.ceil((Date.parse(anchor.until) - now) / 1000);
  };

  const inWords = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // A clock inside <div data-ring="300"> also shortens that ring's <circle data-ring-left>.
  const turnRing = (element, seconds) => {
    const ring = element.closest("[data-ring]");
    const total = Number(ring?.dataset.ring);
    if (!total) return;
    const length = Math.min(total, Math.max(0, seconds));
    ring.querySelector("[data-ring-left]")?.setAttribute("stroke-dasharray", `${length} ${total}`);
  };

  const tickClocks = () => {
    for (const element of document.querySelectorAll("time[data-until]")) {
      const anchor = anchorOf(element);
      const seconds = left(element, anchor);
      if (Number.isNaN(seconds)) continue;
      const text = inWords(Math.max(0, seconds));
      if (element.textContent !== text) element.textContent = text;
      turnRing(element, seconds);
      // What may be pressed for so long only, where nothing comes any more to take it away.
      if (seconds <= 0) element.closest("form[data-ends]")?.querySelector("button")?.setAttribute("disabled", "");
      if (anchor.isRunning && seconds <= 0) {
        anchor.isRunning = false;
        changed();
      }
    }
  };

  // --- going ------------------------------------------------------------------------------------

  tickClocks();
  setInterval(tickClocks, 250);
  if (!place) return;

  open();
  showFreshness();
  setInterval(() => {
    look();
    showFreshness();
  }, 1000);

  const lookAgain = () => {
    if (document.hidden) return;
    if (isStale) fire();
    if (!isStreaming()) poll();
  };
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("online", lookAgain);
  addEventListener("online", catchUp);
  for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(silence, missed);
  }
  addEventListener("offline", showFreshness);
  document.addEventListener("uptown:silence", poll);
  document.addEventListener("uptown:outbox", showFreshness);
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    open();
    changed();
  });
})();

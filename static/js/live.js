// Keeps an open page fresh, and says how fresh it is.
//
//   <main data-live="/live/summer" data-worker="…" data-version="77">    the event's stream, and as of when the page is
//   <div id="…" hx-get="…" data-shared>                  a part that everybody sees: the stream brings it
//   <a data-fresh>                                       "live", "offline since 3:41"; leads to what waits, if any
//
// What belongs to one person is fetched: when the event has moved, "uptown:changed" is fired on the body, and those
// fragments fetch themselves again. It carries the version and the games that alone are concerned, as the stream told
// them; nothing where there is another reason, such as a clock that ran out. A fragment that did not come is asked for
// again as soon as something is heard.
"use strict";

(() => {
  const POLL = 20_000; // when there is no stream
  const POLL_OFFLINE = 5000;
  const SILENCE = 40_000; // a stream that says nothing for so long is dead: it beats every 15 s
  const SOON = 3000;
  // So that a hall full of phones does not ask in the same instant; a clock runs out on all of them at once.
  const JITTER = 300;
  const CLOCK_JITTER = 2000;

  // --- the version ------------------------------------------------------------------------------

  const place = document.querySelector("[data-live]");
  const address = place?.dataset.live;
  let version = place?.dataset.version ?? null;
  let stream = null;
  let isOpen = false;
  // A copy of a page that was kept on this phone (keep.js) was last heard of before it was opened.
  const HEARD = "uptown-heard";
  let heardAt = Number(place?.dataset.copied) || Date.now();
  let hasHeard = false;
  let polledAt = Date.now();
  let isOffline = false;
  let isStale = false;
  let isMissed = false;
  let pending = null;
  let reasons = []; // to ask: what the stream told, or null

  // What a press brings stands as of its version (swaps.js): until it is answered, nobody knows what else is new.
  const isPressed = () => document.querySelector("form.htmx-request, button.htmx-request") !== null;

  // Nobody looks at it. The page of a team that waits for its table (data-waits) goes on all the same: its title says
  // when the table is called, and it may chime.
  const isAsleep = () => document.hidden && document.querySelector("[data-waits]") === null;

  const fire = () => {
    if (isPressed()) {
      pending = setTimeout(fire, JITTER);
      return;
    }
    pending = null;
    if (isAsleep()) {
      isStale = true; // A phone in a pocket asks when it is looked at again.
      return;
    }
    isStale = false;
    const isTold = !reasons.includes(null);
    const games = reasons.every((news) => news?.games) ? reasons.flatMap((news) => news.games) : null;
    const detail = isTold ? { version, games } : null;
    reasons = [];
    document.body.dispatchEvent(new CustomEvent("uptown:changed", { detail }));
  };

  const changed = (news = null) => {
    reasons.push(news);
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

  const silent = () => {
    if (!isOffline && !hasHeard) heardAt = memory.of(HEARD) || heardAt;
    isOffline = true;
  };

  const heard = (news = null) => {
    heardAt = Date.now();
    isOffline = false;
    hasHeard = true;
    memory.keep(HEARD, heardAt);
    catchUp();
    showFreshness();
    document.dispatchEvent(new CustomEvent("uptown:heard"));
    if (news === null) return;
    eventClock.set(news);
    if (news.version === version) return;
    version = news.version;
    changed(isStreaming() ? news : null);
  };

  const isStreaming = () => isOpen && Date.now() - heardAt < SILENCE;

  const tell = (name, text) => {
    if (name === "error") {
      isOpen = false;
      // Ask the other way soon, to know whether it is the stream or the server that is gone.
      polledAt = Math.min(polledAt, Date.now() - POLL + Math.random() * 5000);
      return;
    }
    isOpen = true;
    heard(name === "version" ? JSON.parse(text) : null);
    if (name === "part") document.dispatchEvent(new CustomEvent("uptown:part", { detail: text }));
  };

  const open = () => {
    if (isAsleep()) return;
    const shows = [...document.querySelectorAll("[data-shared]")].map((each) => each.getAttribute("hx-get"));
    stream ??= openStream({ address, worker: place.dataset.worker, shows, tell });
    stream.join(version);
  };

  const leave = () => {
    isOpen = false;
    stream?.leave();
  };

  const poll = async () => {
    polledAt = Date.now();
    try {
      const answer = await fetch(`${address}?poll`, { cache: "no-store" });
      heedStranger(answer);
      if (answer.ok && isFromHall(answer)) heard(await answer.json());
      else silent();
    } catch {
      silent();
    }
    if (!isOffline && !isStreaming() && !isAsleep()) stream?.again(version);
  };

  const look = () => {
    if (!isStreaming() && Date.now() - polledAt >= (isOffline ? POLL_OFFLINE : POLL)) poll();
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
    const { waiting, needs } = document.body.dataset; // "2 hands waiting", "1 refused" (waiting.js)
    const text = waiting ? `${said} · ${waiting}` : said;
    for (const label of document.querySelectorAll("[data-fresh]")) {
      if (label.dataset.fresh !== state) label.dataset.fresh = state;
      if (label.textContent !== text) label.textContent = text;
      label.toggleAttribute("data-needs", Boolean(needs));
      const brief = [state === "updated" ? "" : state, ...(waiting?.match(/\d+/g) ?? [])].filter(Boolean).join(" · ");
      label.dataset.brief = needs || brief;
      if (waiting) label.setAttribute("href", "#kept");
      else label.removeAttribute("href");
    }
  };

  // --- going ------------------------------------------------------------------------------------

  if (!place) return;

  open();
  showFreshness();
  setInterval(() => {
    if (!isAsleep()) look();
    showFreshness();
  }, 1000);

  const lookAgain = () => {
    if (isAsleep()) {
      leave();
      return;
    }
    if (isStale) fire();
    open();
    polledAt = Date.now() - POLL + SOON; // by then the stream has said something, if it can
  };
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("online", () => {
    lookAgain();
    catchUp();
    if (!isAsleep()) poll();
  });
  addEventListener("offline", () => {
    leave();
    showFreshness();
  });
  for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(silence, missed);
  }
  document.addEventListener("uptown:clock", () => setTimeout(changed, Math.random() * CLOCK_JITTER));
  document.addEventListener("uptown:silence", poll);
  document.addEventListener("uptown:outbox", showFreshness);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => {
    if (event.persisted) lookAgain();
  });
})();

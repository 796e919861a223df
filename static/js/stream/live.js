// Keeps an open page fresh, and shows how fresh it is.
//
//   <main data-live="/live/summer" data-worker="…" data-version="77">    the event's stream, and the page's version
//   <div id="…" hx-get="…" data-shared>                  a fragment that everybody shares: the stream sends it
//   <div data-shared="…"><div id="…">                    the same, for one that is never fetched
//   <a data-fresh>                                       "live", "offline since 3:41"; links to what waits, if any
//
// Personal fragments fetch themselves again: when the event has changed, "uptown:changed" is fired on the body. Its
// detail has the version and, if the stream named them, the only games that changed; it is null for other reasons,
// such as a countdown that ended. A refresh that failed is repeated as soon as the server is heard again. After news
// for everybody the pages of teams take turns, for as long as the message says ("spread", in seconds).

import { isSending } from "../core/htmx.js";
import { recall, remember } from "../core/memory.js";
import { isFromUptown, showStranger } from "../core/responses.js";
import { setClock } from "./clock.js";
import { freshness, inBrief } from "./freshness.js";
import { openStream } from "./stream.js";

const POLL = 20_000; // without a stream
const POLL_OFFLINE = 5000;
const SILENCE = 40_000; // A stream sends a beat every 15 s; after this long it is dead.
const SOON = 3000; // after somebody looks at the page again
// Spreads the requests of a room full of phones. A countdown ends on all of them at once.
const JITTER = 300;
const APART = 1000; // from one refresh to the next: a hand of each table may come in the same second
const CLOCK_JITTER = 2000;
const LINES_FIRST = 1000; // Before pages take turns, the server has time to send the call (call.js).
const HEARD = "uptown-heard";

let place = null; // the element with data-live
let version = null;
let stream = null;
let isOpen = false;
let heardAt = 0;
let hasHeard = false;
let polledAt = 0;
let isOffline = false;
let isStale = false;
let hasMissed = false;
let pending = null;
let pause = 0; // in which the pending refresh has its turn
let firedAt = -APART;
let reasons = []; // for the next refresh: what the stream sent, or null

// --- refreshes ------------------------------------------------------------------------------------

// A hidden page does nothing, unless a team waits on it for its table (data-waits): its title changes when the
// table is called, and it may chime.
const isAsleep = () => document.hidden && document.querySelector("[data-waits]") === null;

function fire() {
  clearTimeout(pending);
  // The response to a press names its version (core/swaps.js). Until it is here, we can't know what else is new.
  if (isSending(document)) {
    pending = setTimeout(fire, JITTER);
    return;
  }
  pending = null;
  if (isAsleep()) {
    isStale = true; // It refreshes when somebody looks at it again.
    return;
  }
  isStale = false;
  const isFromStream = !reasons.includes(null);
  const games = reasons.every((news) => news?.games) ? reasons.flatMap((news) => news.games) : null;
  const detail = isFromStream ? { version, games } : null;
  reasons = [];
  firedAt = performance.now();
  document.body.dispatchEvent(new CustomEvent("uptown:changed", { detail }));
}

function takeTurn(within) {
  clearTimeout(pending);
  pause = within;
  const turn = (within > JITTER ? LINES_FIRST : 0) + Math.random() * within;
  pending = setTimeout(fire, Math.max(turn, firedAt + APART - performance.now()));
}

const isTeams = () => document.querySelector("[data-own]") !== null;

function refreshSoon(news = null) {
  reasons.push(news);
  const within = isTeams() ? Math.max(JITTER, (news?.spread ?? 0) * 1000) : JITTER;
  if (pending === null || within < pause) takeTurn(within);
}

// A phone that shows its table already leaves the other half of the server to those who press something.
function waitLonger() {
  if (pending !== null && pause > JITTER) takeTurn(2 * pause);
}

function catchUp() {
  if (hasMissed) refreshSoon();
  hasMissed = false;
}

function noteMissed({ detail: { requestConfig, xhr } }) {
  const isRefresh = requestConfig?.triggeringEvent?.type === "uptown:changed";
  const isRefused = isFromUptown(xhr) && xhr.status >= 400 && xhr.status < 500; // Asking again won't help.
  hasMissed ||= isRefresh && !isRefused;
}

// --- the stream, and polling without one ----------------------------------------------------------

const isStreaming = () => isOpen && Date.now() - heardAt < SILENCE;

function heardNothing() {
  if (!isOffline && !hasHeard) heardAt = recall(HEARD) || heardAt;
  isOffline = true;
}

function heard(news = null) {
  heardAt = Date.now();
  isOffline = false;
  hasHeard = true;
  remember(HEARD, heardAt);
  catchUp();
  showFreshness();
  document.dispatchEvent(new CustomEvent("uptown:heard"));
  if (news === null) return;
  setClock(news);
  if (news.version === version) return;
  version = news.version;
  refreshSoon(isStreaming() ? news : null);
}

function receive(name, text) {
  if (name === "error") {
    isOpen = false;
    // Poll soon, to find out whether only the stream is gone or the server is.
    polledAt = Math.min(polledAt, Date.now() - POLL + Math.random() * 5000);
    return;
  }
  isOpen = true;
  heard(name === "version" ? JSON.parse(text) : null);
  if (name === "part") document.dispatchEvent(new CustomEvent("uptown:part", { detail: text }));
}

function join() {
  if (isAsleep()) return;
  const shared = [...document.querySelectorAll("[data-shared]")];
  const shows = shared.map((each) => each.dataset.shared || each.getAttribute("hx-get"));
  const { live: address, worker } = place.dataset;
  stream ??= openStream({ address, worker, shows, tell: receive });
  stream.join(version);
}

function leave() {
  isOpen = false;
  stream?.leave();
}

async function poll() {
  polledAt = Date.now();
  try {
    const response = await fetch(`${place.dataset.live}?poll`, { cache: "no-store" });
    showStranger(response);
    if (response.ok && isFromUptown(response)) heard(await response.json());
    else heardNothing();
  } catch {
    heardNothing();
  }
  if (!isOffline && !isStreaming() && !isAsleep()) stream?.again(version);
}

function pollIfDue() {
  if (!isStreaming() && Date.now() - polledAt >= (isOffline ? POLL_OFFLINE : POLL)) poll();
}

// --- freshness ------------------------------------------------------------------------------------

const clockTime = (time) =>
  new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    hour: "numeric",
    minute: "2-digit",
  }).format(time);

function showFreshness() {
  const isGone = isOffline || !navigator.onLine; // A stream may notice only later.
  const now = Date.now();
  const isHeld = "held" in document.body.dataset; // core/swaps.js
  const [state, words] = freshness({ isStreaming: isStreaming(), isOffline: isGone, isHeld, heardAt, now, clockTime });
  const { waiting, needs } = document.body.dataset; // "2 hands waiting", "1 refused" (outbox/waiting.js)
  const text = waiting ? `${words} · ${waiting}` : words;
  for (const label of document.querySelectorAll("[data-fresh]")) {
    if (label.dataset.fresh !== state) label.dataset.fresh = state;
    if (label.textContent !== text) label.textContent = text;
    label.toggleAttribute("data-needs", Boolean(needs));
    label.dataset.brief = needs || inBrief(state, words, waiting);
    if (waiting) label.setAttribute("href", "#kept");
    else label.removeAttribute("href");
  }
}

// --- start ----------------------------------------------------------------------------------------

function lookAgain() {
  if (isAsleep()) {
    leave();
    return;
  }
  if (isStale || pending !== null) fire();
  join();
  polledAt = Date.now() - POLL + SOON; // by then the stream has sent something, if it works
}

export function startLive() {
  place = document.querySelector("[data-live]");
  if (!place) return;
  version = place.dataset.version ?? null;
  // A page from the offline cache (parts/offline_pages.js) has the time at which it was cached.
  heardAt = Number(place.dataset.copied) || Date.now();
  polledAt = Date.now();

  join();
  showFreshness();
  setInterval(() => {
    if (!isAsleep()) pollIfDue();
    showFreshness();
  }, 1000);

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
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, noteMissed);
  }
  document.addEventListener("uptown:clock", () => setTimeout(refreshSoon, Math.random() * CLOCK_JITTER));
  document.addEventListener("uptown:silence", poll);
  document.addEventListener("uptown:shown", waitLonger);
  document.addEventListener("uptown:behind", () => refreshSoon({ games: null }));
  for (const news of ["uptown:outbox", "uptown:held"]) document.addEventListener(news, showFreshness);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
}

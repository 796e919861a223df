// How fragments are swapped: htmx without inline styles or eval, refusals shown, and Django's token sent.
// Loaded after htmx and before the page is ready, so that htmx starts with these settings.
"use strict";

Object.assign(htmx.config, {
  allowEval: false,
  includeIndicatorStyles: false,
  defaultSettleDelay: 0, // What is new stands as it is meant at once: no second styling of the page 20 ms later.
  timeout: 20_000, // One bar of signal: better to say so than to wait. What is sent again counts once.
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..", swap: true },
    { code: "422", swap: true }, // A refusal: the same form, with the sentence that says why.
    { code: "[45]..", swap: false, error: true },
  ],
});

// Read when sending, not when the page was made: signing in changes it.
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  if (token) event.detail.headers["X-CSRFToken"] = token[1];
});

// A proxy, or a Wi-Fi that wants a sign-in first, may answer in the hall's place, with any status: whatever it says, the
// hall's computer has heard nothing. Its own answers bear a mark (server/http/mark.py).
const MARK = "Uptown-Hall";
const isFromHall = (answer) => (answer.headers ? answer.headers.has(MARK) : answer.getResponseHeader(MARK) !== null);

// Where somebody else answers, signal is not what is missing: the page says so until the hall is heard again. A proxy
// that says that nobody is behind it (5xx) is only silence.
const heedStranger = (answer) => {
  const isStranger = !isFromHall(answer) && answer.status < 500;
  for (const sentence of document.querySelectorAll("[data-stranger]")) sentence.hidden = !isStranger;
};

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, xhr } = event.detail;
  heedStranger(xhr);
  if (isFromHall(xhr)) return;
  event.preventDefault();
  htmx.trigger(elt, "htmx:sendError", event.detail);
});

// A press that did not arrive is said aloud, and what was typed stays where it is. The entries that the outbox
// keeps are its own to speak of (entries.js).
const isKept = (event) =>
  document.documentElement.dataset.outbox === "open" && event.detail.elt?.closest("form[data-outbox]");
// A question what something would mean is posted too, but by what it stands in, not by a form or a button.
const isAction = (event) => {
  const { elt, requestConfig } = event.detail;
  return requestConfig && requestConfig.verb !== "get" && elt?.matches?.("form, button") && !isKept(event);
};

const unsent = (because) => {
  const sentence = document.querySelector(`template[data-unsent-because="${because}"]`);
  const place = document.querySelector("[data-unsent]");
  if (sentence) place?.replaceChildren(sentence.content.cloneNode(true));
};

for (const silence of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(silence, (event) => isAction(event) && unsent("silence"));
}

const BECAUSE = { 403: "closed", 409: "another" };

document.addEventListener("htmx:responseError", (event) => {
  if (isAction(event)) unsent(BECAUSE[event.detail.xhr.status] ?? "broken");
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const isForm = event.detail.elt?.matches?.("form");
  if (isAction(event) || isForm) document.querySelector("[data-unsent]")?.replaceChildren();
});

// What came with a press stands as of the version of the event that its answer names, and needs no refresh when the
// stream tells that very version: it is the echo of the press. As many log entries are the same log entries.
const came = { as: null, target: null };

document.addEventListener("htmx:beforeSwap", ({ detail: { target, xhr } }) => {
  const as = xhr.getResponseHeader("Uptown-Version");
  if (as) Object.assign(came, { as, target: target.id });
});

const isEcho = ({ elt, triggeringEvent }) => {
  const version = triggeringEvent?.type === "uptown:changed" && triggeringEvent.detail?.version;
  return Boolean(version) && version === came.as && elt.parentElement?.closest("[id]")?.id === came.target;
};

// What a hand would mean the rules can't say before all of it is tapped (data-asks: by these names). What they said
// already, or what is rarer, is asked with each tap.
const isHalfTapped = ({ elt, target, triggeringEvent }) => {
  const names = elt.dataset.asks?.split(" ") ?? [];
  const { name, form } = triggeringEvent?.target ?? {};
  if (!names.includes(name) || !target.matches(".meaning--waiting")) return false;
  return names.some((each) => !form.elements[each]?.value);
};

// What everybody sees the stream brings with what it tells. What belongs to a game, or to the teams that play it
// (data-games), isn't asked for where only other games are concerned.
const isBrought = ({ elt, triggeringEvent }) => "shared" in elt.dataset && Boolean(triggeringEvent?.detail?.version);

const isOthers = ({ elt, triggeringEvent }) => {
  const games = triggeringEvent?.type === "uptown:changed" && triggeringEvent.detail?.games;
  const own = elt.dataset.games?.split(" ");
  return Boolean(games && own) && !games.some((game) => own.includes(`${game}`));
};

document.addEventListener("htmx:confirm", (event) => {
  const isNeedless = [isEcho, isHalfTapped, isBrought, isOthers].some((is) => is(event.detail));
  if (isNeedless) event.preventDefault();
});

// A refresh never takes a form away from somebody who is writing in it or whose press is on its way, nor a refusal or
// what came of a press (data-told) before it can be read; it comes when they are done. They may have begun while it
// was on its way, so it is asked twice. The answer to a press whose form is gone would be seen by nobody, and tear out
// what is kept over a swap.
const READING = 12_000;
let heldBack = false;
let saidAt = -READING;

const isWritten = (target) =>
  document.activeElement?.matches("input, select, textarea") && target.contains(document.activeElement);

const isRead = (target) =>
  performance.now() - saidAt < READING && target.querySelector("[role=alert], [data-told]") !== null;

const isAnswered = (target) => target.querySelector("form.htmx-request, button.htmx-request") === null;

const disturbs = ({ target, requestConfig }) => {
  const isRefresh = requestConfig?.triggeringEvent?.type === "uptown:changed";
  const isInTheWay = isRefresh && (isWritten(target) || isRead(target) || !isAnswered(target));
  heldBack ||= isInTheWay;
  return isInTheWay;
};

const catchUp = () => {
  if (!heldBack) return;
  heldBack = false;
  document.body.dispatchEvent(new CustomEvent("uptown:changed"));
};

document.addEventListener("htmx:beforeRequest", (event) => {
  if (disturbs(event.detail)) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  // Asked again: what was pressed may be gone from the page, and then nobody hears who answers it.
  if (!isFromHall(event.detail.xhr) || disturbs(event.detail)) event.detail.shouldSwap = false;
});

// What is pressed is still in focus when its answer replaces it. Taking it away with its focus would have the page
// laid out once more, with the old and the new in it. What has an id gets its focus back from htmx.
document.addEventListener("htmx:beforeSwap", ({ detail: { target, shouldSwap } }) => {
  const pressed = document.activeElement?.closest("button:not([id]), [type=radio]:not([id])");
  if (shouldSwap && pressed && target.contains(pressed)) pressed.blur();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const isPress = event.detail.requestConfig?.verb !== "get";
  if (event.detail.xhr?.status !== 422 && !(isPress && document.querySelector("[data-told]"))) return;
  saidAt = performance.now();
  setTimeout(catchUp, READING);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (requestConfig.verb !== "get" && elt.matches("form, button")) catchUp();
});

document.addEventListener("focusout", () => {
  // Long enough for the click that took the focus away to land on its button.
  if (heldBack) setTimeout(catchUp, 2000);
});

// What a reader has unfolded stays unfolded when its fragment is fetched again.
let unfolded = [];

const keepUnfolded = (target) => {
  unfolded = [...target.querySelectorAll("details[id][open]")].map((details) => details.id);
};

document.addEventListener("htmx:beforeSwap", (event) => keepUnfolded(event.detail.target));

document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
});

// A part that the stream brought (live.js) stands where it belongs, unless that would disturb.
const brought = new Map();

document.addEventListener("uptown:part", ({ detail: html }) => {
  const id = html.match(/ id="([^"]+)"/)?.[1];
  const target = document.getElementById(id);
  if (!target || brought.get(id) === html) return;
  if (disturbs({ target, requestConfig: { triggeringEvent: { type: "uptown:changed" } } })) return;
  brought.set(id, html);
  keepUnfolded(target);
  htmx.swap(target, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, {
    eventInfo: { requestConfig: { verb: "get" } },
  });
});

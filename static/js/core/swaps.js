// What htmx sends and swaps: which requests are needless, which swaps have to wait, and what the page says when a
// press did not arrive.

import { htmx, isSending } from "./htmx.js";
import { isFromUptown, showStranger } from "./responses.js";
import { clearSentence, showFragment, showSentence } from "./sentences.js";
import { keepUnsent } from "./unsent.js";

// --- a press that did not arrive ------------------------------------------------------------------

// The outbox reports on the entries it keeps (outbox/entries.js).
const isKept = ({ elt }) => document.documentElement.dataset.outbox === "open" && elt?.closest("form[data-outbox]");

// The preview of a hand is posted, too, but not by a form or a button.
const isAction = (detail) => {
  const { elt, requestConfig } = detail;
  return requestConfig && requestConfig.verb !== "get" && elt?.matches?.("form, button") && !isKept(detail);
};

const PREVIEW = "[hx-post].htmx-request:not(button)";

const BECAUSE = { 403: "closed", 409: "another" };

// --- needless requests ----------------------------------------------------------------------------

// The response to a press names the event's version. When the stream announces that version, the fragment that the
// press brought is up to date.
const lastPress = { version: null, target: null };

const isEcho = ({ elt, triggeringEvent }) => {
  const version = triggeringEvent?.type === "uptown:changed" && triggeringEvent.detail?.version;
  return (
    Boolean(version) && version === lastPress.version && elt.parentElement?.closest("[id]")?.id === lastPress.target
  );
};

// A hand has no preview before all fields of data-asks are tapped. Once it has one, or for other fields, each tap
// requests it.
const isHalfTapped = ({ elt, target, triggeringEvent }) => {
  const names = elt.dataset.asks?.split(" ") ?? [];
  const { name, form } = triggeringEvent?.target ?? {};
  if (!names.includes(name) || !target.matches(".meaning--waiting")) return false;
  return names.some((each) => !form.elements[each]?.value);
};

// The stream sends shared fragments along with the version.
const isSentByStream = ({ elt, triggeringEvent }) =>
  "shared" in elt.dataset && Boolean(triggeringEvent?.detail?.version);

// A fragment about some games (data-games), or about none, when only other games changed.
const isAboutOtherGames = ({ elt, triggeringEvent }) => {
  const changed = triggeringEvent?.type === "uptown:changed" && triggeringEvent.detail?.games;
  const own = elt.dataset.games?.split(" ");
  return Boolean(changed && own) && !changed.some((game) => own.includes(`${game}`));
};

const NEEDLESS = [isEcho, isHalfTapped, isSentByStream, isAboutOtherGames];

// --- refreshes that have to wait ------------------------------------------------------------------

// A refresh waits while somebody types text in the fragment, which the page then says (stream/live.js), while a finger is
// down on it or a press is on its way, and while a refusal or the outcome of a press (data-told) is being read. This is
// checked before the request and again before the swap. Without the last check, the response to a press would find its
// form gone, and a button that is swapped under a finger is never pressed.
const READING = 12_000;
const TYPING = 20_000; // after the last letter
const HELD_DOWN = 10_000; // at most, if its end is never heard of
const UNTIL_THE_CLICK = 300; // after the finger is up
const TEXT = "textarea, input:not([type=radio], [type=checkbox], [type=submit], [type=button])";
let isHeldBack = false;
let saidAt = -READING;
let typedAt = -TYPING;
const finger = { on: null, downAt: -HELD_DOWN };

// A tapped tile has the focus, too, but nobody types in it.
const isTypedIn = (target) =>
  performance.now() - typedAt < TYPING &&
  document.activeElement?.matches(TEXT) &&
  target.contains(document.activeElement);

function noteTyping({ target }) {
  if (target.matches?.(TEXT)) typedAt = performance.now();
}

const isUnderFinger = (target) =>
  finger.on !== null && performance.now() - finger.downAt < HELD_DOWN && target.contains(finger.on);

function noteFinger({ target }) {
  Object.assign(finger, { on: target, downAt: performance.now() });
}

function noteFingerUp() {
  const { downAt } = finger;
  setTimeout(() => {
    if (finger.downAt !== downAt) return; // It is down again.
    finger.on = null;
    catchUp();
  }, UNTIL_THE_CLICK);
}

function sayHeld(isHeld) {
  document.body.toggleAttribute("data-held", isHeld);
  document.dispatchEvent(new CustomEvent("uptown:held"));
}

const isRead = (target) =>
  performance.now() - saidAt < READING && target.querySelector("[role=alert], [data-told]") !== null;

// Nobody asked for it: the event changed, or a timer came (htmx fires no event for "every 1s").
const isRefresh = ({ requestConfig }) =>
  requestConfig?.verb === "get" && (requestConfig.triggeringEvent?.type ?? "uptown:changed") === "uptown:changed";

function disturbs({ target, requestConfig }) {
  if (!isRefresh({ requestConfig })) return false;
  const isTyped = isTypedIn(target);
  const isInTheWay = isTyped || isUnderFinger(target) || isRead(target) || isSending(target);
  isHeldBack ||= isInTheWay;
  if (isTyped && !("held" in document.body.dataset)) {
    sayHeld(true);
    setTimeout(catchUp, TYPING);
  }
  return isInTheWay;
}

function catchUp() {
  if (!isHeldBack) return;
  isHeldBack = false;
  sayHeld(false);
  document.body.dispatchEvent(new CustomEvent("uptown:changed"));
}

// --- state that survives a swap -------------------------------------------------------------------

let unfolded = [];

function rememberUnfolded(target) {
  unfolded = [...target.querySelectorAll("details[id][open]")].map((details) => details.id);
}

// Removing a focused button lays the page out twice. htmx gives the focus back to elements with an id.
function blurPressed({ target, shouldSwap }) {
  const pressed = document.activeElement?.closest("button:not([id]), [type=radio]:not([id])");
  if (shouldSwap && pressed && target.contains(pressed)) pressed.blur();
}

// --- fragments of the stream ----------------------------------------------------------------------

const shown = new Map(); // by id

function swapFragment({ detail: html }) {
  const id = html.match(/ id="([^"]+)"/)?.[1];
  const target = document.getElementById(id);
  if (!target || shown.get(id) === html) return;
  if (disturbs({ target, requestConfig: { verb: "get" } })) return;
  shown.set(id, html);
  rememberUnfolded(target);
  keepUnsent(target);
  const how = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
  htmx.swap(target, html, how, { eventInfo: { requestConfig: { verb: "get" } } });
}

const styleOf = (elt) =>
  elt.closest("[hx-swap]")?.getAttribute("hx-swap").split(" ")[0] ?? htmx.config.defaultSwapStyle;

export function startSwaps() {
  document.body.removeAttribute("data-held"); // A page from the offline cache may have it.
  document.addEventListener("htmx:configRequest", ({ detail: { headers } }) => {
    // Read when sending, because signing in changes it.
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (token) headers["X-CSRFToken"] = token[1];
  });
  // A form posts to one address, with scripts and without: its hx-post is empty.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const { elt, path } = detail;
    if (elt.getAttribute("hx-post") === "" && path === window.location.href) detail.path = elt.getAttribute("action");
  });

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, target, xhr } = event.detail;
    // Another response may have replaced the target since the request: a search goes to the new one.
    if (!target.isConnected && target.id) event.detail.target = document.getElementById(target.id) ?? target;
    showStranger(xhr);
    if (isFromUptown(xhr)) return;
    event.preventDefault();
    htmx.trigger(elt, "htmx:sendError", event.detail);
  });

  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail }) => isAction(detail) && showSentence("silence"));
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (isAction(detail) && detail.xhr.getResponseHeader("Uptown-Refused")) showFragment(detail.xhr.responseText);
    else if (isAction(detail)) showSentence(BECAUSE[detail.xhr.status] ?? "broken");
    // A tablet that was ended shows no form.
    if (isRefresh(detail) && detail.xhr.status === 403 && "closes" in detail.elt.dataset) location.reload();
  });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    const isForm = detail.elt?.matches?.("form");
    if (isAction(detail) || isForm) clearSentence();
    // The preview of what was tapped before this press would take the place of its answer. A refresh aborts nothing:
    // a press on its way is done, and its answer is waited for.
    for (const preview of isForm ? detail.elt.querySelectorAll(PREVIEW) : []) htmx.trigger(preview, "htmx:abort");
  });

  document.addEventListener("htmx:confirm", (event) => {
    if (NEEDLESS.some((isNeedless) => isNeedless(event.detail))) event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (disturbs(event.detail)) event.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const version = detail.xhr.getResponseHeader("Uptown-Version");
    if (version) Object.assign(lastPress, { version, target: detail.target.id });
    // The pressed form may already be gone: then no listener gets htmx:beforeOnLoad.
    if (!isFromUptown(detail.xhr) || disturbs(detail)) detail.shouldSwap = false;
    blurPressed(detail);
    rememberUnfolded(detail.target);
    // A refusal is brought into view (refusals.js), so it doesn't scroll to where a press would.
    if (detail.xhr.status === 422) detail.swapOverride = styleOf(detail.requestConfig.elt);
  });
  // A field that the server changes takes the new value, and keeps the focus. What somebody typed in it stays.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    const changed = fragment.querySelector("input:not([type=hidden]), textarea");
    if (!target.matches("input:not([type=hidden]), textarea") || !changed) return;
    detail.shouldSwap = false;
    if (target.value === target.defaultValue) target.value = changed.defaultValue;
    target.defaultValue = changed.defaultValue;
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig, xhr } }) => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    const isPress = requestConfig?.verb !== "get";
    if (xhr?.status !== 422 && !(isPress && document.querySelector("[data-told]"))) return;
    saidAt = performance.now();
    setTimeout(catchUp, READING);
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, requestConfig } }) => {
    if (requestConfig.verb !== "get" && elt.matches("form, button")) catchUp();
  });
  document.addEventListener("focusout", () => {
    // Time for the click that took the focus away to reach its button.
    if (isHeldBack) setTimeout(catchUp, 2000);
  });
  for (const sign of ["focusin", "input"]) document.addEventListener(sign, noteTyping);
  document.addEventListener("pointerdown", noteFinger);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, noteFingerUp);
  document.addEventListener("uptown:part", swapFragment);
}

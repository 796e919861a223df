// The life of an entry. It is stored on this phone while it is being sent. If no response comes, it stays there, and
// its form is made ready for the next hand. The list of waiting entries is in waiting.js.

import { htmx, isSending } from "../core/htmx.js";
import { isFromUptown } from "../core/responses.js";
import { clearSentence, showSentence } from "../core/sentences.js";
import {
  actionOf,
  clear,
  entryOf,
  fill,
  forgetHalf,
  forms,
  goOn,
  hidePressed,
  isBegun,
  isPress,
  keepHalf,
  lower,
  missing,
  number,
  numberAll,
  refuse,
  restoreHalf,
  sayUnknown,
  setNumber,
} from "./forms.js";
import { inItsPlace, isStopped, leavesGap, lineOf, mustQueue } from "./rules.js";
import { send } from "./sending.js";
import * as outbox from "./store.js";

const PATIENCE = 3000; // Then the form is free for the next hand, and the outbox sends the entry.
// A "half" is an entry that was begun and not sent (drafts.js).
const onTheirWay = new WeakMap(); // by htmx's requestConfig
const again = new Map(); // by a form's address: the refused entry that is being entered again

const isOpen = () => document.documentElement.dataset.outbox === "open";
const isStored = (status) => status >= 200 && status < 300;

// Stores the entry on the phone. False if the phone is full: then only its form has the entry.
const hasRoomFor = (entry) =>
  outbox.keep(entry).then(
    () => true,
    () => false,
  );

// Deletes the refused entry once its replacement is on the phone or on the server.
function forgetRefused(entry) {
  if (again.has(entry.action)) outbox.drop(again.get(entry.action).id);
  again.delete(entry.action);
}

// Keep it on the phone, say so, and make the form ready for the next hand.
async function keepHere(form, entry, now) {
  const isClosed = now.state === "closed";
  if (!(await hasRoomFor({ ...entry, ...now }))) {
    showSentence(isClosed ? "closed" : "full");
    return;
  }
  forgetRefused(entry);
  if (!isPress(form)) clear(form);
  for (const each of forms()) number(each);
  hidePressed();
  const isBehind = outbox.all().some((kept) => kept.id === entry.id && isStopped(kept, outbox.all()));
  showSentence(isClosed ? "kept-closed" : isBehind ? "kept-behind" : (form.dataset.kept ?? "kept"));
  if (!isPress(form)) (form.closest("#game") ? document.body : form).scrollIntoView({ block: "start" });
}

// --- an entry is sent -----------------------------------------------------------------------------

function beforeRequest(event) {
  const { elt: form, requestConfig } = event.detail;
  if (!form.matches?.("form[data-outbox]")) return;
  const line = missing(form);
  if (line) {
    event.preventDefault();
    refuse(form, line);
  }
  if (line || !isOpen()) return;
  const made = entryOf(form, requestConfig.formData);
  const entry = inItsPlace(made, again.get(made.action));
  if (!navigator.onLine || mustQueue(entry, outbox.all())) {
    event.preventDefault();
    keepHere(form, entry, { state: "waiting" }).then(send);
    return;
  }
  const kept = hasRoomFor({ ...entry, state: "sending" });
  kept.then((isKept) => isKept && onTheirWay.has(requestConfig) && forgetHalf(form));
  onTheirWay.set(requestConfig, { entry, kept });
}

// The decision counts before the response is swapped in and its forms are numbered.
function beforeOnLoad({ detail: { elt: form, requestConfig, xhr } }) {
  const { entry, kept } = onTheirWay.get(requestConfig) ?? {};
  if (entry && isFromUptown(xhr) && (isStored(xhr.status) || xhr.status === 422)) {
    onTheirWay.delete(requestConfig);
    const decide = () => (isStored(xhr.status) ? outbox.settle(entry.id, { state: "sent" }) : outbox.drop(entry.id));
    if (isStored(xhr.status)) {
      forgetRefused(entry);
      forgetHalf(form);
    } else keepHalf(form); // The form itself shows the refusal.
    // Decide again after it was stored on the phone, or a late write would bring it back.
    Promise.all([decide(), kept]).then(decide);
  }
  // The form stays if the response is only what a hand changed around it (templates/referee/_saved.html).
  const next = xhr.getResponseHeader("Uptown-Next");
  if (next) goOn(form, next);
}

async function afterRequest({ detail: { elt: form, requestConfig, xhr } }) {
  const { entry, kept } = onTheirWay.get(requestConfig) ?? {};
  if (!entry) return;
  const status = isFromUptown(xhr) ? xhr.status : 0;
  await kept;
  if (outbox.all().some(({ id, state }) => id === entry.id && state === "sent")) {
    // The server has stored it, although its response was lost.
    if (!isPress(form)) clear(form);
    numberAll();
    document.body.dispatchEvent(new CustomEvent("uptown:changed"));
    return;
  }
  const isClosed = [403, 409].includes(status); // 409: it belongs to another badge.
  await keepHere(form, entry, { state: isClosed ? "closed" : "waiting", badge: "unknown" });
  if (isClosed)
    send(); // It finds out why.
  else document.dispatchEvent(new CustomEvent("uptown:silence"));
}

// --- an entry was delivered -----------------------------------------------------------------------

function showDelivered({ detail: { entry, html, next } }) {
  const form = forms().find((each) => actionOf(each) === entry.action);
  const isLast = !outbox.all().some((other) => lineOf(other) === entry.line && other.state === "waiting");
  const target = document.getElementById(entry.target);
  const isFree = form && target && isLast && !isSending(target) && !forms().some(isBegun);
  if (isFree && next) location.assign(next);
  else if (isFree && html) htmx.swap(target, html, { swapStyle: "outerHTML" });
  else document.body.dispatchEvent(new CustomEvent("uptown:changed"));
  if (isLast) clearSentence();
}

// --- entering a refused one again -----------------------------------------------------------------

function enterAgain() {
  const id = location.hash.match(/^#again-(.+)$/)?.[1];
  const entry = outbox.all().find((each) => each.id === id && each.state === "refused");
  const form = entry && forms().find((each) => actionOf(each) === entry.action);
  if (!form) return;
  if (leavesGap(entry)) setNumber(form, entry.sequence);
  fill(form, entry.fields);
  form.closest("details")?.setAttribute("open", "");
  again.set(entry.action, entry);
  history.replaceState(null, "", location.pathname);
  form.scrollIntoView({ block: "start" });
}

// --- when the outbox or the page changed ----------------------------------------------------------

// Entries that the page's score sheet has were stored, though their response was lost.
function settleStored() {
  const written = new Set(document.querySelector("[data-written]")?.dataset.written.split(" "));
  const isIn = (entry) => ["sending", "waiting"].includes(entry.state) && written.has(entry.id);
  for (const entry of outbox.all().filter(isIn)) outbox.settle(entry.id, { state: "sent" });
}

function updateForms() {
  settleStored();
  numberAll();
  restoreHalf(); // Again, because an old page from the offline cache knows its hand only after numberAll().
  hidePressed();
  enterAgain();
}

function askForPreview() {
  const form = document.querySelector("form[data-outbox] #meaning [data-unknown]")?.closest("form");
  if (!form?.querySelector(".htmx-request")) form?.querySelector("[hx-post]")?.dispatchEvent(new Event("change"));
}

export function startEntries() {
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isOpen() && detail.elt.matches?.("form[data-outbox]")) detail.timeout = PATIENCE;
  });
  document.addEventListener("htmx:beforeRequest", beforeRequest);
  document.addEventListener("htmx:beforeOnLoad", beforeOnLoad);
  document.addEventListener("htmx:afterRequest", afterRequest);
  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail: { elt } }) => {
      const form = elt.closest?.("form[data-outbox]");
      if (isOpen() && form && form !== elt) sayUnknown(form);
    });
  }
  document.addEventListener("uptown:heard", askForPreview);
  document.addEventListener("uptown:delivered", showDelivered);
  document.addEventListener("uptown:outbox", updateForms);
  document.addEventListener("uptown:discarded", ({ detail }) => lower(detail));
  addEventListener("hashchange", enterAgain);
  document.addEventListener("htmx:afterSettle", () => {
    settleStored();
    numberAll();
    hidePressed();
  });
  if (isOpen()) updateForms();
}

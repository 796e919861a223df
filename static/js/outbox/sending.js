// Sends the entries of the outbox: one after the other, as soon as the server answers, each with the badge that may
// send it. Fires "uptown:delivered" on the document for each stored entry, "uptown:silence" when nobody answers.

import { isFromUptown, showStranger } from "../core/responses.js";
import { afterMovingUp, decide, isDue, isFirst, isWaiting } from "./rules.js";
import * as outbox from "./store.js";

const PATIENCE = 20_000;
const MOST_PATIENCE = 60_000;
const AGAIN = 5_000;

// Doubled after a timeout, because on a slow connection the same timeout would never succeed.
let patience = PATIENCE;

// Not AbortSignal.timeout: phones of 2020 lack it (docs/architecture.md lists the browsers).
export function timeout() {
  const control = new AbortController();
  setTimeout(() => control.abort(), patience);
  return control.signal;
}

// A response of somebody else counts as silence; so does a redirect, which Uptown never sends here.
export function checked(response) {
  showStranger(response);
  if (!isFromUptown(response)) throw new Error("somebody else answered");
  return response;
}

// This browser's badge, and a fresh CSRF token: the page's own may be hours old.
export async function knock(address) {
  const response = await fetch(address, { cache: "no-store", signal: timeout() });
  if (!checked(response).ok) throw new Error(`${response.status}`);
  return response.json();
}

// Seconds since it was entered. Both ends are this phone's clock, which may be wrong.
const waited = (entry) => Math.max(0, Math.round((Date.now() - entry.at) / 1000));

const post = (entry, token) =>
  fetch(entry.action, {
    method: "POST",
    body: new URLSearchParams([...entry.fields, ["waited", waited(entry)]]),
    headers: { "X-CSRFToken": token, "HX-Request": "true", "HX-Target": entry.target },
    redirect: "manual",
    signal: timeout(),
  });

function reasonIn(page) {
  const refused = page.querySelectorAll("#refused p:not(.meaning-headline), .refusal p:not(.refusal-title)");
  const words = refused.length ? refused : page.querySelectorAll(".empty p:not(.empty-title)");
  return [...words]
    .map((each) => each.textContent.trim())
    .filter(Boolean)
    .join(" ");
}

function readPage(html, { action }) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const forms = [...page.querySelectorAll("form[data-outbox]")];
  return {
    reason: reasonIn(page),
    comes: page.querySelector("[data-next]")?.dataset.next,
    hasForm: forms.some((form) => form.getAttribute("action") === action),
  };
}

async function sendOne(entry, door) {
  const response = checked(await post(entry, door.token));
  const html = await response.text();
  const now = await decide(response.status, door, () => readPage(html, entry));
  const moves = now.state === "refused" ? afterMovingUp(entry, now.comes, outbox.all()) : [];
  await outbox.settle(entry.id, moves.length ? { ...now, movedFrom: entry.sequence } : now, moves);
  if (now.state !== "sent") return;
  const next = response.headers.get("HX-Redirect");
  document.dispatchEvent(new CustomEvent("uptown:delivered", { detail: { entry, html, next } }));
}

async function sendAll() {
  await outbox.load();
  const doors = new Map(); // by the address that says which badge is worn
  const tried = new Set();
  const isNext = ({ id, state }) => ["waiting", "closed", "sending"].includes(state) && !tried.has(id);
  // Looked up again for each: meanwhile a person may discard an entry, or complete one that was refused.
  const next = () => outbox.all().find((entry) => isNext(entry) && isFirst(entry, outbox.all()));
  for (let entry = next(); entry; entry = next()) {
    tried.add(entry.id);
    if (!doors.has(entry.phone)) doors.set(entry.phone, await knock(entry.phone));
    const door = doors.get(entry.phone);
    if (isDue(entry, door.badge, Date.now())) await sendOne(entry, door);
  }
}

let isSending = false;

/** Send what is due. Where the browser has locks, one tab sends at a time; elsewhere ids prevent doubles. */
export async function send() {
  const mayGo = (entry) => isWaiting(entry, Date.now()) || entry.state === "closed";
  if (isSending || !outbox.all().some(mayGo)) return;
  isSending = true;
  try {
    const options = { ifAvailable: true };
    if (navigator.locks) await navigator.locks.request("uptown-outbox", options, (lock) => lock && sendAll());
    else await sendAll();
  } catch (error) {
    if (error?.name === "AbortError") patience = Math.min(2 * patience, MOST_PATIENCE);
    document.dispatchEvent(new CustomEvent("uptown:silence"));
  } finally {
    isSending = false;
  }
}

/** Open the outbox and keep sending. Without a database there is no outbox: then a page says what did not arrive. */
export async function startSending() {
  try {
    await outbox.open();
  } catch {
    return;
  }
  document.documentElement.dataset.outbox = "open";
  send();
  setInterval(send, AGAIN);
  addEventListener("online", () => {
    patience = PATIENCE; // It is another connection.
  });
  for (const moment of ["online", "pageshow"]) addEventListener(moment, send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
}

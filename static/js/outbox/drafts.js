// Corrections that must not go out unseen: they stay on this phone until they are saved.
//
//   <form data-draft hx-post="…">     a change of a hand: what it would change is shown first
//     <div data-look hx-get="…">      asks on "uptown:look" what it would change, where no tap asks
//
// Drafts don't wait in the outbox. Offline, the page says so beside the save button and asks again by itself until
// there is a response. A draft comes back when the same person opens the page again.

import { isSaved } from "../core/responses.js";
import { sentence, showSentence } from "../core/sentences.js";

const AGAIN = 5_000;
const DAY = 24 * 60 * 60 * 1000;

const forms = () => document.querySelectorAll("form[data-draft]");
const nameOf = (form) => `uptown-draft:${new URL(form.action).pathname}`;
const signer = (form) => form.elements.entered_by?.value;

// Hidden fields keep the page's values: a form's id must not come back.
const isFilledIn = (field) => field.name && !["hidden", "submit"].includes(field.type);
const isTap = (field) => ["radio", "checkbox"].includes(field.type);

// localStorage may be blocked; the form still has everything.
function quietly(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

const valuesOf = (form) =>
  [...form.elements]
    .filter((field) => isFilledIn(field) && (!isTap(field) || field.checked))
    .map(({ name, value }) => [name, value]);

function keep(form) {
  const draft = JSON.stringify({ at: Date.now(), by: signer(form), values: valuesOf(form) });
  quietly(() => localStorage.setItem(nameOf(form), draft));
}

const forget = (form) => quietly(() => localStorage.removeItem(nameOf(form)));

const ask = (form) => form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));

function restore(form) {
  const draft = quietly(() => JSON.parse(localStorage.getItem(nameOf(form))));
  if (!draft || draft.by !== signer(form) || Math.abs(Date.now() - draft.at) > DAY) return;
  for (const field of [...form.elements].filter(isFilledIn)) {
    const values = draft.values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (isTap(field)) field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
  }
  ask(form);
  showSentence("draft");
}

// Say in place of the preview that there is none, and hide one that may be out of date.
function showUnseen() {
  for (const place of document.querySelectorAll("form[data-draft] .consequences")) {
    place.className = "consequences consequences--ruling";
    place.hidden = false;
    place.replaceChildren(sentence("unseen") ?? "");
  }
  for (const place of document.querySelectorAll("form[data-draft] #meaning")) place.hidden = true;
  document.dispatchEvent(new CustomEvent("uptown:said"));
}

// Polled, because a phone that never left the Wi-Fi gets no "online" event when the server is back.
function askAgain() {
  const isUnknown = document.querySelector("form[data-draft] [data-unseen]");
  const isAsking = document.querySelector("form[data-draft] .htmx-request");
  if (!isUnknown || isAsking || document.hidden || !navigator.onLine) return;
  forms().forEach(ask);
  for (const place of document.querySelectorAll("[data-look]")) place.dispatchEvent(new Event("uptown:look"));
}

export function startDrafts() {
  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-draft]");
    if (form) keep(form);
  });
  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail: { elt } }) => {
      if (elt.closest?.("form[data-draft]")) showUnseen();
    });
  }
  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
    if (elt.matches?.("form[data-draft]") && isSaved(xhr)) forget(elt);
  });
  addEventListener("online", askAgain);
  setInterval(askAgain, AGAIN);
  document.addEventListener("DOMContentLoaded", () => {
    for (const form of forms()) restore(form);
    if (!navigator.onLine) showUnseen();
  });
}

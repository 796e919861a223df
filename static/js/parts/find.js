// The desk's one field. Typing narrows the list, and Enter checks in the team that is found. The field is empty at once
// for the next person, also on a slow connection: what is entered meanwhile is sent in order.
//
//   <form data-find>
//     <input type="search">        with hx-get: narrows the list
//   <div data-news-here>
//     <div data-news>              what the last check-in did: it stays while the next name is typed
//   <details data-opens-form>      its first field gets the focus when it is opened

import { htmx } from "../core/htmx.js";
import { isSaved } from "../core/responses.js";

const NEWS = "[data-news]";
const AT_ONCE = 1000; // Milliseconds: a barcode reader may end a line with two Enters.
const A_FIELD = "input, select, textarea, [contenteditable]";

let form = null;
let field = null;
let sent = null; // what is on its way
const entered = []; // what was entered meanwhile
let enteredAt = -AT_ONCE;
let isTyped = false; // since the last Enter
let news = null;

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function checkSubmit(event) {
  if (event.target !== form) return;
  const typed = field.value.trim();
  const isSecondEnter = !typed && performance.now() - enteredAt < AT_ONCE;
  isTyped = false;
  if (sent === null && !isSecondEnter) return;
  if (typed) entered.push(typed);
  field.value = "";
  drop(event);
}

// A narrower list that was asked for before Enter would replace what the check-in says.
function checkRequest(event) {
  if (event.detail.elt === field && !isTyped) event.preventDefault();
}

function noteSent({ detail: { elt } }) {
  if (elt !== form) return;
  sent = field.value;
  enteredAt = performance.now();
  field.value = "";
}

function send(typed) {
  const next = field.value;
  field.value = typed;
  form.requestSubmit();
  field.value = next;
}

function finish({ detail: { elt, xhr } }) {
  if (elt !== form) return;
  if (!isSaved(xhr) && !field.value) field.value = sent;
  if (document.activeElement === document.body || form.contains(document.activeElement)) field.focus();
  if (!isSaved(xhr)) field.select();
  setTimeout(goOn, 0, isSaved(xhr)); // htmx still holds the form.
}

function goOn(wasSaved) {
  sent = null;
  if (!wasSaved) return;
  if (entered.length) send(entered.shift());
  else if (field.value) {
    isTyped = true;
    htmx.trigger(field, "uptown:narrow");
  }
}

function keepNews({ detail: { requestConfig } }) {
  news = requestConfig?.elt === field ? document.querySelector(NEWS) : null;
}

function restoreNews() {
  if (!news || document.querySelector(NEWS)) return;
  document.querySelector("[data-news-here]")?.prepend(news);
  htmx.process(news);
}

// A barcode reader types wherever the focus is, and its Enter would press the button that has it.
function typeInField({ key, target, ctrlKey, metaKey, altKey }) {
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey || target.closest?.(A_FIELD)) return;
  field.focus();
}

function focusFirst({ currentTarget: fold }) {
  if (fold.open && fold.contains(document.activeElement)) fold.querySelector("input:not([type=hidden])")?.focus();
}

export function startFinding() {
  form = document.querySelector("[data-find]");
  if (!form) return;
  document.querySelector("[data-opens-form]")?.addEventListener("toggle", focusFirst);
  field = form.querySelector("[type=search]");
  document.addEventListener("submit", checkSubmit, { capture: true });
  document.addEventListener("keydown", typeInField);
  field.addEventListener("input", () => {
    isTyped = true;
  });
  form.addEventListener("htmx:confirm", checkRequest);
  form.addEventListener("htmx:beforeSend", noteSent);
  form.addEventListener("htmx:afterRequest", finish);
  document.addEventListener("htmx:beforeSwap", keepNews);
  document.addEventListener("htmx:afterSwap", restoreNews);
}

// The forms of the outbox: reads what was entered, gives a form the number of its hand, and resets it for the next
// hand. entries.js sends the entries, or keeps them while there is no connection.
//
//   <form data-outbox="Table 3" hx-post="…">     a form, with the title of its entries. Its fields "hand_id" or "key"
//                            hold the entry's id, "sequence" the hand's number, "came_as" that number when the
//                            server made the form
//     data-line="game-7"       entries of one line are sent one after the other
//     data-kind="undo"         what it is, if not a hand; data-said: in words; data-takes-back: the hand it undoes
//     data-choice="report-9"   alternatives: once one is pressed, everything with this choice is hidden
//     data-who="EW:7 NS:4"     who plays its game, which is the same if the game is called again after a restore
//     data-kept="kept-undo"    the sentence to show when the phone keeps the entry
//     data-begun               the server refused it, and returned it filled in
//     data-filled              the server filled it in; it may be sent unchanged
//     <template data-needs>    what can't be left out: <p data-of="bid">Tap the bid.</p>; of several fields one is enough
//
// A form that is only a button (data-said) is hidden until its entry is sent or discarded. A half-filled form
// survives a reload of its page in the same tab, as long as the same hand is next.
//
//   <p data-fills="reason"><button type="button">Misdeal      a button that writes its words into that field

import { showRefusal } from "../core/refusals.js";
import { sentence } from "../core/sentences.js";
import { isShown, nextHand } from "./rules.js";
import * as outbox from "./store.js";

/** All forms on the page whose entries the outbox keeps. */
export const forms = () => [...document.querySelectorAll("form[data-outbox]")];
export const actionOf = (form) => new URL(form.action).pathname;
const targetOf = (form) => {
  const root = form.closest("[hx-target]"); // A form inherits its target from its fragment's root.
  const target = root?.getAttribute("hx-target") ?? "";
  return target === "this" ? root.id : target.replace("#", "");
};
const lineOfForm = (form) => form.dataset.line ?? actionOf(form);

// Not crypto.randomUUID: it needs https.
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// --- what is in a form ----------------------------------------------------------------------------

const idField = (form) => form.querySelector("[name=hand_id], [name=key]");
const numberField = (form) => form.querySelector("[name=sequence]");
const taps = (form) => [...form.querySelectorAll("input[type=radio], input[type=checkbox]")];
const isTap = ({ type }) => ["radio", "checkbox"].includes(type);
// No tap means this. Another "0" is an answer: no tricks.
const isNothing = (tap) => tap.value === "" || "usual" in tap.dataset;
const typed = (form) => [...form.querySelectorAll("input[type=text], input[type=number], textarea")];

/** Whether somebody has begun to fill the form in. */
export const isBegun = (form) =>
  "begun" in form.dataset ||
  taps(form).some((tap) => tap.checked !== tap.defaultChecked && !isNothing(tap)) ||
  typed(form).some((field) => field.value !== field.defaultValue);

/** Whether the form is only a button. */
export const isPress = (form) => "said" in form.dataset;

const plain = (text) => text.replace(/\s+/g, " ").trim();

function labelOf(tap) {
  const label = tap.closest("label");
  const words = label?.querySelector(".team-name") ?? label;
  return plain(tap.getAttribute("aria-label") ?? words?.textContent ?? tap.value);
}

// What was tapped, in the form's own words.
function inWords(form, fields) {
  const tapped = taps(form)
    .filter((tap) => tap.checked && !isNothing(tap))
    .map(labelOf);
  const isPressed = (button) => fields.some(([name, value]) => name === button.name && value === button.value);
  const pressed = [...form.querySelectorAll("button[name]:not([name=as_sequence])")].filter(isPressed);
  const numbers = typed(form)
    .map((field) => field.value.trim())
    .filter(Boolean);
  return [...tapped, ...numbers, ...pressed.map((button) => plain(button.textContent))].join(" · ");
}

/** The entry of a form that is being sent, to be kept in the outbox. `data` is its FormData. */
export function entryOf(form, data) {
  const fields = [...data.entries()].filter(([name]) => name !== "csrfmiddlewaretoken");
  const values = Object.fromEntries(fields);
  const sequence = isPress(form) ? null : Number(values.as_sequence || values.sequence) || null;
  return {
    id: values.hand_id ?? values.key ?? freshId(), // Pressing twice does no harm where the server gave no id.
    kind: form.dataset.kind ?? "hand",
    action: actionOf(form),
    line: lineOfForm(form),
    page: location.pathname,
    phone: document.querySelector("[data-phone]")?.dataset.phone,
    target: targetOf(form),
    title: form.dataset.outbox + (sequence ? `, hand ${sequence}` : ""),
    said: form.dataset.said ?? inWords(form, fields),
    sequence,
    choice: form.dataset.choice,
    who: form.dataset.who,
    takesBack: Number(form.dataset.takesBack) || null,
    fields,
    at: Date.now(),
  };
}

// --- which hand it is for -------------------------------------------------------------------------

function nextNumber(form) {
  if (form.dataset.kind === "report") return numberField(form).value; // A team reports the same hand again.
  form.dataset.made ??= idField(form).value;
  const { made, since } = form.dataset;
  const cameAs = Number(form.elements.came_as.value);
  const known = since === undefined ? undefined : Number(since);
  const next = nextHand({ cameAs, made, line: lineOfForm(form), since: known }, outbox.all());
  if (next.since !== undefined) form.dataset.since = next.since;
  return next.number;
}

// Update the line above the entry to the next hand. The server named the dealer for one hand only.
function nameNextHand(number) {
  const strip = document.querySelector("[data-comes]");
  if (!strip) return;
  const [title, deals] = strip.children;
  title.textContent = title.textContent.replace(/^Hand \d+/, `Hand ${number}`);
  if (deals) deals.hidden = `${number}` !== strip.dataset.comes;
}

/** Set the hand of a form: in its field, and in the texts of its buttons. */
export function setNumber(form, number) {
  numberField(form).value = number;
  const words = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    if (!text.parentElement.closest("button:not([name=as_sequence])")) continue;
    text.data = text.data.replace(/\bhand \d+/, `hand ${number}`);
  }
  nameNextHand(number);
}

const isUsed = (form) => outbox.all().some((entry) => entry.id === idField(form).value);

/** Give a form the number of its next hand, and a new id if its own is used. */
export function number(form) {
  if (!idField(form)) return;
  if (numberField(form)) setNumber(form, nextNumber(form)); // First, because it needs the old id.
  if (isUsed(form)) idField(form).value = freshId();
}

// A form that is being filled in keeps its number. Otherwise the same hand, entered in two tabs, would count twice.
const keepsNumber = (form) => isBegun(form) || form.matches(".htmx-request");

export function numberAll() {
  for (const form of forms()) if (!keepsNumber(form)) number(form);
}

/** After a waiting hand was discarded: subtract one from the later hands of forms that keep their number. */
export function lower({ line, above }) {
  const isCounting = (form) =>
    lineOfForm(form) === line &&
    keepsNumber(form) &&
    numberField(form)?.value > above &&
    form.dataset.kind !== "report";
  for (const form of forms().filter(isCounting)) setNumber(form, Number(numberField(form).value) - 1);
}

// --- what it shows --------------------------------------------------------------------------------

/** Hide buttons whose entry waits already, and their alternatives (data-choice). */
export function hidePressed() {
  const shown = outbox.all().filter(isShown);
  for (const form of forms()) {
    const isMine = (entry) => entry.action === actionOf(form) && entry.said === form.dataset.said;
    if (isPress(form)) form.hidden = shown.some(isMine);
  }
  for (const each of document.querySelectorAll("[data-choice]")) {
    each.hidden = shown.some((entry) => entry.choice === each.dataset.choice);
  }
}

function askForTaps(form) {
  const place = form.querySelector("#meaning");
  if (!place) return;
  const words = document.createElement("p");
  words.textContent = place.dataset.toTap.trim();
  showPreview(place, words);
}

function showPreview(place, words) {
  place.className = "meaning meaning--waiting";
  place.replaceChildren(words);
  document.dispatchEvent(new CustomEvent("uptown:said"));
}

/** Show, instead of the preview, that a hand can't be previewed offline. */
export function sayUnknown(form) {
  const place = form.querySelector("#meaning");
  if (place) showPreview(place, sentence("meaning"));
}

// --- what is missing ------------------------------------------------------------------------------

const isAnswered = (form, name) =>
  [...form.elements].some((field) => field.name === name && (isTap(field) ? field.checked : field.value.trim()));

/** The first line of `data-needs` that has no answer: the server would surely refuse the form. */
export const missing = (form) =>
  [...(form.querySelector("template[data-needs]")?.content.children ?? [])].find(
    (line) => !line.dataset.of.split(" ").some((name) => isAnswered(form, name)),
  );

/** Refuse a form on the phone, as the server would. */
export function refuse(form, line) {
  const words = Object.assign(document.createElement("p"), { textContent: line.textContent });
  const place = form.querySelector("#meaning");
  if (place) {
    place.className = "meaning meaning--set";
    place.replaceChildren(sentence("missing"));
    place.firstElementChild.append(words);
  } else {
    form.querySelector(".field-refusal")?.remove();
    words.className = "field-refusal";
    form.querySelector(`[name="${line.dataset.of}"]`).closest("fieldset").append(words);
  }
  showRefusal(form);
}

// --- half-filled forms ----------------------------------------------------------------------------

const halfName = (form) => `uptown-half ${actionOf(form)}`;

function inTab(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null; // sessionStorage is blocked.
  }
}

export function fill(form, fields) {
  for (const [name, value] of fields) {
    const tap = taps(form).find((each) => each.name === name && each.value === value);
    if (tap) tap.checked = true;
    for (const field of typed(form)) if (field.name === name) field.value = value;
  }
  form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));
}

export function keepHalf(form) {
  if (!form.matches(".entry-form[data-outbox]")) return;
  const filled = [...taps(form).filter((tap) => tap.checked), ...typed(form)];
  const fields = filled.map(({ name, value }) => [name, value]);
  const half = JSON.stringify({ hand: numberField(form).value, fields });
  inTab((tab) => (isBegun(form) ? tab.setItem(halfName(form), half) : tab.removeItem(halfName(form))));
}

export function restoreHalf() {
  for (const form of document.querySelectorAll(".entry-form[data-outbox]")) {
    const half = inTab((tab) => JSON.parse(tab.getItem(halfName(form))));
    if (half && half.hand === numberField(form).value && !isBegun(form)) fill(form, half.fields);
  }
}

export const forgetHalf = (form) => inTab((tab) => tab.removeItem(halfName(form)));

// --- the next hand --------------------------------------------------------------------------------

export function clear(form) {
  forgetHalf(form);
  delete form.dataset.begun;
  delete form.dataset.filled;
  for (const tap of taps(form)) tap.checked = tap.defaultChecked = isNothing(tap);
  for (const field of typed(form)) field.value = field.defaultValue = "";
  form.querySelector("#save-more")?.replaceChildren();
  for (const button of form.querySelectorAll("button[name=as_sequence]")) button.removeAttribute("name");
  for (const fold of form.querySelectorAll("details")) fold.open = false;
  askForTaps(form);
  form.dispatchEvent(new CustomEvent("uptown:cleared", { bubbles: true }));
}

/** After a hand is stored and its form stays: make it, and the other forms of its game, ready for hand `next`. */
export function goOn(form, next) {
  clear(form);
  const isOfTheGame = (other) => lineOfForm(other) === lineOfForm(form) && other.elements.came_as;
  for (const each of forms().filter(isOfTheGame)) {
    each.elements.came_as.value = next;
    idField(each).value = freshId();
    delete each.dataset.made;
    delete each.dataset.since;
    number(each);
  }
}

function fillWords({ target }) {
  const button = target.closest?.("[data-fills] button");
  const field = button?.form.elements[button.parentElement.dataset.fills];
  if (!field) return;
  field.value = plain(button.textContent);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function startForms() {
  for (const tap of ["change", "input"]) {
    document.addEventListener(tap, ({ target }) => {
      const form = target.closest?.("form");
      if (form) keepHalf(form);
    });
  }
  document.addEventListener("click", fillWords);
  document.addEventListener("DOMContentLoaded", restoreHalf);
}

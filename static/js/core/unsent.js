// What was typed in one form stays there when something else of the page is pressed: another form, a link to the same
// page, a refresh. The response replaces the form, by a swap or with the whole page, and its fields are filled in again.
//
// A field was typed in if it differs from what the server rendered. Files, passwords and hidden fields are not kept.
// The form that was pressed shows what the server answers. A form is the same one if it posts to the same address and
// is about the same things: its hidden fields, except for UUIDs, which are new each time.

const NAME = "uptown-unsent";
const AT_MOST = 60_000; // A page that is loaded later than this was not the answer to the press.
const NEVER = ["hidden", "submit", "button", "reset", "image", "file", "password"];
const A_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN = "csrfmiddlewaretoken";

const isTap = ({ type }) => type === "radio" || type === "checkbox";
const isFilledIn = ({ name, type }) => name && !NEVER.includes(type);

function isTyped(field) {
  if ("typed" in field.dataset) return true;
  if (isTap(field)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const rendered = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== (rendered?.value ?? "");
}

const pathOf = (form) => new URL(form.getAttribute("action") || "", location.href).pathname;

function aboutWhat(form) {
  const hidden = [...form.elements].filter(({ name, type, value }) => {
    return type === "hidden" && name !== TOKEN && name !== "came_as" && !A_KEY.test(value);
  });
  return hidden.map(({ name, value }) => `${name}=${value}`).join("&");
}

// --- what was typed -------------------------------------------------------------------------------

// With a tap, all taps of its group: the one that was taken away, too.
function typedIn(form) {
  const fields = [...form.elements].filter(isFilledIn);
  const names = new Set(fields.filter(isTyped).map(({ name }) => name));
  return fields
    .filter(({ name }) => names.has(name))
    .map((field) => ({ name: field.name, value: field.value, checked: field.checked }));
}

function copyOf(form) {
  return { path: pathOf(form), about: aboutWhat(form), fields: typedIn(form) };
}

const copiesIn = (root, pressed) =>
  [...root.querySelectorAll("form")]
    .filter((form) => form !== pressed)
    .map(copyOf)
    .filter(({ fields }) => fields.length);

// --- filling it in again --------------------------------------------------------------------------

function formOf({ path, about, isOfLink }) {
  const there = [...document.forms].filter((form) => pathOf(form) === path);
  const same = there.filter((form) => aboutWhat(form) === about);
  if (same.length === 1) return same[0];
  // A link may choose other hidden settings for the page's only form of this address.
  return isOfLink && there.length === 1 ? there[0] : null;
}

function eachField(copy, act) {
  const form = formOf(copy);
  if (!form) return;
  const used = new Set();
  const entry = form.querySelector(".hand-entry");
  for (const told of copy.fields) {
    const field = [...form.elements].find((each) => {
      return (
        each.name === told.name && isFilledIn(each) && !used.has(each) && (!isTap(each) || each.value === told.value)
      );
    });
    if (!field) continue;
    used.add(field);
    act(field, told);
  }
  if (used.size) entry?.dispatchEvent(new Event("change")); // Its preview is about the taps.
}

function fillIn(field, { value, checked }) {
  if (isTyped(field) || field.disabled) return;
  if (isTap(field)) field.checked = checked;
  else field.value = value;
}

// A refused form comes back with what was typed as if it were the server's.
function mark(field, { value, checked }) {
  if (isTap(field) ? field.checked === checked : field.value === value) field.dataset.typed = "";
}

// --- swaps ----------------------------------------------------------------------------------------

let pressedForm = null;
let replaced = [];

function keep(target) {
  replaced.push(...copiesIn(target, pressedForm));
}

/** Keep what the forms in `target` have before it is swapped, except for the form that was `pressed`. */
export function keepUnsent(target, pressed = null) {
  pressedForm = pressed;
  replaced = [];
  keep(target);
}

// After the main swap, and after each fragment that comes beside it, which is swapped first.
function restore() {
  for (const copy of replaced) eachField(copy, fillIn);
}

// --- pages that are loaded ------------------------------------------------------------------------

function keepForPage(pressed) {
  const forms = copiesIn(document, pressed).map((copy) => ({ ...copy, isOfLink: !pressed }));
  const sent = pressed ? [copyOf(pressed)] : [];
  if (!forms.length && !sent.length) return;
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ at: Date.now(), forms, sent }));
  } catch {
    // Storage may be blocked: then a loaded page starts empty.
  }
}

function restoreOnPage() {
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(NAME));
    sessionStorage.removeItem(NAME);
  } catch {
    return;
  }
  if (!kept || Date.now() - kept.at > AT_MOST) return;
  for (const copy of kept.forms) eachField(copy, fillIn);
  for (const copy of kept.sent) eachField(copy, mark);
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  !(button || ctrlKey || metaKey || shiftKey || altKey);

export function startKeepingUnsent() {
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, target, shouldSwap } }) => {
    if (shouldSwap) keepUnsent(target, requestConfig.elt.closest("form"));
    else replaced = [];
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => keep(target));
  document.addEventListener("htmx:afterSwap", restore);
  document.addEventListener("htmx:oobAfterSwap", restore);
  document.addEventListener("htmx:afterRequest", () => {
    replaced = [];
  });

  addEventListener("submit", (event) => {
    // htmx prevents the browser's own submit of the forms that it sends.
    if (!event.defaultPrevented) keepForPage(event.target);
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || !isPlain(event) || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href);
    const isOnlyFragment = to.hash && to.search === location.search;
    if (to.origin === location.origin && to.pathname === location.pathname && !isOnlyFragment) keepForPage(null);
  });
  document.addEventListener("DOMContentLoaded", restoreOnPage);
}

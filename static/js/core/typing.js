// Keeps what is typed while a form is being sent, although the response replaces the form's fields.
//
//   <div data-keeps-typing>        contains the forms; each of their fields needs an id
//     <p data-comes-next hidden>   shown after a refusal: what was typed meanwhile comes after the refused form
//
// If the form is refused or can't be sent, it shows what was sent; what was typed since is restored once that is
// saved. If Enter was pressed meanwhile, what was typed is sent as soon as the first form is saved.

import { isSaved } from "./responses.js";

const presses = new Map(); // the forms being sent, by xhr: a swap may replace a form before its response comes
const later = new Map(); // by a form's action: the fields to fill in after it is saved, by id

const fieldsOf = (form) => [...form.elements].filter(({ id, type }) => id && type !== "hidden");
const copies = (fields) => fields.map(({ id, value, checked }) => [id, { value, checked }]);

function fillIn(states) {
  for (const [id, state] of states) Object.assign(document.getElementById(id) ?? {}, state);
}

let focused = null; // just before the swap

function restoreCursor() {
  const field = focused?.id && document.getElementById(focused.id);
  if (!field) return;
  field.focus();
  if (focused.selectionStart !== null) field.setSelectionRange?.(focused.selectionStart, focused.selectionEnd);
}

const formOf = (action) => document.querySelector(`[data-keeps-typing] form[action="${CSS.escape(action)}"]`);

function finish({ action, form, sent, typed, isEntered }, xhr) {
  const own = fieldsOf(form).filter((field) => typed.has(field));
  fillIn(copies([...typed].filter((field) => !own.includes(field))));
  if (isSaved(xhr)) {
    const next = [...(later.get(action) ?? []), ...copies(own)];
    later.delete(action);
    fillIn(next);
    if (typed.size) restoreCursor();
    if (isEntered) formOf(action)?.requestSubmit();
  } else if (own.length) {
    later.set(action, [...(later.get(action) ?? []), ...copies(own)]);
    fillIn(sent);
    formOf(action)?.querySelector("[data-comes-next]")?.removeAttribute("hidden");
  }
}

export function startKeepingTyping() {
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, requestConfig, target, xhr } }) => {
    const form = elt.closest("[data-keeps-typing] form");
    if (!form || requestConfig.verb === "get") return;
    const action = form.getAttribute("action");
    presses.set(xhr, { form, action, target, sent: copies(fieldsOf(form)), typed: new Set(), isEntered: false });
  });
  document.addEventListener("input", ({ target }) => {
    for (const press of presses.values()) if (target.id && press.target.contains(target)) press.typed.add(target);
  });
  const noteEnter = ({ target }) => {
    for (const press of presses.values()) {
      if (press.form === target && fieldsOf(target).some((field) => press.typed.has(field))) press.isEntered = true;
    }
  };
  document.addEventListener("submit", noteEnter, { capture: true });
  document.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    const press = presses.get(xhr);
    if (!press) return;
    presses.delete(xhr);
    finish(press, xhr);
  });
}

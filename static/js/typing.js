// What is typed while a press is on its way stays, though its answer brings new fields.
//
//   <div data-keeps-typing>        the presses and the fields for which this holds; each field has an id
//     <p data-comes-next hidden>   says that what was typed comes after the form that has to be sent again
//
// If the form was refused, or did not arrive, it shows again what was sent, and what was typed since comes back once
// that is saved. The enter key that was pressed meanwhile sends what was typed, once the first is saved.
"use strict";

(() => {
  const presses = new Map(); // By what asks: the form may be gone when the answer is in its place.
  const later = new Map(); // By a form's action: the fields that come after it, by their ids.

  const fieldsOf = (form) => [...form.elements].filter(({ id, type }) => id && type !== "hidden");
  const copies = (fields) => fields.map(({ id, value, checked }) => [id, { value, checked }]);
  const put = (states) => {
    for (const [id, state] of states) Object.assign(document.getElementById(id) ?? {}, state);
  };

  document.addEventListener("htmx:beforeSend", ({ detail: { elt, requestConfig, target, xhr } }) => {
    const form = elt.closest("[data-keeps-typing] form");
    if (!form || requestConfig.verb === "get") return;
    const action = form.getAttribute("action");
    presses.set(xhr, { form, action, target, sent: copies(fieldsOf(form)), typed: new Set(), isEntered: false });
  });

  document.addEventListener("input", ({ target }) => {
    for (const press of presses.values()) if (target.id && press.target.contains(target)) press.typed.add(target);
  });

  document.addEventListener("submit", ({ target }) => {
    for (const press of presses.values()) {
      if (press.form === target && fieldsOf(target).some((field) => press.typed.has(field))) press.isEntered = true;
    }
  }, { capture: true });

  let here = null; // Where the cursor was when the answer came.

  document.addEventListener("htmx:beforeSwap", () => {
    here = document.activeElement;
  });

  const goOn = () => {
    const field = here?.id && document.getElementById(here.id);
    if (!field) return;
    field.focus();
    if (here.selectionStart !== null) field.setSelectionRange?.(here.selectionStart, here.selectionEnd);
  };

  const formOf = (action) => document.querySelector(`[data-keeps-typing] form[action="${CSS.escape(action)}"]`);

  const isSaved = (xhr) => isFromHall(xhr) && xhr.status >= 200 && xhr.status < 300;

  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    const press = presses.get(xhr);
    if (!press) return;
    presses.delete(xhr);
    const { action, form, sent, typed } = press;
    const own = fieldsOf(form).filter((field) => typed.has(field));
    put(copies([...typed].filter((field) => !own.includes(field))));
    if (isSaved(xhr)) {
      const next = [...(later.get(action) ?? []), ...copies(own)];
      later.delete(action);
      put(next);
      if (typed.size) goOn();
      if (press.isEntered) formOf(action)?.requestSubmit();
    } else if (own.length) {
      later.set(action, [...(later.get(action) ?? []), ...copies(own)]);
      put(sent);
      formOf(action)?.querySelector("[data-comes-next]")?.removeAttribute("hidden");
    }
  });
})();

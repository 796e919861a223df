// A finger that comes down twice presses once.
//
//   <section id="day-controls" data-one-press>     a press puts another action on the same spot: not that one, too
//     <form data-ends>                             takes the press back, elsewhere
"use strict";

(() => {
  const drop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // --- where a press puts another action -----------------------------------------------------------

  const ONE_PRESS = 3000;
  const pressed = { id: null, at: -ONE_PRESS };

  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig, target, xhr } }) => {
    if (xhr?.status < 400 && requestConfig?.verb === "post" && "onePress" in target.dataset) {
      Object.assign(pressed, { id: target.id, at: performance.now() });
    }
  });

  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-ends]")) return; // What takes it back is on no spot where it was pressed.
    const place = event.target.closest("[data-one-press]");
    if (place?.id === pressed.id && performance.now() - pressed.at < ONE_PRESS) drop(event);
  }, { capture: true });

  // --- the entries that the outbox keeps (forms.js) ------------------------------------------------

  // A hand of which nothing is tapped isn't sent: the second tap on Save finds the form of the next hand.
  document.addEventListener("submit", (event) => {
    const isEmpty = event.target.matches(".entry-form[data-outbox]:not([data-filled])");
    if (isEmpty && !entryForms.isBegun(event.target)) drop(event);
  }, { capture: true });

  // A second tap on the same spot, right after the answer, doesn't press what the answer brought there.
  const AT_ONCE = 1000;
  const FINGER = 30; // pixels
  const tapped = { x: 0, y: 0, until: 0 };

  document.addEventListener("click", (event) => {
    const { clientX: x, clientY: y, detail } = event;
    if (!detail) return; // Pressed with a key.
    const isSecond = performance.now() < tapped.until && Math.hypot(x - tapped.x, y - tapped.y) < FINGER;
    if (isSecond) drop(event);
    else Object.assign(tapped, { x, y, until: 0 });
  }, { capture: true });

  const hasItsAnswer = () => (tapped.until = performance.now() + AT_ONCE);

  document.addEventListener("uptown:cleared", hasItsAnswer);
  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
    if (requestConfig?.elt?.matches("form[data-outbox]")) hasItsAnswer();
  });
})();

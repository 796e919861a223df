// A double tap presses once.
//
//   <section id="day-controls" data-one-press>     a press replaces its button by another action: a second tap must not
//                                                  press that one
//     <form data-ends>                             takes the press back, and is in another spot

import { isBegun } from "./forms.js";

const ONE_PRESS = 3000;
const pressed = { id: null, at: -ONE_PRESS };

// A tap on the same spot within a second after the response must not press what the response brought there.
const AT_ONCE = 1000;
const FINGER = 30; // pixels
const tapped = { x: 0, y: 0, until: 0, newUntil: 0 };

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function checkSubmit(event) {
  const form = event.target;
  const place = form.closest("[data-one-press]");
  const isSecond = place?.id === pressed.id && performance.now() - pressed.at < ONE_PRESS;
  if (isSecond && !form.matches("[data-ends]")) drop(event);
  // The second tap on Save finds the empty form of the next hand: not a press that somebody wants to see refused.
  const isNew = form.matches(".entry-form[data-outbox]:not([data-filled])") && performance.now() < tapped.newUntil;
  if (isNew && !isBegun(form)) drop(event);
}

function checkClick(event) {
  const { clientX: x, clientY: y, detail } = event;
  if (!detail) return; // It was pressed with a key.
  const isSecond = performance.now() < tapped.until && Math.hypot(x - tapped.x, y - tapped.y) < FINGER;
  if (isSecond) drop(event);
  else Object.assign(tapped, { x, y, until: 0 });
}

function noteResponse() {
  tapped.until = performance.now() + AT_ONCE;
  tapped.newUntil = performance.now() + ONE_PRESS;
}

export function startDroppingDoubleTaps() {
  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig, target, xhr } }) => {
    if (xhr?.status < 400 && requestConfig?.verb === "post" && "onePress" in target.dataset) {
      Object.assign(pressed, { id: target.id, at: performance.now() });
    }
    if (requestConfig?.elt?.matches("form[data-outbox]")) noteResponse();
  });
  document.addEventListener("uptown:cleared", noteResponse);
  document.addEventListener("submit", checkSubmit, { capture: true });
  document.addEventListener("click", checkClick, { capture: true });
}

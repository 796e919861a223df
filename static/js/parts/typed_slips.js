// Paper slips typed in with the keyboard alone, one table after the other.
//
//   <form data-next-table="40" hidden><input>   the number of the next table; shown where the address ends in #typed
//   <form data-next-table="40">                 on the list of tables, where somebody with a keyboard begins
//
// Where each table may choose, ``[data-typed]`` asks for the total. Enter sends a total and goes on to the number of
// the next table at once. If the total is refused, the cursor is back in its first figure, which is as it was typed.
// From ten tables on (40 is the last), a number with as many digits as the last table's opens its table without Enter.

import { isFromUptown } from "../core/responses.js";

const isTyping = () => location.hash === "#typed";
const nextTable = () => document.querySelector("[data-next-table]:not([hidden]) input");
const firstFigure = () => document.querySelector(".entry-form input.input--points");

function goTo(field) {
  field?.focus();
  field?.select();
}

function openWhole({ target, inputType }) {
  const last = target.closest?.("[data-next-table]")?.dataset.nextTable;
  if (last?.length > 1 && inputType === "insertText" && target.value.length === last.length) {
    if (Number(target.value) <= Number(last)) target.form.requestSubmit();
  }
}

// A table opened by its number alone, and then Enter was pressed out of habit: without a figure nothing is sent.
function ignoreEarlyEnter(event) {
  const form = event.key === "Enter" && event.target === firstFigure() && event.target.form;
  if (form && [...form.querySelectorAll("input.input--points")].every(({ value }) => !value)) event.preventDefault();
}

const isEntry = (form) => form.matches?.(".entry-form[data-outbox]") && Boolean(firstFigure());

export function startTypingSlips() {
  const form = document.querySelector("[data-next-table]");
  if (!form) return;
  const isAtTable = form.hidden;
  if (isAtTable && !isTyping()) return;
  form.hidden = false;
  if (isTyping() || matchMedia("(pointer: fine)").matches) {
    goTo(firstFigure() ?? nextTable());
    const asked = form.querySelector("[data-typed]");
    if (asked) asked.disabled = false;
  }
  document.addEventListener("input", openWhole);
  document.addEventListener("keydown", ignoreEarlyEnter);
  document.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig, xhr } }) => {
    const isRefused = isFromUptown(xhr) && xhr.status === 422;
    if (isRefused && isEntry(requestConfig.elt)) goTo(firstFigure());
  });
  // Before the response: what is typed meanwhile belongs to the next slip.
  document.addEventListener("htmx:beforeSend", ({ detail: { elt } }) => isEntry(elt) && goTo(nextTable()));
  document.addEventListener("uptown:cleared", () => goTo(nextTable()));
}

// htmx is a classic script that each page loads before its modules. This module configures it before it starts, and
// gives it to those that import it.

export const { htmx } = window;

/** Whether a press inside waits for its response. A preview is posted, too, but not by a form or a button. */
export const isSending = (within) => within.querySelector("form.htmx-request, button.htmx-request") !== null;

Object.assign(htmx.config, {
  allowEval: false, // The content security policy forbids it, and inline styles.
  includeIndicatorStyles: false,
  defaultSettleDelay: 0, // Otherwise the page is laid out a second time 20 ms after each swap.
  timeout: 20_000, // On one bar of signal, an error beats a long wait. Sending again is safe.
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..", swap: true },
    { code: "422", swap: true }, // A refusal: the same form, with the sentence that says why.
    { code: "[45]..", swap: false, error: true },
  ],
});

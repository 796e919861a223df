// The sentences that scripts show. Their words are in templates/parts/_unsent.html.

import { htmx } from "./htmx.js";

/** A copy of a sentence, ready to be inserted; null if the page doesn't have it. */
export const sentence = (name) =>
  document.querySelector(`template[data-unsent-because="${name}"]`)?.content.cloneNode(true) ?? null;

/** Show a sentence at the top of the page, instead of the one that is there. */
export function showSentence(name) {
  const words = sentence(name);
  if (words) document.querySelector("[data-unsent]")?.replaceChildren(words);
}

/** Show a fragment of the server there. */
export const showFragment = (html) => htmx.swap("[data-unsent]", html, { swapStyle: "innerHTML" });

export function clearSentence() {
  document.querySelector("[data-unsent]")?.replaceChildren();
}

// What is written in a form that must not go out unseen: it stays on this phone until it is saved.
//
//   <form data-draft hx-post="…">     a change of a hand: what it would change is looked at first
//     <div data-look hx-get="…">      asks by "uptown:look" what it would change, where nothing is tapped for it
//
// It does not wait in the outbox. Without signal it says so beside the save, and asks again by itself until there is
// an answer; what was written comes back when the page is opened again by the same person. The words stand in
// templates/parts/_unsent.html.
"use strict";

(() => {
  const AGAIN = 5_000;
  const DAY = 24 * 60 * 60 * 1000;
  const BEFORE = "uptown-draft:";
  const forms = () => document.querySelectorAll("form[data-draft]");
  const nameOf = (form) => BEFORE + new URL(form.action).pathname;
  const template = (name) =>
    document.querySelector(`template[data-unsent-because="${name}"]`)?.content.cloneNode(true);

  // Its own id stays the page's: what was saved under it already is not saved again.
  const isWritten = (field) => field.name && !["hidden", "submit"].includes(field.type);
  const signer = (form) => form.elements.entered_by?.value;

  // A browser that keeps nothing still has what stands in the form.
  const quietly = (what) => {
    try {
      return what();
    } catch {
      return null;
    }
  };

  const valuesOf = (form) =>
    [...form.elements]
      .filter(isWritten)
      .filter((field) => !["radio", "checkbox"].includes(field.type) || field.checked)
      .map(({ name, value }) => [name, value]);

  const keep = (form) =>
    quietly(() =>
      localStorage.setItem(
        nameOf(form),
        JSON.stringify({ at: Date.now(), by: signer(form), values: valuesOf(form) }),
      ),
    );

  const forget = (form) => quietly(() => localStorage.removeItem(nameOf(form)));

  const ask = (form) =>
    form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));

  const bringBack = (form) => {
    const draft = quietly(() => JSON.parse(localStorage.getItem(nameOf(form))));
    if (!draft || draft.by !== signer(form) || Math.abs(Date.now() - draft.at) > DAY) return;
    for (const field of [...form.elements].filter(isWritten)) {
      const values = draft.values.filter(([name]) => name === field.name).map(([, value]) => value);
      if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    }
    ask(form);
    const sentence = template("draft");
    if (sentence) document.querySelector("[data-unsent]")?.replaceChildren(sentence);
  };

  // What it would change can't be asked: say so where it would stand, and nothing that may not hold any more.
  const isUnseen = () => {
    for (const place of document.querySelectorAll("form[data-draft] .consequences")) {
      place.className = "consequences consequences--ruling";
      place.hidden = false;
      place.replaceChildren(template("unseen") ?? "");
    }
    for (const place of document.querySelectorAll("form[data-draft] #meaning")) place.hidden = true;
    document.dispatchEvent(new CustomEvent("uptown:said"));
  };

  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-draft]");
    if (form) keep(form);
  });

  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail: { elt } }) => {
      if (elt.closest?.("form[data-draft]")) isUnseen();
    });
  }

  // Signal may come back without a word of it: a phone that never left the hall's Wi-Fi is told of nothing.
  const askAgain = () => {
    const isUnknown = document.querySelector("form[data-draft] [data-unseen]");
    const isAsking = document.querySelector("form[data-draft] .htmx-request");
    if (!isUnknown || isAsking || document.hidden || !navigator.onLine) return;
    forms().forEach(ask);
    for (const place of document.querySelectorAll("[data-look]")) place.dispatchEvent(new Event("uptown:look"));
  };

  addEventListener("online", askAgain);
  setInterval(askAgain, AGAIN);

  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
    if (elt.matches?.("form[data-draft]") && isFromHall(xhr) && xhr.status < 300) forget(elt);
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const form of forms()) bringBack(form);
    if (!navigator.onLine) isUnseen();
  });
})();

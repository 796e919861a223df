// Marks one's own row in what everybody sees alike.
//
//   <div data-own="12">                      whose page it is
//   <section id="standings-near">            the rows near the line, and in its <template> others
//     <a data-own-place href="…">            leads to the standings: to one's own place in them
"use strict";

(() => {
  const SAID = Object.assign(document.createElement("span"), { className: "you", textContent: "you" });

  const mark = () => {
    const own = document.querySelector("[data-own]")?.dataset.own;
    const near = document.getElementById("standings-near");
    const others = near?.querySelector("template")?.content;
    if (!own || !others) return;
    const whole = near.querySelector("[data-own-place]");
    Object.assign(whole, { search: `?team=${own}`, hash: "#asked" });
    const isOwn = `tr[data-team="${own}"]`;
    if (!near.querySelector(isOwn) && others.querySelector(isOwn)) {
      near.querySelector("tbody").append(others.querySelector(isOwn).cloneNode(true));
    }
    const row = near.querySelector(isOwn);
    if (!row || row.classList.contains("is-mine")) return;
    row.classList.add("is-mine");
    row.querySelector(".team-name").after(SAID.cloneNode(true));
  };

  mark();
  document.addEventListener("htmx:afterSwap", mark);
})();

// Marks one's own row in what everybody sees alike. A team's page says whose it is, and the phone remembers it for the
// event as long as it wears the team's badge (home.js).
//
//   <div data-own="12">                      whose page it is
//   <section id="standings-near">            the rows near the line, and in its <template> others
//     <p data-own-said hidden>               what one's own row says of its chances (its data-said)
//   <a data-own-place href="…">              leads to a table: to one's own place in it
//   <tbody data-marks-own>                   a list in which one's own row is marked
"use strict";

const ownTeam = (() => {
  const REMEMBERED = `uptown-own ${document.querySelector("[data-live]")?.dataset.live}`;
  const SAID = Object.assign(document.createElement("span"), { className: "you", textContent: "you" });
  const here = () => document.querySelector("[data-own]")?.dataset.own;

  const number = () => {
    if (here()) return here();
    return document.documentElement.dataset.home === "team" ? memory.of(REMEMBERED) : null;
  };

  const markIn = (list, own) => {
    const row = list.querySelector(`tr[data-team="${own}"]`);
    if (!row || row.classList.contains("is-mine")) return;
    row.classList.add("is-mine");
    row.querySelector(".team-name").after(" ", SAID.cloneNode(true));
  };

  const mark = () => {
    const own = number();
    if (!own) return;
    const near = document.getElementById("standings-near");
    const others = near?.querySelector("template")?.content;
    for (const place of document.querySelectorAll("[data-own-place]")) {
      Object.assign(place, { search: `?team=${own}`, hash: "#asked", hidden: false });
    }
    const isOwn = `tr[data-team="${own}"]`;
    if (others && !near.querySelector(isOwn) && others.querySelector(isOwn)) {
      near.querySelector("tbody").append(others.querySelector(isOwn).cloneNode(true));
    }
    if (others) markIn(near, own);
    const said = near?.querySelector("[data-own-said]");
    const words = near?.querySelector(isOwn)?.dataset.said;
    if (said && words) Object.assign(said, { textContent: words, hidden: false });
    for (const list of document.querySelectorAll("[data-marks-own]")) markIn(list, own);
  };

  if (here()) memory.keep(REMEMBERED, here());
  mark();
  document.addEventListener("htmx:afterSwap", mark);
  return number;
})();

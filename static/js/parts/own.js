// Marks a team's own row in pages that are the same for everybody. A team's page says which team it is; the phone
// remembers it for the event as long as it has the team's badge (home.js).
//
//   <div data-own="12">                      the team whose page it is
//   <section id="standings-near">            the rows near the cutoff; its <template> has the other rows
//     <p data-own-said hidden>               what the own row says about its chances (data-said)
//   <a data-own-place href="…">              leads to a table: to the team's own row in it
//   <tbody data-marks-own>                   a list in which the own row is marked

import { recall, remember } from "../core/memory.js";

const name = () => `uptown-own ${document.querySelector("[data-live]")?.dataset.live}`;
const onPage = () => document.querySelector("[data-own]")?.dataset.own;

/** The number of the team that uses this phone, if known. */
export function ownTeam() {
  if (onPage()) return onPage();
  return document.documentElement.dataset.home === "team" ? recall(name()) : null;
}

function markIn(list, own) {
  const row = list.querySelector(`tr[data-team="${own}"]`);
  if (!row || row.classList.contains("is-mine")) return;
  row.classList.add("is-mine");
  const you = Object.assign(document.createElement("span"), { className: "you", textContent: "you" });
  row.querySelector(".team-name").after(" ", you);
}

function markNear(near, own) {
  const others = near?.querySelector("template")?.content;
  const row = `tr[data-team="${own}"]`;
  if (others && !near.querySelector(row) && others.querySelector(row)) {
    near.querySelector("tbody").append(others.querySelector(row).cloneNode(true));
  }
  if (others) markIn(near, own);
  const said = near?.querySelector("[data-own-said]");
  const words = near?.querySelector(row)?.dataset.said;
  if (said && words) Object.assign(said, { textContent: words, hidden: false });
}

function mark() {
  const own = ownTeam();
  if (!own) return;
  for (const place of document.querySelectorAll("[data-own-place]")) {
    Object.assign(place, { search: `?team=${own}`, hash: "#asked", hidden: false });
  }
  markNear(document.getElementById("standings-near"), own);
  for (const list of document.querySelectorAll("[data-marks-own]")) markIn(list, own);
}

export function startMarkingOwnTeam() {
  if (onPage()) remember(name(), onPage());
  mark();
  document.addEventListener("htmx:afterSwap", mark);
}

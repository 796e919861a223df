// "Where do I sit?" Everybody gets the same list with each team's seat; the phone shows the seat of the chosen team
// and remembers the team for the event. A choice or a text that wasn't sent yet survives a swap.
//
//   <form data-finder><select><option data-name data-emblem data-big data-words>
//   <div data-found="12" hidden>… <b data-slot="big">
//   <input data-finds>                       with many teams: filled in with the remembered team
//   <p data-searches hidden><input data-search>      shows only the rows of [data-search-in] that contain what is typed

import { recall, remember } from "../core/memory.js";
import { ownTeam } from "./own.js";

const name = () => `uptown-finder ${document.querySelector("[data-live]")?.dataset.live}`;

let chosen = null; // the number of the team
let entered = null; // in the form, not sent yet

function show() {
  const field = document.querySelector("[data-finds]");
  if (field) field.value = entered ?? (field.value || chosen);
  const list = document.querySelector("[data-finder] select");
  const found = document.querySelector("[data-found]");
  const option = chosen && list?.querySelector(`option[value="${chosen}"]`);
  if (list && (entered ?? option)) list.value = entered ?? chosen;
  if (!found || !option) return;
  const values = { ...option.dataset, value: chosen };
  for (const slot of found.querySelectorAll("[data-slot]")) slot.textContent = values[slot.dataset.slot];
  found.hidden = false;
}

function choose(number) {
  chosen = number;
  remember(name(), chosen);
  show();
}

function choosePressed(event) {
  const number = event.target.matches("[data-finder]") && new FormData(event.target).get("team");
  if (!number) return;
  event.preventDefault();
  entered = null;
  choose(number);
  document.querySelector("[data-found]")?.scrollIntoView({ block: "nearest" });
}

// --- searching a list -----------------------------------------------------------------------------

const plain = (words) =>
  words
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/['`´‘′ʻʼ]/g, "’") // As names are stored.
    .replace(/[“”]/g, '"');

function search() {
  const field = document.querySelector("[data-search]");
  if (!field) return;
  field.closest("[data-searches]").hidden = false;
  for (const row of document.querySelectorAll("[data-search-in] > *")) {
    const team = row.querySelector("span.team") ?? row; // Not the opponents.
    row.hidden = !plain(team.textContent).includes(plain(field.value.trim()));
  }
}

export function startFinder() {
  document.addEventListener("submit", choosePressed);
  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-finder] select, [data-finds]")) entered = target.value;
    if (target.matches("[data-search]")) search();
  });
  const answered = document.querySelector("[data-found]")?.dataset.found;
  const asked = answered || (new URLSearchParams(location.search).get("team") ?? recall(name()) ?? ownTeam());
  if (/^\d+$/.test(asked ?? "")) choose(asked);
  search();
  document.addEventListener("htmx:afterSwap", () => {
    show();
    search();
  });
}

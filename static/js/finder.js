// "Where do I sit?" Everybody gets the same list, with each team's place in it; the phone shows the one that was chosen,
// and goes on showing it when the list comes again. It is remembered for the event. What is chosen or typed and not
// shown yet outlives a swap, too.
//
//   <form data-finder><select><option data-name data-emblem data-big data-words>
//   <div data-found="12" hidden>… <b data-slot="big">
//   <input data-finds>                       in a large field: whom the phone knows is typed in already
//   <p data-searches hidden><input data-search>      shows only the rows of [data-search-in] that have these letters
"use strict";

(() => {
  const REMEMBERED = `uptown-finder ${document.querySelector("[data-live]")?.dataset.live}`;
  let chosen = null;
  let entered = null; // In the form, before it is sent.

  const show = () => {
    const typed = document.querySelector("[data-finds]");
    if (typed) typed.value = entered ?? (typed.value || chosen);
    const list = document.querySelector("[data-finder] select");
    const found = document.querySelector("[data-found]");
    const option = chosen && list?.querySelector(`option[value="${chosen}"]`);
    if (list && (entered ?? option)) list.value = entered ?? chosen;
    if (!found || !option) return;
    const said = { ...option.dataset, value: chosen };
    for (const slot of found.querySelectorAll("[data-slot]")) slot.textContent = said[slot.dataset.slot];
    found.hidden = false;
  };

  const choose = (number) => {
    chosen = number;
    memory.keep(REMEMBERED, chosen);
    show();
  };

  document.addEventListener("submit", (event) => {
    const number = event.target.matches("[data-finder]") && new FormData(event.target).get("team");
    if (!number) return;
    event.preventDefault();
    entered = null;
    choose(number);
    document.querySelector("[data-found]")?.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-finder] select, [data-finds]")) entered = target.value;
  });

  const answered = document.querySelector("[data-found]")?.dataset.found;
  const asked = answered || (new URLSearchParams(location.search).get("team") ?? memory.of(REMEMBERED) ?? ownTeam());
  if (/^\d+$/.test(asked ?? "")) choose(asked);
  document.addEventListener("htmx:afterSwap", show);

  // --- a list that is searched ---------------------------------------------------------------------

  const plain = (words) => words.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");

  const search = () => {
    const typed = document.querySelector("[data-search]");
    if (!typed) return;
    typed.closest("[data-searches]").hidden = false;
    for (const row of document.querySelectorAll("[data-search-in] > *")) {
      const name = row.querySelector("span.team") ?? row; // Not whom they play.
      row.hidden = !plain(name.textContent).includes(plain(typed.value.trim()));
    }
  };

  search();
  document.addEventListener("input", ({ target }) => target.matches("[data-search]") && search());
  document.addEventListener("htmx:afterSwap", search);
})();

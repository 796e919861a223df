// The list of what waits on this phone, on every page of an event, and its count for the header (stream/live.js). If
// somebody has to do something, the header's chip is red, and a score sheet, whose list is below the entry, shows a
// banner.

import { sentence, showSentence } from "../core/sentences.js";
import { afterDiscarding, canBeEnteredAgain, count, hasPageToOpen, isShown, isStopped, lineOf } from "./rules.js";
import * as outbox from "./store.js";

function moved({ movedFrom, sequence }) {
  const words = sentence("moved");
  words.querySelector("[data-from]").textContent = movedFrom;
  words.querySelector("[data-to]").textContent = sequence;
  return words.textContent.replace(/\s+/g, " ").trim();
}

function reason(entry) {
  if (entry.movedFrom) return moved(entry);
  if (entry.reason) return entry.reason;
  return isStopped(entry, outbox.all()) ? sentence("stopped").textContent : "";
}

const wayAgain = (entry) => `${entry.page}#again-${entry.id}`;

function discard({ id }) {
  const gone = outbox.all().find((entry) => entry.id === id);
  if (!gone) return;
  const { changes, above } = afterDiscarding(gone, outbox.all());
  outbox.discard(id, changes, { line: lineOf(gone), above });
}

function rowOf(entry) {
  const row = document.querySelector("template[data-outbox-entry]").content.cloneNode(true);
  const part = (name) => row.querySelector(`[data-${name}]`);
  part("title").textContent = entry.title;
  part("said").textContent = entry.said;
  part("reason").textContent = reason(entry);
  part("chip-refused").hidden = entry.state !== "refused";
  part("chip-waiting").hidden = entry.state === "refused";
  part("look").href = entry.page;
  part("look").hidden = !hasPageToOpen(entry, location.pathname);
  part("again").href = wayAgain(entry);
  part("again").hidden = !canBeEnteredAgain(entry);
  part("discard").addEventListener("click", () => discard(entry));
  return row;
}

function showBanner(entry) {
  const banner = document.querySelector("[data-need]");
  banner.hidden = !entry;
  if (!entry) return;
  const part = (name) => banner.querySelector(`[data-need-${name}]`);
  const isHere = entry.page === location.pathname && entry.kind === "hand";
  const isClosed = entry.state === "closed";
  const isAgain = canBeEnteredAgain(entry);
  part("title").textContent = `${isHere ? `Hand ${entry.sequence}` : entry.title}:`;
  part("reason").textContent = reason(entry);
  part("code").hidden = !isClosed;
  part("again").hidden = !isAgain;
  part("again").href = wayAgain(entry);
  part("more").hidden = isClosed || isAgain;
  document.dispatchEvent(new CustomEvent("uptown:said"));
}

function sayLost({ detail: titles }) {
  showSentence("lost");
  document.querySelector("[data-unsent] [data-lost]").textContent = titles.join("; ");
}

let last = "";

function showList() {
  const shown = outbox.all().filter(isShown);
  const now = JSON.stringify(shown);
  if (now === last) return; // Don't fold anything under a finger that is about to press.
  last = now;
  const refused = shown.filter(({ state }) => state === "refused");
  const waiting = shown.filter(({ state }) => state !== "refused");
  const groups = [
    [waiting, "waiting"],
    [refused, "refused"],
  ];
  const words = groups
    .filter(([entries]) => entries.length)
    .map(([entries, word]) => count(entries, word))
    .join(" · ");
  const need = shown.find(({ state }) => ["refused", "closed"].includes(state));
  document.body.dataset.waiting = words;
  document.body.dataset.needs = refused.length ? `${refused.length} refused` : need ? `${waiting.length} waiting` : "";
  const list = document.querySelector("[data-outbox-list]");
  if (!list) return;
  list.hidden = !shown.length;
  list.querySelector("[data-outbox-count]").textContent = words;
  showBanner(need);
  list.classList.toggle("card--red", Boolean(need));
  list.classList.toggle("card--gold", !need);
  list.querySelector("[data-outbox-closed]").hidden = !shown.some(({ state }) => state === "closed");
  // "It will be sent automatically" isn't true any more.
  if (need || !shown.length) document.querySelector("[data-unsent] [data-kept]")?.remove();
  if (need) list.querySelector("[data-outbox-fold]").open = true;
  list.querySelector("[data-outbox-entries]").replaceChildren(...shown.map(rowOf));
}

export function startWaitingList() {
  document.addEventListener("uptown:outbox", showList);
  document.addEventListener("uptown:lost", sayLost);
  document.addEventListener("click", ({ target }) => {
    if (target.closest('a[href="#kept"]')) document.querySelector("[data-outbox-fold]").open = true;
  });
  showList(); // The outbox may be open already.
}

// Shows a team its table as soon as it is called, before its page is fetched (pages/player/call.py).
//
//   <div data-shared="/summer/team/called/?team=12" data-badge="7">   asks the stream for the team's own line
//     <div id="call" hidden>
//       <template data-card="0">                            a card; {0}, {1} … are for the words of a line
//       <p data-team="12" data-called="345 7" data-card="0"><b>…</b></p>
//   <div id="now" data-called="345 7">                      the page, with the game and the table that it shows
//
// "uptown:behind" is fired on the document if only the page itself can tell, "uptown:shown" if it may wait.

import { htmx } from "../core/htmx.js";

let line = null; // the last own one: its game and table
let before = null; // the card before the call

function swapCard(card, html) {
  const how = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
  htmx.swap(card, html, how, { eventInfo: { requestConfig: { verb: "get" } } });
}

function filled(row) {
  const call = document.getElementById("call");
  const shape = call.querySelector(`template[data-card="${row.dataset.card}"]`).innerHTML;
  const [game] = row.dataset.called.split(" ");
  const words = { ...[...row.children].map((each) => each.innerHTML), game, badge: call.parentElement.dataset.badge };
  return shape.replace(/\{(\w+)\}/g, (blank, name) => words[name] ?? blank);
}

function show(now, card, row) {
  before = card.outerHTML;
  swapCard(card, filled(row));
  now.querySelector(".now-card").dataset.called = row.dataset.called;
  now.dataset.games = `${now.dataset.games} ${row.dataset.called.split(" ")[0]}`.trim();
  document.dispatchEvent(new CustomEvent("uptown:shown"));
}

function readCall() {
  const now = document.getElementById("now");
  const row = document.querySelector(`#call [data-team="${now.dataset.own}"]`);
  const called = row?.dataset.called ?? "";
  if (called === line) return;
  line = called;
  const card = now.querySelector(".now-card");
  if (called === (card.dataset.called ?? now.dataset.called)) return;
  if (row?.dataset.card) {
    show(now, card, row);
    return;
  }
  // The round was recalled, or the game is over.
  if (card.dataset.called) swapCard(card, before);
  document.dispatchEvent(new CustomEvent("uptown:behind"));
}

export function startShowingCall() {
  const now = document.getElementById("now");
  if (!now || !document.getElementById("call")) return;
  line = now.dataset.called;
  document.addEventListener("uptown:part", ({ detail: html }) => html.includes(' id="call"') && readCall());
}

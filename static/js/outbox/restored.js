// After the server was restored from a backup, it may lack entries that this phone had sent. The phone asks which, and
// offers to send them again: with their own ids, so that nothing is entered twice. The organizer sees what phones have.
//
//   <div data-restored="1782…">    in the page's clock: when the server was restored

import { gameOf, inGame, toCheck } from "./rules.js";
import { checked, knock, send, timeout } from "./sending.js";
import * as outbox from "./store.js";

const AGAIN = 20_000; // for entries whose game isn't called again yet

const phoneHere = () => document.querySelector("[data-phone]")?.dataset.phone;
const restoredAt = () => document.querySelector("[data-restored]")?.dataset.restored;
const lacking = () => outbox.all().filter(({ state, phone }) => state === "lacking" && phone === phoneHere());

async function ask(entries, done = []) {
  const { token } = await knock(phoneHere());
  const told = entries.map(({ id, title, who, ...entry }) => ({ id, title, who, game: gameOf(entry) }));
  const response = await fetch(`${phoneHere()}held/`, {
    method: "POST",
    body: new URLSearchParams([["held", JSON.stringify({ entries: told, done })]]),
    headers: { "X-CSRFToken": token },
    redirect: "manual",
    signal: timeout(),
  });
  if (!checked(response).ok) throw new Error(`${response.status}`);
  return (await response.json()).lacking;
}

async function note(entry, missing, restored) {
  if (!(entry.id in missing)) await outbox.settle(entry.id, { state: "sent", checked: restored });
  else if (missing[entry.id] === null) await outbox.settle(entry.id, { state: "lacking", game: null });
  else await outbox.settle(entry.id, { state: "lacking", ...inGame(entry, missing[entry.id]) });
}

let isAsking = false;

// Without an answer it is asked again, when the server is heard or the page is loaded.
async function check() {
  const restored = restoredAt();
  const entries = restored ? toCheck(outbox.all(), phoneHere(), restored) : [];
  const isNew = entries.some(({ state, game }) => state === "sent" || game === null);
  if (isAsking || !isNew) return;
  isAsking = true;
  try {
    const missing = await ask(entries);
    for (const entry of entries) await note(entry, missing, restored);
  } catch {
    // The server doesn't answer now.
  } finally {
    isAsking = false;
  }
}

const isCalled = ({ game }) => game !== null;

async function sendAgain() {
  const restored = restoredAt();
  for (const { id } of lacking().filter(isCalled)) {
    await outbox.settle(id, { state: "waiting", checked: restored, wasLacking: true });
  }
  send();
}

async function discardAll() {
  const ids = lacking().map(({ id }) => id);
  for (const id of ids) await outbox.drop(id);
  ask([], ids).catch(() => {});
}

// The organizer's list loses what came in, also where somebody had entered the same hand meanwhile.
function noteDelivered({ detail: { entry } }) {
  if (entry.wasLacking) ask([], [entry.id]).catch(() => {});
}

function show() {
  const place = document.querySelector("[data-lacking]");
  if (!place) return;
  const entries = lacking();
  place.hidden = !entries.length;
  const rows = entries.map((entry) => {
    const row = document.createElement("li");
    row.textContent = `${entry.title}: ${entry.said}`;
    if (!isCalled(entry)) row.append(document.querySelector("template[data-not-called]").content.cloneNode(true));
    return row;
  });
  place.querySelector("[data-lacking-entries]").replaceChildren(...rows);
  place.querySelector("[data-lacking-send]").disabled = !entries.some(isCalled);
}

export function startRestored() {
  document.addEventListener("uptown:outbox", show);
  document.addEventListener("uptown:heard", check);
  document.addEventListener("htmx:afterSettle", check);
  document.addEventListener("uptown:delivered", noteDelivered);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-lacking-send]")) sendAgain();
    if (target.closest("[data-lacking-discard]")) discardAll();
  });
  setInterval(check, AGAIN);
  show();
  check();
}

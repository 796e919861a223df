// How what waits in the outbox (outbox.js) goes out: one entry after the other, as soon as the hall's computer answers, to
// whoever may send it; and what its answer makes of it. "uptown:delivered" is fired on the document for what is stored,
// "uptown:silence" where nobody answers.
"use strict";

(() => {
  const GIVEN_UP = 25_000; // No page waits as long for an answer.
  const PATIENCE = 20_000;
  const MOST_PATIENCE = 60_000;
  const AGAIN = 5_000;

  // A line on which no answer comes in time is given more of it: asked again as hastily, it would never come.
  let patience = PATIENCE;
  // Not AbortSignal.timeout: a phone of 2020 has none (docs/architecture.md says which browsers there are).
  const wait = () => {
    const control = new AbortController();
    setTimeout(() => control.abort(), patience);
    return control.signal;
  };

  const isGivenUp = (entry) => entry.state === "sending" && Math.abs(Date.now() - entry.at) > GIVEN_UP;

  const isWaiting = (entry) => entry.state === "waiting" || isGivenUp(entry);

  const isDue = (entry, badge) =>
    isWaiting(entry) || (entry.state === "closed" && entry.badge !== badge);

  // What somebody else answered in the hall's place (swaps.js) is as good as silence: a foreign page, and also where it
  // leads to, which the hall never does here.
  const fromHall = (answer) => {
    heedStranger(answer);
    if (!isFromHall(answer)) throw new Error("somebody else answered");
    return answer;
  };

  // Who this browser is to the hall's computer now, and a fresh token: the page's own may be hours old.
  const knock = async (address) => {
    const answer = await fetch(address, { cache: "no-store", signal: wait() });
    if (!fromHall(answer).ok) throw new Error(`${answer.status}`);
    return answer.json();
  };

  // How long it has lain here, by this phone's clock at both ends: so it may be wrong.
  const waited = (entry) => Math.max(0, Math.round((Date.now() - entry.at) / 1000));

  const post = (entry, token) =>
    fetch(entry.action, {
      method: "POST",
      body: new URLSearchParams([...entry.fields, ["waited", waited(entry)]]),
      headers: { "X-CSRFToken": token, "HX-Request": "true", "HX-Target": entry.target },
      redirect: "manual",
      signal: wait(),
    });

  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

  const reasonIn = (page) => {
    const refused = page.querySelectorAll("#refused p:not(.meaning-headline), .refusal p:not(.refusal-title)");
    const said = refused.length ? refused : page.querySelectorAll(".empty p:not(.empty-title)");
    return [...said].map((each) => each.textContent.trim()).filter(Boolean).join(" ");
  };

  // Whether it can be entered again where it came from: a game may be over by now.
  const hasForm = (page, { action }) =>
    [...page.querySelectorAll("form[data-outbox]")].some((form) => form.getAttribute("action") === action);

  // What an answer makes of an entry. An answer that decides nothing leaves it waiting.
  const verdict = async (answer, entry, door) => {
    if (answer.ok) {
      return { state: "sent", html: await answer.text(), next: answer.headers.get("HX-Redirect") };
    }
    if (answer.status === 409) {
      return { state: "closed", reason: reasonIn(parsed(await answer.text())), badge: door.badge };
    }
    if (answer.status === 403) return { state: "closed", reason: door.sentence, badge: door.badge };
    if (answer.status === 422) {
      const page = parsed(await answer.text());
      const comes = page.querySelector("[data-next]")?.dataset.next; // The number of the hand that comes next there.
      return { state: "refused", reason: reasonIn(page), comes: Number(comes) || null, isOver: !hasForm(page, entry) };
    }
    if (answer.status === 404) {
      return { state: "refused", reason: "What this is about is not there any more.", isOver: true, isGone: true };
    }
    if (answer.status >= 500) throw new Error(`${answer.status}`);
    return { state: "refused", reason: "The hall’s computer could not read this entry." };
  };

  const sendOne = async (entry, door) => {
    const { html, next, ...now } = await verdict(fromHall(await post(entry, door.token)), entry, door);
    await outbox.settle(entry.id, now);
    if (now.state === "sent") {
      document.dispatchEvent(new CustomEvent("uptown:delivered", { detail: { entry, html, next } }));
    }
  };

  const sendAll = async () => {
    await outbox.load();
    const doors = new Map();
    for (const { id } of outbox.all()) {
      const entry = outbox.all().find((each) => each.id === id); // It may have been discarded meanwhile.
      if (!["waiting", "closed", "sending"].includes(entry?.state)) continue;
      if (!doors.has(entry.phone)) doors.set(entry.phone, await knock(entry.phone));
      const door = doors.get(entry.phone);
      if (isDue(entry, door.badge) && !outbox.isStopped(entry)) await sendOne(entry, door);
    }
  };

  let isSending = false;

  // One tab sends at a time where the browser can see to that; where it can't, the ids do.
  const send = async () => {
    if (isSending || !outbox.all().some((entry) => isWaiting(entry) || entry.state === "closed")) return;
    isSending = true;
    const alone = { ifAvailable: true };
    try {
      if (navigator.locks) await navigator.locks.request("uptown-outbox", alone, (lock) => lock && sendAll());
      else await sendAll();
    } catch (silence) {
      if (silence?.name === "AbortError") patience = Math.min(2 * patience, MOST_PATIENCE);
      document.dispatchEvent(new CustomEvent("uptown:silence"));
    } finally {
      isSending = false;
    }
  };

  outbox.send = send;

  const start = async () => {
    await outbox.begin();
    document.documentElement.dataset.outbox = "open";
    send();
    setInterval(send, AGAIN);
    addEventListener("online", () => (patience = PATIENCE)); // It is another line.
    for (const moment of ["online", "pageshow"]) addEventListener(moment, send);
    document.addEventListener("visibilitychange", () => document.hidden || send());
  };

  // No store, no outbox: then a press that did not arrive is said, as before (swaps.js).
  start().catch(() => {});
})();

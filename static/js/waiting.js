// The list of what waits on this phone (outbox.js), on every page of an event, and its count for the header (live.js).
// The words stand in templates/parts/_unsent.html.
"use strict";

(() => {
  const template = (name) =>
    document.querySelector(`template[data-unsent-because="${name}"]`)?.content.cloneNode(true);

  const count = (those, word) => {
    const isHand = ({ kind }) => ["hand", "report", undefined].includes(kind);
    const [one, many] = those.every(isHand) ? ["hand", "hands"] : ["entry", "entries"];
    return `${those.length} ${those.length === 1 ? one : many} ${word}`;
  };

  const reason = (entry) => {
    if (entry.reason) return entry.reason;
    return outbox.isStopped(entry) ? template("stopped").textContent : "";
  };

  const canBeEnteredAgain = ({ kind }) => ["hand", "report", "forfeit", undefined].includes(kind);

  const rowOf = (entry) => {
    const line = document.querySelector("template[data-outbox-entry]").content.cloneNode(true);
    const part = (name) => line.querySelector(`[data-${name}]`);
    part("title").textContent = entry.title;
    part("said").textContent = entry.said;
    part("reason").textContent = reason(entry);
    part("chip-refused").hidden = entry.state !== "refused";
    part("chip-waiting").hidden = entry.state === "refused";
    part("look").href = entry.page;
    part("again").href = `${entry.page}#again-${entry.id}`;
    part("again").hidden = entry.state !== "refused" || !canBeEnteredAgain(entry);
    part("discard").addEventListener("click", () => outbox.drop(entry.id));
    return line;
  };

  let last = "";

  const showList = () => {
    const shown = outbox.all().filter(outbox.isShown);
    const now = JSON.stringify(shown); // Nothing is folded under a finger that is about to press.
    if (now === last) return;
    last = now;
    const refused = shown.filter((entry) => entry.state === "refused");
    const waiting = shown.filter((entry) => entry.state !== "refused");
    const counts = [[waiting, "waiting"], [refused, "refused"]].filter(([those]) => those.length);
    const words = counts.map(([those, word]) => count(those, word)).join(" · ");
    document.body.dataset.waiting = words;
    const list = document.querySelector("[data-outbox-list]");
    if (!list) return;
    list.hidden = !shown.length;
    list.querySelector("[data-outbox-count]").textContent = words;
    const isClosed = shown.some((entry) => entry.state === "closed");
    list.querySelector("[data-outbox-closed]").hidden = !isClosed;
    // It doesn't go out by itself, as was said.
    if (isClosed || refused.length) document.querySelector("[data-unsent] [data-kept]")?.remove();
    // Somebody has to do something.
    if (isClosed || refused.length) list.querySelector("[data-outbox-fold]").open = true;
    list.querySelector("[data-outbox-entries]").replaceChildren(...shown.map(rowOf));
  };

  document.addEventListener("uptown:outbox", showList);
  showList(); // The outbox may have opened before this was here.
})();

// The list of what waits on this phone (outbox.js), on every page of an event, and its count for the header (live.js).
// Where somebody has to do something, the header's chip is red, and a sheet, which has its list below the entry, says
// what for in a banner. The words are in templates/parts/_unsent.html.
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

  const canBeEnteredAgain = ({ kind, state, isOver }) =>
    state === "refused" && !isOver && ["hand", "report", "forfeit", undefined].includes(kind);

  const wayAgain = (entry) => `${entry.page}#again-${entry.id}`;

  // The page that it came from, unless that is this one, or shows nothing but that it is over or gone.
  const hasPageToSee = ({ page, kind, isOver, isGone }) =>
    page !== location.pathname && !isGone && !(isOver && kind === "report");

  // --- throwing away --------------------------------------------------------------------------------

  // The hands behind it that counted on it, and above which number hands do. An undo in between takes one away from
  // all that come after; a hand that was entered twice fills the gap.
  const behind = (gone) => {
    const isAfter = (entry) => outbox.lineOf(entry) === outbox.lineOf(gone) && entry.seq > gone.seq;
    const counting = [];
    let above = gone.sequence;
    for (const entry of outbox.all().filter(isAfter)) {
      if (entry.takesBack) above -= 1;
      if (entry.kind !== "hand") continue;
      if (entry.sequence === above) return { counting, above: Infinity };
      if (entry.sequence > above) counting.push(entry);
    }
    return { counting, above };
  };

  const moved = (entry, sequence) => ({
    sequence,
    title: entry.title.replace(/\d+$/, sequence),
    fields: entry.fields.map(([name, value]) => (/^(as_)?sequence$/.test(name) && value ? [name, `${sequence}`] : [name, value])),
  });

  const discard = ({ id }) => {
    const gone = outbox.all().find((entry) => entry.id === id);
    if (!gone) return;
    const { counting, above } = outbox.leavesGap(gone) ? behind(gone) : { counting: [], above: Infinity };
    const changes = counting.map((entry) => [entry.id, moved(entry, entry.sequence - 1)]);
    outbox.discard(id, changes, { line: outbox.lineOf(gone), above });
  };

  // --- the list -------------------------------------------------------------------------------------

  const rowOf = (entry) => {
    const line = document.querySelector("template[data-outbox-entry]").content.cloneNode(true);
    const part = (name) => line.querySelector(`[data-${name}]`);
    part("title").textContent = entry.title;
    part("said").textContent = entry.said;
    part("reason").textContent = reason(entry);
    part("chip-refused").hidden = entry.state !== "refused";
    part("chip-waiting").hidden = entry.state === "refused";
    part("look").href = entry.page;
    part("look").hidden = !hasPageToSee(entry);
    part("again").href = wayAgain(entry);
    part("again").hidden = !canBeEnteredAgain(entry);
    part("discard").addEventListener("click", () => discard(entry));
    return line;
  };

  // --- what needs somebody ---------------------------------------------------------------------------

  const showNeed = (entry) => {
    const banner = document.querySelector("[data-need]");
    banner.hidden = !entry;
    if (!entry) return;
    const part = (name) => banner.querySelector(`[data-need-${name}]`);
    const isHere = entry.page === location.pathname && entry.kind === "hand";
    part("title").textContent = `${isHere ? `Hand ${entry.sequence}` : entry.title}:`;
    part("reason").textContent = reason(entry);
    const isClosed = entry.state === "closed";
    const isAgain = canBeEnteredAgain(entry);
    part("code").hidden = !isClosed;
    part("again").hidden = !isAgain;
    part("again").href = wayAgain(entry);
    part("more").hidden = isClosed || isAgain;
    document.dispatchEvent(new CustomEvent("uptown:said"));
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
    const need = shown.find((entry) => ["refused", "closed"].includes(entry.state));
    document.body.dataset.needs = refused.length ? `${refused.length} refused` : need ? `${waiting.length} waiting` : "";
    const list = document.querySelector("[data-outbox-list]");
    if (!list) return;
    list.hidden = !shown.length;
    list.querySelector("[data-outbox-count]").textContent = words;
    const isClosed = shown.some((entry) => entry.state === "closed");
    showNeed(need);
    list.classList.toggle("card--red", Boolean(need));
    list.classList.toggle("card--gold", !need);
    list.querySelector("[data-outbox-closed]").hidden = !isClosed;
    // It doesn't go out by itself, as was said; or it is in the book already.
    if (need || !shown.length) document.querySelector("[data-unsent] [data-kept]")?.remove();
    // Somebody has to do something.
    if (need) list.querySelector("[data-outbox-fold]").open = true;
    list.querySelector("[data-outbox-entries]").replaceChildren(...shown.map(rowOf));
  };

  // Who goes there by the header's link comes to look.
  document.addEventListener("click", ({ target }) => {
    if (target.closest('a[href="#kept"]')) document.querySelector("[data-outbox-fold]").open = true;
  });

  document.addEventListener("uptown:outbox", showList);
  showList(); // The outbox may have opened before this was here.
})();

// What becomes of an entry: it is kept while it is on its way. Where no answer comes, it stays on this phone, and its
// form (forms.js) is made ready for the next hand. The list of what waits is waiting.js; the words stand in
// templates/parts/_unsent.html.
"use strict";

(() => {
  const { action, isPress, isBegun } = entryForms;
  const isOpen = () => document.documentElement.dataset.outbox === "open";

  const say = (name) => {
    const sentence = document.querySelector(`template[data-unsent-because="${name}"]`);
    if (sentence) document.querySelector("[data-unsent]")?.replaceChildren(sentence.content.cloneNode(true));
  };

  // A phone may be full: then it stands in its form, and nowhere else.
  const hasRoomFor = (entry) => outbox.keep(entry).then(() => true, () => false);

  // It stays on the phone: say so, and make the form ready for the next hand.
  const keepHere = async (form, entry, now) => {
    if (!(await hasRoomFor({ ...entry, ...now }))) return say(now.state === "closed" ? "closed" : "full");
    isDone(entry);
    if (!isPress(form)) entryForms.clear(form);
    for (const each of entryForms.all()) entryForms.number(each);
    entryForms.putAway();
    const isBehind = outbox.all().some((kept) => kept.id === entry.id && outbox.isStopped(kept));
    const waits = isBehind ? "kept-behind" : (form.dataset.kept ?? "kept");
    say(now.state === "closed" ? "kept-closed" : waits);
    if (!isPress(form)) (form.closest("#game") ? document.body : form).scrollIntoView({ block: "start" });
  };

  // It is on the score sheet already, though no answer came.
  const isStored = ({ id }) => outbox.all().some((entry) => entry.id === id && entry.state === "sent");

  const isReady = (form) => {
    if (!isPress(form)) entryForms.clear(form);
    entryForms.numberAll();
    document.body.dispatchEvent(new CustomEvent("uptown:changed"));
  };

  // --- an entry goes -------------------------------------------------------------------------------

  const PATIENCE = 3000; // Then the form is free for the next hand, and the outbox goes on behind it.
  const going = new WeakMap();
  const again = new Map(); // by a form's address: the refused entry that is being entered again

  // What was entered again is settled once its successor is kept or stored.
  const isDone = (entry) => {
    if (again.has(entry.action)) outbox.drop(again.get(entry.action).id);
    again.delete(entry.action);
  };

  // A hand entered again under its own number goes out before those that waited behind it.
  const inItsPlace = (entry) => {
    const refused = again.get(entry.action);
    const isSame = refused && outbox.leavesGap(refused) && refused.sequence === entry.sequence;
    return isSame ? { ...entry, seq: refused.seq } : entry;
  };

  // A refused hand keeps its number free: those behind it wait until it is entered again, or discarded.
  const isBefore = (other, { line, sequence }) =>
    outbox.lineOf(other) === line &&
    (["waiting", "closed"].includes(other.state) ||
      (other.state === "refused" && outbox.leavesGap(other) && other.sequence < sequence));

  const mustQueue = (entry) =>
    !navigator.onLine || entry.seq || outbox.all().some((other) => isBefore(other, entry));

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isOpen() && detail.elt.matches?.("form[data-outbox]")) detail.timeout = PATIENCE;
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt: form, requestConfig } = event.detail;
    if (!isOpen() || !form.matches?.("form[data-outbox]")) return;
    const entry = inItsPlace(entryForms.entryOf(form, requestConfig.formData));
    if (!entry.id) return;
    if (mustQueue(entry)) {
      event.preventDefault();
      keepHere(form, entry, { state: "waiting" }).then(outbox.send);
      return;
    }
    const kept = hasRoomFor({ ...entry, state: "sending" });
    kept.then((isKept) => isKept && going.has(requestConfig) && entryForms.forget(form));
    going.set(requestConfig, { entry, kept });
  });

  // What is decided counts before the answer is swapped in and its forms are numbered.
  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt: form, requestConfig, xhr } }) => {
    const { entry, kept } = going.get(requestConfig) ?? {};
    const isStored = xhr.status >= 200 && xhr.status < 300;
    if (!entry || !isFromHall(xhr) || !(isStored || xhr.status === 422)) return;
    going.delete(requestConfig);
    const decide = () => (isStored ? outbox.settle(entry.id, { state: "sent" }) : outbox.drop(entry.id));
    if (isStored) isDone(entry);
    entryForms[isStored ? "forget" : "keepHalf"](form); // What is refused is said in the form.
    Promise.all([decide(), kept]).then(decide);
  });

  // The form stays where the answer is what a hand changed around it (templates/referee/_saved.html).
  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt: form, xhr } }) => {
    const next = xhr.getResponseHeader("Uptown-Next");
    if (next) entryForms.goOn(form, next);
  });

  document.addEventListener("htmx:afterRequest", async (event) => {
    const { elt: form, requestConfig, xhr } = event.detail;
    const { entry, kept } = going.get(requestConfig) ?? {};
    if (!entry) return;
    const status = isFromHall(xhr) ? xhr.status : 0;
    await kept;
    if (isStored(entry)) return isReady(form);
    const isClosed = [403, 409].includes(status); // 409: it is another badge's entry.
    await keepHere(form, entry, { state: isClosed ? "closed" : "waiting", badge: "unknown" });
    if (isClosed) return outbox.send(); // Asks at the door why.
    document.dispatchEvent(new CustomEvent("uptown:silence"));
  });

  // What a hand would mean can't be asked: say so where it would stand.
  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail: { elt } }) => {
      const form = elt.closest?.("form[data-outbox]");
      if (isOpen() && form && form !== elt) entryForms.meaningIsUnknown(form);
    });
  }

  // --- an entry came in ----------------------------------------------------------------------------

  document.addEventListener("uptown:delivered", ({ detail: { entry, html, next } }) => {
    const form = entryForms.all().find((each) => action(each) === entry.action);
    const isLast = !outbox.all().some((other) => outbox.lineOf(other) === entry.line && other.state === "waiting");
    const target = document.getElementById(entry.target);
    const isPressed = target?.querySelector("form.htmx-request, button.htmx-request");
    const isFree = form && target && isLast && !isPressed && !entryForms.all().some(isBegun);
    if (isFree && next) location.assign(next);
    else if (isFree && html) htmx.swap(target, html, { swapStyle: "outerHTML" });
    else document.body.dispatchEvent(new CustomEvent("uptown:changed"));
    if (isLast) document.querySelector("[data-unsent]")?.replaceChildren();
  });

  // --- entering a refused one again ----------------------------------------------------------------

  const enterAgain = () => {
    const id = location.hash.match(/^#again-(.+)$/)?.[1];
    const entry = outbox.all().find((each) => each.id === id && each.state === "refused");
    const form = entry && entryForms.all().find((each) => action(each) === entry.action);
    if (!form) return;
    if (outbox.leavesGap(entry)) entryForms.writePlace(form, entry.sequence);
    entryForms.fill(form, entry.fields);
    form.closest("details")?.setAttribute("open", "");
    again.set(entry.action, entry);
    history.replaceState(null, "", location.pathname);
    form.scrollIntoView({ block: "start" });
  };

  // --- what is known of it meanwhile ---------------------------------------------------------------

  // What stands in the book has arrived, though its answer did not.
  const settleWritten = () => {
    const written = new Set(document.querySelector("[data-written]")?.dataset.written.split(" "));
    const isIn = (entry) => ["sending", "waiting"].includes(entry.state) && written.has(entry.id);
    for (const entry of outbox.all().filter(isIn)) outbox.settle(entry.id, { state: "sent" });
  };

  // What a hand would mean couldn't be asked: it can be now.
  document.addEventListener("uptown:heard", () => {
    const entry = document.querySelector("form[data-outbox] #meaning [data-unknown]")?.closest("form");
    if (!entry?.querySelector(".htmx-request")) entry?.querySelector("[hx-post]")?.dispatchEvent(new Event("change"));
  });

  addEventListener("hashchange", enterAgain);
  const look = () => {
    settleWritten();
    entryForms.numberAll();
    entryForms.bringBack(); // On an old copy of the page, now that it knows which hand comes.
    entryForms.putAway();
    enterAgain();
  };

  document.addEventListener("uptown:outbox", look);
  document.addEventListener("uptown:discarded", ({ detail }) => entryForms.lower(detail));
  if (isOpen()) look(); // The outbox may have opened before this was here.
  document.addEventListener("htmx:afterSettle", () => {
    settleWritten();
    entryForms.numberAll();
    entryForms.putAway();
  });
})();

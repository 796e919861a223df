// The forms whose entries the outbox keeps. The list of what waits on this phone is waiting.js.
//
//   <form data-outbox="Table 3" hx-post="…">     a form with an id of its own in "hand_id" or "key"; "place" is the hand
//     data-line="game-7"       entries of one line go out one after the other
//     data-kind="undo"         what it is, if it is no hand; data-said: in words; data-takes-back: the hand it undoes
//     data-kept="kept-undo"    which sentence says that it was kept
//
// The entry is kept while it is on its way. Where no answer comes, it stays, and the form is made ready for the
// next hand: a fresh id, the next number, nothing tapped. A press with nothing to fill in is put away until its
// entry is settled. The words stand in templates/parts/_unsent.html.
"use strict";

(() => {
  const template = (name) =>
    document.querySelector(`template[data-unsent-because="${name}"]`)?.content.cloneNode(true);
  const isOpen = () => document.documentElement.dataset.outbox === "open";
  const forms = () => document.querySelectorAll("form[data-outbox]");
  const action = (form) => new URL(form.action).pathname;
  const line = (form) => form.dataset.line ?? action(form);

  // Not crypto.randomUUID: a hall's plain http address has none.
  const freshId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  // --- a form --------------------------------------------------------------------------------------

  const idField = (form) => form.querySelector("[name=hand_id], [name=key]");
  const placeField = (form) => form.querySelector("[name=place]");
  const taps = (form) => [...form.querySelectorAll("input[type=radio], input[type=checkbox]")];
  const isNothing = (tap) => tap.value === "" || tap.value === "0";
  const written = (form) => [...form.querySelectorAll("input[type=text], input[type=number], textarea")];
  const isBegun = (form) =>
    taps(form).some((tap) => tap.checked !== tap.defaultChecked && !isNothing(tap)) ||
    written(form).some((field) => field.value !== field.defaultValue);

  // Nothing is tapped or written in it: only pressed.
  const isPress = (form) => "said" in form.dataset;

  const plain = (text) => text.replace(/\s+/g, " ").trim();

  const nameOf = (tap) => {
    const label = tap.closest("label");
    const words = label?.querySelector(".team-name") ?? label;
    return plain(tap.getAttribute("aria-label") ?? words?.textContent ?? tap.value);
  };

  // What was tapped, as the form says it.
  const said = (form, fields) => {
    const tapped = taps(form).filter((tap) => tap.checked && !isNothing(tap)).map(nameOf);
    const isPressed = (button) => fields.some(([name, value]) => name === button.name && value === button.value);
    const pressed = [...form.querySelectorAll("button[name]:not([name=as_place])")].filter(isPressed);
    const numbers = written(form).map((field) => field.value.trim()).filter(Boolean);
    return [...tapped, ...numbers, ...pressed.map((button) => plain(button.textContent))].join(" · ");
  };

  const entryOf = (form, data) => {
    const fields = [...data.entries()].filter(([name]) => name !== "csrfmiddlewaretoken");
    const typed = Object.fromEntries(fields);
    const place = isPress(form) ? null : Number(typed.as_place || typed.place) || null;
    return {
      id: typed.hand_id ?? typed.key ?? freshId(), // Without one it is a press that counts once by itself.
      kind: form.dataset.kind ?? "hand",
      action: action(form),
      line: line(form),
      page: location.pathname,
      phone: document.querySelector("[data-phone]")?.dataset.phone,
      target: form.getAttribute("hx-target")?.replace("#", "") ?? "",
      title: form.dataset.outbox + (place ? `, hand ${place}` : ""),
      said: form.dataset.said ?? said(form, fields),
      place,
      takesBack: Number(form.dataset.takesBack) || null,
      fields,
      at: Date.now(),
    };
  };

  // --- the next hand -------------------------------------------------------------------------------

  // Where the next hand of a form stands, behind those of its line that the server doesn't know yet; one that is
  // taken back frees its number. A form whose id was used already is on an old copy of its page, and comes after
  // what was sent with it. What a team reports again is the same hand.
  const nextPlace = (form) => {
    const shown = Number(placeField(form).value);
    if (form.dataset.kind === "report") return shown;
    const mine = outbox.all().filter((entry) => outbox.lineOf(entry) === line(form) && (entry.place || entry.takesBack));
    const used = mine.find((entry) => entry.id === idField(form).value && entry.state === "sent");
    const after = used ? mine.filter((entry) => entry.state === "sent" && entry.seq >= used.seq) : [];
    const unsent = mine.filter((entry) => ["sending", "waiting", "closed"].includes(entry.state));
    const next = [...after, ...unsent].map((entry) => entry.takesBack ?? entry.place + 1);
    return unsent.some((entry) => entry.takesBack) ? next.at(-1) : Math.max(shown, ...next);
  };

  const isUsed = (form) => outbox.all().some((entry) => entry.id === idField(form).value);

  const number = (form) => {
    if (!idField(form)) return;
    if (isUsed(form)) idField(form).value = freshId();
    const place = placeField(form);
    if (!place) return;
    place.value = nextPlace(form);
    const words = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const text = words.currentNode;
      if (!text.parentElement.closest("button:not([name=as_place])")) continue;
      text.data = text.data.replace(/\bhand \d+/, `hand ${place.value}`);
    }
  };

  // What stands in the book has arrived, though its answer did not.
  const settleWritten = () => {
    const written = new Set(document.querySelector("[data-written]")?.dataset.written.split(" "));
    const isIn = (entry) => ["sending", "waiting"].includes(entry.state) && written.has(entry.id);
    for (const entry of outbox.all().filter(isIn)) outbox.settle(entry.id, { state: "sent" });
  };

  // A form in which somebody taps keeps its number: two tabs that enter the same hand must not make it two.
  const numberAll = () => {
    for (const form of forms()) if (!isBegun(form) && !form.matches(".htmx-request")) number(form);
  };

  const meaningIsUnknown = (form) => {
    const place = form.querySelector("#meaning");
    const sentence = template("meaning");
    if (!place || !sentence) return;
    place.className = "meaning meaning--waiting";
    place.replaceChildren(sentence);
  };

  // A press that waits already is not offered again.
  const putAway = () => {
    for (const form of forms()) {
      const isMine = (entry) => entry.action === action(form) && entry.said === form.dataset.said;
      if (isPress(form)) form.hidden = outbox.all().some((entry) => isMine(entry) && outbox.isShown(entry));
    }
  };

  const clear = (form) => {
    for (const tap of taps(form)) tap.checked = tap.defaultChecked = isNothing(tap);
    for (const field of written(form)) field.value = field.defaultValue = "";
    form.querySelector("#save-more")?.replaceChildren();
    for (const button of form.querySelectorAll("button[name=as_place]")) button.removeAttribute("name");
    meaningIsUnknown(form);
    form.dispatchEvent(new CustomEvent("uptown:cleared", { bubbles: true }));
  };

  const say = (name) => {
    const sentence = template(name);
    if (sentence) document.querySelector("[data-unsent]")?.replaceChildren(sentence);
  };

  // It stays on the phone: say so, and make the form ready for the next hand.
  const keepHere = async (form, entry, now) => {
    await outbox.keep({ ...entry, ...now });
    isDone(entry);
    if (!isPress(form)) clear(form);
    for (const each of forms()) number(each);
    putAway();
    say(now.state === "closed" ? "kept-closed" : (form.dataset.kept ?? "kept"));
    if (!isPress(form)) form.scrollIntoView({ block: "start" });
  };

  // --- an entry goes -------------------------------------------------------------------------------

  const going = new WeakMap();
  const again = new Map(); // by a form's address: the refused entry that is being entered again

  // What was entered again is settled once its successor is kept or stored.
  const isDone = (entry) => {
    if (again.has(entry.action)) outbox.drop(again.get(entry.action));
    again.delete(entry.action);
  };

  const mustQueue = (entry) =>
    !navigator.onLine ||
    outbox.all().some(
      (other) => outbox.lineOf(other) === entry.line && ["waiting", "closed"].includes(other.state),
    );

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt: form, requestConfig } = event.detail;
    if (!isOpen() || !form.matches?.("form[data-outbox]")) return;
    const entry = entryOf(form, requestConfig.formData);
    if (!entry.id) return;
    if (mustQueue(entry)) {
      event.preventDefault();
      keepHere(form, entry, { state: "waiting" }).then(outbox.send);
      return;
    }
    going.set(requestConfig, { entry, kept: outbox.keep({ ...entry, state: "sending" }) });
  });

  document.addEventListener("htmx:afterRequest", async (event) => {
    const { elt: form, requestConfig, xhr } = event.detail;
    const { entry, kept } = going.get(requestConfig) ?? {};
    if (!entry) return;
    if (xhr.status >= 200 && xhr.status < 300) {
      const settled = outbox.settle(entry.id, { state: "sent" });
      isDone(entry);
      return kept.then(() => settled).then(() => outbox.settle(entry.id, { state: "sent" }));
    }
    if (xhr.status === 422) {
      outbox.drop(entry.id); // It is said in the form.
      return kept.then(() => outbox.drop(entry.id));
    }
    await kept;
    const isClosed = [403, 409].includes(xhr.status); // 409: it is another badge's entry.
    await keepHere(form, entry, { state: isClosed ? "closed" : "waiting", badge: "unknown" });
    if (isClosed) return outbox.send(); // Asks at the door why.
    document.dispatchEvent(new CustomEvent("uptown:silence"));
  });

  // What a hand would mean can't be asked: say so where it would stand.
  for (const silence of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(silence, ({ detail: { elt } }) => {
      const form = elt.closest?.("form[data-outbox]");
      if (isOpen() && form && form !== elt) meaningIsUnknown(form);
    });
  }

  // --- an entry came in ----------------------------------------------------------------------------

  document.addEventListener("uptown:delivered", ({ detail: { entry, html, next } }) => {
    const form = [...forms()].find((each) => action(each) === entry.action);
    const isLast = !outbox.all().some((other) => outbox.lineOf(other) === entry.line && other.state === "waiting");
    const target = document.getElementById(entry.target);
    const isFree = form && target && isLast && ![...forms()].some(isBegun);
    if (isFree && next) location.assign(next);
    else if (isFree && html) htmx.swap(target, html, { swapStyle: "outerHTML" });
    else document.body.dispatchEvent(new CustomEvent("uptown:changed"));
    if (isLast) document.querySelector("[data-unsent]")?.replaceChildren();
  });

  // --- entering a refused one again ----------------------------------------------------------------

  const enterAgain = () => {
    const id = location.hash.match(/^#again-(.+)$/)?.[1];
    const entry = outbox.all().find((each) => each.id === id && each.state === "refused");
    const form = entry && [...forms()].find((each) => action(each) === entry.action);
    if (!form) return;
    for (const [name, value] of entry.fields) {
      const tap = taps(form).find((each) => each.name === name && each.value === value);
      if (tap) tap.checked = true;
      for (const field of written(form)) if (field.name === name) field.value = value;
    }
    form.closest("details")?.setAttribute("open", "");
    again.set(entry.action, id);
    history.replaceState(null, "", location.pathname);
    form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));
    form.scrollIntoView({ block: "start" });
  };

  addEventListener("hashchange", enterAgain);
  const look = () => {
    settleWritten();
    numberAll();
    putAway();
    enterAgain();
  };

  document.addEventListener("uptown:outbox", look);
  if (isOpen()) look(); // The outbox may have opened before this was here.
  document.addEventListener("htmx:afterSettle", () => {
    settleWritten();
    numberAll();
    putAway();
  });
})();

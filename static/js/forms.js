// The forms whose entries the outbox keeps: what is entered in one, which hand it is for, how it is made ready for
// the next. What becomes of an entry is entries.js.
//
//   <form data-outbox="Table 3" hx-post="…">     a form with its own id in "hand_id" or "key"; "sequence" is the
//                            hand, "came_as" the hand that came next when the server made the form
//     data-line="game-7"       entries of one line go out one after the other
//     data-kind="undo"         what it is, if it is no hand; data-said: in words; data-takes-back: the hand it undoes
//     data-choice="report-9"   presses of which one is made; what else stands there with it is put away, too
//     data-kept="kept-undo"    which sentence says that it was kept
//     data-begun               what somebody tapped came back with it, refused
//     data-filled              it starts from what was said already, and may be sent as it is
//
// A press with nothing to fill in is put away until its entry is settled. What is half tapped survives a reload of its
// page, in this tab, as long as the same hand comes next.
//
//   <p data-fills="reason"><button type="button">Misdeal      a press writes its words into that field
"use strict";

const entryForms = (() => {
  const template = (name) =>
    document.querySelector(`template[data-unsent-because="${name}"]`)?.content.cloneNode(true);
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
  const placeField = (form) => form.querySelector("[name=sequence]");
  const taps = (form) => [...form.querySelectorAll("input[type=radio], input[type=checkbox]")];
  const isNothing = (tap) => tap.value === "" || tap.value === "0";
  const written = (form) => [...form.querySelectorAll("input[type=text], input[type=number], textarea")];
  const isBegun = (form) =>
    "begun" in form.dataset ||
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
    const pressed = [...form.querySelectorAll("button[name]:not([name=as_sequence])")].filter(isPressed);
    const numbers = written(form).map((field) => field.value.trim()).filter(Boolean);
    return [...tapped, ...numbers, ...pressed.map((button) => plain(button.textContent))].join(" · ");
  };

  const entryOf = (form, data) => {
    const fields = [...data.entries()].filter(([name]) => name !== "csrfmiddlewaretoken");
    const typed = Object.fromEntries(fields);
    const sequence = isPress(form) ? null : Number(typed.as_sequence || typed.sequence) || null;
    return {
      id: typed.hand_id ?? typed.key ?? freshId(), // Without one it is a press that counts once by itself.
      kind: form.dataset.kind ?? "hand",
      action: action(form),
      line: line(form),
      page: location.pathname,
      phone: document.querySelector("[data-phone]")?.dataset.phone,
      target: form.getAttribute("hx-target")?.replace("#", "") ?? "",
      title: form.dataset.outbox + (sequence ? `, hand ${sequence}` : ""),
      said: form.dataset.said ?? said(form, fields),
      sequence,
      choice: form.dataset.choice,
      takesBack: Number(form.dataset.takesBack) || null,
      fields,
      at: Date.now(),
    };
  };

  // --- the next hand -------------------------------------------------------------------------------

  // The number of a form's next hand: the one with which it came ("came_as"), behind the hands of its line that wait here
  // or were sent since. An undo frees the number of its hand. What is on its way with a form's own request doesn't count:
  // it may be refused, and what is stored comes with a new form. What a team reports again is the same hand.
  const nextPlace = (form) => {
    if (form.dataset.kind === "report") return placeField(form).value;
    form.dataset.made ??= idField(form).value;
    const { made } = form.dataset;
    const mine = outbox.all().filter((entry) => outbox.lineOf(entry) === line(form) && (entry.sequence || entry.takesBack));
    // The first that the server didn't know yet; on an old copy of the page that is the one with the form's own id.
    const since = form.dataset.since ?? mine.find((entry) => entry.id === made && entry.state === "sent")?.seq ?? Infinity;
    const isSince = ({ state, seq }) => ["waiting", "closed"].includes(state) || (state === "sent" && seq >= since);
    const inOrder = mine.filter(isSince);
    if (inOrder.length) form.dataset.since = inOrder[0].seq;
    const isStanding = (hand, undo) => hand.sequence > undo.takesBack && hand.seq < undo.seq;
    return inOrder.reduce(
      (next, entry) =>
        entry.takesBack
          ? entry.takesBack + inOrder.filter((other) => isStanding(other, entry)).length
          : Math.max(next, entry.sequence + 1),
      Number(form.elements.came_as.value),
    );
  };

  const isUsed = (form) => outbox.all().some((entry) => entry.id === idField(form).value);

  const number = (form) => {
    if (!idField(form)) return;
    if (placeField(form)) writePlace(form, nextPlace(form)); // It is known by its id which hand it was for.
    if (isUsed(form)) idField(form).value = freshId();
  };

  const writePlace = (form, number) => {
    placeField(form).value = number;
    const words = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const text = words.currentNode;
      if (!text.parentElement.closest("button:not([name=as_sequence])")) continue;
      text.data = text.data.replace(/\bhand \d+/, `hand ${number}`);
    }
    nameTheNext(number);
  };

  // The line above the entry: which hand comes, and, of the one that the server knew to come, who deals it.
  const nameTheNext = (number) => {
    const strip = document.querySelector("[data-comes]");
    if (!strip) return;
    const [title, deals] = strip.children;
    title.textContent = title.textContent.replace(/^Hand \d+/, `Hand ${number}`);
    if (deals) deals.hidden = `${number}` !== strip.dataset.comes;
  };

  // A form in which somebody taps keeps its number: two tabs that enter the same hand must not make it two.
  const hasItsNumber = (form) => isBegun(form) || form.matches(".htmx-request");

  const numberAll = () => {
    for (const form of forms()) if (!hasItsNumber(form)) number(form);
  };

  // Of the hands that wait, one was thrown away that a form counted on.
  const lower = ({ line: changed, above }) => {
    const isCounting = (form) => line(form) === changed && hasItsNumber(form) && placeField(form)?.value > above;
    const mine = [...forms()].filter((form) => isCounting(form) && form.dataset.kind !== "report");
    for (const form of mine) writePlace(form, Number(placeField(form).value) - 1);
  };

  // --- what it shows -------------------------------------------------------------------------------

  const sayInstead = (place, words) => {
    place.className = "meaning meaning--waiting";
    place.replaceChildren(words);
    document.dispatchEvent(new CustomEvent("uptown:said"));
  };

  const meaningIsUnknown = (form) => {
    const place = form.querySelector("#meaning");
    if (place) sayInstead(place, template("meaning"));
  };

  const nothingIsTapped = (form) => {
    const place = form.querySelector("#meaning");
    const words = document.createElement("p");
    words.textContent = place?.dataset.toTap.trim();
    if (place) sayInstead(place, words);
  };

  // A press that waits already is not offered again, nor is what would contradict it.
  const putAway = () => {
    const shown = outbox.all().filter(outbox.isShown);
    for (const form of forms()) {
      const isMine = (entry) => entry.action === action(form) && entry.said === form.dataset.said;
      if (isPress(form)) form.hidden = shown.some(isMine);
    }
    for (const each of document.querySelectorAll("[data-choice]")) {
      each.hidden = shown.some((entry) => entry.choice === each.dataset.choice);
    }
  };

  // --- half tapped ---------------------------------------------------------------------------------

  const HALF = "uptown-half ";
  const half = (use) => {
    try {
      return use(sessionStorage);
    } catch {
      return null; // A browser that remembers no tab.
    }
  };

  const fill = (form, fields) => {
    for (const [name, value] of fields) {
      const tap = taps(form).find((each) => each.name === name && each.value === value);
      if (tap) tap.checked = true;
      for (const field of written(form)) if (field.name === name) field.value = value;
    }
    form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const keepHalf = (form) => {
    if (!form.matches(".entry-form[data-outbox]")) return;
    const tapped = [...taps(form).filter((tap) => tap.checked), ...written(form)];
    const fields = tapped.map(({ name, value }) => [name, value]);
    const kept = JSON.stringify({ hand: placeField(form).value, fields });
    half((tab) => (isBegun(form) ? tab.setItem(HALF + action(form), kept) : tab.removeItem(HALF + action(form))));
  };

  const bringBack = () => {
    for (const form of document.querySelectorAll(".entry-form[data-outbox]")) {
      const kept = half((tab) => JSON.parse(tab.getItem(HALF + action(form))));
      if (kept && kept.hand === placeField(form).value && !isBegun(form)) fill(form, kept.fields);
    }
  };

  const fillIn = ({ target }) => {
    const button = target.closest?.("[data-fills] button");
    const field = button?.form.elements[button.parentElement.dataset.fills];
    if (!field) return;
    field.value = plain(button.textContent);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  for (const tap of ["change", "input"]) {
    document.addEventListener(tap, ({ target }) => {
      const form = target.closest?.("form");
      if (form) keepHalf(form);
    });
  }
  document.addEventListener("click", fillIn);
  document.addEventListener("DOMContentLoaded", bringBack);

  const forget = (form) => half((tab) => tab.removeItem(HALF + action(form)));

  const clear = (form) => {
    forget(form);
    delete form.dataset.begun;
    delete form.dataset.filled;
    for (const tap of taps(form)) tap.checked = tap.defaultChecked = isNothing(tap);
    for (const field of written(form)) field.value = field.defaultValue = "";
    form.querySelector("#save-more")?.replaceChildren();
    for (const button of form.querySelectorAll("button[name=as_sequence]")) button.removeAttribute("name");
    for (const fold of form.querySelectorAll("details")) fold.open = false;
    nothingIsTapped(form);
    form.dispatchEvent(new CustomEvent("uptown:cleared", { bubbles: true }));
  };

  // A hand of the form is stored, and the form stays: it, and the others of its game, are for hand ``next``.
  const goOn = (form, next) => {
    clear(form);
    for (const each of [...forms()].filter((other) => line(other) === line(form) && other.elements.came_as)) {
      each.elements.came_as.value = next;
      idField(each).value = freshId();
      delete each.dataset.made;
      delete each.dataset.since;
      number(each);
    }
  };

  return {
    all: () => [...forms()],
    ...{ action, taps, written, isBegun, isPress, entryOf },
    ...{ number, numberAll, writePlace, lower },
    ...{ meaningIsUnknown, putAway, clear, goOn, fill, forget, keepHalf, bringBack },
  };
})();

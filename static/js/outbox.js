// The outbox: what was entered on this phone and has not been answered yet. Nothing in it is lost by a reload, a
// flat battery or a lost answer; it goes out in order, once: every entry carries an id of its own, and the
// server stores an id once.
//
//   sending   on its way with the page's own request; taken over here if no answer comes, or the page is gone
//   waiting   goes out when the hall's computer answers again
//   closed    this browser's badge doesn't open the page (any more), or isn't whose entry it is: goes out after
//             signing in again
//   refused   the rules or another entry were against it: stays, with the reason, until a person settles it
//   sent      known to be stored; remembered for a day, so that an old copy of a page can't reuse its id
//
// Entries of one line (a game) go out one after the other, and stop behind one that a person has to settle: how they go
// is sending.js.
// "uptown:outbox" is fired on the document whenever something in it changed, "uptown:discarded" when something was
// thrown away.
"use strict";

const outbox = (() => {
  const DAY = 24 * 60 * 60 * 1000;

  const asked = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const open = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open("uptown-outbox", 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
        store.createIndex("id", "id", { unique: true });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  let opened = null;

  // A browser may close the store of a page that lay in a pocket: then it is opened again.
  const begun = async (mode, how) => {
    const begin = async () => (await (opened ??= open())).transaction("entries", mode, how);
    try {
      return await begin();
    } catch {
      opened = null;
      return begin();
    }
  };

  // Strict: it is on the disk before it counts as kept.
  const changing = async (change) => {
    const transaction = await begun("readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    await Promise.all([change(transaction.objectStore("entries")), done]);
    neighbours?.postMessage("changed");
    await load();
  };

  const neighbours = "BroadcastChannel" in window ? new BroadcastChannel("uptown-outbox") : null;
  let entries = [];

  // What is decided counts at once, while the disk still writes it.
  const dropped = new Set();
  const decided = new Map();
  const asDecided = (rows) =>
    rows.filter((entry) => !dropped.has(entry.id)).map((entry) => ({ ...entry, ...decided.get(entry.id) }));

  const load = async () => {
    const store = (await begun("readonly")).objectStore("entries");
    entries = asDecided(await asked(store.getAll()));
    document.dispatchEvent(new CustomEvent("uptown:outbox"));
  };

  const keep = (entry) => {
    dropped.delete(entry.id); // Refused in the form, corrected there, and pressed again.
    return changing(async (store) => {
      const known = await asked(store.index("id").get(entry.id));
      store.put({ ...known, ...entry, ...here });
    });
  };

  const settle = async (id, now) => {
    decided.set(id, now);
    entries = asDecided(entries);
    await changing(async (store) => {
      const known = await asked(store.index("id").get(id));
      if (known) store.put({ ...known, ...now, settledAt: Date.now() });
    });
    decided.delete(id);
  };

  const remove = async (store, id) => {
    const known = await asked(store.index("id").getKey(id));
    if (known !== undefined) store.delete(known);
  };

  const drop = async (id) => {
    dropped.add(id);
    entries = asDecided(entries);
    await changing((store) => remove(store, id));
  };

  // One is thrown away and others change with it, in one step, so that none of them goes out as it was. Every tab is
  // told what follows.
  const discard = async (id, changes, follows) => {
    dropped.add(id);
    for (const [each, now] of changes) decided.set(each, now);
    entries = asDecided(entries);
    await changing(async (store) => {
      await remove(store, id);
      for (const [each, now] of changes) {
        const known = await asked(store.index("id").get(each));
        if (known && isShown(known)) store.put({ ...known, ...now });
      }
    });
    for (const [each] of changes) decided.delete(each);
    document.dispatchEvent(new CustomEvent("uptown:discarded", { detail: follows }));
    neighbours?.postMessage({ follows });
  };

  // Which tab this is, as long as it is open, and which of the pages that it showed.
  const tabId = () => {
    try {
      return (sessionStorage.uptownTab ??= `${Math.random()}`);
    } catch {
      return null; // A browser that remembers no tab gives up after a while all the same.
    }
  };
  const here = { tab: tabId(), opening: `${Math.random()}` };

  // What an earlier page of this tab sent has nobody any more who waits for its answer.
  const takeOver = async () => {
    const isLeft = ({ state, tab, opening }) =>
      state === "sending" && tab && tab === here.tab && opening !== here.opening;
    if (!entries.some(isLeft)) return;
    await changing(async (store) => {
      const left = (await asked(store.getAll())).filter(isLeft);
      for (const entry of left) store.put({ ...entry, ...here, state: "waiting" });
    });
  };

  const forgetTheOld = () =>
    changing((store) => {
      const isOld = (entry) => entry.state === "sent" && Math.abs(Date.now() - entry.settledAt) > DAY;
      for (const entry of entries.filter(isOld)) store.delete(entry.seq);
    });

  const hear = async ({ data }) => {
    await load();
    const { follows } = data;
    if (follows) document.dispatchEvent(new CustomEvent("uptown:discarded", { detail: follows }));
  };

  const begin = async () => {
    await load();
    await takeOver();
    if (neighbours) neighbours.onmessage = hear;
    forgetTheOld();
  };

  // --- what is in it --------------------------------------------------------------------------------

  const isShown = (entry) => ["waiting", "closed", "refused"].includes(entry.state);

  const lineOf = (entry) => entry.line ?? entry.action;

  // Whether its number is free still: refused because somebody else entered it, a hand leaves no gap.
  const leavesGap = ({ kind, sequence, state, comes }) =>
    kind === "hand" && sequence && (state !== "refused" || (comes && sequence >= comes));

  const isStopped = (entry) =>
    entries.some(
      (other) =>
        lineOf(other) === lineOf(entry) && other.seq < entry.seq && ["refused", "closed"].includes(other.state),
    );

  return {
    all: () => entries,
    ...{ begin, load, keep, settle, drop, discard },
    ...{ isShown, isStopped, leavesGap, lineOf },
  };
})();

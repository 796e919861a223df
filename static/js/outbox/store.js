// The outbox: entries of this phone that have no response yet, in IndexedDB. Nothing in it is lost by a reload, an
// empty battery or a lost response. Every entry has its own id, and the server stores an id once.
//
// rules.js has its decisions, sending.js sends the entries. "uptown:outbox" is fired on the document
// when something in it changed, "uptown:discarded" when something was discarded, "uptown:lost" with the titles of entries
// that are gone because the browser's data was cleared.

import { recall, remember } from "../core/memory.js";
import { isAbandoned, isForgotten, isShown } from "./rules.js";

const asPromise = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase() {
  const request = indexedDB.open("uptown-outbox", 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
    store.createIndex("id", "id", { unique: true });
  };
  return asPromise(request);
}

let database = null;

// A browser may close the database of a page that was in the background: then it is opened again.
async function transaction(mode, options) {
  const begin = async () => {
    database ??= openDatabase();
    return (await database).transaction("entries", mode, options);
  };
  try {
    return await begin();
  } catch {
    database = null;
    return begin();
  }
}

// What was kept, by name, in localStorage: the only sign that a browser lost its database.
const KEPT = "uptown-kept";

function noteKept() {
  remember(
    KEPT,
    entries.filter(({ state }) => state !== "sent").map(({ id, title }) => ({ id, title })),
  );
}

function tellLost() {
  const lost = (recall(KEPT) ?? []).filter(({ id }) => !entries.some((entry) => entry.id === id));
  if (lost.length && document.hidden) return; // Said when somebody looks at a page.
  if (lost.length) document.dispatchEvent(new CustomEvent("uptown:lost", { detail: lost.map(({ title }) => title) }));
  noteKept();
}

// So that the browser doesn't clear the database to make room. Asked once there is something to lose.
let hasAsked = false;

function askToPersist() {
  if (!hasAsked) navigator.storage?.persist?.().catch(() => {});
  hasAsked = true;
}

let otherTabs = null; // a BroadcastChannel, where the browser has one
let entries = [];

// A decision takes effect at once, while it is still being written to the disk.
const dropped = new Set();
const decided = new Map();
const asDecided = (rows) =>
  rows.filter(({ id }) => !dropped.has(id)).map((entry) => ({ ...entry, ...decided.get(entry.id) }));

/** All entries, oldest first. */
export const all = () => entries;

export async function load() {
  const store = (await transaction("readonly")).objectStore("entries");
  entries = asDecided(await asPromise(store.getAll()));
  document.dispatchEvent(new CustomEvent("uptown:outbox"));
}

// Strict durability: the entry is on the disk before the page says that it is kept.
async function change(write) {
  const changing = await transaction("readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    changing.oncomplete = resolve;
    changing.onerror = changing.onabort = () => reject(changing.error);
  });
  await Promise.all([write(changing.objectStore("entries")), done]);
  otherTabs?.postMessage("changed");
  await load();
  noteKept();
}

const find = (store, id) => asPromise(store.index("id").get(id));

async function remove(store, id) {
  const key = await asPromise(store.index("id").getKey(id));
  if (key !== undefined) store.delete(key);
}

function tabId() {
  try {
    sessionStorage.uptownTab ??= `${Math.random()}`;
    return sessionStorage.uptownTab;
  } catch {
    return null; // Without it, abandoned entries are taken over after a while instead.
  }
}

const here = { opening: `${Math.random()}` }; // This page; `tab` is added when the outbox opens.

/** Store an entry, or change it. */
export function keep(entry) {
  askToPersist();
  dropped.delete(entry.id); // It may have been refused in its form, corrected, and pressed again.
  return change(async (store) => {
    store.put({ ...(await find(store, entry.id)), ...entry, ...here });
  });
}

/** Change an entry's state to `now`; `changes` are to others, in the same transaction. */
export async function settle(id, now, changes = []) {
  const all = new Map(changes);
  all.set(id, { ...all.get(id), ...now, settledAt: Date.now() });
  for (const [each, what] of all) decided.set(each, what);
  entries = asDecided(entries);
  await change(async (store) => {
    for (const [each, what] of all) {
      const known = await find(store, each);
      if (known) store.put({ ...known, ...what });
    }
  });
  for (const each of all.keys()) decided.delete(each);
}

export async function drop(id) {
  dropped.add(id);
  entries = asDecided(entries);
  await change((store) => remove(store, id));
}

const announceDiscarded = (follows) => document.dispatchEvent(new CustomEvent("uptown:discarded", { detail: follows }));

/** Discard an entry, and change others in the same transaction, so that none of them goes out as it was. */
export async function discard(id, changes, follows) {
  dropped.add(id);
  for (const [each, now] of changes) decided.set(each, now);
  entries = asDecided(entries);
  await change(async (store) => {
    await remove(store, id);
    for (const [each, now] of changes) {
      const known = await find(store, each);
      if (known && isShown(known)) store.put({ ...known, ...now });
    }
  });
  for (const [each] of changes) decided.delete(each);
  announceDiscarded(follows);
  otherTabs?.postMessage({ follows });
}

async function takeOver() {
  const isLeft = (entry) => isAbandoned(entry, here);
  if (!entries.some(isLeft)) return;
  await change(async (store) => {
    const left = (await asPromise(store.getAll())).filter(isLeft);
    for (const entry of left) store.put({ ...entry, ...here, state: "waiting" });
  });
}

const forgetOld = () =>
  change((store) => {
    for (const entry of entries.filter((each) => isForgotten(each, Date.now()))) store.delete(entry.seq);
  });

/** Open it. Rejects where the browser has no database for this page. */
export async function open() {
  here.tab = tabId();
  if ("BroadcastChannel" in window) otherTabs = new BroadcastChannel("uptown-outbox");
  await load();
  tellLost();
  await takeOver();
  if (otherTabs) {
    otherTabs.onmessage = async ({ data: { follows } }) => {
      await load();
      if (follows) announceDiscarded(follows);
    };
  }
  forgetOld();
}

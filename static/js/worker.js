// The service worker, served as /sw.js: without signal, a page that was opened on this phone opens again from its
// copy, and so do the files it needs. With signal, everything comes from the hall's computer. Streams, fragments and
// posts are never touched. The page sends its copy (static/js/keep.js); it is the worker that writes it, because a
// page may be left or put to sleep half-way.
"use strict";

const PAGES = "uptown-pages";
const FILES = "uptown-files";
const OFFLINE = "/offline/";
const PATIENCE = 12_000;
const MOST = 80; // Of a hall with forty tables each, by its two addresses.
const HASHED = /\.[0-9a-f]{12}\./;
// A copy obeys the same policy as the page did.
const POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'";

// As in swaps.js: what bears no mark, somebody else answered.
const isFromHall = (answer) => answer.headers.has("Uptown-Hall");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePage().catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Copies are written one after the other, and nobody looks for one in between.
let writing = Promise.resolve();

function inTurn(write) {
  writing = writing.then(write).catch(() => {});
  return writing;
}

self.addEventListener("message", (event) => {
  const { keep, list } = event.data ?? {};
  if (keep) event.waitUntil(inTurn(() => keepPage(keep)));
  if (list) event.waitUntil(inTurn(async () => event.ports[0].postMessage(await keptPages())));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) return;
  if (address.pathname === "/sign-out/" && request.method === "POST") {
    event.waitUntil(inTurn(() => caches.delete(PAGES)));
  }
  if (request.method !== "GET") return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, address.pathname + address.search));
});

// The page for what was never opened here, with its files.
async function keepOfflinePage() {
  const answer = await fetch(OFFLINE);
  if (!isFromHall(answer)) return;
  const html = await answer.text();
  const files = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((each) => each[1]);
  const kept = await caches.open(FILES);
  await kept.put(OFFLINE, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  await Promise.all(files.map((each) => kept.add(each).catch(() => {})));
}

async function keepPage({ addresses, html, title }) {
  const pages = await caches.open(PAGES);
  const kept = Date.now();
  const dated = html.replace("<main ", `<main data-copied="${kept}" `); // How fresh it is, live.js says.
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Title": encodeURIComponent(title),
    "X-Kept": String(kept),
  };
  for (const address of addresses) await pages.put(address, new Response(dated, { headers }));
  for (const { request } of (await newestFirst(pages)).slice(MOST)) await pages.delete(request);
}

// What can be opened without signal. A table's page is kept under two addresses.
async function keptPages() {
  const byTitle = new Map();
  for (const { request, title } of await newestFirst(await caches.open(PAGES))) {
    if (!byTitle.has(title)) byTitle.set(title, request.url);
  }
  return [...byTitle].map(([title, address]) => ({ title, address }));
}

// A cache's own order is no order: in Chromium a copy that was only looked at moves to the end.
async function newestFirst(pages) {
  const copies = (await pages.keys()).map(async (request) => {
    const { headers } = await pages.match(request);
    return { request, title: decodeURIComponent(headers.get("X-Title")), kept: Number(headers.get("X-Kept")) };
  });
  return (await Promise.all(copies)).sort((one, other) => other.kept - one.kept);
}

// No file of ours is a page. (They may come from a proxy that doesn't know the mark.)
function isPage(answer) {
  return /^text\/html/.test(answer.headers.get("Content-Type"));
}

async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept && HASHED.test(request.url)) return kept;
  try {
    const answer = await fetch(request);
    if (isPage(answer)) throw new Error("somebody else answered");
    if (answer.status === 200) files.put(request, answer.clone());
    return answer;
  } catch (silence) {
    if (kept) return kept;
    throw silence;
  }
}

async function page(request, address) {
  await writing;
  const pages = await caches.open(PAGES);
  const copy = await pages.match(address);
  try {
    const answer = await answered(request, copy);
    if (isRefusedByAnother(answer)) throw new Error("somebody else answered");
    if ([403, 404, 410].includes(answer.status)) await pages.delete(address);
    return answer.status > 500 && copy ? under(copy) : answer;
  } catch (silence) {
    if (copy) return under(copy);
    const instead = await (await caches.open(FILES)).match(OFFLINE);
    if (instead) return under(instead);
    throw silence;
  }
}

// A proxy or a tunnel with nobody behind it. A foreign page that opens, or leads on, is shown: a Wi-Fi's sign-in is
// what has to be seen then.
function isRefusedByAnother(answer) {
  return !isFromHall(answer) && answer.status >= 400;
}

// Where there is a copy, one bar of signal gets twelve seconds.
function answered(request, copy) {
  if (!copy) return fetch(request);
  const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE));
  return Promise.race([fetch(request), tooLate]);
}

function under(copy) {
  const headers = new Headers(copy.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(copy.body, { headers });
}

// The service worker, served as /sw.js. It shows notifications (parts/push.js), and opens pages offline that this
// phone opened before. Online, everything comes from the server. Streams, fragments and posts are never touched.
// Pages send their copies (parts/offline_pages.js); the worker writes them, because a page may be closed halfway.

const PAGES = "uptown-pages";
const FILES = "uptown-files";
const ICON = "/favicon.ico"; // It leads to a picture with its hash.
const OFFLINE = "/offline/";
const PATIENCE = 12_000;
const MOST = 80; // An event of forty tables, each under its two addresses.
const HASHED = /\.[0-9a-f]{12}\./;
// The policy of the pages themselves, for their copies.
const POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'";

// As in core/responses.js.
const isFromUptown = (response) => response.headers.has("Uptown-Hall");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePage().catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Copies are written one at a time, and read only in between.
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

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

// A notification that comes again, because the server didn't hear that it had arrived, makes no sound.
async function show({ title, body, address, tag, id }) {
  const shown = await self.registration.getNotifications({ tag });
  const isNew = !shown.some((each) => each.data?.id === id);
  const how = { body, tag, icon: ICON, renotify: isNew, data: { address, id } };
  if (isNew) how.vibrate = [200, 100, 200, 100, 400];
  await self.registration.showNotification(title, how);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.address));
});

async function openPage(address) {
  const opened = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = opened.find((each) => new URL(each.url).pathname === address);
  return page ? page.focus() : self.clients.openWindow(address);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) return;
  if (address.pathname === "/sign-out/" && request.method === "POST") {
    event.waitUntil(inTurn(() => caches.delete(PAGES)));
    event.waitUntil(takeBackPush().catch(() => {}));
  }
  if (request.method !== "GET") return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, address.pathname + address.search));
});

// A phone that signed out gets no more notifications. The push service says so to the server.
async function takeBackPush() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

// Cache the page for addresses that were never opened here, with all files that it names, preloaded modules included.
async function keepOfflinePage() {
  const response = await fetch(OFFLINE);
  if (!isFromUptown(response)) return;
  const html = await response.text();
  const files = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((each) => each[1]);
  const kept = await caches.open(FILES);
  await kept.put(OFFLINE, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  await Promise.all(files.map((each) => kept.add(each).catch(() => {})));
}

async function keepPage({ addresses, html, title }) {
  const pages = await caches.open(PAGES);
  const kept = Date.now();
  const dated = html.replace("<main ", `<main data-copied="${kept}" `); // For stream/live.js, which shows its age.
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Title": encodeURIComponent(title),
    "X-Kept": String(kept),
  };
  for (const address of addresses) await pages.put(address, new Response(dated, { headers }));
  for (const { request } of (await newestFirst(pages)).slice(MOST)) await pages.delete(request);
}

// The pages that open offline. A table's page is cached under two addresses, and listed once.
async function keptPages() {
  const byTitle = new Map();
  for (const { request, title } of await newestFirst(await caches.open(PAGES))) {
    if (!byTitle.has(title)) byTitle.set(title, request.url);
  }
  return [...byTitle].map(([title, address]) => ({ title, address }));
}

// A cache isn't ordered: in Chromium, a copy that was only read moves to the end.
async function newestFirst(pages) {
  const copies = (await pages.keys()).map(async (request) => {
    const { headers } = await pages.match(request);
    return { request, title: decodeURIComponent(headers.get("X-Title")), kept: Number(headers.get("X-Kept")) };
  });
  return (await Promise.all(copies)).sort((one, other) => other.kept - one.kept);
}

// A page in place of a file came from somebody else. A proxy may serve our files without our header.
function isPage(response) {
  return /^text\/html/.test(response.headers.get("Content-Type"));
}

async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept && HASHED.test(request.url)) return kept;
  try {
    const response = await fetch(request);
    if (isPage(response)) throw new Error("somebody else answered");
    if (response.status === 200) files.put(request, response.clone());
    return response;
  } catch (silence) {
    if (kept) return kept;
    throw silence;
  }
}

// A typed table number leads to the table's page.
const asTable = (address) => address.replace(/\/tables\/\?table=(\d+)$/, "/table/$1/");

async function page(request, address) {
  await writing;
  const pages = await caches.open(PAGES);
  const copy = await pages.match(asTable(address));
  try {
    const response = await answered(request, copy);
    if (isRefusedByAnother(response)) throw new Error("somebody else answered");
    if ([403, 404, 410].includes(response.status)) await pages.delete(address);
    return response.status > 500 && copy ? underPolicy(copy) : response;
  } catch (silence) {
    if (copy) return underPolicy(copy);
    const instead = await (await caches.open(FILES)).match(OFFLINE);
    if (instead) return underPolicy(instead);
    throw silence;
  }
}

// An error of a proxy or a tunnel that can't reach the server. A foreign page without an error is shown, and so is a
// redirect: it may be the Wi-Fi's sign-in.
function isRefusedByAnother(response) {
  return !isFromUptown(response) && response.status >= 400;
}

// If there is a copy, the server has twelve seconds to respond.
function answered(request, copy) {
  if (!copy) return fetch(request);
  const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE));
  return Promise.race([fetch(request), tooLate]);
}

function underPolicy(copy) {
  const headers = new Headers(copy.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(copy.body, { headers });
}

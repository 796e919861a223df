// Sends copies of pages to the service worker (service_worker.js), so that they open offline. Needs a secure
// context: https, or the computer that serves. Elsewhere it does nothing.

const FILES = "uptown-files";
const PAGES = "uptown-pages";
const SOON = 1000; // By then, what follows an action has arrived.
const FRESH = 10 * 60_000;

const worker = async () => (await navigator.serviceWorker.ready).active;

/** On the offline page: list the pages that open offline. */
async function listPages() {
  const list = document.querySelector("[data-kept-pages]");
  if (!list) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    for (const { address, title } of data) {
      const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
      const line = document.createElement("li");
      line.append(link);
      list.append(line);
    }
  };
  (await worker()).postMessage({ list: true }, [port2]);
}

// --- this page ------------------------------------------------------------------------------------

const FRESHNESS = /<a class="fresh"[^>]*>[^<]*/g;
const MOMENTARY = "[data-unsent], [data-outbox-entries]";

// The page as it is now, with the fragments fetched since, but without what is true only at this moment.
function copyOfPage() {
  let page = document.documentElement;
  if ([...page.querySelectorAll(MOMENTARY)].some((each) => each.firstChild)) {
    page = page.cloneNode(true);
    for (const each of page.querySelectorAll(MOMENTARY)) each.replaceChildren();
  }
  return `<!doctype html>${page.outerHTML.replace(FRESHNESS, '<a class="fresh" data-fresh>')}`;
}

async function keepPage() {
  const active = await worker();
  const also = document.querySelector("[data-kept-as]")?.dataset.keptAs;
  const addresses = new Set([location.pathname + location.search, also].filter(Boolean));
  active.postMessage({ keep: { addresses: [...addresses], html: copyOfPage(), title: document.title } });
}

// One copy for all changes of an action, when the browser is idle; at once when the page is hidden.
let timer = null;

const whenIdle = (action) => (window.requestIdleCallback ? requestIdleCallback(action, { timeout: SOON }) : action());

function keepNow() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  keepPage().catch(() => {});
}

function keepSoon() {
  timer ??= setTimeout(() => whenIdle(keepNow), SOON);
}

// --- pages that it links to -----------------------------------------------------------------------

async function isFresh(address) {
  const copy = await (await caches.open(PAGES)).match(address);
  return copy && Date.now() - Number(copy.headers.get("X-Kept")) < FRESH;
}

// A referee who walks on to the next table wants its page, too. One after the other, and none that is fresh.
async function keepLinkedPages() {
  const active = await worker();
  for (const link of document.querySelectorAll("a[data-keeps]")) {
    const { pathname } = new URL(link.href);
    if (document.hidden || (await isFresh(pathname))) continue;
    const response = await fetch(link.href);
    if (!response.ok || !response.headers.has("Uptown-Hall")) continue;
    const html = await response.text();
    const { title } = new DOMParser().parseFromString(html, "text/html");
    const addresses = [...new Set([pathname, new URL(response.url).pathname])];
    active.postMessage({ keep: { addresses, html, title } });
  }
}

// The service worker wasn't there yet when the first page loaded its files.
async function keepFiles() {
  const files = await caches.open(FILES);
  const used = performance.getEntriesByType("resource").map(({ name }) => name);
  for (const address of used.filter((each) => new URL(each).pathname.startsWith("/static/"))) {
    if (await files.match(address)) continue;
    const response = await fetch(address).catch(() => null);
    const isPage = /^text\/html/.test(response?.headers.get("Content-Type")); // Then somebody else answered.
    if (response?.ok && !isPage) await files.put(address, response);
  }
}

export function startOfflinePages() {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  listPages().catch(() => {});
  if (!document.querySelector("main[data-live]")) return;

  addEventListener("load", () => {
    keepSoon();
    keepFiles().catch(() => {});
    whenIdle(() => keepLinkedPages().catch(() => {}));
  });
  addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", () => document.hidden && keepNow());
  // A copy has nothing tapped, so the preview of a hand isn't worth a new one.
  document.addEventListener("htmx:afterSettle", ({ target }) => target.closest(".save-bar") || keepSoon());
}

// Keeps copies of the last pages on this phone, so that a reload without signal still shows them
// (static/js/worker.js). Needs a secure context: https, or the computer that serves. Elsewhere it does nothing.
"use strict";

(() => {
  const PAGES = "uptown-pages";
  const FILES = "uptown-files";
  const MOST = 30;
  const SOON = 400;

  const showKept = async () => {
    const list = document.querySelector("[data-kept-pages]");
    if (!list || !("caches" in window)) return;
    const kept = await caches.open(PAGES);
    const named = new Set(); // A table's page is kept under two addresses.
    for (const request of (await kept.keys()).reverse()) {
      const copy = await kept.match(request);
      if (named.has(copy.headers.get("X-Title"))) continue;
      named.add(copy.headers.get("X-Title"));
      const link = document.createElement("a");
      link.href = request.url;
      link.textContent = decodeURIComponent(copy.headers.get("X-Title") ?? request.url);
      const line = document.createElement("li");
      line.append(link);
      list.append(line);
    }
  };

  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  showKept();

  const main = document.querySelector("main[data-live]");
  if (!main) return;

  // The page as it stands now, fragments fetched since it was loaded included; without what belongs to the moment.
  const copied = () => {
    const page = document.documentElement.cloneNode(true);
    for (const each of page.querySelectorAll("[data-unsent], [data-outbox-entries]")) each.replaceChildren();
    return `<!doctype html>${page.outerHTML}`;
  };

  const keepPage = async () => {
    const pages = await caches.open(PAGES);
    const headers = { "Content-Type": "text/html; charset=utf-8", "X-Title": encodeURIComponent(document.title) };
    const html = copied();
    const also = document.querySelector("[data-kept-as]")?.dataset.keptAs;
    for (const address of new Set([location.pathname + location.search, also].filter(Boolean))) {
      await pages.delete(address);
      await pages.put(address, new Response(html, { headers }));
    }
    const kept = await pages.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await pages.delete(old);
  };

  // The first page was loaded before the worker was there to keep its files.
  const keepFiles = async () => {
    const files = await caches.open(FILES);
    const used = performance.getEntriesByType("resource").map((each) => each.name);
    for (const address of used.filter((each) => new URL(each).pathname.startsWith("/static/"))) {
      if (!(await files.match(address))) await files.add(address).catch(() => {});
    }
  };

  let soon = null;
  const keepSoon = () => {
    soon ??= setTimeout(() => {
      soon = null;
      keepPage().catch(() => {});
    }, SOON);
  };

  addEventListener("load", () => {
    keepSoon();
    keepFiles().catch(() => {});
  });
  document.addEventListener("htmx:afterSettle", keepSoon);
})();

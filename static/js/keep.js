// Sends copies of the last pages to the worker (static/js/worker.js), so that a reload without signal still shows
// them. Needs a secure context: https, or the computer that serves. Elsewhere it does nothing.
"use strict";

(() => {
  const FILES = "uptown-files";
  const SOON = 1000; // What follows an action has come by then.

  const showKept = async () => {
    const list = document.querySelector("[data-kept-pages]");
    if (!list) return;
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      for (const { address, title } of data) {
        const link = document.createElement("a");
        link.href = address;
        link.textContent = title;
        const line = document.createElement("li");
        line.append(link);
        list.append(line);
      }
    };
    active.postMessage({ list: true }, [port2]);
  };

  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  showKept().catch(() => {});

  const main = document.querySelector("main[data-live]");
  if (!main) return;

  const FRESHNESS = /<a class="fresh"[^>]*>[^<]*/g;

  // The page as it is now, fragments fetched since it was loaded included; without what belongs to the moment.
  const copied = () => {
    const ofTheMoment = "[data-unsent], [data-outbox-entries]";
    let page = document.documentElement;
    if ([...page.querySelectorAll(ofTheMoment)].some((each) => each.firstChild)) {
      page = page.cloneNode(true);
      for (const each of page.querySelectorAll(ofTheMoment)) each.replaceChildren();
    }
    return `<!doctype html>${page.outerHTML.replace(FRESHNESS, '<a class="fresh" data-fresh>')}`;
  };

  const keepPage = async () => {
    const { active } = await navigator.serviceWorker.ready;
    const also = document.querySelector("[data-kept-as]")?.dataset.keptAs;
    const addresses = new Set([location.pathname + location.search, also].filter(Boolean));
    active.postMessage({ keep: { addresses: [...addresses], html: copied(), title: document.title } });
  };

  // The pages that this one leads to are wanted without signal, too: a referee walks on to the next table. They are
  // fetched one after the other, and none that was kept in the last minutes.
  const FRESH = 10 * 60_000;

  const isFresh = async (address) => {
    const copy = await (await caches.open("uptown-pages")).match(address);
    return copy && Date.now() - Number(copy.headers.get("X-Kept")) < FRESH;
  };

  const keepOthers = async () => {
    const { active } = await navigator.serviceWorker.ready;
    for (const link of document.querySelectorAll("a[data-keeps]")) {
      const { pathname } = new URL(link.href);
      if (document.hidden || (await isFresh(pathname))) continue;
      const answer = await fetch(link.href);
      if (!answer.ok || !answer.headers.has("Uptown-Hall")) continue;
      const html = await answer.text();
      const title = new DOMParser().parseFromString(html, "text/html").title;
      const addresses = [...new Set([pathname, new URL(answer.url).pathname])];
      active.postMessage({ keep: { addresses, html, title } });
    }
  };

  // The first page was loaded before the worker was there to keep its files.
  const keepFiles = async () => {
    const files = await caches.open(FILES);
    const used = performance.getEntriesByType("resource").map((each) => each.name);
    for (const address of used.filter((each) => new URL(each).pathname.startsWith("/static/"))) {
      if (await files.match(address)) continue;
      const answer = await fetch(address).catch(() => null);
      const isPage = /^text\/html/.test(answer?.headers.get("Content-Type")); // Then it is somebody else's.
      if (answer?.ok && !isPage) await files.put(address, answer);
    }
  };

  // Once for all that an action brings, when nobody is tapping; at once when the page goes out of sight.
  let soon = null;
  const whenIdle = (action) => (window.requestIdleCallback ? requestIdleCallback(action, { timeout: SOON }) : action());

  const keepNow = () => {
    if (soon === null) return;
    clearTimeout(soon);
    soon = null;
    keepPage().catch(() => {});
  };

  const keepSoon = () => {
    soon ??= setTimeout(() => whenIdle(keepNow), SOON);
  };

  addEventListener("load", () => {
    keepSoon();
    keepFiles().catch(() => {});
    whenIdle(() => keepOthers().catch(() => {}));
  });
  addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", () => document.hidden && keepNow());
  // What a hand would mean is of the moment: in a copy nothing is tapped.
  document.addEventListener("htmx:afterSettle", ({ target }) => target.closest(".save-bar") || keepSoon());
})();

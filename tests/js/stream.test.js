import assert from "node:assert/strict";
import { test } from "node:test";
import { freshness, inBrief } from "../../static/js/stream/freshness.js";
import { shareStream } from "../../static/js/stream/shared_stream.js";
import { openStream } from "../../static/js/stream/stream.js";

/** A connection that writes down how it is opened, and can be made to receive. */
function connection({ isStuck = true } = {}) {
  const opened = [];
  let receive = null;
  const connect = (tell) => {
    receive = tell;
    return {
      open: (shows, version) => opened.push([shows, version]),
      close: () => opened.push("closed"),
      isStuck: () => isStuck,
    };
  };
  return { connect, opened, receive: (...message) => receive(...message) };
}

function page() {
  const received = [];
  return { received, postMessage: (message) => received.push(message) };
}

test("every page of a browser gets every message", () => {
  const { connect, receive } = connection();
  const stream = shareStream(connect);
  const [first, second] = [page(), page()];
  stream.join(first, [], "1");
  stream.join(second, [], "1");

  receive("part", "<p>");

  assert.deepEqual([first.received, second.received], [[["part", "<p>"]], [["part", "<p>"]]]);
});

test("one connection asks for what all pages show, each fragment once", () => {
  const { connect, opened } = connection();
  const stream = shareStream(connect);

  stream.join(page(), ["/standings/", "/games/"], "7");
  stream.join(page(), ["/games/", "/awards/"], "7");

  assert.deepEqual(opened.at(-1), [["/awards/", "/games/", "/standings/"], "7"]);
});

test("a page that missed something has everything sent to all", () => {
  const { connect, opened, receive } = connection();
  const stream = shareStream(connect);
  stream.join(page(), [], "7");
  receive("version", '{"version": "8"}');

  stream.join(page(), [], "8");
  assert.deepEqual(opened.at(-1), [[], "8"]);

  stream.join(page(), [], "7");
  assert.deepEqual(opened.at(-1), [[], null]);
});

test("the connection is closed with the last page", () => {
  const { connect, opened } = connection();
  const stream = shareStream(connect);
  const [first, second] = [page(), page()];
  stream.join(first, [], "1");
  stream.join(second, [], "1");

  stream.leave(first);
  assert.notEqual(opened.at(-1), "closed");

  stream.leave(second);
  assert.equal(opened.at(-1), "closed");
});

test("a connection is opened again only where the browser has given up", () => {
  for (const [isStuck, times] of [
    [true, 2],
    [false, 1],
  ]) {
    const { connect, opened } = connection({ isStuck });
    const stream = shareStream(connect);
    stream.join(page(), [], "1");

    stream.again("1");

    assert.equal(opened.length, times);
  }
});

// --- how fresh ------------------------------------------------------------------------------------

const clockTime = (time) => `3:41 (${time})`;
const known = { isStreaming: false, isOffline: false, heardAt: 1000, now: 1000, clockTime };

test("a page with a stream is live, unless the phone is offline", () => {
  assert.deepEqual(freshness({ ...known, isStreaming: true }), ["live", "live"]);
  assert.deepEqual(freshness({ ...known, isStreaming: true, isOffline: true }), [
    "offline",
    "offline since 3:41 (1000)",
  ]);
});

test("a page that waits for somebody who types says so, unless it is offline", () => {
  const held = { ...known, isStreaming: true, isHeld: true };
  assert.deepEqual(freshness(held), ["held", "on hold while you type"]);
  assert.equal(freshness({ ...held, isOffline: true })[0], "offline");
  assert.equal(inBrief("held", "on hold while you type"), "on hold");
});

test("a page without a stream says how old it is, and after a while that it is offline", () => {
  assert.deepEqual(freshness({ ...known, now: 2400 }), ["updated", "updated just now"]);
  assert.deepEqual(freshness({ ...known, now: 76_000 }), ["updated", "updated 75 s ago"]);
  assert.deepEqual(freshness({ ...known, now: 77_000 }), ["offline", "offline since 3:41 (1000)"]);
});

test("where there is little room, figures are enough", () => {
  assert.equal(inBrief("live", "live"), "live");
  assert.equal(inBrief("offline", "offline since 3:41", "2 hands waiting · 1 refused"), "offline · 2 · 1");
  assert.equal(inBrief("updated", "updated just now"), "now");
  assert.equal(inBrief("updated", "updated 6 s ago", "2 hands waiting"), "6 s · 2");
});

/** A page of a browser whose shared worker says only what a test lets it say, and the page's own connections. */
function browser() {
  const [connections, workers] = [[], []];
  class EventSource extends EventTarget {
    static CONNECTING = 0;
    readyState = 1;
    constructor(url) {
      super();
      connections.push(url.searchParams.get("version"));
    }
    close() {}
  }
  class SharedWorker extends EventTarget {
    port = Object.assign(new EventTarget(), { start() {}, postMessage() {} });
    constructor() {
      super();
      workers.push(this);
    }
    says(...message) {
      this.port.dispatchEvent(new MessageEvent("message", { data: message }));
    }
  }
  Object.assign(globalThis, { EventSource, SharedWorker, location: "http://hall/", window: { SharedWorker } });
  const stream = openStream({ address: "/live/summer", worker: "/worker.js", shows: [], tell: () => {} });
  return { connections, stream, worker: workers[0] };
}

test("a page whose shared worker says nothing any more opens its own connection", () => {
  const { connections, stream, worker } = browser();
  stream.join("7");
  worker.says("open", "");

  stream.again("8");
  assert.deepEqual(connections, []);

  stream.join("8");
  stream.again("9");
  assert.deepEqual(connections, ["8"]);
});

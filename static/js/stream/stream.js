// A page's stream. All pages of a browser share one through a SharedWorker (stream_worker.js). If the browser has no
// SharedWorker (Android), none that loads modules, or one that says nothing any more, the page opens its own.

import { eventSource } from "./event_source.js";

function sharedStream({ address, worker, shows, tell }, onFailure) {
  const shared = new SharedWorker(worker, { name: "uptown-stream", type: "module" });
  shared.addEventListener("error", onFailure);
  shared.port.addEventListener("message", ({ data: [name, text] }) => tell(name, text));
  shared.port.start();
  const post = (action, version) => shared.port.postMessage({ action, address, shows, version });
  return {
    join: (version) => post("join", version),
    leave: () => post("leave"),
    again: (version) => post("again", version),
  };
}

function ownStream({ address, shows, tell }) {
  const source = eventSource(address, tell);
  return {
    join: (version) => source.open(shows, version),
    leave: () => source.close(),
    again: (version) => source.isStuck() && source.open(shows, version),
  };
}

/**
 * A stream with `join(version)`, `leave()`, and `again(version)`, which reconnects if the browser doesn't.
 *
 * `wanted` has the stream's `address`, the `worker` script, the fragments that the page `shows`, and `tell(name,
 * text)` for messages (event_source.js).
 */
export function openStream(wanted) {
  const options = { ...wanted, tell, address: new URL(wanted.address, location).href };
  let isShared = Boolean(window.SharedWorker);
  let hasTold = false;
  let joined = null;
  let stream = isShared ? sharedStream(options, useOwn) : ownStream(options);

  function tell(name, text) {
    hasTold = true;
    wanted.tell(name, text);
  }

  function useOwn() {
    if (!isShared) return;
    isShared = false;
    stream.leave();
    stream = ownStream(options);
    if (joined) stream.join(joined.version);
  }

  return {
    join(version) {
      joined = { version };
      stream.join(version);
    },
    leave() {
      joined = null;
      stream.leave();
    },
    again(version) {
      // The browser may end a worker without a sign. A live one would have sent something since the last try.
      if (isShared && !hasTold) useOwn();
      else stream.again(version);
      hasTold = false;
    },
  };
}

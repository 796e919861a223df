// The stream of an event: one for a browser, whatever tabs and windows it has, and none for a page that is not seen.
//
//   const stream = openStream({ address, worker, shows, tell })
//   tell(name, text)      "version", "part" and "beat" come from the hall; "open" and "error" of the stream itself
//   stream.join(version), stream.leave(), stream.again()
//
// This file alone is also the worker that all pages of a browser share. Where there is none (Android), each page has a stream
// of its own while it is looked at.
"use strict";

(() => {
  const EVENTS = ["version", "part", "beat"];

  // One stream, for the parts that all who listen show together.
  const source = (address, tell) => {
    let events = null;
    const open = (shows, version) => {
      events?.close();
      const asked = new URL(address);
      for (const each of shows) asked.searchParams.append("show", each);
      if (version) asked.searchParams.set("version", version);
      events = new EventSource(asked);
      for (const name of EVENTS) events.addEventListener(name, ({ data }) => tell(name, data));
      events.addEventListener("open", () => tell("open", ""));
      events.addEventListener("error", () => tell("error", ""));
    };
    const close = () => {
      events?.close();
      events = null;
    };
    return { open, close, isStuck: () => events?.readyState !== EventSource.CONNECTING };
  };

  // --- in the worker ------------------------------------------------------------------------------

  const sources = new Map();

  const shared = (address) => {
    if (sources.has(address)) return sources.get(address);
    const listeners = new Map(); // what each page shows, by its port
    let told = null;
    const stream = source(address, (name, text) => {
      if (name === "version") told = JSON.parse(text).version;
      for (const port of listeners.keys()) port.postMessage([name, text]);
    });
    const shows = () => [...new Set([...listeners.values()].flat())].sort();
    const made = {
      join(port, more, version) {
        listeners.set(port, more);
        // Opened anew for everybody: whoever joins hears where the event stands; and if one missed something, all do.
        stream.open(shows(), told === null || told === version ? version : null);
      },
      leave(port) {
        listeners.delete(port);
        if (listeners.size === 0) stream.close();
      },
      again(version) {
        if (stream.isStuck()) stream.open(shows(), version);
      },
    };
    sources.set(address, made);
    return made;
  };

  if (typeof document === "undefined") {
    self.addEventListener("connect", ({ ports: [port] }) => {
      port.addEventListener("message", ({ data: { action, address, shows, version } }) => {
        const stream = shared(address);
        if (action === "join") stream.join(port, shows, version);
        else if (action === "leave") stream.leave(port);
        else stream.again(version);
      });
      port.start();
    });
    return;
  }

  // --- on the page --------------------------------------------------------------------------------

  const throughWorker = ({ address, worker, shows, tell }, instead) => {
    const shared = new SharedWorker(worker, { name: "uptown-stream" });
    shared.addEventListener("error", instead); // It could not be fetched.
    shared.port.addEventListener("message", ({ data: [name, text] }) => tell(name, text));
    shared.port.start();
    const say = (action, version) => shared.port.postMessage({ action, address, shows, version });
    return { join: (version) => say("join", version), leave: () => say("leave"), again: (version) => say("again", version) };
  };

  const byItself = ({ address, shows, tell }) => {
    const stream = source(address, tell);
    return {
      join: (version) => stream.open(shows, version),
      leave: () => stream.close(),
      again: (version) => stream.isStuck() && stream.open(shows, version),
    };
  };

  window.openStream = (wanted) => {
    const whole = { ...wanted, address: new URL(wanted.address, location).href };
    let stream = null;
    let joinedAt = null;
    const instead = () => {
      stream = byItself(whole);
      if (joinedAt !== null) stream.join(joinedAt.version);
    };
    if (window.SharedWorker) stream = throughWorker(whole, instead);
    else instead();
    return {
      join(version) {
        joinedAt = { version };
        stream.join(version);
      },
      leave() {
        joinedAt = null;
        stream.leave();
      },
      again: (version) => stream.again(version),
    };
  };
})();

// One stream for all pages of a browser that show the same event.

/** `connect(tell)` makes the connection (event_source.js). Pages are message ports. */
export function shareStream(connect) {
  const pages = new Map(); // what each page shows, by its port
  let latest = null;

  const source = connect((name, text) => {
    if (name === "version") latest = JSON.parse(text).version;
    for (const port of pages.keys()) port.postMessage([name, text]);
  });

  const shown = () => [...new Set([...pages.values()].flat())].sort();

  return {
    /** The connection is opened again for all pages. If this page missed something, the server sends everything. */
    join(port, shows, version) {
      pages.set(port, shows);
      source.open(shown(), latest === null || latest === version ? version : null);
    },
    leave(port) {
      pages.delete(port);
      if (pages.size === 0) source.close();
    },
    again(version) {
      if (source.isStuck()) source.open(shown(), version);
    },
  };
}

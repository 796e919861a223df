// One connection to an event's stream. `tell(name, text)` gets the server's messages, "version", "part" and "beat",
// and "open" and "error" about the connection itself.

const MESSAGES = ["version", "part", "beat"];

export function eventSource(address, tell) {
  let source = null;

  const close = () => {
    source?.close();
    source = null;
  };

  /** Open it, or open it again, for these fragments (`shows`); the server sends what changed since `version`. */
  const open = (shows, version) => {
    close();
    const url = new URL(address);
    for (const each of shows) url.searchParams.append("show", each);
    if (version) url.searchParams.set("version", version);
    source = new EventSource(url);
    for (const name of MESSAGES) source.addEventListener(name, ({ data }) => tell(name, data));
    source.addEventListener("open", () => tell("open", ""));
    source.addEventListener("error", () => tell("error", ""));
  };

  // The browser reconnects by itself; unless it gave up, let it.
  const isStuck = () => source?.readyState !== EventSource.CONNECTING;

  return { open, close, isStuck };
}

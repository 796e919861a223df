// One connection to an event's stream. It calls `tell(name, text)` with the server's messages ("version", "part",
// "beat"), and with "open" and "error" when the connection opens or fails.

const MESSAGES = ["version", "part", "beat"];

export function eventSource(address, tell) {
  let source = null;

  const close = () => {
    source?.close();
    source = null;
  };

  /** Open or reopen it for these fragments (`shows`). The server sends what changed since `version`. */
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

  // Whether the browser isn't reconnecting by itself.
  const isStuck = () => source?.readyState !== EventSource.CONNECTING;

  return { open, close, isStuck };
}

// The shared worker that holds the streams for all pages of a browser (stream/stream.js).

import { eventSource } from "./stream/event_source.js";
import { shareStream } from "./stream/shared_stream.js";

const streams = new Map(); // by address

function streamOf(address) {
  if (!streams.has(address))
    streams.set(
      address,
      shareStream((tell) => eventSource(address, tell)),
    );
  return streams.get(address);
}

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data: { action, address, shows, version } }) => {
    const stream = streamOf(address);
    if (action === "join") stream.join(port, shows, version);
    else if (action === "leave") stream.leave(port);
    else stream.again(version);
  });
  port.start();
});

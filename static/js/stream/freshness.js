// A page's freshness: a state, and its words.

const STALE = 75; // seconds

/** `["live" | "updated" | "offline", words]`. `clockTime` formats the time at which something was last heard. */
export function freshness({ isStreaming, isOffline, heardAt, now, clockTime }) {
  if (isStreaming && !isOffline) return ["live", "live"];
  const seconds = Math.round((now - heardAt) / 1000);
  if (isOffline || seconds > STALE) return ["offline", `offline since ${clockTime(heardAt)}`];
  return ["updated", seconds < 2 ? "updated just now" : `updated ${seconds} s ago`];
}

/** The same where there is little room: "live", or "offline · 2" with two hands that wait. */
export const inBrief = (state, waiting = "") =>
  [state === "updated" ? "" : state, ...(waiting.match(/\d+/g) ?? [])].filter(Boolean).join(" · ");

// A page's freshness: a state, and its words.

const STALE = 75; // seconds

/** `["live" | "updated" | "offline" | "held", words]`. `clockTime` formats the time at which something was last heard. */
export function freshness({ isStreaming, isOffline, isHeld, heardAt, now, clockTime }) {
  if (isHeld && !isOffline) return ["held", "on hold while you type"];
  if (isStreaming && !isOffline) return ["live", "live"];
  const seconds = Math.round((now - heardAt) / 1000);
  if (isOffline || seconds > STALE) return ["offline", `offline since ${clockTime(heardAt)}`];
  return ["updated", seconds < 2 ? "updated just now" : `updated ${seconds} s ago`];
}

const BRIEF = { held: () => "on hold", updated: (words) => words.match(/\d+ s/)?.[0] ?? "now" };

/** The same where there is little room: "live", "6 s", or "offline · 2" with two hands that wait. */
export const inBrief = (state, words, waiting = "") =>
  [BRIEF[state]?.(words) ?? state, ...(waiting.match(/\d+/g) ?? [])].join(" · ");

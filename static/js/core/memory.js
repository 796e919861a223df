// What this browser remembers: a clock, a switch, a team. Where localStorage is blocked, values last until the page
// is closed.

const fallback = new Map();

export function remember(name, value) {
  fallback.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The fallback has it.
  }
}

/** The value as it was remembered, or null. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return fallback.get(name) ?? null;
  }
}

// Keeps the screen on while a page needs it. Works only under https, and not on a low battery.
//
//   <div data-awake>    a page that is always looked at: a tablet at a table

let lock = null; // The browser releases it when the page is hidden.
let isAsking = false;
let isWantedBySounds = () => false;
let tell = () => {};

export const isKeptOn = () => lock !== null;

export async function updateLock() {
  const isWanted = !document.hidden && (document.querySelector("[data-awake]") !== null || isWantedBySounds());
  if (isAsking || !navigator.wakeLock || isWanted === isKeptOn()) return;
  isAsking = true;
  try {
    if (isWanted) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
        tell();
      });
    } else await lock.release();
  } catch {
    // The request was refused: the page says that the screen goes dark.
  }
  isAsking = false;
  tell();
}

/** Keep the screen on also while `isWanted`, and `tell` when it changes. */
export function keepAwakeFor(isWanted, onChange) {
  isWantedBySounds = isWanted;
  tell = onChange;
}

export function startKeepingAwake() {
  document.addEventListener("visibilitychange", updateLock);
  updateLock();
}

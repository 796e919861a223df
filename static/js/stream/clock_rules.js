// The arithmetic of an event's clock, and the words of a countdown.

/** The event's time in ms. `face`: its clock was at `shown` when the device's was at `at`, and runs at `speed`. */
export const eventTime = (face, deviceTime) => face && face.shown + (deviceTime - face.at) * face.speed;

/** Seconds as "4:05", "1:02:03" or, from two days on, "3 days". */
export function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Milliseconds of breaks between two times. Breaks are written as "from/to from/to". */
export const breaksBetween = (time, until, breaks = "") =>
  breaks
    .trim()
    .split(/\s+/)
    .reduce((sum, each) => {
      const [from, to] = each.split("/").map(Date.parse);
      return sum + (Math.max(0, Math.min(to, until) - Math.max(from, time)) || 0);
    }, 0);

/** Seconds until a countdown ends, not counting breaks; NaN if `until` is no time. */
export function secondsLeft(time, until, breaks) {
  const end = Date.parse(until);
  return Math.ceil((end - time - breaksBetween(time, end, breaks)) / 1000);
}

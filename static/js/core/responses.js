// Whether a response came from Uptown at all. A proxy, or a Wi-Fi that wants a sign-in first, may answer in its place
// with any status. Uptown's own responses have a header (server/http/mark.py).

const MARK = "Uptown-Hall";

/** Takes a response of fetch, or an XMLHttpRequest of htmx. */
export const isFromUptown = (response) =>
  response.headers ? response.headers.has(MARK) : response.getResponseHeader(MARK) !== null;

export const isSaved = (xhr) => isFromUptown(xhr) && xhr.status >= 200 && xhr.status < 300;

/** Show that somebody else answers, or hide it again. A proxy that reaches nobody (5xx) counts as no signal instead. */
export function showStranger(response) {
  const isStranger = !isFromUptown(response) && response.status < 500;
  for (const sentence of document.querySelectorAll("[data-stranger]")) sentence.hidden = !isStranger;
}

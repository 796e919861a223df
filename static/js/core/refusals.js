// Shows a refused press: its sentence is in view, and its field has the focus; without a field, the sentence has it.
// The same for a press that htmx sent, a page that was posted whole, and what the phone itself refuses (outbox/).

const REFUSALS = ".refusal:not([data-stranger]), .field-refusal, [role=alert]:not([data-unsent])";
const FIELDS = "input:not([type=hidden]), select, textarea";
const EDGE = 8; // pixels

const isShown = (element) => element.textContent.trim() !== "" && !element.closest("[hidden]");

function find(places) {
  for (const place of places) {
    const found = [...(place?.querySelectorAll(REFUSALS) ?? [])].find(isShown);
    if (found) return found;
  }
  return null;
}

// The field, with its label, that a sentence below it is about.
function blockOf(refusal) {
  const block = refusal.matches(".field-refusal") ? refusal.closest(".field, fieldset, label, .count") : null;
  return block?.querySelector(FIELDS) ? block : null;
}

function isInView(element) {
  const { top, bottom, left, width } = element.getBoundingClientRect();
  const isOnTop = (y) => element.contains(document.elementFromPoint(left + width / 2, y));
  return top >= 0 && bottom <= innerHeight && isOnTop(top + EDGE) && isOnTop(bottom - EDGE);
}

function show(refusal) {
  for (let fold = refusal.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const field = blockOf(refusal);
  const focused = field?.querySelector(FIELDS) ?? refusal;
  if (focused === refusal) refusal.tabIndex = -1;
  focused.focus({ preventScroll: true });
  // Both the field and its sentence, where they fit the screen.
  const whole = field && field.getBoundingClientRect().height < innerHeight / 2 ? field : refusal;
  const block = whole.getBoundingClientRect().height < innerHeight / 2 ? "center" : "start";
  if (!isInView(whole)) whole.scrollIntoView({ block, behavior: "instant" });
}

/** Show the refusal in one of these places, the likeliest first. */
export function showRefusal(...places) {
  const refusal = find(places);
  if (refusal) show(refusal);
}

export function startShowingRefusals() {
  document.addEventListener("htmx:afterOnLoad", ({ detail: { elt, requestConfig, target, xhr } }) => {
    // The desk's field keeps the focus for the next name; the refusal is read aloud.
    const isPress = requestConfig?.verb !== "get" && elt.matches("form:not([data-find]), button");
    if (!isPress || xhr.status !== 422) return;
    const action = CSS.escape(requestConfig.path);
    const again = document.querySelector(`form[action="${action}"]`);
    const now = target.isConnected ? target : document.getElementById(target.id);
    showRefusal(again, now, document);
  });
  // A page that was posted whole. Without scripts, "autofocus" does it (templates/parts/_refusal.html).
  if (document.querySelector("[role=alert][autofocus], [id$=_error][autofocus]")) showRefusal(document);
}

// The decisions of the outbox: which entries are sent, in which order, which state a response puts them in, and
// which number the next hand has. Nothing here touches the page, the network or the disk.
//
// An entry is a press that is kept on this phone. Entries of one line (a game) go out one after the other. Its state:
//
//   sending   on its way with the page's own request; the outbox takes over if no response comes, or the page is gone
//   waiting   goes out when the server answers again
//   closed    the badge of this browser may not send it: goes out after signing in again
//   lacking   was sent, but the server was restored from a backup without it: goes out when a person says so
//   refused   the rules or another entry were against it: stays, with the reason, until a person decides
//   sent      stored by the server; remembered for a day, so that a page from the offline cache can't use its id again

const DAY = 24 * 60 * 60 * 1000;
export const GIVEN_UP = 25_000; // No page waits that long for a response.

// --- states ---------------------------------------------------------------------------------------

export const lineOf = (entry) => entry.line ?? entry.action;

/** Whether the list of waiting entries shows it. */
export const isShown = ({ state }) => ["waiting", "closed", "refused"].includes(state);

/** Whether its hand's number is still free. If somebody else entered the hand, it isn't. */
export const leavesGap = ({ kind, sequence, state, comes }) =>
  Boolean(kind === "hand" && sequence && (state !== "refused" || (comes && sequence >= comes)));

const aheadOf = (entry, entries) =>
  entries.filter((other) => lineOf(other) === lineOf(entry) && other.seq < entry.seq && isShown(other));

/** Whether it is the first of its line that isn't sent yet. */
export const isFirst = (entry, entries) => !aheadOf(entry, entries).length;

/** Whether an earlier entry of its line needs a person first. */
export const isStopped = (entry, entries) => aheadOf(entry, entries).some(({ state }) => state !== "waiting");

export const isWaiting = ({ state, at }, now) =>
  state === "waiting" || (state === "sending" && Math.abs(now - at) > GIVEN_UP);

/** Whether it goes out now. One that was closed goes out once another badge is worn. */
export const isDue = (entry, badge, now) =>
  isWaiting(entry, now) || (entry.state === "closed" && entry.badge !== badge);

/** Whether it was sent by an earlier page of this tab, so that nobody waits for its response any more. */
export const isAbandoned = ({ state, tab, opening }, here) =>
  state === "sending" && Boolean(tab) && tab === here.tab && opening !== here.opening;

export const isForgotten = ({ state, settledAt }, now) => state === "sent" && Math.abs(now - settledAt) > DAY;

// A refused hand leaves its number free: those behind it wait until it is entered again, or discarded.
const isBefore = (other, { line, sequence }) =>
  lineOf(other) === line &&
  (["waiting", "closed"].includes(other.state) ||
    (other.state === "refused" && leavesGap(other) && other.sequence < sequence));

/** Whether a new entry has to wait behind others of its line. */
export const mustQueue = (entry, entries) => Boolean(entry.seq) || entries.some((other) => isBefore(other, entry));

/** The place in the outbox of a hand that is entered again after a refusal: its old one, if the number is the same. */
export const inItsPlace = (entry, refused) =>
  refused && leavesGap(refused) && refused.sequence === entry.sequence ? { ...entry, seq: refused.seq } : entry;

// --- the state after a response -------------------------------------------------------------------

/**
 * The entry's new state.
 *
 * `read()` gives what the response's page says: the `reason` of a refusal, the number of the hand that `comes`
 * next, and whether its form is still there (`hasForm`). `door` is what the server says about this browser's badge.
 *
 * Throws where the response decides nothing (5xx): the entry stays as it is.
 */
export async function decide(status, door, read) {
  if (status >= 200 && status < 300) return { state: "sent" };
  if (status === 409) return { state: "closed", reason: (await read()).reason, badge: door.badge };
  if (status === 403) return { state: "closed", reason: door.sentence, badge: door.badge };
  if (status === 422) {
    const { reason, comes, hasForm } = await read();
    return { state: "refused", reason, comes: Number(comes) || null, isOver: !hasForm };
  }
  if (status === 404) {
    return { state: "refused", reason: "What this is about is not there any more.", isOver: true, isGone: true };
  }
  if (status >= 500) throw new Error(`${status}`);
  return { state: "refused", reason: "The hall’s computer could not read this entry." };
}

// --- the number of the next hand ------------------------------------------------------------------

/**
 * The number of a form's next hand.
 *
 * It starts from the number with which the form came from the server (`cameAs`) and adds the hands of its line that
 * wait here, or were sent since. An undo frees the number of its hand. A request that is on its way doesn't count:
 * it may be refused, and if it is stored, a new form comes.
 *
 * `since` is the first entry (its `seq`) that the server didn't know when it made the form. An old page
 * from the offline cache has none: there it is the entry that has the id with which the form was `made`.
 */
export function nextHand({ cameAs, line, made, since }, entries) {
  const mine = entries.filter((entry) => lineOf(entry) === line && (entry.sequence || entry.takesBack));
  const first = since ?? mine.find(({ id, state }) => id === made && state === "sent")?.seq ?? Infinity;
  const isSince = ({ state, seq }) => ["waiting", "closed"].includes(state) || (state === "sent" && seq >= first);
  const inOrder = mine.filter(isSince);
  const remains = (hand, undo) => hand.sequence > undo.takesBack && hand.seq < undo.seq;
  const number = inOrder.reduce(
    (next, entry) =>
      entry.takesBack
        ? entry.takesBack + inOrder.filter((other) => remains(other, entry)).length
        : Math.max(next, entry.sequence + 1),
    cameAs,
  );
  return { number, since: inOrder.length ? inOrder[0].seq : since };
}

// --- after a restore ------------------------------------------------------------------------------

// The server knows these by the entry's id, or by that of a hand made from it.
const CHECKED = ["hand", "report", "forfeit", "undo"];

/** The entries that may be lacking after the restore at `restored`; each is asked about once. */
export const toCheck = (entries, phone, restored) =>
  entries.filter(
    (entry) =>
      entry.phone === phone &&
      CHECKED.includes(entry.kind) &&
      entry.who &&
      ((entry.state === "sent" && entry.checked !== restored) || entry.state === "lacking"),
  );

/** The id of an entry's game. */
export const gameOf = ({ line, fields }) =>
  Number(line?.match(/^game-(\d+)$/)?.[1] ?? fields.find(([name]) => name === "game")?.[1]) || null;

/** The change that makes an entry one of `game`, which was called again under another id. */
export function inGame(entry, game) {
  const old = gameOf(entry);
  const moved = (text) => text?.replace(`/game/${old}/`, `/game/${game}/`).replace(/^game-\d+$/, `game-${game}`);
  return {
    game,
    action: moved(entry.action),
    line: moved(entry.line),
    page: moved(entry.page),
    fields: entry.fields.map(([name, value]) => [name, name === "game" ? `${game}` : value]),
  };
}

// --- discarding -----------------------------------------------------------------------------------

// The later hands whose numbers counted on a discarded one, and the number above which hands did. An undo in between
// subtracts one from all that follow; a hand that was entered twice fills the gap.
function countingOn(gone, entries) {
  const behind = entries.filter((entry) => lineOf(entry) === lineOf(gone) && entry.seq > gone.seq);
  const counting = [];
  let above = gone.sequence;
  for (const entry of behind) {
    if (entry.takesBack) above -= 1;
    if (entry.kind !== "hand") continue;
    if (entry.sequence === above) return { counting, above: Infinity };
    if (entry.sequence > above) counting.push(entry);
  }
  return { counting, above };
}

/** The changes that give an entry another number. */
export const renumbered = ({ title, fields }, sequence) => ({
  sequence,
  title: title.replace(/\d+$/, sequence),
  fields: fields.map(([name, value]) => [name, /^(as_)?sequence$/.test(name) && value ? `${sequence}` : value]),
});

/**
 * The effects of discarding an entry: `changes` to others, as `[id, change]`, and the number `above` which hands of
 * its line move down by one.
 */
export function afterDiscarding(gone, entries) {
  if (!leavesGap(gone)) return { changes: [], above: Infinity };
  const { counting, above } = countingOn(gone, entries);
  return { changes: counting.map((entry) => [entry.id, renumbered(entry, entry.sequence - 1)]), above };
}

/**
 * The changes, as `[id, change]`, when a hand is refused because hand `comes`, an earlier one, was taken back: it takes
 * that number, and those behind it move up with it.
 */
export function afterMovingUp(refused, comes, entries) {
  const by = refused.kind === "hand" && comes ? refused.sequence - comes : 0;
  if (by <= 0) return [];
  const moved = entries.filter(
    (entry) =>
      entry.id === refused.id || (lineOf(entry) === lineOf(refused) && entry.seq > refused.seq && isShown(entry)),
  );
  return moved.map((entry) => {
    const { id, takesBack, sequence } = entry;
    if (takesBack) return [id, { takesBack: takesBack - by }];
    return [id, sequence ? renumbered(entry, sequence - by) : {}];
  });
}

// --- what a person can do about an entry ----------------------------------------------------------

export const canBeEnteredAgain = ({ kind, state, isOver }) =>
  state === "refused" && !isOver && ["hand", "report", "forfeit", undefined].includes(kind);

/** Whether its page is worth opening: not when it is this one, or only shows that the game is over or gone. */
export const hasPageToOpen = ({ page, kind, isOver, isGone }, here) =>
  page !== here && !isGone && !(isOver && kind === "report");

/** "2 hands waiting". */
export function count(entries, word) {
  const isHand = ({ kind }) => ["hand", "report", undefined].includes(kind);
  const [one, many] = entries.every(isHand) ? ["hand", "hands"] : ["entry", "entries"];
  return `${entries.length} ${entries.length === 1 ? one : many} ${word}`;
}

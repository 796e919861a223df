import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterDiscarding,
  afterMovingUp,
  canBeEnteredAgain,
  count,
  decide,
  gameOf,
  hasPageToOpen,
  inGame,
  inItsPlace,
  isAbandoned,
  isDue,
  isFirst,
  isForgotten,
  isStopped,
  isWaiting,
  leavesGap,
  mustQueue,
  nextHand,
  renumbered,
  toCheck,
} from "../../static/js/outbox/rules.js";

const NOW = 1_000_000_000;
const HOUR = 60 * 60 * 1000;
const LINE = "game-7";

/** A hand that waits in the outbox; `seq` is its place there. */
const hand = (seq, sequence, changes = {}) => ({
  ...{
    id: `hand-${seq}`,
    seq,
    kind: "hand",
    line: LINE,
    sequence,
    state: "waiting",
    title: `Table 3, hand ${sequence}`,
  },
  fields: [["sequence", `${sequence}`]],
  ...changes,
});

const undo = (seq, takesBack, changes = {}) => hand(seq, null, { kind: "undo", takesBack, ...changes });

// --- which entries go out -------------------------------------------------------------------------

test("an entry on its way is left to its page until no page would wait any longer", () => {
  const sending = { state: "sending", at: NOW };

  assert.equal(isWaiting(sending, NOW + 25_000), false);
  assert.equal(isWaiting(sending, NOW + 25_001), true);
  assert.equal(isWaiting(sending, NOW - HOUR), true, "the phone's clock was set back");
  assert.equal(isWaiting({ state: "waiting", at: NOW }, NOW), true);
  assert.equal(isWaiting({ state: "refused", at: 0 }, NOW), false);
});

test("an entry that was closed goes out once another badge is worn", () => {
  const closed = { state: "closed", badge: 4 };

  assert.equal(isDue(closed, 4, NOW), false);
  assert.equal(isDue(closed, 5, NOW), true);
  assert.equal(isDue({ state: "refused", badge: 4 }, 5, NOW), false);
});

test("an entry stops behind one of its line that needs a person", () => {
  const second = hand(2, 2);

  assert.equal(isStopped(second, [hand(1, 1, { state: "refused" }), second]), true);
  assert.equal(isStopped(second, [hand(1, 1, { state: "closed" }), second]), true);
  assert.equal(isStopped(second, [hand(1, 1), second]), false);
  assert.equal(isStopped(second, [hand(1, 1, { state: "refused", line: "game-8" }), second]), false);
  assert.equal(isStopped(second, [second, hand(3, 1, { state: "refused" })]), false, "it comes after");
});

test("an entry goes out once it is the first of its line that isn't sent", () => {
  const second = hand(2, 2);

  for (const state of ["waiting", "refused", "closed"]) {
    assert.equal(isFirst(second, [hand(1, 1, { state }), second]), false, state);
  }
  assert.equal(isFirst(second, [hand(1, 1, { state: "sent" }), second]), true);
  assert.equal(isFirst(second, [hand(1, 1, { line: "game-8" }), second]), true);
  assert.equal(isFirst(second, [second, hand(3, 3)]), true, "it comes after");
});

test("a page takes over only what an earlier page of the same tab sent", () => {
  const here = { tab: "tab", opening: "now" };

  assert.equal(isAbandoned({ state: "sending", tab: "tab", opening: "before" }, here), true);
  assert.equal(isAbandoned({ state: "sending", tab: "tab", opening: "now" }, here), false);
  assert.equal(isAbandoned({ state: "sending", tab: "another", opening: "before" }, here), false);
  assert.equal(isAbandoned({ state: "waiting", tab: "tab", opening: "before" }, here), false);
  assert.equal(isAbandoned({ state: "sending", tab: null, opening: "before" }, { tab: null, opening: "now" }), false);
});

test("what was sent is forgotten after a day, and nothing else", () => {
  assert.equal(isForgotten({ state: "sent", settledAt: NOW - 25 * HOUR }, NOW), true);
  assert.equal(isForgotten({ state: "sent", settledAt: NOW - 23 * HOUR }, NOW), false);
  assert.equal(isForgotten({ state: "refused", settledAt: NOW - 25 * HOUR }, NOW), false);
});

test("a new hand queues behind what waits in its game, and behind a lower number that is still free", () => {
  const fresh = { line: LINE, sequence: 3 };
  const freeNumber = { state: "refused", comes: 2 };

  assert.equal(mustQueue(fresh, []), false);
  assert.equal(mustQueue(fresh, [hand(1, 2)]), true);
  assert.equal(mustQueue(fresh, [hand(1, 2, { line: "game-8" })]), false);
  assert.equal(mustQueue(fresh, [hand(1, 2, { state: "sent" })]), false);
  assert.equal(mustQueue(fresh, [hand(1, 2, freeNumber)]), true);
  assert.equal(mustQueue(fresh, [hand(1, 4, { ...freeNumber, comes: 4 })]), false);
  assert.equal(mustQueue(fresh, [hand(1, 2, { state: "refused", comes: 3 })]), false, "somebody else entered hand 2");
  assert.equal(mustQueue({ ...fresh, seq: 1 }, []), true, "it takes the place of a refused one");
});

test("a hand that is entered again under its number takes the refused one's place", () => {
  const refused = hand(5, 2, { state: "refused", comes: 2 });

  assert.equal(inItsPlace({ sequence: 2 }, refused).seq, 5);
  assert.equal(inItsPlace({ sequence: 3 }, refused).seq, undefined);
  assert.equal(inItsPlace({ sequence: 2 }, { ...refused, comes: 3 }).seq, undefined);
  assert.equal(inItsPlace({ sequence: 2 }, undefined).seq, undefined);
});

test("a refused hand leaves a gap unless somebody else entered it", () => {
  assert.equal(leavesGap(hand(1, 2)), true);
  assert.equal(leavesGap(hand(1, 2, { state: "refused", comes: 2 })), true);
  assert.equal(leavesGap(hand(1, 2, { state: "refused", comes: 3 })), false);
  assert.equal(leavesGap(hand(1, 2, { state: "refused", comes: null })), false);
  assert.equal(leavesGap(undo(1, 2)), false);
});

// --- what a response makes of an entry ------------------------------------------------------------

const DOOR = { badge: 4, sentence: "Your badge was taken back." };
const page = { reason: "The hand was dealt after the whistle.", comes: "3", hasForm: true };

for (const [status, expected] of [
  [200, { state: "sent" }],
  [204, { state: "sent" }],
  [403, { state: "closed", reason: DOOR.sentence, badge: 4 }],
  [409, { state: "closed", reason: page.reason, badge: 4 }],
  [422, { state: "refused", reason: page.reason, comes: 3, isOver: false }],
  [404, { state: "refused", reason: "What this is about is not there any more.", isOver: true, isGone: true }],
  [400, { state: "refused", reason: "The hall’s computer could not read this entry." }],
]) {
  test(`a response ${status} makes an entry ${expected.state}`, async () => {
    assert.deepEqual(await decide(status, DOOR, () => page), expected);
  });
}

test("a refusal without the form says that the game is over", async () => {
  const now = await decide(422, DOOR, () => ({ ...page, comes: undefined, hasForm: false }));

  assert.deepEqual(now, { state: "refused", reason: page.reason, comes: null, isOver: true });
});

test("a server that fails decides nothing", async () => {
  await assert.rejects(
    decide(503, DOOR, () => page),
    /503/,
  );
});

// --- the number of the next hand ------------------------------------------------------------------

const form = { cameAs: 5, line: LINE, made: "hand-1" };

test("the next hand comes after those that wait", () => {
  assert.equal(nextHand(form, []).number, 5);
  assert.equal(nextHand(form, [hand(1, 5), hand(2, 6)]).number, 7);
  assert.equal(nextHand(form, [hand(1, 5, { line: "game-8" })]).number, 5);
  assert.equal(nextHand(form, [hand(1, 5, { state: "sending" })]).number, 5, "it may be refused");
  assert.equal(nextHand(form, [hand(1, 5, { state: "refused" })]).number, 5);
});

test("a hand that was sent since the form was made counts, one from before doesn't", () => {
  const sent = hand(3, 5, { state: "sent" });

  assert.equal(nextHand({ ...form, since: 3 }, [sent]).number, 6);
  assert.equal(nextHand({ ...form, since: 4 }, [sent]).number, 5);
  assert.equal(nextHand(form, [sent]).number, 5, "nothing tells when it was sent");
});

test("on an old page from the offline cache, the hand with the form's own id counts", () => {
  assert.deepEqual(nextHand(form, [hand(1, 5, { state: "sent" }), hand(2, 6)]), { number: 7, since: 1 });
});

test("the first entry that the server didn't know is remembered", () => {
  assert.equal(nextHand(form, [hand(8, 5)]).since, 8);
  assert.equal(nextHand({ ...form, since: 3 }, []).since, 3);
  assert.equal(nextHand(form, []).since, undefined);
});

test("an undo frees its hand's number", () => {
  assert.equal(nextHand(form, [undo(1, 4)]).number, 4);
  assert.equal(nextHand(form, [hand(1, 5), undo(2, 5)]).number, 5);
  assert.equal(nextHand(form, [hand(1, 5), hand(2, 6), undo(3, 5)]).number, 6, "hand 6 is hand 5 now");
});

// --- discarding -----------------------------------------------------------------------------------

test("hands behind a discarded one move down by one", () => {
  const gone = hand(1, 5);
  const [second, third] = [hand(2, 6), hand(3, 7)];

  const { changes, above } = afterDiscarding(gone, [gone, second, third, hand(4, 6, { line: "game-8" })]);

  assert.deepEqual(
    changes.map(([id, now]) => [id, now.sequence, now.title]),
    [
      ["hand-2", 5, "Table 3, hand 5"],
      ["hand-3", 6, "Table 3, hand 6"],
    ],
  );
  assert.equal(above, 5);
});

test("a hand that was entered twice fills the gap", () => {
  const gone = hand(1, 5);

  assert.deepEqual(afterDiscarding(gone, [gone, hand(2, 5), hand(3, 6)]), { changes: [], above: Infinity });
});

test("an undo in between lowers the number above which hands move", () => {
  const gone = hand(1, 5);

  const { changes, above } = afterDiscarding(gone, [gone, undo(2, 4), hand(3, 5)]);

  assert.deepEqual(
    changes.map(([id, now]) => [id, now.sequence]),
    [["hand-3", 4]],
  );
  assert.equal(above, 4);
});

test("nothing moves when what is discarded leaves no gap", () => {
  const gone = hand(1, 5, { state: "refused", comes: 6 });

  assert.deepEqual(afterDiscarding(gone, [gone, hand(2, 6)]), { changes: [], above: Infinity });
});

test("a renumbered hand has its number in every field that had one", () => {
  const fields = [
    ["sequence", "6"],
    ["as_sequence", "6"],
    ["books", "6"],
  ];

  const now = renumbered({ title: "Table 3, hand 6", fields }, 5);

  assert.deepEqual(now.fields, [
    ["sequence", "5"],
    ["as_sequence", "5"],
    ["books", "6"],
  ]);
  assert.deepEqual(renumbered({ title: "T", fields: [["as_sequence", ""]] }, 5).fields, [["as_sequence", ""]]);
});

// --- after a restore ------------------------------------------------------------------------------

test("what was sent is asked about once after each restore, and what is lacking again", () => {
  const sent = { kind: "hand", state: "sent", phone: "/summer/phone/", who: "EW:7 NS:4" };
  const found = (changes) => toCheck([{ ...sent, ...changes }], "/summer/phone/", "100").length;

  assert.equal(found({}), 1);
  assert.equal(found({ checked: "100" }), 0);
  assert.equal(found({ checked: "99" }), 1);
  assert.equal(found({ state: "lacking", checked: "100" }), 1);
  assert.equal(found({ state: "waiting" }), 0);
  assert.equal(found({ kind: "seated" }), 0);
  assert.equal(found({ who: undefined }), 0);
  assert.equal(found({ phone: "/winter/phone/" }), 0);
});

test("an entry follows its game to another id", () => {
  const hand = { line: "game-7", action: "/summer/game/7/hand/", page: "/summer/game/7/", fields: [["bid", "7"]] };
  const report = { line: "/summer/team/report/", action: "/summer/team/report/", fields: [["game", "7"]] };

  assert.deepEqual([gameOf(hand), gameOf(report)], [7, 7]);
  assert.deepEqual(inGame(hand, 12), {
    game: 12,
    line: "game-12",
    action: "/summer/game/12/hand/",
    page: "/summer/game/12/",
    fields: [["bid", "7"]],
  });
  assert.deepEqual(inGame(report, 12).fields, [["game", "12"]]);
});

// --- what a person is shown -----------------------------------------------------------------------

test("only a refused hand whose game goes on can be entered again", () => {
  const refused = { kind: "hand", state: "refused", isOver: false };

  assert.equal(canBeEnteredAgain(refused), true);
  assert.equal(canBeEnteredAgain({ ...refused, isOver: true }), false);
  assert.equal(canBeEnteredAgain({ ...refused, state: "waiting" }), false);
  assert.equal(canBeEnteredAgain({ ...refused, kind: "undo" }), false);
});

test("a page is worth opening unless it is this one or has nothing to show", () => {
  const entry = { page: "/summer/tables/3/", kind: "hand" };

  assert.equal(hasPageToOpen(entry, "/summer/"), true);
  assert.equal(hasPageToOpen(entry, entry.page), false);
  assert.equal(hasPageToOpen({ ...entry, isGone: true }, "/summer/"), false);
  assert.equal(hasPageToOpen({ ...entry, kind: "report", isOver: true }, "/summer/"), false);
});

test("the count says hands where all are hands", () => {
  assert.equal(count([hand(1, 1)], "waiting"), "1 hand waiting");
  assert.equal(count([hand(1, 1), { kind: "report" }], "refused"), "2 hands refused");
  assert.equal(count([hand(1, 1), undo(2, 1)], "waiting"), "2 entries waiting");
  assert.equal(count([undo(2, 1)], "waiting"), "1 entry waiting");
});

test("a hand that is refused because an earlier one was taken back moves up, and those behind it with it", () => {
  const undo = hand(3, null, { kind: "undo", takesBack: 2 });
  const entries = [hand(1, 2), hand(2, 3), undo, hand(4, 3), hand(5, 9, { line: "another" })];

  const changes = new Map(afterMovingUp(entries[0], 1, entries));

  assert.deepEqual(
    [...changes].map(([id, change]) => [id, change.sequence ?? change.takesBack, change.title]),
    [
      ["hand-1", 1, "Table 3, hand 1"],
      ["hand-2", 2, "Table 3, hand 2"],
      ["hand-3", 1, undefined],
      ["hand-4", 2, "Table 3, hand 2"],
    ],
  );
  assert.deepEqual(afterMovingUp(hand(1, 2), 2, entries), []);
  assert.deepEqual(afterMovingUp(hand(1, 2), 3, entries), []);
  assert.deepEqual(afterMovingUp(hand(1, 2), null, entries), []);
});

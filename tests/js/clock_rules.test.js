import assert from "node:assert/strict";
import { test } from "node:test";
import { breaksBetween, eventTime, inWords, secondsLeft } from "../../static/js/stream/clock_rules.js";

const at = (time) => Date.parse(`2026-06-27T${time}-05:00`);
const MINUTE = 60_000;
const LUNCH = "2026-06-27T12:00:00-05:00/2026-06-27T12:30:00-05:00";

test("the event's clock goes on from what the stream said, at its speed", () => {
  const face = { shown: at("10:00:00"), speed: 1, at: 5_000 };

  assert.equal(eventTime(face, 65_000), at("10:01:00"));
  assert.equal(eventTime({ ...face, speed: 60 }, 65_000), at("11:00:00"));
  assert.equal(eventTime({ ...face, speed: 0 }, 65_000), at("10:00:00"), "it is paused");
  assert.equal(eventTime(null, 65_000), null, "nothing is known yet");
});

for (const [seconds, words] of [
  [0, "0:00"],
  [5, "0:05"],
  [299, "4:59"],
  [3600, "1:00:00"],
  [3723, "1:02:03"],
  [48 * 3600 - 1, "47:59:59"],
  [48 * 3600, "2 days"],
  [100 * 3600, "4 days"],
]) {
  test(`${seconds} seconds read ${words}`, () => {
    assert.equal(inWords(seconds), words);
  });
}

test("only the part of a break between two times is counted", () => {
  assert.equal(breaksBetween(at("11:00:00"), at("13:00:00"), LUNCH), 30 * MINUTE);
  assert.equal(breaksBetween(at("12:10:00"), at("13:00:00"), LUNCH), 20 * MINUTE);
  assert.equal(breaksBetween(at("11:00:00"), at("12:10:00"), LUNCH), 10 * MINUTE);
  assert.equal(breaksBetween(at("13:00:00"), at("14:00:00"), LUNCH), 0);
  assert.equal(breaksBetween(at("11:00:00"), at("14:00:00"), `${LUNCH} ${LUNCH}`), 60 * MINUTE);
  assert.equal(breaksBetween(at("11:00:00"), at("14:00:00")), 0);
});

test("a countdown waits while everybody rests", () => {
  const until = "2026-06-27T12:35:00-05:00";

  assert.equal(secondsLeft(at("11:55:00"), until, LUNCH), 10 * 60);
  assert.equal(secondsLeft(at("12:10:00"), until, LUNCH), 5 * 60);
  assert.equal(secondsLeft(at("12:34:59.500"), until, LUNCH), 1);
  assert.equal(secondsLeft(at("12:36:00"), until), -60);
  assert.ok(Number.isNaN(secondsLeft(at("12:00:00"), "soon")));
});

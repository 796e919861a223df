"""``python -m rules``: its output, its refusals, and that it never crashes."""

import io
import json
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from rules.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
HAND = {"bidder": "NS", "level": 4, "strain": "no_trump", "books": 13}
SEEDS = [
    {"bidder": "NS", "level": 4, "strain": "uptown", "trump": "hearts", "books": 9, "reneges": ["EW"]},
    {"forfeited_by": "EW"},
    {"game": "bid-euchre", "hand": {"bidder": "NS", "bid": "ask", "tricks": {"NS": 6, "EW": 0}}},
    {"game": "bid-fair", "house_rules": {}, "hands": [{"bids": {"N": None, "S": "KH"}, "trump": "spades"}]},
    {
        "game": "solo-bid-euchre",
        "hand": {"bidder": "N", "bid": 3, "tricks": {"N": 3, "E": 2, "S": 0, "W": 0}},
    },
    {
        "game": "fahrenheit",
        "dealer": "S",
        "deal": {"N": "AS KS", "E": "", "S": "", "W": "", "kitty": ""},
        "calls": ["pass", "4 uptown", "4 no_trump", "pass"],
        "trump": None,
        "direction": "downtown",
        "discards": "2C 3C 4C 5D 6D 7D",
        "tricks": ["KS 5S 2S AS"],
    },
]


def run(*argv, given=""):
    """The output and the exit code of a call."""
    stdout, stderr = io.StringIO(), io.StringIO()
    ended = main(argv, io.StringIO(given if isinstance(given, str) else json.dumps(given)), stdout, stderr)
    return ended, stdout.getvalue(), stderr.getvalue()


def answered(*argv, given):
    ended, written, complaint = run(*argv, given=given)
    assert complaint == ""
    return ended, json.loads(written)


# --- games ----------------------------------------------------------------------------------------


# --- score ----------------------------------------------------------------------------------------


def test_the_game_on_the_command_line_is_the_one_that_is_scored():
    ended, score = answered("score", "bid-whist", "--house", "double_no_trump=true", given=HAND)

    assert (ended, score["points"]) == (0, {"NS": 14, "EW": 0})


def test_what_is_refused_stands_in_its_place_and_the_rest_is_scored():
    ended, scores = answered("score", given=[HAND | {"books": 14}, HAND, 7, {"game": "poker", "hand": HAND}])

    assert ended == 2
    assert [[error["field"] for error in score.get("errors", [])] for score in scores] == [
        ["books"],
        [],
        ["hand"],
        ["game"],
    ]


# --- match ----------------------------------------------------------------------------------------


def test_a_match_answers_with_the_state_after_each_hand():
    ended, states = answered("match", given=[{"forfeited_by": "EW"}, HAND])

    assert ended == 0
    assert [(state["over"], state["winner"], state["units"], state["hands"]) for state in states] == [
        (False, None, {"NS": 1, "EW": 0}, 1),
        (True, "NS", {"NS": 3, "EW": 0}, 2),
    ]


# --- unreadable input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "field"),
    [
        pytest.param('{"bidder": "NS", "books": 9, "books": 10}', "books", id="in a hand"),
        pytest.param('{"hand": {"books": 9, "level": 4, "books": 9}}', "books", id="in the hand of a case"),
        pytest.param('{"hand": {}, "house": {"jokers": 1, "jokers": 2}}', "jokers", id="in the house rules"),
        pytest.param('{"bid": 3, "tricks": {"NS": 3, "NS": 4, "EW": 3}}', "tricks", id="in the tricks"),
        pytest.param('{"game": "bid-whist", "game": "fahrenheit"}', "game", id="in what goes around it"),
    ],
)
def test_what_is_written_twice_is_refused_by_its_name(written, field):
    ended, (refused, scored) = answered("score", given=f"[{written}, {json.dumps(HAND)}]")

    assert ended == 2
    assert [error["field"] for error in refused["errors"]] == [field]
    assert refused["errors"][0]["message"].startswith("Write ")
    assert scored["winner"] == "NS"


@pytest.mark.parametrize(
    "given",
    ["", "hello", "{", "[1,", "3", "null", '"hand"', "[" * 100_000, "1" * 5000, '{"a": 1} {"a": 1}'],
    ids=lambda given: given[:10] or "nothing",
)
@pytest.mark.parametrize("call", ["score", "match"])
def test_input_that_cannot_be_read_gets_one_sentence(call, given):
    ended, written, complaint = run(call, given=given)

    assert (ended, written) == (2, "")
    assert complaint.startswith("The input ")


@pytest.mark.parametrize(
    ("argv", "given", "ended"),
    [
        pytest.param(["score"], json.dumps(HAND).encode(), 0, id="a hand"),
        pytest.param(
            ["score"], b"\xef\xbb\xbf" + json.dumps(HAND).encode(), 0, id="a hand with a byte order mark"
        ),
        pytest.param(["score"], b"\xff\xfe", 2, id="no text"),
        pytest.param(["score"], b'{"bidder": "\\ud800"}', 2, id="half a character"),
        pytest.param(["score", "\udcff"], b"", 2, id="a game of no letters"),
    ],
)
def test_a_real_process_ends_as_it_says(argv, given, ended):
    done = subprocess.run(
        [sys.executable, "-m", "rules", *argv], input=given, capture_output=True, cwd=ROOT, check=False
    )

    assert done.returncode == ended
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["scroe"], '"score"'),
        (["score", "farenheit"], '"fahrenheit"'),
        (["replay", "bid-whits"], '"bid-whist"'),
        (["deal", "poker"], "bid-euchre, bid-fair, bid-whist"),
        (["deal", "--house", "min_bit=3"], '"min_bid"'),
        (["deal", "--house", "wild_deuces=yes"], "all_pass, boston_points"),
    ],
    ids=str,
)
def test_what_was_meant_is_said_or_what_there_is(argv, meant):
    ended, _, complaint = run(*argv, given=HAND)

    assert (ended, complaint.count("\n")) == (2, 1)
    assert meant in complaint


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ({"game": "bid-whist"}, "game"),
        ({"house": {"min_bid": 3}}, "house"),
        ({"house": {"min_bit": 3}}, "min_bit"),
    ],
    ids=["another game", "other house rules", "no house rule there is"],
)
def test_a_hand_of_another_game_or_house_is_no_part_of_a_match(other, field):
    same = {"game": "fahrenheit", "house": {"min_bid": 4}, "hand": {"forfeited_by": "EW"}}

    ended, states = answered("match", given=[{"hand": HAND}, other | {"hand": HAND}, same])

    assert ended == 2
    assert [error["field"] for error in states[1]["errors"]] == [field]
    assert states[2]["units"] == {"NS": 3, "EW": 0}


# --- garbage --------------------------------------------------------------------------------------

NAMES = (
    "NS EW N E S W uptown downtown no_trump pass ask moon KH hearts fahrenheit bid-whist bid-euchre bid-fair"
)
WORDS = [*NAMES.split(), "solo-bid-euchre", "cutthroat-bid-whist", "4 uptown", "kitty", "all_pass", "forced"]
WORDS += ["", "é", "\ud800", "9" * 50]
KEYS = (
    "bidder level strain books trump direction reneges dealer bidder_seat calls discards forfeited_by bid "
    "tricks bids trick_points game house hand hands deal false_accusations min_bid jokers N E S W NS EW kitty"
)
FIELDS = KEYS.split()


def mangled(value, rng):
    """The value with a random part replaced, removed or doubled."""
    if rng.random() < 0.08:
        return rng.choice([None, True, -1, 0, 14, 2**80, 0.5, "", "x", [], {}, *WORDS])
    if isinstance(value, dict):
        pairs = [(key, mangled(part, rng)) for key, part in value.items() if rng.random() > 0.05]
        if rng.random() < 0.05:
            pairs.append((rng.choice(FIELDS), rng.choice(WORDS)))
        return dict(pairs)
    if isinstance(value, list):
        return [mangled(part, rng) for part in value for _ in range(rng.choice((1, 1, 1, 1, 0, 2)))]
    return value


def fuzz(seed):
    """Yield mangled versions of valid input, without end."""
    rng = random.Random(seed)
    while True:
        value = mangled(mangled(rng.choice([*SEEDS, SEEDS]), rng), rng)
        ended, _, complaint = run(rng.choice(["score", "match", "replay"]), given=value)
        assert ended in (0, 2), value
        assert complaint.count("\n") == (1 if complaint else 0), value
        yield


def test_a_thousand_mangled_hands_break_nothing(longer):
    for _ in islice(fuzz(seed=4), 1000 * longer):
        pass

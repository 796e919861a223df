"""``python -m rules``: its output, its refusals, and that it never crashes."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.command_line.calling import answer, call

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


def test_the_game_on_the_command_line_is_the_one_that_is_scored():
    score = answer("score", "bid-whist", "--house", "double_no_trump=true", given=HAND)

    assert score["points"] == {"NS": 14, "EW": 0}


def test_what_is_refused_is_in_its_place_and_the_rest_is_scored():
    cases = [HAND | {"books": 14}, HAND, 7, {"game": "poker", "hand": HAND}]

    scores = answer("score", given=cases, ended=2)

    refused = [[error["field"] for error in score.get("errors", [])] for score in scores]
    assert refused == [["books"], [], ["hand"], ["game"]]


def test_a_match_answers_with_the_state_after_each_hand():
    states = answer("match", given=[{"forfeited_by": "EW"}, HAND])

    assert [(state["over"], state["winner"], state["units"], state["hands"]) for state in states] == [
        (False, None, {"NS": 1, "EW": 0}, 1),
        (True, "NS", {"NS": 3, "EW": 0}, 2),
    ]


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
    refused, scored = answer("score", given=f"[{written}, {json.dumps(HAND)}]", ended=2)

    assert [error["field"] for error in refused["errors"]] == [field]
    assert refused["errors"][0]["message"].startswith("Write ")
    assert scored["winner"] == "NS"


@pytest.mark.parametrize(
    "given",
    ["", "hello", "{", "[1,", "3", "null", '"hand"', "[" * 100_000, "1" * 5000, '{"a": 1} {"a": 1}'],
    ids=lambda given: given[:10] or "nothing",
)
@pytest.mark.parametrize("command", ["score", "match", "replay"])
def test_input_that_cannot_be_read_gets_one_sentence(command, given):
    ended, written, complaint = call(command, given=given)

    assert (ended, written, complaint[:10], complaint.count("\n")) == (2, "", "The input ", 1)


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
    ended, _, complaint = call(*argv, given=HAND)

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
def test_a_hand_of_another_game_or_other_house_rules_is_no_part_of_a_match(other, field):
    same = {"game": "fahrenheit", "house": {"min_bid": 4}, "hand": {"forfeited_by": "EW"}}

    states = answer("match", given=[{"hand": HAND}, other | {"hand": HAND}, same], ended=2)

    assert [error["field"] for error in states[1]["errors"]] == [field]
    assert states[2]["units"] == {"NS": 3, "EW": 0}


NAMES = (
    "NS EW N E S W uptown downtown no_trump pass ask moon KH hearts fahrenheit bid-whist bid-euchre bid-fair "
    "solo-bid-euchre cutthroat-bid-whist kitty all_pass forced"
)
WORDS = [*NAMES.split(), "4 uptown", "", "é", "\ud800", "9" * 50]
FIELDS = (
    "bidder level strain books trump direction reneges dealer bidder_seat calls discards forfeited_by bid "
    "tricks bids trick_points game house hand hands deal false_accusations min_bid jokers N E S W NS EW kitty"
)


def mangled(value, rng):
    """The value with a random part replaced, removed or doubled."""
    if rng.random() < 0.08:
        return rng.choice([None, True, -1, 0, 14, 2**80, 0.5, "", "x", [], {}, *WORDS])
    if isinstance(value, dict):
        pairs = [(key, mangled(part, rng)) for key, part in value.items() if rng.random() > 0.05]
        if rng.random() < 0.05:
            pairs.append((rng.choice(FIELDS.split()), rng.choice(WORDS)))
        return dict(pairs)
    if isinstance(value, list):
        return [mangled(part, rng) for part in value for _ in range(rng.choice((1, 1, 1, 1, 0, 2)))]
    return value


def test_a_thousand_mangled_hands_break_nothing(longer):
    rng = random.Random(4)
    for _ in range(1000 * longer):
        value = mangled(mangled(rng.choice([*SEEDS, SEEDS]), rng), rng)

        ended, _, complaint = call(rng.choice(["score", "match", "replay"]), given=value)

        assert ended in (0, 2), value
        assert complaint.count("\n") == (1 if complaint else 0), value

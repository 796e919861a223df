"""``python -m rules trick|replay|deal|play``: JSON output, and a sentence instead of a traceback."""

import io
import json
from pathlib import Path

import pytest

from rules.__main__ import main
from simulation.players.players import play_record


def call(*argv, stdin=""):
    """The exit code, standard output and standard error of a command line."""
    out, err = io.StringIO(), io.StringIO()
    code = main(argv, io.StringIO(stdin), out, err)
    return code, out.getvalue(), err.getvalue()


def answer(*argv, stdin=""):
    code, out, err = call(*argv, stdin=stdin)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_trick_is_told_with_its_card_and_why():
    told = answer("trick", "fahrenheit", "--strain", "uptown", "--trump", "hearts", "5H", "LJ", "2H", "AH")

    why = "The little joker takes it: the jokers are the highest trumps."
    assert told == {
        "takes": "LJ",
        "place": 2,
        "led": "hearts",
        "because": [{"sentence": why, "rule": "joker", "source": "F-9"}],
    }


@pytest.mark.parametrize(
    ("argv", "takes"),
    [
        pytest.param(
            ["--strain", "no_trump", "--direction", "uptown", "5H", "LJ", "2H", "10H"], "TH", id="no trump"
        ),
        pytest.param(
            ["--strain=downtown", "--trump=C", "--house=downtown_aces=named", "--aces=bad", "AS", "KS"],
            "KS",
            id="aces named bad",
        ),
        pytest.param(
            ["--strain=no_trump", "--direction=downtown", "5H", "LJ", "2H", "10H"], "2H", id="downwards"
        ),
        pytest.param(["--trump", "hearts", "5S 2H", "AS"], "2H", id="uptown unless said otherwise"),
        pytest.param(
            ["--strain", "downtown", "--trump", "C", "--house", "downtown_aces=bad", "AS", "KS"],
            "KS",
            id="aces bad",
        ),
        pytest.param(["bid-euchre", "--trump", "hearts", "AH", "JD", "9H"], "JD", id="bid-euchre"),
        pytest.param(["solo-bid-euchre", "--trump", "hearts", "AH", "JD", "9H"], "JD", id="solo-bid-euchre"),
        pytest.param(["bid-fair", "--trump", "clubs", "AH", "9H"], "9H", id="bid-fair"),
        pytest.param(
            ["bid-fair", "--trump", "clubs", "--high", "JS", "KH", "JH"], "JH", id="bid-fair, high rank"
        ),
        pytest.param(["cutthroat-bid-whist", "--trump", "clubs", "KH", "2C", "AH"], "2C", id="cutthroat"),
    ],
)
def test_every_game_has_its_own_order(argv, takes):
    assert answer("trick", *argv)["takes"] == takes


def test_with_the_cards_held_a_renege_is_told():
    told = answer("trick", "--trump", "clubs", "5H", "2S", "--held", "KH 3C")

    assert (told["renege"], told["should_have_played"]) == (True, ["KH"])
    assert answer("trick", "--trump", "clubs", "5H", "2H", "--held", "KH 3C")["renege"] is False


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["5H", "2S", "--held", "KH", "3C"], id="in words of their own at the end"),
        pytest.param(["5H", "2S", "--held=KH,3C"], id="with commas"),
        pytest.param(["--held", "KH 3C", "5H", "2S"], id="before the trick"),
        pytest.param(["5H", "2S", "--held", "KH 2S 3C"], id="with the card that was played"),
    ],
)
def test_the_cards_held_may_be_written_in_many_ways(argv):
    told = answer("trick", "--trump", "clubs", *argv)

    assert (told["renege"], told["should_have_played"]) == (True, ["KH"])


REFUSED = json.loads((Path(__file__).parent / "refused.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("argv", REFUSED.values(), ids=REFUSED)
def test_a_call_that_makes_no_sense_is_refused_in_one_sentence(argv):
    code, out, err = call(*argv)

    assert (code, out, err.count("\n"), err[-2:]) == (2, "", 1, ".\n")


def test_a_deal_is_reproducible_and_a_recorded_hand_can_start_from_it():
    dealt = answer("deal", "fahrenheit", "--seed", "7", "--dealer", "E")
    begun = {"game": "fahrenheit", "dealer": "E", "deal": dealt["deal"], "calls": [], "tricks": []}

    assert answer("deal", "fahrenheit", "--seed", "7", "--dealer", "E") == dealt
    assert answer("deal", "fahrenheit", "--seed", "8", "--dealer", "E") != dealt
    assert answer("replay", stdin=json.dumps(begun))["complete"] is False


def test_hands_played_can_be_replayed_line_by_line():
    code, lines, _ = call("play", "bid-euchre", "--seed", "3", "--hands", "4")

    replayed = answer("replay", stdin=lines)

    assert (code, lines.count("\n")) == (0, 4)
    assert [each["complete"] for each in replayed] == [True] * 4
    assert all(not each["illegal"] and not each["reneges"] for each in replayed)


def test_a_summary_counts_what_came_of_the_hands():
    told = answer("play", "fahrenheit", "--hands", "40", "--summary")

    assert told["hands"] == 40
    assert told["shares"]["made"] + told["shares"]["set"] == 1


def test_a_list_in_gives_a_list_out_with_what_is_refused_in_its_place():
    good = play_record("fahrenheit", 1)

    code, out, _ = call("replay", stdin=json.dumps([good, {"dealer": "X"}, 7, good]))

    answers = json.loads(out)
    assert code == 2
    assert ["errors" in each for each in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_house_rules_of_the_record_go_before_those_of_the_command_line():
    hand = play_record("bid-whist", 2, "S", {"jokers": 1})

    assert answer("replay", "--house", "jokers=0", stdin=json.dumps(hand))["complete"] is True


@pytest.mark.parametrize("text", ["", "nonsense", "7", '"a"', "[", "{}{", "[" * 5000, "null", "{} nonsense"])
def test_what_cannot_be_read_is_refused_in_one_sentence(text):
    code, out, err = call("replay", stdin=text)

    assert (code, out) == (2, "")
    assert err.count("\n") == 1

"""``python -m rules trick|replay|deal|play``: JSON output, and a sentence instead of a traceback."""

import json
import shlex
from pathlib import Path

import pytest

from simulation.players.players import play_record
from tests.rules.command_line.calling import answer, call

ACES_BAD, ACES_NAMED = "--house=downtown_aces=bad", "--house=downtown_aces=named"


def test_a_trick_is_printed_with_its_card_and_why():
    found = answer("trick", "fahrenheit", "--strain", "uptown", "--trump", "hearts", "5H", "LJ", "2H", "AH")

    why = "The little joker takes it: the jokers are the highest trumps."
    assert found == {
        "takes": "LJ",
        "place": 2,
        "led": "hearts",
        "because": [{"sentence": why, "rule": "joker", "source": "F-9"}],
    }


@pytest.mark.parametrize(
    ("words", "takes"),
    [
        ("--strain no_trump --direction uptown 5H LJ 2H 10H", "TH"),
        ("--strain=no_trump --direction=downtown 5H LJ 2H 10H", "2H"),
        ("--trump hearts '5S 2H' AS", "2H"),
        (f"--strain downtown --trump C {ACES_BAD} AS KS", "KS"),
        (f"--strain=downtown --trump=C {ACES_NAMED} --aces=bad AS KS", "KS"),
        ("bid-euchre --trump hearts AH JD 9H", "JD"),
        ("solo-bid-euchre --trump hearts AH JD 9H", "JD"),
        ("bid-fair --trump clubs AH 9H", "9H"),
        ("bid-fair --trump clubs --high JS KH JH", "JH"),
        ("cutthroat-bid-whist --trump clubs KH 2C AH", "2C"),
        (f"cutthroat-bid-whist --strain downtown --trump C {ACES_BAD} AS KS", "KS"),
    ],
)
def test_every_game_has_its_own_order(words, takes):
    assert answer("trick", *shlex.split(words))["takes"] == takes


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        pytest.param("5H 2H --held 'KH 3C'", [], id="suit followed"),
        pytest.param("5H 2S --held 'KH 3C'", ["KH"], id="in one word"),
        pytest.param("5H 2S --held KH 3C", ["KH"], id="in words of their own at the end"),
        pytest.param("5H 2S --held=KH,3C", ["KH"], id="with commas"),
        pytest.param("--held 'KH 3C' 5H 2S", ["KH"], id="before the trick"),
        pytest.param("5H 2S --held 'KH 2S 3C'", ["KH"], id="with the card that was played"),
    ],
)
def test_with_the_cards_held_a_renege_is_printed(words, instead):
    found = answer("trick", "--trump", "clubs", *shlex.split(words))

    assert (found["renege"], found["should_have_played"]) == (bool(instead), instead)


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
    assert answer("replay", given=begun)["complete"] is False


def test_hands_played_can_be_replayed_line_by_line():
    code, lines, _ = call("play", "bid-euchre", "--seed", "3", "--hands", "4")

    replayed = answer("replay", given=lines)

    assert (code, lines.count("\n")) == (0, 4)
    assert [(hand["complete"], hand["illegal"], hand["reneges"]) for hand in replayed] == [(True, [], [])] * 4


def test_a_summary_counts_what_came_of_the_hands():
    summary = answer("play", "fahrenheit", "--hands", "40", "--summary")

    assert summary["hands"] == 40
    assert summary["shares"]["made"] + summary["shares"]["set"] == 1


def test_a_list_in_gives_a_list_out_with_what_is_refused_in_its_place():
    good = play_record("fahrenheit", 1)

    answers = answer("replay", given=[good, {"dealer": "X"}, 7, good], ended=2)

    assert ["errors" in each for each in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_house_rules_of_the_record_go_before_those_of_the_command_line():
    hand = play_record("bid-whist", 2, "S", {"jokers": 1})

    assert answer("replay", "--house", "jokers=0", given=hand)["complete"] is True

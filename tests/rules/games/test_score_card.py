"""Any card game on a score card: each game is entered as its total only."""

import pytest

from rules.cards.bids import BidLadder
from rules.competition.taking_part import CHANGING_PARTNERS, SINGLES, TEAMS, THREES
from rules.games import BadHouseRule, find_ruleset, rules_sheet
from rules.replay.card_table import NoCards
from rules.ruleset.hands import GameAlreadyOver, read_facts
from rules.ruleset.seats import seats_of
from rules.ruleset.totals import odd_total
from rules.seating.known import way_of
from simulation.players.players import play_hand, play_record


def points(ns, ew):
    return {"total_points": {"NS": ns, "EW": ew}}


def test_a_game_has_the_name_that_the_event_gives_it():
    house = {"game_name": "Hearts & <Co>"}

    assert find_ruleset("score-card", house).name == "Hearts & <Co>"
    assert "The game is Hearts & <Co>." in rules_sheet("score-card", house)[0].paragraphs


@pytest.mark.parametrize("name", ["", " Hearts", "Hearts\nand more", "x" * 41, "tab\there", 7, None])
def test_a_name_is_one_short_line(name):
    with pytest.raises(BadHouseRule, match="one line of at most 40 letters") as refused:
        find_ruleset("score-card", {"game_name": name})

    assert refused.value.field == "game_name"


def test_the_total_ends_the_game():
    ruleset = find_ruleset("pinochle-card")
    total = ruleset.score(points(512, 430))

    with pytest.raises(GameAlreadyOver):
        ruleset.game([total, total])


def test_missing_the_points_is_odd_unless_hands_or_the_clock_end_the_game():
    def odd(game_end):
        ruleset = find_ruleset("score-card", {"game_end": game_end, "points_to_win": 100})
        return odd_total(ruleset, ruleset.entry.facts({"total_points_ns": 90, "total_points_ew": 80}))

    assert odd("points") == odd("points_or_clock") == "Nobody reached 100 points. Was the time over?"
    assert odd("hands_played") is odd("clock") is None


def test_a_forfeited_hand_scores_nothing_and_the_game_goes_on():
    ruleset = find_ruleset("score-card")
    forfeited, total = ruleset.score({"forfeited_by": "NS"}), ruleset.score(points(510, 90))

    assert (forfeited.winner, forfeited.points) == ("EW", {"NS": 0, "EW": 0})
    assert not ruleset.game([forfeited]).over
    assert ruleset.game([forfeited, total]).winner == "NS"


def test_nobody_deals_or_plays_a_card_of_it():
    ruleset = find_ruleset("score-card")

    assert (ruleset.play.has_cards, ruleset.entry.has_auction, ruleset.ladder) == (
        False,
        False,
        BidLadder(()),
    )
    with pytest.raises(NoCards, match="no cards"):
        play_record("score-card", 1)


@pytest.mark.parametrize(
    ("players", "way", "alone", "seats", "sides"),
    [
        (1, SINGLES, SINGLES, ("N", "S"), ("N", "S")),
        (2, TEAMS, CHANGING_PARTNERS, ("N", "E", "S", "W"), ("NS", "EW")),
        (3, THREES, THREES, ("N", "E", "S", "W", "N2", "E2"), ("NS", "EW")),
    ],
)
def test_a_side_is_one_two_or_three_and_partners_change_where_it_is_two(players, way, alone, seats, sides):
    ruleset = find_ruleset("score-card", {"players_on_a_side": players})
    first, second = sides

    score = ruleset.score({"total_points": {first: 90, second: 500}})

    assert (way_of(ruleset), way_of(ruleset, "alone")) == (way, alone)
    assert (ruleset.seats, ruleset.sides) == (seats, sides)
    assert ruleset.game([score]).winner == second
    assert ruleset.game([ruleset.score({"forfeited_by": first})]).points == {first: 0, second: 0}
    assert sorted(seat for side in sides for seat in seats_of(ruleset, side)) == sorted(seats)
    assert {len(seats_of(ruleset, side)) for side in sides} == {players}


@pytest.mark.parametrize("game_end", ["points", "hands_played", "clock", "points_or_clock"])
@pytest.mark.parametrize("least", [1, 500])
def test_chance_plays_totals_that_are_not_odd(game_end, least):
    house = {"game_end": game_end, "points_to_win": least, "hands_in_game": 1, "below_zero": False}
    ruleset = find_ruleset("score-card", house)

    totals = [play_hand("score-card", seed, house=house) for seed in range(60)]

    answers = [ruleset.entry.answers(read_facts(total)) for total in totals]
    asked = {odd_total(ruleset, ruleset.entry.facts(answer)) for answer in answers}
    assert {ruleset.score(total).winner for total in totals} == {"NS", "EW"}
    assert least == 1 or asked == {None}

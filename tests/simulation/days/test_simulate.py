import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random
from zoneinfo import ZoneInfo

import pytest

from rules.competition.phase_two.formats import Choice
from rules.games import find_ruleset
from rules.seating.known import SEATINGS
from rules.seating.ladders import Ladder
from rules.standings.standings import rank
from rules.standings.tie_breaks import RACE_TIE_BREAKS, TIE_BREAKS
from rules.standings.what_counts import AVERAGE, NOTHING, WhatCounts
from rules.time.schedule import fahrenheit_day
from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS, DrawnHand, HandFigures, HandOutcome, HandSource
from simulation.days.game import ByRuleset, FirstTo, GameSimulator
from simulation.days.plan import SimulationPlan, alternative_tie_breaks
from simulation.days.simulate import Forecast, Totals, play_days

CHICAGO = ZoneInfo("America/Chicago")
DAY = fahrenheit_day(date(2026, 6, 27), CHICAGO)
PLAN = SimulationPlan(DAY, teams=16, tables=8)
FORMATS = [key for key, seating in SEATINGS.items() if seating.is_compared]
LADDERS = [key for key, seating in SEATINGS.items() if isinstance(seating, Ladder)]


def simulate(plan: SimulationPlan, days: int, seed: int, hands: HandSource = DEFAULT_HANDS) -> Forecast:
    """Simulate the day ``days`` times."""
    totals = Totals()
    play_days(plan, range(1, days + 1), seed, totals, hands)
    return totals.forecast(plan)


def always(minutes: float, units: int = 1) -> HandFigures:
    """Hands that are all alike."""
    return HandFigures(((1, HandOutcome((units, 0), (4, 0))),), (minutes, minutes, minutes))


def north_south_wins(strengths: Sequence[float], random: Random) -> DrawnHand:
    return DrawnHand(HandOutcome((1, 0), (4, 0)), (0, 1), 5.0)


def played(plan: SimulationPlan, hands: HandSource = DEFAULT_HANDS) -> SimulatedDay:
    day = SimulatedDay(plan, hands, Random(1))
    day.play()
    return day


def test_sixteen_teams_at_eight_tables_play_four_games_each():
    forecast = simulate(PLAN, 20, seed=1)

    assert (forecast.fewest_games, forecast.games_per_team, forecast.most_games) == (4, 4, 4)
    assert forecast.rematches == 0


@pytest.mark.parametrize(
    ("what", "won"),
    [
        pytest.param(WhatCounts(), 20, id="a bye is a win"),
        pytest.param(WhatCounts(NOTHING), 16, id="a bye is nothing"),
        pytest.param(WhatCounts(AVERAGE), 20, id="a bye is an average"),
        pytest.param(WhatCounts(best_of=1), 9, id="the best game"),
    ],
)
def test_a_simulated_day_counts_as_the_event_does(what, won):
    day = played(replace(PLAN, teams=9, what_counts=what))

    assert sum(row.won for row in rank(range(9), day.lines, what=what)) == won


@pytest.mark.parametrize(
    ("change", "fewest", "most"),
    [
        ({"tables": 7}, 2, 2),
        ({"teams": 15}, 3, 4),
        *(({"seating": seating}, 4, 4) for seating in LADDERS),
        *(({"seating": seating, "teams": 15}, 3, 4) for seating in LADDERS if seating != "malt"),
    ],
    ids=str,
)
def test_a_team_plays_each_round_unless_it_has_a_bye_or_no_table(change, fewest, most):
    forecast = simulate(replace(PLAN, **change), 20, seed=1)

    assert (forecast.fewest_games, forecast.most_games) == (fewest, most)


def test_in_rise_and_fly_the_strong_play_more_games_than_in_open_play():
    plan = replace(PLAN, tables=4, spread=2.0)
    rise, in_line = (simulate(replace(plan, seating=seating), 40, seed=1) for seating in ("rise", "open"))

    assert rise.most_games - rise.fewest_games > in_line.most_games - in_line.fewest_games


def test_in_open_play_nobody_meets_again_sooner_than_the_event_allows():
    plan = replace(PLAN, seating="open", teams=8, tables=4)
    soon, never = (
        simulate(replace(plan, rematch_minutes=minutes), 20, seed=1).opponents for minutes in (60, 600)
    )

    assert never.again == 0 < soon.again


@pytest.mark.parametrize("seating", FORMATS)
def test_teams_that_are_kept_apart_do_not_meet(seating):
    few = replace(PLAN, seating=seating, teams=5, tables=2)
    apart = frozenset(frozenset(pair) for pair in ((1, 2), (2, 3)))

    met, never = (played(plan).opponents.keys() for plan in (few, replace(few, apart=apart)))

    pairs = {frozenset((0, 1)), frozenset((1, 2))}
    assert pairs & met
    assert not pairs & never


@pytest.mark.parametrize("seating", ["open", "rise"])
def test_without_rounds_no_game_is_begun_that_the_pace_is_too_slow_for(seating):
    assert simulate(replace(PLAN, seating=seating), 5, 1, always(20, units=3)).cut_off == 0


def test_other_chains_are_looked_at_on_the_same_days():
    forecast = simulate(replace(PLAN, other_tie_breaks=alternative_tie_breaks(TIE_BREAKS)), 100, seed=3)

    assert [tie_breaks for tie_breaks, _, _ in forecast.otherwise] == list(alternative_tie_breaks(TIE_BREAKS))
    hands, points, share = (others for _, _, others in forecast.otherwise)
    # Where all play as many games, the share of wins orders them like the number of wins.
    assert points > hands > share == 0


def test_days_may_be_played_in_slices_put_away_in_between_and_added_up():
    plan = replace(PLAN, other_tie_breaks=alternative_tie_breaks(TIE_BREAKS))
    whole, first, last = Totals(), Totals(), Totals()
    play_days(plan, range(1, 11), 7, whole)

    play_days(plan, range(1, 4), 7, first)
    again = Totals.from_json(json.loads(json.dumps(first.as_json())))
    play_days(plan, range(4, 6), 7, again)
    play_days(plan, range(6, 11), 7, last)
    again.add_all(last)

    assert again == whole


def test_long_hands_are_cut_off_by_the_whistle_and_end_the_day_late():
    slow, quick = simulate(PLAN, 10, 1, always(15)), simulate(PLAN, 10, 1, always(1))

    assert (slow.cut_off, slow.on_time) == (1.0, 0.0)
    assert (quick.cut_off, quick.on_time) == (0.0, 1.0)
    assert quick.ends_at[1] < DAY.phase("two").ends_at < slow.ends_at[0]


def test_no_hand_of_the_bracket_is_dealt_in_a_break():
    # Three hands a game: at 5:05 and at 5:20, whose third hand waits from 5:30 to 5:35.
    forecast = simulate(PLAN, 1, 1, north_south_wins)

    assert f"{forecast.ends_at[0].astimezone(CHICAGO):%H:%M}" == "17:55"


def test_figures_can_be_taken_from_the_hands_of_the_day():
    made, missed = HandOutcome((1, 0), (4, 0)), HandOutcome((1, 0), (0, 0), is_made=False)

    figures = HandFigures.of([made, missed, made], [4.0, 5.0, 6.0, 5.0])

    assert figures.outcomes == ((1, missed), (2, made))
    assert figures.minutes == (4.0, 5.0, 6.0)


def test_the_stronger_side_wins_more_hands():
    random = Random(1)
    drawn = [DEFAULT_HANDS((1, 0), random) for _ in range(4000)]

    assert sum(hand.order[0] == 0 for hand in drawn) / 4000 == pytest.approx(0.73, abs=0.03)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"teams": 1}, "needs two teams"),
        ({"tables": 0}, "needs a table"),
        ({"seating": "chaos"}, "not 'chaos'"),
        ({"seating": "partners", "teams": 3}, "needs 4 players"),
        ({"seating": "alone", "sides": 3, "teams": 2}, "needs 3 players"),
    ],
)
def test_a_day_that_cannot_be_played_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        replace(PLAN, **change)


@pytest.mark.parametrize("teams", [2, 3, 15])
@pytest.mark.parametrize("seating", FORMATS)
def test_any_number_of_teams_gets_through_the_day(teams, seating):
    plan = SimulationPlan(DAY, teams=teams, tables=max(teams // 2, 1), seating=seating)

    forecast = simulate(plan, 2, seed=1)

    assert forecast.games_per_team > 0


# --- individuals ----------------------------------------------------------------------------------------


def test_both_partners_of_a_game_have_won_it():
    day = played(replace(PLAN, seating="partners", teams=4))

    # One table: in each round two of the four win.
    assert sum(day.won) == 2 * 4


@pytest.mark.parametrize(("players", "sits_out"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_those_without_a_table_sit_out_and_have_a_bye(players, sits_out):
    day = played(replace(PLAN, seating="partners", teams=players))

    assert sum(day.byes) == 4 * sits_out
    assert max(day.byes) - min(day.byes) <= 1


@pytest.mark.parametrize("seating", ["partners", "one-up", "one-stay", "one-red", "one-seat"])
def test_where_three_who_are_left_over_have_a_table_all_play_every_round(seating):
    day = played(replace(PLAN, seating=seating, teams=7, makes_three=True))

    assert (day.games, sum(day.byes)) == ([4] * 7, 0)


def three_alone(minutes: float = 5.0) -> HandFigures:
    return HandFigures(((1, HandOutcome((1, 0, 0), (8, 3, 0))),), (minutes, minutes, minutes))


def test_where_everybody_plays_alone_a_game_has_one_winner():
    ruleset = find_ruleset("cutthroat-bid-whist")
    plan = replace(PLAN, seating="alone", sides=3, teams=9, end=ByRuleset(ruleset, counts_hands=False))

    day = played(plan, three_alone())

    assert (sum(day.games), sum(day.won)) == (4 * 9, 4 * 3)


def test_individual_play_has_no_bracket_and_ends_with_the_last_round():
    forecast = simulate(replace(PLAN, seating="partners"), 5, 1, always(1))

    assert f"{forecast.ends_at[1].astimezone(CHICAGO):%H}" == "16"


@pytest.mark.parametrize("how", ["next", "last", "lot"])
def test_people_who_pair_up_play_a_bracket_of_half_as_many(how):
    alone = replace(PLAN, seating="one-up", teams=12, tables=3, advance=8)

    day = played(replace(alone, pairs_up=how))

    # Two semifinals and a final.
    assert day.ends_at > played(alone).ends_at + 20


def test_for_the_prizes_a_tie_between_any_two_of_the_first_four_matters():
    # All hands are alike, so players with as many wins are tied, except for head-to-head.
    plan = replace(PLAN, seating="partners", teams=8, tie_breaks=("games_won",))

    assert simulate(plan, 20, seed=1).tied_at_cut[0][1] == 1.0


# --- other games ----------------------------------------------------------------------------------------


def test_a_game_that_the_first_to_three_hands_wins_ends_as_its_law_has_it():
    law = ByRuleset(find_ruleset("fahrenheit"), counts_hands=True)
    for seed in range(200):
        plain, by_law = (
            GameSimulator(DEFAULT_HANDS, end, ((20.0, 25.0),), Random(seed)).play((0.2, 0.0), 0.0, 18.0)
            for end in (FirstTo(3), law)
        )
        assert plain == by_law


def test_tied_players_alone_play_on_until_one_of_them_is_ahead():
    end = ByRuleset(find_ruleset("cutthroat-bid-whist"), counts_hands=False)

    game = GameSimulator(three_alone(), end, (), Random(1)).play((0.0, 0.0, 0.0), 5.0, 5.0)

    assert (game.points, game.hands, game.is_cut_off, game.ends_at) == ((0, 0, 0), 0, True, 10.0)


def test_a_bracket_game_that_only_the_clock_ends_lasts_a_whole_round():
    law = ByRuleset(find_ruleset("cardsharks-detroit"), counts_hands=False)

    forecast = simulate(replace(PLAN, end=law, is_clocked=True, usual_minutes=25.0), 3, seed=1)

    # Its clock ends such a game; no whistle interrupts it.
    assert (forecast.cut_off, forecast.on_time) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("tie_breaks", "firsts"),
    [
        pytest.param(TIE_BREAKS, ["units", "points", "win_rate"], id="games by hands"),
        pytest.param(RACE_TIE_BREAKS, ["scored", "score_difference", "win_rate"], id="a race to points"),
    ],
)
def test_other_chains_ask_for_hands_points_and_shares_first(tie_breaks, firsts):
    others = alternative_tie_breaks(tie_breaks)

    assert [one[0] for one in others] == firsts
    assert {len(one) for one in others} == {5}


def test_series_and_longer_games_end_the_day_later():
    def ends_at(**figures: int) -> float:
        plan = replace(PLAN, choice=Choice(**figures), ends={4: FirstTo(4)})
        return played(plan, north_south_wins).ends_at

    # Three hands of five minutes make a game, and the first two games win a best of three.
    assert ends_at(final_hands=4) - ends_at() == 5
    assert ends_at(final_games=3) - ends_at() >= 15
    assert ends_at(final_games=5) - ends_at(final_games=3) >= 15
    assert ends_at(final_games=3, final_hands=4) - ends_at(final_games=3) >= 10


def test_in_a_round_robin_everybody_meets_as_often_as_there_are_rounds():
    forecast = simulate(replace(PLAN, teams=8, tables=4, seating="robin"), 20, seed=1)

    # Four rounds of 7: 16 of 28 pairs have met.
    assert forecast.opponents.shares == ((0, pytest.approx(12 / 28)), (1, pytest.approx(16 / 28)))
    assert forecast.partners.shares == ()


def test_where_partners_change_partners_and_opponents_are_counted_apart():
    forecast = simulate(replace(PLAN, seating="partners", teams=8), 20, seed=1)

    assert forecast.rematches == 0
    assert forecast.partners.shares == ((0, pytest.approx(12 / 28)), (1, pytest.approx(16 / 28)))
    # Four games of two opponents each are 32 meetings of 28 pairs.
    assert sum(times * share for times, share in forecast.opponents.shares) == pytest.approx(32 / 28)


def test_the_first_place_is_tied_where_nothing_tells_the_best_apart():
    alike = replace(PLAN, teams=4, tables=2, tie_breaks=("games_won",), advance=2, seating="movement")

    # Two rounds of two tables: in one case one team wins twice, in the other two do.
    assert 0 < simulate(alike, 50, seed=1).first_tied < 1
    assert simulate(replace(alike, teams=2, tables=1), 20, seed=1, hands=north_south_wins).first_tied == 0

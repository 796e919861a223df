"""The five questions: their answers determine an evening's settings, and the other way round."""

from dataclasses import asdict, replace
from datetime import date, time

import pytest

from rules.evenings.evening import USUAL
from rules.evenings.fit import what_is_wrong
from rules.evenings.known import EVENINGS
from rules.evenings.questions import BY, COUNTS, answered, answers_of, questions, read
from rules.games import find_ruleset
from rules.seating.answers import NEW, NOBODY, SAME
from rules.seating.known import SEATINGS, is_of_people
from rules.standings.what_counts import is_fair_bye
from tournament.settings.plan import DayPlan

START = answers_of(EVENINGS["fahrenheit"])


def reachable():
    """All answers reachable from the first evening by tapping one tile after the other."""
    found, fresh = {START}, [START]
    while fresh:
        answers = fresh.pop()
        for question in questions(answers):
            for row in question.rows:
                # The game and the figures don't change who moves.
                if row.field in ("moves", "to", "partner"):
                    new = {option.answers for option in row.options} - found
                    found |= new
                    fresh += new
    return found


def test_every_way_of_seating_is_reached_by_answers():
    assert {answers.movement.key for answers in reachable()} == set(SEATINGS)


def test_people_who_come_alone_are_those_with_a_new_partner():
    alone = {key for key, seating in SEATINGS.items() if seating.partner is NEW}

    assert alone == {key for key in SEATINGS if is_of_people(key)}


@pytest.mark.parametrize("key", EVENINGS)
def test_a_known_evening_gives_its_answers_and_so_does_every_tile(key):
    evening = EVENINGS[key]
    answers = answers_of(evening)

    assert answered(evening, answers) == evening
    for question in questions(answers):
        for row in question.rows:
            assert row.chosen.answers == answers
            for option in row.options:
                assert answers_of(answered(evening, option.answers)) == option.answers


@pytest.mark.parametrize("key", EVENINGS)
def test_answers_are_read_from_an_address_as_they_were_given(key):
    answers = answers_of(EVENINGS[key])
    # An evening's unusual figures are offered only to that evening.
    start = replace(START, rounds=answers.rounds, minutes=answers.minutes, after=answers.after)

    assert read({name: str(value) for name, value in asdict(answers).items()}, start) == answers


@pytest.mark.parametrize(
    "answer", [{"moves": "nobody"}, {"game": "poker"}, {"rounds": "1000"}, {"rounds": "x"}, {"to": "up"}]
)
def test_an_answer_that_is_not_offered_changes_nothing(answer):
    assert read(answer, START) == START


def test_with_a_new_partner_each_round_the_prizes_follow_or_pairs():
    together = replace(START, moves="winners", to="up", partner=SAME.key, after=7)

    alone = read({"partner": NEW.key}, together)

    assert (alone.movement.key, alone.after) == ("one-up", 0)
    (row,) = (row for question in questions(alone) for row in question.rows if row.field == "after")
    assert [option.value for option in row.options] == ["0", "4", "8", "16"]
    in_pairs = answered(EVENINGS["fahrenheit"], read({"after": "8"}, alone))
    assert (in_pairs.setting("pairs_up"), in_pairs.setting("advance_count")) == ("last", 8)


@pytest.mark.parametrize("key", ["fahrenheit", "malt", "spades"])
@pytest.mark.parametrize(("after", "plays_on"), [("0", False), ("8", True)])
def test_teams_go_on_to_the_prizes_or_to_a_bracket(key, after, plays_on):
    evening = answered(EVENINGS[key], read({"after": after}, answers_of(EVENINGS[key])))

    assert (evening.setting("plays_phase_two"), bool(evening.two)) == (plays_on, plays_on)


def test_a_game_without_cards_comes_in_as_totals():
    assert read({"game": "spades-card", "by": "hands"}, START).by == "totals"


@pytest.mark.parametrize(("game", "order"), [("fahrenheit", "units"), ("bid-whist", "hands_won")])
def test_hands_won_are_the_figure_that_the_game_has(game, order):
    evening = answered(EVENINGS["fahrenheit"], read({"game": game, "counts": "hands"}, START))

    assert evening.settings["tie_breaks"] == (order, "games_won")


@pytest.mark.parametrize("key", EVENINGS)
def test_by_every_answer_a_bye_is_fair_and_no_total_is_ranked_by_hands(key):
    start = answers_of(EVENINGS[key])
    every = [read({"counts": counts, "by": by}, start) for counts in COUNTS for by in BY]

    for answers in every:
        evening = answered(EVENINGS[key], answers)
        order = evening.setting("tie_breaks") or ("games_won",)
        assert is_fair_bye(evening.setting("bye_counts"), order)
        assert "hands_won" not in order or evening.setting("results_by") == "hands"


def test_counting_hands_has_them_entered_and_totals_count_points():
    start = read({"game": "bid-whist", "by": "totals"}, START)

    hands = read({"counts": "hands"}, start)

    assert (hands.counts, hands.by) == ("hands", "hands")
    assert read({"by": "totals"}, hands).counts == "points"


def test_games_of_four_at_a_table_are_asked_about():
    games = {option.value for option in questions(START)[0].rows[0].options}

    assert {len(find_ruleset(game).seats) for game in games} == {4}
    assert games >= {"fahrenheit", "euchre-card", "solo-bid-euchre"}


def test_where_everybody_plays_alone_nobody_has_a_partner_or_a_bracket():
    start = replace(START, moves="winners", to="up", partner=SAME.key, after=8)

    solo = read({"game": "solo-bid-euchre"}, start)
    back = read({"game": "bid-euchre"}, solo)

    rows = {row.field: [option.value for option in row.options] for q in questions(solo) for row in q.rows}
    assert (solo.moves, solo.to, solo.partner, solo.after) == ("draw", "others", NOBODY.key, 0)
    assert [rows[field] for field in ("moves", "to", "partner", "after")] == [
        ["draw"], ["others"], [NOBODY.key], ["0"],
    ]  # fmt: skip
    evening = answered(EVENINGS["haliburton"], solo)
    assert (evening.setting("seating"), answers_of(evening)) == ("alone", solo)
    assert (back.moves, back.partner) == ("draw", SAME.key)


def test_what_an_evening_does_not_say_is_the_default_of_a_plan():
    plan = DayPlan(name="Friday", held_on=None)

    assert {name: type(usual)(getattr(plan, name)) for name, usual in USUAL.items()} == dict(USUAL)


@pytest.mark.parametrize(
    ("key", "until", "held"),
    [
        ("malt", "22:30", 8),
        ("progressive-euchre-ohio", "22:30", 11),
        ("progressive-euchre-ohio", "00:30", 17),
        ("fahrenheit", "20:00", 6),
    ],
)
def test_an_evening_until_a_set_time_holds_as_many_rounds_as_fit(key, until, held):
    evening = answered(EVENINGS[key], read({"until": until}, answers_of(EVENINGS[key])))

    hours = evening.hours()
    assert (evening.held, hours["awards_at"]) == (held, time.fromisoformat(until))
    day = DayPlan(name="", **hours, held_on=date(2026, 6, 27))
    assert what_is_wrong(day, has_phase_two=bool(evening.two)) == ("", "")
    room = evening.lasts - evening.two
    assert evening.played <= room < evening.played + evening.minutes + evening.rest


def test_a_number_of_rounds_ends_an_evening_instead_of_a_time():
    assert read({"rounds": "8"}, replace(START, until="22:30")) == replace(START, rounds=8)


def test_a_time_that_is_too_early_for_a_round_is_moved_until_one_fits():
    evening = replace(EVENINGS["fahrenheit"], until=time(17))

    hours = evening.hours()
    assert evening.held == 1
    assert (hours["phase_two_at"], hours["awards_at"]) == (time(15, 30), time(17, 30))

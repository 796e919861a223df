"""Counters beside the score. Rulebook E-101 and E-102."""

from dataclasses import replace

import pytest

from rules.counted.counters import (
    all_counters,
    check_counters,
    counter_names,
    own_points,
    with_counted,
    with_counters,
    with_worth,
)
from rules.games import BadHouseRule, find_ruleset
from rules.ruleset.hands import HandFacts, ImpossibleHand
from rules.ruleset.totals import score_total, total_entry

CARD = find_ruleset("score-card", {})
TOTAL = HandFacts(total_points={"NS": 10, "EW": 7})


def test_names_are_typed_with_commas_and_one_name_is_one_counter():
    assert counter_names(" loners, Set  backs;;LONERS,  ") == ("Loners", "Set backs")


def test_a_score_card_brings_counters_and_the_event_adds_its_own():
    euchre = find_ruleset("euchre-card", {})

    assert all_counters(euchre, ["Marches", "loners"]) == ("Loners", "Marches")
    assert all_counters(find_ruleset("fahrenheit", {}), []) == ()


def test_a_counter_asks_each_side_and_stores_the_answers_as_one_fact():
    tiles = with_counters(total_entry(CARD), ("Loners", "Sets"))
    typed = {"total_points_ns": 10, "total_points_ew": 7, "counter-loners_ns": 2, "counter-sets_ew": 1}

    facts = tiles.facts(typed)

    assert facts == replace(TOTAL, counters={"Loners": {"NS": 2}, "Sets": {"EW": 1}})
    assert tiles.facts({**typed, "counter-loners_ns": None, "counter-sets_ew": 0}) == TOTAL
    assert {key: str(value) for key, value in typed.items()}.items() <= tiles.answers(facts).items()


def test_where_partners_change_a_counter_is_asked_of_each_seat():
    tiles = with_counters(total_entry(CARD), ("Loners",), CARD.seats)

    assert tiles.facts({"counter-loners_e": 3}).counters == {"Loners": {"E": 3}}
    assert tiles.paper_figures[-1] == "Loners"


def test_without_counters_the_questions_are_those_of_the_game():
    assert with_counters(CARD.entry, ()) == CARD.entry


def test_the_sentence_of_a_result_says_what_was_counted():
    score = score_total(CARD, TOTAL, {"NS": "Aces", "EW": "Night Shift"})

    counted = with_counted(score, {"Loners": {"NS": 2, "EW": 1}, "Sets": {"E": 1}}, {"NS": "Aces", "E": "Di"})

    assert counted.headline == "Total: Aces 10, Night Shift 7. Loners: Aces (2), East-West (1). Sets: Di (1)."
    assert counted.points == score.points
    assert with_counted(score, None, {}) == score


@pytest.mark.parametrize(
    ("facts", "counters", "why"),
    [
        pytest.param(TOTAL, {"Loners": {"NS": 0}}, "whole number from 1 to 99", id="none"),
        pytest.param(TOTAL, {"Loners": {"NS": 100}}, "whole number from 1 to 99", id="too many"),
        pytest.param(TOTAL, {"Loners": {"NS": True}}, "whole number from 1 to 99", id="no number"),
        pytest.param(TOTAL, {"Loners": {"X": 1}}, "the sides or the seats", id="no side"),
        pytest.param(TOTAL, {" - ": {"NS": 1}}, "the sides or the seats", id="no name"),
        pytest.param(TOTAL, {"Loners": 2}, "a number for each side", id="no sides"),
        pytest.param(TOTAL, [1], "a number for each side", id="no counters"),
        pytest.param(
            HandFacts(forfeited_by="NS"),
            {"Loners": {"NS": 1}},
            "nothing is counted in it",
            id="a forfeited hand",
        ),
    ],
)
def test_what_can_not_be_counted_is_refused(facts, counters, why):
    with pytest.raises(ImpossibleHand, match=why):
        check_counters(CARD, replace(facts, counters=counters))


BAGS = {"counters": "Bags, Loners, Sets", "counter_points": -100, "counter_each": 10}


def test_every_counter_of_a_score_card_may_have_a_worth():
    had = {"Bags": {"NS": 13}, "Loners": {"N": 1, "S": 2, "E": 1}, "Sets": {"EW": 3}, "Marches": {"NS": 4}}
    facts = HandFacts(total_points={"NS": 520, "EW": 300}, counters=had)

    def points(**house):
        return with_worth(find_ruleset("score-card", {**BAGS, **house}), facts).total_points

    assert points() == {"NS": 420, "EW": 300}
    assert points(more_counter_points="2, -5 for 2") == {"NS": 426, "EW": 297}
    assert points(more_counter_points="0, -5") == {"NS": 420, "EW": 285}
    assert points(counter_points=0, more_counter_points="+2") == {"NS": 526, "EW": 302}
    assert with_worth(find_ruleset("score-card", BAGS), TOTAL) == TOTAL


@pytest.mark.parametrize("written", ["two", "2;3", "2,", "201", "5 for 0", "5 for 21", "- 5", "1e2"])
def test_a_worth_is_written_in_figures(written):
    with pytest.raises(BadHouseRule, match="with commas, and how many it takes") as refused:
        find_ruleset("score-card", {**BAGS, "more_counter_points": written})

    assert refused.value.field == "more_counter_points"


def test_the_first_counter_may_give_its_player_points_beyond_the_partner():
    had = {"Loners": {"N": 2, "E": 1, "NS": 4}, "Sets": {"S": 1}}
    facts = HandFacts(total_points={"NS": 12, "EW": 7}, counters=had)

    assert own_points(find_ruleset("euchre-card", {"own_counter_points": 1}), facts) == {"N": 2, "E": 1}
    assert own_points(find_ruleset("euchre-card"), facts) == {}
    assert own_points(find_ruleset("fahrenheit"), facts) == {}

"""A game entered as one total (Rulebook E-97 and E-98)."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.reports.meaning import meaning
from scoring.sheet.ruling_rows import CannotJudge, Case, judged
from scoring.sheet.sheet import score_sentence, sheet_games
from tests import build
from tests.scoring.phones import NOON, katz_against_bound
from tournament.errors import Refused
from tournament.models import Event

pytestmark = pytest.mark.django_db

TOTAL = HandFacts(
    total_hands={"NS": 3, "EW": 1}, total_points={"NS": 12, "EW": -2}, total_bostons={"NS": 1, "EW": 0}
)
TIED = HandFacts(total_hands={"NS": 2, "EW": 2}, total_points={"NS": 8, "EW": 8}, won_by="EW")


@pytest.fixture(scope="module")
def a_game(kept):
    return katz_against_bound(results_by="totals", hands_from="teams")


def results_by(game, way):
    Event.objects.filter(pk=game.event_id).update(results_by=way)
    game.event.refresh_from_db()


def result(game):
    return score_sentence(sheet_games(game.event).get(pk=game.pk))


def doubts(game, facts):
    shown = sheet_games(game.event).get(pk=game.pk)
    return [doubt.key for doubt in meaning(shown, facts, NOON).doubts]


@pytest.mark.both
def test_a_total_ends_its_game_is_corrected_with_a_reason_and_taken_back(game):
    total = build.hand(game, TOTAL)

    sides = build.again(game).by_side().values()
    assert [(side.units, side.points, side.bostons) for side in sides] == [(3, 12, 1), (1, -2, 0)]
    assert build.again(game).over_at == NOON
    assert result(game) == "Kitty Katz won 3–1."
    assert integrity(game.event) == []

    correction = {"reason": "Swapped.", "by": build.organizer(game.event), "at": NOON}
    other = replace(TOTAL, total_hands={"NS": 1, "EW": 3})
    second = correct_hand(hand=total, hand_id=uuid4(), facts=other, **correction)
    assert build.units(game) == (1, 3)

    strike_hand(hand=second, hand_id=uuid4(), **correction)
    assert build.units(game) == (0, 0)
    assert build.again(game).over_at is None
    assert integrity(game.event) == []


@pytest.mark.both
def test_after_a_tie_the_deciding_hand_is_named_with_the_total(game):
    with pytest.raises(Refused, match="It is a tie"):
        build.hand(game, replace(TIED, won_by=None))

    build.hand(game, TIED, at=build.at(15, 40))

    assert result(game) == "Boston Bound won 2–2. The deciding hand was theirs."
    assert build.again(game).over_at == build.at(15, 40)
    assert not Hand.objects.get().is_decider
    assert integrity(game.event) == []


def test_only_who_won_is_enough(game):
    build.hand(game, HandFacts(won_by="EW"))

    assert result(game) == "Boston Bound won 3–0."
    assert integrity(game.event) == []


@pytest.mark.parametrize(
    ("way", "before"),
    [
        pytest.param("totals", HandFacts(forfeited_by="EW"), id="a forfeited hand"),
        pytest.param("either", build.FOUR_MADE, id="a hand where both ways are allowed"),
    ],
)
def test_a_hand_before_the_total_is_in_the_total(game, way, before):
    results_by(game, way)
    build.hand(game, before)

    build.hand(game, TOTAL, at=NOON + timedelta(minutes=1))

    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_a_hand_is_refused_where_totals_come_in_and_a_total_where_hands_do(game):
    with pytest.raises(Refused, match="enter the total"):
        build.hand(game)
    results_by(game, "hands")
    with pytest.raises(Refused, match="enter the hands"):
        build.hand(game, TOTAL)


@pytest.mark.both
def test_a_total_that_nobody_needs_is_asked_about_before_it_is_saved(game):
    assert doubts(game, TIED) == ["odd-total"]
    assert doubts(game, replace(TOTAL, total_points={"NS": 12, "EW": 4})) == []


@pytest.mark.both
def test_hands_that_count_more_than_the_total_are_asked_about(game):
    results_by(game, "either")
    build.hands(game, [build.EW_FOUR_MADE] * 2)

    assert "hands-count-more" in doubts(game, TOTAL)


@pytest.mark.both
def test_a_renege_is_not_judged_on_a_total(game):
    total = build.hand(game, TOTAL)
    case = Case(kind="renege", against="NS", hand=total, reneges=("NS",))

    with pytest.raises(CannotJudge, match="Correct the total"):
        judged(game, case)

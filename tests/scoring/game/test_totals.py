"""A game entered as one total (Rulebook E-97 and E-98)."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from rules.games.hands import HandFacts
from scoring.commands.hands import correct_hand, strike_hand
from scoring.models import Hand
from scoring.queries.game.meaning import meaning
from scoring.queries.game.sheet import score_sentence, sheet_games
from scoring.queries.hands.rulings import CannotJudge, Case, judged
from scoring.queries.integrity import integrity
from tests import build
from tournament.errors import Refused

pytestmark = pytest.mark.django_db

NOON = build.at(15, 10)
TOTAL = HandFacts(
    total_hands={"NS": 3, "EW": 1}, total_points={"NS": 12, "EW": -2}, total_bostons={"NS": 1, "EW": 0}
)
TIED = HandFacts(total_hands={"NS": 2, "EW": 2}, total_points={"NS": 8, "EW": 8}, won_by="EW")


@pytest.fixture(scope="module")
def a_game(kept):
    event = build.event(results_by="totals", hands_from="teams")
    return build.game_between(event, "Kitty Katz", "Boston Bound")


def won(game, side):
    row = build.again(game).side(side)
    return row.units, row.points, row.bostons


def result(game):
    return score_sentence(sheet_games(game.event).get(pk=game.pk))


def test_a_total_ends_its_game_with_its_hands_points_and_bostons(game):
    build.hand(game, TOTAL)

    assert (won(game, "NS"), won(game, "EW")) == ((3, 12, 1), (1, -2, 0))
    assert build.again(game).over_at == NOON
    assert result(game) == "Kitty Katz won 3–1."
    assert integrity(game.event) == []


def test_after_a_tie_the_deciding_hand_is_named_with_the_total(game):
    with pytest.raises(Refused, match="It is a tie"):
        build.hand(game, replace(TIED, won_by=None))
    build.hand(game, TIED)

    assert result(game) == "Boston Bound won 2–2. The deciding hand was theirs."
    assert integrity(game.event) == []


def test_a_total_comes_after_the_whistle_as_before_it(game):
    build.hand(game, TIED, at=build.at(15, 40))

    assert build.again(game).over_at == build.at(15, 40)
    assert not Hand.objects.get().is_decider
    assert integrity(game.event) == []


def test_only_who_won_is_enough(game):
    build.hand(game, HandFacts(won_by="EW"))

    assert result(game) == "Boston Bound won 3–0."
    assert integrity(game.event) == []


def test_a_total_is_corrected_with_a_reason_and_taken_back(game):
    first = build.hand(game, TOTAL)
    by = build.organizer(game.event)
    other = replace(TOTAL, total_hands={"NS": 1, "EW": 3})
    told = {"reason": "Swapped.", "by": by, "at": NOON}

    second = correct_hand(hand=first, hand_id=uuid4(), facts=other, **told)
    assert build.units(game) == (1, 3)

    strike_hand(hand=second, hand_id=uuid4(), **told)
    assert build.units(game) == (0, 0)
    assert build.again(game).over_at is None
    assert integrity(game.event) == []


def test_a_hand_forfeited_before_the_total_is_in_the_total(game):
    build.hand(game, HandFacts(forfeited_by="EW"))
    build.hand(game, TOTAL, at=NOON + timedelta(minutes=1))

    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_a_hand_is_refused_where_totals_come_in_and_a_total_where_hands_do(game):
    with pytest.raises(Refused, match="enter the total"):
        build.hand(game)
    game.event.results_by = "hands"
    game.event.save()
    with pytest.raises(Refused, match="enter the hands"):
        build.hand(game, TOTAL)


def test_a_total_that_nobody_needs_is_asked_about_before_it_is_saved(game):
    shown = sheet_games(game.event).get(pk=game.pk)

    odd = meaning(shown, TIED, NOON).doubts

    assert [doubt.key for doubt in odd] == ["odd-total"]
    usual = replace(TOTAL, total_points={"NS": 12, "EW": 4})
    assert not meaning(shown, usual, NOON).doubts


def test_where_both_ways_are_allowed_a_total_ends_a_game_of_which_some_hands_are_in(game):
    game.event.results_by = "either"
    game.event.save()
    build.hand(game)
    build.hand(game, TOTAL, at=NOON + timedelta(minutes=5))

    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_hands_that_count_more_than_the_total_are_asked_about(game):
    game.event.results_by = "either"
    game.event.save()
    build.hands(game, [build.EW_FOUR_MADE] * 2)
    shown = sheet_games(game.event).get(pk=game.pk)

    assert "hands-count-more" in [doubt.key for doubt in meaning(shown, TOTAL, NOON).doubts]


def test_a_renege_is_not_judged_on_a_total(game):
    total = build.hand(game, TOTAL)
    case = Case(kind="renege", against="NS", hand=total, reneges=("NS",))

    with pytest.raises(CannotJudge, match="Correct the total"):
        judged(game, case)

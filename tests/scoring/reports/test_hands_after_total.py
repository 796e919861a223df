"""Hands entered for a game that has a total (Rulebook E-99 and E-100)."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand
from scoring.recording.commands_slips import record_slip
from scoring.reports.commands_conflicts import choose_total_or_hands
from scoring.sheet.sheet import sheet, sheet_games
from scoring.sheet.slip import SlipLine
from tests import build
from tests.scoring.phones import katz_against_bound
from tests.scoring.reports.totals import MADE, SHORT, THEIRS, TOTAL
from tournament.errors import Refused

pytestmark = pytest.mark.django_db

LATER = build.at(15, 30)


@pytest.fixture(scope="module")
def a_game(kept):
    return katz_against_bound(results_by="totals")


def enter(game, hands, first=1, by=None):
    lines = [
        SlipLine(hand_id=uuid4(), sequence=number, facts=facts)
        for number, facts in enumerate(hands, start=first)
    ]
    return record_slip(game=game, lines=lines, by=by or build.organizer(game.event), at=LATER)


def choose(game, keeps, key=None, reason="The slip is signed."):
    who = build.organizer(game.event)
    choose_total_or_hands(game=game, keeps=keeps, key=key or uuid4(), reason=reason, by=who, at=LATER)


def figures(game):
    """Each side's hands, points and Bostons."""
    return [(side.units, side.points, side.bostons) for side in build.again(game).by_side().values()]


def beside(game):
    return sheet(sheet_games(game.event).get(pk=game.pk), LATER).beside


def test_hands_that_add_up_are_kept_and_give_what_the_total_left_out(game):
    build.hand(game, replace(TOTAL, total_hands={"NS": 4, "EW": 1}))
    ended = build.again(game).over_at
    assert figures(game) == [(4, 0, 0), (1, 0, 0)]

    enter(game, (MADE, THEIRS, MADE, replace(MADE, books=13)))

    assert figures(game) == [(4, 15, 1), (1, 4, 0)]
    assert build.again(game).over_at == ended
    assert not beside(game).is_disputed
    assert integrity(game.event) == []


@pytest.mark.both
def test_hands_that_do_not_add_up_are_kept_until_a_referee_chooses(game):
    build.hand(game, TOTAL)
    with pytest.raises(Refused, match="agree, or one was taken back"):
        choose(game, "total")

    enter(game, SHORT)
    assert build.units(game) == (3, 1)
    assert (beside(game).is_disputed, beside(game).words) == (
        True,
        "The total says 3–1, these hands give 2–1.",
    )
    assert integrity(game.event) == []
    with pytest.raises(Refused, match="Write why the hand is changed"):
        choose(game, "total", reason=" ")

    key = uuid4()
    for _ in range(2):
        choose(game, "total", key)
    assert build.units(game) == (3, 1)
    assert not beside(game).late
    assert Hand.objects.filter(game=game, is_struck=True, reason="The slip is signed.").count() == 3
    assert Hand.objects.filter(game=game).count() == 7
    assert integrity(game.event) == []


def test_the_hands_are_right_and_the_total_stays_on_the_record(game):
    build.hand(game, TOTAL)
    enter(game, (MADE, THEIRS, THEIRS, MADE, MADE))

    choose(game, "hands")

    assert build.units(game) == (3, 2)
    assert beside(game) is None
    assert build.again(game).over_at
    assert integrity(game.event) == []


def test_a_corrected_hand_can_make_them_add_up(game):
    build.hand(game, TOTAL)
    _, _, wrong, _ = enter(game, (MADE, THEIRS, THEIRS, MADE))
    assert beside(game).is_disputed

    by = build.organizer(game.event)
    correct_hand(hand=wrong, hand_id=uuid4(), facts=MADE, reason="Misread.", by=by, at=LATER)

    assert beside(game).adds_up
    assert integrity(game.event) == []


def test_where_only_the_winner_is_known_the_hands_have_to_win_the_game(game):
    build.hand(game, HandFacts(won_by="NS"))

    enter(game, SHORT)
    assert build.units(game) == (3, 0)
    assert beside(game).is_disputed

    choose(game, "total")
    enter(game, (*SHORT, MADE))
    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_hands_that_came_before_the_total_are_among_its_hands(game):
    game.event.results_by = "either"
    game.event.save()
    build.hands(game, [MADE, TOTAL])

    enter(game, (THEIRS, MADE, MADE), first=2)

    assert beside(game).adds_up
    assert figures(game)[1][:2] == (1, 4)
    assert integrity(game.event) == []


def test_a_player_does_not_enter_the_hands_of_the_own_game(game):
    build.hand(game, TOTAL)
    own = build.referee(game.event)
    own.badge.plays_in = game.team("NS")
    own.badge.save()

    with pytest.raises(Refused, match="You play in this game"):
        enter(game, [MADE], by=own)

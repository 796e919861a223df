"""Best of three: how its games follow each other, and the effect of leaving and corrections (E-79, E-80)."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.integrity import integrity
from scoring.recording.commands_preview import preview
from scoring.rulings.commands_leaving import leave_game
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import correct, last_hand, sit, strike
from tests.scoring.phase_two import TEN_PAST, begun, bracket_game, called, won
from tournament.errors import Refused
from tournament.models import Game
from tournament.schedule.commands_schedule_changes import pause_day, resume_day

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = build.at(18)


@pytest.fixture(scope="module")
def event(kept):
    return begun(phase_two={"format": "single", "semi_games": 3, "final_games": 3, "final_hands": 4})


def numbers(event, position):
    games = Game.objects.standing().filter(event=event, bracket_position=position)
    return list(games.order_by("number").values_list("number", flat=True))


def narrowly(event, position, number, side):
    """Play a game that its fifth hand decides, so that correcting that hand reverses the result."""
    other = {"NS": "EW", "EW": "NS"}[side]
    hands = [replace(build.FOUR_MADE, bidder=each) for each in (other, side, other, side, side)]
    build.hands(bracket_game(event, position, number), hands, at=TEN_PAST)


def turned(game, side, *, by=None, at=SIX):
    """Correct the last hand of a game: the other side won it."""
    correct(last_hand(game), replace(build.FOUR_MADE, bidder=side), by=by, at=at)


def test_the_next_game_is_called_to_the_same_table_at_once(event):
    table = called(event, "S1").table

    build.won(bracket_game(event, "S1"), "EW", at=build.at(17, 20))

    second = bracket_game(event, "S1", 2)
    assert (second.table, second.called_at, second.best_of) == (table, build.at(17, 20), 3)
    assert second.teams() == bracket_game(event, "S1").teams()
    assert second.deadlines.get().due_at == build.at(17, 25)
    assert not Game.objects.filter(event=event, bracket_position="F").exists()


def test_the_final_takes_the_hands_that_were_chosen_for_it(event):
    won(event, "S1", "NS", "NS")
    won(event, "S2", "NS", "NS")

    won(event, "F")
    assert bracket_game(event, "F").over_at is None
    build.hand(bracket_game(event, "F"))

    assert bracket_game(event, "F").over_at
    assert build.units(bracket_game(event, "F")) == (4, 0)
    assert integrity(event) == []


def test_taking_back_the_last_hand_takes_the_next_game_back_with_it(event):
    won(event, "S1")

    strike(last_hand(bracket_game(event, "S1")), by=build.referee(event), at=build.at(17, 11))
    first = bracket_game(event, "S1")
    assert (numbers(event, "S1"), first.over_at, first.score.winner) == ([1], None, None)
    build.hand(first, at=build.at(17, 12))

    assert numbers(event, "S1") == [1, 2]
    assert bracket_game(event, "S1", 2).called_at == build.at(17, 12)
    assert integrity(event) == []


def test_in_a_pause_the_next_game_is_called_when_it_ends(event):
    called(event, "S1")
    pause_day(event=event, by=build.organizer(event), at=build.at(17, 6))
    build.won(bracket_game(event, "S1"), at=build.at(17, 8))
    assert bracket_game(event, "S1", 2).called_at is None

    resume_day(event=event, by=build.organizer(event), at=build.at(17, 20))
    tick(build.at(17, 20, 1))

    assert bracket_game(event, "S1", 2).table == bracket_game(event, "S1").table


def test_nobody_is_late_for_the_next_game_before_they_were_called(event):
    first = called(event, "S1")
    sit(first, first.team("NS"), build.at(17, 6))

    tick(build.at(17, 50))

    first, second = bracket_game(event, "S1"), bracket_game(event, "S1", 2)
    assert (first.score.ending, build.units(first)) == ("forfeit", (3, 0))
    assert (second.called_at, second.score.hands) == (build.at(17, 50), 0)


def test_who_leaves_loses_the_series_by_walkovers(event):
    won(event, "S1", "NS", "NS")
    other = won(event, "S2")
    ahead = bracket_game(event, "S2").team("NS")

    leave_game(team=ahead, key=uuid4(), by=build.organizer(event), at=build.at(17, 30))

    games = [bracket_game(event, "S2", number) for number in (1, 2, 3)]
    assert [game.score.ending for game in games] == ["won", "forfeit", "walkover"]
    assert games[2].score.winner == bracket_game(event, "F").teams()[1] == other
    assert integrity(event) == []


def two_to_one(event):
    """The first semifinal went win, loss, loss for North-South; the second 2–0; the final has a hand."""
    called(event, "S1")
    for number, side in enumerate(("NS", "EW", "EW"), start=1):
        narrowly(event, "S1", number, side)
    won(event, "S2", "NS", "NS")
    build.hand(called(event, "F"), at=build.at(17, 30))
    return bracket_game(event, "S1", 2), bracket_game(event, "S1", 3), bracket_game(event, "F")


@pytest.mark.both
def test_a_referee_reads_every_game_that_falls_also_in_the_preview(event):
    second, third, final = two_to_one(event)

    seen = preview(hand=last_hand(second), facts=build.FOUR_MADE, by=build.referee(event), at=SIX)
    with pytest.raises(Refused) as refused:
        turned(second, "NS", by=build.referee(event))

    named = f"{third} (semi-final 1, game 3 of 3) and {final} (final, game 1 of 3) and their hands"
    assert named in str(refused.value)
    assert named in seen.why
    assert (seen.verdict, seen.may_save) == ("ruling", False)
    assert seen.bracket == (
        f"Semi-final 1, game 3 of 3: {third} would be taken back, and the place is empty again.",
        f"Third place, game 1 of 3: {third.team('EW')} vs. {bracket_game(event, 'T').team('EW')} instead of "
        f"{bracket_game(event, 'T')}.",
        f"Final, game 1 of 3: {second.team('NS')} vs. {final.team('EW')} instead of {final}, "
        f"called to Table {final.table.number}.",
    )


def test_an_organizer_says_so_and_a_second_thought_brings_the_games_back(event):
    second, third, final = two_to_one(event)

    turned(second, "NS")

    assert numbers(event, "S1") == [1, 2]
    assert bracket_game(event, "F").teams() == (third.team("NS"), final.team("EW"))
    fell = {row.facts["game"] for row in event.log.filter(action="bracket.fell")}
    assert (fell, integrity(event)) == ({str(third.key), str(final.key)}, [])
    turned(second, "EW", at=build.at(18, 5))
    assert (bracket_game(event, "S1", 3), bracket_game(event, "F").teams()) == (third, final.teams())
    assert integrity(event) == []


def test_a_correction_that_leaves_it_tied_has_it_played_out(event):
    first = called(event, "S1")
    narrowly(event, "S1", 1, "NS")
    narrowly(event, "S1", 2, "NS")

    turned(first, "EW")

    assert numbers(event, "S1") == [1, 2, 3]
    third = bracket_game(event, "S1", 3)
    assert third.called_at
    assert third.table == first.table
    assert event.phases.get(kind="two").closed_at is None


def test_a_place_in_a_series_is_filled_once(event):
    first = bracket_game(event, "S1")
    series = {"event": event, "phase": first.phase, "bracket_position": "S1", "best_of": 3}

    for number in (1, 4):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.create(**series, number=number, made_at=first.made_at)

"""All hands of a game are corrected in one press, or its sides swapped; what must follow is done with it."""

from dataclasses import replace
from itertools import zip_longest
from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from rules.ruleset.seats import swapped
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_preview import preview_of
from scoring.recording.commands_whole_game import CorrectedHand, correct_game, swap_sides
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import correct, last_hand, strike
from tests.scoring.phase_two import begun, bracket_game, won
from tournament.errors import Refused
from tournament.event.rules_of_event import ruleset_for
from tournament.floor.commands_floor import call_game
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = build.at(18)
MINE, THEIRS = build.FOUR_MADE, build.EW_FOUR_MADE


def lines_of(game, *facts):
    """The game's hands in order, with these facts. Further facts are new; further hands are taken back."""
    hands = Hand.objects.standing().filter(game=game).order_by("sequence").values_list("pk", flat=True)
    return [CorrectedHand(facts=each, replaces=pk) for each, pk in zip_longest(facts, hands)]


def corrected(game, *facts, at=SIX, by=None):
    by = by or build.organizer(game.event)
    lines = lines_of(game, *facts)
    return correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", by=by, at=at)


def swaps(game, *, at=SIX, by=None):
    by = by or build.organizer(game.event)
    return swap_sides(game=game, key=uuid4(), reason="Wrong side", by=by, at=at)


def final_called(event):
    return call_game(game=bracket_game(event, "F"), by=build.organizer(event), at=build.at(17, 12))


@pytest.fixture(scope="module")
def event(kept):
    """A bracket of four; North-South won both semifinals 3–0."""
    event = begun()
    for position in ("S1", "S2"):
        won(event, position)
    return event


def test_a_hand_that_came_in_meanwhile_is_not_taken_back(game):
    build.hand(game, at=build.at(15, 10))
    lines = lines_of(game, THEIRS)
    build.hand(game, at=build.at(15, 11))

    with pytest.raises(Refused, match="hands were changed meanwhile"):
        correct_game(
            game=game, key=uuid4(), lines=lines, reason="Why", by=build.organizer(game.event), at=SIX
        )

    assert [hand.parsed for hand in Hand.objects.filter(game=game)] == [MINE, MINE]


def test_correcting_a_winning_hand_recalls_a_final_that_was_called(event):
    final = final_called(event)
    semi, table = bracket_game(event, "S1"), bracket_game(event, "S1").table

    correct(last_hand(semi), THEIRS, at=SIX)

    again = bracket_game(event, "S1")
    assert (build.units(again), again.over_at, again.table) == ((2, 1), None, table)
    assert bracket_game(event, "F") is None
    assert Game.objects.get(pk=final.pk).recalled_at == SIX
    assert integrity(event) == []


def test_the_last_hand_can_be_struck_once_the_final_has_no_hand(event):
    final_called(event)
    final_hand = build.hand(bracket_game(event, "F"), at=build.at(17, 20))
    strike(final_hand, at=build.at(17, 21))

    strike(last_hand(bracket_game(event, "S1")), at=SIX)

    assert (bracket_game(event, "S1").over_at, bracket_game(event, "F")) == (None, None)
    assert integrity(event) == []


@pytest.mark.both
def test_the_preview_names_what_follows(event):
    final = final_called(event)
    semi = bracket_game(event, "S1")
    by = build.organizer(event)

    def change(by):
        return correct_game(
            game=semi, key=uuid4(), lines=lines_of(semi, MINE, MINE, THEIRS), reason="Why", by=by, at=SIX
        )

    seen = preview_of(game=semi, change=change, by=by)

    assert (seen.verdict, seen.may_save) == ("ruling", True)
    assert seen.follows == (f"The game goes on at Table {semi.table.number}.",)
    assert any(
        f"called to Table {final.table.number}, would be taken back" in words for words in seen.bracket
    )
    assert bracket_game(event, "F")


def test_all_hands_are_corrected_together_though_none_could_be_alone(event):
    final_called(event)
    semi = bracket_game(event, "S1")

    corrected(semi, THEIRS, THEIRS, THEIRS)

    assert build.units(semi) == (0, 3)
    assert bracket_game(event, "F").teams()[0] == semi.team("EW")
    assert integrity(event) == []


def test_sides_are_swapped_at_any_time_also_at_three_to_two(event):
    semi = bracket_game(event, "S1")
    corrected(semi, MINE, THEIRS, MINE, THEIRS, MINE, at=build.at(17, 15))
    final_called(event)
    before = build.points(semi)

    swaps(semi)

    assert (build.units(semi), build.points(semi)) == ((2, 3), before[::-1])
    assert bracket_game(event, "F").teams()[0] == semi.team("EW")
    assert integrity(event) == []


def test_hands_left_out_are_taken_back_and_new_ones_added():
    game = build.game()
    build.hands(game, [MINE, THEIRS, MINE], at=build.at(15, 10))

    corrected(game, THEIRS, MINE, at=build.at(15, 20))
    assert build.units(game) == (1, 1)
    corrected(game, MINE, MINE, MINE, at=build.at(15, 21))

    assert build.again(game).over_at == build.at(15, 21)
    assert integrity(game.event) == []


def test_a_referee_corrects_a_built_on_game_but_not_its_winner(event):
    final_called(event)
    semi, jo = bracket_game(event, "S1"), build.referee(event)

    with pytest.raises(Refused, match="needs a ruling by a head referee"):
        swaps(semi, by=jo)
    corrected(semi, MINE, THEIRS, MINE, MINE, by=jo)

    assert build.units(semi) == (3, 1)


def test_correcting_a_game_to_a_tie_late_needs_its_deciding_hand():
    event = build.event()
    build.teams(event, 4)
    game = build.called_round(event).games.order_by("pk").first()
    for each in event.games.all():
        build.won(each, at=build.at(15, 20))
    build.called_round(event, at=build.at(15, 30))
    now = build.at(15, 40)

    with pytest.raises(Refused, match="Press Correct the game and add that hand"):
        corrected(game, MINE, THEIRS, at=now)
    lines = [*lines_of(game, MINE, THEIRS), CorrectedHand(facts=THEIRS)]
    by = build.organizer(event)
    correct_game(game=game, key=uuid4(), lines=lines, reason="The slip", by=by, at=now)

    again = build.again(game)
    assert (build.units(again), again.score.ending) == ((1, 1), "decider")
    assert again.score.winner == game.team("EW")
    assert integrity(event) == []


def test_in_open_play_the_side_ahead_has_won_once_its_teams_play_on():
    event = build.openly(4, tables=2)
    game = event.games.order_by("pk").first()
    for each in event.games.order_by("pk"):
        build.won(each, at=build.at(15, 20))
    tick(build.at(15, 21))
    assert Game.objects.open().filter(event=event).count() == 2

    correct(last_hand(game), THEIRS, at=build.at(15, 30))

    again = build.again(game)
    assert (build.units(again), bool(again.over_at), again.score.winner) == ((2, 1), True, game.team("NS"))
    assert integrity(event) == []


def test_a_reopened_game_goes_to_a_free_table_if_another_game_has_its_own():
    event = build.event(tables=1)
    build.teams(event, 4)
    row = build.called_round(event)
    first = row.games.get(called_at__isnull=False)
    build.won(first, at=build.at(15, 10))
    assert row.games.filter(called_at=None, kind="game").count() == 0  # The other game has the table.

    correct(last_hand(first), THEIRS, at=build.at(15, 12))
    waits = build.again(first)
    assert (waits.over_at, waits.called_at, waits.table) == (None, None, None)

    build.won(row.games.exclude(pk=first.pk).get(kind="game"), at=build.at(15, 20))
    assert build.again(first).called_at == build.at(15, 20)
    assert integrity(event) == []


def test_nothing_is_saved_if_the_hands_cannot_be_one_game(event):
    semi = bracket_game(event, "S1")
    before = build.points(semi)

    with pytest.raises(Refused, match="delete that hand there"):
        corrected(semi, MINE, MINE, MINE, THEIRS)
    with pytest.raises(Refused, match="counts already"):
        corrected(semi, MINE, MINE, MINE)

    assert build.points(semi) == before


@pytest.mark.both
@pytest.mark.parametrize(
    "facts",
    [
        replace(MINE, dealer="N", bidder_seat="S", reneges=("EW", "EW"), calls=("pass", "4 uptown")),
        HandFacts(forfeited_by="EW", dealer="W"),
        HandFacts(total_hands={"NS": 3, "EW": 1}, total_points={"NS": 20, "EW": -3}),
        replace(MINE, counters={"Loners": {"NS": 1, "W": 2}}),
    ],
    ids=str,
)
def test_a_hand_is_swapped_by_one_chair_and_four_times_is_itself(facts):
    ruleset = ruleset_for(build.event())

    once = swapped(ruleset, facts)
    again = facts
    for _ in range(4):
        again = swapped(ruleset, again)

    assert once != facts
    assert again == facts

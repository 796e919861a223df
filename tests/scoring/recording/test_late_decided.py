"""Late hands that a referee decides, forfeits taken back, and the five minutes restarted."""

import pytest

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.recording.commands_late import (
    catch_up_table,
    forfeit_proposed_hand,
    start_five_minutes,
    waive_late_hand,
)
from scoring.recording.late_hands import late_hands
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import sit, strike
from tournament.errors import Refused
from tournament.models import Deadline, LogEntry
from tournament.schedule.five_minutes import sitting_down

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_asked(kept):
    """A game whose event asks a referee first; North-South are seated, East-West are late."""
    game = build.game(build.event(late_forfeits="proposed"))
    sit(game, game.team("NS"), build.at(15, 1))
    return game


@pytest.fixture
def asked(one_asked):
    return build.again(one_asked)


@pytest.fixture(scope="module")
def a_game(kept):
    """A game in which North-South are seated, and East-West are late."""
    game = build.game()
    sit(game, game.team("NS"), build.at(15, 1))
    return game


def proposed():
    return Deadline.objects.proposed().first()


def begin(game, side, at):
    start_five_minutes(game=game, team=game.team(side), by=build.referee(game.event), at=at)


def two_to_nothing(game):
    """Play two hands: North-South lead 2–0."""
    sit(game, game.team("EW"), build.at(15, 2))
    build.hands(game, [build.FOUR_MADE] * 2, at=build.at(15, 12))


# --- proposed to a referee first ------------------------------------------------------------------


@pytest.mark.both
def test_an_event_that_asks_first_only_proposes_each_late_forfeit_once(asked):
    ticked = [tick(build.at(15, minute)) for minute in (5, 6, 7)]
    called = build.again(asked)
    tick(build.at(15, 16))

    assert (ticked, Hand.objects.exists(), called.referee_called_at) == ([1, 0, 0], False, build.at(15, 5))
    assert "not seated. Forfeit the hand, or waive it with a reason." in called.referee_called_for
    assert [row.words for row in late_hands(asked.event)] == [
        "not seated at 3:05 PM.",
        "not seated at 3:10 PM, the second hand.",
        "not seated at 3:15 PM, the third hand.",
    ]

    for _ in range(3):
        forfeit_proposed_hand(deadline=proposed(), by=build.referee(asked.event), at=build.at(15, 17))

    assert GameScore.objects.get(game=asked).winner == asked.team("NS")
    assert late_hands(asked.event) == ()


@pytest.mark.both
def test_a_proposed_forfeit_is_dated_by_its_deadline_and_decided_once(asked):
    tick(build.at(15, 5))
    row, more = proposed(), {"by": build.referee(asked.event), "at": build.at(15, 9)}
    sit(asked, asked.team("EW"), build.at(15, 7))
    assert build.again(asked).referee_called_at == build.at(15, 5)

    hand = forfeit_proposed_hand(deadline=row, **more)
    with pytest.raises(Refused, match="decided already"):
        forfeit_proposed_hand(deadline=row, **more)
    with pytest.raises(Refused, match="decided already"):
        waive_late_hand(deadline=row, reason="x", **more)
    tick(build.at(15, 20))

    assert (hand.facts["forfeited_by"], hand.at, str(hand.by)) == ("EW", build.at(15, 5), "Jo")
    assert (build.units(asked), build.again(asked).referee_called_at) == ((1, 0), None)
    assert (late_hands(asked.event), integrity(asked.event)) == ((), [])


@pytest.mark.both
def test_a_referee_waives_it_with_a_reason(asked):
    tick(build.at(15, 7))
    press = {"deadline": proposed(), "by": build.referee(asked.event), "at": build.at(15, 8)}
    with pytest.raises(Refused, match="Write why"):
        waive_late_hand(reason=" ", **press)

    waive_late_hand(reason="Stuck in the lift", **press)
    tick(build.at(15, 9))

    row = Deadline.objects.get(step=1)
    assert (build.units(asked), build.again(asked).referee_called_at) == ((0, 0), None)
    assert (row.waived_at, row.waived_because) == (build.at(15, 8), "Stuck in the lift")
    assert "Stuck in the lift" in LogEntry.objects.get(action="late.waived").words


def test_a_forfeit_taken_back_returns_after_a_referee_restarts_the_clock(game):
    tick(build.at(15, 6))

    strike(Hand.objects.get(), at=build.at(15, 7))
    tick(build.at(15, 21))
    assert (build.units(game), Deadline.objects.coming().exists()) == ((0, 0), False)
    assert integrity(game.event) == []
    begin(game, "EW", build.at(15, 22))
    tick(build.at(15, 27))

    assert build.units(game) == (1, 0)


# --- restarted between hands ----------------------------------------------------------------------


def test_a_team_that_leaves_loses_no_more_than_the_game_needs(game):
    two_to_nothing(game)

    begin(game, "EW", build.at(15, 14))
    tick(build.at(15, 29))

    assert GameScore.objects.get(game=game).winner == game.team("NS")
    assert list(Hand.objects.filter(device="clock").values_list("at", flat=True)) == [build.at(15, 19)]


@pytest.mark.both
def test_a_team_that_comes_back_in_time_loses_nothing(game):
    two_to_nothing(game)
    begin(game, "NS", build.at(15, 14))
    assert sitting_down(game.event, build.at(15, 16))[game.pk].left.text == "3:00"

    sit(game, game.team("NS"), build.at(15, 17))
    tick(build.at(15, 29))

    assert build.units(game) == (2, 0)


@pytest.mark.both
def test_no_minutes_run_after_the_whistle(game):
    two_to_nothing(game)
    begin(game, "NS", build.at(15, 28))
    before, after = (sitting_down(game.event, build.at(15, minute)) for minute in (29, 30))

    tick(build.at(15, 34))

    assert ([*before], after) == ([game.pk], {})
    assert sitting_down(game.event, build.at(15, 31), [build.again(game)]) == {}
    assert build.units(game) == (2, 0)


@pytest.mark.both
def test_what_the_clock_still_owed_is_done_before_the_minutes_restart(game):
    sit(game, game.team("EW"), build.at(15, 7))

    catch_up_table(game=game, at=build.at(15, 20), real=build.at(15, 20))
    begin(game, "NS", build.at(15, 20))
    tick(build.at(15, 26))

    assert list(Hand.objects.values_list("at", "facts__forfeited_by")) == [
        (build.at(15, 5), "EW"),
        (build.at(15, 25), "NS"),
    ]


def test_the_five_minutes_begin_only_where_a_game_is_being_played(game):
    with pytest.raises(Refused, match="running at this table already"):
        begin(game, "EW", build.at(15, 3))

    two_to_nothing(game)
    with pytest.raises(Refused, match="Time’s up"):
        begin(game, "EW", build.at(15, 31))

    build.hand(game, at=build.at(15, 15))
    with pytest.raises(Refused, match="isn’t being played"):
        begin(game, "EW", build.at(15, 20))


def test_the_minutes_begin_for_a_team_of_this_table_after_a_proposed_hand(asked):
    tick(build.at(15, 6))
    sit(asked, asked.team("EW"), build.at(15, 7))
    jo = build.referee(asked.event)

    with pytest.raises(Refused, match="still to be decided"):
        begin(asked, "EW", build.at(15, 8))
    forfeit_proposed_hand(deadline=proposed(), by=jo, at=build.at(15, 9))
    with pytest.raises(Refused, match="plays at this table"):
        start_five_minutes(game=asked, team=build.team(asked.event), by=jo, at=build.at(15, 10))


@pytest.mark.parametrize("game_is", ["fahrenheit", "cardsharks-detroit"])
def test_a_forfeit_due_at_the_whistle_itself_loses_the_game(game_is):
    game = build.game(build.event(game=game_is, ready_minutes=10))
    sit(game, game.team("NS"), build.at(15, 1))

    for minute in (10, 20, 30, 40):
        tick(build.at(15, minute))

    game = build.again(game)
    assert game.round.whistle_at == game.over_at == build.at(15, 30)
    assert (game.score.winner, game.hands.count()) == (game.team("NS"), 3)
    assert integrity(game.event) == []


# --- where it costs the game (Rulebook E-214) ------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "points", "units", "hands"),
    [
        pytest.param("columbus-no-kitty", (5, 0), (1, 0), 1, id="its bonus goes to the others"),
        pytest.param("fahrenheit", (0, 0), (3, 0), 3, id="as many hands as the game needs"),
    ],
)
def test_who_is_late_loses_the_game_once(key, points, units, hands):
    game = build.game(build.event(game=key, late_forfeits="game"))
    sit(game, game.team("NS"), build.at(15, 1))

    tick(build.at(15, 6))
    tick(build.at(15, 30))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("NS"), "forfeit")
    assert (build.points(game), build.units(game), game.hands.count()) == (points, units, hands)
    assert integrity(game.event) == []


def test_it_costs_nobody_the_game_if_both_are_late():
    game = build.game(build.event(late_forfeits="game"))

    tick(build.at(15, 6))

    assert not Hand.objects.filter(game=game).exists()


def test_who_leaves_the_table_later_still_forfeits_a_hand():
    game = build.game(build.event(game="columbus-no-kitty", late_forfeits="game"))
    for side in ("NS", "EW"):
        sit(game, game.team(side), build.at(15, 2))
    build.hand(game, at=build.at(15, 10))
    begin(game, "EW", build.at(15, 11))

    tick(build.at(15, 17))

    assert Hand.objects.filter(game=game).count() == 2
    assert GameScore.objects.get(game=game).winner is None

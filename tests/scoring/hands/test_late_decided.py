"""Late hands that a referee decides, forfeits taken back, and the five minutes restarted."""

from uuid import uuid4

import pytest

from scoring.commands.hands import strike_hand
from scoring.commands.late import catch_up_table, forfeit_proposed_hand, start_five_minutes, waive_late_hand
from scoring.models import GameScore, Hand
from scoring.queries.integrity import integrity
from scoring.queries.rounds.late import late_hands
from scoring.tasks import tick
from tests import build
from tournament.commands.floor import mark_seated
from tournament.errors import Refused
from tournament.models import Deadline, LogEntry
from tournament.queries.five_minutes import sitting_down

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
    game = build.game()
    sit(game, game.team("NS"), build.at(15, 1))
    return game


@pytest.fixture
def game(a_game):
    return build.again(a_game)


@pytest.fixture
def jo(request):
    found = request.getfixturevalue("asked" if "asked" in request.fixturenames else "game")
    return build.referee(found.event)


def sit(game, team, at):
    mark_seated(game=game, team=team, by=build.organizer(game.event), at=at)


def proposed():
    return Deadline.objects.proposed().first()


def strike(hand, jo, at):
    strike_hand(hand=hand, hand_id=uuid4(), reason="They were seated in time", by=jo, at=at)


# --- proposed to a referee first ------------------------------------------------------------------


def test_an_event_that_asks_first_forfeits_nothing_by_itself_and_proposes_once(asked):
    ticked = [tick(build.at(15, minute)) for minute in (5, 6, 7)]

    asked.refresh_from_db()
    assert (ticked, Hand.objects.exists(), asked.referee_called_at) == ([1, 0, 0], False, build.at(15, 5))
    assert "not seated. Forfeit the hand, or waive it with a reason." in asked.referee_called_for
    assert [row.words for row in late_hands(asked.event)] == ["not seated at 3:05 PM."]


def test_every_further_five_minutes_another_hand_is_proposed(asked):
    tick(build.at(15, 16))

    assert [row.words for row in late_hands(asked.event)] == [
        "not seated at 3:05 PM.",
        "not seated at 3:10 PM, the second hand.",
        "not seated at 3:15 PM, the third hand.",
    ]


def test_a_referee_forfeits_it_as_of_the_moment_it_came_due(asked, jo):
    tick(build.at(15, 7))

    forfeit_proposed_hand(deadline=proposed(), by=jo, at=build.at(15, 8))

    hand = Hand.objects.get()
    asked.refresh_from_db()
    assert (hand.facts["forfeited_by"], hand.at, str(hand.by)) == ("EW", build.at(15, 5), "Jo")
    assert (build.units(asked), asked.referee_called_at, late_hands(asked.event)) == ((1, 0), None, ())
    assert integrity(asked.event) == []


def test_a_referee_waives_it_with_a_reason(asked, jo):
    tick(build.at(15, 7))
    with pytest.raises(Refused, match="Write why"):
        waive_late_hand(deadline=proposed(), reason=" ", by=jo, at=build.at(15, 8))

    waive_late_hand(deadline=proposed(), reason="Stuck in the lift", by=jo, at=build.at(15, 8))

    tick(build.at(15, 9))
    asked.refresh_from_db()
    row = Deadline.objects.get(step=1)
    assert (build.units(asked), asked.referee_called_at) == ((0, 0), None)
    assert (row.waived_at, row.waived_because) == (build.at(15, 8), "Stuck in the lift")
    assert "Stuck in the lift" in LogEntry.objects.get(action="late.waived").words


@pytest.mark.parametrize("again", [forfeit_proposed_hand, waive_late_hand])
def test_what_was_decided_is_decided_once(asked, jo, again):
    tick(build.at(15, 7))
    row = proposed()
    forfeit_proposed_hand(deadline=row, by=jo, at=build.at(15, 8))

    with pytest.raises(Refused, match="decided already"):
        again(
            deadline=row, by=jo, at=build.at(15, 9), **({"reason": "x"} if again is waive_late_hand else {})
        )

    assert build.units(asked) == (1, 0)


def test_a_team_that_sits_down_before_it_is_decided_still_was_late(asked, jo):
    tick(build.at(15, 5))
    sit(asked, asked.team("EW"), build.at(15, 7))

    forfeit_proposed_hand(deadline=proposed(), by=jo, at=build.at(15, 9))
    tick(build.at(15, 20))

    assert build.units(asked) == (1, 0)


def test_three_hands_forfeited_by_a_referee_are_the_game_and_nothing_is_left_to_decide(asked, jo):
    tick(build.at(15, 16))

    for _ in range(3):
        forfeit_proposed_hand(deadline=proposed(), by=jo, at=build.at(15, 17))

    assert GameScore.objects.get(game=asked).winner == asked.team("NS")
    assert late_hands(asked.event) == ()


# --- taken back -----------------------------------------------------------------------------------


def test_a_forfeit_taken_back_does_not_come_again_by_itself(game, jo):
    tick(build.at(15, 6))

    strike(Hand.objects.get(), jo, build.at(15, 7))
    tick(build.at(15, 29))

    assert build.units(game) == (0, 0)
    assert not Deadline.objects.coming().exists()
    assert integrity(game.event) == []


def test_after_it_was_taken_back_a_referee_begins_the_five_minutes_anew(game, jo):
    tick(build.at(15, 6))
    strike(Hand.objects.get(), jo, build.at(15, 7))

    start_five_minutes(game=game, team=game.team("EW"), by=jo, at=build.at(15, 8))
    tick(build.at(15, 13))

    assert build.units(game) == (1, 0)


# --- restarted between hands ----------------------------------------------------------------------


@pytest.fixture
def played(game):
    """A game after two hands: North-South lead 2–0."""
    sit(game, game.team("EW"), build.at(15, 2))
    build.hands(game, [build.FOUR_MADE] * 2, at=build.at(15, 12))
    return game


def test_a_team_that_leaves_loses_no_more_than_the_game_needs(played, jo):
    start_five_minutes(game=played, team=played.team("EW"), by=jo, at=build.at(15, 14))

    tick(build.at(15, 29))

    assert GameScore.objects.get(game=played).winner == played.team("NS")
    assert list(Hand.objects.filter(device="clock").values_list("at", flat=True)) == [build.at(15, 19)]


def test_a_team_that_comes_back_in_time_loses_nothing(played, jo):
    start_five_minutes(game=played, team=played.team("NS"), by=jo, at=build.at(15, 14))
    played.refresh_from_db()
    assert sitting_down(played.event, build.at(15, 16))[played.pk].left.text == "3:00"

    sit(played, played.team("NS"), build.at(15, 17))
    tick(build.at(15, 29))

    assert build.units(played) == (2, 0)


def test_what_the_clock_still_owed_is_done_before_the_minutes_begin_anew(game, jo):
    sit(game, game.team("EW"), build.at(15, 7))

    catch_up_table(game=game, at=build.at(15, 20))
    start_five_minutes(game=game, team=game.team("NS"), by=jo, at=build.at(15, 20))
    tick(build.at(15, 26))

    assert list(Hand.objects.values_list("at", "facts__forfeited_by")) == [
        (build.at(15, 5), "EW"),
        (build.at(15, 25), "NS"),
    ]


@pytest.mark.parametrize(
    ("minute", "prepare", "sentence"),
    [
        pytest.param(3, None, "running at this table already", id="they run already"),
        pytest.param(31, "sit", "Time’s up", id="after the whistle"),
        pytest.param(20, "win", "isn't being played", id="a game that is over"),
    ],
)
def test_the_five_minutes_begin_only_where_a_game_is_being_played(game, jo, minute, prepare, sentence):
    if prepare:
        sit(game, game.team("EW"), build.at(15, 2))
    if prepare == "win":
        build.won(game, at=build.at(15, 15))

    with pytest.raises(Refused, match=sentence):
        start_five_minutes(game=game, team=game.team("EW"), by=jo, at=build.at(15, minute))


def test_the_five_minutes_begin_for_a_team_of_this_table_and_once_a_proposed_hand_is_decided(asked, jo):
    tick(build.at(15, 6))
    sit(asked, asked.team("EW"), build.at(15, 7))

    with pytest.raises(Refused, match="still to be decided"):
        start_five_minutes(game=asked, team=asked.team("EW"), by=jo, at=build.at(15, 8))
    forfeit_proposed_hand(deadline=proposed(), by=jo, at=build.at(15, 9))
    with pytest.raises(Refused, match="plays at this table"):
        start_five_minutes(game=asked, team=build.team(asked.event), by=jo, at=build.at(15, 10))


@pytest.mark.parametrize("game_is", ["fahrenheit", "cardsharks-detroit"])
def test_the_hand_that_comes_due_as_the_whistle_goes_is_forfeited_and_loses_the_game(game_is):
    event = build.event(game=game_is, ready_minutes=10)
    game = build.game(event)
    here = game.team("NS")
    sit(game, here, build.at(15, 1))

    for minute in (10, 20, 30, 40):
        tick(build.at(15, minute))

    game = build.again(game)
    assert game.round.whistle_at == build.at(15, 30)
    assert (game.score.winner, game.over_at) == (here, build.at(15, 30))
    assert game.hands.count() == 3
    assert integrity(event) == []


# --- where it costs the game (Rulebook E-214) ------------------------------------------------------


def late_for_columbus(**settings):
    game = build.game(build.event(game="columbus-no-kitty", late_forfeits="game", **settings))
    sit(game, game.team("NS"), build.at(15, 1))
    return game


def test_who_is_late_loses_the_game_and_its_bonus_goes_to_the_others():
    game = late_for_columbus()

    tick(build.at(15, 6))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("NS"), "forfeit")
    assert {side.name: side.points for side in game.sides.all()} == {"NS": 5, "EW": 0}
    assert integrity(game.event) == []


def test_where_hands_win_it_costs_as_many_as_the_game_needs_and_only_once():
    game = build.game(build.event(late_forfeits="game"))
    sit(game, game.team("NS"), build.at(15, 1))

    tick(build.at(15, 6))
    tick(build.at(15, 30))

    assert Hand.objects.filter(game=game).count() == 3
    assert {side.name: side.units for side in game.sides.all()} == {"NS": 3, "EW": 0}


def test_it_costs_nobody_the_game_if_both_are_late():
    game = build.game(build.event(late_forfeits="game"))

    tick(build.at(15, 6))

    assert not Hand.objects.filter(game=game).exists()


def test_who_leaves_the_table_later_still_forfeits_a_hand():
    game = late_for_columbus()
    sit(game, game.team("EW"), build.at(15, 2))
    build.hand(game, at=build.at(15, 10))
    start_five_minutes(game=game, team=game.team("EW"), by=build.referee(game.event), at=build.at(15, 11))

    tick(build.at(15, 17))

    assert Hand.objects.filter(game=game).count() == 2
    assert GameScore.objects.get(game=game).winner is None

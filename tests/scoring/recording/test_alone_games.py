"""Games in which everybody plays alone: Solo Bid Euchre at tables of four, Cutthroat at tables of three."""

from datetime import datetime
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from rules.competition.taking_part import EVERYBODY_ALONE
from rules.ruleset.hands import HandFacts
from scoring.integrity import integrity
from scoring.models import Ending, GameScore, Hand
from scoring.recording.commands_ending import end_at_whistle, forfeit_game
from scoring.recording.commands_late import forfeit_late_hand
from scoring.recording.commands_undo import undo_press
from scoring.rulings.commands_leaving import leave_game, return_to_game
from scoring.sheet.sheet import sheet, sheet_games
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import last_hand, sit, strike
from tests.scoring.alone import games_of, individuals
from tournament.errors import Refused
from tournament.event.sitting import sides_at
from tournament.models import Actor, Game, Seat
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SOLO, CUTTHROAT = "solo-bid-euchre", "cutthroat-bid-whist"
FIVE = {"bidder": "N", "bid": 5, "tricks": {"N": 5, "E": 0, "S": 0, "W": 0}}
TWO_OF_THREE = {"bidder": "N", "bid": 2, "tricks": {"N": 3, "E": 1, "S": 1, "W": 0}}
WEST_BID = TWO_OF_THREE | {"bidder": "W", "tricks": {"N": 0, "E": 1, "S": 1, "W": 3}}
TWELVE = {"bidder": "N", "level": 12, "strain": "uptown", "books": 15}


def first_game(key: str = SOLO, count: int = 4) -> Game:
    return games_of(build.called_round(individuals(count, game=key)))[0]


def jo(game: Game) -> Actor:
    return build.organizer(game.event)


def has_no_result(game: Game, at: datetime | None = None) -> bool:
    """Whether a game is over with no result, since ``at``."""
    over_at, score = build.again(game).over_at, GameScore.objects.get(game=game)
    is_over = bool(over_at) and at in (None, over_at)
    return is_over and (score.ending, score.winner) == (Ending.VOID, None) and integrity(game.event) == []


def test_a_game_that_everybody_plays_alone_is_seated_so_for_any_choice():
    event = build.event(game=SOLO, seating="swiss")

    change_event(event=event, plan=plan_of(event), by=build.organizer(event), at=build.MEET)

    assert (event.phases.get(kind="one").seating, event.way) == ("alone", EVERYBODY_ALONE)


@pytest.mark.both
def test_four_sit_at_a_table_and_three_at_one_of_cutthroat_each_alone():
    solo = first_game()
    cutthroat = build.called_round(individuals(7, game=CUTTHROAT))

    assert (sides_at(solo), str(solo)) == (("N", "E", "S", "W"), "Ann 1, Ann 2, Ann 3, Ann 4")
    assert [sides_at(game) for game in games_of(cutthroat)] == [("N", "E", "W")] * 2
    assert Game.objects.filter(round=cutthroat, kind="bye").count() == 1


@pytest.mark.parametrize(
    ("key", "count", "facts", "points", "units"),
    [
        pytest.param(SOLO, 4, TWO_OF_THREE, (21, 5, 5, 0), (1, 0, 0, 0), id="four alone"),
        pytest.param(CUTTHROAT, 3, TWELVE | {"bidder": "W"}, (0, 0, 15), (0, 0, 1), id="three alone"),
    ],
)
def test_a_hand_gives_each_player_their_points_and_seats_them(key, count, facts, points, units):
    game = first_game(key, count)

    build.hand(game, facts)

    assert (build.points(game), build.units(game)) == (points, units)
    assert len({side.seated_at for side in build.again(game).by_side().values()} - {None}) == 1
    assert integrity(game.event) == []


def test_the_first_to_fifty_points_wins_the_game():
    game = first_game()

    build.hand(game, FIVE | {"bidder": "S", "tricks": {"N": 0, "E": 0, "S": 5, "W": 0}})

    score = GameScore.objects.get(game=game)
    assert (score.winner_id, score.ending, score.game.side("S").points) == (game.team("S").pk, Ending.WON, 50)
    rows = {row.team_id: (row.won, row.lost, row.points) for row in standings(game.event).rows}
    assert rows[game.team("S").pk] == (1, 0, 50)
    assert rows[game.team("W").pk] == (0, 1, 0)


@pytest.mark.parametrize(
    ("key", "count", "facts", "sentence"),
    [
        pytest.param(SOLO, 4, TWO_OF_THREE | {"bid": 6}, "bid", id="a bid of six"),
        pytest.param(CUTTHROAT, 3, TWELVE | {"bidder": "S"}, "bidder", id="nobody sits South"),
    ],
)
def test_what_cannot_happen_at_such_a_table_is_refused(key, count, facts, sentence):
    game = first_game(key, count)

    with pytest.raises(Refused, match=sentence):
        build.hand(game, facts)

    assert Hand.objects.count() == 0


def test_tied_at_the_whistle_the_one_who_scores_most_in_one_more_hand_wins():
    game = first_game()
    build.hands(game, [TWO_OF_THREE, WEST_BID])
    end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 31))
    assert not build.again(game).over_at

    # East makes the bid, but North and West alone are tied at the top.
    tricks = {"N": 0, "E": 4, "S": 0, "W": 1}
    build.hand(game, {"bidder": "E", "bid": 1, "tricks": tricks}, at=build.at(15, 34))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("W"), Ending.DECIDER)
    assert build.points(game) == (21, 10, 10, 21)
    assert integrity(game.event) == []


def test_a_player_who_gives_the_game_up_loses_it_to_the_leader():
    game = first_game()
    build.hand(game, WEST_BID)

    by = build.organizer(game.event)
    forfeit_game(game=game, side="S", hand_ids=[uuid4()], by=by, at=build.at(15, 12))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("W"), Ending.FORFEIT)
    assert integrity(game.event) == []


@pytest.mark.both
def test_one_late_player_forfeits_a_hand_and_two_call_a_referee():
    one, two = games_of(build.called_round(individuals(8, game=SOLO)))
    for game, here in ((one, "NES"), (two, "NE")):
        for side in here:
            sit(game, game.team(side), build.at(15, 1))

    for due in one.event.deadlines.coming():
        forfeit_late_hand(deadline=due, by=build.organizer(one.event), at=due.due_at)

    assert Hand.objects.get(game=one).facts == {"forfeited_by": "W"}
    assert not Hand.objects.filter(game=two).exists()
    assert build.again(two).referee_called_for == (
        "More than one player is late, so nobody scores. Start the game, or give no result."
    )


@pytest.mark.parametrize(("key", "count"), [(SOLO, 4), (CUTTHROAT, 3)])
def test_an_absent_player_is_out_after_three_hands_and_a_tie_has_no_result(key, count):
    game = first_game(key, count)
    for side in sides_at(game)[:-1]:
        sit(game, game.team(side), build.at(15, 2))

    tick(build.at(15, 20))
    tick(build.at(15, 21))

    assert [(hand.at, hand.facts) for hand in Hand.objects.order_by("sequence")] == [
        (build.at(15, minute), {"forfeited_by": "W"}) for minute in (5, 10, 15)
    ]
    assert not game.deadlines.coming().exists()
    assert has_no_result(game, at=build.at(15, 15))

    strike(last_hand(game), at=build.at(15, 22))

    assert (build.again(game).over_at, integrity(game.event)) == (None, [])


def test_who_is_late_where_it_costs_the_game_ends_it_with_no_result():
    event = individuals(4, game=SOLO, late_forfeits="game")
    [game] = games_of(build.called_round(event))
    for side in "NES":
        sit(game, game.team(side), build.at(15, 2))

    tick(build.at(15, 25))

    assert Hand.objects.filter(game=game).count() == 1
    assert has_no_result(game, at=build.at(15, 5))


@pytest.mark.parametrize(("key", "count"), [(SOLO, 4), (CUTTHROAT, 3)])
def test_giving_up_while_the_others_are_tied_ends_a_game_without_result(key, count):
    game = first_game(key, count)
    at = build.at(15, 12)

    forfeit_game(game=game, side="W", hand_ids=[uuid4() for _ in range(3)], by=jo(game), at=at)

    assert Hand.objects.filter(game=game).count() == 1
    assert has_no_result(game, at=at)
    shown = sheet(sheet_games(game.event).get(pk=game.pk), at)
    assert (shown.stage, shown.result) == (
        "void",
        "No result: one is out, and the others are tied (Rulebook E-55).",
    )
    with pytest.raises(Refused, match="press Change beside the forfeit and take it back on its sheet, then"):
        build.hand(game, at=at)

    undo_press(game=game, press=shown.undo.press, key=uuid4(), by=jo(game), at=at)

    assert (build.again(game).over_at, integrity(game.event)) == (None, [])


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        pytest.param([TWO_OF_THREE, WEST_BID], "N", id="of two who are tied one gives up"),
        pytest.param([], None, id="all are tied"),
    ],
)
def test_giving_up_before_the_deciding_hand_loses_the_game(hands, winner):
    game = first_game()
    build.hands(game, hands)
    end_at_whistle(game=game, by=jo(game), at=build.at(15, 31))

    forfeit_game(game=game, side="W", hand_ids=[uuid4()], by=jo(game), at=build.at(15, 34))

    score = GameScore.objects.get(game=game)
    assert score.winner == (game.team(winner) if winner else None)
    assert score.ending == (Ending.FORFEIT if winner else Ending.VOID)
    assert (build.again(game).over_at, integrity(game.event)) == (build.at(15, 34), [])


def test_three_forfeited_hands_end_a_tied_game_with_no_result():
    game = first_game()

    build.hands(game, [HandFacts(forfeited_by="W")] * 3, at=build.at(15, 10))

    assert has_no_result(game)


def test_a_player_who_leaves_a_tied_game_ends_it_with_no_result():
    game = first_game()
    build.hand(game, TWO_OF_THREE | {"bid": 1, "tricks": {"N": 1, "E": 2, "S": 2, "W": 0}})

    leave_game(team=game.team("N"), key=uuid4(), by=build.organizer(game.event), at=build.at(15, 12))

    assert has_no_result(game)

    return_to_game(team=game.team("N"), by=jo(game), at=build.at(15, 14))

    assert (build.again(game).over_at, integrity(game.event)) == (None, [])


def test_the_database_seats_nobody_twice():
    one, two = games_of(build.called_round(individuals(8, game=SOLO)))

    for game, chair in ((one, "N"), (two, "S")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(game=game, chair=chair).update(team=one.team("E"))

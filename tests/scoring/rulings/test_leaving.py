"""A team leaves while it has a game."""

from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.rulings.commands_leaving import leave_game, return_to_game
from scoring.rulings.left_games import what_leaving_ends
from scoring.standings.standings import standings
from tests import build
from tests.scoring.phase_two import begun, bracket_game, called, won
from tests.scoring.rounds.seating import event_of
from tournament.entries.commands_presence import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Team


def left(team, at=build.THREE, key=None):
    """Let a team leave its game and the event."""
    return leave_game(team=team, key=key or uuid4(), by=build.organizer(team.event), at=at)


def waiting(**call):
    """The game of a called round that waits for a table."""
    row = build.called_round(event_of(4, tables=1), **call)
    return row.games.waiting().with_everybody().get()


def test_a_game_that_has_begun_is_forfeited_once_before_its_team_can_leave():
    game, key = build.game(), uuid4()
    build.hand(game)
    with pytest.raises(Refused, match=r"in a game at Table 1\. That game is forfeited, then they can leave"):
        withdraw_team(team=game.team("N"), by=build.organizer(game.event), at=build.THREE)

    for _ in range(2):
        left(game.team("N"), at=build.at(15, 20), key=key)

    game.refresh_from_db()
    assert (game.score.winner, game.score.ending) == (game.team("E"), "forfeit")
    assert Team.objects.get(pk=game.team("N").pk).withdrawn_at == build.at(15, 20)
    assert game.event.log.filter(action="team.withdrew").count() == 1
    assert integrity(game.event) == []


def test_a_game_that_waits_for_a_table_gives_the_other_team_the_bye():
    game = waiting()
    with pytest.raises(Refused, match="waits for a table"):
        withdraw_team(team=game.team("N"), by=build.organizer(game.event), at=build.THREE)

    left(game.team("N"))

    assert Game.objects.get(kind="bye", recalled_at=None).team("N") == game.team("E")


def test_a_game_that_waited_past_the_whistle_is_taken_back():
    game = waiting(at=build.at(16, 30))

    left(game.team("N"), at=build.at(17))

    game.refresh_from_db()
    assert game.recalled_at == build.at(17)


def test_a_team_without_a_game_just_leaves_and_may_come_back():
    team = build.team(build.event())

    left(team)
    assert Team.objects.get(pk=team.pk).withdrawn_at == build.THREE

    return_team(team=team, by=build.organizer(team.event), at=build.at(15, 10))
    assert team.event.teams.present().count() == 1


# --- the way back ---------------------------------------------------------------------------------


def back(team, at):
    return return_to_game(team=Team.objects.get(pk=team.pk), by=build.organizer(team.event), at=at)


def state(game):
    """A game as its page shows it, and the standings."""
    game = build.again(game)
    return (game.over_at, build.units(game), game.score.winner, game.score.ending, standings(game.event).rows)


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize("is_back", [False, True], ids=["at once", "returned first"])
def test_a_team_that_comes_back_gets_the_game_that_it_forfeited_by_leaving(is_back):
    game = build.game()
    build.hand(game)
    as_it_was = state(game)
    left(game.team("N"), at=build.at(15, 20))
    if is_back:
        return_team(team=game.team("N"), by=build.organizer(game.event), at=build.at(15, 21))

    back(game.team("N"), at=build.at(15, 22))

    assert state(game) == as_it_was
    assert Team.objects.get(pk=game.team("N").pk).withdrawn_at is None
    build.hand(game, at=build.at(15, 25))
    assert integrity(game.event) == []


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize(
    ("built", "at", "sentence"),
    [
        pytest.param(lambda event: None, build.at(15, 31), "whistle of that round has gone", id="whistle"),
        pytest.param(
            lambda event: build.called_round(event, at=build.at(15, 30)),
            build.at(15, 30),
            "Round 2 was paired by the standings since",
            id="next round",
        ),
    ],
)
def test_a_forfeited_game_stays_once_something_was_built_on_it(built, at, sentence):
    event = event_of(3)
    game = build.called_round(event).games.filter(kind="game").get()
    build.hand(game)
    left(game.team("N"), at=build.at(15, 20))
    built(event)

    with pytest.raises(Refused, match=sentence):
        back(game.team("N"), at=at)

    assert Team.objects.get(pk=game.team("N").pk).withdrawn_at
    return_team(team=game.team("N"), by=build.organizer(event), at=at)


@pytest.mark.parametrize("plan", [{}, {"phase_two": {"format": "robin"}}], ids=["single", "robin"])
def test_in_phase_two_the_walkovers_of_that_moment_are_games_again(plan):
    event = begun(5, **plan)
    first, second = ("R1.1", "R1.2") if plan else ("S1", "S2")
    won(event, second)
    game = called(event, first)
    build.hand(game, at=build.at(17, 8))
    games = Game.objects.standing().filter(event=event, phase__kind="two", over_at__isnull=False)
    over = games.order_by("pk").values_list("bracket_position", "over_at", "score__ending", "score__winner")
    as_it_was = list(over.all())
    left(game.team("NS"), at=build.at(17, 12))

    back(game.team("NS"), at=build.at(17, 14))

    assert list(over.all()) == as_it_was
    assert (bracket_game(event, first).over_at, build.units(bracket_game(event, first))) == (None, (1, 0))
    assert integrity(event) == []


@pytest.mark.both
@pytest.mark.parametrize(
    ("lead", "sentence"),
    [
        pytest.param(lambda event: None, "hasn’t begun: the team with the bye takes their place", id="first"),
        pytest.param(lambda event: build.hand(event.games.get()), "is forfeited. It can be given", id="hand"),
    ],
)
def test_the_question_before_a_team_leaves_says_what_that_ends(lead, sentence):
    game = build.game()
    lead(game.event)

    assert sentence in what_leaving_ends(game.team("N"), build.at(15, 12))


@pytest.mark.slow
@pytest.mark.both
def test_before_phase_two_the_question_says_that_the_next_in_line_moves_up():
    event = begun(5)

    assert "the next in line moves up" in what_leaving_ends(
        bracket_game(event, "S1").team("NS"), build.at(17, 2)
    )
    won(event, "S1")
    assert "has a walkover" in what_leaving_ends(bracket_game(event, "S2").team("NS"), build.at(17, 12))

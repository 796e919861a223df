"""Teams of three: which two play each game (Rulebook E-121 to E-123)."""

from uuid import uuid4

import pytest

from pages.player.now import team_now
from scoring.hands.chairs import players_of
from scoring.rounds.commands_seating_by_hand import choose_who_rests
from scoring.sheet.sheet import sheet, sheet_games
from tests import build
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_team
from tournament.errors import Refused
from tournament.floor.commands_substitutes import seat_substitute
from tournament.floor.seats_now import seats
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.tampers


def three(event, *names, team="Kitty Katz"):
    names = names or ("Ann", "Bo", "Cy")
    made = sign_up_team(
        event=event, key=uuid4(), name=team, players=names, by=build.organizer(event), at=build.MEET
    )
    return check_in_team(team=made, by=build.organizer(event), at=build.MEET)


def a_game():
    """The first game of Kitty Katz, a team of three, against Aces, a team of two."""
    event = build.event(third_player=True)
    team = three(event)
    build.team(event, "Aces")
    return build.called_round(event).games.get(), team


def sitting(game, team):
    game = build.again(game)
    return next(names for side, names in players_of(game).items() if game.team(side) == team)


def benches(game):
    return [bench.words for bench in sheet(sheet_games(game.event).get(pk=game.pk), build.THREE).benches]


def rests(game, team, name):
    player = team.players.get(name=name)
    return choose_who_rests(game=game, player=player, by=build.organizer(game.event), at=build.THREE)


def next_game(event, *at):
    build.ended(event.games.all(), build.at(*at))
    return build.called_round(event, build.at(*at)).games.get()


def test_a_team_comes_with_two_or_three_names():
    event = build.event(third_player=True)

    assert three(event).players.count() == 3
    assert three(event, "Di", "Ed", "", team="Two").players.count() == 2
    for names in (("Flo",), ("Flo", "Gus", "Hal", "Ida")):
        with pytest.raises(Refused, match="A team is two or three players: write two or three names"):
            three(event, *names, team="Other")


def test_where_teams_are_of_two_a_third_name_is_refused():
    with pytest.raises(Refused, match="write both names"):
        three(build.event())


@pytest.mark.both
def test_the_player_named_last_sits_out_first_and_everybody_page_says_so():
    game, team = a_game()
    event = game.event

    found = sheet(sheet_games(event).get(pk=game.pk), build.THREE)
    card = team_now(event, team, build.THREE).card
    row = next(row for row in seats(event).teams if row.team.team_id == team.pk)
    [table] = seats(event).tables

    assert sitting(game, team) == ["Ann", "Bo"]
    assert row.players == ("Ann", "Bo")
    assert ("Ann", "Bo") in [side.players for side in table.sides]
    assert ("Ann", "Bo") in [side.players for side in found.sides]
    assert benches(game) == ["Cy sits out"]
    assert card.line.startswith("Ann sits ")
    assert card.quiet == "against Aces · Cy sits out"


def test_in_the_next_rounds_the_others_sit_out_by_turns():
    game, team = a_game()

    assert sitting(game, team) == ["Ann", "Bo"]
    assert sitting(next_game(game.event, 15, 30), team) == ["Ann", "Cy"]
    assert sitting(next_game(game.event, 16), team) == ["Bo", "Cy"]
    assert sitting(next_game(game.event, 16, 30), team) == ["Ann", "Bo"]


@pytest.mark.both
def test_a_team_of_three_changes_who_sits_out_until_the_first_hand():
    game, team = a_game()
    event, entries = game.event, game.event.log.count()

    rests(game, team, "Cy")
    assert event.log.count() == entries

    rests(game, team, "Ann")
    assert sitting(game, team) == ["Bo", "Cy"]
    assert event.log.last().words == f"Ann sits out the game of Kitty Katz at {game.table}."

    build.hand(build.again(game))
    with pytest.raises(Refused, match="The first hand is dealt"):
        rests(game, team, "Bo")
    assert sitting(game, team) == ["Bo", "Cy"]
    assert sitting(next_game(event, 16), team) == ["Ann", "Bo"]


def test_nobody_sits_out_of_a_team_of_two_or_of_another_table():
    game, _ = a_game()
    aces = game.event.teams.get(name="Aces")
    elsewhere = three(game.event, "Di", "Ed", "Flo", team="Elsewhere")

    with pytest.raises(Refused, match="Aces has nobody else to sit here"):
        rests(game, aces, aces.players.first().name)
    with pytest.raises(Refused, match="Di doesn’t play in this game"):
        rests(game, elsewhere, "Di")


def test_a_substitute_takes_the_turn_of_who_left():
    game, team = a_game()
    cy, by = team.players.get(name="Cy"), build.organizer(game.event)

    seat_substitute(key=uuid4(), player=cy, name="Zoe", reason="Ill", by=by, at=build.THREE)

    assert sitting(game, team) == ["Ann", "Bo"]
    assert benches(game) == ["Zoe sits out"]


def test_an_event_can_allow_a_third_player_after_teams_have_signed_up():
    event = build.event()
    build.team(event)

    def allows(third_player):
        plan = plan_of(event).with_(third_player=third_player)
        change_event(event=event, plan=plan, by=build.organizer(event), at=build.MEET)

    allows(third_player=True)
    event.refresh_from_db()
    assert three(event).players.count() == 3

    with pytest.raises(Refused, match="Kitty Katz has signed up with three players"):
        allows(third_player=False)


def test_a_team_of_three_long_names_is_called_by_their_first_names():
    team = three(build.event(third_player=True), "A" * 40, "B" * 40, "C" * 40, team="")

    assert len(team.name) <= 60
    assert team.name.count(" & ") == 2

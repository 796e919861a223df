"""Teams of three: which two play each game (Rulebook E-121 to E-123)."""

from uuid import uuid4

import pytest

from pages.player.now import team_now
from scoring.commands.seating_by_hand import choose_who_rests
from scoring.queries.game.sheet import sheet, sheet_games
from scoring.queries.hands.chairs import players_of
from tests import build
from tournament.commands.events import change_event
from tournament.commands.substitutes import seat_substitute
from tournament.commands.teams import check_in_team, sign_up_team
from tournament.errors import Refused
from tournament.queries.plan import plan_of
from tournament.queries.seats import seats

NAMES = ("Ann", "Bo", "Cy")


def three(event, *names, team="Kitty Katz"):
    made = sign_up_team(
        event=event, key=uuid4(), name=team, players=names or NAMES, by=build.organizer(event), at=build.MEET
    )
    return check_in_team(team=made, by=build.organizer(event), at=build.MEET)


@pytest.fixture
def event():
    return build.event(third_player=True)


@pytest.fixture
def team(event):
    return three(event)


@pytest.fixture
def game(event, team):
    build.team(event, "Aces")
    return build.called_round(event).games.get()


def sitting(game, team):
    game = build.again(game)
    return next(names for side, names in players_of(game).items() if game.team(side) == team)


def rests(game, team, name, at=build.THREE):
    player = team.players.get(name=name)
    return choose_who_rests(game=game, player=player, by=build.organizer(game.event), at=at)


def test_a_team_comes_with_two_or_three_names(event):
    assert three(event).players.count() == 3
    assert three(event, "Di", "Ed", "", team="Two").players.count() == 2
    for names in (("Flo",), ("Flo", "Gus", "Hal", "Ida")):
        with pytest.raises(Refused, match="A team is two or three players: write two or three names"):
            three(event, *names, team="Other")


def test_where_teams_are_of_two_a_third_name_is_refused():
    with pytest.raises(Refused, match="write both names"):
        three(build.event())


def test_the_player_named_last_sits_out_first_and_everybody_page_says_so(event, game, team):
    found = sheet(sheet_games(event).get(pk=game.pk), build.THREE)
    card = team_now(event, team, build.THREE).card
    row = next(row for row in seats(event).teams if row.team.team_id == team.pk)
    [table] = seats(event).tables

    assert sitting(game, team) == ["Ann", "Bo"]
    assert row.players == ("Ann", "Bo")
    assert ("Ann", "Bo") in [side.players for side in table.sides]
    assert ("Ann", "Bo") in [side.players for side in found.sides]
    assert [bench.words for bench in found.benches] == ["Cy sits out"]
    assert card.line.startswith("Ann sits ")
    assert card.quiet == "against Aces · Cy sits out"


def test_in_the_next_rounds_the_others_sit_out_by_turns(event, game, team):
    seen = [sitting(game, team)]
    for hour, minute in ((15, 30), (16, 0), (16, 30)):
        build.ended(event.games.all(), build.at(hour, minute))
        row = build.called_round(event, build.at(hour, minute)).games.get()
        seen.append(sitting(row, team))

    assert seen == [["Ann", "Bo"], ["Ann", "Cy"], ["Bo", "Cy"], ["Ann", "Bo"]]


def test_a_team_changes_who_sits_until_the_first_hand(event, game, team):
    rests(game, team, "Ann")

    assert sitting(game, team) == ["Bo", "Cy"]
    assert event.log.last().words == f"Ann sits out the game of Kitty Katz at {game.table}."

    build.hand(build.again(game))
    with pytest.raises(Refused, match="The first hand is dealt"):
        rests(game, team, "Bo")
    assert sitting(game, team) == ["Bo", "Cy"]


def test_choosing_the_same_again_writes_nothing(event, game, team):
    before = event.log.count()

    rests(game, team, "Cy")

    assert event.log.count() == before


def test_whoever_was_chosen_to_sit_out_sits_in_the_next_game(event, game, team):
    rests(game, team, "Ann")
    build.ended(event.games.all(), build.at(15, 50))

    row = build.called_round(event, build.at(16)).games.get()

    assert sitting(row, team) == ["Ann", "Bo"]


def test_nobody_sits_out_of_a_team_of_two_or_of_another_table(event, game, team):
    aces = event.teams.get(name="Aces")
    with pytest.raises(Refused, match="Aces has nobody else to sit here"):
        rests(game, aces, aces.players.first().name)
    elsewhere = three(event, "Di", "Ed", "Flo", team="Elsewhere")
    with pytest.raises(Refused, match="Di doesn't play in this game"):
        rests(game, elsewhere, "Di")


def test_a_substitute_takes_the_turn_of_who_left(event, game, team):
    seat_substitute(
        key=uuid4(), player=team.players.get(name="Cy"), name="Zoe", reason="Ill",
        by=build.organizer(event), at=build.THREE,
    )  # fmt: skip

    assert sitting(game, team) == ["Ann", "Bo"]
    [bench] = sheet(sheet_games(event).get(pk=game.pk), build.THREE).benches
    assert bench.words == "Zoe sits out"


def test_an_event_can_allow_a_third_player_after_teams_have_signed_up():
    event = build.event()
    build.team(event)

    change_event(
        event=event, plan=plan_of(event).with_(third_player=True), by=build.organizer(event), at=build.MEET
    )
    event.refresh_from_db()
    assert three(event).players.count() == 3

    with pytest.raises(Refused, match="Kitty Katz has signed up with three players"):
        change_event(
            event=event,
            plan=plan_of(event).with_(third_player=False),
            by=build.organizer(event),
            at=build.MEET,
        )


def test_a_team_of_three_long_names_is_called_by_their_first_names(event):
    team = three(event, "A" * 40, "B" * 40, "C" * 40, team="")

    assert len(team.name) <= 60
    assert team.name.count(" & ") == 2

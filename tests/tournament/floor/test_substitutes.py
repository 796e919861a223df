"""A substitute for a player (Rulebook E-20)."""

from uuid import uuid4

import pytest

from pages.hall.screen import screen
from pages.player.now import team_now
from scoring.standings.standings import standings
from tests import build
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.event.names import player_names
from tournament.floor.commands_substitutes import return_player, seat_substitute
from tournament.floor.seats_now import seats


@pytest.fixture
def team():
    return build.team(build.event(), "Kitty Katz")


def sits_in(player, name="Cleo", reason="Ill", key=None):
    more = {"reason": reason, "by": build.organizer(player.event), "at": build.at(15, 20)}
    return seat_substitute(key=key or uuid4(), player=player, name=name, **more)


def row_of(team):
    return next(row for row in standings(team.event).rows if row.team_id == team.pk)


def seat_of(team):
    return next(row for row in seats(team.event).teams if row.team.team_id == team.pk)


def test_a_substitute_sits_once_on_the_chair_of_the_one_who_left(team):
    (dee, ray), key = team.players.all(), uuid4()

    assert sits_in(dee, key=key) == sits_in(dee, key=key)

    assert player_names(team.players.all()) == ("Cleo", ray.name)
    assert team.event.log.last().words == f"Cleo substitutes for {dee} in Kitty Katz: Ill"


def test_a_mid_game_substitute_is_shown_and_the_team_keeps_its_score():
    game = build.game()
    build.hand(game)
    team = game.team("NS")

    sits_in(team.players.first())

    assert (row_of(team).units, seat_of(team).players[0]) == (1, "Cleo")
    assert team_now(game.event, team, build.at(15, 21)).players[0] == "Cleo"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param({"name": " "}, "Write the substitute’s name", id="nobody"),
        pytest.param({"name": "x" * 61}, "At most 60 characters", id="too long a name"),
        pytest.param({"name": "RAY 1"}, "plays here already", id="the partner"),
        pytest.param({"reason": ""}, "Write why", id="no reason"),
    ],
)
def test_what_is_missing_of_a_substitute_is_asked_for(team, typed, sentence):
    with pytest.raises(Refused, match=sentence):
        sits_in(team.players.first(), **typed)


def test_an_original_player_stays_and_only_a_player_gets_a_substitute(team):
    dee, ray = team.players.all()
    sits_in(dee)

    with pytest.raises(Refused, match="none of the original players of Kitty Katz is left"):
        sits_in(ray, name="Mo")
    with pytest.raises(Refused, match="doesn’t play any more"):
        sits_in(dee, name="Mo")
    withdraw_team(team=team, by=build.organizer(team.event), at=build.at(16))
    with pytest.raises(Refused, match="has withdrawn"):
        sits_in(ray, name="Mo")


def test_what_is_won_stays_with_the_person_and_not_with_a_substitute():
    event = build.event(seating="alone")
    build.people(event, 5)
    game = build.called_round(event).games.select_related("event").with_everybody().get(kind="game")
    build.hand(game)
    south = game.team("S")

    sits_in(south.players.get())
    build.hands(game, [build.FOUR_MADE] * 2, at=build.at(15, 21))

    row, seat = row_of(south), seat_of(south)
    assert (row.units, row.won, row.name) == (3, 1, south.name)
    assert (seat.sits_in, seat.players) == ("Cleo", ("Cleo",))


def test_somebody_else_may_follow_and_the_person_may_be_back():
    event = build.event(seating="alone")
    (ann,) = build.people(event, 1)
    own = ann.players.get()
    mo = sits_in(sits_in(own), name="Mo")

    return_player(player=own, by=build.organizer(event), at=build.at(16))

    assert mo.stands_in_for == own
    assert player_names(ann.players.all()) == ("Ann 1",)
    assert [row.words for row in event.log.all()][-2:] == [
        "Mo substitutes for Ann 1: Ill",
        "Ann 1 is back. Thank you, Mo.",
    ]


def test_partner_and_screen_name_the_substitute_of_a_person_who_came_alone():
    event = build.event(seating="alone")
    build.people(event, 4)
    game, at = build.called_round(event).games.get(), build.at(15, 21)
    partner, cleo = game.team("NS"), f"Cleo (for {game.team('S')})"

    sits_in(game.team("S").players.get())

    card = team_now(event, partner, at).card
    assert cleo in card.line + card.why
    seated = next(side for side in seats(event).tables[0].sides if side.team.number == partner.number)
    assert seated.team.name == f"{partner} & {cleo}"
    assert cleo in [row.called for column in screen(event, at, 0).panel.seats for row in column]

"""A substitute for a player (Rulebook E-20)."""

from uuid import uuid4

import pytest

from pages.hall.screen import screen
from pages.player.now import team_now
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.substitutes import return_player, seat_substitute
from tournament.commands.teams import withdraw_team
from tournament.errors import Refused
from tournament.queries.names import player_names
from tournament.queries.seats import seats


@pytest.fixture
def team():
    return build.team(build.event(), "Kitty Katz")


def sits_in(player, name="Cleo", reason="Ill", key=None):
    return seat_substitute(
        key=key or uuid4(), player=player, name=name, reason=reason,
        by=build.organizer(player.event), at=build.at(15, 20),
    )  # fmt: skip


def test_a_substitute_sits_on_the_chair_of_the_one_who_left(team):
    dee, ray = team.players.all()

    sits_in(dee)

    assert player_names(team.players.all()) == ("Cleo", ray.name)
    assert team.event.log.last().words == f"Cleo substitutes for {dee} in Kitty Katz: Ill"


def test_in_the_middle_of_a_game_the_team_keeps_its_score_and_shows_the_new_name():
    event = build.event()
    game = build.game(event)
    build.hand(game)

    sits_in(game.team("NS").players.first())

    row = next(row for row in standings(event).rows if row.team_id == game.team("NS").pk)
    seat = next(row for row in seats(event).teams if row.team.team_id == game.team("NS").pk)
    assert row.units == 1
    assert seat.players[0] == "Cleo"
    assert team_now(event, game.team("NS"), build.at(15, 21)).players[0] == "Cleo"


def test_a_substitute_sent_twice_sits_in_once(team):
    dee, key = team.players.first(), uuid4()

    assert sits_in(dee, key=key) == sits_in(dee, key=key)

    assert team.players.filter(left_at=None).count() == 2


def test_one_of_the_original_players_stays(team):
    dee, ray = team.players.all()
    sits_in(dee)

    with pytest.raises(Refused, match="none of the original players of Kitty Katz is left"):
        sits_in(ray, name="Mo")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        pytest.param({"name": " "}, "Write the substitute's name", id="nobody"),
        pytest.param({"name": "x" * 61}, "At most 60 characters", id="too long a name"),
        pytest.param({"name": "RAY 1"}, "plays here already", id="the partner"),
        pytest.param({"reason": ""}, "Write why", id="no reason"),
    ],
)
def test_what_is_missing_of_a_substitute_is_asked_for(team, told, sentence):
    with pytest.raises(Refused, match=sentence):
        sits_in(team.players.first(), **told)


def test_nobody_sits_in_for_somebody_who_does_not_play(team):
    dee = team.players.first()
    sits_in(dee)

    with pytest.raises(Refused, match="doesn't play any more"):
        sits_in(dee, name="Mo")
    withdraw_team(team=team, by=build.organizer(team.event), at=build.at(16))
    with pytest.raises(Refused, match="has withdrawn"):
        sits_in(team.players.last(), name="Mo")


@pytest.fixture
def ann():
    event = build.event(seating="alone")
    return build.people(event, 5)[0]


def test_what_is_won_stays_with_the_person_whoever_sits_in(ann):
    row = build.called_round(ann.event)
    game = row.games.filter(kind="game").select_related("event").with_everybody().get()
    build.hand(game)

    sits_in(game.team("S").players.get())
    build.hands(game, [build.FOUR_MADE] * 2, at=build.at(15, 21))

    row = next(row for row in standings(ann.event).rows if row.team_id == game.team("S").pk)
    seat = next(row for row in seats(ann.event).teams if row.team.team_id == game.team("S").pk)
    assert (row.units, row.won, row.name) == (3, 1, game.team("S").name)
    assert (seat.sits_in, seat.players) == ("Cleo", ("Cleo",))


def test_somebody_else_may_follow_and_the_person_may_be_back(ann):
    own = ann.players.get()
    cleo = sits_in(own)
    mo = sits_in(cleo, name="Mo")

    return_player(player=own, by=build.organizer(ann.event), at=build.at(16))

    assert mo.stands_in_for == own
    assert player_names(ann.players.all()) == ("Ann 1",)
    assert [row.words for row in ann.event.log.all()][-2:] == [
        "Mo substitutes for Ann 1: Ill",
        "Ann 1 is back. Thank you, Mo.",
    ]


def test_partner_and_screen_name_the_person_who_sits_in_for_somebody_who_came_alone():
    event = build.event(seating="alone")
    build.people(event, 4)
    game = build.called_round(event).games.get()

    sits_in(game.team("S").players.get())

    partner = team_now(event, game.team("NS"), build.at(15, 21))
    assert f"Cleo (for {game.team('S')})" in partner.card.line + partner.card.why
    there = next(side for side in seats(event).tables[0].sides if side.team.number == game.team("NS").number)
    assert there.team.name == f"{game.team('NS')} & Cleo (for {game.team('S')})"
    assert f"Cleo (for {game.team('S')})" in [
        row.called for column in screen(event, build.at(15, 21), 0).panel.seats for row in column
    ]

"""Substitutes from the people present, and their consent (Rulebook E-125 to E-127)."""

from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.rounds.commands_rounds import recall_round
from scoring.rounds.commands_seating_by_hand import choose_who_rests, swap_teams
from scoring.standings.standings import standings
from tests import build
from tests.scoring.acting import last_hand, strike
from tournament.entries.commands_presence import withdraw_team
from tournament.entries.commands_sign_up import add_player, sign_up_single
from tournament.erasing.commands_taking_out import take_out_player
from tournament.errors import Refused
from tournament.event.names import player_names
from tournament.event.sitting import chairs_at, free_people
from tournament.floor.calling import game_to_play
from tournament.floor.commands_seats import make_games
from tournament.floor.commands_substitutes import (
    answer_request,
    ask_to_substitute,
    return_player,
    seat_substitute,
)
from tournament.models import Actor, Game, Player

NOW = build.at(15, 2)


@pytest.fixture(scope="module")
def a_game(kept):
    """A game of round 1. There are five teams, so one has the bye."""
    event = build.event()
    build.teams(event, 5)
    return build.called_round(event).games.exclude(kind="bye").first()


@pytest.fixture
def game(a_game):
    return build.again(a_game)


@pytest.fixture
def team(game):
    """North-South of the game, of whom somebody is missing."""
    return game.team("NS")


@pytest.fixture
def helper(game):
    """One of the two who have the bye."""
    return resting(game.event).players.first()


def by(event):
    return build.organizer(event)


def resting(event):
    return event.games.get(kind="bye").everybody()[0]


def single(event, name="Sol"):
    return sign_up_single(event=event, key=uuid4(), name=name, by=by(event), at=build.MEET)


def helps(person, player, at=NOW, key=None):
    more = {"reason": "Isn’t here", "by": by(player.event), "at": at}
    return seat_substitute(key=key or uuid4(), player=player, person=person, **more)


def asks(person, player):
    more = {"reason": "Isn’t here", "by": by(player.event), "at": NOW}
    return ask_to_substitute(key=uuid4(), player=player, person=person, **more)


def says(request, is_accepted):
    phone = Actor(request.person.team.badge, "phone")
    return answer_request(request=request, is_accepted=is_accepted, by=phone, at=NOW)


def names(people):
    return {each.player.name: each.why for each in people}


def playing(team):
    return player_names(Player.objects.filter(team=team))


def third_players(event):
    """A game of round 1, and the other one; each team has a third player, who sits out."""
    for team in build.teams(event, 4):
        add_player(team=team, key=uuid4(), name=f"Cy {team.number}", by=by(event), at=build.MEET)
    return build.called_round(event).games.all()


@pytest.mark.both
def test_free_people_are_singles_those_with_a_bye_and_those_who_left(game):
    event = game.event
    bye, gone = resting(event), build.team(event, "Gone")
    single(event)
    withdraw_team(team=gone, by=by(event), at=build.MEET)
    build.team(event, "Not here", is_here=False)

    assert names(free_people(event, but=game)) == {
        "Sol": "looks for a partner",
        **{player.name: f"{bye} has no game now" for player in bye.players.all()},
        **{player.name: "Gone has left" for player in gone.players.all()},
    }


@pytest.mark.both
def test_free_is_the_third_player_of_another_table_but_not_of_this_one():
    event = build.event(third_player=True)
    game, other = third_players(event)

    free = names(free_people(event, but=game))

    assert free == {f"Cy {team.number}": f"sits out for {team}" for team in other.everybody()}


def test_in_open_play_nobody_who_waits_for_a_game_is_free():
    event = build.openly(5, tables=2)

    assert free_people(event) == ()


def test_somebody_from_the_list_plays_until_the_player_is_back(game, team):
    dee, sol = team.players.first(), single(game.event)

    substitute = helps(sol, dee)
    sol.refresh_from_db()

    assert (sol.left_at, substitute.for_game) == (NOW, None)
    assert "Sol" not in names(free_people(game.event))
    build.won(game)
    assert playing(team)[0] == "Sol"

    return_player(player=dee, by=by(game.event), at=build.at(15, 40))
    sol.refresh_from_db()

    assert (sol.left_at, playing(team)[0]) == (None, dee.name)


def test_somebody_whose_team_plays_on_helps_in_this_game_only(game, team, helper):
    event, bye = game.event, helper.team

    substitute = helps(helper, team.players.first())
    assert (substitute.name, substitute.for_game) == (helper.name, game)
    assert playing(team)[0] == helper.name
    build.won(game)

    rows = {row.team_id: row for row in standings(event).rows}
    assert playing(team)[0] == team.players.first().name
    assert helper.name in names(free_people(event))
    # The bye of round 1 counts three hands.
    assert [(rows[each.pk].units, rows[each.pk].points) for each in (bye, team)] == [(3, 0), (3, 12)]
    assert integrity(event) == []


def test_nobody_helps_at_two_tables_or_while_they_play(game, team):
    sol, other = single(game.event), game.team("EW")
    helps(sol, team.players.first())

    with pytest.raises(Refused, match="Sol isn’t free any more"):
        helps(sol, other.players.first())
    with pytest.raises(Refused, match="isn’t free any more"):
        helps(other.players.last(), team.players.last())


def test_a_team_without_a_game_waits_for_one_before_it_borrows(game, team, helper):
    build.won(game)

    with pytest.raises(Refused, match="has no game now, and"):
        helps(helper, team.players.first())


@pytest.mark.both
def test_who_is_asked_on_the_phone_plays_once_they_say_yes(game, team, helper):
    log, dee = game.event.log, team.players.first()

    request = asks(helper, dee)
    assert playing(team)[0] == dee.name
    assert log.last().words == f"{helper} was asked to play for {dee} in {team}."
    says(request, True)

    assert playing(team)[0] == helper.name
    assert log.last().by == helper.team.badge
    assert not log.filter(action="substitute.agreed").exists()
    with pytest.raises(Refused, match="You have answered already"):
        says(request, False)


@pytest.mark.both
def test_who_says_no_plays_nowhere(team, helper):
    assert says(asks(helper, team.players.first()), False) is None

    assert playing(team)[0] == team.players.first().name
    assert "can’t play for" in team.event.log.last().words


def test_a_request_ends_when_somebody_else_was_asked_or_plays(game, team):
    dee, (one, other) = team.players.first(), resting(game.event).players.all()
    first, second = asks(one, dee), asks(other, dee)
    with pytest.raises(Refused, match="somebody else plays"):
        says(first, True)

    helps(single(game.event), dee)

    with pytest.raises(Refused, match="somebody else plays"):
        says(second, True)


def test_who_has_no_page_yet_is_asked_at_the_desk(game, team):
    with pytest.raises(Refused, match="Sol has no page of their own yet"):
        asks(single(game.event), team.players.first())


@pytest.mark.both
def test_a_third_player_who_helps_elsewhere_goes_on_sitting_out():
    event = build.event(third_player=True)
    game, other = third_players(event)
    lent = other.everybody()[0]

    helps(lent.players.last(), game.team("NS").players.first())

    with pytest.raises(Refused, match=f"{lent.players.last()} substitutes in {game.team('NS')} during this"):
        choose_who_rests(game=other, player=lent.players.first(), by=by(event), at=NOW)
    assert game_to_play(lent) == other
    [again] = make_games([(Game(event=event, phase=other.phase, made_at=NOW), chairs_at(other))])
    assert lent.seats.get(game=again).rests == lent.players.last()


def test_the_name_of_who_is_taken_out_goes_from_both_teams(team, helper):
    helps(helper, team.players.first())

    take_out_player(player=helper, by=by(team.event), at=NOW)

    assert not Player.objects.filter(name=helper.name).exists()
    assert playing(team)[0].startswith("Player 1 of team")


def test_people_who_came_alone_help_each_other_and_keep_their_own_standing():
    event = build.event(seating="alone")
    build.people(event, 5)
    game, rests = build.called_round(event).games.exclude(kind="bye").get(), resting(event)
    absent = game.team("N")

    helps(rests.players.first(), absent.players.first())
    build.won(game)

    rows = {row.team_id: row for row in standings(event).rows}
    assert rows[absent.pk].points > 0
    assert rows[rests.pk].points == 0
    assert playing(absent) == (absent.name,)


def test_what_was_agreed_in_person_is_on_the_record_once_and_where(team, helper):
    dee, key = team.players.first(), uuid4()

    assert helps(helper, dee, key=key) == helps(helper, dee, key=key)

    agreed, sits = team.event.log.order_by("-pk")[:2][::-1]
    assert agreed.words == f"{helper} agreed at the desk to play for {dee} of {team}."
    assert sits.action == "player.sits-in"


@pytest.mark.both
def test_if_the_game_goes_on_so_does_its_helper(game, team, helper):
    helps(helper, team.players.first())
    build.won(game)

    strike(last_hand(game), at=build.at(15, 25))

    assert (playing(team)[0], game_to_play(team)) == (helper.name, game)
    build.hand(Game.objects.get(pk=game.pk))
    assert playing(team)[0] == team.players.first().name


def test_if_the_helper_has_left_by_then_the_player_stays_in_the_chair(game, team, helper):
    helps(helper, team.players.first())
    build.won(game)
    more = {"reason": "Leaves", "by": by(game.event), "at": build.at(15, 24)}
    seat_substitute(key=uuid4(), player=helper, name="Mo", **more)

    strike(last_hand(game), at=build.at(15, 25))

    assert playing(team)[0] == team.players.first().name


def test_if_the_round_is_taken_back_its_helper_is_free_again(game, team, helper):
    helps(helper, team.players.first(), at=build.at(15, 0, 10))

    recall_round(row=game.round, by=by(game.event), at=build.at(15, 0, 20))

    assert playing(team)[0] == team.players.first().name
    assert not Player.objects.filter(for_game__isnull=False, left_at=None).exists()


def test_if_the_seats_change_the_helper_of_that_game_is_free_again(team, helper):
    helps(helper, team.players.first())

    more = {"reason": "Late", "by": by(team.event), "at": build.at(15, 3)}
    swap_teams(event=team.event, one=team, other=helper.team, **more)

    assert playing(team)[0] == team.players.first().name

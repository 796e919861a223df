"""Substitutes from the people present, and their consent (Rulebook E-125 to E-127)."""

from uuid import uuid4

import pytest

from scoring.commands.hands import strike_hand
from scoring.commands.rounds import recall_round
from scoring.commands.seating_by_hand import choose_who_rests, swap_teams
from scoring.commands.taking_out import take_out_player
from scoring.models import Hand
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.seats import make_games
from tournament.commands.substitutes import (
    answer_request,
    ask_to_substitute,
    return_player,
    seat_substitute,
)
from tournament.commands.teams import add_player, sign_up_single, withdraw_team
from tournament.errors import Refused
from tournament.models import Actor, Game, Player
from tournament.queries.names import player_names
from tournament.queries.sitting import chairs_at, free_people
from tournament.queries.teams import game_to_play

NOW = build.at(15, 2)


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def game(event):
    """A game of round 1. There are five teams, so one has the bye."""
    build.teams(event, 5)
    return build.called_round(event).games.exclude(kind="bye").first()


def by(event):
    return build.organizer(event)


def resting(event):
    return event.games.get(kind="bye").everybody()[0]


def single(event, name="Sol"):
    return sign_up_single(event=event, key=uuid4(), name=name, by=by(event), at=build.MEET)


def helps(person, player, at=NOW, key=None):
    return seat_substitute(
        key=key or uuid4(), player=player, person=person, reason="Isn’t here", by=by(player.event), at=at
    )


def asks(person, player):
    return ask_to_substitute(
        key=uuid4(), player=player, person=person, reason="Isn’t here", by=by(player.event), at=NOW
    )


def says(request, is_accepted):
    phone = Actor(request.person.team.badge, "phone")
    return answer_request(request=request, is_accepted=is_accepted, by=phone, at=NOW)


def names(people):
    return {each.player.name: each.why for each in people}


def playing(team):
    return player_names(Player.objects.filter(team=team))


def test_free_is_who_looks_for_a_partner_has_a_bye_or_has_left_and_nobody_who_plays(event, game):
    bye = resting(event)
    single(event)
    gone = build.team(event, "Gone")
    withdraw_team(team=gone, by=by(event), at=build.MEET)
    build.team(event, "Not here", is_here=False)

    assert names(free_people(event, but=game)) == {
        "Sol": "looks for a partner",
        **{player.name: f"{bye} has no game now" for player in bye.players.all()},
        **{player.name: "Gone has left" for player in gone.players.all()},
    }


def test_free_is_the_third_player_of_another_table_but_not_of_this_one():
    event = build.event(third_player=True)
    for team in build.teams(event, 4):
        add_player(team=team, key=uuid4(), name=f"Cy {team.number}", by=by(event), at=build.MEET)
    game, other = build.called_round(event).games.all()

    free = names(free_people(event, but=game))

    assert free == {f"Cy {team.number}": f"sits out for {team}" for team in other.everybody()}


def test_in_open_play_nobody_who_waits_for_a_game_is_free():
    event = build.openly(5, tables=2)

    assert free_people(event) == ()


def test_somebody_from_the_list_plays_until_the_player_is_back(event, game):
    dee, sol = game.team("NS").players.first(), single(event)

    substitute = helps(sol, dee)
    sol.refresh_from_db()

    assert playing(game.team("NS"))[0] == "Sol"
    assert sol.left_at == NOW
    assert substitute.for_game is None
    assert "Sol" not in names(free_people(event))
    build.won(game)
    assert playing(game.team("NS"))[0] == "Sol"

    return_player(player=dee, by=by(event), at=build.at(15, 40))
    sol.refresh_from_db()

    assert sol.left_at is None
    assert playing(game.team("NS"))[0] == dee.name


def test_somebody_whose_team_plays_on_helps_in_this_game_only(event, game):
    team, bye = game.team("NS"), resting(event)
    before = next(row for row in standings(event).rows if row.team_id == bye.pk)

    substitute = helps(bye.players.first(), team.players.first())
    assert (substitute.name, substitute.for_game) == (bye.players.first().name, game)
    assert playing(team)[0] == substitute.name

    build.won(game)

    after = {row.team_id: row for row in standings(event).rows}
    assert playing(team)[0] == team.players.first().name
    assert substitute.name in names(free_people(event))
    assert (after[bye.pk].units, after[bye.pk].points) == (before.units, before.points)
    assert after[team.pk].units == 3
    assert integrity(event) == []


def test_a_helper_sent_twice_helps_once(event, game):
    dee, sol, key = game.team("NS").players.first(), single(event), uuid4()

    assert helps(sol, dee, key=key) == helps(sol, dee, key=key)


def test_nobody_helps_at_two_tables_or_while_they_play(event, game):
    dee, ray = (game.team(side).players.first() for side in ("NS", "EW"))
    sol = single(event)
    helps(sol, dee)

    with pytest.raises(Refused, match="Sol isn't free any more"):
        helps(sol, ray)
    with pytest.raises(Refused, match="isn't free any more"):
        helps(game.team("EW").players.last(), game.team("NS").players.last())


def test_a_team_without_a_game_waits_for_one_before_it_borrows(event, game):
    bye = resting(event)
    build.won(game)

    with pytest.raises(Refused, match="has no game now, and"):
        helps(bye.players.first(), game.team("NS").players.first())


def test_who_is_asked_on_the_phone_plays_once_they_say_yes(event, game):
    team, helper = game.team("NS"), resting(event).players.first()

    request = asks(helper, team.players.first())
    assert playing(team)[0] == team.players.first().name
    assert event.log.last().words == f"{helper} was asked to play for {team.players.first()} in {team}."
    says(request, True)

    assert playing(team)[0] == helper.name
    assert event.log.last().by == helper.team.badge
    with pytest.raises(Refused, match="You have answered already"):
        says(request, False)


def test_who_says_no_plays_nowhere(event, game):
    team, helper = game.team("NS"), resting(event).players.first()

    assert says(asks(helper, team.players.first()), False) is None

    assert playing(team)[0] == team.players.first().name
    assert "can't play for" in event.log.last().words


def test_a_request_ends_when_somebody_else_was_asked_or_plays(event, game):
    dee, (one, other) = game.team("NS").players.first(), resting(event).players.all()
    first = asks(one, dee)
    second = asks(other, dee)
    with pytest.raises(Refused, match="somebody else plays"):
        says(first, True)

    helps(single(event), dee)

    with pytest.raises(Refused, match="somebody else plays"):
        says(second, True)


def test_who_has_no_page_yet_is_asked_at_the_desk(event, game):
    with pytest.raises(Refused, match="Sol has no page of their own yet"):
        asks(single(event), game.team("NS").players.first())


def test_a_third_player_who_helps_elsewhere_goes_on_sitting_out():
    event = build.event(third_player=True)
    for team in build.teams(event, 4):
        add_player(team=team, key=uuid4(), name=f"Cy {team.number}", by=by(event), at=build.MEET)
    game, other = build.called_round(event).games.all()
    lent = other.everybody()[0]

    helps(lent.players.last(), game.team("NS").players.first())

    with pytest.raises(Refused, match=f"{lent.players.last()} substitutes in {game.team('NS')} during this"):
        choose_who_rests(game=other, player=lent.players.first(), by=by(event), at=NOW)
    assert game_to_play(lent) == other
    [again] = make_games([(Game(event=event, phase=other.phase, made_at=NOW), chairs_at(other))])
    assert lent.seats.get(game=again).rests == lent.players.last()


def test_the_name_of_who_is_taken_out_goes_from_both_teams(event, game):
    team, helper = game.team("NS"), resting(event).players.first()
    helps(helper, team.players.first())

    take_out_player(player=helper, by=by(event), at=NOW)

    assert not Player.objects.filter(name=helper.name).exists()
    assert playing(team)[0].startswith("Player 1 of team")


def test_people_who_came_alone_help_each_other_and_keep_their_own_standing():
    event = build.event(seating="alone")
    build.people(event, 5)
    game = build.called_round(event).games.exclude(kind="bye").get()
    rests = event.games.get(kind="bye").everybody()[0]
    absent = game.team("N")

    helps(rests.players.first(), absent.players.first())
    build.won(game)

    rows = {row.team_id: row for row in standings(event).rows}
    assert rows[absent.pk].points > 0
    assert rows[rests.pk].points == 0
    assert playing(absent) == (absent.name,)


def test_what_was_agreed_in_person_is_on_the_record_and_where(event, game):
    dee, helper = game.team("NS").players.first(), resting(event).players.first()

    helps(helper, dee)

    agreed, sits = event.log.order_by("-pk")[:2][::-1]
    assert agreed.words == f"{helper} agreed at the desk to play for {dee} of {game.team('NS')}."
    assert sits.action == "player.sits-in"


def test_what_was_agreed_on_a_phone_says_nothing_of_the_desk(event, game):
    says(asks(resting(event).players.first(), game.team("NS").players.first()), True)

    assert not event.log.filter(action="substitute.agreed").exists()


def reopened(game):
    strike_hand(
        hand=Hand.objects.standing().filter(game=game).order_by("sequence").last(),
        hand_id=uuid4(),
        reason="Not dealt",
        by=by(game.event),
        at=build.at(15, 25),
    )


def test_if_the_game_goes_on_so_does_its_helper(event, game):
    team, helper = game.team("NS"), resting(event).players.first()
    helps(helper, team.players.first())
    build.won(game)

    reopened(game)

    assert playing(team)[0] == helper.name
    assert game_to_play(team) == game
    build.hand(Game.objects.get(pk=game.pk))
    assert playing(team)[0] == team.players.first().name


def test_if_the_helper_has_left_by_then_the_player_stays_in_the_chair(event, game):
    team, helper = game.team("NS"), resting(event).players.first()
    helps(helper, team.players.first())
    build.won(game)
    seat_substitute(key=uuid4(), player=helper, name="Mo", reason="Leaves", by=by(event), at=build.at(15, 24))

    reopened(game)

    assert playing(team)[0] == team.players.first().name


def test_if_the_round_is_taken_back_its_helper_is_free_again(event, game):
    team, helper = game.team("NS"), resting(event).players.first()
    helps(helper, team.players.first(), at=build.at(15, 0, 10))

    recall_round(row=game.round, by=by(event), at=build.at(15, 0, 20))

    assert playing(team)[0] == team.players.first().name
    assert not Player.objects.filter(for_game__isnull=False, left_at=None).exists()


def test_if_the_seats_change_the_helper_of_that_game_is_free_again(event, game):
    team, helper, bye = game.team("NS"), resting(event).players.first(), resting(event)
    helps(helper, team.players.first())

    swap_teams(event=event, one=team, other=bye, reason="Late", by=by(event), at=build.at(15, 3))

    assert playing(team)[0] == team.players.first().name

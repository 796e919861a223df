"""The pool of substitutes: who is ready, who plays, and whose games they count as (Rulebook L-41, L-42)."""

from uuid import uuid4

import pytest

from rules.ruleset.hands import HandFacts
from scoring.open_play.commands_open_play import open_play
from scoring.recording.commands_hands import record_hand
from seasons.leagues.commands_pool import seat_from_pool, take_out_of_pool
from seasons.leagues.league_table import players_of_league, table_through
from seasons.leagues.pool_of_players import pool_of
from seasons.models import Appearance, Person, PoolPlace
from seasons.people.commands_forgetting import erase_person
from tests import build
from tests.seasons.known import recognize_each
from tests.seasons.league_weeks import ready, week_of
from tests.seasons.nights import Night, person
from tournament.entries.commands_presence import check_in_team
from tournament.errors import Refused
from tournament.event.names import player_names
from tournament.floor.commands_substitutes import return_player
from tournament.models import Game
from tournament.schedule.clock import timetable

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return Night("Dee", "Ray", "Mo", "Lou").known()


def plays(night, event, name, player):
    by = build.organizer(event)
    press = {**night.press, "event": event, "by": by}
    return seat_from_pool(**press, key=uuid4(), player=player, person=person(name))


def names_in_pool(week):
    return [each.name for each in pool_of(week.league, week.event)]


@pytest.mark.both
def test_two_of_the_pool_play_for_a_team_that_is_away(night):
    week = week_of(night)
    event, team = week.event, week.event.teams.first()
    ready(night, week.league, "dee", "Ray", "Mo")

    for name, player in zip(("Dee", "Ray"), team.players.order_by("pk"), strict=True):
        plays(night, event, name, player)

    team.refresh_from_db()
    assert player_names(team.players.all()) == ("Dee", "Ray")
    assert team.checked_in_at == build.MEET
    assert names_in_pool(week) == ["Mo"]
    assert Appearance.objects.now().filter(player__event=event, person__name="Dee").count() == 1
    recognize_each(**night.press | {"event": event, "by": build.organizer(event)})
    assert Person.objects.filter(name="Dee").count() == 1
    return_player(player=team.players.order_by("pk").first(), by=build.organizer(event), at=build.MEET)
    assert names_in_pool(week) == ["Dee", "Mo"]


def test_without_the_pools_rule_one_of_the_team_has_to_stay(night):
    week = week_of(night, absence="owes")
    ready(night, week.league, "Dee", "Ray")
    one, other = week.event.teams.first().players.order_by("pk")
    plays(night, week.event, "Dee", one)

    with pytest.raises(Refused, match="none of the original players"):
        plays(night, week.event, "Ray", other)


@pytest.mark.both
def test_who_is_not_ready_is_not_seated(night):
    week = week_of(night)
    player = week.event.teams.first().players.first()
    ready(night, week.league, "Dee")
    take_out_of_pool(**night.press, league=week.league, person=person("Dee"))

    with pytest.raises(Refused, match="Dee isn’t in the pool any more"):
        plays(night, week.event, "Dee", player)
    with pytest.raises(Refused, match="Nobody in the club is called Zoe"):
        ready(night, week.league, "Zoe")


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize(("counts", "games"), [("chair", 2), ("both", 2), ("nobody", 1)])
def test_the_league_says_for_whom_a_substitutes_game_counts(night, counts, games):
    week = week_of(night, counts=counts)
    league, event = week.league, week.event
    ready(night, league, "Dee")
    by, at = build.organizer(event), timetable(event, build.MEET).phase("one").starts_at
    helped = event.teams.first()
    plays(night, event, "Dee", helped.players.first())
    for team in event.teams.all():
        check_in_team(team=team, by=by, at=at)
    open_play(event=event, by=by, at=at)
    game = Game.objects.of(helped.pk).get(event=event)
    total = HandFacts(total_points={"NS": 7, "EW": 3}, total_bostons={"NS": 0, "EW": 0})

    record_hand(hand_id=uuid4(), game=game, facts=total, by=by, at=at)

    rows = {row.team: row.row for row in table_through(league, 1).rows}
    assert sum(row.games for row in rows.values()) == games
    assert rows[helped.name].games == (counts != "nobody")
    assert ("Dee", 1) in [(line.name, line.games) for line in players_of_league(league, 1)]


def test_who_is_erased_is_in_no_pool(night):
    week = week_of(night)
    ready(night, week.league, "Dee")

    erase_person(**night.press, person=person("Dee"), now=build.MEET)

    assert not PoolPlace.objects.exists()

"""A league's weeks: drawn ahead, opened as events with everything on the floor, counted in the table."""

from collections import Counter
from itertools import combinations
from uuid import uuid4

import pytest
from django.db import connection

from rules.ruleset.hands import HandFacts
from scoring.open_play.commands_open_play import call_next_games, open_play
from scoring.recording.commands_hands import record_hand
from seasons.leagues.commands_imported_weeks import undo_week
from seasons.leagues.commands_leagues import change_absence, number_teams
from seasons.leagues.drawn_weeks import drawn_rows
from seasons.leagues.league_table import league_games, players_of_league, table_through
from seasons.models import LeagueWeek
from tests import build
from tests.seasons.league_weeks import HEAD, drawn, league_week, opened
from tests.seasons.nights import Night
from tournament.entries.commands_presence import check_in_team
from tournament.errors import Refused
from tournament.floor.commands_seats import keep_taken
from tournament.floor.commands_substitutes import seat_substitute
from tournament.floor.seats_now import drawn_seats
from tournament.models import Game
from tournament.schedule.clock import timetable

pytestmark = pytest.mark.django_db


def played(event):
    """Play the whole evening: the team in North-South wins each game 7 to 3, and makes a Boston."""
    by = build.organizer(event)
    at = timetable(event, build.MEET).phase("one").starts_at
    for team in event.teams.all():
        check_in_team(team=team, by=by, at=at)
    open_play(event=event, by=by, at=at)
    for minute in range(60):
        now = at + build.timedelta(minutes=minute)
        for game in Game.objects.open().filter(event=event):
            total = HandFacts(total_points={"NS": 7, "EW": 3}, total_bostons={"NS": 1, "EW": 0})
            record_hand(hand_id=uuid4(), game=game, facts=total, by=by, at=now)
        call_next_games(event=event, by=by, at=now)
    keep_taken(game__event=event)


@pytest.mark.both
@pytest.mark.slow
def test_everybody_meets_once_and_the_drawn_opponent_twice_on_drawn_sides():
    night = Night()
    league = drawn(night.club)
    names = dict(league.teams.values_list("number", "name"))
    [row, *_] = drawn_rows(league)
    in_rooms = Counter(frozenset(pair) for room in row.rooms for pair in combinations(room, 2))
    wanted = Counter((names[one], names[other]) for one, other in league.drawn.now().get(number=1).games)
    event = opened(night, league).event
    printed = Counter(tuple(side.team.name for side in sides) for sides in drawn_seats(event))
    played(event)

    games = event.games.with_everybody()
    sat = Counter(tuple(seat.team.name for seat in game.seating) for game in games)
    assert sat == printed == wanted
    met = Counter(frozenset(names[team] for team in game.teams) for game in league_games(league))
    assert met == in_rooms + Counter(map(frozenset, row.twice))
    assert drawn_seats(event) == []
    rows = [each.row for each in table_through(league, 1).rows]
    assert [row.games for row in rows] == [4] * 8
    assert sum(row.wins for row in rows) == sum(row.bostons for row in rows) == 16
    assert sum(row.points for row in rows) == 160


def test_a_change_in_a_week_keeps_earlier_weeks_and_those_with_an_event():
    night = Night()
    league = drawn(night.club)
    before = drawn_rows(league)
    drawn(night.club, first=3, seed=2)
    after = drawn_rows(league)
    week = opened(night, league, 2)

    assert (after[:2], after[2].rooms != before[2].rooms) == (before[:2], True)
    with pytest.raises(Refused, match="Week 2 has an event already"):
        drawn(night.club, first=2)
    with pytest.raises(Refused, match="Week 2 of Tuesday has an event already"):
        opened(night, league, 2)
    with pytest.raises(Refused, match="Week 4 isn’t drawn"):
        opened(night, league, 4)
    with pytest.raises(Refused, match="was played in Uptown"):
        league_week(night.club, ["Team A,Team B,7,5,0,0"], 2, replaces=True)
    with pytest.raises(Refused, match="was played in Uptown"):
        undo_week(week=week, by=night.by, at=build.MEET)


def test_a_week_imported_while_another_list_waits_is_not_replaced():
    club = Night().club
    waiting = ["first"]

    def meanwhile(execute, sql, *rest):
        if waiting and 'FROM "seasons_club" WHERE "seasons_club"."id"' in sql:
            waiting.clear()
            league_week(club, ["Aces,Kings,10,7,0,0"])
        return execute(sql, *rest)

    # On one connection, so the row that came in between is rolled back with the refusal.
    with connection.execute_wrapper(meanwhile), pytest.raises(Refused, match="has just been imported"):
        league_week(club, ["Aces,Kings,3,7,0,0"], replaces=True)
    assert not LeagueWeek.objects.exists()


def test_a_substitute_of_one_week_is_not_the_teams_player_in_the_next():
    night = Night()
    league = drawn(night.club)
    first = opened(night, league).event
    by, team = build.organizer(first), first.teams.first()
    own = [player.name for player in team.players.order_by("pk")]
    seat_substitute(key=uuid4(), player=team.players.first(), name="Sub", reason="Away", by=by, at=build.MEET)

    second = opened(night, league, 2).event

    assert [player.name for player in second.teams.get(name=team.name).players.order_by("pk")] == own


def test_missed_games_are_owed_averaged_or_forfeited_as_the_league_says():
    night = Night()
    league = drawn(night.club)
    [row, *_] = drawn_rows(league)
    names = dict(league.teams.values_list("number", "name"))
    pairs = [(names[one], names[other]) for one, other in league.drawn.now().get(number=1).games]
    # Team A is away. Everybody else plays, and the first of each pair wins.
    lines = [f"{one},{other},7,3,0,0" for one, other in pairs if "Team A" not in (one, other)]
    league_week(night.club, lines)
    others = [set(pair) - {"Team A"} for pair in pairs if "Team A" in pair]
    press = {**night.press, "league": league, "forfeit_points": 5}

    def team(name):
        return next(each for each in table_through(league, 1).rows if each.team == name)

    assert (team("Team A").owes, team("Team A").row.games, row.number) == (len(others), 0, 1)
    before = {name: team(name).row for each in others for name in each}
    change_absence(**press, absence="forfeit")
    assert (team("Team A").row.losses, team("Team A").owes) == (len(others), 0)
    for name, was in before.items():
        many = others.count({name})
        assert (team(name).row.wins, team(name).row.points) == (was.wins + many, was.points + 5 * many)
    change_absence(**press, absence="average")
    assert team("Team A").row.games == 0
    for name, was in before.items():
        assert team(name).row.games == was.games + others.count({name}) == was.games + team(name).row.averaged


@pytest.mark.slow
@pytest.mark.both
def test_games_are_credited_to_the_players_who_sat():
    night = Night()
    first = league_week(night.club, ["Aces,Kings,10,7,1,0,Dee & Ray"], head=f"{HEAD},players_a")
    league_week(night.club, ["Aces,Kings,4,9,0,0,Dee & Mo"], 2, head=f"{HEAD},players_a")

    lines = players_of_league(first.league, 2)

    figures = [(line.name, line.won, line.games, line.bostons) for line in lines]
    assert figures == [("Dee", 1, 2, 1), ("Ray", 1, 1, 1), ("Mo", 0, 1, 0)]


def test_a_list_without_names_keeps_the_third_player_of_a_team():
    club = Night().club
    league_week(club, ["Aces,Kings,10,7,1,0,Dee & Ray & Mo"], head=f"{HEAD},players_a")
    second = league_week(club, ["Aces,Kings,4,9,0,0"], 2)

    aces = second.event.teams.get(name="Aces")
    assert [player.name for player in aces.players.order_by("pk")] == ["Dee", "Ray", "Mo"]


@pytest.mark.both
def test_teams_of_a_list_share_a_place_until_somebody_writes_their_numbers():
    night = Night()
    week = league_week(night.club, ["Aces,Kings,7,5,0,0", "Jacks,Queens,7,5,0,0"])
    league = week.league
    aces, jacks = (league.teams.get(name=name) for name in ("Aces", "Jacks"))

    before = [(row.row.rank, row.team) for row in table_through(league, 1).rows]
    number_teams(**night.press, league=league, numbers={jacks.pk: 3, aces.pk: 4})
    after = [(row.row.rank, row.team) for row in table_through(league, 1).rows]

    assert before == [(1, "Aces"), (1, "Jacks"), (3, "Kings"), (3, "Queens")]
    assert after == [(1, "Jacks"), (2, "Aces"), (3, "Kings"), (3, "Queens")]
    with pytest.raises(Refused, match="Two teams would have number 3"):
        number_teams(**night.press, league=league, numbers={aces.pk: 3})
    number_teams(**night.press, league=league, numbers={jacks.pk: 4, aces.pk: 3})
    assert table_through(league, 1).rows[0].team == "Aces"

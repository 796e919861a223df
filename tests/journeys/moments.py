"""Moments of an event's day that a browser can visit, made inside a server's process."""

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model

from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.cut.cut_page import cut_page
from scoring.models import Hand, Report, Ruling
from scoring.open_play.commands_open_play import open_play
from scoring.reports.commands_reports import report_hand
from scoring.rounds.commands_rounds import draft_round
from scoring.rounds.commands_seating_by_hand import swap_teams
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import Case
from scoring.simulation.commands_simulation import ask_simulation
from scoring.tasks import simulate
from seasons.leagues.commands_leagues import find_or_make_league
from seasons.models import Club, ClubEvent, LeagueEntry, LeagueWeek, Member, Person
from seasons.people.person_codes import code_of
from seasons.series.commands_series import make_series
from tests import build
from tests.pages.visit import still_clock
from tests.seasons.known import recognize_each
from tournament.badges.commands_badges import (
    accept_invitation,
    give_badge,
    invite_organizer,
    open_tablet,
    revoke_badge,
)
from tournament.entries.commands_presence import check_in_team, withdraw_team
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.floor.commands_floor import call_game, call_referee, mark_seated
from tournament.floor.commands_kept_apart import keep_apart
from tournament.floor.commands_substitutes import seat_substitute
from tournament.models import Actor, Donation, Event, Game, Invitation, Role
from tournament.models.links import sealed
from tournament.money.commands_donations import counter_donation, take_donation

NAME, PASSWORD = "Aunt Vi", "a kitty of six cards"
LONG_NAME = "The Two Hands High & Dry Ladies’ Auxiliary of the South Side"
NAMES = (LONG_NAME, "Kitty Katz", "No Trump Need Apply", "Straight-No-Chaser-Social-Club", "Aces & Eights")

PEOPLE = (
    "Ernestine Featherstonehaugh-Washington of Bronzeville",
    "Mo",
    "Jean-Baptiste Point du Sable",
    "Bea",
)


def before_the_first_round() -> Event:
    """Half the teams are here, some gave, two people need a partner, one team left; round 1 is drafted."""
    event = _event("Before")
    by, at = build.organizer(event), build.MEET
    for name in NAMES:
        build.team(event, name, is_here=name != LONG_NAME)
    for name in ("Ernestine Featherstonehaugh-Washington", "Mo"):
        sign_up_single(event=event, key=uuid4(), name=name, contact="0170 555 0199", by=by, at=at)
    withdraw_team(team=event.teams.last(), by=by, at=at)
    draft_round(event=event, by=by, at=at)
    keep_apart(event=event, one=event.teams.get(number=2), other=event.teams.get(number=3), by=by, at=at)
    for cents in (1000, 250):
        given = _donation(event, cents)
    counter_donation(donation=given, key=uuid4(), reason="It was for another team", by=by, at=at)
    still_clock(event, build.at(14, 40))
    return event


def in_the_middle_of_a_round() -> Event:
    """Round 2 with seven teams: one game is on, one isn't seated, one has called a referee."""
    event = _event("Playing", hands_from="teams", agreed_by="teams")
    _teams(event, 7)
    build.played_phase_one(event, rounds=1)
    called = build.called_round(event, at=build.at(15, 30))
    going, waiting, calling = called.games.filter(over_at=None).order_by("pk")
    by, at = build.organizer(event), build.at(15, 34)
    for game in (going, calling):
        for team in (game.team("NS"), game.team("EW")):
            mark_seated(game=game, team=team, by=by, at=at)
    mark_seated(game=waiting, team=waiting.team("NS"), by=by, at=at)
    build.hands(going, [build.FOUR_MADE, build.FOUR_SET], at=build.at(15, 45))
    call_referee(game=calling, why="A card was played out of turn", by=by, at=build.at(15, 46))
    _two_versions(going)
    _ruled_twice(calling)
    still_clock(event, build.at(15, 46))
    return event


def at_the_cut() -> Event:
    """Phase I is over, with the same results for everybody."""
    event = _event("Level", advance_count=5)
    _teams(event, 8)
    build.played_alike(event)
    still_clock(event, build.at(17))
    return event


def in_the_bracket() -> Event:
    """Seven teams are in the bracket; one quarterfinal is on, the others can be called."""
    event = _event("Bracket")
    _teams(event, 9)
    build.played_phase_one(event)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    first = event.games.filter(phase__kind="two", called_at=None).order_by("pk")[0]
    call_game(game=first, by=build.organizer(event), at=build.at(17, 5))
    build.hand(event.games.get(pk=first.pk), at=build.at(17, 7))
    still_clock(event, build.at(17, 8))
    return event


def after_the_podium() -> Event:
    event = _event("Over")
    _teams(event, 9)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    still_clock(event, build.at(18, 50))
    return event


def in_the_line_of_open_play() -> Event:
    """Seven teams at two tables of open play: two games are over, three teams wait; a simulation has run."""
    event = _with_guests(build.openly(0, opens=False, **_plan("Line", tables=2)))
    _teams(event, 7)
    by = build.organizer(event)
    still_clock(event, build.MEET)
    ask_simulation(event=event, teams=9, tables=4, days=100, by=by, at=build.MEET)
    while simulate(build.MEET):
        pass
    still_clock(event, build.THREE)
    open_play(event=event, by=by, at=build.THREE)
    build.played_openly(
        event, build.at(15, 1), build.at(15, 23), does=lambda moment: still_clock(event, moment)
    )
    return event


def among_people_who_came_alone() -> Event:
    """Round 2 of changing partners, with a bye, a recorded hand, a substitute, and two people swapped."""
    event = _with_guests(
        build.event(**_plan("Mixer", seating="alone", hands_from="teams", agreed_by="teams"))
    )
    _people(event, 9)
    for game in build.called_round(event).games.filter(kind="game"):
        build.won(game)
    called = build.called_round(event, at=build.at(15, 30))
    by, at = build.organizer(event), build.at(15, 31)
    one, other = called.games.filter(kind="game").order_by("pk")
    swap_teams(
        event=event, one=one.team("NS"), other=other.team("EW"), reason="They are sisters", by=by, at=at
    )
    going, waiting = event.games.filter(kind="game", over_at=None, recalled_at=None).order_by("pk")
    for team in (going.team("NS"), going.team("EW")):
        mark_seated(game=going, team=team, by=by, at=build.at(15, 32))
    mark_seated(game=waiting, team=waiting.team("W"), by=by, at=build.at(15, 32))
    build.hand(going, build.BOSTON, at=build.at(15, 40))
    player = going.team("S").players.get()
    seat_substitute(key=uuid4(), player=player, name="Cleo", reason="Ill", by=by, at=build.at(15, 41))
    still_clock(event, build.at(15, 42))
    return event


def among_three_who_play_alone() -> Event:
    """An evening of Cutthroat after the podium: seven people, tables of three."""
    event = _with_guests(build.event(**_plan("Cutthroat", game="cutthroat-bid-whist")))
    _people(event, 7)
    for game in build.called_round(event).games.filter(kind="game"):
        for minute, bidder in ((12, "N"), (18, "N")):
            facts = {"bidder": bidder, "level": 12, "strain": "no_trump", "books": 15}
            build.hand(game, facts, at=build.at(15, minute))
    end = build.at(18, 56)
    while ties := cut_page(event, end).ties:
        teams = [event.teams.get(pk=team.team_id) for team in ties[0].teams]
        draw_lot(event=event, teams=teams, words="ace lake", by=build.organizer(event), at=end)
    settle_cut(event=event, by=build.organizer(event), at=end)
    still_clock(event, build.at(18, 57))
    return event


ALL = {
    "before the first round": before_the_first_round,
    "in the middle of a round": in_the_middle_of_a_round,
    "in the line of open play": in_the_line_of_open_play,
    "at the cut, with a tie": at_the_cut,
    "in the bracket": in_the_bracket,
    "after the podium": after_the_podium,
    "among people who came alone": among_people_who_came_alone,
    "among three who play alone": among_three_who_play_alone,
}


def make_all() -> str:
    """Make an event for each moment, and an organizer's account; returns how to reach them, as JSON."""
    invitation = invite_organizer(event=None, at=build.MORNING)
    accept_invitation(token=invitation.token, username=NAME, password=PASSWORD, at=build.MORNING)
    events = {moment: make() for moment, make in ALL.items()}
    _of_a_club(events["in the bracket"])
    return json.dumps({moment: _doors(event) for moment, event in events.items()})


def _of_a_club(event: Event) -> None:
    """Put the event into a club that knows its people; it is a league's week and part of a series."""
    user = get_user_model().objects.get(username=NAME)
    club = Club.objects.create(name="Lake Club", made_at=build.MEET)
    Member.objects.create(club=club, user=user, at=build.MEET)
    ClubEvent.objects.create(event=event, club=club, at=build.MEET)
    event.badges.filter(role=Role.ORGANIZER).update(user=user)
    by = build.organizer(event)
    recognize_each(event=event, club=club, by=by, at=build.MEET)
    make_series(event=event, club=club, name="Winter", by=by, at=build.MEET)
    names = [team.name for team in event.teams.order_by("number")]
    league = find_or_make_league(club=club, name="Tuesday", teams=names, at=build.MEET)
    LeagueWeek.objects.create(league=league, number=1, event=event, at=build.MEET)
    for team in event.teams.all():
        LeagueEntry.objects.create(team=team, of=league.teams.get(name=team.name))
    club.people.update(page_at=build.MEET)


def _two_versions(game: Game) -> None:
    """The two teams of a game report different hands."""
    for team, facts in ((game.team("NS"), build.FOUR_MADE), (game.team("EW"), build.FOUR_SET)):
        by, at = Actor(team.badge, "phone"), build.at(15, 46)
        report_hand(report_id=uuid4(), game=game, facts=facts, sequence=3, by=by, at=at)


def _ruled_twice(game: Game) -> None:
    """A team was warned, and the organizer superseded the ruling."""
    by, at = build.organizer(game.event), build.at(15, 46)
    case = Case(kind="conduct", against="EW", penalty="warning")
    old = make_ruling(ruling_id=uuid4(), game=game, case=case, reason="Talked of the cards", by=by, at=at)
    none = Case(kind="conduct", against="EW", penalty="none")
    supersede_ruling(ruling=old, ruling_id=uuid4(), case=none, reason="It was a song", by=by, at=at)


def _event(name: str, **plan: Any) -> Event:
    return _with_guests(build.event(**_plan(name, **plan)))


def _plan(name: str, **plan: Any) -> dict[str, Any]:
    return {"name": f"{name} on the Lake", "venue": "The Hall of Mirrors", "is_practice": True} | plan


def _with_guests(event: Event) -> Event:
    gone = build.referee(event, "Ref Gone").badge
    revoke_badge(badge=gone, by=build.organizer(event), at=build.MEET)
    invite_organizer(event=event, at=build.MEET, by=build.organizer(event))
    return event


def _teams(event: Event, count: int) -> None:
    for sequence in range(count):
        build.team(event, NAMES[sequence] if sequence < len(NAMES) else "")


def _people(event: Event, count: int) -> None:
    """People who came alone; some of them have long names."""
    for sequence in range(count):
        name = PEOPLE[sequence] if sequence < len(PEOPLE) else f"Ann {sequence}"
        by, at = build.organizer(event), build.MEET
        one = sign_up_team(event=event, key=uuid4(), name="", players=[name], by=by, at=at)
        check_in_team(team=one, by=by, at=at)


def _donation(event: Event, cents: int) -> Donation:
    team, by, at = event.teams.first(), build.organizer(event), build.MEET
    return take_donation(event=event, key=uuid4(), amount_cents=cents, method="cash", by=by, at=at, team=team)


def _doors(event: Event) -> dict[str, Any]:
    """The event's slug, its badges' secrets, and the ids that its URLs may contain."""
    by, at = build.organizer(event), build.at(14)
    referee, desk = (
        give_badge(event=event, role=role, name=f"{role} of today", by=by, at=at).secret
        for role in (Role.REFEREE, Role.DESK)
    )
    # For individuals one person and one table are enough to see what differs.
    few = event.way.by_chair
    table = event.tables.order_by("number").values_list("number", flat=True).first()
    teams = event.teams.order_by("pk")[: 1 if few else None]
    games = event.games.exclude(kind="bye").filter(score__isnull=False)  # A drafted game has no sheet yet.
    single = event.players.filter(team=None)[:1]
    hands = Hand.objects.filter(game__event=event).order_by("-pk").values_list("pk", flat=True)[:1]
    rulings = Ruling.objects.filter(event=event).order_by("at").values_list("pk", flat=True)
    reports = Report.objects.filter(game__event=event).values_list("pk", flat=True)[:1]
    people = Person.objects.filter(appearances__player__event=event).order_by("pk")
    return {
        "slug": [event.slug],
        "name": event.name,
        "badges": {
            "organizer": [by.badge.secret],
            "desk": [desk],
            "referee": [referee],
            "crew": [referee],
            "team": [team.badge.secret for team in teams[:5]],
            "tablet": [open_tablet(event=event, number=table, by=by, at=at).secret],
        },
        "team": [team.pk for team in teams[:2]],
        "game": list(games.order_by("-pk").values_list("pk", flat=True)[: 1 if few else 4]),
        "hand": [str(pk) for pk in hands],
        "ruling": [str(pk) for pk in rulings],
        "report": [str(pk) for pk in reports],
        "table": list(event.tables.order_by("number").values_list("number", flat=True)[:1]),
        "receipt": [
            sealed("receipt", key)
            for key in event.donations.filter(counters=None).values_list("key", flat=True)[:1]
        ],
        "signed-up": [row.page_secret for row in (teams[0], *single)],
        "person": list(people.values_list("pk", flat=True)[:2]),
        "partner": list(people.values_list("pk", flat=True)[2:3]),
        "own": [code_of(person) for person in people.filter(page_at__isnull=False)[:1]],
        "series": list(event.in_series.values_list("series", flat=True)),
        "invitation": [Invitation.objects.get(event=event).token],
    }

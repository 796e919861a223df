"""A program that has only the OpenAPI file opens an event, runs its day, and reads a season."""

from typing import Any

import pytest
from django.test import Client

from scoring.integrity import integrity
from seasons.clubs.commands_club_tokens import give_club_token
from seasons.models import Member
from tests import build
from tests.pages.api.program import Calls, Evening, Problem
from tests.seasons.league_weeks import league_week
from tests.seasons.nights import Night
from tests.seasons.series.evenings import two_evenings
from tournament.models import Event

pytestmark = pytest.mark.django_db


def over_http(method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
    sent = {"content_type": headers["Content-Type"], "headers": headers}
    answer = Client().generic(method, path, body, **sent)
    return answer.status_code, answer.content


def of_club(night: Night, scope: str = "run") -> Calls:
    """The calls of a program with a token of the night's club."""
    given = {"event": night.event, "by": build.organizer(night.event), "at": build.MEET}
    token = give_club_token(name="Our app", scope=scope, is_of_club=True, **given)
    return Calls(over_http, token.secret)


@pytest.mark.slow
def test_a_program_runs_a_fahrenheit_day_from_opening_to_podium():
    evening = Evening(of_club(Night()), 29, name="Fahrenheit", held_on="2026-06-27", evening="fahrenheit")

    evening.signs_up(13)
    results = evening.runs()

    event = Event.objects.get(slug=evening.slug)
    assert (results["is_final"], integrity(event)) == (True, [])
    assert evening.pressed.count("call_round") == 4
    assert {"settle_cut", "start_phase_two", "call_games"} < set(evening.pressed)
    assert [each["place"] for each in results["podium"]] == [1, 2, 3]
    assert results["champion"]["name"] == results["bracket"]["places"][0]["name"]
    assert set(event.log.filter(action__startswith="round.").values_list("by__name", flat=True)) == {
        "Our app"
    }


def test_a_website_reads_a_season_of_a_league_without_a_token():
    club = Night().club
    league_week(club, ["Aces,Kings,10,7,1,0", "Queens,Jacks,3,5,0,0"])
    league_week(club, ["Kings,Aces,12,4,0,0", "Queens,Jacks,9,5,0,2"], 2)
    calls = Calls(over_http)

    [league] = calls("leagues")
    season = calls("league", league=league["league"])
    table = calls("league_standings", league=league["league"])
    tables: list[Any] = [calls("league_standings", league=league["league"], week=week) for week in (1, 2)]
    games = calls("league_games", league=league["league"], week=2)

    assert [week["week"] for week in season["weeks"]] == [1, 2]
    assert [row["name"] for row in table["rows"]] == ["Kings", "Aces", "Queens", "Jacks"]
    assert [row["week"] for row in tables] == [1, 2]
    assert games[0]["names"] == ["Kings", "Aces"]


def test_a_website_reads_a_series():
    one, _, series = two_evenings()
    calls = Calls(over_http)

    [listed] = calls("all_series")
    table = calls("series", series=listed["series"])

    assert (listed["name"], listed["club"]) == (series.name, str(one.club.key))
    assert len(table["events"]) == 2
    assert table["rows"][0]["rank"] == 1


def test_a_clubs_token_reaches_what_its_giver_organizes_and_nothing_else():
    home, other, theirs = Night(), Night(week=1), Night(user="bob")
    calls = of_club(home)
    member = Member.objects.create(club=home.club, user=theirs.user, at=build.MEET)
    unseen = Night(user="bob", week=2)
    unseen.event.of_club.club = home.club
    unseen.event.of_club.save()

    reached = {event["slug"] for event in calls("club")["events"]}
    calls("today", slug=other.event.slug)
    codes = []
    for event in (theirs.event, unseen.event):
        with pytest.raises(Problem) as why:
            calls("today", slug=event.slug)
        codes.append(why.value.code)

    assert reached == {home.event.slug, other.event.slug}
    assert codes == ["token.missing"] * 2
    assert member.ended_at is None


def test_a_clubs_token_ends_where_its_giver_leaves_the_club():
    home, other = Night(), Night(week=1)
    calls = of_club(home)

    Member.objects.update(ended_at=build.MEET)

    codes = []
    for name, values in (("club", {}), ("today", {"slug": other.event.slug})):
        with pytest.raises(Problem) as why:
            calls(name, **values)
        codes.append(why.value.code)
    assert codes == ["token.not-of-club", "token.missing"]


def test_a_token_that_only_reads_opens_no_event_and_sees_no_people():
    calls = of_club(Night(), "read")

    codes = []
    for name, body in (("open_an_event", {"name": "A", "held_on": "2026-06-27"}), ("people", None)):
        with pytest.raises(Problem) as why:
            calls(name, body)
        codes.append(why.value.code)

    assert codes == ["token.scope"] * 2


def test_an_event_is_opened_once_for_a_key_with_what_its_flyer_says():
    calls = of_club(night := Night())
    flyer = "Friday Whist\nDoors 6 pm. Three rounds of 20 minutes. No trump counts double."
    body = {"name": "Friday Whist", "held_on": "2026-07-03", "flyer": flyer}
    method, path, _ = calls.known["open_an_event"]

    opened = [calls.answer(method, path, {"Idempotency-Key": "friday"}, body) for _ in range(2)]

    event = Event.objects.get(slug=opened[0]["event"]["slug"])
    assert opened[0] == opened[1]
    assert (event.of_club.club, event.name) == (night.club, "Friday Whist")
    assert event.badges.filter(user=night.user).count() == 1

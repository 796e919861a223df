"""The pages of a club's people."""

from collections import defaultdict
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from seasons.commands.people import recognize_all
from seasons.models import Person
from seasons.queries.codes import code_of
from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing
from tests.seasons.test_people import Night, account, nights_of, person
from tests.seasons.test_ratings import FOUR, computed, played, wants
from tests.seasons.test_records import two_nights
from tournament.commands.badges import make_badge
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db


def phone_of(night):
    client = Client()
    client.force_login(night.user)
    return client


def page(night, path=""):
    return words(phone_of(night).get(f"/{night.event.slug}/club/{path}"))


def press(night, path, **typed):
    return words(phone_of(night).post(f"/{night.event.slug}/club/{path}", typed, follow=True))


def test_one_press_recognizes_everybody_and_the_people_are_listed():
    Night("Dee", "Ray").known()
    second = Night("Dee", "Mo", week=1)

    before = page(second)
    after = press(second, "recognize/")

    assert "2 not recognized yet" in before
    assert "Dee, 1 event, by name" in before
    assert "2 recognized. Look at who is left." in after
    assert "Dee Dee & Mo Dee, 2 events" in after
    assert "Everybody is recognized" in after


def test_a_player_is_recognized_by_a_press_on_the_suggestion_or_is_new():
    Night("Dee", "Ray").known()
    second = Night("Dee", "Ray", week=1)
    dee, ray = second.player("Dee"), second.player("Ray")

    known = press(second, f"recognize/{dee.pk}/", person=person("Dee").pk, how="name")
    new = press(second, f"recognize/{ray.pk}/", how="new")

    assert "Dee is Dee." in known
    assert "Ray is Ray." in new
    assert (nights_of("Dee"), Person.objects.filter(name="Ray").count()) == (["Week 0", "Week 1"], 2)


def test_people_are_found_by_a_part_of_their_name():
    night = Night("Dee Jones", "Ray").known()

    found, nobody = page(night, "?find=jon"), page(night, "?find=zed")

    assert "Dee Jones 1 event" in found
    assert "Ray 1 event" not in found
    assert "Nobody is called “zed”" in nobody


def test_a_persons_page_has_events_partners_and_the_code_adds_more():
    night = Night("Guest", "Lou")
    second = Night("Dee", "Ray", week=1).known()
    code = code_of(night.player("Guest"))

    shown = page(second, f"{person('Dee').pk}/")
    refused = press(second, f"{person('Dee').pk}/code/", code="1-000000", has_page=1)
    added = press(second, f"{person('Dee').pk}/code/", code=code, has_page=1)

    assert "has played with Ray" in shown
    assert "Week 1, July 4, 2026 Dee & Ray, with Ray" in shown
    assert "No player of your club’s events has this code." in refused
    assert "Week 0 is theirs too." in added
    assert "has played with Lou, Ray" in added


def test_a_merge_is_undone_on_the_page():
    Night("Dee", "Ray").known()
    night = Night("Denise", "Mo", week=1).known()
    dee, denise = person("Dee"), person("Denise")

    merged = press(night, f"{dee.pk}/merge/", other=denise.pk, has_page=1)
    change = dee.changes.get()
    press(night, f"{dee.pk}/undo/{change.pk}/")

    assert "Denise is part of Dee now." in merged
    assert "Denise was merged into Dee. Undo" in merged
    assert nights_of("Denise") == ["Week 1"]


def test_an_event_that_was_there_before_its_club_is_put_into_it():
    event = build.event()
    make_badge(event=event, role=Role.ORGANIZER, name="ann", user=account(), at=build.MEET)
    client = Client()
    client.force_login(account())

    before = words(client.get(f"/{event.slug}/club/"))
    after = words(client.post(f"/{event.slug}/club/join/", follow=True))

    assert "aren’t matched to other events yet" in before
    assert "From now on, ann’s club knows who played here." in after


def test_a_club_is_renamed_and_another_organizer_added():
    night = Night()
    badge = make_badge(event=night.event, role=Role.ORGANIZER, name="bo", user=account("bo"), at=build.MEET)

    renamed = press(night, "change/", name="Tuesday Club", person_days=365)
    added = press(night, "member/", badge=badge.pk)

    assert "People of Tuesday Club" in renamed
    assert "Organizers: ann, bo" in added


# --- who may see them --------------------------------------------------------------------------


def addresses(night):
    dee = night.club.people.filter(name="Dee").get().pk
    player = night.player("Dee").pk
    gets = ["", f"{dee}/"]
    posts = ["change/", "member/", "recognize/", f"recognize/{player}/"]
    posts += [f"{dee}/{what}/" for what in ("correct", "merge", "split", "code", "erase")]
    return gets, posts


def test_two_clubs_on_one_server_see_nothing_of_each_other():
    mine, theirs = Night("Ann Own", "Ray").known(), Night("Dee", "Bea", user="bo").known()
    gets, posts = addresses(theirs)
    before = [*Person.objects.order_by("pk").values()]
    client = phone_of(mine)
    dee = theirs.club.people.get(name="Dee").pk

    # At the other club's event, and with the other club's people at our event.
    strange = [client.get(f"/{theirs.event.slug}/club/{path}").status_code for path in gets]
    strange += [client.post(f"/{theirs.event.slug}/club/{path}", {"name": "X"}).status_code for path in posts]
    own = [client.get(f"/{mine.event.slug}/club/{dee}/").status_code]
    own += [
        client.post(f"/{mine.event.slug}/club/{dee}/{what}/", {"name": "X"}).status_code
        for what in ("correct", "merge", "split", "code", "erase", "undo/1")
    ]
    whom = person("Ann Own").pk
    client.post(f"/{mine.event.slug}/club/{whom}/merge/", {"other": dee})
    client.post(f"/{mine.event.slug}/club/recognize/{mine.player('Ray').pk}/", {"person": dee, "how": "hand"})

    assert set(strange) == {403}
    assert set(own) == {404}
    assert [*Person.objects.order_by("pk").values()] == before
    assert "Dee" not in page(mine)


def test_an_organizer_of_the_event_who_is_not_in_the_club_sees_nobody():
    night = Night("Dee", "Ray").known()
    make_badge(event=night.event, role=Role.ORGANIZER, name="bo", user=account("bo"), at=build.MEET)
    client = Client()
    client.force_login(account("bo"))
    gets, posts = addresses(night)

    shown = words(client.get(f"/{night.event.slug}/club/"))
    others = [client.get(f"/{night.event.slug}/club/{path}").status_code for path in gets[1:]]
    others += [client.post(f"/{night.event.slug}/club/{path}").status_code for path in posts]

    assert "of a club that you don’t belong to" in shown
    assert "Dee" not in shown
    assert set(others) == {404}


def test_players_read_what_the_club_keeps_of_them():
    night = Night()

    with_club = words(Client().get(f"/{night.event.slug}/privacy/"))
    without = words(Client().get(f"/{build.event(name='Alone').slug}/privacy/"))

    assert "Which events of ann’s club you played, and with whom." in with_club
    assert "Erased when you ask, or 730 days after the last event you played." in with_club
    assert "across events" not in without


def test_nobody_else_sees_a_person():
    night = Night("Dee", "Ray").known()
    gets, posts = addresses(night)
    team = night.event.teams.first()
    strangers = (Client(), wearing(build.referee(night.event).badge), wearing(team.badge))

    club = f"/{night.event.slug}/club/"
    answers = {client.get(club + path).status_code for client in strangers for path in gets}
    answers |= {client.post(club + path).status_code for client in strangers for path in posts}

    assert answers == {403}


def test_a_teams_own_page_has_its_codes_and_no_public_page_has_any():
    night = Night("Dee", "Ray")
    team = night.event.teams.get()
    codes = [code_of(player) for player in team.players.all()]

    own = words(wearing(team.badge).get(f"/{night.event.slug}/team/"))
    paths = ("", "teams/1/", "results/", "slips/")
    public = [words(Client().get(f"/{night.event.slug}/{path}")) for path in paths]

    assert all(code in own for code in codes)
    assert not any(code in text for code in codes for text in public)


def test_the_pages_take_as_many_statements_for_30_people_as_for_3():
    taken = defaultdict(set)
    for count, name in ((3, "few"), (30, "many")):
        names = [f"{name} {number}" for number in range(2 * count)]
        nights = [Night(*names, user=name, week=week) for week in range(2)]
        for night in nights:
            recognize_all(**night.press)
        client, whom = phone_of(nights[1]), person(f"{name} 0").pk
        wants(nights[1])
        computed()
        for path in ("", f"{whom}/", "grades/", f"{whom}/record/", "season/"):
            client.get(f"/{nights[1].event.slug}/club/{path}")
            with CaptureQueriesContext(connection) as seen:
                client.get(f"/{nights[1].event.slug}/club/{path}")
            taken[path.replace(str(whom), "pk")].add(len(seen))

    assert [len(numbers) for numbers in taken.values()] == [1] * 5


def test_grades_are_off_until_an_organizer_of_the_club_wants_them():
    night = Night(*FOUR).known()
    played(night)

    before = page(night, "grades/")
    asked = press(night, "grades/change/", is_on="on", window_days=7, least_games=12)
    refused = press(night, "grades/change/", is_on="on", window_days=700, least_games=12)
    computed()
    shown = page(night, "grades/")
    nobody = page(night, "grades/?find=zed")

    assert "3 points" not in nobody
    assert "Grades and points" in before
    assert "1 point" not in before
    assert "The grades will be here within a minute" in asked
    assert "From 0 to 90 days." in refused
    assert "provisional, 1 game" in shown
    assert "3 points" in shown


def test_strangers_and_referees_see_no_grades_and_no_records():
    night = Night(*FOUR).known()
    dee, ray = person("Dee").pk, person("Ray").pk
    paths = ("grades/", "season/", "season.csv", f"{dee}/record/", f"{dee}/with/{ray}/")

    answers = {
        client.get(f"/{night.event.slug}/club/{path}").status_code
        for client in (Client(), wearing(build.referee(night.event).badge))
        for path in paths
    }

    assert answers == {403}


def test_a_first_round_may_be_drafted_and_a_bracket_seeded_by_grade_once_there_are_any():
    first = Night(*FOUR).known()
    played(first)
    second = Night(*FOUR, week=1).known()
    for team in second.event.teams.all():
        build.check_in(team, at=build.MEET)
    client = phone_of(second)

    with time_machine.travel(build.at(14, 55) + timedelta(weeks=1)):
        without = [words(client.get(f"/{second.event.slug}/{path}")) for path in ("seating/", "cut/")]
    wants(second)
    computed()
    with time_machine.travel(build.at(14, 55) + timedelta(weeks=1)):
        by_grade = [words(client.get(f"/{second.event.slug}/{path}")) for path in ("seating/", "cut/")]
        client.post(f"/{second.event.slug}/seating/draft/", {"order": "grade"})
    client.post(f"/{second.event.slug}/cut/no-phase-one/", {"order": "grade"})

    assert not any("by grade" in text for text in without)
    assert "Draft it by grade" in by_grade[0]
    assert "Bracket by grade" in by_grade[1]
    said = [entry.words for entry in second.event.log.order_by("pk")]
    assert any("drawn by the club’s grades" in text for text in said)
    assert "by the club’s grades" in said[-1]


def test_a_record_leads_from_the_person_to_the_pair_and_the_season_is_a_spreadsheet():
    night = two_nights()
    dee, ray = person("Dee").pk, person("Ray").pk

    record = page(night, f"{dee}/record/")
    pair = page(night, f"{dee}/with/{ray}/")
    season = page(night, "season/?since=2026-06-27&until=2026-07-04")
    none = page(night, "season/?since=2025-06-27&until=2025-06-28")
    dates = "?since=2026-06-27&until=2026-07-04"
    hands = (
        phone_of(night)
        .get(f"/{night.event.slug}/club/season-hands.csv{dates}")
        .getvalue()
        .decode("utf-8-sig")
    )
    rows = phone_of(night).get(f"/{night.event.slug}/club/season.csv?since=2026-06-27&until=2026-07-04")

    assert "Won 1 of 2 games." in record
    assert "Bid 3 of 6 hands and made 3" in record
    assert "Bid 4: made 3 of 3 Books taken when bidding 10 books: 3 hands" in record
    assert "Dee & Ray" in pair
    assert "Won 1 of 1 game." in pair
    assert "2 events, 2 games, 6 hands, 0 Bostons." in season
    assert "won 2 of 2, 100%" in season
    assert "Bid 4: made 6 of 6 Books taken when bidding 10 books: 6 hands" in season
    assert hands.splitlines() == ["what,hands,made", "bid 4,6,6", "10 books,6,"]
    assert "None between these dates." in none
    assert "Bidding" not in none
    assert b"".join(rows.streaming_content).decode("utf-8-sig").splitlines()[:2] == [
        "name,events,games,won,bostons,share",
        "Ray,2,2,2,0,100",
    ]


@pytest.mark.parametrize("path", ["season.csv", "season-hands.csv"])
def test_a_spreadsheet_is_only_read(path):
    night = Night("Dee", "Ray").known()

    assert phone_of(night).get(f"/{night.event.slug}/club/{path}").status_code == 200
    assert phone_of(night).post(f"/{night.event.slug}/club/{path}").status_code == 405


def test_a_team_sees_its_own_record_once_the_results_are_shown():
    night = two_nights()
    dee_and_mo = night.player("Dee").team

    shown = words(wearing(dee_and_mo.badge).get(f"/{night.event.slug}/team/record/"))
    Event.objects.filter(pk=night.event.pk).update(standings_shown="hidden")
    hidden = words(wearing(dee_and_mo.badge).get(f"/{night.event.slug}/team/record/"))

    assert "Won 0 of 1 game." in shown
    assert "It will be here when the results are shown" in hidden
    assert Client().get(f"/{night.event.slug}/team/record/").status_code == 403

"""The pages of a club's people."""

import pytest
import time_machine
from django.test import Client

from seasons.models import Person
from seasons.people.person_codes import code_of
from tests import build
from tests.pages.reading import words
from tests.pages.visit import phone_of, signed_in, statements, wearing
from tests.seasons.nights import FOUR, Night, account, nights_of, person, two_nights
from tests.seasons.ratings.rated import computed, wants
from tournament.badges.commands_badges import make_badge
from tournament.models import Role

pytestmark = pytest.mark.django_db


def page(night, path=""):
    return words(phone_of(night).get(f"/{night.event.slug}/club/{path}"))


def press(night, path, **typed):
    return words(phone_of(night).post(f"/{night.event.slug}/club/{path}", typed, follow=True))


def test_players_are_recognized_or_new_and_found_by_a_part_of_their_name():
    Night("Dee Jones", "Ray", "Kim", "Lou").known()
    second = Night("dee jones", "Ray", "Kim", "Mo", week=1)
    dee, ray = second.player("dee jones"), second.player("Ray")

    before = page(second)
    known = press(second, f"recognize/{dee.pk}/", person=person("Dee Jones").pk, how="name")
    new = press(second, f"recognize/{ray.pk}/", how="new")
    rest = press(second, "recognize/")
    after = press(second, f"recognize/{second.player('Kim').pk}/", person=person("Kim").pk, how="name")
    found, nobody = page(second, "?find=jon"), page(second, "?find=zed")

    assert "4 not recognized yet" in before
    assert "Dee Jones, 1 event, by name" in before
    assert "dee jones is Dee Jones." in known
    assert "Ray is Ray." in new
    assert "1 is new to the club." in before
    assert "1 taken as new. Look at who is left." in rest
    assert "Kim, 1 event, by name" in rest
    assert "dee jones dee jones & Ray Dee Jones, 2 events" in after
    assert "Everybody is recognized" in after
    assert nights_of("Dee Jones") == nights_of("Kim") == ["Week 0", "Week 1"]
    names = list(Person.objects.order_by("name").values_list("name", flat=True))
    assert names == ["Dee Jones", "Kim", "Lou", "Mo", "Ray", "Ray"]
    assert "Dee Jones 2 events" in found
    assert "Ray 1 event" not in found
    assert "Nobody is called “zed”" in nobody


def test_a_code_or_a_merge_adds_events_and_partners_to_a_persons_page():
    night = Night("Guest", "Lou")
    second = Night("Dee", "Ray", week=1).known()
    Night("Denise", "Mo", week=2).known()
    dee, denise = person("Dee"), person("Denise")

    shown = page(second, f"{dee.pk}/")
    refused = press(second, f"{dee.pk}/code/", code="1-000000", has_page=1)
    added = press(second, f"{dee.pk}/code/", code=code_of(night.player("Guest")), has_page=1)
    merged = press(second, f"{dee.pk}/merge/", other=denise.pk, has_page=1)
    press(second, f"{dee.pk}/undo/{dee.changes.get().pk}/")

    assert "has played with Ray" in shown
    assert "Week 1, July 4, 2026 Dee & Ray, with Ray" in shown
    assert "No player of your club’s events has this code." in refused
    assert "Week 0 is theirs too." in added
    assert "has played with Lou, Ray" in added
    assert "Denise is part of Dee now." in merged
    assert "Denise was merged into Dee. Undo" in merged
    assert (nights_of("Dee"), nights_of("Denise")) == (["Week 0", "Week 1"], ["Week 2"])


def test_an_older_event_is_put_into_a_club_that_is_renamed_and_joined():
    event, phone = build.event(), signed_in(account("ann"))
    _, badge = (
        make_badge(event=event, role=Role.ORGANIZER, name=name, user=account(name), at=build.MEET)
        for name in ("ann", "bo")
    )
    club = f"/{event.slug}/club/"

    before = words(phone.get(club))
    first, again = (words(phone.post(f"{club}join/", follow=True)) for _ in range(2))
    renamed = words(phone.post(f"{club}change/", {"name": "Tuesday Club", "person_days": 365}, follow=True))
    added = words(phone.post(f"{club}member/", {"badge": badge.pk}, follow=True))

    assert "aren’t matched to other events yet" in before
    assert all("From now on, ann’s club knows who played here." in page for page in (first, again))
    assert "People of Tuesday Club" in renamed
    assert "Organizers: ann, bo" in added


# --- who may see them --------------------------------------------------------------------------


def addresses(night):
    dee = night.club.people.filter(name="Dee").get().pk
    player = night.player("Dee").pk
    gets = ["", f"{dee}/", f"{dee}/record/", "evening/", "evening/cards/", "grades/", "season/", "season.csv"]
    posts = ["change/", "member/", "recognize/", f"recognize/{player}/"]
    posts += [f"{dee}/{what}/" for what in ("correct", "merge", "split", "code", "link", "erase")]
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
    client = signed_in(account("bo"))
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


def test_a_teams_own_page_has_its_codes_and_no_public_page_has_any():
    night = Night("Dee", "Ray")
    team = night.event.teams.get()
    codes = [code_of(player) for player in team.players.all()]

    own = words(wearing(team.badge).get(f"/{night.event.slug}/team/"))
    paths = ("", "teams/1/", "results/", "slips/")
    public = " ".join(words(Client().get(f"/{night.event.slug}/{path}")) for path in paths)

    assert [(code in own, code in public) for code in codes] == [(True, False)] * 2


def test_the_pages_take_as_many_statements_for_30_people_as_for_3():
    taken = []
    for count, name in ((3, "few"), (30, "many")):
        names = [f"{name} {number}" for number in range(2 * count)]
        _, night = (Night(*names, user=name, week=week).known() for week in range(2))
        wants(night)
        computed()
        whom, phone = person(f"{name} 0").pk, phone_of(night)
        paths = ("", f"{whom}/", "grades/", f"{whom}/record/", "season/")
        taken.append([statements(phone, f"/{night.event.slug}/club/{path}") for path in paths])

    assert taken[0] == taken[1]


def test_grades_are_off_until_an_organizer_of_the_club_wants_them():
    night = Night(*FOUR).known().played()

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


def test_a_round_and_a_bracket_can_follow_grades_once_there_are_any():
    Night(*FOUR).known().played()
    second = Night(*FOUR, week=1).known().here()
    client, pages = phone_of(second), [f"/{second.event.slug}/{path}/" for path in ("seating", "cut")]

    with time_machine.travel(build.at(14, 55) + second.week):
        without = [words(client.get(page)) for page in pages]
    wants(second)
    computed()
    with time_machine.travel(build.at(14, 55) + second.week):
        by_grade = [words(client.get(page)) for page in pages]
        client.post(f"{pages[0]}draft/", {"order": "grade"})
    client.post(f"{pages[1]}no-phase-one/", {"order": "grade"})

    assert not any("by grade" in text for text in without)
    assert "Draft it by grade" in by_grade[0]
    assert "Bracket by grade" in by_grade[1]
    logged = [entry.words for entry in second.event.log.order_by("pk")]
    assert any("drawn by the club’s grades" in text for text in logged)
    assert "by the club’s grades" in logged[-1]


def test_a_person_a_pair_and_a_season_have_records_and_a_spreadsheet():
    night = two_nights()
    dee, ray, dates = person("Dee").pk, person("Ray").pk, "?since=2026-06-27&until=2026-07-04"
    phone, club = phone_of(night), f"/{night.event.slug}/club/"

    record = page(night, f"{dee}/record/")
    pair = page(night, f"{dee}/with/{ray}/")
    season = page(night, f"season/{dates}")
    none = page(night, "season/?since=2025-06-27&until=2025-06-28")
    people, hands = (
        phone.get(f"{club}{name}.csv{dates}").getvalue().decode("utf-8-sig").splitlines()
        for name in ("season", "season-hands")
    )
    changed = [phone.post(f"{club}{name}.csv").status_code for name in ("season", "season-hands")]

    assert "Won 1 of 2 games." in record
    assert "Bid 3 of 6 hands and made 3" in record
    assert "Bid 4: made 3 of 3 Books taken when bidding 10 books: 3 hands" in record
    assert "Dee & Ray" in pair
    assert "Won 1 of 1 game." in pair
    assert "2 events, 2 games, 6 hands, 0 Bostons." in season
    assert "won 2 of 2, 100%" in season
    assert "Bid 4: made 6 of 6 Books taken when bidding 10 books: 6 hands" in season
    assert "None between these dates." in none
    assert "Bidding" not in none
    assert people[:2] == ["name,events,games,won,bostons,share", "Ray,2,2,2,0,100"]
    assert hands == ["what,hands,made", "bid 4,6,6", "10 books,6,"]
    assert changed == [405, 405]


def test_a_team_sees_its_own_record_once_the_results_are_shown():
    night = two_nights()
    phone, record = wearing(night.player("Dee").team.badge), f"/{night.event.slug}/team/record/"

    shown = words(phone.get(record))
    build.rewritten(night.event, standings_shown="hidden")
    hidden = words(phone.get(record))

    assert "Won 0 of 1 game." in shown
    assert "It will be here when the results are shown" in hidden

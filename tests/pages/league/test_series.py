"""A series' pages: made on the club's page, with its rule in a sentence; and the public table."""

import pytest
from django.test import Client

from seasons.models import Series
from tests.pages.reading import words
from tests.pages.visit import phone_of
from tests.seasons.nights import Night, person
from tests.seasons.series.evenings import evening, two_evenings

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "Winter", "by_pairs": "people", "counting": "places", "table": "5, 3", "below": 1, "best": 2,
    "least_field": 0, "least_events": 0, "qualify": 2,
}  # fmt: skip


def test_an_organizer_makes_a_series_adds_events_and_opens_the_final():
    one = evening("Dee", "Ray", "Mo", "Lou", winner="Dee")
    two = evening("Dee", "Mo", "Ray", "Lou", week=1, winner="Dee")
    phone, home = phone_of(one), f"/{one.event.slug}/series/"

    def press(path, typed):
        return words(phone.post(f"{home}{path}", typed, follow=True))

    made = press("make/", TYPED)
    page = f"{Series.objects.get().pk}/"
    added = press(f"{page}add/", {"added": two.event.pk})
    table = phone.get(f"{home}{page}table.csv").getvalue().decode()
    opened = press(f"{page}final/", {"held_on": "2026-08-01"})
    refused = press("make/", {**TYPED, "name": "Spring", "table": "a lot"})

    assert "Winter is there. Add its events." in made
    assert "Week 1 counts in Winter." in added
    assert "At each event, 1st place brings 5 points, 2nd place 3, and everybody else who played 1." in added
    assert "2nd with 8 points from 2 events, 2 behind Dee." in added
    assert "Dee, Mo, Ray would be signed up for an event like the last one of the series." in added
    assert "\r\n1,Dee,10,2,2,5,yes,1st with 10 points from 2 events.,5,5\r\n" in table
    assert "Winter, final is open, with those who qualified signed up." in opened
    assert "Write the points of the places as whole numbers" in refused


def test_the_rule_is_said_while_it_is_typed():
    one = Night()

    def rule_of(**typed):
        return words(phone_of(one).get(f"/{one.event.slug}/series/sentence/", {**TYPED, **typed}))

    assert rule_of(name="", counting="wins", least_field=8, best=1, by_pairs="pairs", least_events=3) == (
        "At each event with a field of 8 or more, each game won is a point. The best event of each pair "
        "counts. If points are equal, who won more events is ahead, then who had the better best event. "
        "The first 2 with at least 3 events qualify for the final."
    )
    assert rule_of(best="many") == "From 0 to 99."


def test_everybody_sees_the_table_with_the_names_of_those_who_said_yes():
    one, _, series = two_evenings()
    here, typed = f"/{one.event.slug}/", {"name": "Mo", "may_name": "on", "has_page": 1}
    phone_of(one).post(f"{here}club/{person('Mo').pk}/correct/", typed)

    public = words(Client().get(f"{here}series/{series.pk}/table/"))

    assert f'href="{here}series/{series.pk}/table/"' in Client().get(f"{here}standings/").content.decode()
    assert "2 Mo 2nd with 8 points" in public
    assert "Dee" not in public


def test_another_club_neither_sees_nor_changes_a_series():
    _, _, series = two_evenings()
    theirs = Night(user="bo")
    phone, home = phone_of(theirs), f"/{theirs.event.slug}/series/"
    page = f"{home}{series.pk}/"

    answers = [phone.get(f"{page}{path}") for path in ("", "table/", "table.csv")] + [
        phone.post(f"{page}change/", TYPED),
        phone.post(f"{page}final/", {"held_on": "2026-08-01"}),
        phone.post(f"{home}{series.events.first().pk}/take-out/"),
    ]

    assert [answer.status_code for answer in answers] == [404] * 6
    assert series.events.now().count() == 2


def test_what_was_typed_is_kept_when_the_rule_or_the_final_is_refused():
    one, _, series = two_evenings()
    page = f"/{one.event.slug}/series/{series.pk}/"

    rule = phone_of(one).post(f"{page}change/", {**TYPED, "name": "Circuit", "table": "a lot"})
    final = phone_of(one).post(f"{page}final/", {"held_on": "someday"})

    assert (rule.status_code, final.status_code) == (422, 422)
    assert "Write the points of the places as whole numbers" in words(rule)
    assert [rule.context["form"][name].value() for name in ("name", "table")] == ["Circuit", "a lot"]
    assert "Write the day, as in 2026-01-31." in words(final)
    assert 'value="someday"' in final.content.decode()

"""The pages of two events in one room (Rulebook E-201 to E-207)."""

from uuid import uuid4

import pytest

from pages.hall.screen import screen
from scoring.open_play.commands_open_play import open_play
from scoring.recording.floor_tables import tables_at
from scoring.rounds.commands_rounds import call_round
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, organizer_of, still_clock, wearing
from tournament.badges.commands_badges import give_badge
from tournament.floor.seats_now import seats
from tournament.models import Event
from tournament.money.commands_donations import move_cash, take_donation
from tournament.money.ledger import drawer_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def room():
    """Open play without a kitty, and rounds with one; Ann plays in both."""
    plain = build.event(name="No kitty", seating="open", is_practice=True)
    plain, kitty = build.one_room(plain, build.event(name="Kitty", is_practice=True))
    build.pair(plain, "Ann", "Bob")
    build.pair(plain, "Cy", "Di")
    build.pair(kitty, "Ann", "Eve")
    build.pair(kitty, "Flo", "Gus")
    return plain, kitty


@pytest.fixture
def playing(room):
    plain, kitty = room
    open_play(event=plain, by=build.organizer(plain), at=build.THREE)
    call_round(event=kitty, by=build.organizer(kitty), at=build.THREE)
    for event in room:
        still_clock(event, build.at(15, 1))
    return kitty


def test_no_number_and_no_emblem_is_in_both_events(room):
    teams = [team for event in room for team in event.teams.order_by("number")]

    assert [team.number for team in teams] == [1, 2, 101, 102]
    assert len({team.emblem for team in teams}) == 4


def test_one_desk_finds_and_checks_in_everybody_of_both(room):
    plain, kitty = room
    late = build.pair(kitty, "Hal", "Ida", is_here=False)
    lou = give_badge(event=plain, role="desk", name="Lou", by=build.organizer(plain), at=build.MEET)
    desk = wearing(lou)

    page = words(desk.get(f"/{plain.slug}/desk/room/"))
    found = words(desk.get(f"/{plain.slug}/desk/room/?q=hal"))
    answer = desk.post(f"/{kitty.slug}/desk/{late.pk}/check-in/?at=room&q=hal")

    for sentence in ("Ann & Bob", "Hal & Ida", "1 person plays in both"):
        assert sentence in page
    assert "Ann & Bob" not in found
    assert answer.headers["Location"] == f"/{kitty.slug}/desk/room/?q=hal"
    late.refresh_from_db()
    assert late.checked_in_at
    assert kitty.log.latest("pk").by == kitty.badges.get(name="Lou")


def test_the_one_field_checks_in_whom_it_finds_at_either_event(room):
    plain, kitty = room
    late = build.pair(kitty, "Hal", "Ida", is_here=False)
    scanned = build.pair(kitty, "Jon", "Kit", is_here=False)
    lou = give_badge(event=plain, role="desk", name="Lou", by=build.organizer(plain), at=build.MEET)
    desk, field = wearing(lou), f"/{plain.slug}/desk/room/scan/"

    both = desk.post(field, {"q": "ann"}, headers=HTMX)
    nobody = desk.post(field, {"q": "zoe"}, headers=HTMX)
    typed = desk.post(field, {"q": "hal"}, headers=HTMX)
    by_link = desk.post(field, {"q": f"http://hall/join/{scanned.badge.secret}/"}, headers=HTMX)

    assert [both.status_code, nobody.status_code] == [422, 422]
    assert "Ann & Bob" in words(both)
    assert f"{late.number} {late.name} is here." in words(typed)
    assert f"{scanned.number} {scanned.name} is here." in words(by_link)
    assert kitty.teams.filter(checked_in_at=None).count() == 0
    assert kitty.log.latest("pk").by == kitty.badges.get(name="Lou")


def test_the_ledger_has_both_events_and_one_drawer(room):
    plain, kitty = room
    for event, cents in ((plain, 1000), (kitty, 500)):
        given = {"key": uuid4(), "amount_cents": cents, "method": "cash", "team": event.teams.first()}
        take_donation(event=event, **given, by=build.organizer(event), at=build.MEET)
    handed = {"kind": "handed", "amount_cents": 1200, "by": build.organizer(kitty), "at": build.MEET}
    move_cash(event=kitty, key=uuid4(), **handed)

    page = words(organizer_of(plain).get(f"/{plain.slug}/desk/money/"))

    assert drawer_of(plain).expected == drawer_of(kitty).expected == 300
    assert "One drawer for No kitty and Kitty." in page
    assert "$3 in cash, by the ledger" in page
    assert "$10 cash · Ann & Bob" in page
    assert "$5 cash · Ann & Eve" in page


def test_phones_and_the_floor_say_who_is_waited_for_and_where(playing):
    ann, flo = (
        words(wearing(team.badge).get(f"/{playing.slug}/team/")) for team in playing.teams.order_by("number")
    )
    organizer = organizer_of(playing)
    floor, today = (words(organizer.get(f"/{playing.slug}/{page}/")) for page in ("floor", "today"))

    assert "Ann plays in No kitty now, at Table 1" in ann
    for page in (flo, today):
        assert "Waits for Ann, who plays at Table 1 in No kitty." in page
    assert "Table 1 No kitty The other event plays here Table 2 Free" in floor


def test_wall_and_floor_give_the_same_reason_why_a_game_waits(playing):
    wall = {row.team.name: row.note for row in seats(playing).teams}
    floor = {row.team.name: row.why for row in tables_at(playing, build.at(15, 1)).waiting}

    why = "waits for Ann, who plays at Table 1 in No kitty"
    assert floor == {"Ann & Eve": why, "Flo & Gus": why}
    assert wall == {"Ann & Eve": f"{why}, against Flo & Gus", "Flo & Gus": f"{why}, against Ann & Eve"}


def test_the_big_screen_shows_both_events_in_turn(playing):
    now = build.at(15, 2)

    titles = [screen(playing, now, turn).panel.title for turn in range(screen(playing, now, 0).pages)]

    assert {title.startswith("No kitty: ") for title in titles} == {True, False}


def test_the_settings_bring_two_events_into_one_room_and_out_again():
    plain, kitty = build.one_room(
        *(build.event(name=name, is_practice=True) for name in ("No kitty", "Kitty"))
    )
    organizer, settings = organizer_of(plain), f"/{plain.slug}/event/"
    assert "It plays in one room with Kitty" in words(organizer.get(f"{settings}one-room/"))

    organizer.post(f"{settings}room/leave/")
    assert "Plays in one room with Kitty" in words(organizer.get(f"{settings}one-room/"))

    organizer.post(f"{settings}room/", {"other": kitty.slug})
    kitty.refresh_from_db()
    assert kitty.room == Event.objects.get(pk=plain.pk).room is not None

    refused = organizer.post(f"{settings}room/", {"other": "nowhere"}, follow=True)
    assert "Choose another event of the same evening from the list." in words(refused)

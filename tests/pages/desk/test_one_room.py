"""The pages of two events in one room (Rulebook E-201 to E-207)."""

from uuid import uuid4

import pytest

from pages.hall.screen import screen
from scoring.commands.open_play import open_play
from scoring.commands.rounds import call_round
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock, wearing
from tournament.commands.badges import give_badge, revoke_badge
from tournament.commands.donations import move_cash, take_donation
from tournament.models import Event
from tournament.queries.money import drawer_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def room():
    """Open play without a kitty, and rounds with one; Ann plays in both, and play is on."""
    plain = build.event(name="No kitty", seating="open", is_practice=True)
    plain, kitty = build.one_room(plain, build.event(name="Kitty", is_practice=True))
    build.pair(plain, "Ann", "Bob")
    build.pair(plain, "Cy", "Di")
    build.pair(kitty, "Ann", "Eve")
    build.pair(kitty, "Flo", "Gus")
    return plain, kitty


def play(plain, kitty):
    open_play(event=plain, by=build.organizer(plain), at=build.THREE)
    call_round(event=kitty, by=build.organizer(kitty), at=build.THREE)
    for event in (plain, kitty):
        still_clock(event, build.at(15, 1))


def test_one_desk_finds_and_checks_in_everybody_of_both(room):
    plain, kitty = room
    late = build.pair(kitty, "Hal", "Ida", is_here=False)
    lou = give_badge(event=plain, role="desk", name="Lou", by=build.organizer(plain), at=build.MEET)
    desk = wearing(lou)

    page = words(desk.get(f"/{plain.slug}/desk/room/"))
    assert "Ann & Bob" in page
    assert "Hal & Ida" in page
    assert "1 person plays in both" in page
    assert "Ann & Bob" not in words(desk.get(f"/{plain.slug}/desk/room/?q=hal"))

    answer = desk.post(f"/{kitty.slug}/desk/{late.pk}/check-in/?at=room&q=hal")

    assert answer.headers["Location"] == f"/{kitty.slug}/desk/room/?q=hal"
    late.refresh_from_db()
    assert late.checked_in_at
    assert kitty.log.latest("pk").by == kitty.badges.get(name="Lou")


def test_a_desk_volunteer_whose_badge_was_taken_back_sees_neither_event(room):
    plain, kitty = room
    lou = give_badge(event=plain, role="desk", name="Lou", by=build.organizer(plain), at=build.MEET)
    desk = wearing(lou)
    organizer = wearing(build.organizer(kitty).badge)
    assert desk.get(f"/{kitty.slug}/desk/").status_code == 200

    twin = kitty.badges.get(name="Lou")
    revoke_badge(badge=twin, by=build.organizer(kitty), at=build.MEET)

    assert {desk.get(f"/{event.slug}/desk/").status_code for event in room} == {403}
    assert organizer.get(f"/{kitty.slug}/desk/").status_code == 200


def test_the_ledger_has_both_events_and_one_drawer(room):
    plain, kitty = room
    for event, cents in ((plain, 1000), (kitty, 500)):
        given = {"key": uuid4(), "amount_cents": cents, "method": "cash", "team": event.teams.first()}
        take_donation(event=event, **given, by=build.organizer(event), at=build.MEET)
    handed = {"kind": "handed", "amount_cents": 1200, "by": build.organizer(kitty), "at": build.MEET}
    move_cash(event=kitty, key=uuid4(), **handed)

    page = words(wearing(build.organizer(plain).badge).get(f"/{plain.slug}/desk/money/"))

    assert drawer_of(plain).expected == drawer_of(kitty).expected == 300
    assert "One drawer for No kitty and Kitty." in page
    assert "$3 in cash, by the ledger" in page
    assert "$10 cash · Ann & Bob" in page
    assert "$5 cash · Ann & Eve" in page


def test_phones_and_the_floor_say_who_is_waited_for_and_where(room):
    play(*room)
    _, kitty = room
    ann, flo = (wearing(team.badge) for team in kitty.teams.all())

    now = words(ann.get(f"/{kitty.slug}/team/"))
    assert "Ann plays in No kitty now, at Table 1" in now
    assert "Waits for Ann, who plays at Table 1 in No kitty." in words(flo.get(f"/{kitty.slug}/team/"))

    floor = words(wearing(build.organizer(kitty).badge).get(f"/{kitty.slug}/floor/"))
    assert "Waits for Ann, who plays at Table 1 in No kitty." in floor
    assert "Table 1 No kitty The other event plays here Table 2 Free" in floor


def test_the_big_screen_shows_both_events_in_turn(room):
    play(*room)
    _, kitty = room

    now = build.at(15, 2)
    titles = [screen(kitty, now, turn).panel.title for turn in range(screen(kitty, now, 0).pages)]

    assert any(title.startswith("No kitty: ") for title in titles)
    assert any(not title.startswith("No kitty: ") for title in titles)


def test_the_settings_bring_two_events_into_one_room_and_out_again():
    events = [build.event(name=name, is_practice=True) for name in ("No kitty", "Kitty")]
    plain, kitty = build.one_room(*events)
    organizer = wearing(build.organizer(plain).badge)
    settings = f"/{plain.slug}/event/"
    assert "It plays in one room with Kitty" in words(organizer.get(settings))

    organizer.post(f"{settings}room/leave/")
    assert "Plays in one room with Kitty" in words(organizer.get(settings))

    organizer.post(f"{settings}room/", {"other": kitty.slug})
    kitty.refresh_from_db()
    assert kitty.room == Event.objects.get(pk=plain.pk).room is not None

    refused = organizer.post(f"{settings}room/", {"other": "nowhere"}, follow=True)
    assert "Choose another event of the same evening from the list." in words(refused)

"""A team that lost once may buy back: the floor, the desk, its phone and the wall (Rulebook E-116)."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from scoring.models import BuyBack
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.models import Donation

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def event():
    event = build.lost_once()
    still_clock(event, build.at(17, 10))
    return event


@pytest.fixture
def losers(event):
    games = event.games.filter(bracket_position__in=("US1", "US2")).order_by("pk").with_everybody()
    return [game.team("EW") for game in games]


def words(client, event, path, part="main"):
    return read(client.get(f"/{event.slug}/{path}").content.decode()).one(id=part).words


def test_the_floor_asks_who_lost_once_and_takes_the_answer(event, losers):
    one, other = losers
    organizer = wearing(build.organizer(event).badge)
    assert "Lost once" in words(organizer, event, "floor/", "floor")

    sent = {"key": uuid4(), "method": "cash", "amount": "5"}
    organizer.post(f"/{event.slug}/floor/{one.pk}/buy-back/", sent)
    organizer.post(f"/{event.slug}/floor/{other.pk}/leave/")

    other.refresh_from_db()
    assert BuyBack.objects.get(event=event).team == one
    assert other.withdrawn_at is not None
    assert Donation.objects.get(event=event).amount_cents == 500
    assert "Lost once" not in words(organizer, event, "floor/", "floor")


def test_the_desk_asks_too_and_nothing_needs_to_be_given(event, losers):
    desk = wearing(build.organizer(event).badge)
    assert f"{losers[0].number} {losers[0].name}" in words(desk, event, "desk/", "lost-once-list")

    sent = {"key": uuid4(), "method": "cash", "amount": ""}
    answer = desk.post(f"/{event.slug}/desk/{losers[0].pk}/buy-back/", sent)

    assert answer.status_code == 302
    assert BuyBack.objects.get(event=event).team == losers[0]
    assert not Donation.objects.filter(event=event).exists()


def test_a_wrong_press_is_taken_back_on_the_floor_and_at_the_desk(event, losers):
    organizer = wearing(build.organizer(event).badge)
    for where, part in (("floor", "floor"), ("desk", "desk-board")):
        organizer.post(f"/{event.slug}/{where}/{losers[0].pk}/buy-back/", {"key": uuid4(), "method": "cash"})
        assert f"Decides again: {losers[0].name}" in words(organizer, event, f"{where}/", part)

        organizer.post(f"/{event.slug}/{where}/{losers[0].pk}/decide-again/")

        assert f"Buys back: {losers[0].name}" in words(organizer, event, f"{where}/", part)
    assert not BuyBack.objects.filter(event=event, taken_back_at=None).exists()


def test_the_bracket_says_for_whom_a_game_waits(event, losers):
    names = " and ".join(team.name for team in losers)

    assert f"{names} may buy back in" in words(wearing(losers[0].badge), event, "bracket/")

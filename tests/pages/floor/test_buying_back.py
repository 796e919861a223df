"""A team that lost once may buy back: the floor, the desk, its phone and the wall (Rulebook E-116)."""

from uuid import uuid4

import pytest

from scoring.models import BuyBack
from tests import build
from tests.pages.visit import organizer_of, still_clock, wearing
from tools.rehearsal.browser import read
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


def words(client, event, path, part):
    return read(client.get(f"/{event.slug}/{path}").content.decode()).one(id=part).words


def test_the_bracket_says_for_whom_a_game_waits_and_the_floor_asks(event, losers):
    one, other = losers
    organizer, floor = organizer_of(event), f"/{event.slug}/floor"
    before = words(organizer, event, "floor/", "floor")
    bracket = words(wearing(one.badge), event, "bracket/", "main")

    organizer.post(f"{floor}/{one.pk}/buy-back/", {"key": uuid4(), "method": "cash", "amount": "5"})
    organizer.post(f"{floor}/{other.pk}/leave/")

    other.refresh_from_db()
    assert f"{one.name} and {other.name} may buy back in" in bracket
    assert BuyBack.objects.get(event=event).team == one
    assert other.withdrawn_at is not None
    assert Donation.objects.get(event=event).amount_cents == 500
    after = words(organizer, event, "floor/", "floor")
    assert ["Lost once" in page for page in (before, after)] == [True, False]


def test_a_wrong_press_is_undone_on_the_floor_and_at_the_desk(event, losers):
    organizer, loser = organizer_of(event), losers[0]
    assert f"{loser.number} {loser.name}" in words(organizer, event, "desk/", "lost-once-list")

    for where, part in (("floor", "floor"), ("desk", "desk-board")):
        address, sent = f"/{event.slug}/{where}/{loser.pk}", {"key": uuid4(), "method": "cash", "amount": ""}
        assert organizer.post(f"{address}/buy-back/", sent).status_code == 302
        assert BuyBack.objects.get(event=event, taken_back_at=None).team == loser
        assert f"Decides again: {loser.name}" in words(organizer, event, f"{where}/", part)

        organizer.post(f"{address}/decide-again/")
        assert f"Buys back: {loser.name}" in words(organizer, event, f"{where}/", part)

    assert not BuyBack.objects.filter(event=event, taken_back_at=None).exists()
    assert not Donation.objects.filter(event=event).exists()

"""The seating page keeps two teams apart, and says where that wasn't possible."""

import pytest

from scoring.commands.rounds import draft_round
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    build.teams(event, 2)
    still_clock(event, build.MEET)
    return event


def post(client, event, path, **data):
    return words(client.post(f"/{event.slug}/seating/apart/{path}", data, follow=True))


def test_two_are_kept_apart_and_let_meet_again(event, organizer):
    one, other = event.teams.all()

    kept = post(organizer, event, "", one=one.number, other=other.number)
    draft_round(event=event, by=build.organizer(event), at=build.MEET)
    drafted = words(organizer.get(f"/{event.slug}/seating/"))
    met = post(organizer, event, f"{event.kept_apart.get().pk}/may-meet/")

    assert "Team 1 and Team 2 are kept apart from the next draft on." in kept
    assert "Team 1 and Team 2 should be kept apart, and couldn’t be" in drafted
    assert "Let them meet" in drafted
    assert "Team 1 and Team 2 may meet." in met
    assert "Let them meet" not in met

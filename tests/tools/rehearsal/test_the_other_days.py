"""Whole days of other games and other seatings, lived through the pages in this process."""

import pytest
from django.core.signals import request_finished, request_started

from tests import build
from tests.tools.rehearsal.bots import lived
from tests.versions import watched
from tools.rehearsal.declared import usual

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]


# Individuals and a double bracket are the most unusual days; --long lives the others.
@pytest.mark.parametrize(
    ("game", "seating", "count", "phase_two", "pairs_up"),
    [
        pytest.param("fahrenheit", "individuals", 5, "single", "never", marks=pytest.mark.long),
        pytest.param("fahrenheit", "one-up", 9, "single", "lot", marks=pytest.mark.long),
        pytest.param("fahrenheit", "one-seat", 9, "robin", "last", marks=pytest.mark.long),
        ("solo-bid-euchre", "individuals", 5, "single", "never"),
        ("bid-fair", "standing", 4, "double", "never"),
        ("fahrenheit", "standing", 11, "second-chance", "never"),
        pytest.param("fahrenheit", "standing", 7, "buy-back", "never", marks=pytest.mark.long),
        pytest.param("columbus-no-kitty", "standing", 4, "robin", "never", marks=pytest.mark.long),
        pytest.param("botb-4x4", "standing", 4, "swiss", "never", marks=pytest.mark.long),
        pytest.param("cardsharks-detroit", "standing", 4, "groups", "never", marks=pytest.mark.long),
        pytest.param("fahrenheit", "standing", 7, "shrinking", "never", marks=pytest.mark.long),
        pytest.param("fahrenheit", "standing", 4, "series", "never", marks=pytest.mark.long),
    ],
)
def test_a_day_is_lived_from_the_sign_up_to_the_podium(game, seating, count, phase_two, pairs_up, rounds):
    declared = usual(game, seating=seating, phase_two=phase_two, pairs_up=pairs_up)

    day, spoken, complaints = lived(declared=declared, teams=count, rounds=rounds)

    assert [place for place, _ in day.visitor.podium()] == [1, 2, 3]
    assert spoken[-1].startswith("3. ")
    # Every action changed the event version, so every open screen refreshes.
    assert complaints == []


def test_an_action_that_moves_no_version_would_be_noticed():
    event = build.event()
    with watched() as complaints:
        for action in (lambda: build.team(event), lambda: event.teams.update(name="Jokers Wild")):
            request_started.send(sender=None, environ={})
            action()
            request_finished.send(sender=None)

    assert complaints == ["wrote tournament_team and moved no version"]

"""A night that is nothing but a bracket, drawn by the club's grades (Rulebook E-223)."""

from datetime import timedelta

import pytest
import time_machine

from scoring.bracket.commands_bracket import start_phase_two
from scoring.models import Seed
from seasons.ratings.grades import by_grade
from tests import build
from tests.pages.visit import phone_of
from tests.seasons.nights import Night
from tests.seasons.ratings.rated import computed, wants
from tools.rehearsal.recount.recount import Recount

PAIRS = [f"{letter}{number}" for letter in "ABCD" for number in (1, 2)]


@pytest.mark.django_db
@pytest.mark.slow
def test_a_bracket_drawn_by_grade_is_recounted_to_its_podium():
    wants(Night(*PAIRS).known().played())
    night = Night(*reversed(PAIRS), week=1, seeds_by="grade").known().here()
    computed()
    order, client, at = by_grade(night.event, night.club), phone_of(night), build.THREE + night.week

    with time_machine.travel(at, tick=False):
        client.post(f"/{night.event.slug}/cut/no-phase-one/", {"order": "grade"})
        start_phase_two(event=night.event, by=night.by, at=at + timedelta(minutes=1))
        build.bracket_played_on(night.event, at + timedelta(minutes=5))
    with time_machine.travel(at + timedelta(hours=3), tick=False):
        recount = Recount(
            lambda path: client.get(f"/{night.event.slug}/{path}").getvalue().decode(),
            graded=[team.number for team in order],
        )
        objections = recount.objections()

    assert [
        seed.team for seed in Seed.objects.filter(cut__phase__event=night.event).order_by("number")
    ] == order
    assert objections == []
    assert recount.seen > 0

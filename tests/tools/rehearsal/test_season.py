"""A league's season, lived through its pages in this process."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from seasons import tasks
from tests.tools.rehearsal.bots import own_browser
from tools.rehearsal.season.season import LeagueSeason

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]


def run(words):
    call_command(*words, stdout=(out := StringIO()), stderr=StringIO())
    return out.getvalue()


def graded():
    tasks._rated_at.clear()
    tasks.rate_due(timezone.now())


@pytest.mark.parametrize(
    ("weeks", "teams"), [pytest.param(3, 8), pytest.param(9, 20, marks=pytest.mark.long)]
)
def test_every_figure_of_a_leagues_table_equals_the_recount(weeks, teams):
    season = LeagueSeason(
        teams=teams,
        weeks=weeks,
        seed=1,
        new_browser=own_browser,
        run=run,
        now=timezone.now,
        wait=graded,
        say=(spoken := []).append,
    )
    season.home.sign_in_with(settings.ORGANIZER_KEY)

    # The season itself compares every figure with the recount.
    season.live()

    assert len(spoken) >= weeks
    assert season.made_up

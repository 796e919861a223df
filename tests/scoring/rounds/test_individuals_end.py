"""What individuals read, and how their event ends (Rulebook E-53)."""

import pytest

from pages.floor.next_step import day
from scoring.commands.cut import call_playoff, settle_cut
from scoring.queries.phase_two.cut import cut_page
from scoring.queries.rounds.next_of_phase_one import Next
from tests import build
from tests.scoring.alone import individuals, played
from tournament.commands.events import change_event
from tournament.errors import Refused
from tournament.queries.plan import plan_of
from tournament.queries.schedule import day_page

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_day_has_no_phase_two_and_phase_one_lasts_until_the_awards():
    event = individuals(4)

    parts = [(part.label, part.ends_at) for part in day_page(event, build.MEET).parts]

    assert parts == [
        ("Meet & greet", build.at(15)),
        ("Phase I", build.at(19)),
        ("Awards", None),
    ]
    change_event(event=event, plan=plan_of(event), by=build.organizer(event), at=build.MEET)


def test_level_people_are_parted_by_lot_and_not_played_off():
    event = individuals(4)
    by = build.organizer(event)
    played(event, 1)
    at = build.at(18, 55)
    assert day(event, at).step.kind == Next.CUT
    tie = cut_page(event, at).ties[0]
    teams = [event.teams.get(pk=team.team_id) for team in tie.teams]

    with pytest.raises(Refused, match="decided by lot"):
        call_playoff(event=event, teams=teams, by=by, at=at)
    with pytest.raises(Refused, match="Draw lots first"):
        settle_cut(event=event, by=by, at=at)
    assert tie.stake == "places 1 and 2"

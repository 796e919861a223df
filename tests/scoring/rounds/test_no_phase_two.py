"""A team event without a Phase II (Rulebook E-133)."""

from dataclasses import replace
from datetime import time

import pytest

from pages.floor.next_step import AWARDS, day
from pages.player.now import team_now
from scoring.commands.bracket import start_phase_two
from scoring.commands.cut import settle_cut
from scoring.queries.phase_two.bracket import bracket_page
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.events import change_event
from tournament.errors import Refused
from tournament.queries.plan import plan_of
from tournament.queries.schedule import day_page

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OVER = build.at(18, 58)


def teams_without_a_bracket(count=8):
    event = build.event(plays_phase_two=False, tables=4)
    build.teams(event, count)
    return event


def test_phase_one_lasts_until_the_awards():
    event = teams_without_a_bracket()

    parts = [(part.label, part.ends_at) for part in day_page(event, build.MEET).parts]

    assert parts == [("Meet & greet", build.at(15)), ("Phase I", build.at(19)), ("Awards", None)]


def test_the_first_three_teams_take_the_prizes(client):
    event = teams_without_a_bracket()
    build.played_phase_one(event, 7)

    assert day(event, OVER).step.title == "Settle the first three"
    build.cut_settled(event)

    now, page = day(event, OVER), bracket_page(event, OVER)
    assert (now.step.kind, now.is_over) == (AWARDS, True)
    assert [placed.team.team_id for placed in page.podium] == [
        row.team_id for row in standings(event).rows[:3]
    ]
    third = event.teams.get(pk=page.podium[2].team.team_id)
    assert (team_now(event, third, OVER).card.big, team_now(event, third, OVER).card.line) == (
        "3rd place",
        "of 8 teams",
    )
    with pytest.raises(Refused, match="plays no bracket"):
        start_phase_two(event=event, by=build.organizer(event), at=OVER)
    for address in ("", "standings/", "bracket/", "awards/", "rules/", "certificate/"):
        said = client.get(f"/{event.slug}/{address}").content.decode()
        assert "come alone" not in said, address
        assert "go through" not in said, address


def test_a_phase_two_is_left_out_and_added_until_the_places_are_settled_with_a_reason():
    event, by = build.event(tables=4), build.organizer
    build.teams(event, 8)
    build.played_phase_one(event, 1)
    event.refresh_from_db()
    at = build.at(15, 29)

    plan = replace(plan_of(event), plays_phase_two=False)
    with pytest.raises(Refused, match="Write why"):
        change_event(event=event, plan=plan, by=by(event), at=at)
    changed = change_event(event=event, plan=plan, by=by(event), at=at, reason="The hall closes at seven")
    assert (changed.way.has_bracket, changed.way.cut.title) == (False, "The first places")

    build.played_phase_one_on(event, 1, 7)
    event.refresh_from_db()
    build.cut_settled(event)
    with pytest.raises(Refused, match="places are settled"):
        change_event(
            event=event,
            plan=replace(plan_of(event), plays_phase_two=True, phase_two_at=time(18)),
            by=by(event),
            at=OVER,
            reason="We have time",
        )


def test_fewer_than_two_teams_have_no_places_to_settle():
    event = teams_without_a_bracket(2)
    build.played_phase_one(event, 1)
    event.teams.filter(number=2).update(withdrawn_at=build.at(15, 25))

    with pytest.raises(Refused, match="Fewer than two teams"):
        settle_cut(event=event, by=build.organizer(event), at=OVER)

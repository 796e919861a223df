"""An event without a Phase II: of teams (Rulebook E-133), or of people who come alone (E-53)."""

from datetime import time

import pytest

from pages.floor.next_step import AWARDS, day
from pages.player.now import team_now
from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import reopen_cut, settle_cut
from scoring.standings.standings import standings
from tests import build
from tests.scoring.rounds.seating import event_of
from tournament.errors import Refused
from tournament.schedule.day_page import day_page
from tournament.settings.commands_event import change_event
from tournament.settings.locked import why_no_other_count, why_no_other_order
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OVER = build.at(18, 58)


@pytest.mark.parametrize(
    "plan", [{"plays_phase_two": False}, {"seating": "alone"}], ids=["teams", "people who come alone"]
)
def test_phase_one_lasts_until_the_awards(plan):
    event = build.event(**plan)

    parts = [(part.label, part.ends_at) for part in day_page(event, build.MEET).parts]

    assert parts == [("Meet & greet", build.at(15)), ("Phase I", build.at(19)), ("Awards", None)]
    change_event(event=event, plan=plan_of(event), by=build.organizer(event), at=build.MEET)


def test_the_first_three_teams_take_the_prizes(client):
    event = event_of(8, plays_phase_two=False, tables=4)
    build.played_phase_one(event, 7)
    assert day(event, OVER).step.title == "Settle the first three"

    build.cut_settled(event)

    now, page = day(event, OVER), bracket_page(event, OVER)
    assert (now.step.kind, now.is_over) == (AWARDS, True)
    podium = [placed.team.team_id for placed in page.podium]
    assert podium == [row.team_id for row in standings(event).rows[:3]]
    card = team_now(event, event.teams.get(pk=podium[2]), OVER).card
    assert (card.big, card.line) == ("3rd place", "of 8 teams")
    with pytest.raises(Refused, match="plays no bracket"):
        start_phase_two(event=event, by=build.organizer(event), at=OVER)
    for address in ("", "standings/", "bracket/", "awards/", "rules/", "certificate/"):
        shown = client.get(f"/{event.slug}/{address}").content.decode()
        assert "come alone" not in shown, address
        assert "go through" not in shown, address


def test_a_phase_two_is_removed_or_added_until_the_places_are_settled():
    event = event_of(8, tables=4)
    build.played_phase_one(event, 1)
    event.refresh_from_db()

    def changes(at, reason="", **plan):
        return change_event(
            event=event, plan=plan_of(event).with_(**plan), by=build.organizer(event), at=at, reason=reason
        )

    with pytest.raises(Refused, match="Write why"):
        changes(build.at(15, 29), plays_phase_two=False)
    changed = changes(build.at(15, 29), "The hall closes at seven", plays_phase_two=False)
    assert (changed.way.has_bracket, changed.way.cut.title) == (False, "The first places")

    build.played_phase_one_on(event, 1, 7)
    event.refresh_from_db()
    build.cut_settled(event)
    with pytest.raises(Refused, match="places are settled"):
        changes(OVER, "We have time", plays_phase_two=True, phase_two_at=time(18))


@pytest.mark.both
def test_no_refusal_speaks_of_a_cut_where_the_first_places_are_settled():
    event = event_of(8, plays_phase_two=False, tables=4)
    by = build.organizer(event)
    with pytest.raises(Refused, match="first places aren’t settled yet, so there is nothing to open again"):
        reopen_cut(event=event, by=by, at=OVER)
    build.played_phase_one(event, 7)
    build.cut_settled(event)

    with pytest.raises(Refused, match="first places are settled already"):
        settle_cut(event=event, by=by, at=OVER)

    refusals = [str(why(event)) for why in (why_no_other_order, why_no_other_count)]
    assert all(refusal.startswith("The first places are settled") for refusal in refusals)
    assert all(refusal.endswith("Open them again first.") for refusal in refusals)


def test_fewer_than_two_teams_have_no_places_to_settle():
    event = event_of(2, plays_phase_two=False)
    build.played_phase_one(event, 1)
    event.teams.filter(number=2).update(withdrawn_at=build.at(15, 25))

    with pytest.raises(Refused, match="Fewer than two teams"):
        settle_cut(event=event, by=build.organizer(event), at=OVER)

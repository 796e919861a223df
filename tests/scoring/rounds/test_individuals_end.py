"""What people who come alone read, and how their day ends (Rulebook E-53)."""

import pytest

from pages.floor.next_step import AWARDS, day
from pages.player.now import team_now
from scoring.commands.bracket import start_phase_two
from scoring.commands.cut import call_playoff, draw_lot, reopen_cut, settle_cut
from scoring.queries.game.sheet import sheet, sheet_games
from scoring.queries.phase_two.bracket import bracket_page
from scoring.queries.phase_two.cut import cut_page
from scoring.queries.rounds.next_of_phase_one import Next
from scoring.queries.standings.standings import standings
from tests import build
from tests.scoring.alone import after, games_of, individuals, played
from tournament.commands.events import change_event
from tournament.errors import Refused
from tournament.queries.plan import plan_of
from tournament.queries.schedule import day_page
from tournament.queries.seats import seats

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


def test_seats_phone_and_sheet_name_chair_partner_and_opponents():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    north, east, south, west = (game.team(seat) for seat in "NESW")

    row = next(row for row in seats(event).teams if row.team.team_id == south.pk)
    card = team_now(event, south, build.at(15, 1)).card
    now = sheet(sheet_games(event).get(pk=game.pk), build.at(15, 11))

    against = f"{east} & {west}"
    assert (row.table, row.side, row.partner, row.against.name) == (1, "South", north.name, against)
    assert (card.big, card.line, card.quiet) == (
        "Table 1",
        f"You sit South with {north}",
        f"against {against}",
    )
    assert card.sits == "We’re both seated"
    assert [(side.name, side.players, side.seats) for side in now.sides] == [
        (f"{north} & {south}", (north.name, south.name), "North–South"),
        (against, (east.name, west.name), "East–West"),
    ]


def test_the_steps_lead_from_the_last_round_to_the_first_three_and_the_awards():
    event = individuals(8)
    by = build.organizer(event)
    played(event, 7)

    assert day(event, after(7)).step.kind == Next.ROUND
    assert day(event, build.at(18, 55)).step.title == "Settle the first three"
    for tie in cut_page(event, build.at(18, 55)).ties:
        teams = [event.teams.get(pk=team.team_id) for team in tie.teams]
        draw_lot(event=event, teams=teams, words="ace lake", by=by, at=build.at(18, 55))
    settle_cut(event=event, by=by, at=build.at(18, 55))

    now, page = day(event, build.at(18, 56)), bracket_page(event, build.at(18, 56))
    assert (now.step.kind, now.is_over) == (AWARDS, True)
    assert [placed.place for placed in page.podium] == [1, 2, 3]
    assert [placed.team.team_id for placed in page.podium] == [
        row.team_id for row in standings(event).rows[:3]
    ]
    assert (page.has_bracket, page.is_over) == (False, True)
    with pytest.raises(Refused, match="plays no bracket"):
        start_phase_two(event=event, by=by, at=build.at(18, 56))
    reopen_cut(event=event, by=by, at=build.at(18, 57))
    assert bracket_page(event, build.at(18, 58)).podium == ()


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

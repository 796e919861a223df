"""Without Phase I, everybody present goes into the bracket (Rulebook E-68)."""

import pytest
from django.test import Client

from rules.competition.lots import draw
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import reopen_cut, skip_phase_one
from scoring.integrity import integrity
from scoring.models import Cut, Lot, Seed
from scoring.rounds.commands_rounds import draft_round
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read
from tournament.errors import Refused
from tournament.models import Event

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    build.teams(event, 9)
    build.team(event, "Not here", is_here=False)
    still_clock(event, build.THREE)
    return event


def skip(event, drawn_from=""):
    return skip_phase_one(event=event, words=drawn_from, by=build.organizer(event), at=build.THREE)


def seeds():
    return list(Seed.objects.order_by("number").values_list("team__number", flat=True))


def test_everybody_who_is_here_is_seeded_in_the_order_of_sign_up(event):
    draft_round(event=event, by=build.organizer(event), at=build.MEET)

    skip(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(15, 5))

    assert seeds() == list(range(1, 10))
    assert Event.objects.get(pk=event.pk).house_rules_frozen_at == build.THREE
    playing = {team.number for game in event.games.filter(phase__kind="two") for team in game.everybody()}
    assert playing > {8, 9}
    assert event.log.get(action="cut.settled").words == (
        "Phase I is left out: all 9 teams go into the bracket, in the order in which they signed up."
    )


def test_or_by_a_lot_that_anybody_can_draw_again_and_the_bracket_is_played(event):
    skip(event, "ace lake")
    build.bracket_played(event)

    assert seeds() == list(draw(range(1, 10), "ace lake"))
    assert (Lot.objects.count(), integrity(event)) == (9, [])
    for page in ("", "standings/", "bracket/", "awards/", "certificate/", "games/results/"):
        assert Client().get(f"/{event.slug}/{page}").status_code in (200, 404), page
    assert "ace lake" in words(Client().get(f"/{event.slug}/certificate/"))


def test_phase_one_is_played_after_all_once_the_cut_is_opened_again(event):
    skip(event)

    reopen_cut(event=event, by=build.organizer(event), at=build.at(15, 1))

    assert build.called_round(event, at=build.at(15, 2)).games.count() == 5


def test_with_a_round_called_or_too_few_it_is_refused():
    event = build.event()
    build.team(event)
    with pytest.raises(Refused, match="takes from 2 to 128 teams, and 1 is here"):
        skip(event)
    build.team(event)
    build.called_round(event)

    with pytest.raises(Refused, match="Phase I has games already"):
        skip(event)


def test_people_who_come_alone_can_not_leave_it_out():
    event = build.event(seating="alone")
    build.people(event, 4)

    with pytest.raises(Refused, match="plays no bracket"):
        skip(event)


@pytest.mark.parametrize(
    ("drawn_from", "columns", "why"),
    [("", ["Rank", "Team"], []), ("ace lake", ["Rank", "Team", "Lot"], ["lot"] * 8)],
    ids=["in the order of sign-up", "by lot"],
)
def test_its_certificate_has_no_figures_of_games_nobody_played(event, drawn_from, columns, why):
    skip(event, drawn_from)

    page = Client().get(f"/{event.slug}/certificate/")

    table = read(page.content.decode()).one("div", id="chain")
    assert [part.words for part in table.find("th", scope="col")] == columns
    rows = Cut.objects.get().certificate["rows"]
    assert [row["decided_by"] for row in rows[1:] if row["decided_by"]] == why
    assert "Tied with" not in words(page)

"""Tie-breaks: chosen in the settings, saved, logged, and printed where people look."""

import pytest

from pages.setup.event_form.forms_tie_breaks import TieBreaksPaper
from rules.competition.taking_part import TEAMS
from rules.games import find_ruleset
from scoring.cut.certificate import certificate_page
from scoring.cut.commands_cut import reopen_cut
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import looked_at, send
from tests.pages.visit import organizer_of
from tools.rehearsal.browser import read
from tournament.errors import Refused
from tournament.event.rules_of_event import tie_breaks_for
from tournament.models import Event
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

FIGURES = "games_won units unit_difference points head_to_head"


@pytest.fixture
def event(db):
    return build.event(is_practice=True, advance_count=2)


@pytest.fixture
def client(event):
    return organizer_of(event)


@pytest.mark.parametrize(
    ("move", "after"),
    [
        pytest.param("up points", "games_won units points unit_difference head_to_head", id="up"),
        pytest.param("down games_won", "units games_won unit_difference points head_to_head", id="down"),
        pytest.param("out units", "games_won unit_difference points head_to_head", id="left out"),
        pytest.param("in bostons", f"{FIGURES} bostons", id="added"),
        pytest.param("up games_won", FIGURES, id="the first can't rise"),
        pytest.param("in charm", FIGURES, id="nothing of that name"),
    ],
)
def test_a_button_moves_one_step(move, after):
    typed = {"tie_breaks": FIGURES, "move": move}

    paper = TieBreaksPaper(typed, ruleset=find_ruleset("fahrenheit"), way=TEAMS, kept=())

    assert paper.value == after


@pytest.mark.parametrize("results_by", ["totals", "either"])
def test_tie_breaks_by_hands_are_refused_for_totals_without_hands(results_by):
    order = ["games_won", "hands_won", "scored"]
    event = build.event(is_practice=True, game="bid-whist", tie_breaks=order)
    client = organizer_of(event)

    refused = send(client, event, results_by=results_by, tie_breaks=" ".join(order))
    assert (
        "Places go by Hands won, but a total of Bid Whist has no hands. Take results hand by hand, or take "
        "Hands won out of the order."
    ) in words(refused)
    assert refused.context["paper"].tie_breaks.value.split() == order

    send(client, event, results_by=results_by, tie_breaks="games_won scored")
    event.refresh_from_db()
    assert (event.results_by, tie_breaks_for(event)[:-2]) == (results_by, ("games_won", "scored"))


def test_with_totals_the_usual_order_has_no_hands_and_is_stored_as_usual():
    event = build.event(is_practice=True, game="bid-whist", results_by="totals")

    client, usual = organizer_of(event), "games_won scored score_difference head_to_head"
    shown = client.get(f"/{event.slug}/event/").context["paper"].tie_breaks.value
    send(client, event, tie_breaks=usual)

    event.refresh_from_db()
    assert shown == usual
    assert (event.tie_breaks, tie_breaks_for(event)[2:]) == (
        [],
        ("score_difference", "head_to_head", "playoff", "lot"),
    )


def test_a_button_saves_nothing_and_the_order_can_go_back_to_the_usual_one(client, event):
    moved = send(client, event, tie_breaks=FIGURES, move="up points")
    at_first = Event.objects.get().tie_breaks
    send(client, event, tie_breaks="points games_won")

    event.refresh_from_db()
    assert moved.context["paper"].tie_breaks.value.split()[2] == "points"
    assert at_first == []
    assert tie_breaks_for(event) == ("points", "games_won", "playoff", "lot")
    assert event.log.get(action="event.tie-breaks").words == "Places are decided by points, then games won."

    page = send(client, event, tie_breaks="points games_won", move="usual")
    send(client, event, tie_breaks=page.context["paper"].tie_breaks.value)

    event.refresh_from_db()
    assert event.tie_breaks == []


def test_the_order_may_change_in_play_but_not_once_the_cut_is_settled(client, event):
    build.teams(event, 4)
    build.played_phase_one(event, rounds=2)
    playing = client.get(f"/{event.slug}/event/")
    changed = send(client, event, tie_breaks="points games_won", reason="As the flyer says.")
    event.refresh_from_db()
    build.cut_settled(event)
    event.refresh_from_db()
    by, reason = build.organizer(event), "As the flyer says."
    wanted = plan_of(event).with_(tie_breaks=("points",))

    with pytest.raises(Refused, match="Open the cut again"):
        change_event(event=event, plan=wanted, by=by, at=build.at(17, 5))
    settled = client.get(f"/{event.slug}/event/")
    reopen_cut(event=event, by=by, at=build.at(17, 6))
    change_event(event=event, plan=wanted, by=by, at=build.at(17, 7), reason=reason)

    event.refresh_from_db()
    assert "Games have been played: the standings change as soon as you save." in words(playing)
    assert changed.status_code == 302
    assert "The cut is made, in the order on its certificate" in words(settled)
    assert not read(settled.content.decode()).one("details", id="tie-breaks").find("button")
    assert event.tie_breaks == ["points"]


def test_the_rules_sheet_the_standings_and_the_certificate_print_the_order():
    event = build.event(is_practice=True, advance_count=2, tie_breaks=("buchholz", "games_won"))
    build.teams(event, 4)
    build.played_phase_one(event, rounds=2)
    first = "Opponents’ strength (Buchholz). Opponents who won more games, on average."

    assert f"1. {first} 2. Games won. More games won." in looked_at(event, "rules/").words
    standings = looked_at(event, "standings/").words
    assert "By opponents’ strength, then games won." in standings
    assert first in standings

    build.cut_settled(event)
    assert first in looked_at(event, "certificate/").words
    assert {row.rank for row in certificate_page(event).rows if "opponents’ strength" in row.why}


def test_a_column_for_the_new_tie_break_is_in_the_standings():
    event = build.event(is_practice=True, tie_breaks=("games_won", "win_rate", "units"))
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)

    table = looked_at(event, "standings/").one("table")

    assert table.find("th", scope="col")[-1].words == "Win rate"
    assert table.find("tr", data_team="*")[0].words.endswith("100 %")

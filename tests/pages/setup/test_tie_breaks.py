"""Tie-breaks: chosen in the settings, saved, logged, and printed where people look."""

import pytest
from django.test import Client

from rehearsal.browser import read
from scoring.commands.cut import reopen_cut
from scoring.queries.phase_two.certificate import certificate_page
from tests import build
from tests.pages.reading import words
from tests.pages.setup.test_event_paper import filled_in
from tests.pages.visit import wearing
from tournament.commands.events import change_event
from tournament.errors import Refused
from tournament.models import Event
from tournament.queries.game import tie_breaks_for
from tournament.queries.plan import DayPlan, plan_of

FIGURES = "games_won units unit_difference points head_to_head"


def organizer_of(event) -> Client:
    return wearing(event.badges.get(role="organizer"))


def looked_at(event, path):
    return read(Client().get(f"/{event.slug}/{path}").content.decode())


def order_of(page) -> list[str]:
    return page.context["paper"].tie_breaks.value.split()


def send(client, event, **typed):
    address = f"/{event.slug}/event/"
    return client.post(address, filled_in(client.get(address), **typed))


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
def test_a_button_moves_one_step_and_saves_nothing(client, event, move, after):
    page = send(client, event, tie_breaks=FIGURES, move=move)

    assert order_of(page) == after.split()
    assert Event.objects.get().tie_breaks == []


def test_an_order_is_saved_logged_and_can_go_back_to_the_usual_one(client, event):
    send(client, event, tie_breaks="points games_won")

    event.refresh_from_db()
    assert tie_breaks_for(event) == ("points", "games_won", "playoff", "lot")
    assert event.log.get(action="event.tie-breaks").words == "Places are decided by points, then games won."

    page = send(client, event, tie_breaks="points games_won", move="usual")
    send(client, event, tie_breaks=page.context["paper"].tie_breaks.value)

    event.refresh_from_db()
    assert event.tie_breaks == []


def test_the_order_may_change_while_games_are_played_and_the_standings_follow(client, event):
    build.teams(event, 4)
    build.won(build.called_round(event).games.first())
    page = client.get(f"/{event.slug}/event/")

    assert "Games have been played: the standings change as soon as you save." in words(page)
    assert send(client, event, tie_breaks="points", reason="As the flyer says.").status_code == 302


def test_once_the_cut_is_settled_the_order_stays_until_it_is_opened_again(client, event):
    build.teams(event, 4)
    build.played_phase_one(event, rounds=2)
    build.cut_settled(event)
    event.refresh_from_db()
    organizer = build.organizer(event)
    wanted = DayPlan(**{**vars(plan_of(event)), "tie_breaks": ("points",)})

    with pytest.raises(Refused, match="Open the cut again"):
        change_event(event=event, plan=wanted, by=organizer, at=build.at(17, 5))
    page = client.get(f"/{event.slug}/event/")
    assert "The cut is made, in the order on its certificate" in words(page)
    assert not read(page.content.decode()).one("details", id="tie-breaks").find("button")

    reopen_cut(event=event, by=organizer, at=build.at(17, 6))
    reason = "As the flyer says."
    change_event(event=event, plan=wanted, by=organizer, at=build.at(17, 7), reason=reason)
    event.refresh_from_db()
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


def test_a_column_of_its_own_is_in_the_standings():
    event = build.event(is_practice=True, tie_breaks=("games_won", "win_rate", "units"))
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)

    table = looked_at(event, "standings/").one("table")

    assert table.find("th", scope="col")[-1].words == "Win rate"
    assert table.find("tr", data_team="*")[0].words.endswith("100 %")

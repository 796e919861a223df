"""The event's simulation: requested, run in slices, stopped."""

import pytest

from scoring.simulation.commands_simulation import ask_simulation, stop_simulation
from scoring.simulation.simulation_input import figures_for
from scoring.simulation.simulation_page import simulation_page
from scoring.tasks import simulate
from tests import build
from tournament.errors import Refused
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def asked(event, **plan):
    numbers = {"teams": 4, "tables": 2, "days": 100} | plan
    return ask_simulation(event=event, **numbers, by=build.organizer(event), at=build.MEET)


@pytest.mark.both
def test_a_simulation_begins_with_the_events_own_format():
    event = build.event(seating="rise")

    assert asked(event).formats[0] == "rise"
    assert event.log.get(action="simulation.asked").words == (
        "A simulation of 100 days with 4 teams at 2 tables began."
    )


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        pytest.param({"teams": 1}, "Choose 2 to 200 teams", id="one team"),
        pytest.param({"tables": 0}, "Choose 1 to 100 tables", id="no table"),
        pytest.param({"days": 1_000_000}, "Choose 100 to 5,000 days", id="a million days"),
    ],
)
def test_a_simulation_is_not_begun(plan, sentence):
    with pytest.raises(Refused, match=sentence):
        asked(build.event(), **plan)


@pytest.mark.embedded
def test_a_game_that_points_win_is_simulated_by_its_own_chain():
    event = build.event(game="bid-euchre")
    asked(event)

    build.simulated(event, 100)

    run = simulation_page(event, build.MEET).run
    assert [row.label for row in run.tie_breaks][1:3] in (
        ["point difference", "points"],
        ["points", "point difference"],
    )
    assert [row.label for row in run.other_tie_breaks] == [
        "points first",
        "point difference first",
        "share of games won first",
    ]


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("game", "label", "again"),
    [
        pytest.param(
            "fahrenheit", "A new partner every round", "Partners again", id="partners", marks=pytest.mark.long
        ),
        pytest.param("cutthroat-bid-whist", "Everybody alone", "Met again", id="three alone"),
    ],
)
def test_people_who_come_alone_are_simulated_by_their_movement(game, label, again):
    event = build.event(game=game, seating="alone", tables=2)
    with pytest.raises(Refused, match="200 players"):
        asked(event, teams=2)
    asked(event, teams=6)

    build.simulated(event, 100)

    run = simulation_page(event, build.MEET).run
    assert [(row.label, row.is_own) for row in run.formats] == [(label, True)]
    assert (run.heads.again, run.heads.tie) == (again, "Tie for a prize")


@pytest.mark.both
def test_one_simulation_runs_at_a_time_and_stopping_keeps_whole_formats():
    event = build.event()
    asked(event)
    with pytest.raises(Refused, match="running already"):
        asked(event)

    assert [build.simulated(event, 60), build.simulated(event, 60)] == [60, 60]
    run = simulation_page(event, build.MEET).run
    assert (run.per_cent, run.is_running) == (20, True)
    assert [row.label for row in run.formats] == ["By standing"]

    stop_simulation(event=event, by=build.organizer(event), at=build.MEET)
    with pytest.raises(Refused, match="No simulation is running"):
        stop_simulation(event=event, by=build.organizer(event), at=build.MEET)
    assert simulate(build.MEET) == 0
    run = simulation_page(event, build.MEET).run
    assert (run.is_running, run.is_stopped, len(run.formats)) == (False, True, 1)


@pytest.mark.embedded
def test_a_finished_simulation_has_all_formats_and_the_events_tie_breaks():
    event = build.event()
    asked(event)

    assert build.simulated(event, 10_000) == 600

    run = simulation_page(event, build.MEET).run
    assert (run.per_cent, run.is_running, len(run.formats)) == (100, False, 6)
    assert [row.is_own for row in run.formats] == [True, *[False] * 5]
    assert run.tie_breaks[0].label == "games won"
    assert len(run.other_tie_breaks) == 3
    assert event.log.filter(action="simulation.finished").count() == 1


def test_a_run_of_an_older_version_is_shown_and_played_on():
    event = build.event()
    asked(event)
    event.simulation_runs.update(formats=["standing", "open"])
    build.simulated(event, 150)

    run = simulation_page(event, build.MEET).run

    assert [(row.label, row.is_own) for row in run.formats] == [("By standing", True)]
    assert run.evening


@pytest.mark.embedded
def test_a_run_is_described_by_the_order_it_was_played_by():
    event = build.event(tie_breaks=["points", "games_won"])
    asked(event)
    build.simulated(event, 100)
    Event.objects.filter(pk=event.pk).update(tie_breaks=[])
    event.refresh_from_db()

    run = simulation_page(event, build.MEET).run

    assert [row.label for row in run.tie_breaks] == ["points", "games won"]
    assert [row.label for row in run.other_tie_breaks] == [
        "the usual order",
        "games won first",
        "share of games won first",
    ]


@pytest.mark.embedded
def test_hands_come_from_the_built_in_players_until_twenty_games_are_over():
    event = build.event(tables=10)
    build.teams(event, 14)
    build.played_phase_one(event, 2)
    source = figures_for(event, build.at(16))["source"]
    assert source == "the built-in players’ hands, at about 5 minutes each"

    build.played_phase_one_on(event, 2)
    figures = figures_for(event, build.at(16, 30))
    assert figures["source"] == "63 hands of this day"
    assert {tuple(units) for _, units, *_ in figures["hands"]} == {(1, 0)}

"""``./uptown simulate``: the simulation on the command line."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.evenings.known import EVENINGS
from scoring.models import SimulationRun
from scoring.simulation.simulation_input import figures_for, hands_of, plan_of_run
from server.management.commands.simulate import day_of_event
from simulation.days.plan import SimulationPlan
from tests import build
from tournament.floor.commands_kept_apart import keep_apart
from tournament.schedule.clock import timetable

pytestmark = pytest.mark.slow


def output(**options):
    out = StringIO()
    call_command("simulate", days=10, stdout=out, **options)
    return out.getvalue()


def test_every_format_has_its_line():
    words = output(teams=16, tables=8)

    assert "10 days of 16 teams at 8 tables" in words
    assert "By standing                    4.0" in words
    assert "Rise and fly" in words


def test_an_events_own_hours_and_game_are_taken():
    event = build.event()

    assert "Open play" in output(event=event.slug, teams=4, tables=2, format=["open"])


SETTINGS = [
    pytest.param(
        {"short_of_tables": "sitout", "tie_breaks": ["points"], "best_of_games": 2, "game": "bid-euchre"},
        {"sits_out", "tie_breaks", "what_counts", "apart", "end"},
        id="teams that sit out, and are kept apart",
    ),
    pytest.param(
        {"seating": "open", "rematch_minutes": 35, "advance_count": 2, "phase_two": {"format": "robin"}},
        {"seating", "rematch_minutes", "advance", "choice", "apart"},
        id="open play",
    ),
    pytest.param(
        {"seating": "alone", "left_over": "three", "pairs_up": "lot", "game": "euchre-card"},
        {"seating", "makes_three", "pairs_up", "apart"},
        id="people who pair up",
    ),
    pytest.param({"plays_phase_two": False}, {"plays_phase_two", "apart"}, id="no Phase II"),
]


@pytest.mark.parametrize(("plan", "differ"), SETTINGS)
def test_the_command_simulates_with_every_setting_that_its_page_uses(plan, differ):
    event = build.event(**plan)
    one, other = build.people(event, 2) if event.way.is_one else (build.team(event), build.team(event))
    keep_apart(event=event, one=one, other=other, by=build.organizer(event), at=build.MEET)
    day = day_of_event(event, build.MEET)
    figures = json.loads(json.dumps(figures_for(event, build.MEET)))
    size, seating = {"teams": 6, "tables": 2}, day.formats[0]
    run = SimulationRun(event=event, figures=figures, **size)

    here = day.plan(day.timetable, day.hands, seating=seating, **size)
    planned = plan_of_run(event, run, timetable(event, build.MEET), seating, hands_of(figures))

    assert here == planned
    usual = SimulationPlan(timetable=here.timetable, **size)
    assert {name for name in differ if getattr(here, name) == getattr(usual, name)} == set()


def test_people_who_come_alone_have_one_line_and_no_bracket():
    event = build.event(seating="alone")

    words = output(event=event.slug, teams=8, tables=2)

    assert "10 days of 8 players at 2 tables" in words
    assert "A new partner every round" in words
    assert "one of the three prizes" in words
    assert "Rise and fly" not in words


def test_it_says_who_meets_whom_and_how_often_the_first_place_is_tied():
    words = output(teams=8, tables=4, format=["robin"])

    # Four rounds of seven.
    assert "Everybody against everybody, as opponents: never 42.9%, once 57.1%" in words
    assert "Everybody against everybody, first place tied: " in words


def test_movements_of_people_who_come_alone_are_compared():
    words = output(teams=8, tables=2, game="euchre-card", format=["partners", "one-seat", "one-up"])

    assert "Everybody moves by chair, as partners: never" in words
    # All 28 pairs meet in seven rounds; the eighth starts over.
    assert "A new partner every round, as partners: once 85.7%, twice 14.3%" in words
    assert "most even: once 85.7%, twice 14.3%; met before: 12.5% of the meetings, at least 12.5%" in words


def test_a_known_evening_is_played_as_it_is_written():
    euchre, spades = output(evening="everybody-with-everybody"), output(evening="spades", teams=9)

    # In eleven rounds, each of 12 people is everybody's partner once.
    assert "10 days of 12 players at 3 tables" in euchre
    assert "A new partner every round     11.0 (11.0 to 11.0)" in euchre
    assert "A new partner every round, as partners: once 100.0%" in euchre
    assert "10 days of 9 teams at 4 tables" in spades
    assert "Open play" not in spades
    assert "drawn from the built-in players’ games, at about 36 minutes each" in spades


def test_an_evening_without_phase_two_is_described_by_its_prizes_and_end():
    words = output(evening="haliburton", teams=9)

    assert "tie for a prize" in words
    assert "last game over" in words
    assert "one of the three prizes" in words
    assert "final" not in words
    assert "go through" not in words


ON_THE_CLOCK = ("national", "league-night", "pinochle-spokane", "spades")
"""The evenings that are over just before their awards."""


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key in ON_THE_CLOCK else pytest.mark.long) for key in EVENINGS]
)
def test_an_evening_as_it_is_written_is_over_before_its_awards(key):
    words = output(evening=key)

    (row,) = (line for line in words.splitlines() if re.search(r"[AP]M$", line))
    assert float(row.split("%")[-2]) >= 50, row


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(
            {"game": "solo-bid-euchre", "format": ["open"]}, "seated in one way", id="another way for them"
        ),
        pytest.param(
            {"format": ["partners", "open"]},
            "can’t be combined with formats for teams",
            id="teams beside individuals",
        ),
        pytest.param(
            {"game": "bid-fair", "format": ["partners"]}, "needs a game with partners", id="no partner"
        ),
        pytest.param({"event": "own", "game": "bid-euchre"}, "has its game already", id="two games"),
        pytest.param(
            {"evening": "spades", "game": "euchre"}, "has its hours and its game", id="two more games"
        ),
        pytest.param({"teams": 3, "format": ["partners"]}, "needs 4 players", id="three people"),
        pytest.param({"teams": 1}, "needs two teams", id="one team"),
        pytest.param({"event": "nowhere"}, "There is no event “nowhere”", id="no such event"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(options, sentence):
    build.event(name="Own")

    with pytest.raises(CommandError, match=sentence):
        output(**options)

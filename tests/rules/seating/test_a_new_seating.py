"""A way of seating that only this module knows: a new one needs no change elsewhere."""

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from pages.hall.rules_sheet import movement_of
from pages.setup.event_form.settings import PARTS
from pages.setup.fit import misfits
from rules.evenings.known import EVENINGS
from rules.evenings.questions import answered, answers_of, questions, read
from rules.seating import answers
from rules.seating.answers import AnswerTile
from rules.seating.known import SEATINGS
from rules.seating.ladders import Ladder
from rules.seating.waiting import OpenPlay
from rules.time.schedule import fahrenheit_day
from scoring.rounds.commands_rounds import call_round
from scoring.rounds.next_seat import next_seat
from scoring.simulation.commands_simulation import ask_simulation
from scoring.simulation.simulation_page import simulation_page
from simulation.days.plan import SimulationPlan
from simulation.days.simulate import Totals, play_days
from tests import build
from tests.scoring.alone import after, games_of
from tests.scoring.rounds.seating import event_of
from tests.tools.rehearsal.bots import lived
from tools.rehearsal.declared import usual
from tournament.event.names import round_title
from tournament.models import Event

KING = Ladder(
    key="king",
    name="Rounds, kings of the hill",
    short="Kings of the hill",
    title="Climb {number}",
    help="Winners climb two tables.",
    sentence="Winners climb two tables; above table 1 is the last one. Losers stay.",
    moves=answers.WINNERS,
    to=AnswerTile("climb", "Up two tables", "To the top of the hill."),
    move=lambda tables, table, won: (table - 3) % tables + 1 if won else table,
)
SPRINT = OpenPlay(
    key="sprint",
    name="Open play, and quickly",
    short="Sprint",
    title="Sprint",
    begin="Begin the sprint",
    help="Run to the next table.",
    sentence="When your game is over you run to the next table.",
    moves=answers.FREE,
    to=AnswerTile("run", "At a run", "To any table."),
)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    for seating in (KING, SPRINT):
        monkeypatch.setitem(SEATINGS, seating.key, seating)


def test_the_settings_form_offers_it():
    [field] = [part.fields["seating"] for part in PARTS if "seating" in part.fields]
    groups = {name: [label for _, label in choices] for name, choices in field.choices}

    assert groups["Rounds of teams"][-1] == "Kings of the hill"
    assert groups["As tables open up"][-1] == "Sprint"


@pytest.mark.parametrize("seating", [KING, SPRINT], ids=lambda seating: seating.key)
def test_five_questions_lead_to_it(seating):
    evening = EVENINGS["haliburton"]
    start = answers_of(evening)

    chosen = read({"moves": seating.moves.key, "to": seating.to.key}, start)

    assert answered(evening, chosen).setting("seating") == seating.key
    tiles = {row.field: row.chosen for question in questions(chosen) for row in question.rows}
    assert (tiles["to"].words, tiles["to"].more) == (seating.to.words, seating.to.more)


@pytest.mark.parametrize("seating", [KING, SPRINT], ids=lambda seating: seating.key)
def test_a_simulation_plays_it(seating):
    day = fahrenheit_day(date(2026, 6, 27), ZoneInfo("America/Chicago"))
    plan, totals = SimulationPlan(day, teams=9, tables=4, seating=seating.key), Totals()

    play_days(plan, range(20), 1, totals)

    forecast = totals.forecast(plan)
    assert forecast.days == 20
    assert 3 <= forecast.games_per_team <= 8


@pytest.mark.django_db
def test_the_rules_sheet_has_its_sentence_and_its_picture():
    picture = movement_of(build.event(seating="king", tables=4))

    assert picture.sentence == KING.sentence
    assert len(picture.tables) == len(picture.arrows) == 4
    assert [mover.words for mover in picture.movers] == ["Winners", "Losers stay"]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_day_is_played_by_it_and_each_next_seat_is_known_at_once():
    event = event_of(8, seating="king", tables=4)
    first = build.called_round(event)
    one, two, three, four = games_of(first)
    over = build.at(15, 12)

    build.won(four, at=over)
    winner = four.team("NS")
    assert next_seat(event, winner, over).words == "Next: table 2, once table 2 is done."
    for game in (one, two, three):
        build.won(game, at=over)
    again = call_round(event=event, by=build.organizer(event), at=after(1))

    assert round_title(again, event.phases.get(kind="one")) == "Climb 2"
    tables = {game.table.number: {game.team("NS"), game.team("EW")} for game in games_of(again)}
    assert tables[2] == {winner, two.team("EW")}
    assert misfits(event, after(1), 8, 4) == ()


@pytest.mark.django_db
def test_its_simulation_is_on_the_page():
    event = build.event(seating="king")
    ask_simulation(event=event, teams=8, tables=4, days=100, by=build.organizer(event), at=build.MEET)
    build.simulated(event, 100)

    run = simulation_page(event, build.MEET).run

    assert [(row.label, row.is_own) for row in run.formats] == [("Kings of the hill", True)]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("seating", [KING, SPRINT], ids=lambda seating: seating.key)
def test_bots_play_a_day_of_it_from_the_sign_up_to_the_podium(seating, rounds):
    declared = usual()
    declared = replace(declared, settings={**declared.settings, "seating": seating.key})

    day, _, complaints = lived(declared=declared, teams=8, rounds=rounds)

    assert [place for place, _ in day.visitor.podium()] == [1, 2, 3]
    assert complaints == []
    assert Event.objects.get().phases.get(kind="one").seating == seating.key
    assert seating.sentence in day.visitor.open("rules/").words
    assert seating.sentence in day.organizer.open("event/").words

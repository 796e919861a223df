"""Open an event: pick a known evening by name, or answer five questions."""

import re
from datetime import date
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.hall.rules_sheet import planned_sheet, wall_sheet
from pages.setup.evenings import plan_of_evening
from rehearsal.browser import read
from rules.evenings.known import EVENINGS
from rules.evenings.movement import MOVEMENTS
from rules.evenings.questions import answers_of, questions
from rules.games import find_ruleset
from simulation.days.plan import hours_of
from tests import build
from tests.pages.reading import words as words_on
from tests.pages.setup.test_event_paper import ann, filled_in
from tournament.commands.events import open_event
from tournament.models import Event
from tournament.models.schedule import WITHOUT_ROUNDS
from tournament.queries.clock import timetable
from tournament.queries.plan import plan_of

__all__ = ["ann"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def tiles(page, words=""):
    found = read(page.content.decode()).find("a", **{"class": "*"})
    return [tile for tile in found if "evening-tile" in tile.attributes["class"] and words in tile.words]


def follow(client, page, words):
    """Open the first tile that contains these words; returns the next page."""
    (tile, *_) = tiles(page, words)
    return client.get("/new/", dict(parse_qsl(urlsplit(tile.attributes["href"]).query)))


@pytest.mark.parametrize("key", EVENINGS)
def test_a_known_evening_opens_as_it_says(key):
    evening = EVENINGS[key]

    event = open_event(
        plan=plan_of_evening(evening, name=evening.name, held_on=date(2026, 6, 27)),
        user=None,
        at=build.MORNING,
    )

    plan = plan_of(event)
    for name, value in evening.settings.items():
        kept = getattr(plan, name)
        assert (tuple(kept) if isinstance(kept, list) else kept) == value, name
    assert (plan.phase_one_at, plan.breaks[: evening.rounds - 1]) == (
        evening.begins,
        evening.hours()["breaks"][: evening.rounds - 1],
    )
    hours = (plan.break_minutes, plan.long_break_after, plan.long_break_minutes)
    assert hours == (evening.rest, evening.long_after, evening.long_rest)
    find_ruleset(event.game, event.house_rules)
    if plan.seating not in WITHOUT_ROUNDS:
        played = [ends - starts for starts, ends in hours_of(timetable(event, build.MORNING)).slots]
        assert played == [evening.minutes] * evening.rounds


def test_the_page_offers_every_evening_by_its_name(ann):
    page = ann.get("/new/")

    names = [name.words for name in read(page.content.decode()).find("b", **{"class": "evening-name"})]
    assert sorted(names) == sorted(["Answer five questions", *(each.name for each in EVENINGS.values())])


@pytest.mark.parametrize("key", ["progressive-euchre", "haliburton", "national"])
def test_a_chosen_evening_fills_the_form_and_is_opened_by_it(ann, key):
    page = follow(ann, ann.get("/new/"), EVENINGS[key].about)
    address = re.search(r'<form class="form" method="post" action="([^"]*)"', page.content.decode()).group(1)

    ann.post(address, filled_in(page, name="Friday", venue="", held_on="2026-06-27"))

    event = Event.objects.get()
    plan, evening = plan_of(event), EVENINGS[key]
    assert (plan.seating, plan.game) == (evening.setting("seating"), evening.setting("game"))
    assert plan.phase_one_at == evening.begins
    assert plan.standings_shown == evening.settings.get("standings_shown", "live")


def test_an_evening_is_simulated_before_anybody_knows_of_it(ann):
    page = follow(ann, ann.get("/new/"), EVENINGS["everybody-with-everybody"].about)
    address = re.search(r'<form class="form" method="post" action="([^"]*)"', page.content.decode()).group(1)
    typed = filled_in(page, name="Case night", venue="", held_on="2026-06-27", tables="2")

    opened = ann.post(address, {**typed, "draft": "1"}, follow=True)

    event = Event.objects.get()
    assert opened.redirect_chain[-1][0] == f"/{event.slug}/simulate/"
    said = words_on(opened)
    assert "Case night is a draft. Nobody finds it yet." in said
    assert "rounds are needed until everybody has been everybody’s partner" in said
    assert "Case night" not in ann.get("/events/").content.decode()

    ann.post(f"/{event.slug}/event/take-back/", {"shelf": "draft"})
    assert "is a draft" not in words_on(ann.get(f"/{event.slug}/simulate/"))


def test_a_chosen_evening_shows_its_answers_and_how_people_move(ann):
    page = follow(ann, ann.get("/new/"), "Progressive euchre North")

    said = page.content.decode()
    assert MOVEMENTS["one-seat"].sentence in said
    for question in questions(answers_of(EVENINGS["progressive-euchre"])):
        assert question.words in said
    answers = [answer.words for answer in read(said).find("b", **{"class": "evening-answer"})]
    assert answers == [
        "Euchre by score card, eight hands",
        "Everybody, by seat",
        "Each chair its own way",
        "With a new partner each round",
        "Points, one total a game",
        "After 12 rounds of 17 minutes with a break after 6, then the prizes",
    ]


def test_five_answers_make_an_evening_of_ones_own(ann):
    page = ann.get("/new/")
    for words in (
        "Answer five questions", "The winners", "Up one table", "With a new partner", "Points Every",
        "One total", "10",
    ):  # fmt: skip
        page = follow(ann, page, words)

    plan = page.context["paper"].start
    assert (plan.seating, plan.results_by, plan.tie_breaks[0]) == ("one-up", "totals", "points")
    assert len(plan.breaks) == 9
    assert MOVEMENTS["one-up"].sentence in page.content.decode()


def test_an_evening_may_end_at_a_time_past_midnight(ann):
    page = ann.get("/new/", {"evening": "progressive-euchre-ohio", "until": "00:30"})

    said = words_on(page)
    assert "When does it end? Until 12:30 AM, in rounds of" in said
    assert "the last round is over at 12:30 AM" in said
    address = re.search(r'<form class="form" method="post" action="([^"]*)"', page.content.decode()).group(1)
    ann.post(address, filled_in(page, name="Late", venue="", held_on="2026-06-27"))
    assert plan_of(Event.objects.get()).awards_at.hour == 0


def test_the_movement_is_on_the_rules_sheet_and_in_the_settings(ann):
    page = follow(ann, ann.get("/new/"), EVENINGS["progressive-euchre"].about)
    ann.post("/new/?evening=progressive-euchre", filled_in(page, name="Friday", held_on="2026-06-27"))
    event = Event.objects.get()

    for address in ("rules/", "event/"):
        said = ann.get(f"/{event.slug}/{address}").content.decode()
        assert MOVEMENTS["one-seat"].sentence in said
        # East, South and West move from each of five tables; North stays.
        assert said.count('class="movement-head') == 3 * 5 + 3


def test_the_long_break_is_told_on_the_wall_and_in_the_days_times(ann):
    page = follow(ann, ann.get("/new/"), EVENINGS["progressive-euchre"].about)
    ann.post("/new/?evening=progressive-euchre", filled_in(page, name="Friday", held_on="2026-06-27"))
    event = Event.objects.get()

    said = words_on(ann.get(f"/{event.slug}/rules/"))
    assert "Breaks of 3 minutes are at 6:22, 6:42, 7:02, 7:22, 7:42, 8:34, 8:54, 9:14, 9:34 and 9:54." in said
    assert "After game 6, at 8:02 PM, is a break of 15 minutes." in said
    assert "(15 minutes)" in words_on(ann.get(f"/{event.slug}/"))
    assert "3 minutes at" in words_on(ann.get(f"/{event.slug}/event/"))
    assert "15 minutes after game 6" in words_on(ann.get(f"/{event.slug}/event/"))


@pytest.mark.parametrize(
    "key",
    ["haliburton", *(pytest.param(key, marks=pytest.mark.long) for key in EVENINGS if key != "haliburton")],
)
def test_the_rules_are_read_before_the_event_is_open_as_they_will_hang_on_the_wall(key):
    plan = plan_of_evening(EVENINGS[key], name="Friday", held_on=date(2026, 6, 27))
    event = open_event(plan=plan, user=None, at=build.MORNING)

    assert planned_sheet(plan) == wall_sheet(event)[:-1]


def test_full_tables_that_need_more_rounds_are_told(ann):
    few = ann.get("/new/?evening=everybody-with-everybody&rounds=8").content.decode()
    enough = ann.get("/new/?evening=everybody-with-everybody").content.decode()

    said = "With 3 full tables, 12 players, it takes 11 rounds until everybody has been everybody’s partner."
    assert said in few
    assert said not in enough

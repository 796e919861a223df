"""Open an event: pick a known evening by name, or answer five questions."""

from datetime import date
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.hall.rules_sheet import planned_sheet, wall_sheet
from pages.setup.evenings import plan_of_evening
from rules.evenings.known import EVENINGS
from rules.evenings.questions import answers_of, questions
from rules.seating.known import SEATINGS
from simulation.days.plan import hours_of
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in, told
from tests.pages.visit import organizer_of
from tools.rehearsal.browser import read
from tournament.models import Event
from tournament.schedule.clock import timetable
from tournament.settings.commands_event import open_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def follow(client, page, text):
    """Open the first tile that contains this text; returns the next page."""
    tile, *_ = (
        tile
        for tile in read(page.content.decode()).find("a", **{"class": "*"})
        if "evening-tile" in tile.attributes["class"] and text in tile.words
    )
    return client.get("/new/", dict(parse_qsl(urlsplit(tile.attributes["href"]).query)))


def opened(client, page, **typed):
    """Open the event of a filled-in page; returns the next page."""
    form = read(page.content.decode()).one("form", **{"class": "form", "method": "post"})
    sent = filled_in(page, **{"name": "Friday", "venue": "", "held_on": "2026-06-27"} | typed)
    return client.post(form.attributes["action"], sent, follow=True)


@pytest.mark.parametrize("key", EVENINGS)
def test_a_known_evening_opens_with_its_settings_and_the_announced_rules(key):
    evening = EVENINGS[key]
    plan = plan_of_evening(evening, name=evening.name, held_on=date(2026, 6, 27))

    event = open_event(plan=plan, user=None, at=build.MORNING)

    assert planned_sheet(plan) == wall_sheet(event)[:-1]
    stored = plan_of(event)
    for name, value in evening.settings.items():
        kept = getattr(stored, name)
        assert (tuple(kept) if isinstance(kept, list) else kept) == value, name
    assert stored.phase_one_at == evening.begins
    assert event.breaks.count() >= evening.rounds - 1
    hours = (stored.break_minutes, stored.long_break_after, stored.long_break_minutes)
    assert hours == (evening.rest, evening.long_after, evening.long_rest)
    if evening.is_straight:
        assert stored.phase_two_at == stored.phase_one_at
    elif stored.has_rounds:
        played = [ends - starts for starts, ends in hours_of(timetable(event, build.MORNING)).slots]
        assert played == [evening.minutes] * evening.rounds


@pytest.mark.parametrize("key", ["haliburton", "national"])
def test_a_chosen_evening_fills_the_form_and_is_opened_by_it(ann, key):
    evening = EVENINGS[key]

    opened(ann, follow(ann, ann.get("/new/"), evening.about))

    plan = plan_of(Event.objects.get())
    assert (plan.seating, plan.game) == (evening.setting("seating"), evening.setting("game"))
    assert plan.phase_one_at == evening.begins
    assert plan.standings_shown == evening.settings.get("standings_shown", "live")


def test_an_evening_of_solo_is_opened_by_its_answer_to_what_do_you_play(ann):
    page = follow(ann, follow(ann, ann.get("/new/"), EVENINGS["haliburton"].about), "Solo Bid Euchre")

    opened(ann, page)

    event = Event.objects.get()
    assert (event.game, event.way.key, event.phases.get(kind="one").seating) == (
        "solo-bid-euchre", "alone", "alone",
    )  # fmt: skip
    assert "With nobody" in words(page)
    assert "You meet all others as evenly as can be." in words(page)


def test_an_evening_is_simulated_before_anybody_knows_of_it(ann):
    page = follow(ann, ann.get("/new/"), EVENINGS["everybody-with-everybody"].about)

    answer = opened(ann, page, name="Case night", tables="2", draft="1")

    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == f"/{event.slug}/simulate/"
    assert "Case night is a draft. Nobody finds it yet." in words(answer)
    assert "rounds are needed until everybody has been everybody’s partner" in words(answer)
    assert "Case night" not in ann.get("/events/").content.decode()

    ann.post(f"/{event.slug}/event/take-back/", {"shelf": "draft"})
    assert "is a draft" not in words(ann.get(f"/{event.slug}/simulate/"))


def test_a_chosen_evening_shows_its_answers_movement_and_breaks(ann):
    movement = SEATINGS["one-seat"].sentence
    page = follow(ann, ann.get("/new/"), "Progressive euchre North")
    opened(ann, page)
    event = f"/{Event.objects.get().slug}/"

    home, rules, settings, moves = (
        ann.get(f"{event}{path}") for path in ("", "rules/", "event/", "event/movement/")
    )

    for question in questions(answers_of(EVENINGS["progressive-euchre"])):
        assert question.words in page.content.decode()
    answers = [each.words for each in read(page.content.decode()).find("b", **{"class": "evening-answer"})]
    assert answers == [
        "Euchre by score card, eight hands",
        "Everybody, by seat",
        "Each chair its own way",
        "With a new partner each round",
        "Points, one total a game",
        "After 12 rounds of 17 minutes with a break after 6, then the prizes",
    ]
    for each in (page, rules, moves):
        assert movement in each.content.decode()
    for each in (rules, moves):
        # East, South and West move from each of five tables; North stays.
        assert each.content.decode().count('class="movement-head') == 3 * 5 + 3
    breaks = "6:22, 6:42, 7:02, 7:22, 7:42, 8:34, 8:54, 9:14, 9:34 and 9:54"
    long_break = "After game 6, at 8:02 PM, is a break of 15 minutes."
    assert f"Breaks of 3 minutes are after each round: at {breaks}. {long_break}" in words(rules)
    assert "(15 minutes)" in words(home)
    assert f"Breaks of 3 minutes are after each round: at {breaks}. {long_break}" in told(settings)


def test_the_page_offers_every_evening_and_five_answers_make_a_new_one(ann):
    page = ann.get("/new/")
    names = [name.words for name in read(page.content.decode()).find("b", **{"class": "evening-name"})]
    for text in (
        "Answer five questions", "The winners", "Up one table", "With a new partner", "Points Every",
        "One total", "10",
    ):  # fmt: skip
        page = follow(ann, page, text)

    plan = page.context["paper"].start
    assert sorted(names) == sorted(["Answer five questions", *(each.name for each in EVENINGS.values())])
    assert (plan.seating, plan.results_by, plan.tie_breaks[0]) == ("one-up", "totals", "points")
    assert plan.rounds() == 10
    assert SEATINGS["one-up"].sentence in page.content.decode()


def test_an_evening_says_from_which_round_on_a_movement_goes_by_the_list(ann):
    page = words(ann.get("/new/", {"evening": "pinochle-kansas-city", "rounds": "10"}))

    assert (
        "With 8 full tables, 16 teams, everybody has met the whole other side after 8 rounds. Then nobody "
        "stays or moves any more: the list says who meets."
    ) in page
    assert "from then on the list says where you sit" in page


def test_an_evening_may_end_at_a_time_past_midnight(ann):
    page = ann.get("/new/", {"evening": "progressive-euchre-ohio", "until": "00:30"})

    opened(ann, page)

    assert "When does it end? Until 12:30 AM, in rounds of" in words(page)
    assert "The last round is over 6 hours after the first is called." in words(page)
    assert plan_of(Event.objects.get()).awards_at.hour == 0


def test_the_page_says_that_full_tables_need_more_rounds(ann):
    few = ann.get("/new/?evening=everybody-with-everybody&rounds=8").content.decode()
    enough = ann.get("/new/?evening=everybody-with-everybody").content.decode()

    sentence = (
        "With 3 full tables, 12 players, it takes 11 rounds until everybody has been everybody’s partner."
    )
    assert sentence in few
    assert sentence not in enough


@pytest.mark.parametrize("seeds_by", ["one", "lot"])
def test_a_setting_of_phase_one_is_asked_only_where_one_is_played(seeds_by):
    event = build.event(seeds_by=seeds_by)

    page = organizer_of(event).get(f"/{event.slug}/event/")

    of_phase_one = {"phase_one_until", "long_break_after", "keeps_homes_apart", "rematch_minutes"}
    of_phase_one |= {"bye_counts", "best_of_games", "substitutes_count", "plays_off_games", "standings_shown"}
    asked = of_phase_one & page.context["paper"].day.fields.keys()
    assert asked == (of_phase_one if seeds_by == "one" else set())
    titles = {"A long break", "What counts", "How places are decided"}
    shown = {part.words for part in read(page.content.decode()).find("span", **{"class": "fold-title"})}
    assert titles & shown == (titles if seeds_by == "one" else set())
    assert "Phase I in one session" in words(page) or seeds_by == "lot"

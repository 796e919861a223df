"""Settings are the event's flyer, and a pasted flyer opens one."""

from dataclasses import fields
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pages.flyer.of_a_flyer import plan_of_flyer
from pages.flyer.sentences import flyer_of, won_in_words
from pages.setup.event_form.settings import PARTS, BasicsForm
from rules.flyer import read_flyer
from rules.games import all_games, find_ruleset
from rules.seating.known import SEATINGS
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in, send, told
from tournament.models import Event
from tournament.settings.plan import DayPlan, plan_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FLYER = (Path(__file__).parents[2] / "flyers" / "fahrenheit.txt").read_text()
BEFORE = date(2026, 11, 29)
ELSEWHERE = {
    "game",
    "house_rules",
    "tie_breaks",
    "phase_two",
    "sessions",
    "side_prizes",
    "pots",
    "short_of_tables",
}
"""The settings that have forms of their own."""


def test_each_setting_has_one_place_on_the_page():
    shown = [name for part in PARTS for name in part.fields]

    settings = {each.name for each in fields(DayPlan)} - ELSEWHERE - BasicsForm.base_fields.keys()
    assert sorted(shown) == sorted(settings)


def test_where_and_until_when_people_sign_up_stays_a_line_of_the_flyer():
    text = (
        "Bid Whist Night\nDecember 11 at 6 PM\nCall Deacon Willie to hold your spot by December 9.\n"
        "Bring a friend along.\nRegister at southsidewhist.com/join\n50/50 raffle tonight!\n"
        "Doors open at 5 PM."
    )

    plan = plan_of_flyer(read_flyer(text, BEFORE), name="", held_on=BEFORE)

    assert plan.house_lines.splitlines() == [
        "Call Deacon Willie to hold your spot by December 9.",
        "Bring a friend along.",
        "Register at southsidewhist.com/join",
        "50/50 raffle tonight!",
    ]


def test_settings_public_page_poster_and_wall_say_the_same_sentences(event, organizer):
    send(organizer, event, ready_minutes="7", house_lines="No outside interference.\nBring a friend.")
    pages = {
        path: words(organizer.get(f"/{event.slug}/{path}")) for path in ("", "sign-up/poster/", "rules/")
    }

    late = "A team that is not seated 7 minutes after its table is called forfeits the hand"
    own = "No outside interference. Bring a friend."
    assert late in told(organizer.get(f"/{event.slug}/event/"))
    for path, page in pages.items():
        assert late in page, path
        assert own in page, path
        assert "The best 7 go on to Phase II, from 5:00 PM to 7:00 PM." in page, path
    assert "Phase II: Single elimination. Lose once and you’re out." in pages[""]


def test_a_changed_setting_changes_its_sentence_before_it_is_saved(event, organizer):
    address = f"/{event.slug}/event/"
    typed = {"phase_two_at": "17:30", "donation_player_cents": "0", "donation_team_cents": "0"}

    looked = organizer.post(address, filled_in(organizer.get(address), **typed, look="1"))

    assert "Phase I is from 3:00 PM to 5:30 PM." in told(looked)
    assert "The best 7 go on to Phase II, from 5:30 PM to 7:00 PM." in told(looked)
    assert "It costs nothing to play." in told(looked)
    assert plan_of(Event.objects.get()).donation_player_cents == 500


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_every_game_says_how_it_is_won(game):
    sentence = won_in_words(find_ruleset(game).ends)

    assert sentence[0].isupper()
    assert " 0 " not in sentence


@pytest.mark.parametrize("seating", SEATINGS)
def test_every_seating_has_whole_sentences(seating):
    event = build.event(seating=seating)

    for line in flyer_of(event):
        assert line.words.endswith((".", "!")), line.words
        assert "  " not in line.words


def test_the_flyer_of_an_event_follows_the_schedule_as_it_is_moved(event, organizer):
    assert "Phase I is from 3:00 PM to 5:00 PM." in words(organizer.get(f"/{event.slug}/rules/"))

    send(organizer, event, phase_one_at="15:30")

    assert "Phase I is from 3:30 PM to 5:00 PM." in words(organizer.get(f"/{event.slug}/rules/"))


# --- a pasted flyer -------------------------------------------------------------------------------


def test_a_pasted_flyer_opens_the_fahrenheit_evening(ann):
    read = ann.post("/new/flyer/", {"flyer": FLYER, "read": "1"})
    paper = read.context["paper"]
    sent = filled_in(read, flyer=FLYER, held_on="2026-06-27")

    answer = ann.post("/new/", sent)

    assert read.status_code == 200
    event = Event.objects.get()
    assert event.name.startswith("Fahrenheit Chicago")
    assert answer.url == f"/{event.slug}/today/"
    plan, usual = plan_of(event), DayPlan(name="", held_on=paper.start.held_on)
    for name in (
        "meet_at",
        "phase_one_at",
        "phase_two_at",
        "awards_at",
        "breaks_at",
        "advance_count",
        "game",
    ):
        assert getattr(plan, name) == getattr(usual, name), name
    assert (plan.donation_player_cents, plan.donation_team_cents) == (500, 1000)
    assert "No outside interference/sidelines at all." in plan.house_lines


def test_each_phrase_of_a_pasted_flyer_says_what_it_became(ann):
    flyer = (
        "Lake View Spring Social\nSaturday, May 8, 2027, 6 pm\nSuggested donation $7 a player\n"
        "The top 4 teams go on to the finals.\nWear your colors, all of you!"
    )

    page = ann.post("/new/flyer/", {"flyer": flyer, "read": "1"})

    became = {each.label: each.value for each in page.context["flyer"].understood}
    assert became["Date"] == "Saturday, May 8, 2027"
    assert became["Suggested for a player"] == "$7"
    assert became["Teams that go through to Phase II"] == "4"
    assert page.context["flyer"].kept == ("Wear your colors, all of you!",)
    assert "Wear your colors, all of you!" in told(page)
    for shown in ("“", "Your flyer was read", "1 line kept as your own"):
        assert shown in words(page)


def test_a_flyer_comes_as_a_file_and_a_picture_of_one_is_refused(ann):
    file = SimpleUploadedFile("flyer.txt", FLYER.encode())
    picture = SimpleUploadedFile("flyer.png", b"\x89PNG\r\n\x1a\n" + bytes(100))

    page, refused = (ann.post("/new/flyer/", {"read": "1", "file": each}) for each in (file, picture))

    assert page.context["paper"].start.name.startswith("Fahrenheit Chicago")
    assert page.context["flyer"].text == FLYER
    assert refused.context["flyer"] is None
    assert refused.context["sent"].errors["file"][0] in words(refused)


def test_a_flyer_that_is_a_book_is_refused_where_it_was_pasted(ann):
    page = ann.post("/new/flyer/", {"flyer": "word " * 10_000, "read": "1"})

    assert "That is longer than a flyer. Paste its first pages." in words(page)

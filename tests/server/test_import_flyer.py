"""``./uptown import flyer FILE``: what a flyer says as JSON, or an event that is opened with it."""

import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from seasons.clubs.club_of_event import club_of
from tests.flyers import FOLDER
from tests.flyers.files import pdf_file, word_file
from tests.seasons.nights import account
from tournament.models import Event


@pytest.fixture
def bring(db):
    def bring(file, **options):
        output, rest = StringIO(), StringIO()
        call_command("import_list", "flyer", str(file), stdout=output, stderr=rest, **options)
        return output.getvalue(), rest.getvalue()

    return bring


def test_a_dry_run_prints_what_is_understood_as_json_and_opens_nothing(bring):
    printed, _ = bring(FOLDER / "fahrenheit.txt", dry_run=True)

    told = json.loads(printed)
    assert set(told) == {"understood", "not_understood", "asked", "settings", "defaults"}
    assert {"text": "$10 per team", "setting": "donation_team_cents", "value": 1000} in told["understood"]
    assert "No outside interference/sidelines at all." in told["not_understood"]
    assert told["asked"] == ["On which day is it?"]
    assert told["settings"]["advance_count"] == 7
    assert not Event.objects.exists()


def test_an_event_is_opened_and_its_address_printed_with_what_is_left(bring):
    user = account()

    printed, rest = bring(FOLDER / "church_hall.txt", organizer="ann")

    event = Event.objects.get()
    assert printed == f"6th ANNUAL BID WHIST TOURNAMENT is open, at /{event.slug}/.\n"
    assert "Not understood: No profanity." in rest.splitlines()
    assert (event.advance_count, event.donation_team_cents) == (8, 2000)
    assert event.badges.filter(user=user).exists()
    assert club_of(event)


def test_what_a_flyer_does_not_say_is_asked_and_answered(bring):
    account()
    flyer = FOLDER / "fahrenheit.txt"

    with pytest.raises(CommandError, match="On which day is it\\? Answer with --date"):
        bring(flyer, organizer="ann")
    bring(flyer, organizer="ann", name="Pride South", date=date(2026, 6, 27))

    assert Event.objects.get().name == "Pride South"


def test_an_event_needs_an_account_that_organizes_it(bring):
    for name in ("ann", "bob"):
        account(name)

    with pytest.raises(CommandError, match="Say whose event it is: --organizer NAME"):
        bring(FOLDER / "church_hall.txt")
    with pytest.raises(CommandError, match="There is no account “eve” here"):
        bring(FOLDER / "church_hall.txt", organizer="eve")

    assert not Event.objects.exists()


@pytest.mark.parametrize(("make", "ending"), [(word_file, "docx"), (pdf_file, "pdf")])
def test_a_flyer_may_be_a_word_file_or_a_pdf(bring, tmp_path, make, ending):
    file = tmp_path / f"flyer.{ending}"
    file.write_bytes(make("Whist Classic", "Saturday, June 6th, 2026, 3-7p"))

    printed, _ = bring(file, dry_run=True)

    assert json.loads(printed)["settings"]["held_on"] == "2026-06-06"


def test_a_file_that_is_no_flyer_is_refused(bring, tmp_path):
    file = tmp_path / "flyer.txt"
    file.write_bytes(b"\x89PNG")

    with pytest.raises(CommandError, match="This is a picture of a flyer"):
        bring(file)

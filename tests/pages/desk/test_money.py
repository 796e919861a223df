"""The donations: the list, the totals, and taking an entry back."""

import csv
import re
from uuid import uuid4

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX
from tournament.commands.donations import take_donation


def gift(event, cents, by, method="cash", team=None):
    return take_donation(
        event=event, key=uuid4(), amount_cents=cents, method=method, team=team, by=by, at=build.MEET
    )


def test_the_totals_say_how_much_by_which_way_and_who_took_it(event, desk, dee):
    empty = words(desk.get(f"/{event.slug}/desk/money/"))
    gift(event, 1000, dee, team=build.team(event, "Kitty Katz"))
    gift(event, 750, dee, method="other")
    gift(event, 500, build.organizer(event))

    page = words(desk.get(f"/{event.slug}/desk/money/"))

    assert "Nothing given yet Donations are taken at the desk" in empty
    assert "Total $22.50 Cash $15 Other $7.50 Taken by Dee $17.50 Taken by Organizer $5" in page
    assert "$10 cash · Kitty Katz 2:00 PM, Dee" in page


def test_an_organizer_takes_the_entries_along_as_a_table_and_the_desk_does_not(event, organizer, desk, dee):
    entry = gift(event, 1050, dee, team=build.team(event, "Kitty Katz"))
    counter = {"key": uuid4(), "reason": "Counted twice"}
    desk.post(f"/{event.slug}/desk/donation/{entry.pk}/counter/", counter)
    address = f"/{event.slug}/desk/money.csv"

    answer = organizer.get(address)

    first, second = csv.DictReader(
        b"".join(answer.streaming_content).decode().removeprefix("\ufeff").splitlines()
    )
    assert (first["giver"], first["amount"], first["is_taken_back"]) == ("Kitty Katz", "10.50", "True")
    assert (second["amount"], second["takes_back"], second["note"]) == (
        "-10.50",
        first["entry"],
        "Counted twice",
    )
    assert first["at"].endswith("T14:00:00-05:00")
    assert desk.get(address).status_code == 403
    assert "As a table (CSV)" in words(organizer.get(f"/{event.slug}/desk/money/"))
    assert "As a table (CSV)" not in words(desk.get(f"/{event.slug}/desk/money/"))


def test_an_entry_is_taken_back_by_a_counter_entry_and_both_stay(event, desk, dee):
    entry = gift(event, 1000, dee)

    answer = desk.post(
        f"/{event.slug}/desk/donation/{entry.pk}/counter/",
        {"key": uuid4(), "reason": "Counted twice"},
        follow=True,
    )

    page = words(answer)
    assert "Total $0" in page
    assert "−$10 cash · A guest 2:00 PM, Dee · Counted twice taken back" in page
    assert "$10 cash · A guest 2:00 PM, Dee taken back" in page


def test_an_entry_is_not_taken_back_without_a_reason(event, desk, dee):
    entry = gift(event, 1000, dee)

    answer = desk.post(f"/{event.slug}/desk/donation/{entry.pk}/counter/", {"key": uuid4(), "reason": " "})

    assert answer.status_code == 422
    assert "Write why the entry is taken back." in words(answer)
    assert re.search('<details class="counter"[^>]* open>', answer.content.decode())


def test_a_guest_gives_too(event, desk):
    sent = {"key": uuid4(), "amount": "20", "method": "other", "note": "Thank you"}

    answer = desk.post(f"/{event.slug}/desk/donation/", sent, follow=True)

    assert "Thank you! It is entered." in words(answer)
    assert "$20 other · A guest 2:00 PM, Dee · Thank you" in words(answer)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["reloaded", "swapped"])
def test_a_guests_donation_is_refused_with_a_sentence_and_kept(event, desk, headers):
    sent = {"key": uuid4(), "amount": "0", "method": "other", "note": "Thank you"}

    answer = desk.post(f"/{event.slug}/desk/donation/", sent, headers=headers)

    assert answer.status_code == 422
    assert words(answer).count("Write an amount above zero. If nothing was given, enter nothing.") == 1
    assert 'value="Thank you"' in answer.content.decode()
    assert 'value="other" checked' in answer.content.decode()

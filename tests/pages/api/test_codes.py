"""The codes of problems never change, and their words are for programs, not for people at a page."""

import re
from pathlib import Path

import pytest
from django.test import Client

from pages.api.event.codes import every_code
from tests import build
from tests.pages.api.clients import Program, first_round
from tournament.models import Event

pytestmark = pytest.mark.django_db

KEPT = Path(__file__).with_name("codes.txt")
OF_PAGES = re.compile(r"\b(tap|press|reload|button|page|tick)(s|ed)?\b", re.IGNORECASE)


def test_no_code_of_a_problem_has_changed_or_gone():
    kept, now = KEPT.read_text("utf-8").split(), list(every_code())

    assert sorted(set(kept) - set(now)) == [], "A program may wait for this code: keep it."
    assert sorted(set(now) - set(kept)) == [], f"New codes: add them to {KEPT.name}, and keep them forever."


def test_no_words_of_a_problem_speak_of_pages_and_buttons():
    words = every_code()

    assert [code for code, said in words.items() if not said] == []
    assert {code for code, said in words.items() if OF_PAGES.search(said)} == {
        # They are about a web page that was brought, and about somebody's own page.
        "list.web-page", "substitute.no-phone",
    }  # fmt: skip


def test_each_wrong_field_has_a_code():
    event, (game, _) = first_round()
    program = Program(event, "results")

    odd = program.hand(game, {"bidder": "NS", "bid": "4 uptown", "books": 99}).json()
    shapeless = program.post(f"games/{game.pk}/hands", {"answers": 7, "sequence": 0}).json()
    refused = program.post(f"games/{game.pk}/forfeit", {"side": "X"}).json()

    assert (odd["code"], [each["code"] for each in odd["errors"]]) == ("call.fields", ["field.invalid"])
    assert (shapeless["code"], {each["field"] for each in shapeless["errors"]}) == (
        "call.shape", {"answers", "sequence"},
    )  # fmt: skip
    assert all(each["code"] in every_code() for each in [*odd["errors"], *shapeless["errors"], refused])


def test_a_mistake_of_the_server_is_a_problem_for_a_program():
    event = build.event()
    Event.objects.filter(pk=event.pk).update(game="no-such-game")
    browser = Client(raise_request_exception=False)

    call, page = browser.get(f"/api/v1/events/{event.slug}/entry"), browser.get(f"/{event.slug}/rules/")

    assert (call.status_code, call["Content-Type"]) == (500, "application/problem+json")
    assert call.json()["code"] == "call.failed"
    assert (page.status_code, page["Content-Type"]) == (500, "text/html; charset=utf-8")

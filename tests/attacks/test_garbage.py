"""Garbage sent to any URL never causes a server error, and never writes a wrong fact."""

import random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve

from scoring.integrity import integrity
from tests import build
from tests.attacks.addresses import POSTS, TRICKY, real
from tests.attacks.forms import BY_HAND, FIELDS
from tests.attacks.rows import everything

pytestmark = pytest.mark.django_db


@pytest.mark.long_on_both
@pytest.mark.slow
def test_garbage_gets_an_answer_corrupts_no_score_and_deletes_nothing(hall, subtests, longer):
    client, event, numbers = hall
    before = everything()

    for address in POSTS:
        target = real(address, numbers)
        with subtests.test(target), build.undone(client):
            resolve(target)
            throw_garbage(client, target, longer)
            client.post(
                target, {"_method": "DELETE", "delete": "1", "reason": "Away with it", "key": uuid4()}
            )
            client.delete(target)
            assert integrity(event) == []
            assert before <= everything()


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [pytest.param("²", id="squared"), pytest.param("9" * 5000, id="endless", marks=pytest.mark.long)],
)
def test_what_looks_like_a_number_is_none_of_ours(hall, number):
    client, _, numbers = hall
    assert {"round", "seen", "waited", "sequence"} <= set(BY_HAND)
    fields = dict.fromkeys([*BY_HAND, *FIELDS], number)

    answers = {}
    for address in POSTS:
        target = real(address, numbers)
        with build.undone(client):
            answers[target] = (
                client.post(target, fields).status_code,
                client.get(target, fields).status_code,
            )

    assert {target: codes for target, codes in answers.items() if max(codes) >= 500} == {}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-7", "latin-1", "idna", "utf8"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_in_any_encoding_gets_an_answer(kind, encoding):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/code/")

    for address in ("/code/", "/sign-in/", "/nowhere/"):
        answer = browser.post(address, "code=%D8%00", f"{kind}; charset={encoding}")

        assert answer.status_code < 500


def throw_garbage(client, address, times):
    for time in range(times):
        chance = random.Random(f"{time} at {address}")
        fields = {name: garbage(chance) for name in chance.sample(FIELDS, chance.randint(1, 9))}
        assert client.post(address, fields).status_code < 500, fields
        assert client.get(address, fields).status_code < 500, fields


def garbage(chance):
    """A tricky value, or random text."""
    if chance.random() < 0.5:
        return chance.choice(TRICKY)
    # Surrogates are left out: they can't be encoded.
    letters = [*range(0x100), *range(0x2000, 0x2100), *range(0x1F600, 0x1F640)]
    return "".join(map(chr, chance.choices(letters, k=chance.randint(1, 20))))

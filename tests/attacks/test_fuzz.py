"""Random wrong posts, and every form filled in wrongly: always a worded response, never a wrong fact."""

import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from scoring.integrity import integrity
from scoring.models import Hand
from tests import build
from tests.attacks import rare_moments
from tests.attacks.addresses import ALL, TRICKY
from tests.attacks.forms import (
    OUTSIDE,
    forms_at,
    named,
    parts_of,
    wearing_everything,
)
from tests.journeys import moments
from tests.pages.slip import typed
from tests.pages.visit import HTMX, still_clock, wearing

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long_on_both]

# The random values differ on each database.
POSTS, SEED = 120, {"sqlite": 5, "postgresql": 9}[connection.vendor]
# The moments with the most forms. Only these are crawled whole without ``--long``, and run on PostgreSQL.
WITH_MOST_FORMS = ("before the first round", "in the middle of a round")
# Only the demo accepts it, and then erases every hand: see tests/scoring/demo/test_demo.py.
ERASES = {"floor:start-demo-over"}
# It needs the link from a message, a person's own, or a gateway's secret: see tests/pages/messages and club.
BY_LINK = {"messages:stop", "site:answer", "text-in"}
# A script posts it, or its form needs a second network, a second event in the room, or a row that fails: see
# test_held, test_phones, test_rooms and test_failures in tests/pages.
NOT_HERE = {"site:held", "setup:choose-address", "desk:scan-room", "floor:end-late"}
SAID = re.compile(r'role="alert"|class="[^"]*(refusal|meaning--set|meaning--refused)|<h1')
SIDES, LEVELS = ("NS", "EW", "N", "both", ""), ("4", "5", "6", "7", "3", "-4", "4.5", "")
WRONG = {
    "hand_id": ("", "7", "not-an-id", "00000000-0000-0000-0000-000000000007", *TRICKY),
    "sequence": ("", "1", "2", "0", "-1", "99", *TRICKY),
    "as_sequence": ("", "1", "2", "77", *TRICKY),
    "bidder": (*SIDES, *TRICKY),
    "bid": (*(f"{level} {kind}" for level in LEVELS for kind in ("uptown", "no_trump", "sideways")), *TRICKY),
    "books": (*(str(books) for books in range(-1, 16)), *TRICKY),
    "reneges_ns": ("", "0", "1", "4", "5", "-1", *TRICKY),
    "reneges_ew": ("", "0", "1", "4", "9", *TRICKY),
    "dealer": ("", "N", "E", "S", "W", "X", *TRICKY),
    "bidder_seat": ("", "N", "NE", *TRICKY),
    "calls": ("", "pass", "4 up, pass", "pass, pass, pass, pass, pass", "9 hearts", *TRICKY),
    "forfeited_by": ("", "", "", "NS", "EW", "N", *TRICKY),
}


# The pages to search for forms that appear only at other moments.
RARELY_ON = (
    "today/", "wall/", "team/", "people/", "people/badges/", "programs/", "tables/", "floor/",
    "floor/set-up/", "day/",
    "day/round/", "day/late/", "seating/", "cut/", "simulate/", "desk/", "desk/lists/", "desk/payouts/",
    "event/", "event/fit/", "event/one-room/", "event/shelf/", "club/", "club/evening/",
    "club/grades/", "league/results/",
    "series/", "desk/sign-ups/", "team/correct/", "messages/", "tablet/", "tablets/",
)  # fmt: skip
MOMENTS = moments.ALL | rare_moments.ALL
# No form appears here first: another moment reaches each of them, too.
WITH_NO_FORM_OF_THEIR_OWN = {"after the podium", "among three who play alone"}


def facts_of(event):
    return {
        hand.pk: (hand.sequence, hand.facts, hand.points) for hand in Hand.objects.filter(game__event=event)
    }


def unsaid(facts):
    return {pk: hand[:2] for pk, hand in facts.items()}


def test_random_wrong_posts_write_only_what_the_rules_allow(longer):
    event = build.event(is_practice=True)
    game = build.game(event)
    build.hand(game)
    still_clock(event, build.at(15, 10))
    phone, chance = wearing(build.referee(event).badge), random.Random(SEED)
    address = f"/{event.slug}/game/{game.pk}/"
    refused = 0

    for number in range(POSTS * longer):
        names = chance.sample(sorted(WRONG), chance.randint(0, len(WRONG)))
        fields = {name: chance.choice(WRONG[name]) for name in names}
        ends = chance.choice(("hand/", "preview/", "hand/", "slip/save/"))
        sent = typed(fields, {**fields, "sequence": "3"}) if ends == "slip/save/" else fields
        before = facts_of(event)
        answer = phone.post(address + ends, sent, headers=HTMX if number % 2 else {})
        now = facts_of(event)
        assert answer.status_code in (200, 302, 422), (answer.status_code, ends, fields)
        assert now.items() >= before.items(), "A recorded hand was changed."
        if len(now) == len(before):
            refused += 1
            assert answer.status_code != 422 or SAID.search(answer.content.decode()), (ends, fields)
        else:
            assert ends != "preview/"
            assert answer.status_code != 422

    assert refused > POSTS * longer * 0.9
    assert integrity(event) == []


def test_every_form_filled_in_wrongly_is_answered_in_words(subtests, longer):
    """Post each form as rendered with some fields wrong, missing or twice; each database gets other values.

    A new form is found without being listed, if a link leads to it at one of the moments. It is posted where
    it is first found; with ``--long`` at every moment.
    """
    filled, asked, settled, sent = set(), set(), set(), 0
    is_long, is_whole = longer > 1, longer > 1 or connection.vendor == "sqlite"
    for moment in MOMENTS if is_whole else WITH_MOST_FORMS:
        if moment in WITH_NO_FORM_OF_THEIR_OWN and not is_long:
            continue
        with subtests.test(moment), build.undone(Client()):
            event = MOMENTS[moment]()
            chance = random.Random(f"{moment} on {connection.vendor}")
            is_crawled = moment in WITH_MOST_FORMS or (is_long and moment in moments.ALL)
            only = None if is_crawled else RARELY_ON
            forms = forms_at(event, only=only, alone=is_whole)
            wanted = [forms[name] for name in forms if is_long or name not in filled]
            filled |= set(forms)
            if is_whole:
                asked |= taking_posts(event, settled)
            facts = facts_of(event)
            for phone, form, address in wanted:
                for _ in range(longer):
                    fields = spoilt(form, chance)
                    answer = phone.post(address, fields)
                    shown = answer.content.decode() if not answer.streaming else ""
                    assert answer.status_code < 500, (address, fields)
                    assert answer.status_code < 400 or SAID.search(shown), (address, fields)
                    after = facts_of(event)
                    if named(address) == "desk:take-out-player":
                        # Sentences then call the person "Somebody"; nothing else changes.
                        assert unsaid(after).items() >= unsaid(facts).items(), (address, fields)
                    else:
                        assert after.items() >= facts.items(), (address, fields)
                    facts = after
                    sent += 1

            assert forms
            assert integrity(event) == []

    assert sent >= len(filled) > 70
    assert sorted(asked - filled - ERASES - BY_LINK - NOT_HERE) == []


def taking_posts(event, settled):
    """The names of the event's URLs that accept a POST, without those already ``settled``."""
    phone, taking = wearing_everything(event), set()
    for address, _ in ALL:
        target = address.replace("pride-south-bid-whist", event.slug)
        if target.startswith(OUTSIDE) or named(target) in settled:
            continue
        # No URL accepts a PUT, and the 405 lists the allowed methods at any moment.
        if allowed := phone.put(target).headers.get("Allow"):
            settled.add(named(target))
            if "POST" in allowed:
                taking.add(named(target))
    return taking


def spoilt(form, chance):
    """A form's fields as the page renders them, some of them corrupted."""
    fields = {}
    for part in parts_of(form, "input", "textarea", "select", "button"):
        name, value = part.attributes.get("name"), part.attributes.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            continue
        if part.node.tag == "select":
            value = chance.choice([each.attributes.get("value", "") for each in part.find("option")] or [""])
        if part.node.tag == "button" and chance.random() < 0.5:
            continue
        if part.attributes.get("type") in ("radio", "checkbox") and name in fields and chance.random() < 0.6:
            continue
        fields[name] = value or chance.choice(("", "Some words", "12"))
    for name in list(fields):
        fate = chance.random()
        if fate < 0.25:
            fields[name] = chance.choice(TRICKY)
        elif fate < 0.35:
            del fields[name]
        elif fate < 0.4:
            fields[name] = [fields[name], chance.choice(TRICKY)]
        elif fate < 0.42:
            fields[name] = SimpleUploadedFile("hand.txt", b"not a hand")
    return fields

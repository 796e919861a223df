"""Random wrong posts, and every form filled in wrongly: always an answer in words, never a wrong fact."""

import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pages.access import BADGES
from pages.play.browser import read
from scoring.models import Hand
from scoring.queries.recheck import recheck
from tests import build
from tests.journeys import moments
from tests.pages.referee.test_slip import typed
from tests.pages.test_access import ALL
from tests.pages.test_garbage import TRICKY, real
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.models import Badge, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

POSTS, SENDS_OF_A_FORM = 1000, 4
OUTSIDE = ("/sign-in/", "/sign-out/", "/password/", "/key/", "/setup/", "/new/", "/code/")
SAID = re.compile(r'role="alert"|class="[^"]*(refusal|meaning--set|meaning--refused)|<h1')
SIDES, LEVELS = ("NS", "EW", "N", "both", ""), ("4", "5", "6", "7", "3", "-4", "4.5", "")
WRONG = {
    "hand_id": ("", "7", "not-an-id", "00000000-0000-0000-0000-000000000007", *TRICKY),
    "place": ("", "1", "2", "0", "-1", "99", *TRICKY),
    "as_place": ("", "1", "2", "77", *TRICKY),
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


def facts_of(event):
    """Everything that stands in the book, as it was written."""
    return {
        hand.pk: (hand.place, hand.facts, hand.headline) for hand in Hand.objects.filter(game__event=event)
    }


def test_a_thousand_random_wrong_posts_write_only_what_the_rules_allow():
    event = build.event(is_rehearsal=True)
    game = build.game(event)
    build.hand(game)
    still_clock(event, build.at(15, 10))
    phone, chance = wearing(build.referee(event).badge), random.Random(5)
    address = f"/{event.slug}/game/{game.pk}/"
    answered = {"refused": 0, "saved": 0}

    for number in range(POSTS):
        names = chance.sample(sorted(WRONG), chance.randint(0, len(WRONG)))
        fields = {name: chance.choice(WRONG[name]) for name in names}
        ends = chance.choice(("hand/", "preview/", "hand/", "slip/save/"))
        sent = typed(fields, {**fields, "place": "3"}) if ends == "slip/save/" else fields
        before = facts_of(event)
        answer = phone.post(address + ends, sent, headers=HTMX if number % 2 else {})
        now = facts_of(event)
        assert answer.status_code in (200, 302, 422), (answer.status_code, ends, fields)
        assert now.items() >= before.items(), "What stood in the book was changed."
        if len(now) == len(before):
            answered["refused"] += 1
            assert answer.status_code != 422 or SAID.search(answer.content.decode()), (ends, fields)
        else:
            answered["saved"] += 1
            assert ends != "preview/"
            assert answer.status_code != 422

    assert answered["refused"] > POSTS * 0.9
    assert recheck(event) == []


@pytest.mark.parametrize("moment", moments.ALL)
def test_every_form_filled_in_wrongly_is_answered_in_words(moment):
    """Each form as the page has it, with some fields wrong, missing or twice."""
    event = moments.ALL[moment]()
    phone, chance = wearing_everything(event), random.Random(moment)
    sent = 0

    for form, page in forms_of(phone, event):
        for _ in range(SENDS_OF_A_FORM):
            fields = spoilt(form, chance)
            before = facts_of(event)
            answer = phone.post(form.attributes.get("action") or page, fields)
            said = answer.content.decode() if not answer.streaming else ""
            assert answer.status_code < 500, (page, form.attributes, fields)
            assert answer.status_code < 400 or SAID.search(said), (page, form.attributes, fields)
            assert facts_of(event).items() >= before.items(), (page, form.attributes, fields)
            sent += 1

    assert sent > 10
    assert recheck(event) == []


def wearing_everything(event):
    """A browser that wears every kind of badge there is."""
    phone = wearing(build.organizer(event).badge)
    session = phone.session
    roles = (Role.DESK, Role.REFEREE, Role.TEAM)
    worn = Badge.objects.worn().filter(event=event, role__in=roles).order_by("role", "-pk")[:6]
    session[BADGES] = [*(badge.pk for badge in worn), *session[BADGES]]
    session.save()
    return phone


def forms_of(phone, event):
    """Every form that this browser is shown, once for each kind of address it is sent to."""
    hand = Hand.objects.filter(game__event=event).order_by("-pk").first()
    game = event.games.exclude(ew=None).order_by("-pk").first()
    team, table = event.teams.first(), event.tables.first()
    numbers = {
        "game": game.pk if game else 1,
        "team": team.pk,
        "single": 1,
        "hand": hand.pk if hand else "00000000-0000-0000-0000-000000000007",
        "table": table.number,
        "badge": event.badges.filter(role=Role.REFEREE).first().pk,
    }
    seen = set()
    for address, _ in ALL:
        there = real(address, numbers).replace("pride-south-bid-whist", event.slug)
        if there.startswith(OUTSIDE):
            continue
        answer = phone.get(there)
        if answer.status_code != 200 or answer.streaming or "html" not in answer.headers["Content-Type"]:
            continue
        for form in read(answer.content.decode()).find("form"):
            kind = re.sub(r"[0-9a-f-]{36}|\d+", "#", form.attributes.get("action") or there)
            if form.attributes.get("method", "get").lower() == "post" and kind not in seen:
                seen.add(kind)
                yield form, there


def spoilt(form, chance):
    """The fields of a form as they stand, some of them spoilt."""
    fields = {}
    for part in form.find("input") + form.find("textarea") + form.find("select") + form.find("button"):
        name, value = part.attributes.get("name"), part.attributes.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            continue
        if part.tag == "select":
            value = chance.choice([each.attributes.get("value", "") for each in part.find("option")] or [""])
        if part.tag == "button" and chance.random() < 0.5:
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

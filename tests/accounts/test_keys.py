"""Permissions: the docs print the table of keys, and a badge for certain tables opens nothing else."""

import re
from pathlib import Path

import pytest

from tests import build
from tests.attacks.addresses import ALL
from tests.pages.reading import words
from tests.pages.visit import wearing
from tournament.badges.commands_badges import change_referee, give_badge
from tournament.errors import Refused
from tournament.models import Badge, Role
from tournament.models.keys import KEYS

DOC = Path(__file__).parents[2] / "docs" / "keys.md"
WHO = {
    "organizer": Badge(role=Role.ORGANIZER),
    "desk": Badge(role=Role.DESK),
    "referee": Badge(role=Role.REFEREE),
    "head referee": Badge(role=Role.REFEREE, is_head=True),
    "only at tables": Badge(role=Role.REFEREE, only_at=[1]),
    "team": Badge(role=Role.TEAM),
    "tablet": Badge(role=Role.TABLET, only_at=[1]),
}


def printed():
    """The table as the docs print it."""
    rows = [
        [key.may, *("yes" if key.opens(badge) else "" for badge in WHO.values())] for key in KEYS.values()
    ]
    lines = [["what", *WHO], ["---"] * (1 + len(WHO)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def test_the_docs_print_the_table():
    shown = re.search(r"<!-- keys -->\n(.*?)\n?<!-- /keys -->", DOC.read_text(), re.DOTALL)

    assert shown[1] == printed()


def test_every_key_of_a_page_says_to_others_what_to_do():
    asked = {view.access for _, view in ALL if getattr(view, "access", "") in KEYS}

    assert [name for name in asked if not re.search(r"Sign in|Ask|Open|opens", KEYS[name].refused)] == []


@pytest.mark.django_db
def test_a_badge_for_some_tables_opens_their_games_and_nothing_beside_them():
    event = build.event(tables=4)
    build.teams(event, 4)
    first, second = build.called_round(event, at=build.THREE).games.order_by("table__number")
    hands = [build.hand(game) for game in (first, second)]
    by = build.organizer(event)
    jo = give_badge(event=event, role="referee", name="Jo", tables=[1], by=by, at=build.MEET)
    phone, at = wearing(jo), f"/{event.slug}"

    mine = [
        phone.get(f"{at}/{path}").status_code
        for path in (f"game/{first.pk}/", f"hand/{hands[0].pk}/", "tables/", "rulings/")
    ]
    others = [
        phone.get(f"{at}/game/{second.pk}/"),
        phone.get(f"{at}/hand/{hands[1].pk}/"),
        phone.post(f"{at}/hand/{hands[1].pk}/strike/", {"reason": "No"}),
        phone.post(f"{at}/game/{second.pk}/void/", {"reason": "No"}),
        phone.post(f"{at}/table/2/take/"),
        phone.get(f"{at}/day/round/"),
        phone.get(f"{at}/desk/"),
    ]

    assert mine == [200] * 4
    assert [answer.status_code for answer in others] == [403] * len(others)
    assert "Your badge is for table 1. Ask the organizer for more tables" in words(others[0])
    assert "Table 2" not in words(phone.get(f"{at}/tables/"))
    assert phone.post(f"{at}/table/1/take/").status_code == 302


@pytest.mark.django_db
def test_tables_of_a_referee_are_typed_freely_and_mistakes_explained(client):
    event = build.event(tables=8)
    by = build.organizer(event)
    desk = wearing(by.badge)
    give = {"role": "referee", "name": "Jo", "tables": "1-3, 8"}

    given = desk.post(f"/{event.slug}/people/give/", give, follow=True)
    wrong = ({"tables": "9"}, {"tables": "one"}, {"tables": "1", "role": "desk"})
    answers = [
        words(desk.post(f"/{event.slug}/people/give/", give | {"name": "Al"} | typed)) for typed in wrong
    ]

    jo = event.badges.get(name="Jo")
    assert jo.only_at == [1, 2, 3, 8]
    assert "Only at tables 1, 2, 3, 8." in words(given)
    assert "The event has no table 9. The Tables page lists its tables." in answers[0]
    assert "Write table numbers with commas between them" in answers[1]
    assert "The desk’s badge opens the desk only." in answers[2]
    assert not event.badges.filter(name="Al").exists()

    change_referee(badge=jo, is_head=False, plays_in=None, tables=(), by=by, at=build.THREE)
    jo.refresh_from_db()
    assert jo.only_at == []
    with pytest.raises(Refused, match="An organizer sees every table"):
        change_referee(badge=by.badge, is_head=False, plays_in=None, tables=(1,), by=by, at=build.THREE)

"""A day by somebody who has never seen Uptown: from the printed link on, by the one button of *Today*."""

import re
from datetime import timedelta
from io import StringIO
from itertools import groupby
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests import build
from tests.pages.visit import still_clock
from tests.tools.rehearsal.bots import own_browser
from tools.rehearsal.browser import Element
from tournament.models import Event, Game
from tournament.money.commands_donations import take_donation
from tournament.schedule.clock import event_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]

FLYER = (Path(__file__).parents[1] / "flyers" / "fahrenheit.txt").read_text()
MOST_LOOKS = 80


class FirstTimer:
    """An organizer who knows only what pages say, and counts presses."""

    def __init__(self) -> None:
        output = StringIO()
        call_command("links", stdout=output)
        self.browser, self.presses = own_browser(), 0
        self.page = self.browser.open(re.search(r"/setup/\S+/", output.getvalue()).group())

    def fill_in(self, field: str, **typed: str) -> None:
        """Press the button of the form that has this field."""
        forms = self.page.root.find("form")
        self._send(next(form for form in forms if form.find(name=field)), **typed)

    def press(self, part: Element) -> None:
        if "href" in part.attributes:
            self.presses += 1
            self.page = self.browser.open(part.attributes["href"])
        else:
            self._send(next(Element(form) for form in part.node.iterancestors("form")))

    def _send(self, form: Element, **typed: str) -> None:
        self.presses += 1
        self.page = self.browser.send(form, self.page, **typed)

    def look(self, event: Event) -> str:
        """Open *Today*. Returns its line."""
        self.page = self.browser.open(f"/{event.slug}/today/")
        return self.page.root.one("p", **{"class": "next-step-title"}).words

    def buttons(self) -> list[Element]:
        """The green buttons of the page that can be pressed now."""
        parts = self.page.root.one("main").find(**{"class": "*"})
        green = [part for part in parts if "button--felt" in part.attributes["class"].split()]
        return [part for part in green if "disabled" not in part.attributes]

    def link(self, words: str) -> Element:
        return next(link for link in self.page.root.find("a") if link.words.startswith(words))


def goes_on(event: Event, minutes: int) -> None:
    still_clock(event, event_now(event, timezone.now()) + timedelta(minutes=minutes))


def the_tables_play(event: Event) -> None:
    """Every game at a table is played in a quarter of an hour. The lower number wins, with more books."""
    event.refresh_from_db()
    goes_on(event, 15)
    for game in Game.objects.open().filter(event=event).exclude(called_at=None).with_everybody():
        row = build.again(game)
        at = event_now(row.event, timezone.now())
        build.seated(row, at=at)
        side = min(("NS", "EW"), key=lambda side: row.team(side).number)
        report = {"bidder": side, "level": 4, "strain": "uptown", "books": 13 - row.team(side).number}
        build.hands(row, [report] * 3, at=at)


def what_the_page_asks(organizer: FirstTimer, event: Event) -> None:
    """Do what the page is for that the button of *Today* led to."""
    match organizer.page.root.one("h1").words:
        case "Sign-up":
            for name in ("Aces", "Kings", "Queens", "Jacks"):
                build.team(event, name, is_here=False)
        case "Desk":
            by, team = build.organizer(event), event.teams.first()
            take_donation(
                event=event, key=uuid4(), amount_cents=1000, method="cash", team=team, by=by, at=build.at(14)
            )
            while rows := [one for one in organizer.page.root.find("button") if "Both here" in one.words]:
                organizer.press(rows[0])
        case "The cut":
            organizer.press(organizer.buttons()[0])
        case "Awards":
            organizer.look(event)
            organizer.press(organizer.link("Then: "))
            what_the_page_asks(organizer, event)
        case "Money":
            organizer.fill_in("kind", amount="10")
        case "Messages":
            organizer.fill_in("words", words="Thank you all!")
        case "Settings":
            organizer.press(organizer.link("Copy this event"))
            organizer.fill_in("held_on")


def test_a_first_timer_opens_an_event_and_ends_its_day_by_what_today_says():
    organizer = FirstTimer()
    organizer.fill_in("username", username="Aunt Vi", password="a kitty of six cards")
    organizer.fill_in("flyer", flyer=FLYER, read="1")
    organizer.fill_in("is_practice", held_on="2026-06-27", is_practice="on")
    event, to_open = Event.objects.get(), organizer.presses
    assert organizer.page.address == f"/{event.slug}/today/"
    still_clock(event, build.at(14))

    lines = []
    for _ in range(MOST_LOOKS):
        event.refresh_from_db()
        lines.append(organizer.look(event))
        if lines[-1] == "That was the day":
            break
        if organizer.buttons():
            organizer.press(organizer.buttons()[0])
            what_the_page_asks(organizer, event)
        elif Game.objects.open().filter(event=event).exclude(called_at=None).exists():
            the_tables_play(event)
        else:
            goes_on(event, 5)

    assert to_open <= 8
    assert [line for line, _ in groupby(lines)] == [
        "Get teams to sign up: nobody is on the list",
        "Check in who comes",
        "Call round 1",
        "Call round 2",
        "Call round 3",
        "Call round 4",
        "Settle who goes through",
        "Start Phase II",
        "Call 2 games to a table",
        "Wait for the games at the tables",
        "Call 2 games to a table",
        "Wait for the games at the tables",
        "Hand out the prizes",
        "Thank everybody",
        "Copy the event for the next time",
        "That was the day",
    ]
    rows = organizer.page.root.one("div", **{"class": "day-lists"}).find("li")
    assert [row.words for row in rows if "✔" not in row.words] == [
        "· Give badges to referees and desk",
        "· Try a phone",
        "· Print the sign-up poster",
        "· Open the big screen",
        "· Hand out the prizes",
        "· Print the report of the money",
    ]

"""Every screen: a swap leaves it as a reload would, and its SQL statements don't grow with its rows."""

import re
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve

from pages.web import page_view
from scoring.rulings.commands_rulings import make_ruling
from scoring.sheet.ruling_rows import Case
from tests import build
from tests.pages.reading import part
from tests.pages.screens import NOT_OF_EVERY_EVENT, SCREENS
from tests.pages.visit import HTMX, statements, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.badges.commands_badges import open_tablet
from tournament.entries.commands_sign_up import sign_up_single
from tournament.event.day_rows import day_rows, with_shared_rows
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.log.audit_log import log
from tournament.messages.commands_messages import show_message, write_messages
from tournament.models import Event, Role
from tournament.models.keys import KEYS
from tournament.money.commands_donations import take_donation
from tournament.programs.commands_tokens import give_token
from tournament.programs.commands_webhooks import add_webhook
from tournament.schedule.commands_schedule_changes import add_minutes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Day:
    """The second round of a practice event, with ``rows`` of everything that a page lists."""

    def __init__(self, rows):
        self.event = event = build.event(is_practice=True, tables=20, hands_from="teams", agreed_by="teams")
        by = build.organizer(event)
        build.teams(event, 4 * rows)
        build.played_phase_one(event, 1)
        still_clock(event, build.at(15, 40))
        self.game = build.called_round(event, at=build.at(15, 30)).games.order_by("pk").first()
        self.tablet = open_tablet(event=event, number=self.game.table.number, by=by, at=build.at(15, 31))
        self.referee, self.away = build.referee(event).badge, build.team(event, "Aces 1", is_here=False)
        for number in range(rows):
            team = event.teams.get(number=number + 1)
            build.hand(self.game, (build.BOSTON, build.EW_FOUR_MADE, build.FOUR_SET)[number])
            given = {"key": uuid4(), "amount_cents": 500, "method": "cash", "team": team}
            self.gift = take_donation(event=event, **given, by=by, at=build.MEET)
            contact = {"contact": f"312 555 010{number}", "may_message": True}
            sign_up_single(event=event, key=uuid4(), name=f"Kim {number}", **contact, by=by, at=build.MEET)
            build.referee(event, f"Al {number}")
            give_token(event=event, name=f"App {number}", scope="read", by=by, at=build.at(15, 36))
            add_webhook(event=event, url=f"https://{number}.example.org/", by=by, at=build.at(15, 36))
            case = Case(kind="delay", against="EW", penalty="warning")
            make_ruling(
                ruling_id=uuid4(), game=self.game, case=case, reason="Late", by=by, at=build.at(15, 36)
            )
            add_minutes(event=event, minutes=1, by=by, at=build.at(15, 37))
        more = {"who": "looking", "occasion": "words", "words": "Come early", "site": ""}
        write_messages(event=event, key=uuid4(), **more, by=by, at=build.MEET)
        show_message(event=event, key=uuid4(), words="Pizza is here", by=by, at=build.MEET)

    def client(self, who):
        if who == "stranger":
            return Client()
        badges = {"referee": self.referee, "team": self.game.team("NS").badge, "tablet": self.tablet}
        return wearing(badges.get(who) or self.event.badges.get(role="organizer"))

    def filled(self, text):
        """The text with its placeholders replaced: a game, a team, a team not here yet, and a donation."""
        keys = {"game": self.game, "team": self.game.team("NS"), "away": self.away, "gift": self.gift}
        return str(text).format(**{name: row.pk for name, row in keys.items()})

    def address(self, path):
        return f"/{self.event.slug}/{self.filled(path)}"


@pytest.fixture(scope="module")
def one_row(kept):
    return Day(1)


@pytest.fixture(scope="module")
def three_rows(kept):
    return Day(3)


def screens(resolver=None, path=""):
    """The paths, below an event's, of all views that ``page_view`` made and that take no argument."""
    for entry in (resolver or get_resolver()).url_patterns:
        below = f"{path}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from screens(entry, below)
        elif entry.callback.__qualname__.startswith(f"{page_view.__qualname__}.") and below.startswith("<"):
            yield below.partition("/")[2]


def test_every_screen_is_in_the_list():
    listed = {path for paths in SCREENS.values() for path in paths}

    missing = {path for path in screens() if "<" not in path} - listed - NOT_OF_EVERY_EVENT
    assert missing == set(), "Add them to SCREENS in tests/pages/screens.py."


def statements_of(day, who, path):
    return statements(day.client(who), day.address(path))


@pytest.mark.parametrize("who", SCREENS)
def test_a_screen_takes_as_many_statements_for_three_rows_as_for_one(who, one_row, three_rows, subtests):
    for path in SCREENS[who]:
        with subtests.test(path):
            assert statements_of(three_rows, who, path) == statements_of(one_row, who, path)


def test_hidden_results_take_as_many_statements_for_three_rows_as_for_one(one_row, three_rows, subtests):
    Event.objects.update(standings_shown="hidden")
    for day in (one_row, three_rows):  # A page takes the event from an earlier one until the next action.
        log(day.event, "event.changed", by=build.organizer(day.event), at=build.at(15, 40))

    for path in ("standings/", "screen/?pin=standings", "games/", "teams/1/", "fairness/"):
        with subtests.test(path):
            assert statements_of(three_rows, "stranger", path) == statements_of(one_row, "stranger", path)


def same(html, root):
    """A fragment without the ids that are new in each response."""
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", part(html, root))


@pytest.mark.parametrize("who", SCREENS)
def test_what_comes_by_itself_is_what_a_reload_would_show(who, one_row, subtests):
    client = one_row.client(who)

    for path in SCREENS[who]:
        page = client.get(one_row.address(path)).content.decode()
        for fragment in refreshed(page):
            with subtests.test(f"{path} {fragment['id']}"):
                fresh = client.get(fragment["hx-get"], headers=HTMX).content.decode()
                assert same(fresh, fragment["id"]) == same(page, fragment["id"])


@pytest.fixture(scope="module")
def two_games(kept):
    """The day with a second game, which no screen of the list is about."""
    day = Day(2)
    return day, day.event.games.open().exclude(pk=day.game.pk).last()


@pytest.mark.parametrize("who", SCREENS)
def test_a_fragment_that_ignores_other_games_shows_nothing_of_them(who, two_games):
    day, other = two_games
    client = day.client(who)
    by = build.organizer(day.event)

    def fragments():
        return {
            (path, fragment["id"]): same(
                client.get(fragment["hx-get"], headers=HTMX).content.decode(), fragment["id"]
            )
            for path in SCREENS[who]
            for fragment in refreshed(client.get(day.address(path)).content.decode())
            if f"{other.pk}" not in fragment.get("data-games", f"{other.pk}").split(" ")
        }

    before = fragments()
    for side in other.sides.all():
        mark_seated(game=other, team=side.seats.get().team, by=by, at=build.at(15, 39))
    call_referee(game=other, why="A renege is claimed.", by=by, at=build.at(15, 39))
    build.hand(other, build.BOSTON, at=build.at(15, 39))

    assert fragments() == before


@pytest.mark.parametrize("who", [who for who in SCREENS if who != "stranger"])
def test_no_page_offers_a_form_that_its_badge_may_not_send(who, one_row):
    client, role = one_row.client(who), Role(who)

    shut = {
        (path, action)
        for path in SCREENS[who]
        for form in read(client.get(one_row.address(path)).content.decode()).find("form", method="post")
        for action in sent_to(form, one_row.address(path))
        if (access := getattr(resolve(action).func, "access", "")) in KEYS and role not in KEYS[access].roles
    }

    assert shut == set()


def sent_to(form, address):
    """The paths that the form and its buttons post to."""
    named = (
        form.attributes.get("action"),
        *(button.attributes.get("formaction") for button in form.find("button")),
    )
    return {urljoin(address, one).partition("?")[0].partition("#")[0] for one in named if one}


def refreshed(page):
    """The attributes of each fragment that is fetched again after every change."""
    parts = [each.attributes for each in read(page).find(id="*", hx_get="*")]
    return [each for each in parts if each.get("hx-trigger", "").startswith("uptown:changed")]


DONATION = {"method": "cash", "tap": "500"}
SWAPS = [
    ("organizer", "floor/", "floor", "floor/results/", {}),
    ("organizer", "floor/", "day-controls", "day/call-off/", {"break_at": build.at(16, 1).isoformat()}),
    ("organizer", "day/", "day-controls", "day/minutes/", {"minutes": 5, "is_alone": 1}),
    ("organizer", "people/", "crew", "people/give/", {"role": "desk", "name": "Dee"}),
    ("organizer", "simulate/", "simulation", "simulate/ask/", {"teams": 4, "tables": 2, "days": 100}),
    ("organizer", "desk/lists/", "lists", "desk/lists/bring/", {"lines": "Di & Ed"}),
    ("desk", "desk/?q=1", "desk-board", "desk/{away}/check-in/?q=1", {}),
    ("desk", "desk/?q=1", "desk-board", "desk/{away}/withdraw/?q=1", {}),
    ("desk", "desk/", "desk-board", "desk/{team}/donate/", DONATION),
    ("desk", "desk/{away}/", "team", "desk/{away}/check-in/?at=team", {}),
    ("desk", "desk/money/", "donations", "desk/donation/{gift}/counter/", {"reason": "Counted twice"}),
    ("referee", "tables/", "tables", "table/1/take/", {}),
    ("referee", "game/{game}/", "head", "game/{game}/seated/", {"team": "{team}"}),
    ("team", "team/", "now", "team/seated/", {}),
    ("team", "team/", "now", "team/referee/", {"why": "A renege is claimed."}),
]


@pytest.mark.parametrize(
    ("who", "path", "root", "action", "typed"), SWAPS, ids=[f"{w} {a}" for w, _, _, a, _ in SWAPS]
)
def test_a_swap_leaves_the_page_as_a_reload_would(one_row, who, path, root, action, typed):
    client = one_row.client(who)
    sent = {name: one_row.filled(value) for name, value in typed.items()} | {"key": uuid4()}

    swapped = client.post(one_row.address(action), sent, headers=HTMX | {"HX-Target": root})
    reloaded = client.get(one_row.address(path))

    assert swapped.status_code == 200
    assert same(swapped.content.decode(), root) == same(reloaded.content.decode(), root)


@pytest.mark.parametrize("who", SCREENS)
def test_no_screen_changes_what_the_pages_of_an_event_share(who, one_row, subtests):
    client = one_row.client(who)

    for path in SCREENS[who]:
        with subtests.test(path):
            client.get(one_row.address(path))
            event = Event.objects.get(pk=one_row.event.pk)
            rows = day_rows(with_shared_rows(event))
            shared = rows.of_day | rows.of_version
            assert {read: columns(found) for read, found in shared.items()} == {
                read: columns(read(event)) for read in shared
            }


def columns(found):
    """The values of rows in place of the rows, which are equal if only their ids are."""
    if isinstance(found, Model):
        return {field.attname: getattr(found, field.attname) for field in found._meta.fields}
    return [*map(columns, found)] if isinstance(found, tuple) else found

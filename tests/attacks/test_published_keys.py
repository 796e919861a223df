"""No key that is published opens anything: what identifies isn't what authorizes."""

import gzip
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import SlugConverter, StringConverter, UUIDConverter

from accounts.access import BADGES
from scoring.tasks import work_on_lists
from seasons.leagues.commands_consent import open_own_page
from seasons.models import Person
from seasons.people.person_codes import code_of
from seasons.shelf.commands_move_event import write_event
from tests import build
from tests.attacks.addresses import ALL, OURS
from tests.seasons.nights import Night
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_partners import ask_partner
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.lists.commands_imports import ask_import, confirm_import
from tournament.messages.commands_messages import show_message
from tournament.models import Event, Role
from tournament.models.links import sealed
from tournament.money.commands_donations import take_donation
from tournament.programs.commands_tokens import give_token

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
CODE = re.compile(r"(?<![\w-])(?=[\w-]*\d)[\w-]{6,}(?![\w-])", re.ASCII)
HASH = re.compile(r"[0-9a-f]{32}|[0-9a-f]{64}")
SIGN_IN = "/sign-in/"
SHUT = {400, 401, 403, 404, 405, 422}
EXPORTS = (
    "log/log.json", "log/log.csv", "results/results.json", "results/standings.csv", "results/games.csv",
    "desk/money.csv",
)  # fmt: skip


def evening() -> Event:
    """A club's evening with all that has a key: teams, people alone, a hand, money, a list, badges."""
    night = Night("Dee", "Ray", "Ann", "Bo", contact="555-0123")
    event, by = night.event, night.by
    given = {"by": by, "at": build.MEET}
    mo, kim = (
        sign_up_single(event=event, key=uuid4(), name=name, contact=f"{name}@example.org", **given)
        for name in ("Mo", "Kim")
    )
    ask_partner(key=uuid4(), player=mo, other=kim, **given)
    ask_import(event=event, key=uuid4(), content=b"Kings: Cy & Di\nVi", **given)
    work_on_lists(build.MEET)
    confirm_import(event=event, leaves_out=True, **given)
    work_on_lists(build.MEET)
    money = {"event": event, "amount_cents": 500, "method": "cash"}
    take_donation(key=uuid4(), team=event.teams.first(), **money, **given)
    give_badge(event=event, role=Role.REFEREE, name="Jo", **given)
    show_message(event=event, key=uuid4(), words="Dinner is here", **given)
    open_own_page(player=night.player("Dee"), **given)
    for team in event.teams.filter(name__in=("Dee & Ray", "Ann & Bo")):
        check_in_team(team=team, **given)
    build.hand(build.game(event))
    return Event.objects.get(pk=event.pk)


def text_of(answer) -> str:
    whole = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return whole.decode(errors="replace")


def published(event: Event) -> set[str]:
    """Every UUID and code in exports, public pages, answers to programs, and the event's file."""
    organizer, stranger = Client(), Client()
    session = organizer.session
    session[BADGES] = [build.organizer(event).badge.pk]
    session.save()
    token = give_token(event=event, name="Board", scope="read", by=build.organizer(event), at=build.MEET)
    program = Client(headers={"Authorization": f"Bearer {token.secret}"})
    texts = [text_of(organizer.get(f"/{event.slug}/{path}")) for path in EXPORTS]
    texts += [
        text_of(program.get(f"/api/v1/events/{event.slug}/{path}")) for path in ("log", "teams", "games")
    ]
    pages = [address.replace("pride-south-bid-whist", event.slug) for address, _ in ALL]
    pages = [page for page in pages if "/stream" not in page]
    shown = [stranger.get(page) for page in pages]
    pages = [text_of(answer) for answer in shown if answer.status_code == 200]
    file = BytesIO()
    write_event(event=event, to=file)
    texts.append(gzip.decompress(file.getvalue()).decode())
    keys = {UUID(key) for text in (*texts, *pages) for key in KEY.findall(text)}
    # A key that is computed from a published one is published, too.
    keys |= {UUID(int=key.int + 1) for key in keys}
    codes = {code for text in texts for code in CODE.findall(text)}
    # Each text of the log has a hash and a salt: a few are as good as all.
    hashes = sorted(code for code in codes if HASH.fullmatch(code))
    return {str(key) for key in keys} | codes.difference(hashes[:-4])


def routes(resolver=None, before="", above=()) -> Iterator[tuple[str, dict[str, object]]]:
    """Every route of the product: its whole pattern, and the converters of its parts."""
    for entry in (resolver or get_resolver()).url_patterns:
        whole, parts = f"{before}{entry.pattern}", {**dict(above), **entry.pattern.converters}
        if isinstance(entry, URLResolver):
            yield from routes(entry, whole, parts)
        elif isinstance(entry, URLPattern) and entry.callback.__module__.startswith(OURS):
            yield whole, parts


def takes_a_key(converter: object) -> bool:
    return isinstance(converter, StringConverter | UUIDConverter) and not isinstance(converter, SlugConverter)


def addresses(event: Event, key: str) -> Iterator[str]:
    """Every address that this key could be a part of."""
    for whole, parts in routes():
        values = {
            name: key if takes_a_key(part) else event.slug if isinstance(part, SlugConverter) else "1"
            for name, part in parts.items()
        }
        fits = all(re.fullmatch(part.regex, values[name]) for name, part in parts.items())
        if fits and any(map(takes_a_key, parts.values())):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", whole).format(**values)


def opened(event: Event, keys: Iterable[str]) -> set[tuple[str, str, int]]:
    """The addresses that open with one of these keys, for a browser without a cookie."""
    found = set()
    for key in keys:
        for address in addresses(event, key):
            for method in ("get", "post"):
                answer = getattr(Client(), method)(address)
                if answer.status_code not in SHUT and not answer.headers.get("Location", "").startswith(
                    SIGN_IN
                ):
                    found.add((method, address, answer.status_code))
    return found


def test_no_published_key_opens_a_page_or_does_anything_for_a_stranger():
    event = evening()
    keys, secrets = published(event), own_secrets(event)
    before = event.log.count()

    doors, entries = opened(event, keys), event.log.count()
    own = {address.rstrip("/").split("/")[-1] for _, address, _ in opened(event, secrets)}

    assert (doors, entries) == (set(), before)
    assert not keys & secrets
    assert own >= secrets


def own_secrets(event: Event) -> set[str]:
    """What does open pages: those of who signed up, of who has a page of their results, and receipts."""
    signed_up = [row.page_secret for row in (*event.teams.all(), *event.players.filter(team=None))]
    receipts = [sealed("receipt", key) for key in event.donations.values_list("key", flat=True)]
    return {*signed_up, *receipts, *map(code_of, Person.objects.exclude(page_at=None))}

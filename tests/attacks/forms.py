"""Every form that pages of an event have, and values for their fields."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from django.urls import resolve

from accounts.access import BADGES
from seasons.evenings.who_comes import link_secret
from seasons.models import Person, Series
from seasons.people.person_codes import code_of
from tests.attacks.addresses import ALL
from tests.pages.visit import organizer_of, wearing
from tools.rehearsal.browser import Element, read
from tournament.models import Badge, Role
from tournament.models.codes import check_in_code
from tournament.models.keys import KEYS

PAGES_OF_A_KIND = 5
OUTSIDE = ("/api/", "/sign-in/", "/sign-out/", "/password/", "/key/", "/setup/", "/new/", "/code/", "/join/")


def wearing_everything(event):
    """A browser that has a badge of every kind."""
    phone = organizer_of(event)
    session = phone.session
    roles = (Role.DESK, Role.REFEREE, Role.TEAM)
    worn = Badge.objects.worn().filter(event=event, role__in=roles).order_by("role", "-pk")[:6]
    session[BADGES] = [*(badge.pk for badge in worn), *session[BADGES]]
    session.save()
    return phone


def forms_at(event, only=None, *, alone=True, most=PAGES_OF_A_KIND):
    """Every form that anybody sees at this moment, one for each URL name that it posts to.

    A browser with every badge crawls the site, or opens ``only`` the given pages. With ``alone``, a referee
    and the newest team, each on their own phone, also crawl their own pages.
    """
    phones = [(wearing_everything(event), None)]
    if alone:
        lonely = ((role, event.badges.worn().filter(role=role).last()) for role in (Role.REFEREE, Role.TEAM))
        phones = [*((wearing(badge), badge.role) for role, badge in lonely if badge), *phones]
    found = {}
    for phone, role in phones:
        for page_address, page in pages_of(phone, event, role, only, most):
            for form in page.find("form"):
                if form.attributes.get("method", "get").lower() != "post":
                    continue
                others = [part.attributes.get("formaction") for part in parts_of(form, "button")]
                for address in (form.attributes.get("action") or page_address, *filter(None, others)):
                    found[named(address)] = (phone, form, address)
    return found


def parts_of(form, *tags):
    """What is in a form, and what names it from elsewhere on the page."""
    name, page = form.attributes.get("id"), Element(form.node.getroottree().getroot())
    return [part for tag in tags for part in form.find(tag) + (page.find(tag, form=name) if name else [])]


def pages_of_singles(event):
    return [single.page_secret for single in event.players.filter(team=None, left_at=None)]


def pages_of(phone, event, role, only, most):
    """Crawl every page reachable from the known URLs, at most ``most`` of each kind."""
    known = [address.replace("pride-south-bid-whist", event.slug) for address, _ in ALL]
    waiting = [address for address in known if not re.search(r"/1/|00000000-", address)]
    if only:
        waiting = [f"/{event.slug}/{page}" for page in only]
        waiting += [f"/{event.slug}/game/{game.pk}/" for game in event.games.all()]
        for team in event.teams.order_by("-pk")[:2]:
            waiting += [f"/{event.slug}/desk/{team.pk}/", f"/{event.slug}/desk/{team.pk}/substitute/"]
        waiting += [f"/{event.slug}/signed-up/{secret}/" for secret in pages_of_singles(event)]
        waiting.append(f"/{event.slug}/team/here/{check_in_code(event.key)}/")
        waiting += [f"/{event.slug}/club/{pk}/" for pk in Person.objects.known().values_list("pk", flat=True)]
        waiting += [f"/mine/{code_of(each)}/" for each in Person.objects.exclude(page_at=None)]
        waiting += [f"/mine/evenings/{link_secret(each)}/" for each in Person.objects.known()]
        waiting += [f"/{event.slug}/series/{pk}/" for pk in Series.objects.values_list("pk", flat=True)]
    looked_at, seen = set(), Counter()
    while waiting:
        target = waiting.pop(0)
        if target in looked_at or seen[named(target)] >= most or target.startswith(OUTSIDE):
            continue
        key = KEYS.get(resolve(urlsplit(target).path).func.access)
        if role and (key is None or role not in key.roles):
            continue
        looked_at.add(target)
        answer = phone.get(target)
        if answer.status_code != 200 or answer.streaming or "html" not in answer.headers["Content-Type"]:
            continue
        seen[named(target)] += 1
        page = read(answer.content.decode())
        links = [link.attributes.get("href", "").partition("#")[0] for link in page.find("a")]
        waiting += [link for link in links if link.startswith(f"/{event.slug}/") and not only]
        yield target, page


@cache
def named(address):
    return resolve(urlsplit(address).path).view_name


FIELDS = (
    "hand_id", "sequence", "as_sequence", "bidder", "bid", "books", "reneges_ns", "reneges_ew", "dealer",
    "forfeited_by", "reason", "key", "side", "team", "table", "name", "player", "player_1", "player_2",
    "players", "contact", "amount", "tap", "method", "note", "role", "code", "shown", "speed", "username",
    "password", "who", "what", "words", "before", "q", "state", "game", "held_on", "timezone", "breaks",
    "tables", "advance_count", "ruling_id", "report_id", "hand", "kind", "against", "penalty", "book",
    "in_time", "is_misdeal", "is_head", "plays_in", "why", "bid_n", "bid_s", "trump", "points_n",
    "points_s", "calls", "bidder_seat", "since", "until", "strain", "leader", "played", "held", "accused",
    "add", "off", "part", "minutes", "break_at", "find", "page", "whole",
)  # fmt: skip
# The parameters that views read without a form.
READ = re.compile(r"""(?:POST|GET)(?:\.get\(|\[)"(\w+)\"""")
PAGES = Path(__file__).parents[2] / "pages"
BY_HAND = sorted({name for file in PAGES.rglob("*.py") for name in READ.findall(file.read_text())})

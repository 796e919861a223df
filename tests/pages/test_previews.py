"""The preview of a link in a chat."""

import re
from html import unescape

import pytest
from django.test import Client

from tests import build

pytestmark = pytest.mark.django_db

EVENT = "/pride-south-bid-whist/"


def preview(path: str, **headers: str) -> dict[str, str]:
    """A page's title, description and preview properties, by name."""
    html = Client(headers=headers).get(path, follow=True).content.decode()
    head = html[: html.index("</head>")]
    titles = re.findall(r"<title>([^<]*)</title>", head)
    assert len(titles) == 1, f"{path} has {len(titles)} titles"
    tags = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', head))
    return {"title": unescape(titles[0])} | {name: unescape(words) for name, words in tags.items()}


def test_an_events_link_says_what_it_is_when_and_where():
    build.event(venue="Hall 3")

    tags = preview(EVENT)

    about = (
        "Fahrenheit Bid Whist, Saturday, June 27, 2:00 PM, Hall 3. "
        "Where to sit, the schedule, and the standings."
    )
    assert (tags["title"], tags["og:title"]) == ("Pride South Bid Whist",) * 2
    assert (tags["description"], tags["og:description"]) == (about, about)


def test_a_name_with_quotes_and_signs_ends_no_tag():
    event = build.event()
    build.teams(event, 2)
    event.teams.filter(number=1).update(name='The "A" <b> & Sons')

    tags = preview(f"{EVENT}teams/1/")

    assert tags["og:title"] == 'The "A" <b> & Sons · Pride South Bid Whist'
    assert tags["og:description"].startswith('The "A" <b> & Sons at ')


def test_the_picture_has_a_whole_address_and_never_one_that_nobody_named(settings):
    settings.ADDRESS, settings.ALLOWED_HOSTS = "http://192.168.1.20:8000", ["*"]
    build.event()

    picture = preview(EVENT, host="evil.example")["og:image"]

    assert picture == f"http://192.168.1.20:8000{EVENT}card.png"

"""Pages are compressed for a browser that accepts it, and have the same content."""

import gzip
import json

import pytest
from django.test import Client

from tests import build
from tests.pages.visit import wearing
from tournament.commands.audit_log import log

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COMPRESSED = {"Accept-Encoding": "gzip"}


def test_a_page_comes_compressed_to_who_asks_for_it():
    event = build.event()

    plain = Client().get(f"/{event.slug}/rules/")
    page = Client(headers=COMPRESSED).get(f"/{event.slug}/rules/")

    assert (page["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(page.content) == plain.content
    assert len(page.content) < len(plain.content) / 2
    assert "Accept-Encoding" in page["Vary"]


def test_the_same_page_has_another_length_each_time_and_still_is_known_by_its_etag():
    event = build.event()
    pages = [Client(headers=COMPRESSED).get(f"/{event.slug}/rules/") for _ in range(8)]

    again = Client(headers=COMPRESSED | {"If-None-Match": pages[0]["ETag"]}).get(f"/{event.slug}/rules/")

    assert len({page["ETag"] for page in pages}) == 1
    assert len({len(page.content) for page in pages}) > 1  # The length reveals no secret.
    assert again.status_code == 304


def test_what_is_read_in_pieces_still_is():
    event = build.event()
    for number in range(1200):
        log(event, "hand.recorded", said=f"Hand {number}.", by=build.organizer(event), at=build.THREE)
    browser = wearing(build.organizer(event).badge, **COMPRESSED)

    answer = browser.get(f"/{event.slug}/log/log.json?what=hand")

    assert answer.streaming
    assert len(json.loads(gzip.decompress(b"".join(answer.streaming_content)))) == 1200

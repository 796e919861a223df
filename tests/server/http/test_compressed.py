"""Pages are compressed for a browser that accepts it, and have the same content."""

import gzip
import json

import pytest
from django.test import Client

from tests import build
from tests.pages.visit import wearing
from tournament.log.audit_log import log

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COMPRESSED = {"Accept-Encoding": "gzip"}


def test_a_page_has_another_compressed_length_each_time_but_the_same_etag():
    event = build.event()
    address = f"/{event.slug}/rules/"

    plain = Client().get(address)
    pages = [Client(headers=COMPRESSED).get(address) for _ in range(8)]
    again = Client(headers=COMPRESSED | {"If-None-Match": pages[0]["ETag"]}).get(address)

    assert (pages[0]["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(pages[0].content) == plain.content
    assert len(pages[0].content) < len(plain.content) / 2
    assert "Accept-Encoding" in pages[0]["Vary"]
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

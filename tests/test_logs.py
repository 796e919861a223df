"""The operator's log."""

import logging
import re

import pytest
from django.test import Client
from django.urls import get_resolver

from config.logs import AsJson, WithoutLinks, without_links


def test_no_line_of_the_log_tells_a_link_that_opens_something():
    formatter = WithoutLinks("{message}", style="{")
    try:
        raise ValueError("refused: /setup/geheim-27/")
    except ValueError:
        record = logging.LogRecord(
            "django", 30, "x", 1, "Forbidden (%s): %s", ("no token", "/join/top-5/"), None
        )
        record.exc_info = __import__("sys").exc_info()

    row = formatter.format(record)

    assert row.startswith("Forbidden (no token): /join/…/")
    assert "/setup/…/" in row
    assert "geheim" not in row
    assert "top-5" not in row


OPEN = {"pk", "mark", "rest"}
"""Parts of addresses that open nothing: rows, the mark of a phone that is tried, others."""


def routes(patterns=None, before=""):
    """Each route's whole pattern, with the converters of its parts."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{each.pattern}"
        if hasattr(each, "url_patterns"):
            yield from routes(each.url_patterns, route)
        else:
            yield route


def test_the_log_hides_the_secret_of_every_route_and_no_route_hides_one():
    declared = [route for route in routes() if "<secret" in route]
    open_ones = {name for route in routes() for kind, name in re.findall(r"<(str|path|uuid):(\w+)>", route)}

    lines = [without_links(f"/{re.sub('<secret[^>]*>', 'geheim', route)}") for route in declared]

    assert len(declared) > 10
    assert [line for line in lines if "geheim" in line] == []
    assert open_ones == OPEN


@pytest.mark.parametrize("as_json", [True, False])
def test_a_long_address_makes_no_long_line(as_json):
    path = "/" + "x" * 30_000
    record = logging.LogRecord("django", 30, "x", 1, "Not Found: %s", (path,), None)
    record.fields = {"path": path}

    row = (AsJson() if as_json else WithoutLinks()).format(record)

    assert len(row) < 5000


@pytest.mark.parametrize(
    ("host", "fields"), [("not a host", 1), ("testserver", 1001)], ids=["a malformed host", "too many fields"]
)
def test_a_malformed_request_is_refused_and_is_one_line_for_the_operator(host, fields, caplog):
    browser = Client(raise_request_exception=False)

    answer = browser.post("/code/", {f"field-{number}": "x" for number in range(fields)}, HTTP_HOST=host)

    formatter = WithoutLinks("{levelname} {message}", style="{")
    rows = [formatter.format(record) for record in caplog.records]
    assert answer.status_code == 400
    assert [line.count("\n") for line in rows] == [0]

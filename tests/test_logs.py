"""The operator's log."""

import logging

import pytest
from django.test import Client

from config.logs import WithoutLinks


def test_no_line_of_the_log_tells_a_link_that_opens_something():
    lines = WithoutLinks("{message}", style="{")
    try:
        raise ValueError("refused: /setup/geheim-27/")
    except ValueError:
        record = logging.LogRecord(
            "django", 30, "x", 1, "Forbidden (%s): %s", ("no token", "/join/top-5/"), None
        )
        record.exc_info = __import__("sys").exc_info()

    said = lines.format(record)

    assert said.startswith("Forbidden (no token): /join/…/")
    assert "/setup/…/" in said
    assert "geheim" not in said
    assert "top-5" not in said


@pytest.mark.parametrize(
    ("host", "fields"), [("not a host", 1), ("testserver", 1001)], ids=["a malformed host", "too many fields"]
)
def test_a_malformed_request_is_refused_and_is_one_line_for_the_operator(host, fields, caplog):
    browser = Client(raise_request_exception=False)

    answer = browser.post("/code/", {f"field-{number}": "x" for number in range(fields)}, HTTP_HOST=host)

    lines = WithoutLinks("{levelname} {message}", style="{")
    said = [lines.format(record) for record in caplog.records]
    assert answer.status_code == 400
    assert [line.count("\n") for line in said] == [0]

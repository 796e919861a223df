"""What the operator reads."""

import logging

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
    assert "geheim" not in said and "top-5" not in said

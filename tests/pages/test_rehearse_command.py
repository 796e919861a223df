"""``./uptown rehearse``: the day with dice, on the command line."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests import build


def told(**options):
    out = StringIO()
    call_command("rehearse", days=10, stdout=out, **options)
    return out.getvalue()


def test_every_format_has_its_line():
    words = told(teams=16, tables=8)

    assert "10 days of 16 teams at 8 tables" in words
    assert "Rounds, by standing            4.0" in words
    assert "Rise and fly" in words


def test_an_events_own_hours_and_game_are_taken():
    event = build.event()

    assert "Open play" in told(event=event.slug, teams=4, tables=2, format=["open"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"teams": 1}, "needs two teams"), ({"event": "nowhere"}, "There is no event “nowhere”")],
)
def test_what_cannot_be_rehearsed_is_said_in_a_sentence(options, sentence):
    with pytest.raises(CommandError, match=sentence):
        told(**options)

"""The refusals of ``./uptown play`` before anybody sits down."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param("--teams 1", "from 2 to 1,000", id="one team"),
        pytest.param("--teams 9 3 --seating individuals", "four people", id="three people"),
        pytest.param("--days 0", "from 1 to 10,000", id="no day"),
        pytest.param("--game whist", "invalid choice", id="no such game"),
        pytest.param("--game solo-bid-euchre", "everybody plays alone", id="no teams"),
        pytest.param("--game bid-fair --seating individuals", "one against one", id="no partners"),
        pytest.param("--seating chaos", "invalid choice", id="no such seating"),
        pytest.param("--season 9 --teams 4", "at least 6 teams", id="a season of four teams"),
        pytest.param("--season 2", "from 3 to 52", id="a season of two weeks"),
        pytest.param("--with rain", "invalid choice", id="no such trouble"),
    ],
)
def test_a_day_that_cannot_be_played_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("play", *options.split())

"""Which kind of call an old game's words were."""

from importlib import import_module

import pytest
from django.apps import apps

from tests import build
from tournament.models import Game
from tournament.models.floor import RefereeCall

pytestmark = pytest.mark.django_db

fill_from_the_words = import_module("tournament.migrations.0009_add_referee_call").fill_from_the_words


def test_the_words_of_a_call_say_what_kind_it_is():
    event = build.event(tables=8)
    build.teams(event, 16)
    games = list(build.called_round(event).games.order_by("pk"))
    for game, words in zip(games, CALLS, strict=True):
        Game.objects.filter(pk=game.pk).update(
            referee_called_at=build.at(15) if words else None, referee_called_for=words
        )

    fill_from_the_words(apps, None)

    assert list(event.games.order_by("pk").values_list("referee_call", flat=True)) == [*CALLS.values()]


CALLS = {
    "Kitty Katz: A renege is claimed.": RefereeCall.ASKED,
    "Both sides are late: nobody gains. Start the game, or give no result.": RefereeCall.BOTH_LATE,
    "More than one player is late: nobody gains. Start the game, or give no result.": RefereeCall.BOTH_LATE,
    "Kitty Katz not seated. Forfeit the hand, or waive it with a reason.": RefereeCall.LATE_HAND,
    "The sides don’t agree on hand 2.": RefereeCall.REPORTS,
    "Kitty Katz object to the result: hand 3 was set.": RefereeCall.OBJECTION,
    "The head referee is wanted by Jo: Both say no": RefereeCall.HEAD,
    "": "",
}

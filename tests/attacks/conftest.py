"""An event whose pages are all open to one browser."""

import pytest

from accounts.access import BADGES
from tests import build
from tournament.entries.commands_sign_up import sign_up_single
from tournament.models import Role


@pytest.fixture
def hall(client):
    """An event in mid-game, and a browser that has a badge of every kind."""
    event = build.event()
    game = build.game(event)
    hand = build.hand(game)
    single = sign_up_single(event=event, key=hand.pk, name="Mo", by=build.organizer(event), at=build.MEET)
    session = client.session
    session[BADGES] = [
        build.organizer(event).badge.pk, game.team("NS").badge.pk, build.referee(event).badge.pk,
    ]  # fmt: skip
    session.save()
    numbers = {
        "game": game.pk, "team": game.team("NS").pk, "single": single.pk, "hand": hand.pk,
        "table": game.table.number,
        "badge": event.badges.filter(role=Role.REFEREE).first().pk,
    }  # fmt: skip
    return client, event, numbers

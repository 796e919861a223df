"""A referee at a table sends for the head referee."""

from datetime import datetime

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_game
from tournament.errors import Refused
from tournament.models import Actor, Game
from tournament.queries.head_referee import HEAD_WANTED, wants_head


class HeadCallRefused(Refused):
    """The head referee can't be called there."""


@transaction.atomic
def call_head_referee(*, game: Game, why: str, by: Actor, at: datetime) -> Game:
    """Send for the head referee: the tables page and the floor say so until somebody was there.

    A referee's call that stands there already becomes the head referee's. Called twice, it is called once.

    :raises HeadCallRefused: if nobody was ever called to that game.
    """
    game = lock_game(game)
    if game.recalled_at or not game.called_at:
        raise HeadCallRefused("This game isn't at a table. The screen shows what is played where.")
    if wants_head(game):
        return game
    words = f": {why.strip()}" if why.strip() else ""
    game.referee_called_at = game.referee_called_at or at
    game.referee_called_for = f"{HEAD_WANTED} by {by.badge.name}{words}"[:200]
    Game.objects.filter(pk=game.pk).update(
        referee_called_at=game.referee_called_at, referee_called_for=game.referee_called_for
    )
    log(game.event, "head.called", f"{game.table}: {game.referee_called_for}", by=by, at=at, game=game.pk)
    return game

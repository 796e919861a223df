"""What people stood by, and what becomes of it when a game's hands change (Rulebook R-9, R-10)."""

from datetime import datetime

from scoring.models import Agreement, Report
from tournament.commands.audit_log import log
from tournament.models import Actor, Game


def let_go(game: Game, *, by: Actor, at: datetime) -> None:
    """A hand of the game changed: reports that wait and agreements are withdrawn.

    Part of the deed that changed it, which holds the game's lock.
    """
    Report.objects.filter(game=game, hand=None, withdrawn_at=None).update(withdrawn_at=at)
    if Agreement.objects.filter(game=game, withdrawn_at=None).update(withdrawn_at=at):
        log(
            game.event,
            "agreement.withdrawn",
            f"{game.table or game}: a hand changed, so the result is to be agreed again.",
            by=by,
            at=at,
            game=game.pk,
        )

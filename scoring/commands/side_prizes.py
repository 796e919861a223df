"""Who won the hand or the card for a side prize that was tied (Rulebook E-107)."""

from datetime import datetime

from django.db import transaction

from scoring.models import SidePrizeWin
from scoring.queries.side_prizes import tied_prizes
from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Event, Team


@transaction.atomic
def decide_side_prize(*, event: Event, prize: str, team: Team, by: Actor, at: datetime) -> SidePrizeWin:
    """Give a tied side prize to who won the hand or drew the card. Decided again, the last decision counts.

    :raises Refused: if the side prize isn't tied, or not for this entrant.
    """
    event = lock_event(event.pk)
    tied = {each.name: each for each in tied_prizes(event, at)}
    if prize not in tied:
        raise Refused("side-prize.not-tied")
    if team.pk not in {each.team_id for each in tied[prize].teams}:
        raise Refused("side-prize.not-for-it", team=team, prize=prize)
    won = SidePrizeWin.objects.create(event=event, prize=prize, team=team, at=at, by=by.badge)
    log(event, "side-prize.decided", by=by, at=at, team=team, prize=prize)
    return won

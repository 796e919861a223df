"""The five-minute rule (Rulebook E-13 to E-17)."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.contest.five_minutes import HANDS
from scoring.commands.hands import record_hand
from scoring.models import Hand
from tournament.commands.deadlines import set_deadline
from tournament.commands.floor import BOTH_LATE, call_referee
from tournament.models import By, Deadline, Game

LATE_HANDS = UUID("5c1b6a0e-7d0f-4a3a-9c35-6d0b1f0e5a01")


@transaction.atomic
def forfeit_late_hand(*, deadline: Deadline, by: By, at: datetime) -> Hand | None:
    """A team wasn't ready when its five minutes were over: it forfeits the hand.

    Both late: nobody gains, and a referee is called. ``at`` is when it came due, however late
    the tick runs; done twice, it is done once.
    """
    mine = (
        Deadline.objects.select_for_update(of=("self",), skip_locked=True)
        .filter(pk=deadline.pk, done_at=None)
        .first()
    )
    if mine is None:
        return None
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("event", "round", "table", "ns", "ew")
        .get(pk=deadline.game_id)
    )
    Deadline.objects.filter(pk=deadline.pk).update(done_at=at)
    if (
        game.over_at
        or game.recalled_at
        or (game.round and game.round.whistle_at and game.round.whistle_at <= at)
    ):
        return None
    late = [
        side for side, sat in (("NS", game.ns_seated_at), ("EW", game.ew_seated_at)) if not sat or sat > at
    ]
    if not late:
        return None
    hand = None
    if len(late) == 1:
        hand = record_hand(
            hand_id=uuid5(LATE_HANDS, f"{game.pk}/{deadline.step}"),
            game=game,
            facts={"forfeited_by": late[0]},
            by=by,
            at=at,
        )
    else:
        call_referee(game=game, why=BOTH_LATE, by=by, at=at)
    game.refresh_from_db(fields=["over_at"])
    if not game.over_at and deadline.step < HANDS:
        set_deadline(game, step=deadline.step + 1)
    return hand

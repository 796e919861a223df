"""Late hands for a referee to decide, and when five minutes can start again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Hand
from tournament.errors import Refused
from tournament.event.sitting import late_at, name_on, sides_at
from tournament.floor.calling import has_whistled
from tournament.models import Deadline, Event, Game
from tournament.models.sides import everybody_in
from tournament.schedule.countdown import wall


@dataclass(frozen=True, kw_only=True)
class LateHand:
    """A forfeit that the clock proposes."""

    pk: int
    game_id: int
    table_number: int | None
    team: str
    emblem: str
    words: str
    """Say since when the team is late."""


def late_hands(event: Event) -> tuple[LateHand, ...]:
    """The event's late hands to decide, longest first. One query; two, if there is any."""
    rows = Deadline.objects.proposed().filter(event=event)
    return _shown(event, rows.select_related("game__table").prefetch_related(everybody_in("game__seats")))


def late_hands_at(game: Any) -> tuple[LateHand, ...]:
    """The late hands to decide at the table of one of ``sheet_games``. One query, if there is any."""
    if not game.has_late_hands:
        return ()
    return _shown(game.event, game.deadlines.proposed())


def why_no_five_minutes(game: Game, at: datetime) -> Refused | None:
    """Why five minutes can't start in a game; None if they can. Two queries at most, with its round."""
    if game.recalled_at or game.over_at or not game.called_at:
        return Refused("late.not-on")
    if has_whistled(game, at):
        return Refused("late.whistled")
    if game.deadlines.proposed().exists():
        return Refused("late.to-decide")
    if late_at(game) and game.deadlines.coming().exists():
        return Refused("late.running")
    return None


def hands_lost(game: Game, side: str) -> int:
    """The hands that a side has forfeited, with those that await a referee's decision. Two queries."""
    hands = Hand.objects.standing().filter(game=game)
    forfeited = sum(hand.parsed.forfeited_by == side for hand in hands)
    return forfeited + game.deadlines.proposed().count()


def _shown(event: Event, rows: Iterable[Deadline]) -> tuple[LateHand, ...]:
    return tuple(_late_hand(event, row, row.game) for row in rows)


def _late_hand(event: Event, row: Deadline, game: Game) -> LateHand:
    team = name_on(game, next(iter(late_at(game, row.due_at)), sides_at(game)[0]))
    nth = {1: "", 2: ", the second hand", 3: ", the third hand"}.get(row.step, "")
    return LateHand(
        pk=row.pk,
        game_id=game.pk,
        table_number=game.table.number if game.table else None,
        team=team.name,
        emblem=team.emblem,
        words=f"not seated at {wall(event, row.due_at)}{nth}.",
    )

"""The next moves of the demo's built-in players, computed from the event's state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from django.db.models import Count, Max

from rules.time.clock import Span
from scoring.game.slots import next_slot
from scoring.models import Cut, Hand
from tournament.event.sitting import late_at, seated_at, sides_at
from tournament.models import Event, Game, LogEntry, Role
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import frozen_spans

PLAYERS = "built-in players"
"""The device of their log entries."""

SECOND = timedelta(seconds=1)
APART = timedelta(minutes=3)
"""Two moves at one table are further apart than this, so moves closer together can be made at once."""
AFTER_THE_FINAL = timedelta(minutes=10)
"""How long the podium is shown before the day starts over."""


class MoveKind(StrEnum):
    SIT = "sit"
    HAND = "hand"
    WHISTLE = "whistle"
    ROUND = "round"
    CUT = "cut"
    PHASE_TWO = "phase two"
    START_OVER = "start over"


@dataclass(frozen=True, kw_only=True)
class Move:
    """A move, due at ``at`` by the event's clock: ``side`` sits down, or hand number ``hand`` is over."""

    at: datetime
    doing: MoveKind
    game: Game | None = None
    side: str = ""
    hand: int = 0


def next_moves(event: Event) -> list[Move]:
    """The next moves, earliest first. Twelve queries at most."""
    games = list(Game.objects.open().filter(event=event).with_table_and_round().select_related("score"))
    if not games:
        return _between_games(event)
    entered = Hand.objects.filter(game__in=games).values_list("game").annotate(Count("pk"), Max("at"))
    hands = {game: (count, last) for game, count, last in entered}
    breaks = frozen_spans(event, max(game.called_at for game in games if game.called_at))
    moves = (move for game in games for move in _moves_at_table(game, hands, breaks))
    return sorted(moves, key=lambda move: move.at)


def is_acted_in(event: Event) -> bool:
    """Whether somebody has acted as referee or organizer. Signing in doesn't count. One query."""
    people = event.log.filter(by__role__in=(Role.ORGANIZER, Role.REFEREE)).exclude(device=PLAYERS)
    return people.exclude(action__startswith="door.").exists()


def is_real_event_on(now: datetime) -> bool:
    """Whether anything happened at a real event within the last hour. One query."""
    return LogEntry.objects.filter(event__is_practice=False, at__gt=now - timedelta(hours=1)).exists()


def last_moment(event: Event) -> datetime:
    """The time of the last action, by the event's clock. One query."""
    return event.log.order_by("-at").values_list("at", flat=True)[0]


def _moves_at_table(
    game: Game, hands: Mapping[int, tuple[int, datetime]], breaks: Iterable[Span]
) -> list[Move]:
    count, last = hands.get(game.pk, (0, None))
    if late := late_at(game):
        return [Move(at=_comes_at(game, side), doing=MoveKind.SIT, game=game, side=side) for side in late]
    pace = random_for(game, count)
    whistle, whistled_at = (game.round.whistle_at, game.score.whistled_at) if game.round else (None, None)
    known = [game.called_at, last, whistled_at, *(seated_at(game, side) for side in sides_at(game))]
    ready = max(moment for moment in known if moment)
    if whistled_at:
        return [
            Move(at=ready + pace.randint(180, 270) * SECOND, doing=MoveKind.HAND, game=game, hand=count + 1)
        ]
    dealt = max(ready, game.round.play_from) if game.round else ready
    dealt += pace.randint(20, 60) * SECOND
    # No hand is dealt in a break (Rulebook E-10).
    dealt = max([dealt, *(rest.ends_at + 20 * SECOND for rest in breaks if dealt in rest)])
    if whistle and dealt > whistle:
        return [Move(at=max(ready, whistle) + 20 * SECOND, doing=MoveKind.WHISTLE, game=game)]
    over_at = dealt + pace.randint(180, 330) * SECOND
    return [Move(at=over_at, doing=MoveKind.HAND, game=game, hand=count + 1)]


def random_for(game: Game, about: int | str) -> Random:
    """A random generator seeded by the game's place in the event, so it is the same in every database."""
    number = game.round.number if game.round else 0
    table = game.table.number if game.table else 0
    return Random(f"{game.phase.kind} {number} {table} {game.bracket_position} {game.number} {about}")


def _comes_at(game: Game, side: str) -> datetime:
    """The time when a team comes to its table. One in twenty is late enough to lose a hand."""
    assert game.called_at
    pace = random_for(game, side)
    is_late = pace.random() < 0.05
    return game.called_at + (pace.randint(630, 690) if is_late else pace.randint(20, 220)) * SECOND


def _between_games(event: Event) -> list[Move]:
    phases = {phase.kind: phase for phase in event.phases.all()}
    one, two = phases[PhaseKind.ONE], phases[PhaseKind.TWO]
    if two.closed_at:
        return [Move(at=two.closed_at + AFTER_THE_FINAL, doing=MoveKind.START_OVER)]
    if two.started_at:
        return []
    if cut := Cut.objects.filter(phase=one, reopened_at=None).first():
        return [Move(at=cut.at + 60 * SECOND, doing=MoveKind.PHASE_TWO)]
    games = Game.objects.standing().filter(event=event, kind=GameKind.GAME)
    over_at = games.aggregate(last=Max("over_at"))["last"] or one.starts_at
    if slot := next_slot(event, over_at):
        return [Move(at=max(slot.called_at, over_at) + 5 * SECOND, doing=MoveKind.ROUND)]
    return [Move(at=max(one.ends_at, over_at) + 60 * SECOND, doing=MoveKind.CUT)]

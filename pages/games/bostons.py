"""The Boston wall: who took all thirteen books, when, and at which table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pages.games.held import held_rounds, is_held
from scoring.game.labels import bracket_labels, game_label
from scoring.hands.tally import score_with_names
from scoring.models import Hand
from tournament.event.names import TeamName, name_of
from tournament.event.sitting import teams_on
from tournament.models import Event
from tournament.models.sides import everybody_in
from tournament.schedule.countdown import wall


@dataclass(frozen=True, kw_only=True)
class Boston:
    teams: tuple[TeamName, ...]
    game_id: int
    label: str
    where: str
    hand: int
    headline: str
    at: datetime
    clock: str


def bostons(event: Event) -> tuple[Boston, ...]:
    """All Bostons of the day, the newest first. Four queries at most.

    Rulebook F-18: a Boston that a penalty awarded is in no list of Bostons.
    """
    held = held_rounds(event)
    hands = list(
        Hand.objects.standing()
        .filter(game__event=event, game__recalled_at=None, is_boston=True, is_awarded=False)
        .select_related("game__event", "game__table", "game__round", "game__phase")
        .prefetch_related(everybody_in("game__seats"))
        .order_by("-at", "-pk")
    )
    labels = bracket_labels(event, [hand.game for hand in hands])
    return tuple(_boston(event, hand, labels) for hand in hands if not is_held(hand.game, held))


def _boston(event: Event, hand: Hand, labels: Mapping[str, str]) -> Boston:
    game = hand.game
    return Boston(
        teams=tuple(map(name_of, teams_on(game, hand.winner_side))),
        game_id=game.pk,
        label=game_label(game, labels),
        where=f"Table {game.table.number}" if game.table else "",
        hand=hand.sequence,
        headline=score_with_names(game, hand.parsed).headline,
        at=hand.at,
        clock=wall(event, hand.at),
    )

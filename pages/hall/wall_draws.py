"""A draw on the big screen, card by card: a round’s pairs, a lot, the bracket; and the calls so far."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.db.models import F

from scoring.bracket.bracket_rows import BracketPage
from scoring.cut.certificate import draws_of
from scoring.game.labels import bracket_labels, game_label
from scoring.game.table_state import table_state
from scoring.rounds.seating import round_to_change
from scoring.rounds.why_pairing import words_of
from scoring.standings.hidden import is_hidden
from tournament.event.names import ordinal, round_title
from tournament.event.sitting import late_at
from tournament.models import Event, Game, WallPin
from tournament.schedule.countdown import wall

BY_LOT = "drawn from “{words}”: the same words give everybody the same draw"
CALLS_SHOWN = 24
"""The most calls on the screen, the newest first."""


@dataclass(frozen=True, kw_only=True)
class DrawCard:
    """One card: ``Table 4`` and the two who sit there, or a place in the lot and its team."""

    place: str
    name: str
    number: int | None = None
    """The table, or the place in the lot."""


@dataclass(frozen=True, kw_only=True)
class WallDraw:
    """Everything that is drawn, and what tells this draw from an earlier one."""

    subject: str
    title: str
    note: str
    cards: tuple[DrawCard, ...]

    def shown(self, pin: WallPin | None) -> int:
        """How many cards the organizer has turned over. A new draw begins with none."""
        return min(pin.shown, len(self.cards)) if pin and pin.subject == self.subject else 0


def draw_of(event: Event, kind: str, bracket: BracketPage) -> WallDraw | None:
    """What a pin of this kind draws now; None if there is no such draw. Nine queries at most."""
    make = DRAWS.get(kind)
    return make(event, bracket) if make else None


def _of_round(event: Event, _: BracketPage) -> WallDraw | None:
    row = round_to_change(event)
    if row is None or not row.phase.has_rounds:
        return None
    games = row.games.filter(recalled_at=None).select_related("table", "event").with_everybody()
    words = words_of(row)
    return WallDraw(
        subject=f"round {row.pk}",
        title=round_title(row, row.phase),
        note=BY_LOT.format(words=words) if words else "by the standings and who has met",
        cards=tuple(_card(game) for game in sorted(games, key=_by_table)),
    )


def _by_table(game: Game) -> tuple[bool, bool, int]:
    return game.is_bye, game.table is None, game.table.number if game.table else game.pk


def _card(game: Game) -> DrawCard:
    if game.is_bye:
        return DrawCard(place="Bye", name=game.everybody()[0].name)
    if game.table is None:
        return DrawCard(place="Next free table", name=str(game))
    return DrawCard(place=str(game.table), name=str(game), number=game.table.number)


def _of_lot(event: Event, _: BracketPage) -> WallDraw | None:
    draws = () if is_hidden(event) else draws_of(event)
    if not draws:
        return None
    last = draws[-1]
    cards = (
        DrawCard(place=ordinal(place), name=team.name, number=place)
        for place, team in enumerate(last.teams, 1)
    )
    note = BY_LOT.format(words=last.words)
    return WallDraw(subject=f"lot {last.at.isoformat()}", title="The lot", note=note, cards=tuple(cards))


def _of_bracket(event: Event, bracket: BracketPage) -> WallDraw | None:
    cells = [cell for each in bracket.rounds for cell in each.cells if any(side.seed for side in cell.sides)]
    if not cells:
        return None
    cards = tuple(
        DrawCard(
            place=cell.label or "Bye",
            name=" vs. ".join(side.team.name if side.team else side.waits_for for side in cell.sides),
        )
        for cell in cells
    )
    seeds = " ".join(str(side.team.team_id) for cell in cells for side in cell.sides if side.team)
    return WallDraw(subject=f"bracket {seeds}"[:80], title=bracket.title, note="by seed", cards=cards)


DRAWS: Mapping[str, Callable[[Event, BracketPage], WallDraw | None]] = MappingProxyType(
    {"draw-round": _of_round, "draw-lot": _of_lot, "draw-bracket": _of_bracket}
)


@dataclass(frozen=True, kw_only=True)
class CallSoFar:
    """A call, for those who came late: when, where, who, and its state now."""

    clock: str
    table: int
    what: str
    name: str
    state: str
    is_open: bool


def calls_so_far(event: Event, at: datetime) -> Iterator[CallSoFar]:
    """The newest calls to tables, open games first. Six queries at most."""
    called = Game.objects.standing().filter(event=event, called_at__isnull=False, table__isnull=False)
    rows = called.select_related("table", "round", "phase", "score", "event").with_everybody()
    games = list(
        rows.order_by(F("over_at").asc(nulls_first=True), "-called_at", "table__number")[:CALLS_SHOWN]
    )
    labels = bracket_labels(event, games)
    for game in games:
        game.event = event
        state = table_state(game, at, None, is_missing=bool(late_at(game)), hides_hands=True)
        yield CallSoFar(
            clock=wall(event, game.called_at or at),
            table=game.table.number if game.table else 0,
            what=game_label(game, labels),
            name=str(game),
            state=state.word,
            is_open=game.over_at is None,
        )

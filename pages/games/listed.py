"""The list of games: in a round by table, in open play and the bracket by time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import repeat

from django.db.models import Q

from pages.games.held import held_rounds, is_held
from pages.player.own_games import note_of, state_of
from rules.competition.phase_two.games import label_of
from rules.numbers import minus
from scoring.bracket.bracket_rows import ENDINGS
from scoring.game.labels import bracket_labels, figures, game_label, score_words
from scoring.game.table_state import ShownState
from scoring.models import Ending
from scoring.standings.hidden import is_hidden
from tournament.event.names import TeamName, name_of, round_title
from tournament.event.rules_of_event import boards_title
from tournament.event.sitting import sides_at, teams_on
from tournament.models import Event, Game, Phase, Round
from tournament.models.floor import GameKind, GameQuerySet, TableState
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import wall
from tournament.schedule.five_minutes import SittingDown, sitting_down

ALL = "all"


@dataclass(frozen=True, kw_only=True)
class GamePart:
    """A round, open play, the play-off hands, or the bracket."""

    key: str
    title: str
    games: Q


@dataclass(frozen=True, kw_only=True)
class ListedSide:
    """One side of a game. The game's page fills in ``players``."""

    teams: tuple[TeamName, ...]
    score: str
    """Empty before the first hand."""
    is_winner: bool
    players: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ListedGame:
    """A game or a bye."""

    game_id: int
    where: str
    """Its table."""
    label: str
    """Which game it is."""
    group: str
    """Its heading in lists."""
    time: str
    """When it was called, if not with a whole round."""
    state: ShownState
    note: str
    score: str
    sides: tuple[ListedSide, ...]

    @property
    def short_label(self) -> str:
        """What tells it from the others of its group: ``Semi-final 2 · Table 4``, ``Table 4``."""
        return " · ".join(filter(None, ("" if self.label == self.group else self.label, self.where)))

    @property
    def aside(self) -> str:
        """The note on how it was decided, or else its state in lowercase; empty if it is just over."""
        return self.note or ("" if self.state.word == TableState.OVER.label else self.state.word.lower())

    @property
    def everybody(self) -> tuple[TeamName, ...]:
        return tuple(team for side in self.sides for team in side.teams)


@dataclass(frozen=True, kw_only=True)
class GamesPage:
    """The games of one part of the day, or of all; ``parts`` are newest first."""

    parts: tuple[GamePart, ...]
    part: GamePart | None
    games: tuple[ListedGame, ...]
    is_held_back: bool
    """The score of some game in the list is hidden."""
    is_hidden: bool
    """Until the reveal."""
    boards_title: str


def games_page(event: Event, at: datetime, part: str = "") -> GamesPage:
    """The games of a part, by default the newest. Nine queries at most."""
    parts = game_parts(event)
    meant = {each.key: each for each in parts}.get(part)
    chosen = meant or (None if part == ALL else next(iter(parts), None))
    rows = sorted(public_games(event).filter(chosen.games if chosen else Q()), key=_order_key)
    held, downs = held_rounds(event), sitting_down(event, at, rows)
    labels = bracket_labels(event, rows)
    return GamesPage(
        parts=parts,
        part=chosen,
        games=tuple(listed_game(event, game, at, held, downs, labels) for game in rows),
        is_held_back=any(is_held(game, held) for game in rows),
        is_hidden=bool(held) and is_hidden(event),
        boards_title=boards_title(event),
    )


def public_games(event: Event) -> GameQuerySet:
    """The games that the public may see: those that count and aren't drafts. Two queries."""
    games = Game.objects.standing().filter(event=event, score__isnull=False)
    return games.with_everybody().select_related("table", "round", "phase", "score")


def game_parts(event: Event) -> tuple[GamePart, ...]:
    """The parts of the day that have games, newest first. One query."""
    games = Game.objects.standing().filter(event=event, score__isnull=False).order_by()
    found = games.values_list("phase__kind", "phase__seating", "kind", "round__number").distinct()
    parts = {_key(*row): _part(*row) for row in found}
    return tuple(part for _, part in sorted(parts.items(), reverse=True))


def listed_game(
    event: Event,
    game: Game,
    at: datetime,
    held: frozenset[int | None],
    downs: Mapping[int, SittingDown],
    labels: Mapping[str, str],
) -> ListedGame:
    """A row for a game of ``public_games``. No query."""
    game.event = event
    is_hidden, sides = is_held(game, held), {side: teams_on(game, side) for side in sides_at(game)}
    has_score = not is_hidden and not game.is_bye and bool(game.score.hands or game.over_at)
    scores = figures(event, game) if has_score else ()
    winner = None if is_hidden else game.score.winner_id
    return ListedGame(
        game_id=game.pk,
        where=f"Table {game.table.number}" if game.table else "",
        label=game_label(game, labels),
        group=label_of(game.bracket_position) if game.bracket_position else game_label(game, labels),
        time=called_alone_at(event, game),
        state=state_of(game, at, downs, hides_hands=is_hidden),
        note="" if is_hidden else how_it_ended(game),
        score=score_words(*scores) if scores else "",
        sides=tuple(
            ListedSide(
                teams=tuple(map(name_of, teams)),
                score=score,
                is_winner=winner is not None and winner in {team.pk for team in teams},
            )
            for teams, score in zip(
                sides.values(), map(minus, scores) if scores else repeat(""), strict=False
            )
        ),
    )


def called_alone_at(event: Event, game: Game) -> str:
    """When it was called; empty if that was with a whole round. No query."""
    return "" if game.called_at is None or _is_by_table(game) else wall(event, game.called_at)


def how_it_ended(game: Game) -> str:
    """How a game was decided, if not by its hands alone. No query."""
    if game.bracket_position:
        return ENDINGS.get(Ending(game.score.ending), "") if game.score.ending else ""
    return note_of(game)


def _order_key(game: Game) -> tuple[float, ...]:
    """The sort key: newer parts first; in a round by table, else the newest first."""
    number = game.round.number if game.round else None
    part = [-each for each in _key(game.phase.kind, game.phase.seating, game.kind, number)]
    if _is_by_table(game):
        return (*part, game.is_bye, game.table.number if game.table else float("inf"), game.pk)
    return (*part, -game.called_at.timestamp() if game.called_at else float("-inf"), -game.pk)


def _is_by_table(game: Game) -> bool:
    return bool(game.round_id) and game.phase.has_rounds


def _key(phase: str, seating: str, kind: str, number: int | None) -> tuple[int, int]:
    if phase == PhaseKind.TWO:
        return 2, 0
    return (1, 0) if kind == GameKind.PLAYOFF else (0, number or 0)


def _part(phase: str, seating: str, kind: str, number: int | None) -> GamePart:
    if phase == PhaseKind.TWO:
        return GamePart(key="bracket", title="Bracket", games=Q(phase__kind=phase))
    if kind == GameKind.PLAYOFF:
        return GamePart(key="play-offs", title="Play-offs", games=Q(kind=kind))
    title = round_title(Round(number=number or 0), Phase(seating=seating))
    return GamePart(key=f"{number}", title=title, games=Q(round__number=number, phase__kind=phase))

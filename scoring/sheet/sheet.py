"""A game's sheet: who plays, every hand with its reasons, the score, and what comes next."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from rules.ruleset.game_ends import EndsBy
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.seats import seat_words
from scoring.game.labels import ahead_words, bracket_labels, figures, game_label, own_figures, score_words
from scoring.game.series_of_games import SeriesScore, series_score
from scoring.game.table_state import (
    ENTERING,
    GameStage,
    is_by_total,
    is_timed_by_hand,
    stage_of,
    why_no_correction,
    why_no_end,
)
from scoring.hands.chairs import Bench, Dealer, benches, chairs, next_dealer_of, people_of, players_of
from scoring.hands.hand_rows import SheetHand, counting_hands, sheet_hands
from scoring.models import Ending, GameScore, Hand
from scoring.sheet.beside_total import BesideTotal, beside_total
from scoring.sheet.presses import Undo, undo_of
from tournament.errors import Refused
from tournament.event.names import TeamName, name_of, players_to_name
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import name_on, names_at, side_at, sides_at, who_plays
from tournament.floor.calling import has_whistled
from tournament.models import Event, Game, Table
from tournament.models.events import ResultsBy
from tournament.models.floor import LATE_CALLS, GameKind
from tournament.schedule.five_minutes import SittingDown, late_columns, sitting_down, what_comes


@dataclass(frozen=True, kw_only=True)
class SheetSide:
    """One side of the table."""

    side: str
    team_id: int
    number: int
    emblem: str
    name: str
    players: tuple[str, ...]
    seats: str
    score: int
    """In the unit the table counts."""
    units: int
    points: int
    is_seated: bool
    is_winner: bool

    @property
    def player_words(self) -> str:
        return " & ".join(players_to_name(self.name, self.players))


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A game as the referee sees it.

    ``comes`` is what comes when the time of the sides that are late (``sitting``) is up.
    """

    game_id: int
    table_number: int | None
    label: str
    series: SeriesScore | None
    stage: GameStage
    title: str
    score: str
    result: str
    sides: tuple[SheetSide, ...]
    entrants: tuple[TeamName, ...]
    hands: tuple[SheetHand, ...]
    written: tuple[UUID, ...]
    """The ids of all hands, also replaced ones, so that a phone sees which of its hands arrived."""
    who: str
    next_number: int
    dealer: Dealer | None
    seats: tuple[Dealer, ...]
    benches: tuple[Bench, ...]
    called_for: str
    who_comes: str
    is_called_late: bool
    sitting: SittingDown | None
    comes: str
    undo: Undo | None
    why_locked: Refused | None
    is_playoff: bool
    is_bracket: bool
    is_timed: bool
    """Set if the referee keeps the time."""
    is_by_total: bool
    """If only a total can be entered."""
    why_no_end: Refused | None
    """If the game can't end by its score when time is up."""
    counts_hands: bool
    tied_words: str
    beside: BesideTotal | None
    takes_hands: bool
    """If the game is over with only its total."""
    can_recall: bool
    """If it is a game of the bracket, or a play-off, that was called and has no hand."""
    can_reopen: bool
    """If somebody ended it with no result, which can be taken back."""

    @property
    def where(self) -> str:
        return f"Table {self.table_number}" if self.table_number else self.label

    @property
    def is_entering(self) -> bool:
        return self.stage in ENTERING

    @property
    def late_sides(self) -> tuple[SheetSide, ...]:
        """The sides that aren't seated, while their minutes run or after the whistle."""
        is_waited_for = self.sitting or self.stage in (GameStage.WHISTLE, GameStage.DECIDER)
        return tuple(side for side in self.sides if not side.is_seated) if is_waited_for else ()

    @property
    def ahead(self) -> SheetSide | None:
        shown = {
            side.side: (side.units, side.points) if self.counts_hands else (side.points,)
            for side in self.sides
        }
        best = [side for side in self.sides if shown[side.side] == max(shown.values())]
        return best[0] if len(best) == 1 else None

    @property
    def tied(self) -> str:
        """``tied, 2–2``; of a score that nobody has entered it says nothing."""
        return f"tied, {self.score}" if any(side.score for side in self.sides) else "tied"

    @property
    def score_of_ahead(self) -> str:
        best = self.ahead
        if best is None:
            return score_words(*(side.score for side in self.sides))
        return score_words(best.score, max(side.score for side in self.sides if side is not best))


def sheet_games(event: Event) -> QuerySet[Game]:
    """The event's games with everything a sheet needs, and ``late_columns``; without those of a draft."""
    games = Game.objects.with_table_and_round().select_related("table__referee", "score")
    is_played = games.filter(event=event, score__isnull=False).exclude(kind=GameKind.BYE)
    return is_played.annotate(**late_columns())


def as_saved(hand: Any) -> Any:
    """The game of a hand that ``record_hand`` wrote just now, as one of ``sheet_games``. No query.

    None if it was in already, or if it moved the bracket on, so that more was written.
    """
    game = hand.game
    if not hasattr(hand, "written") or (game.over_at and game.bracket_position):
        return None
    known = game.score
    game.written, game.has_rulings = hand.written, known.has_rulings
    # A game that is over has no deadlines any more.
    game.due_at = None if game.over_at else known.due_at
    game.has_late_hands = known.has_late_hands and not game.over_at
    return game


def has_late_team(game: Any, at: datetime) -> bool:
    """Whether a team's five minutes were over by ``at``, for one of ``sheet_games``. No query."""
    return game.due_at is not None and game.due_at <= at


def written_hands_of(game: Game) -> list[Hand]:
    """All hands of a game, replaced ones included, in order and with their authors.

    One query; none for a game ``as_saved``.
    """
    known: list[Hand] | None = vars(game).get("written")
    return known or list(Hand.objects.filter(game=game).select_related("by").order_by("sequence", "at"))


def sheet(game: Game, at: datetime) -> Sheet:
    """The sheet of one of ``sheet_games``.

    Seven queries; one more in the bracket, two in a series; two more with a bench.
    """
    event, score, ruleset = game.event, game.score, game_ruleset(game)
    hands = written_hands_of(game)
    standing = counting_hands(hands)
    people = people_of(game)
    players = players_of(game, people)
    stage = stage_of(game, score, at)
    beside, why_locked = beside_total(game, standing), why_no_correction(game)
    sides, down = tuple(_side(game, side, players) for side in sides_at(game)), _sitting(event, game, at)
    late, is_called = sum(not side.is_seated for side in sides), game.referee_called_at is not None
    return Sheet(
        game_id=game.pk,
        table_number=game.table.number if game.table else None,
        label=game_label(game, bracket_labels(event, [game])),
        series=series_score(game),
        stage=stage,
        title=_title(game, stage, len(standing) + 1),
        score=score_words(*figures(game.event, game)),
        result=_result(game, score),
        sides=sides,
        entrants=tuple(name_of(team) for team in game.everybody()),
        hands=sheet_hands(event, game, hands, players),
        written=tuple(hand.pk for hand in hands),
        who=who_plays(game),
        next_number=len(standing) + 1,
        dealer=next_dealer_of(game, ruleset, standing, players),
        seats=chairs(ruleset, players),
        benches=benches(game, people),
        who_comes=game.who_comes,
        called_for=game.call_in_words if game.referee_called_at else "",
        is_called_late=game.referee_call in LATE_CALLS,
        sitting=down,
        comes=what_comes(event, down, late=late, has_hands=bool(score.hands), is_called=is_called)
        if down
        else "",
        undo=undo_of(event, game, hands, at),
        why_locked=why_locked,
        is_playoff=game.is_one_hand,
        is_bracket=bool(game.bracket_position),
        is_timed=stage == GameStage.OPEN and is_timed_by_hand(game),
        is_by_total=is_by_total(game),
        why_no_end=why_no_end(game, score),
        counts_hands=ruleset.ends.counts_hands,
        tied_words=tied_words(game, at, *figures(event, game)),
        beside=beside,
        takes_hands=bool(
            beside
            and beside.may_be_entered
            and stage == GameStage.OVER
            and ruleset.play.has_cards
            and not game.is_one_hand
            and not why_locked
        ),
        can_recall=stage in ENTERING and not game.round_id and not standing,
        can_reopen=score.was_voided and not why_locked,
    )


def last_game_at(table: Table) -> Game | None:
    """The open game at a table, or else the last one called to it. One query."""
    is_over = ExpressionWrapper(Q(over_at__isnull=False), output_field=BooleanField())
    called = Game.objects.standing().filter(table=table, called_at__isnull=False)
    return called.alias(is_over=is_over).order_by("is_over", "-called_at", "-pk").first()


def hand_on_sheet(sheet: Sheet, hand: Hand) -> SheetHand | None:
    """The row of a counting hand on the sheet; None if the hand was replaced. No query."""
    return next((row for row in sheet.hands if row.id == hand.pk and not row.is_struck), None)


def tied_words(game: Game, at: datetime, *shown: int) -> str:
    """``Tied at the whistle, 2–2``; of a score that nobody has entered (all 0) it says nothing."""
    after = "at the whistle" if has_whistled(game, at) else "after the last hand"
    tied = "Tied when time was up" if is_timed_by_hand(game) else f"Tied {after}"
    return f"{tied}, {score_words(*shown)}" if any(shown) else tied


def _side(game: Game, side: str, players: dict[str, list[str]]) -> SheetSide:
    team, won = name_on(game, side), game.side(side)
    return SheetSide(
        side=side,
        team_id=team.team_id,
        number=team.number,
        emblem=team.emblem,
        name=team.name,
        players=tuple(players[side]),
        seats="–".join(seat_words(game_ruleset(game), side)),
        score=own_figures(game.event, game, side)[0],
        units=won.units,
        points=won.points,
        is_seated=won.seated_at is not None,
        is_winner=bool(game.over_at and game.score.winner_id == team.team_id),
    )


def _title(game: Game, stage: GameStage, number: int) -> str:
    if stage == GameStage.DECIDER:
        return "Deciding hand"
    if game.is_one_hand:
        return "Play-off hand"
    if stage not in (GameStage.OPEN, GameStage.WHISTLE):
        return ""
    if game.event.results_by == ResultsBy.TOTALS:
        return "The game’s total"
    last = most_hands(game_ruleset(game))
    return f"Hand {number} of {last}" if last and number <= last else f"Hand {number}"


def most_hands(ruleset: Ruleset) -> int | None:
    """The highest number of hands in a game; None if only points, or a total, end it."""
    if not ruleset.play.has_cards:
        return None
    ends = ruleset.ends
    if ends.by is EndsBy.HANDS:
        return 2 * ends.hands - 1
    return ends.length if ends.by in (EndsBy.LENGTH, EndsBy.POINTS_OR_LENGTH) else None


def score_sentence(game: Game) -> str:
    """The score of one of ``sheet_games``, or how it ended, in a sentence. No query."""
    shown = score_words(*figures(game.event, game))
    names = [name.name for name in names_at(game)]
    sentence = f"{names[0]} {shown} {names[1]}" if len(names) == 2 else f"{', '.join(names)}: {shown}"
    return _result(game, game.score) or f"{sentence}, still being played."


def _result(game: Game, score: GameScore) -> str:
    if not game.over_at:
        return ""
    if score.ending == Ending.VOID:
        return f"No result: {score.void_reason or 'one is out, and the others are tied (Rulebook E-55).'}"
    side = side_at(game, score.winner_id) or sides_at(game)[0]
    name = name_on(game, side).name
    if score.ending == Ending.WALKOVER:
        return f"A walkover for {name}: the other team had left."
    shown = own_figures(game.event, game, side)
    ahead = f"{ahead_words(*shown)} {'when time was up' if game.bracket_position else 'at the whistle'}"
    how: dict[str, str] = {
        Ending.WHISTLE: f" {f'{name} was' if game.event.way.is_one_a_side else 'They were'} {ahead}.",
        Ending.DECIDER: " The deciding hand decided it."
        if game.event.way.is_one_a_side
        else " The deciding hand was theirs.",
        Ending.FORFEIT: " The rest was forfeited.",
    }
    if game.is_one_hand:
        return f"{name} won the play-off hand."
    return f"{name} won {score_words(*shown)}.{how.get(score.ending, '')}"


def _sitting(event: Event, game: Any, at: datetime) -> SittingDown | None:
    """The five minutes of a side that isn't seated. Four queries if they run, else none."""
    if game.due_at is None or game.over_at or game.recalled_at:
        return None
    return sitting_down(event, at, [game]).get(game.pk)

"""The tables as a referee walks them: one's own first, then who wants a referee, then the longest silence."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Max, OuterRef, Q, Subquery

from scoring.queries.floor import SHORT
from scoring.queries.game.state import Stage, game_state
from scoring.queries.hands.labels import figures, game_label, score_words
from tournament.models import Badge, Deadline, Event, Game, Table
from tournament.models.floor import RefereeCall
from tournament.queries.clock import frozen_spans
from tournament.queries.countdown import Countdown, five_minutes_left
from tournament.queries.sitting import name_on, seated_at, side_at, sides_at

# In this order they stand on the page; within a state the longest silence comes first.
STATES = ("called", "whistle", "sitting", "playing", "over", "free")


@dataclass(frozen=True, kw_only=True)
class TableTeam:
    """A team at a table, and whether it sits."""

    number: int
    emblem: str
    name: str
    is_seated: bool
    is_winner: bool


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """One table of the hall and what happens there. ``state`` is one of ``STATES``.

    ``word`` is the state as people say it, ``note`` what a referee wants to know beside it. ``referee`` is
    who looks after the table; ``is_mine`` if that is whoever asks.
    """

    number: int
    referee: str
    is_mine: bool
    state: str
    word: str
    note: str
    label: str
    score: str
    teams: tuple[TableTeam, ...]
    silent_minutes: int
    left: Countdown | None

    @property
    def is_pressing(self) -> bool:
        """Whether it is always shown: one's own, who wants a referee, who is about to forfeit a hand."""
        is_late = self.left is not None and self.left.seconds < SHORT.total_seconds()
        return self.is_mine or self.state == "called" or is_late


def referee_tables(event: Event, at: datetime, badge: Badge | None = None) -> tuple[TableRow, ...]:
    """Every table in use: those of ``badge``, then those that need somebody first.

    Seven queries, however many tables.
    """
    games = {game.table_id: game for game in _games_now(event)}
    due = {row.game_id: row for row in Deadline.objects.coming().filter(event=event).order_by("-due_at")}
    spans = frozen_spans(event, at)
    rows = []
    for table in event.tables.select_related("referee"):
        game = games.get(table.pk)
        is_mine = badge is not None and table.referee_id == badge.pk
        if game is None:
            if not table.is_out_of_use:
                rows.append(_free(table, is_mine=is_mine))
            continue
        left = five_minutes_left(event, at, due[game.pk], spans) if game.pk in due else None
        rows.append(_row(table, game, at, left, is_mine=is_mine))
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: TableRow) -> tuple[bool, int, int, int]:
    return not row.is_mine, STATES.index(row.state), -row.silent_minutes, row.number


def _games_now(event: Event) -> list[Game]:
    """The game open at each table, or else the last one played there. Two queries."""
    is_over = ExpressionWrapper(Q(over_at__isnull=False), output_field=BooleanField())
    there = Game.objects.standing().filter(table=OuterRef("table"), called_at__isnull=False)
    here = there.alias(is_over=is_over).order_by("is_over", "-called_at", "-pk").values("pk")[:1]
    return list(
        Game.objects.filter(event=event, table__isnull=False, pk=Subquery(here))
        .with_everybody()
        .select_related("round", "phase", "score")
        .annotate(last_hand_at=Max("hands__at"))
    )


def _row(table: Table, game: Game, at: datetime, left: Countdown | None, *, is_mine: bool) -> TableRow:
    state, word, note = _state(game, at)
    return TableRow(
        number=table.number,
        referee=table.referee.name if table.referee else "",
        is_mine=is_mine,
        state=state,
        word=word,
        note=note,
        label=game_label(game),
        score=score_words(*figures(table.event, game)),
        teams=tuple(_team(game, side) for side in sides_at(game)),
        silent_minutes=_silence(game, at),
        left=left if state == "sitting" else None,
    )


def _state(game: Game, at: datetime) -> tuple[str, str, str]:
    state = game_state(game, game.score, at)
    if state.has_ended:
        winner = side_at(game, game.score.winner_id)
        return "over", "Over", f"{name_on(game, winner).name} won." if winner else "No result."
    if state.wants_referee:
        word = "Wants the head referee" if game.referee_call == RefereeCall.HEAD else "Wants a referee"
        return "called", word, game.referee_called_for
    if state.stage == Stage.WHISTLE:
        return "whistle", "Whistle", "Finish the hand in progress, or end the game."
    if state.stage == Stage.DECIDER:
        return "whistle", "Deciding hand", "Tied at the whistle: one more hand."
    if state.late:
        return "sitting", "Being seated", ""
    return "playing", f"Hand {game.score.hands + 1}", _silent(game, at)


def _silent(game: Game, at: datetime) -> str:
    minutes = _silence(game, at)
    if minutes < 1:
        return "Heard from just now."
    return f"Nothing entered for {minutes} minute{'' if minutes == 1 else 's'}."


def _silence(game: Any, at: datetime) -> int:
    """Minutes since the table was last heard from. The game comes with ``last_hand_at``."""
    started = game.round.play_from if game.round else game.called_at
    since = max(moment for moment in (started, game.called_at, game.last_hand_at) if moment)
    return max(0, int((at - since).total_seconds() // 60))


def _team(game: Game, side: str) -> TableTeam:
    team = name_on(game, side)
    return TableTeam(
        number=team.number,
        emblem=team.emblem,
        name=team.name,
        is_seated=seated_at(game, side) is not None,
        is_winner=bool(game.over_at and game.score.winner_id == team.team_id),
    )


def _free(table: Table, *, is_mine: bool) -> TableRow:
    return TableRow(
        number=table.number,
        referee=table.referee.name if table.referee else "",
        is_mine=is_mine,
        state="free",
        word="Free",
        note="",
        label="",
        score="",
        teams=(),
        silent_minutes=0,
        left=None,
    )

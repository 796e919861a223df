"""The floor as the organizer walks it: every table, who needs a referee, who waits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.competition.clock import FOREVER, Span
from scoring.models import Seed
from scoring.queries.game.state import Stage, game_state
from scoring.queries.hands.labels import figures, in_series, score_words
from scoring.queries.phase_two.drawn import game_labels, phase_two_of, plan_for
from tournament.models import Deadline, Event, Game, Table, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import WITHOUT_ROUNDS
from tournament.queries.calling import why_no_call
from tournament.queries.clock import frozen_spans
from tournament.queries.countdown import Countdown, countdown, five_minutes_left
from tournament.queries.names import TeamName, name_of, round_title
from tournament.queries.sitting import late_at, name_on, names_at

SHORT = timedelta(minutes=1)
"""A team with less than this left is about to forfeit a hand."""


@dataclass(frozen=True, kw_only=True)
class CardSide:
    """One side at a table: two teams have two of them, people who each play alone three or four."""

    name: TeamName
    is_winner: bool


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table as its card shows it.

    ``state`` is free, over, sitting, late, playing, whistle or called; ``word`` says it to people.
    ``left`` is what is left of the five minutes of a team that isn't there.
    """

    number: int
    state: str
    word: str
    left: Countdown | None = None
    game_id: int | None = None
    what: str = ""
    sides: tuple[CardSide, ...] = ()
    score: str = ""
    has_score: bool = False
    is_decider: bool = False
    missing: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[TeamName, ...]:
        """Who plays there."""
        return tuple(side.name for side in self.sides)


@dataclass(frozen=True, kw_only=True)
class Need:
    """A table that needs somebody, and why. ``game_id`` is a game that was played there before."""

    number: int
    who: str
    why: str
    left: Countdown | None = None
    is_red: bool = True
    game_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class WaitingTeam:
    """A team that is here and has no table just now, and why."""

    team: TeamName
    why: str
    is_bye: bool = False


@dataclass(frozen=True, kw_only=True)
class ToCall:
    """A game whose teams are known and that waits for a table. ``why_not`` is empty if it can be called."""

    game_id: int
    what: str
    names: tuple[TeamName, ...]
    why_not: str


@dataclass(frozen=True, kw_only=True)
class Floor:
    """All of it. ``soonest`` is the next moment at which a card changes though nobody does a thing."""

    tables: tuple[TableCard, ...]
    needs: tuple[Need, ...]
    waiting: tuple[WaitingTeam, ...]
    to_call: tuple[ToCall, ...]
    free: tuple[int, ...]
    playing: int
    sitting: int
    soonest: Countdown | None


@dataclass(frozen=True, kw_only=True)
class _Moment:
    """What every card is drawn from."""

    event: Event
    at: datetime
    frozen: Sequence[Span]
    labels: dict[str, str]


def floor(event: Event, at: datetime) -> Floor:
    """The floor at ``at``. Nine queries, however many tables, teams and rounds."""
    games = list(
        Game.objects.standing()
        .filter(event=event)
        .without_past_rounds()
        .with_everybody()
        .select_related("table", "score", "round", "phase")
        .order_by("called_at", "pk")
    )
    due: dict[int, Deadline] = {}
    for row in event.deadlines.coming().filter(game__over_at=None).order_by("-due_at"):
        due[row.game_id] = row
    seeds = list(Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None).select_related("team"))
    moment = _Moment(event=event, at=at, frozen=frozen_spans(event, at), labels=_labels(event, len(seeds)))
    tables = list(event.tables.all())
    teams = list(event.teams.present())
    cards = tuple(_cards(moment, tables, games, due))
    free = tuple(card.number for card in cards if card.state in ("free", "over"))
    return Floor(
        tables=cards,
        needs=tuple(_needs(cards, games)),
        waiting=tuple(_waiting(event, games, teams, seeds)),
        to_call=tuple(_to_call(moment, games, bool(free))),
        free=free,
        playing=sum(1 for card in cards if card.state in ("playing", "whistle", "called")),
        sitting=sum(1 for card in cards if card.state in ("sitting", "late")),
        soonest=_soonest(moment, games, due),
    )


def _labels(event: Event, size: int) -> dict[str, str]:
    return game_labels(plan_for(event, size)) if size >= 2 and not event.is_individual else {}


def _cards(
    moment: _Moment, tables: Iterable[Table], games: Sequence[Game], due: dict[int, Deadline]
) -> Iterable[TableCard]:
    last: dict[int, Game] = {}
    for game in games:
        if game.table_id and game.called_at and (game.table_id not in last or last[game.table_id].over_at):
            last[game.table_id] = game
    round_now = max((game.round_id or 0 for game in games), default=0)
    for table in tables:
        here = last.get(table.pk)
        if here and not here.over_at:
            yield _open_card(moment, table, here, due.get(here.pk))
        elif (
            here
            and not table.is_out_of_use
            and not here.phase.closed_at
            and here.round_id in (None, round_now)
        ):
            yield _card(moment, table, here, "over", "Over")
        elif not table.is_out_of_use:
            yield TableCard(number=table.number, state="free", word="Free")


def _open_card(moment: _Moment, table: Table, game: Game, deadline: Deadline | None) -> TableCard:
    state = game_state(game, game.score, moment.at)
    if state.wants_referee:
        return _card(moment, table, game, "called", "Referee")
    if state.stage == Stage.DECIDER:
        return _card(moment, table, game, "whistle", "One hand decides")
    if state.stage == Stage.WHISTLE:
        return _card(moment, table, game, "whistle", "Finish this hand")
    if state.late and deadline:
        left = five_minutes_left(moment.event, moment.at, deadline, moment.frozen)
        is_late = deadline.step > 1 or left.seconds <= SHORT.total_seconds()
        word = "Late" if is_late else "Sitting"
        return _card(moment, table, game, "late" if is_late else "sitting", word, left=left)
    return _card(moment, table, game, "playing", f"Hand {game.score.hands + 1}")


def _card(
    moment: _Moment, table: Table, game: Game, state: str, word: str, *, left: Countdown | None = None
) -> TableCard:
    return TableCard(
        number=table.number,
        state=state,
        word=word,
        left=left,
        game_id=game.pk,
        what=game_title(game, moment.labels),
        sides=tuple(
            CardSide(name=name, is_winner=game.score.winner_id == name.team_id) for name in names_at(game)
        ),
        score=score_words(*figures(moment.event, game)),
        has_score=bool(game.score.hands or game.over_at),
        missing=_missing(game),
        is_decider=state == "whistle" and game.score.whistled_at is not None,
    )


def game_title(game: Game, labels: dict[str, str]) -> str:
    """What kind of game it is: ``Round 2``, ``Semi-final 1``, ``Play-off hand``. No query."""
    if game.kind == GameKind.PLAYOFF:
        return "Play-off hand"
    if game.bracket_position:
        return in_series(labels.get(game.bracket_position, "Bracket"), game.number, game.best_of)
    return round_title(game.round, game.phase) if game.round else ""


def _missing(game: Game) -> tuple[str, ...]:
    """The teams that have not sat down yet; none once a hand was played."""
    if game.over_at or game.is_bye:
        return ()
    return tuple(name_on(game, side).name for side in late_at(game))


def _needs(cards: Iterable[TableCard], games: Iterable[Game]) -> Iterable[Need]:
    calls = {game.pk: game.referee_called_for for game in games if game.referee_called_at}
    for card in cards:
        if card.state == "called":
            yield Need(number=card.number, who="", why=calls.get(card.game_id or 0, ""))
        elif card.state == "late":
            who = " and ".join(card.missing)
            yield Need(number=card.number, who=who, why="left before a forfeited hand", left=card.left)
        elif card.state == "whistle":
            why = "Time’s up: enter the hand in progress, or say that there was none."
            if card.is_decider:
                why = "Tied at the whistle: one hand decides the game."
            yield Need(number=card.number, who="", why=why, is_red=False)
    for game in games:
        if game.over_at and game.referee_called_at and game.table:
            # Somebody objects to a result; at the table there may be another game by now.
            yield Need(number=game.table.number, who="", why=game.referee_called_for, game_id=game.pk)


def _waiting(
    event: Event, games: Sequence[Game], teams: Sequence[Team], seeds: Sequence[Seed]
) -> Iterable[WaitingTeam]:
    """In Phase I who isn't in the round; in the bracket who is through and not at a table.

    In open play they stand in line, which is another list.
    """
    in_bracket = any(game.phase.kind == "two" for game in games)
    rounds = [game for game in games if game.round_id]
    if in_bracket:
        yield from _waiting_for_the_bracket(event, games, seeds)
        return
    if not rounds or rounds[0].phase.closed_at or rounds[0].phase.seating in WITHOUT_ROUNDS:
        return
    newest = max(game.round_id or 0 for game in rounds)
    busy: dict[int, Game] = {}
    for game in (game for game in games if game.round_id == newest):
        busy |= dict.fromkeys(game.everybody_ids(), game)
    for team in teams:
        mine = busy.get(team.pk)
        if mine is None:
            yield WaitingTeam(team=name_of(team), why="plays from the next round")
        elif mine.kind == GameKind.BYE:
            yield WaitingTeam(team=name_of(team), why="bye: counts as a game won", is_bye=True)
        elif mine.called_at is None:
            yield WaitingTeam(team=name_of(team), why="waits for a table")


def _waiting_for_the_bracket(
    event: Event, games: Sequence[Game], seeds: Sequence[Seed]
) -> Iterable[WaitingTeam]:
    mine: dict[int, list[Game]] = {seed.team_id: [] for seed in seeds}
    for game in (game for game in games if game.bracket_position):
        for team in game.everybody_ids():
            mine.setdefault(team, []).append(game)
    now = phase_two_of(event, [seed.team for seed in seeds], games)
    for seed in seeds:
        played = mine[seed.team_id]
        if not played:
            yield WaitingTeam(team=name_of(seed.team), why="bye", is_bye=True)
        elif all(game.over_at for game in played) and not now.place_of(seed.team):
            yield WaitingTeam(team=name_of(seed.team), why="waits for the next game")


def _to_call(moment: _Moment, games: Sequence[Game], is_table_free: bool) -> Iterable[ToCall]:
    busy: dict[int, int] = {}
    for game in games:
        if game.called_at and not game.over_at and game.table:
            busy |= dict.fromkeys(game.everybody_ids(), game.table.number)
    for game in games:
        if game.called_at or game.over_at or game.is_bye:
            continue
        yield ToCall(
            game_id=game.pk,
            what=game_title(game, moment.labels),
            names=names_at(game),
            why_not=why_no_call(game, busy, at=moment.at, is_table_free=is_table_free),
        )


def _soonest(moment: _Moment, games: Iterable[Game], due: dict[int, Deadline]) -> Countdown | None:
    turns = [
        turn
        for game in games
        if game.called_at and not game.over_at
        for turn in (
            *((due[game.pk].due_at - SHORT, due[game.pk].due_at) if game.pk in due else ()),
            game.round.whistle_at if game.round else None,
        )
        if turn and moment.at < turn < FOREVER - SHORT
    ]
    return countdown(moment.at, min(turns)) if turns else None

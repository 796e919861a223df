"""The organizer's floor: every table, who needs a referee, who waits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, prefetch_related_objects

from rules.time.clock import FOREVER
from scoring.bracket.calls import callable_together
from scoring.bracket.drawn import PhaseTwo, phase_two_of
from scoring.game.labels import bracket_labels, figures, game_label, score_words
from scoring.game.table_state import (
    FOR_REFEREES,
    FREE,
    NOT_ALL_SEATED,
    TOTAL_AT_WHISTLE,
    ShownState,
    table_state,
)
from scoring.models import Seed
from tournament.errors import Refused
from tournament.event.day_rows import day_rows, give_day
from tournament.event.names import TeamName, name_of
from tournament.event.sitting import name_together, names_at, seated_at, sides_at, who_rests
from tournament.floor.calling import busy_elsewhere, busy_teams, why_no_call, why_waits
from tournament.models import Event, Game, Player, Seat, Side, Table
from tournament.models.floor import GameKind, TableState
from tournament.models.sides import everybody_in
from tournament.schedule.countdown import Countdown, countdown
from tournament.schedule.five_minutes import SHORT, SittingDown, sitting_down, what_comes

SEATED = (TableState.SITTING, TableState.LATE, TableState.CALLED)
"""The states of a game that waits for its teams: a referee is called, too, if everybody is late."""


@dataclass(frozen=True, kw_only=True)
class CardSide:
    name: TeamName
    is_winner: bool
    is_seated: bool
    rests: str = ""


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """A table's card.

    ``with_teams`` adds ``what`` (the title of the game), ``sides``, ``score``, and ``comes``: what comes for
    those who are late.
    """

    number: int
    state: ShownState
    game: Game | None = field(default=None, repr=False, compare=False)
    down: SittingDown | None = field(default=None, repr=False, compare=False)
    asked: str = ""
    """Why its players called a referee."""
    what: str = ""
    comes: str = ""
    sides: tuple[CardSide, ...] = ()
    score: str = ""

    @property
    def can_recall(self) -> bool:
        """Whether its game is one of the bracket, or a play-off, that was called and has no hand."""
        game = self.game
        return bool(game and not game.round_id and not game.over_at and not game.score.hands)

    @property
    def game_id(self) -> int | None:
        return self.game.pk if self.game else None

    @property
    def names(self) -> tuple[TeamName, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(side.name.name for side in self.sides if not side.is_seated)

    @property
    def is_being_seated(self) -> bool:
        return self.state.key in SEATED and bool(self.missing)


Card = TypeVar("Card", bound=TableCard)


@dataclass(frozen=True, kw_only=True)
class Need:
    """Tables that need a referee, and why.

    ``who`` names the late teams, ``left`` is their time.
    """

    numbers: tuple[int, ...]
    why: str
    who: str = ""
    left: Countdown | None = None
    is_red: bool = True
    game_id: int | None = None
    """Set for an objection to a finished game."""


@dataclass(frozen=True, kw_only=True)
class WaitingTeam:
    team: TeamName
    why: str
    is_bye: bool = False


@dataclass(frozen=True, kw_only=True)
class ToCall:
    """A game whose teams are known and that waits for a table."""

    game_id: int
    what: str
    names: tuple[TeamName, ...]
    why_not: Refused | None
    """None if it can be called."""
    takes: str = ""
    """Said beside a game of the second chance that would take a table which the bracket may need (E-227)."""


@dataclass(frozen=True, kw_only=True)
class Floor:
    """The floor. ``ready`` is how many games of ``to_call`` can be called at the same time."""

    tables: tuple[TableCard, ...]
    objections: tuple[Need, ...]
    waiting: tuple[WaitingTeam, ...]
    to_call: tuple[ToCall, ...]
    ready: int
    free: tuple[int, ...]
    playing: int
    sitting: int
    soonest: Countdown | None
    """When a card next changes because of the clock."""

    @property
    def goes_on(self) -> bool:
        """Whether anything is played or to be called."""
        return bool(self.to_call or self.playing or self.sitting)

    @property
    def needs(self) -> tuple[Need, ...]:
        """Everything that needs a referee, by table; tables at the whistle share a row."""
        return (*_needs(self.tables), *self.objections)


def tables_at(event: Event, at: datetime) -> Floor:
    """The floor at ``at``; ``with_teams`` completes its cards.

    Twelve queries at most, for any number of tables.
    """
    late = Side.objects.filter(game=OuterRef("pk"), seated_at=None)
    games: list[Any] = list(
        Game.objects.standing()
        .filter(event=event)
        .without_past_rounds()
        .select_related("score")
        .defer("key", "made_at")
        .annotate(is_late=Exists(late))
        .order_by("called_at", "pk")
    )
    give_day(event, games)
    prefetch_related_objects(games, "round")
    downs = sitting_down(event, at)
    tables = day_rows(event).tables
    cards = tuple(_cards(at, tables, games, downs, busy_elsewhere(event).tables))
    unseated = {game.pk for game in games if game.is_late}
    sitting = sum(card.state.key in SEATED and card.game_id in unseated for card in cards)
    is_open = [bool(card.game) and card.state.key != TableState.OVER for card in cards]
    free = tuple(card.number for card in cards if card.state.key in (TableState.FREE, TableState.OVER))
    uncalled = with_everybody(game for game in games if not (game.called_at or game.over_at or game.is_bye))
    busy = busy_teams(event) if uncalled else {}
    seeds = _seeds(event, games)
    bracket = phase_two_of(event, seeds, games) if seeds else None
    kept = bracket.tables_kept if bracket else 0
    together = callable_together(uncalled, busy, free=len(free), kept=kept, at=at)
    return Floor(
        tables=cards,
        objections=tuple(_objections(tables, games)),
        waiting=tuple(_waiting(event, games, seeds, bracket)),
        to_call=tuple(_to_call(event, at, uncalled, busy, len(free), kept)),
        ready=min(len(free), len(together)),
        free=free,
        playing=sum(is_open) - sitting,
        sitting=sitting,
        soonest=_soonest(at, games, downs),
    )


def with_teams(event: Event, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards with title, sides and score. Two queries at most; three if teams have third players."""
    games = with_everybody(card.game for card in cards)
    labels = bracket_labels(event, games)
    people = _people(event, games)
    return tuple(_with_teams(event, card, labels, people) for card in cards)


def _people(event: Event, games: Iterable[Game]) -> dict[int, list[Player]]:
    """The players of the games' teams by team id; empty if teams have no more players than seats."""
    people: dict[int, list[Player]] = {}
    teams = {team for game in games if not game.over_at for team in game.everybody_ids()}
    for player in Player.objects.filter(team__in=teams) if event.way.spare and teams else ():
        people.setdefault(player.team_id or 0, []).append(player)
    return people


def with_everybody(games: Iterable[Game | None]) -> list[Game]:
    """The games that aren't None, with their seats prefetched. One query."""
    found = [game for game in games if game]
    prefetch_related_objects(found, everybody_in("seats"))
    return found


def _with_teams(
    event: Event, card: Card, labels: Mapping[str, str], people: Mapping[int, Sequence[Player]]
) -> Card:
    game = card.game
    if game is None:
        return card
    game.event = event
    sides = tuple(
        CardSide(
            name=name,
            is_winner=game.score.winner_id == name.team_id,
            is_seated=seated_at(game, side) is not None,
            rests=who_rests(game, name.team_id, people.get(name.team_id, ())),
        )
        for side, name in zip(sides_at(game), names_at(game), strict=True)
    )
    late = sum(not side.is_seated for side in sides)
    called, has_hands = bool(game.referee_called_at), bool(game.score.hands)
    return replace(
        card,
        what=_title(game, labels),
        sides=sides,
        comes=what_comes(event, card.down, late=late, has_hands=has_hands, is_called=called)
        if card.down
        else "",
        score=score_words(*figures(event, game)) if game.score.hands or game.over_at else "",
    )


def _cards(
    at: datetime,
    tables: Iterable[Table],
    games: Sequence[Any],
    downs: Mapping[int, SittingDown],
    elsewhere: Mapping[int, str],
) -> Iterable[TableCard]:
    """A card for each table: its open game, else its last one if that is from the current round.

    ``elsewhere`` are the tables at which the other event of the room plays now.
    """
    last: dict[int, Any] = {}
    for game in games:
        if game.table_id and game.called_at and (game.table_id not in last or last[game.table_id].over_at):
            last[game.table_id] = game
    round_now = max((game.round_id or 0 for game in games), default=0)
    for table in tables:
        here = last.get(table.pk)
        if here and here.over_at:
            is_past = here.phase.closed_at or here.round_id not in (None, round_now)
            here = None if is_past or table.is_out_of_use else here
        if table.number in elsewhere and not (here and not here.over_at):
            word = elsewhere[table.number]
            yield TableCard(number=table.number, state=ShownState(key=TableState.PLAYING, word=word))
        elif here:
            state = table_state(here, at, downs.get(here.pk), is_missing=here.is_late)
            asked = here.call_in_words if state.key == TableState.CALLED else ""
            yield TableCard(number=table.number, state=state, game=here, down=downs.get(here.pk), asked=asked)
        elif not table.is_out_of_use:
            yield TableCard(number=table.number, state=FREE)


def _title(game: Game, labels: Mapping[str, str]) -> str:
    """The game's label; empty in open play, where every game has the same. No query."""
    is_named = game.round_id or game.bracket_position or game.kind == GameKind.PLAYOFF
    return game_label(game, labels) if is_named else ""


def _needs(cards: Sequence[TableCard]) -> Iterable[Need]:
    sentences = (
        FOR_REFEREES[TableState.DECIDER],
        NOT_ALL_SEATED,
        FOR_REFEREES[TableState.WHISTLE],
        TOTAL_AT_WHISTLE,
    )
    at_whistle: dict[str, list[int]] = {sentence: [] for sentence in sentences}
    for card in cards:
        if card.state.key == TableState.CALLED:
            yield Need(numbers=(card.number,), why=card.asked)
        elif card.state.key == TableState.LATE:
            who = " and ".join(card.missing)
            yield Need(numbers=(card.number,), who=who, why=f"left before {card.comes}", left=card.state.left)
        elif card.state.for_referees:
            at_whistle[card.state.for_referees].append(card.number)
    for sentence, numbers in at_whistle.items():
        if numbers:
            yield Need(numbers=tuple(numbers), why=sentence, is_red=False)


def _objections(tables: Iterable[Table], games: Iterable[Game]) -> Iterable[Need]:
    numbers = {table.pk: table.number for table in tables}
    for game in games:
        if game.over_at and game.referee_called_at and game.table_id:
            yield Need(numbers=(numbers[game.table_id],), why=game.call_in_words, game_id=game.pk)


def _seeds(event: Event, games: Sequence[Game]) -> list[Seed]:
    """The seeds once there are games of Phase II. Two queries then, which load the games' seats, too."""
    if not any(game.phase.kind == "two" for game in games):
        return []
    prefetch_related_objects(games, everybody_in("seats"))
    current = Seed.objects.standing().filter(cut__phase__event=event, cut__reopened_at=None)
    return list(current.select_related("team", "partner"))


def _waiting(
    event: Event, games: Sequence[Game], seeds: Sequence[Seed], bracket: PhaseTwo | None
) -> Iterable[WaitingTeam]:
    """Teams without a table now, and why. Two queries. Nobody in open play, which has a waiting list."""
    if bracket:
        yield from _waiting_for_the_bracket(seeds, bracket)
        return
    rounds = [game for game in games if game.round_id]
    if not rounds or rounds[0].phase.closed_at or not rounds[0].phase.has_rounds:
        return
    newest = max(game.round_id or 0 for game in rounds)
    now = [game for game in rounds if game.round_id == newest]
    idle = {game.pk: game for game in now if game.is_bye or game.called_at is None}
    busy = Seat.objects.filter(game__in=[game.pk for game in now if game.pk not in idle])
    mine = dict(Seat.objects.filter(game__in=idle).values_list("team", "game"))
    prefetch_related_objects(list(idle.values()), everybody_in("seats"))
    notes = why_waits(event, idle.values())
    for team in event.teams.present().exclude(pk__in=busy.values("team")):
        game = idle.get(mine.get(team.pk, 0))
        if game is None:
            why = "sits out" if team.sits_out_at else "plays from the next round"
            yield WaitingTeam(team=name_of(team), why=why)
        elif game.is_bye:
            yield WaitingTeam(team=name_of(team), why=f"bye: {event.what_counts.bye}", is_bye=True)
        else:
            yield WaitingTeam(team=name_of(team), why=notes[game.pk])


def _waiting_for_the_bracket(seeds: Sequence[Seed], now: PhaseTwo) -> Iterable[WaitingTeam]:
    mine: dict[int, list[Game]] = {seed.team_id: [] for seed in seeds}
    for game in now.games.values():
        for team in game.everybody_ids():
            mine.setdefault(team, []).append(game)
    for seed in seeds:
        played = mine[seed.team_id]
        if not played:
            yield WaitingTeam(team=name_together(seed.teams), why="bye", is_bye=True)
        elif all(game.over_at for game in played) and not now.place_of(seed.team):
            why = "may buy back in" if seed.team in now.undecided else "waits for the next game"
            yield WaitingTeam(team=name_together(seed.teams), why=why)


def _to_call(
    event: Event, at: datetime, games: Sequence[Game], busy: Mapping[int, Refused], free: int, kept: int
) -> Iterable[ToCall]:
    labels = bracket_labels(event, games)
    for game in games:
        yield ToCall(
            game_id=game.pk,
            what=_title(game, labels),
            names=names_at(game),
            why_not=why_no_call(game, busy, at=at, is_table_free=free > 0),
            takes="Phase II may need the free tables." if game.is_second_chance and free <= kept else "",
        )


def _soonest(at: datetime, games: Iterable[Game], downs: Mapping[int, SittingDown]) -> Countdown | None:
    turns = [
        turn
        for game in games
        if game.called_at and not game.over_at
        for turn in (
            *((downs[game.pk].due_at - SHORT, downs[game.pk].due_at) if game.pk in downs else ()),
            game.round.whistle_at if game.round else None,
        )
        if turn and at < turn < FOREVER - SHORT
    ]
    return countdown(at, min(turns)) if turns else None

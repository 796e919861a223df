"""The seating of a round as the organizer looks at it: a draft, or the round that is on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations, product

from scoring.models import Hand
from scoring.queries.pairing import home_of, played_in, times_met
from scoring.queries.standings import standings
from scoring.queries.steps import RECALL_WITHIN, mark_of, next_slot, too_early, why_no_draft, why_no_recall
from scoring.queries.team_card import ordinal
from tournament.models import Event, Game, Phase, Round, Table, Team
from tournament.models.schedule import WITHOUT_ROUNDS
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.game import group_size, is_for_individuals, ruleset_for
from tournament.queries.names import TeamName, name_of, round_title
from tournament.queries.seats import wishes
from tournament.queries.sitting import ids_on, name_on, sides_at, teams_on


@dataclass(frozen=True, kw_only=True)
class SeatedTeam:
    """A team in a seating, with its place in the standings (0 before the first game)."""

    team: TeamName
    place: int
    home: str

    @property
    def standing(self) -> str:
        """The place as it is said: ``3rd``; empty before the first game."""
        return ordinal(self.place) if self.place else ""


@dataclass(frozen=True, kw_only=True)
class SeatedGame:
    """The sides at a table of a seating, North-South first.

    ``table`` is None while they wait for one; ``notes`` say what is special.
    """

    game_id: int
    table: int | None
    sides: tuple[SeatedTeam, ...]
    notes: tuple[str, ...]
    is_over: bool

    @property
    def words(self) -> str:
        """Who plays whom: ``Kitty Katz v Boston Tea``."""
        return " v ".join(side.team.name for side in self.sides)


@dataclass(frozen=True, kw_only=True)
class SeatingPage:
    """A seating and what may be done with it.

    ``stage`` is empty (nothing is drafted or on), ``draft`` or ``called``. ``away`` are teams of the seating
    that have left, ``out`` those that are here and not in it. ``why_not`` keeps the next round from being
    called, ``why_no_draft`` from being drafted; ``recall`` is what is left of the half minute. ``entrant`` is
    what is seated, a team or a player, and ``places`` say of each by its id where it is now. ``seats`` are so
    many to a table, each for themselves if it ``is_alone``.
    """

    stage: str
    title: str
    round_id: int | None
    way: str
    mark: int
    games: tuple[SeatedGame, ...]
    byes: tuple[SeatedTeam, ...]
    out: tuple[SeatedTeam, ...]
    away: tuple[TeamName, ...]
    figures: tuple[str, ...]
    tables: tuple[int, ...]
    teams: tuple[TeamName, ...]
    entrant: str
    seats: int
    is_alone: bool
    places: Mapping[int, str]
    why_not: str
    why_no_draft: str
    recall: Countdown | None

    @property
    def resting(self) -> tuple[SeatedTeam, ...]:
        """Those who could sit down: with the bye, or here and in no game."""
        gone = {team.team_id for team in self.away}
        return tuple(one for one in (*self.byes, *self.out) if one.team.team_id not in gone)


@dataclass(frozen=True, kw_only=True)
class _Hall:
    """What the lines of a seating are made from."""

    phase: Phase
    places: Mapping[int, int]
    met: Mapping[int, Mapping[int, int]]
    wished: Mapping[int, tuple[int, ...]]
    partners: frozenset[tuple[int, ...]] = frozenset()
    begun: frozenset[int] = field(default_factory=frozenset)


def round_to_change(event: Event) -> Round | None:
    """The draft, or else the round that is on; None before the first and after Phase I. One query."""
    rounds = Round.objects.filter(phase__event=event, phase__kind="one", recalled_at=None)
    return rounds.filter(phase__closed_at=None).select_related("phase").order_by("-number").first()


def seating_page(event: Event, at: datetime) -> SeatingPage:
    """The seating at ``at``. Twenty-five queries at most, however many teams."""
    phase = event.phases.get(kind="one")
    row = round_to_change(event)
    is_open_play = phase.seating in WITHOUT_ROUNDS
    games = [game for game in _games(row) if not (is_open_play and game.over_at)]
    here = list(event.teams.present())
    tables = list(event.tables.filter(is_out_of_use=False))
    hall = _hall(event, phase, row, games, tables)
    seated = [team for game in games for team in game.everybody()]
    is_seated = {team.pk for team in seated}
    lines = tuple(_game(hall, game) for game in games if game.ew)
    is_draft = row is not None and row.called_at is None
    slot = next_slot(event, at)
    not_drafted = why_no_draft(event, at, slot)
    return SeatingPage(
        stage="draft" if is_draft else "called" if row else "",
        title=round_title(row, phase) if row else "",
        round_id=row.pk if row else None,
        way=phase.get_seating_display(),
        mark=mark_of(event),
        games=tuple(sorted(lines, key=lambda line: (line.table is None, line.table or 0))),
        byes=tuple(_team(hall, game.ns) for game in games if not game.ew),
        out=tuple(_team(hall, team) for team in here if team.pk not in is_seated) if row else (),
        away=tuple(name_of(team) for team in seated if team.withdrawn_at or not team.checked_in_at),
        figures=()
        if is_open_play
        else _figures(lines, hall)
        if not event.is_individual
        else _figures_alone(games, hall),
        tables=tuple(table.number for table in tables),
        teams=tuple(
            sorted((name_of(team) for team in {*seated, *here}), key=lambda one: one.name.casefold())
        ),
        entrant=event.entrant,
        seats=group_size(event),
        is_alone=is_for_individuals(ruleset_for(event)),
        places={team.pk: "sits out" for team in here}
        | {team.pk: _place(game, team) for game in games for team in game.everybody()},
        why_not=not_drafted or (too_early(event, slot, at) if slot else ""),
        why_no_draft=not_drafted,
        recall=_recall(event, row, at, has_hands=bool(hall.begun)),
    )


def _place(game: Game, team: Team) -> str:
    """Where somebody is in a seating: ``table 4``, ``the bye``; and who left while it was a draft."""
    place = (
        "the bye" if not game.ew_id else f"table {game.table.number}" if game.table else "waits for a table"
    )
    return place if team.checked_in_at and not team.withdrawn_at else f"has left, {place}"


def recall_left(event: Event, row: Round | None, at: datetime) -> Countdown | None:
    """What is left of the half minute in which a round can be recalled. One query at most."""
    if row is None or row.called_at is None or at - row.called_at > RECALL_WITHIN:
        return None
    return _recall(event, row, at, has_hands=Hand.objects.filter(game__round=row).exists())


def _recall(event: Event, row: Round | None, at: datetime, *, has_hands: bool) -> Countdown | None:
    if row is None or row.called_at is None or why_no_recall(row, at, has_hands=has_hands):
        return None
    return countdown(event, at, row.called_at + RECALL_WITHIN)


def _games(row: Round | None) -> list[Game]:
    return (
        list(
            Game.objects.filter(round=row, recalled_at=None).select_related(
                "table", "ns", "ew", "south", "west"
            )
        )
        if row
        else []
    )


def _hall(
    event: Event, phase: Phase, row: Round | None, games: Sequence[Game], tables: Sequence[Table]
) -> _Hall:
    table = standings(event)
    earlier = [game for game in played_in(event) if row is None or game.round != row.number]
    return _Hall(
        phase=phase,
        places={line.team_id: line.rank for line in table.rows} if table.games_over else {},
        met=times_met(earlier),
        partners=frozenset(
            side for game in earlier for pair in game.sides if len(pair) == 2 for side in (pair, pair[::-1])
        ),
        wished=wishes((team for game in games for team in game.everybody()), tables),
        begun=frozenset(Hand.objects.filter(game__in=games).values_list("game", flat=True)),
    )


def _team(hall: _Hall, team: Team, name: TeamName | None = None) -> SeatedTeam:
    return SeatedTeam(team=name or name_of(team), place=hall.places.get(team.pk, 0), home=team.home)


def _game(hall: _Hall, game: Game) -> SeatedGame:
    if game.south_id or game.west_id:
        return _table(hall, game)
    ns, ew = game.teams()
    return SeatedGame(
        game_id=game.pk,
        table=game.table.number if game.table else None,
        sides=(_team(hall, ns), _team(hall, ew)),
        notes=(*_notes_of_pair(hall, ns, ew), *_notes(hall, game)),
        is_over=game.over_at is not None,
    )


def _table(hall: _Hall, game: Game) -> SeatedGame:
    """A table of people who came alone. Of two partners no standing is shown: each has their own."""
    sides = (
        replace(_team(hall, teams_on(game, side)[0], name_on(game, side)), home="") for side in sides_at(game)
    )
    return SeatedGame(
        game_id=game.pk,
        table=game.table.number if game.table else None,
        sides=tuple(side if game.is_alone else replace(side, place=0) for side in sides),
        notes=(*_notes_of_partners(hall, game), *_notes(hall, game)),
        is_over=game.over_at is not None,
    )


def _notes_of_pair(hall: _Hall, ns: Team, ew: Team) -> Iterable[str]:
    """What is special about two teams: a rematch, one home."""
    times = hall.met.get(ns.pk, {}).get(ew.pk, 0)
    if times:
        yield "have met already" if times == 1 else f"have met {times} times"
    if ns.home and home_of(ns) == home_of(ew):
        yield f"both from {ns.home}"


def _notes_of_partners(hall: _Hall, game: Game) -> Iterable[str]:
    """Which partners have been partners before."""
    for side in sides_at(game):
        if ids_on(game, side) in hall.partners:
            yield f"{name_on(game, side).name} were partners before"


def _notes(hall: _Hall, game: Game) -> Iterable[str]:
    """What is special about a table: a wish that isn't met, a table to wait for, a hand played."""
    number = game.table.number if game.table else None
    for team in game.everybody():
        if number and number not in hall.wished.get(team.pk, (number,)):
            yield f"{team} should sit at table {_either(hall.wished[team.pk])}"
        elif team.needs_accessible and team.pk not in hall.wished:
            yield f"{team} needs an accessible table, and none is marked"
    if game.pk in hall.begun:
        yield "have begun"


def _figures_alone(games: Sequence[Game], hall: _Hall) -> tuple[str, ...]:
    """A seating of people who come alone, in a few words: who partners whom again, who waits."""
    played = [game for game in games if game.ew_id]
    again = sum(1 for game in played for side in sides_at(game) if ids_on(game, side) in hall.partners)
    most = max(
        (hall.met.get(one, {}).get(other, 0) for game in played for one, other in _across(game)), default=0
    )
    waiting = sum(1 for game in played if game.table_id is None)
    words = [
        f"nobody has met anybody here more than {_times(most)} before" if most else "nobody has met before"
    ]
    if not any(game.is_alone for game in played):
        words.insert(0, f"{again} partners again" if again else "every partner is new")
    if waiting:
        words.append(f"{waiting} wait{'s' if waiting == 1 else ''} for a table")
    return tuple(words) if played else ()


def _across(game: Game) -> Iterable[tuple[int, int]]:
    for side, other in combinations(sides_at(game), 2):
        yield from product(ids_on(game, side), ids_on(game, other))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _either(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers[:6])
    return f"{', '.join(first)} or {last}" if first else last


def _figures(games: Sequence[SeatedGame], hall: _Hall) -> tuple[str, ...]:
    """The seating in a few words: rematches, homes, how far apart in standing, who waits."""
    pairs = [game.sides for game in games]
    again = sum(1 for ns, ew in pairs if hall.met.get(ns.team.team_id, {}).get(ew.team.team_id))
    homes = sum(1 for game in games if any(note.startswith("both from") for note in game.notes))
    gaps = [abs(ns.place - ew.place) for ns, ew in pairs if ns.place and ew.place]
    waiting = sum(1 for game in games if game.table is None)
    words = ["no rematch" if not again else f"{again} rematch{'es' if again > 1 else ''}"]
    if hall.phase.keeps_homes_apart or homes:
        words.append(
            "homes are kept apart" if not homes else f"{homes} pair{'s' if homes > 1 else ''} from one home"
        )
    if gaps:
        words.append(f"at most {max(gaps)} place{'s' if max(gaps) != 1 else ''} apart in the standings")
    if waiting:
        words.append(f"{waiting} wait{'s' if waiting == 1 else ''} for a table")
    return tuple(words) if games else ()

"""The rows of a seating: who plays whom at which table, notes, and a summary."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from rules.seating.history import times_met
from scoring.hands.begun import begun
from scoring.rounds.entrants import home_of, played_in
from scoring.standings.standings import standings
from tournament.event.names import TeamName, name_of, ordinal
from tournament.event.sitting import ids_on, name_on, sides_at, teams_on
from tournament.floor.kept_apart import kept_apart
from tournament.floor.seats_now import wishes
from tournament.models import Event, Game, Phase, Round, Table, Team


@dataclass(frozen=True, kw_only=True)
class SeatedTeam:
    """A team in a seating, with its place in the standings (0 before the first game)."""

    team: TeamName
    place: int
    home: str

    @property
    def standing(self) -> str:
        return ordinal(self.place) if self.place else ""


@dataclass(frozen=True, kw_only=True)
class SeatedGame:
    """The sides at a table, North–South first."""

    game_id: int
    table: int | None
    """None while the game waits for one."""
    sides: tuple[SeatedTeam, ...]
    notes: tuple[str, ...]
    is_over: bool
    shares_home: bool = False

    @property
    def words(self) -> str:
        return " vs. ".join(side.team.name for side in self.sides)


@dataclass(frozen=True, kw_only=True)
class SeatingFacts:
    phase: Phase
    places: Mapping[int, int]
    met: Mapping[int, Mapping[int, int]]
    wished: Mapping[int, tuple[int, ...]]
    partners: frozenset[tuple[int, ...]] = frozenset()
    begun: frozenset[int] = field(default_factory=frozenset)
    apart: frozenset[frozenset[int]] = frozenset()


def seating_facts(
    event: Event, phase: Phase, row: Round | None, games: Sequence[Game], tables: Sequence[Table]
) -> SeatingFacts:
    table = standings(event)
    earlier = [game for game in played_in(event) if row is None or game.round != row.number]
    return SeatingFacts(
        phase=phase,
        places={line.team_id: line.rank for line in table.rows} if table.games_over else {},
        met=times_met(earlier),
        partners=frozenset(
            side for game in earlier for pair in game.sides if len(pair) == 2 for side in (pair, pair[::-1])
        ),
        wished=wishes((team for game in games for team in game.everybody()), tables),
        apart=kept_apart(event),
        begun=begun(games),
    )


def team_line(facts: SeatingFacts, team: Team, name: TeamName | None = None) -> SeatedTeam:
    return SeatedTeam(team=name or name_of(team), place=facts.places.get(team.pk, 0), home=team.home)


def game_line(facts: SeatingFacts, game: Game) -> SeatedGame:
    teams, way = game.everybody(), facts.phase.event.way
    sides = tuple(team_line(facts, teams_on(game, side)[0], name_on(game, side)) for side in sides_at(game))
    if game.is_of_individuals:
        notes, hides_place = _notes_of_partners(facts, game), way.partners_change
        sides = tuple(replace(side, home="", place=0 if hides_place else side.place) for side in sides)
    else:
        notes = _notes_of_pair(facts, *teams)
    return SeatedGame(
        game_id=game.pk,
        table=game.table.number if game.table else None,
        sides=sides,
        notes=(*notes, *_notes(facts, game)),
        is_over=game.over_at is not None,
        shares_home=not game.is_of_individuals and _share_home(*teams),
    )


def _notes_of_pair(facts: SeatingFacts, ns: Team, ew: Team) -> Iterable[str]:
    if times := facts.met.get(ns.pk, {}).get(ew.pk, 0):
        yield "have met already" if times == 1 else f"have met {times} times"
    if _share_home(ns, ew):
        yield f"both from {ns.home}"


def _share_home(ns: Team, ew: Team) -> bool:
    return bool(ns.home) and home_of(ns) == home_of(ew)


def _notes_of_partners(facts: SeatingFacts, game: Game) -> Iterable[str]:
    for side in sides_at(game):
        if ids_on(game, side) in facts.partners:
            yield f"{name_on(game, side).name} were partners before"


def _notes(facts: SeatingFacts, game: Game) -> Iterable[str]:
    for one, other in combinations(game.everybody(), 2):
        if frozenset((one.pk, other.pk)) in facts.apart:
            yield f"{one} and {other} should be kept apart, and couldn’t be"
    number = game.table.number if game.table else None
    for team in game.everybody():
        if number and number not in facts.wished.get(team.pk, (number,)):
            yield f"{team} should sit at table {_either(facts.wished[team.pk])}"
        elif team.needs_accessible and team.pk not in facts.wished:
            yield f"{team} needs a wheelchair-accessible table, and none is marked"
    if game.pk in facts.begun:
        yield "have begun"


def figures_alone(games: Sequence[Game], facts: SeatingFacts) -> tuple[str, ...]:
    played = [game for game in games if not game.is_bye]
    again = sum(1 for game in played for side in sides_at(game) if ids_on(game, side) in facts.partners)
    most = max(
        (facts.met.get(one, {}).get(other, 0) for game in played for one, other in _across(game)), default=0
    )
    times = {1: "once", 2: "twice"}.get(most, f"{most} times")
    words = [f"nobody has met anybody here more than {times} before" if most else "nobody has met before"]
    if facts.phase.event.way.partners_change:
        words.insert(0, f"{again} partners again" if again else "every partner is new")
    waiting = sum(1 for game in played if game.table_id is None)
    return (*words, *_waiting(waiting)) if played else ()


def _waiting(count: int) -> Iterable[str]:
    if count:
        yield f"{count} wait{'s' if count == 1 else ''} for a table"


def _across(game: Game) -> Iterable[tuple[int, int]]:
    for side, other in combinations(sides_at(game), 2):
        yield from product(ids_on(game, side), ids_on(game, other))


def _either(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers[:6])
    return f"{', '.join(first)} or {last}" if first else last


def figures(games: Sequence[SeatedGame], facts: SeatingFacts) -> tuple[str, ...]:
    pairs = [game.sides for game in games]
    again = sum(1 for ns, ew in pairs if facts.met.get(ns.team.team_id, {}).get(ew.team.team_id))
    homes = sum(1 for game in games if game.shares_home)
    gaps = [abs(ns.place - ew.place) for ns, ew in pairs if ns.place and ew.place]
    words = ["no rematch" if not again else f"{again} rematch{'es' if again > 1 else ''}"]
    if facts.phase.keeps_homes_apart or homes:
        words.append(
            "homes are kept apart" if not homes else f"{homes} pair{'s' if homes > 1 else ''} from one home"
        )
    if gaps:
        words.append(f"at most {max(gaps)} place{'s' if max(gaps) != 1 else ''} apart in the standings")
    waiting = sum(1 for game in games if game.table is None)
    return (*words, *_waiting(waiting)) if games else ()

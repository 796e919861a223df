"""The names of teams, players and rounds on pages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.competition.taking_part import WayOfTakingPart
from rules.numbers import minus
from rules.seating.known import find_seating
from tournament.errors import Refused
from tournament.models import Event, Phase, Player, Round, Team
from tournament.models.schedule import PhaseKind
from tournament.models.typed_names import LONGEST_NAME, clean_name, first_name


@dataclass(frozen=True, kw_only=True)
class TeamName:
    team_id: int
    number: int
    emblem: str
    name: str


def in_words(names: Iterable[object]) -> str:
    """Names in a sentence: ``Bob, Cy and Di``; empty for none."""
    *first, last = [str(name) for name in names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def name_of(team: Team) -> TeamName:
    return TeamName(team_id=team.pk, number=team.number, emblem=team.emblem, name=team.name)


def part_name(event: Event, kind: str) -> str:
    """A part of the day. A bracket without a Phase I before it is no second phase (Rulebook E-223)."""
    is_only = kind == PhaseKind.TWO and not event.way.has_phase_one
    return "Bracket" if is_only else str(PhaseKind(kind).label)


def round_title(row: Round, phase: Phase) -> str:
    """``Round 2``; open play is one round, without a number."""
    return find_seating(phase.seating).title.format(number=row.number)


def chair_of(player: Player) -> int:
    """The id of the player whose chair it is. A substitute sits on the chair of the player who left."""
    return player.stands_in_for_id or player.pk


def who_sits(players: Iterable[Player]) -> list[Player]:
    """The players of a team now, each substitute in the place of the player who left (Rulebook E-20)."""
    present = [player for player in players if player.left_at is None]
    return sorted(present, key=lambda player: (chair_of(player), player.pk))


def sits_in(players: Iterable[Player]) -> str:
    sitting = who_sits(players)
    return sitting[0].name if len(sitting) == 1 and sitting[0].stands_in_for_id else ""


def sits_for(name: str, substitute: str) -> str:
    """The name of the person to look for at a table: ``Ann``, or ``Cleo (for Ann)``."""
    return f"{substitute} (for {name})" if substitute else name


def names_of_team(players: Sequence[str], way: WayOfTakingPart) -> list[str]:
    """The typed names of a new team's players, without invisible characters.

    :raises Refused: if there are too many or too few, or one is too long or there twice.
    """
    names = [name for name in map(clean_name, players) if name]
    if not way.sits <= len(names) <= way.members:
        if way.is_one:
            raise Refused("sign-up.alone", field="players")
        raise Refused("team.names", entrant=way.entrant, number=way.size, names=way.names, field="players")
    for name, other in combinations(names, 2):
        if name.casefold() == other.casefold():
            raise Refused("team.same-name", name=name, field="players")
    if any(len(name) > LONGEST_NAME for name in names):
        raise Refused("player.name-long", field="players")
    return names


def player_names(players: Iterable[Player]) -> tuple[str, ...]:
    """The names of a team's present players, in the order of their chairs."""
    return tuple(player.name for player in who_sits(players))


def everybody_who_played(players: Iterable[Player]) -> tuple[str, ...]:
    """The names of all who ever played for a team, substitutes included."""
    return tuple(player.name for player in sorted(players, key=lambda one: (chair_of(one), one.pk)))


def short_names(players: Iterable[Player]) -> dict[int, str]:
    """The players' first names by id, with as much of the rest as tells them apart."""
    whole = {player.pk: player.name for player in players}
    short = {pk: first_name(name) for pk, name in whole.items()}
    many = Counter(name.casefold() for name in short.values())
    return {pk: name if many[name.casefold()] == 1 else whole[pk] for pk, name in short.items()}


def players_to_name(name: str, players: Sequence[str]) -> tuple[str, ...]:
    """The players to name next to a team's name: none if the team is named after them."""
    return () if " & ".join(players) == name else tuple(players)


def count(number: int, thing: str) -> str:
    """``1 table``, ``2 tables``."""
    return f"{minus(number)} {thing}{'' if abs(number) == 1 else 's'}"


def ordinal(number: int) -> str:
    """``3rd``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

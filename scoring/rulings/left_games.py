"""What a team ends by leaving, and the game that it gets back when it returns (Rulebook E-20, E-77)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from scoring.cut.why_no_cut import why_no_reopening
from scoring.game.table_state import why_no_correction
from scoring.hands.begun import has_begun
from scoring.hands.dependents import dependents_of
from scoring.models import Cut, Ending, Hand
from tournament.errors import Refused
from tournament.event.sitting import others_at, side_at
from tournament.floor.calling import game_to_play, has_whistled
from tournament.models import Event, Game, Team

# With no result, if the others were tied (Rulebook E-55).
ENDED = (Ending.FORFEIT, Ending.VOID)


def moves_up(event: Event, team: Team) -> bool:
    """Whether the next in line would take the team's place (Rulebook E-4). Three queries at most."""
    mine = Q(seeds__team=team, seeds__is_second_chance=False) | Q(seeds__partner=team)
    if not event.way.has_phase_one:
        return False  # Nobody is next in line: everybody is in.
    is_through = Cut.objects.filter(mine, phase__event=event, reopened_at=None).exists()
    return is_through and event.way.has_bracket and not why_no_reopening(event)


def is_forfeited(game: Game, at: datetime) -> bool:
    """Whether a team that leaves a game at a table forfeits it. One query at most, with its round."""
    return game.round is None or has_whistled(game, at) or has_begun(game)


def what_leaving_ends(team: Team, at: datetime) -> str:
    """The sentence that asks before a team leaves. Eight queries at most."""
    event = team.event
    if moves_up(event, team):
        return (
            "Who goes through is settled again without them, and the bracket is drawn again: the next in "
            "line moves up. If they come back, open the cut again and settle it with them."
        )
    game = game_to_play(team)
    two = event.phases.get(kind="two")
    if two.started_at and not two.closed_at and event.way.has_bracket:
        later = "Each team that would meet them later has a walkover, which stays if they come back."
    else:
        later = "What they played stays. They are not seated again until they come back."
    if game is None:
        return later
    mine = f"Their game against {others_at(game, team.pk)}"
    if game.table is None:
        return f"{mine}, which waits for a table, is played without them or taken back. {later}"
    mine = f"{mine} at {game.table}"
    if not is_forfeited(game, at):
        return f"{mine} hasn’t begun: the team with the bye takes their place, or the others have it. {later}"
    until = "the next game of one of them is called" if game.round is None else "the whistle"
    return f"{mine} is forfeited. It can be given back here until {until}. {later}"


@dataclass(frozen=True, kw_only=True)
class LeftGame:
    """A game that a team forfeited by leaving at ``left_at``, and its forfeited ``hands``, in order."""

    game: Game
    others: str
    hands: tuple[Hand, ...]
    left_at: datetime
    why_stays: Refused | None
    """Why it can't be given back; None if it can."""


def left_game(team: Team, at: datetime) -> LeftGame | None:
    """The game that a team forfeited when it last left, if there is one. Nine queries at most.

    It is still offered once the team is back.
    """
    left_at = team.withdrawn_at or _left_at(team)
    if left_at is None:
        return None
    games = Game.objects.standing().of(team).filter(over_at=left_at, score__void_reason="")
    game = games.filter(score__ending__in=ENDED).with_table_and_round().first()
    if game is None:
        return None
    last = Hand.objects.standing().filter(game=game, at=left_at).order_by("sequence")
    hands = [hand for hand in last if hand.parsed.forfeited_by == side_at(game, team.pk)]
    if not hands:
        return None
    return LeftGame(
        game=game,
        others=others_at(game, team.pk),
        hands=tuple(hands),
        left_at=left_at,
        why_stays=_why_stays(game, at),
    )


def _left_at(team: Team) -> datetime | None:
    """When a team that is back last left, by the log."""
    left = team.event.log.filter(action="team.withdrew", facts__team=str(team.key))
    return left.order_by("-pk").values_list("at", flat=True).first()


def _why_stays(game: Game, at: datetime) -> Refused | None:
    if why_not := why_no_correction(game) or dependents_of(game):
        return why_not
    if has_whistled(game, at):
        return Refused("leave.whistled")
    if game.table and Game.objects.open().filter(event=game.event, table=game.table).exists():
        return Refused("leave.table-taken", table=game.table.number)
    return None

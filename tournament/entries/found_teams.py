"""Finding teams at the desk by what somebody says of them."""

from django.db.models import Prefetch

from tournament.entries.desk_board import GONE, matches, state_of
from tournament.event.names import player_names
from tournament.models import Event, Player, Team
from tournament.models.typed_names import plain


def found_teams(event: Event, typed: str, state: str = "") -> list[Team]:
    """The teams that somebody means by a number or a part of a name. Two queries.

    A whole number or a whole name comes before a part of one, a team of the event before one that withdrew,
    and among several the only one whose state is ``state``.
    """
    present = Prefetch("players", queryset=Player.objects.filter(left_at=None))
    teams = list(event.teams.filter(merged_into=None).prefetch_related(present))
    found = [team for team in teams if _is_named(team, typed)] or [
        team for team in teams if matches(team.number, team.name, player_names(team.players.all()), typed)
    ]
    found = [team for team in found if state_of(team) != GONE] or found
    in_view = [team for team in found if state_of(team) == state]
    return in_view if len(in_view) == 1 else found


def _is_named(team: Team, typed: str) -> bool:
    said = plain(typed).split()
    names = (str(team.number), team.name, *player_names(team.players.all()))
    return any(plain(name).split() == said for name in names)

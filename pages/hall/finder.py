"""Where does one team sit? Asked by a name or a number, in a field too large to choose from a list."""

from dataclasses import dataclass
from datetime import datetime

from pages.hall.places import Place, place_of
from pages.hall.window import is_meant, plain
from scoring.queries.rounds.waiting_list import waiting_list
from tournament.models import Event
from tournament.queries.names import TeamName, name_of
from tournament.queries.seats import seats

MOST_NAMED = 8
"""So many who may be meant are named; of more, how many more there are."""


@dataclass(frozen=True, kw_only=True)
class Finder:
    """What was found. ``title`` is what everybody is seated for, empty if nobody is; ``find`` what was asked.

    ``place`` is that of the only one who is meant, ``game_id`` its game until that is over. ``meant`` are
    several, and ``more`` so many besides.
    """

    title: str
    find: str
    place: Place | None
    game_id: int | None
    meant: tuple[TeamName, ...]
    more: int

    @property
    def count(self) -> int:
        return len(self.meant) + self.more


def finder(event: Event, at: datetime, find: str) -> Finder:
    """The place of whoever is meant at ``at``. Five queries, and nine more in open play, however many teams.

    Who has exactly this number or name is meant alone; else everybody in whose name it is.
    """
    teams = [name_of(team) for team in event.teams.present().order_by("number")] if find else []
    alike = [team for team in teams if find == str(team.number) or plain(find) == plain(team.name)]
    meant = alike or [team for team in teams if is_meant([team], find)]
    sought = meant[0].team_id if len(meant) == 1 else None
    seating = seats(event, only=[sought] if sought else [])
    row = next(iter(seating.teams), None)
    return Finder(
        title=seating.title,
        find=find,
        place=place_of(event, row, waiting_list(event, at), at) if row else None,
        game_id=row.game_id if row else None,
        meant=() if row else tuple(meant[:MOST_NAMED]),
        more=0 if row else max(0, len(meant) - MOST_NAMED),
    )

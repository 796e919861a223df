"""Where a team finds itself, in words: at its table, or what it waits for."""

from dataclasses import dataclass
from datetime import datetime

from scoring.queries.rounds.waiting_list import WaitingList
from tournament.models import Event
from tournament.queries.names import TeamName, ordinal
from tournament.queries.seats import SeatRow


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a team finds itself: ``big`` is what it looks for, ``words`` say the rest."""

    team: TeamName
    big: str
    words: str


def place_of(event: Event, row: SeatRow, waiting: WaitingList | None, at: datetime) -> Place:
    """The place of a team at ``at``; ``waiting`` is the line of open play. No query."""
    who = row.team.name if event.way.is_one else "Your team"
    kept = waiting.table_of(row.team.team_id) if waiting else None
    if row.table:
        partner = f" with {row.partner}" if row.partner else ""
        against = f", against {row.against.name}" if row.against else ""
        note = f" · {row.note}" if row.note else ""
        return Place(team=row.team, big=f"Table {row.table}", words=f"{row.side}{partner}{against}{note}")
    if kept:
        words = f"{who} won last, and keeps it. The next on the waiting list go there."
        return Place(team=row.team, big=f"Table {kept}", words=words)
    return Place(team=row.team, big="No table now", words=f"{who} {_waits(event, row, waiting, at)}")


def _waits(event: Event, found: SeatRow, waiting: WaitingList | None, at: datetime) -> str:
    """What a team without a table waits for: ``is 3rd in line. About 12 minutes.``"""
    if waiting is None or found.table:
        return found.note
    if waiting.is_over:
        return f"has no game now. {waiting.ends} {waiting.goes_on}"
    row = waiting.row_of(found.team.team_id)
    return f"is {ordinal(row.place)} in line. {row.about}".strip() if row else "is next."

"""Cards to print: where somebody sits next (Rulebook E-213)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.queries.rounds.next_seat import NextSeat, next_seats
from tournament.models import Event
from tournament.queries.names import TeamName
from tournament.queries.seats import SeatRow, seats


@dataclass(frozen=True, kw_only=True)
class NextCard:
    """A card. ``table`` is None while it isn't known, and for who sits out; these wait for no table.

    ``when`` is the round it is for.
    """

    team: TeamName
    called: str
    table: int | None
    chair: str
    partner: str
    against: str
    waits: str
    when: str


def next_cards(event: Event, table: int | None = None) -> tuple[NextCard, ...]:
    """The cards of all whose next seat is known, or of those now at ``table``. Eleven queries at most.

    Once the next round is called, or where no result decides it, it is the seat of that round.
    """
    now = seats(event)
    coming = {team.pk: seat for team, seat in next_seats(event)}
    rows = [row for row in now.teams if table is None or row.table == table]
    if coming:
        return tuple(_next(row, coming[row.team.team_id]) for row in rows if row.team.team_id in coming)
    return tuple(_called(rows, now.title))


def _next(row: SeatRow, seat: NextSeat) -> NextCard:
    return NextCard(
        team=row.team,
        called=row.called,
        table=seat.table,
        chair=seat.chair,
        partner=seat.partner,
        against=" & ".join(seat.against),
        waits=seat.waits,
        when="the next round",
    )


def _called(rows: Iterable[SeatRow], title: str) -> Iterable[NextCard]:
    for row in rows:
        if row.game_id and row.table:
            yield NextCard(
                team=row.team,
                called=row.called,
                table=row.table,
                chair=row.side,
                partner=row.partner,
                against=row.against.name if row.against else "",
                waits="",
                when=title,
            )

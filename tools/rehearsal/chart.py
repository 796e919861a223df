"""Building games from the lines of the seating chart."""

from collections.abc import Iterable, Iterator

from tools.rehearsal.cast import SeatRead
from tools.rehearsal.ledger import LivedGame
from tools.rehearsal.proof import PagesDisagree

TEAMS, ONE_AGAINST_ONE = ("NS", "EW"), ("N", "S")
THREE_ALONE, FOUR = ("N", "E", "W"), ("N", "E", "S", "W")


def seated(seats: Iterable[SeatRead]) -> Iterator[tuple[int, LivedGame]]:
    """The games by table number.

    :raises PagesDisagree: if a table's chairs don't form a game.
    """
    by_table: dict[int, dict[str, int]] = {}
    for seat in seats:
        by_table.setdefault(seat.table, {})[seat.side] = seat.team
    for number, chairs in sorted(by_table.items()):
        for north, east in (TEAMS, ONE_AGAINST_ONE):
            if set(chairs) == {north, east}:
                yield number, LivedGame(ns=chairs[north], ew=chairs[east])
                break
        else:
            if set(chairs) not in (set(THREE_ALONE), set(FOUR)):
                raise PagesDisagree(f"Table {number} has {chairs}, not somebody on each side.")
            yield (number, LivedGame(ns=chairs["N"], ew=chairs["E"], south=chairs.get("S"), west=chairs["W"]))

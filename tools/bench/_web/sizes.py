"""Costs that must not grow with the field: the time to render a page, its size, its SQL statements."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tools.bench._server import Served
from tools.bench._table import Row, ms
from tools.bench._web.rates import look_at
from tools.bench._web.wire import written

SIZES = (16, 100, 1_000)
USUAL, HUGE = 100, 1_000
TIMES_THE_SMALLEST, TIMES_THE_USUAL = 2, 3
AT_MOST = {"floor": 0.045, "desk": 0.025, "set-up": 0.025}
"""The most processor seconds to render a screen of the crew, in an event of the usual size."""
SHOWN_IN_PAGES = ("floor", "wall", "referee's tables", "seats")
STATEMENTS = {
    "standings": ("standings, once for each version", 6),
    "team": ("a team's own page", 6),
    "sheet": ("a referee's sheet", 6),
}


def measure_sizes(
    server: Served, halls: Iterable[Mapping[str, Any]], seconds: Iterable[Mapping[str, float]]
) -> Iterator[Row]:
    """The standings page of each event, compared with that of the smallest."""
    smallest: tuple[float, int] | None = None
    for hall, screens in zip(halls, seconds, strict=True):
        took = screens["standings"]
        page = look_at(server.port, written(f"/{hall['slug']}/standings/").decode())
        sent = len(page.body)
        smallest = smallest or (took, sent)
        teams = f"{hall['teams']:,} teams"
        yield _beside(f"standings rendered again, {teams}", ms(took), took / smallest[0])
        yield _beside(f"standings as sent, {teams}", f"{sent / 1000:,.1f} kB", sent / smallest[1])


def measure_screens(at_size: Mapping[int, Mapping[str, float]]) -> Iterator[Row]:
    """The time to render the crew's screens in an event of the usual size, and how it grows to a huge one."""
    for name, most in AT_MOST.items():
        took = at_size[USUAL][name]
        yield Row(
            what=f"{name} rendered again, {USUAL} teams",
            figure=ms(took),
            aim=f"at most {ms(most)}",
            is_met=took <= most,
        )
    for name in SHOWN_IN_PAGES:
        usual, huge = (at_size[teams][name] for teams in (USUAL, HUGE))
        yield Row(
            what=f"{name} rendered again, {HUGE:,} teams",
            figure=ms(huge),
            beside=f"{USUAL}: {ms(usual)}",
            aim=f"at most {TIMES_THE_USUAL} × that: {huge / usual:.1f} ×",
            is_met=huge <= TIMES_THE_USUAL * usual,
        )


def _beside(what: str, figure: str, times: float) -> Row:
    if times == 1:
        return Row(what=what, figure=figure)
    aim = f"at most {TIMES_THE_SMALLEST} × the smallest: {times:.1f} ×"
    return Row(what=what, figure=figure, aim=aim, is_met=times <= TIMES_THE_SMALLEST)


def statements(counted: Mapping[str, int]) -> Iterator[Row]:
    """The counted SQL statements, with the most there may be."""
    for name, (what, most) in STATEMENTS.items():
        count = counted[name]
        yield Row(what=what, figure=str(count), aim=f"at most {most}", is_met=count <= most)

"""The standings as pages show them: the cutoff, ties, and what each team needs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise

from rules.standings.bubble import NEXT, OUT, Outlook
from rules.standings.tie_break import TieBreak
from rules.standings.tie_breaks import (
    CRITERIA,
    TIE_BREAKS,
    order_in_words,
    ranks_by_games_won,
)
from scoring.standings.bubble import WORDS, bubble, chance_in_words
from scoring.standings.hidden import is_hidden, places_shown
from scoring.standings.standings import Standings, StandingsRow, standings
from tournament.event.day_rows import phase
from tournament.event.names import ordinal
from tournament.event.rules_of_event import boards_title, ruleset_for
from tournament.models import Event
from tournament.models.schedule import PhaseKind

SHOWN = {
    True: ("games_won", "units", "unit_difference", "points", "bostons"),
    False: ("games_won", "scored", "score_difference", "hands_won"),
}
"""The tie-breaks with a column in every standings table: True where hands win, False where points do."""

BUBBLE = 3
"""The number of teams below the cutoff whose rows say what they are short of."""


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A team's row. The cutoff is under the row that ``is_last_through``.

    ``decided_by`` is the tie-break that put the team, and all who share its place, below those ``above``.
    """

    row: StandingsRow
    above: StandingsRow | None
    place: int
    decided_by: str
    note: str
    is_last_through: bool
    more: tuple[str, ...]
    """Has the figures for tie-breaks without a column in ``SHOWN``."""
    chance: str
    """A constant of ``rules/standings/bubble.py``."""
    chance_word: str
    """Its label."""
    say: Callable[[], str]
    """Computes ``summary``."""

    @property
    def summary(self) -> str:
        """The team's chance and the reason for its place. Lazy, because few of a thousand rows are read."""
        return self.say()

    @property
    def why(self) -> str:
        """Empty if games won come first and decided, because the first column shows it."""
        first, _ = self.row.cells[0]
        is_plain = first == self.row.decided_by == "games_won"
        return "" if is_plain else why(self.row, self.above)

    @property
    def figure(self) -> str:
        """The figure that decided the place: ``on points: 31``. For first place, the games won."""
        key = self.decided_by or "games_won"
        return CRITERIA[key].on_figure(dict(self.row.cells).get(key))

    @property
    def by(self) -> str:
        """A short form for a wall screen: ``on points``, ``by lot``."""
        return CRITERIA[self.row.decided_by].on if self.why else ""


@dataclass(frozen=True, kw_only=True)
class Board:
    """The standings.

    Until the first hand, nobody leads and the rows are in order of team number. A bye counts from its call,
    but gives no lead. ``has_cutoff`` is whether there are rows on both sides of the cutoff, which is under
    row ``cutoff``. ``teams`` counts those that have left, too, ``here`` doesn't.
    """

    rows: tuple[BoardRow, ...]
    cutoff: int
    games_over: int
    teams: int
    here: int
    has_begun: bool
    is_played: bool
    is_open: bool
    """While Phase I can still change them."""
    is_held_back: bool
    """If the results of a running round are left out (E-26). If results are hidden, the rows are the places
    revealed so far (E-95).
    """
    is_hidden: bool
    has_cutoff: bool
    shows_share: bool
    """Set if teams play unequal numbers of games (Rulebook E-2)."""
    counts_hands: bool
    boards_title: str
    tie_break_words: str
    tie_breaks: tuple[TieBreak, ...]
    more: tuple[TieBreak, ...]


def board(
    event: Event,
    at: datetime,
    *,
    is_public: bool = True,
    rounds: int | None = None,
    with_chances: bool = True,
) -> Board:
    """The standings. Three queries, for any number of teams.

    While Phase I is on, six more at most, to count the rounds left; none if ``rounds`` gives their number, or
    without ``with_chances``. If the event hides its results, two more for the public.
    """
    hides = is_public and is_hidden(event)
    table, ruleset = standings(event, is_public=is_public and not hides), ruleset_for(event)
    one = phase(event, PhaseKind.ONE)
    is_open = one.closed_at is None
    chances = bubble(event, one, table, at, rounds) if with_chances and not hides else {}
    rows = table.rows if table.is_played else sorted(table.rows, key=lambda row: (row.is_gone, row.number))
    first = 1
    if hides:
        ranked = [row for row in table.rows if not row.is_gone]
        first = max(1, len(ranked) - places_shown(event) + 1)
        rows = ranked[first - 1 :]
    above = {after.team_id: row for row, after in pairwise(rows)}
    here = [row for row in table.rows if not row.is_gone]
    decided = {row.rank: row.decided_by for row in reversed(here)}
    has_cutoff = len(here) > table.cutoff > 0
    by_hands = ruleset.ends.counts_hands
    more = tuple(
        one
        for one in map(CRITERIA.__getitem__, table.tie_breaks)
        if not one.is_within_group and one.key not in SHOWN[by_hands]
    )
    return Board(
        rows=tuple(
            BoardRow(
                row=row,
                above=above.get(row.team_id),
                place=place,
                decided_by="" if row.is_gone else decided[row.rank],
                note=_note(event, row, place, table, here, _chance(row, chances))
                if is_open and not hides and (has_cutoff or not table.is_played)
                else "",
                is_last_through=has_cutoff and place == table.cutoff and not row.is_gone,
                more=tuple(one.text(dict(row.cells).get(one.key)) for one in more),
                chance=_chance(row, chances),
                chance_word=WORDS.get(_chance(row, chances), ""),
                say=partial(_summary, event, row, above.get(row.team_id), chances.get(row.team_id), table),
            )
            for place, row in enumerate(rows, start=first)
        ),
        cutoff=table.cutoff,
        games_over=table.games_over,
        teams=len(table.rows),
        here=len(here),
        has_begun=one.started_at is not None,
        is_played=table.is_played,
        is_open=is_open,
        is_held_back=table.is_held_back,
        is_hidden=hides,
        has_cutoff=has_cutoff,
        shows_share=not one.has_rounds,
        counts_hands=by_hands,
        boards_title=boards_title(event),
        tie_break_words=" ".join((tie_break_words(table.tie_breaks), *event.what_counts.sentences)),
        tie_breaks=tuple(CRITERIA[key] for key in table.tie_breaks),
        more=more,
    )


def why(row: StandingsRow, above: StandingsRow | None) -> str:
    """The reason for a team's place, in words; empty for first place, and while nothing decided. No query."""
    if above is None or row.is_gone or not row.decided_by:
        return ""
    key = row.decided_by
    mine, theirs = dict(row.cells).get(key), dict(above.cells).get(key)
    return CRITERIA[key].why(ordinal(row.rank), mine, theirs, above.name)


def _chance(row: StandingsRow, chances: Mapping[int, Outlook[int]]) -> str:
    return chances[row.team_id].chance if row.team_id in chances else ""


def _summary(
    event: Event,
    row: StandingsRow,
    above: StandingsRow | None,
    outlook: Outlook[int] | None,
    table: Standings,
) -> str:
    if row.is_gone or not table.games_over:
        return ""
    chance = chance_in_words(outlook, event, table.cutoff) if outlook else ""
    return f"{chance} {why(row, above)}".strip()


def tie_break_words(tie_breaks: Sequence[str]) -> str:
    """The order of the tie-breaks in a sentence. No query."""
    if tuple(tie_breaks) == TIE_BREAKS:
        return (
            "By games won, then hands won (a Boston and a no trump count as two), "
            "then the difference, then points."
        )
    return f"By {order_in_words(tie_breaks)}."


def _note(
    event: Event, row: StandingsRow, place: int, table: Standings, here: Sequence[StandingsRow], chance: str
) -> str:
    if row.is_gone or chance in (OUT, NEXT):
        return ""
    if not table.is_played:
        return f"has the bye: it {event.what_counts.bye}" if row.byes else ""
    if not table.games_over:
        return ""
    last_in, first_out = here[table.cutoff - 1], here[table.cutoff]
    if last_in.rank == first_out.rank and row.rank == last_in.rank:
        return "tied for the last place"
    by_games, by_hands = ranks_by_games_won(table.tie_breaks), table.tie_breaks[1] == "units"
    if not by_games or not table.cutoff < place <= table.cutoff + BUBBLE:
        return ""
    games, hands = last_in.won - row.won, last_in.units - row.units
    top = f"the top {table.cutoff}"
    if games == 0 and not by_hands:
        return f"tied on games with {top}"
    if games == 0:
        return f"{hands} hand{'' if hands == 1 else 's'} from {top}" if hands else f"tied on hands with {top}"
    return f"one game from {top}" if games == 1 else ""


def rows_near_cutoff(board: Board) -> tuple[tuple[BoardRow, ...], tuple[BoardRow, ...]]:
    """The rows down to the second below the cutoff, and the others. No query."""
    last = board.cutoff + 2
    return board.rows[:last], board.rows[last:]

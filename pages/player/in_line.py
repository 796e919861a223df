"""A team's card in open play: its place on the waiting list, and its estimated wait."""

from pages.player.card import NowCard, Today
from pages.player.waits import STAY_NEAR, card_in_a_pause, card_in_break
from scoring.open_play.waiting_list import WaitingList, WaitingListRow
from tournament.event.names import ordinal

SOON = "Your table is called any minute. You’ll see it here."


def card_in_line(today: Today, line: WaitingList) -> NowCard:
    """The card of a team that waits for its next game. No query."""
    row, table = line.row_of(today.team.pk), line.table_of(today.team.pk)
    resting = today.clock.in_break
    if line.is_over:
        return _no_more(today, line)
    if today.clock.paused:
        return card_in_a_pause(_place(row, table))
    if resting:
        then = line.held if line.is_held_back else "Then games are called again."
        return card_in_break(today, resting, then, _place(row, table))
    if table:
        return NowCard(
            state="keeps",
            why="You won, and keep your table",
            big=f"Table {table}",
            line="The next on the waiting list come to you.",
            quiet=line.held or "Keep your seats.",
        )
    if row is None:
        return NowCard(state="line", why="You are next", big="Now", line=SOON)
    return NowCard(
        state="line",
        why="You are on the waiting list for your next game",
        big=f"{ordinal(row.place)} in line",
        line=row.about,
        quiet=_reason(row, line),
    )


def _place(row: WaitingListRow | None, table: int | None) -> str:
    if table:
        return f"You keep table {table}."
    return f"You are {ordinal(row.place)} in line." if row else SOON


def _reason(row: WaitingListRow, line: WaitingList) -> str:
    """Why the team waits, if a free table alone would not help; else the hint to stay near."""
    if line.held:
        return line.held
    return row.why if row.is_special else STAY_NEAR


def _no_more(today: Today, line: WaitingList) -> NowCard:
    what = "Phase I" if line.is_last_session else "this session"
    why = f"You have played your games of {what}" if today.games else f"{what} has no time for another game"
    return NowCard(
        state="over", why=f"{why[0].upper()}{why[1:]}", big="Rest", line=line.ends, quiet=line.goes_on
    )

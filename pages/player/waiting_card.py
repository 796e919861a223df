"""A team's card in open play: its place on the waiting list, and its estimated wait."""

from pages.player.card import NowCard, Today
from pages.player.waits import STAY_NEAR, card_in_a_pause, card_in_break
from scoring.open_play.waiting_list import WaitingList, WaitingListRow
from tournament.event.names import ordinal

SOON = "Your table is called any minute. You’ll see it here."


def card_on_waiting_list(today: Today, waiting: WaitingList) -> NowCard:
    """The card of a team that waits for its next game. No query."""
    row, table = waiting.row_of(today.team.pk), waiting.table_of(today.team.pk)
    resting = today.clock.in_break
    if waiting.is_over:
        return _no_more(today, waiting)
    if today.clock.paused:
        return card_in_a_pause(_where(row, table))
    if resting:
        then = waiting.held if waiting.is_held_back else "Then games are called again."
        return card_in_break(today, resting, then, _where(row, table))
    if table:
        return NowCard(
            state="keeps",
            why="You won, and keep your table",
            big=f"Table {table}",
            line="The next on the waiting list come to you.",
            quiet=waiting.held or "Keep your seats.",
        )
    if row is None:
        return NowCard(state="line", why="You are next", big="Now", line=SOON)
    return NowCard(
        state="line",
        why="You are on the waiting list for your next game",
        big=f"{ordinal(row.number)} in line",
        line=row.about,
        quiet=_reason(row, waiting),
    )


def _where(row: WaitingListRow | None, table: int | None) -> str:
    if table:
        return f"You keep table {table}."
    return f"You are {ordinal(row.number)} in line." if row else SOON


def _reason(row: WaitingListRow, waiting: WaitingList) -> str:
    """Why the team waits, if a free table alone would not help; else the hint to stay near."""
    if waiting.held:
        return waiting.held
    return row.why if row.is_special else STAY_NEAR


def _no_more(today: Today, waiting: WaitingList) -> NowCard:
    what = "Phase I" if waiting.is_last_session else "this session"
    why = f"You have played your games of {what}" if today.games else f"{what} has no time for another game"
    return NowCard(
        state="over", why=f"{why[0].upper()}{why[1:]}", big="Rest", line=waiting.ends, quiet=waiting.goes_on
    )

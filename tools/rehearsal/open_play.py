"""Phase I of a bot day without rounds: games are called until the whistle."""

from tools.rehearsal.hall import Hall
from tools.rehearsal.scripts import MINUTE, Agenda, LivedTable, Whistle

HOUR = 60 * MINUTE
TROUBLES_AFTER = 20 * MINUTE
FREE = 2
"""If hands may follow totals, every second game isn't scripted."""


def play_openly(hall: Hall) -> None:
    starts, ends = hall.starts_at, Whistle(hall.ends_at)
    hall.clock(starts + 5 * MINUTE)
    hall.organizer.open_play()
    agenda, running, is_left = Agenda(), dict[int, LivedTable](), False
    for hour in (0, 1):
        hall.troubles.during(
            lambda: list(running.values()),
            starts + hour * HOUR + TROUBLES_AFTER,
            agenda,
            leaves=hour == 0 and hall.count > 8,
        )
    if hall.comes_late:
        agenda.later(starts + TROUBLES_AFTER, lambda when: hall.come_late())
    while ends.at and (hall.now < ends.at or agenda):
        whistle = ends.at
        for table in hall.newly_called(running):
            # Ties need scripted games that are all alike; hands after a total need an unscripted game.
            if not (hall.games.writes_hands_later and len(hall.ledger.games) % FREE == 0):
                hall.troubles.script([table], hall.here(), is_last=False)
            hall.games.sit_down(table, hall.now, hall.now, ends, agenda.later)
        # At most a minute at a time: a wait or a break may end while nothing happens at any table.
        moment = min(agenda.next_at or whistle, hall.now + MINUTE) if hall.now < whistle else agenda.next_at
        assert moment is not None
        hall.clock(moment)
        agenda.do_all_at(moment)
        is_time = len(hall.here()) > 8 and hall.now >= starts + HOUR
        if is_time and not is_left and (hall.kinds or hall.count > 10):
            is_left = _one_leaves(hall, running)
        if hall.now <= whistle:
            hall.organizer.set_clock(hall.now)
    hall.proof.standings(hall.here())
    hall.say(f"{hall.declared.seating}: {len(hall.ledger.games)} games, {hall.games.hands_played} hands.")


def _one_leaves(hall: Hall, running: dict[int, LivedTable]) -> bool:
    """Withdraw the lowest team on the waiting list. Returns False if there was none."""
    playing = {team for table in running.values() for team in (table.played.ns, table.played.ew)}
    rows = hall.ledger.standings(hall.here())
    waiting = [row.team for row in reversed(rows) if row.team not in playing]
    # A table that has just become free may have its next game already.
    who = next((team for team in waiting if hall.desk.can_withdraw(hall.ids[team])), None)
    if who is not None:
        hall.leave(who)
    return who is not None

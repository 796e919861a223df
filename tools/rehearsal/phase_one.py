"""Phase I of a bot day, in rounds."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.time.clock import Span
from tools.rehearsal.games import ZONE
from tools.rehearsal.hall import Hall
from tools.rehearsal.ledger import LivedGame
from tools.rehearsal.scripts import MINUTE, Agenda, LivedTable, Whistle, tie_scripts


@dataclass
class Slot:
    """The times of a round."""

    called_at: datetime
    play_from: datetime
    whistle: datetime
    rest: timedelta
    """The time between its call and its first deal: the break, if any."""


class Rounds:
    """The rounds between the breaks of Phase I, at most ``rounds``."""

    def __init__(self, hall: Hall, rounds: int) -> None:
        self.hall = hall
        starts, ends = hall.starts_at, hall.ends_at
        within = [rest for rest in hall.breaks if starts < rest.starts_at < ends]
        turns = [Span(starts, starts + 5 * MINUTE), *within]
        whistles = [*(rest.starts_at.astimezone(ZONE) for rest in within), ends]
        self.slots = [
            Slot(
                turn.starts_at.astimezone(ZONE),
                turn.ends_at.astimezone(ZONE),
                whistle,
                turn.ends_at - turn.starts_at,
            )
            for turn, whistle in zip(turns, whistles, strict=True)
        ][:rounds]
        self.last_tables: list[LivedTable] = []

    def play(self) -> None:
        for number in range(len(self.slots)):
            self._round(number)

    def _round(self, number: int) -> None:
        """Play a round from its call to its whistle."""
        hall, slot, troubles = self.hall, self.slots[number], self.hall.troubles
        is_last = number == len(self.slots) - 1
        if number == 1:
            hall.come_late()
        called_at = self._call(number)
        if troubles.in_round("leaves", number) and len(hall.here()) > 8:
            troubles.leaves_before_the_first_hand(seat.team for seat in hall.visitor.seats())
        tables = hall.seated_tables(in_round=number)
        hall.spare.take_turns(tables)
        self._note_byes(number, tables)
        troubles.script(tables, hall.here(), is_last=is_last)
        if is_last and not hall.kinds and hall.way.plays_off and hall.ledger.has_usual_order:
            # Script a tie between two teams for which that is still possible.
            tie_scripts(hall.ledger, hall.here(), tables)
        if not is_last:
            troubles.that_can_turn(tables)
        agenda, whistle = Agenda(), Whistle(slot.whistle)
        play_from = max(called_at, slot.play_from)
        moves = troubles.in_round("round", number) and not is_last
        pauses = troubles.in_round("pause", number)
        # Other troubles would spoil the ties of the last round.
        makes_ties = is_last and troubles.has("ties")
        hall.games.are_all_in_time = moves or pauses or makes_ties
        if moves:
            troubles.moves_the_whistle(
                play_from, whistle, agenda, lambda change, at: self._moved(number, change, at)
            )
        if pauses:
            troubles.pauses(play_from, agenda, lambda length: self._pause(length, whistle))
        if not (moves or pauses or makes_ties):
            can_leave = troubles.in_round("leaves middle", number) and len(hall.here()) > 8
            troubles.during(lambda: tables, play_from, agenda, leaves=can_leave)
        hall.play(tables, called_at, play_from=play_from, whistle=whistle, agenda=agenda)
        hall.games.are_all_in_time = False
        hall.proof.standings(hall.here())
        hall.say(f"Round {number + 1}: {len(tables)} games, {hall.games.hands_played} hands so far.")
        if troubles.has("corrections") and number in (0, 2):
            # A result of the first round, and one by which the next round was paired.
            turned = troubles.turn_one((table.played for table in self.last_tables or tables), hall.organizer)
            if turned:
                hall.proof.standings(hall.here())
        self.last_tables = tables
        if not hall.kinds and number == 1 and hall.count > 10:
            hall.leave(hall.ledger.standings(hall.ids)[-1].team)

    def _call(self, number: int) -> datetime:
        """Call the round, sometimes early. Returns the time."""
        hall, slot, troubles = self.hall, self.slots[number], self.hall.troubles
        called_at = max(slot.called_at, hall.now)
        if troubles.in_round("early", number - 1) and hall.now + MINUTE < slot.called_at:
            called_at = hall.now + MINUTE
            hall.clock(called_at)
            hall.organizer.change_round(choice="early")
            self._move_break(slot.called_at, called_at)
            slot.called_at, slot.play_from = called_at, called_at + slot.rest
            troubles.tell(f"Round {number + 1} is called early.")
        else:
            hall.clock(called_at)
            hall.organizer.call_round()
        return called_at

    def _note_byes(self, number: int, tables: list[LivedTable]) -> None:
        hall = self.hall
        playing = {team for table in tables for team in table.played.everybody}
        idle = set(hall.ids) - playing - hall.withdrawn
        for team in sorted(idle & set(hall.visitor.byes()) if hall.sits_out else idle):
            hall.ledger.games.append(LivedGame(ns=team, ew=None, kind="bye", round=number))

    # --- when the round's time moves -------------------------------------------------------------

    def _moved(self, number: int, change: str, whistle: datetime) -> None:
        """Move a round's whistle and the break after it (Rulebook E-64)."""
        slot, after = self.slots[number], self.slots[number + 1]
        if change == "later":
            self._wait(5 * MINUTE)
            return
        self._move_break(slot.whistle, whistle)
        slot.whistle, after.called_at, after.play_from = whistle, whistle, whistle + after.rest

    def _pause(self, length: timedelta, whistle: Whistle) -> None:
        """Move everything after a pause by its length (Rulebook E-62)."""
        self.hall.clock(self.hall.now + length)
        self._wait(length, since=self.hall.now - length)
        whistle.at = whistle.at and whistle.at + length

    def _wait(self, length: timedelta, since: datetime | None = None) -> None:
        since = since or self.hall.now
        self.hall.later += length
        self.hall.breaks[:] = [
            Span(each.starts_at + length, each.ends_at + length) if each.starts_at > since else each
            for each in self.hall.breaks
        ]
        for slot in self.slots:
            for name in ("called_at", "play_from", "whistle"):
                if getattr(slot, name) > since:
                    setattr(slot, name, getattr(slot, name) + length)

    def _move_break(self, planned: datetime, starts_at: datetime) -> None:
        self.hall.breaks[:] = [
            Span(starts_at, starts_at + (each.ends_at - each.starts_at))
            if each.starts_at == planned
            else each
            for each in self.hall.breaks
        ]

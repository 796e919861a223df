"""The shared state of a bot day: who is there, what the clock shows, and the games at the tables."""

from collections.abc import Callable, Container, Iterable
from datetime import date, datetime, timedelta
from random import Random

from rules.competition.phase_two.games import first_of, nth
from rules.competition.phase_two.plan import Drawn, Plan
from tools.rehearsal.cast import Desk, NewBrowser, Organizer, Referee, TeamBot, Visitor
from tools.rehearsal.chart import seated
from tools.rehearsal.declared import Declared
from tools.rehearsal.games import ZONE, Games
from tools.rehearsal.ledger import Ledger, LivedGame
from tools.rehearsal.proof import PagesDisagree, Proof
from tools.rehearsal.scripts import MINUTE, Agenda, LivedTable, Whistle
from tools.rehearsal.spare import Spare
from tools.rehearsal.troubles import Troubles


class Hall:
    """The state that the parts of a day share. ``ids`` has the primary keys of the teams here, by number.

    ``later`` is how far pauses and delays have moved the schedule. ``through`` is set when the cut is
    settled, and ``missed`` are those below, best first; ``plan`` is set when Phase II begins.
    """

    desk: Desk
    games: Games
    spare: Spare
    troubles: Troubles
    plan: Plan

    def __init__(
        self,
        *,
        declared: Declared,
        teams: int,
        seed: int,
        held_on: date,
        new_browser: NewBrowser,
        say: Callable[[str], None],
        troubles: Iterable[str],
    ) -> None:
        self.declared, self.kinds = declared, frozenset(troubles)
        self.way, self.count = declared.way, teams
        if self.way.is_one and not self.way.by_chair:
            # One of the original players must stay, so a team of one has no substitute (E-20, E-31).
            self.kinds -= {"substitutes", "helpers"}
        self.random, self.new_browser, self.say = Random(seed), new_browser, say
        self.ledger = Ledger(
            declared.law,
            declared.tie_breaks,
            declared.what_counts,
            voids_early_leavers=declared.settings.get("voids_early_leavers", False),
        )
        self.hours, self.phase_one = declared.times(held_on), declared.phase_one(held_on)
        self.breaks = list(self.hours.rests())
        self.now = self.hours.moment(self.hours.meet_at).astimezone(ZONE) - MINUTE
        self.later = timedelta()
        self.organizer, self.visitor = Organizer(new_browser()), Visitor(new_browser())
        self.proof = Proof(self.ledger, self.visitor, self.organizer, is_hidden=declared.is_hidden)
        self.referees: list[Referee] = []
        self.players: dict[int, TeamBot] = {}
        self.ids: dict[int, int] = {}
        self.names: dict[int, list[str]] = {}
        self.comes_late: dict[int, int] = {}
        self.withdrawn: set[int] = set()
        # For pairs: each better player, and their partner.
        self.partners: dict[int, int] = {}
        self.bought_back: set[int] = set()
        self.withdrawn_from_cut = False
        self.through: list[int] = []
        self.missed: list[int] = []
        self.kept: dict[str, tuple[int, int]] = {}
        self.fallen: list[LivedGame] = []

    # --- the clock and who is here ---------------------------------------------------------------

    @property
    def starts_at(self) -> datetime:
        """The start of Phase I."""
        return self.phase_one.starts_at.astimezone(ZONE)

    @property
    def ends_at(self) -> datetime:
        """The end of Phase I, including all delays."""
        return self.phase_one.ends_at.astimezone(ZONE) + self.later

    def clock(self, moment: datetime) -> None:
        """Stop the practice event's clock at a moment."""
        if moment != self.now:
            self.now = moment
            self.organizer.set_clock(moment)

    def here(self) -> list[int]:
        return [number for number in self.ids if number not in self.withdrawn]

    @property
    def gone(self) -> set[int]:
        """The entrants who can't play on in Phase II: they left, or their partner in a pair did."""
        return self.withdrawn | {one for one, other in self.partners.items() if other in self.withdrawn}

    def leave(self, team: int) -> None:
        self.desk.withdraw(self.ids[team])
        self.withdrawn.add(team)

    def come_late(self) -> None:
        for late, team in self.comes_late.items():
            self.desk.check_in(team)
            self.ids[late] = team
            self.troubles.tell(f"{late} comes late.")
        self.comes_late = {}

    # --- the tables ------------------------------------------------------------------------------

    @property
    def tables(self) -> int:
        """The number of tables: too few by one in open play or with sit-outs, else one extra."""
        if self.way.by_chair:
            return self.count // 3 + 1
        is_short = self.declared.is_open or self.sits_out
        return max(1, self.count // 2 - 1) if is_short else self.count // 2 + 1

    @property
    def sits_out(self) -> bool:
        """Whether teams sit out because there are too few tables (Rulebook E-66)."""
        return "sit-out" in self.kinds and self.declared.way_of_seating.pairs_each_round and self.count > 7

    def is_playing(self) -> bool:
        return any(True for _ in seated(self.visitor.seats()))

    def seated_tables(
        self, known: Container[tuple[int, int, int | None]] = (), *, in_round: int | None = None
    ) -> list[LivedTable]:
        tables = []
        for number, played in seated(self.visitor.seats()):
            if (number, played.ns, played.ew) in known:
                continue
            played.round = in_round
            self.ledger.games.append(played)
            played.game = self.referees[0].game_at(number)
            tables.append(LivedTable(played.game, number, played))
        return tables

    def newly_called(self, running: dict[int, LivedTable]) -> list[LivedTable]:
        for number, table in list(running.items()):
            if table.played.winner_side(self.ledger.law) is not None:
                del running[number]
        new = self.seated_tables(
            known={(one.number, one.played.ns, one.played.ew) for one in running.values()}
        )
        running |= {table.number: table for table in new}
        return new

    def play(
        self,
        tables: list[LivedTable],
        called_at: datetime,
        *,
        play_from: datetime,
        whistle: Whistle,
        agenda: Agenda,
    ) -> None:
        """Play these games, every action at its time. The next game of a series follows at once (E-80)."""
        running = {table.number: table for table in tables}

        def is_over(table: LivedTable) -> bool:
            return table.played.winner_side(self.ledger.law) is not None

        for table in tables:
            self.games.sit_down(table, called_at, play_from, whistle, agenda.later)
        while agenda.next_at:
            self.clock(agenda.next_at)
            agenda.do_one()
            is_series = self.declared.has_series
            if is_series and any(table.played.slot and is_over(table) for table in running.values()):
                following = self.newly_called(running)
                self.find_slots(following)
                for table in following:
                    self.games.sit_down(table, self.now, self.now + MINUTE, Whistle(None), agenda.later)

    # --- the bracket -----------------------------------------------------------------------------

    @property
    def seeds(self) -> list[int]:
        """Everybody in the plan, best first; those of the second chance come last."""
        return [*self.through, *self.missed] if self.declared.choice.second_chance else self.through

    def drawn(self) -> Drawn[int]:
        """The bracket now. A game that fell counts again if the same two meet there again (Rulebook E-75)."""
        drawn = self._drawn()
        while back := [
            game for game in self.fallen if {*drawn.pairs[first_of(game.slot)]} == {game.ns, game.ew}
        ]:
            self.fallen = [game for game in self.fallen if game not in back]
            self.ledger.games += back
            drawn = self._drawn()
        return drawn

    def _drawn(self) -> Drawn[int]:
        lived = {game.slot: game for game in self.ledger.games if game.slot}
        outcomes = {slot: end for slot, game in lived.items() if (end := self.ledger.outcome(game))}
        self.kept |= {slot: (game.ns, game.ew) for slot, game in lived.items() if game.ew is not None}
        drawn = self.plan.drawn(self.seeds, outcomes, self.kept)
        for stage in self.plan.stages:
            # A Swiss round that has begun keeps its pairs (Rulebook E-74).
            if lived.keys() & set(stage.draws):
                for key in stage.draws:
                    one, other = drawn.pairs[key]
                    if one is not None and other is not None:
                        self.kept[key] = one, other
        return drawn

    def find_slots(self, tables: list[LivedTable]) -> None:
        """Set the bracket positions of these games."""
        # Draw once for all, before any of them gets its position.
        drawn = self.drawn()
        for table in tables:
            table.played.slot = self._slot_of(table.played, drawn)

    def _slot_of(self, played: LivedGame, drawn: Drawn[int]) -> str:
        for position in drawn.ready:
            if set(drawn.pairs[position.key]) == {played.ns, played.ew}:
                return nth(position.key, drawn.number(position.key))
        raise PagesDisagree(f"{played.ns} and {played.ew} are at a table, and the bracket has no such game.")

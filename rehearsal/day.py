"""A bot day from the sign-up to the podium."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from random import Random

from rehearsal.cast import Desk, NewBrowser, Organizer, Referee, TeamBot, Visitor
from rehearsal.chart import seated
from rehearsal.games import ZONE, Games
from rehearsal.ledger import Ledger, LivedGame
from rehearsal.proof import PagesDisagree, Proof
from rehearsal.scripts import MINUTE, Agenda, LivedTable, Whistle, tie_scripts
from rehearsal.troubles import Troubles
from rules.competition.clock import Span
from rules.competition.pairing.pairs import paired
from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import first_of, nth
from rules.competition.phase_two.plan import Drawn
from rules.competition.taking_part import PEOPLE_MOVE, way_of
from simulation.days.plan import WAYS
from simulation.people import people, team_name

SEATINGS = {**WAYS, "individuals": "alone"} | {move: move for move in PEOPLE_MOVE}
"""The ways of seating Phase I, with their values in the form that opens an event."""

PHASES_TWO = {**{key: Choice(format=key) for key in FORMATS}, "series": Choice(semi_games=3, final_games=3)}
"""The ways of playing Phase II: each format with its defaults, and a single elimination with series."""

OPEN = ("open", "rise")
ALONE = "individuals"
OF_PEOPLE = (ALONE, *PEOPLE_MOVE)


@dataclass
class Slot:
    called_at: datetime
    play_from: datetime
    whistle: datetime


class BotDay:
    """One bot day of a ``game``, with ``teams`` teams or individuals, seated in one of the ``SEATINGS``.

    Phase I has at most ``rounds`` rounds. With ``pairs_up`` people who came alone play Phase II in pairs. A
    pair is known by its better player, and ``partners`` has the other. ``troubles`` are some of
    ``troubles.KINDS``. The same ``seed`` gives the same day, except in open play, where the server's tick
    also decides.
    """

    def __init__(
        self,
        *,
        teams: int,
        seed: int,
        held_on: date,
        new_browser: NewBrowser,
        say: Callable[[str], None],
        seating: str = "standing",
        game: str = "fahrenheit",
        phase_two: str = "single",
        pairs_up: str = "",
        troubles: Iterable[str] = (),
        rounds: int = 8,
    ) -> None:
        self.seating, self.game = seating, game
        self.two, self.choice = phase_two, PHASES_TWO[phase_two]
        self.kinds = frozenset(troubles)
        self.count, self.random, self.new_browser, self.say = teams, Random(seed), new_browser, say
        self.ledger = Ledger(game)
        self.way = way_of(self.ledger.law.ruleset, SEATINGS[seating], pairs_up=bool(pairs_up))
        self.pairs_up, self.partners = pairs_up, dict[int, int]()
        if self.way.is_one and not self.way.by_chair:
            # One of the original players must stay, so a team of one has no substitute (E-20, E-31).
            self.kinds -= {"substitutes"}
        self.date = held_on
        self.now = self.at(0)
        # The breaks and rounds of the Fahrenheit tournament's day.
        half_hours = [self.at(15) + 30 * MINUTE * number for number in range(8)]
        self.breaks = [Span(start, start + 5 * MINUTE) for start in half_hours[1:]]
        self.slots = [
            Slot(start, start + 5 * MINUTE, start + 30 * MINUTE)
            for start in half_hours[: min(rounds, 4 if self.way.has_bracket else 8)]
        ]
        self.later = timedelta()
        self.last_tables: list[LivedTable] = []
        self.organizer = Organizer(new_browser())
        self.visitor = Visitor(new_browser())
        self.proof = Proof(self.ledger, self.visitor, self.organizer)
        self.players: dict[int, TeamBot] = {}
        self.withdrawn: set[int] = set()
        self.withdrawn_from_cut = self.is_reopened = False
        self.kept: dict[str, tuple[int, int]] = {}
        self.ties = self.places_seen = 0

    # --- the day ---------------------------------------------------------------------------------

    def live(self, *, name: str = "Bot day") -> None:
        self.organizer.open_event(
            name,
            self.date,
            tables=self.tables(),
            seating=SEATINGS[self.seating],
            game=self.game,
            phase_two=self.choice,
            pairs_up=self.pairs_up,
        )
        self.visitor.slug = self.organizer.slug
        self.say(f"{name} is open at /{self.organizer.slug}/")
        self.clock(self.at(14))
        self.meet_and_greet()
        self.troubles.before_phase_one()
        if self.sits_out:
            self.organizer.choose_way(way="sitout")
            self.troubles.tell(f"There are {self.tables()} tables: some sit out in turn.")
        if self.seating in OPEN:
            self.play_openly()
        else:
            # Phase I of people who come alone lasts until the awards (Rulebook E-53).
            for number in range(len(self.slots)):
                self.play_round(number)
        self.cut()
        if self.way.has_bracket:
            self.phase_two()
        podium = self.proof.podium(self.here())
        self.proof.money(self.desk)
        self.proof.standings(self.here())
        self.recount()
        for place, team in podium:
            self.say(f"{place}. {team_name(team)}")

    def meet_and_greet(self) -> None:
        self.desk = Desk(self.new_browser(), self.organizer.slug)
        self.desk.join(self.organizer.give_badge("desk", "Aunt Vi"))
        self.referees = []
        for name in ("Ref Lou", "Ref Sam"):
            referee = Referee(self.new_browser(), self.organizer.slug)
            referee.join(self.organizer.give_badge("referee", name))
            self.referees.append(referee)
        self.games = Games(
            random=self.random,
            ledger=self.ledger,
            breaks=self.breaks,
            players=self.players,
            referees=self.referees,
            calls_at_once=self.seating in OPEN,
        )
        late = self.late_team()
        names = people()
        for number in range(1, self.count + 1):
            name, pair = team_name(number), tuple(islice(names, self.way.members))
            if number == self.count and self.way.members == 2:
                for single in pair:
                    self.visitor.sign_up_alone(player=single)
                self.desk.pair(name)
            elif number % 2:
                self.visitor.sign_up(name, pair)
            else:
                self.desk.register(name, pair)
        self.ids = self.desk.teams()
        if sorted(self.ids) != list(range(1, self.count + 1)):
            raise PagesDisagree(f"The desk lists the teams {sorted(self.ids)}, and {self.count} signed up.")
        for number, team in self.ids.items():
            if number != late:
                self.desk.check_in(team)
            self.give(team, number)
            player = TeamBot(self.new_browser(), self.organizer.slug)
            player.join(self.desk.link_of(team))
            self.players[number] = player
        self.proof.money(self.desk)
        self.comes_late = {late: self.ids.pop(late)} if late else {}
        self.troubles = Troubles(
            kinds=self.kinds,
            random=Random(self.random.random()),
            say=self.say,
            ledger=self.ledger,
            games=self.games,
            desk=self.desk,
            organizer=self.organizer,
            ids=self.ids,
            withdrawn=self.withdrawn,
            is_for_people=self.way.by_chair,
        )
        who = "people" if self.way.by_chair else "teams"
        self.say(f"{self.count} {who} are here, and ${self.ledger.given_cents / 100:.2f} was given.")

    def give(self, team: int, number: int) -> None:
        """Record a donation: all of the suggested sum, half or nothing; one is taken back."""
        dollars = {0: "10", 1: "10", 2: "5", 3: ""}[number % 4]
        if not dollars:
            return
        self.desk.donate(team, amount=dollars, method="cash" if number % 3 else "other")
        self.ledger.given_cents += int(dollars) * 100
        if number == 2:
            self.desk.take_back_donation(reason="It was for another team")
            self.ledger.given_cents -= int(dollars) * 100

    def play_round(self, number: int) -> None:
        """A round of Phase I, from the call to the whistle."""
        slot, is_last, troubles = self.slots[number], number == len(self.slots) - 1, self.troubles
        if number == 1:
            self.come_late()
        called_at = max(slot.called_at, self.now)
        if troubles.in_round("early", number - 1) and self.now + MINUTE < slot.called_at:
            called_at = self.now + MINUTE
            self.clock(called_at)
            self.organizer.change_round(choice="early")
            self.move_break(slot.called_at, called_at)
            slot.called_at, slot.play_from = called_at, called_at + 5 * MINUTE
            troubles.tell(f"Round {number + 1} is called early.")
        else:
            self.clock(called_at)
            self.organizer.call_round()
        if troubles.in_round("leaves", number) and len(self.here()) > 8:
            troubles.leaves_before_the_first_hand(seat.team for seat in self.visitor.seats())
        tables = self.seated_tables()
        playing = {team for table in tables for team in table.played.everybody}
        idle = set(self.ids) - playing - self.withdrawn
        for team in sorted(idle & set(self.visitor.byes()) if self.sits_out else idle):
            self.ledger.games.append(LivedGame(ns=team, ew=None, kind="bye"))
        troubles.script(tables, self.here(), is_last=is_last)
        if is_last and not self.kinds and self.way.plays_off and self.game == "fahrenheit":
            # As on a real day, two teams that can still tie do so.
            tie_scripts(self.ledger, self.here(), tables)
        if not is_last:
            troubles.that_can_turn(tables)
        agenda, whistle = Agenda(), Whistle(slot.whistle)
        play_from = max(called_at, slot.play_from)
        moves, pauses = troubles.in_round("round", number), troubles.in_round("pause", number)
        # Other troubles would spoil the ties of the last round.
        makes_ties = is_last and troubles.has("ties")
        self.games.are_all_in_time = moves or pauses or makes_ties
        if moves:
            troubles.moves_the_whistle(
                play_from, whistle, agenda, lambda change, at: self.moved(number, change, at)
            )
        if pauses:
            troubles.pauses(play_from, agenda, lambda length: self.pause(length, whistle))
        if not (moves or pauses or makes_ties):
            can_leave = troubles.in_round("leaves middle", number) and len(self.here()) > 8
            troubles.during(lambda: tables, play_from, agenda, leaves=can_leave)
        self.play(tables, called_at, play_from=play_from, whistle=whistle, agenda=agenda)
        self.games.are_all_in_time = False
        self.proof.standings(self.here())
        self.say(f"Round {number + 1}: {len(tables)} games, {self.games.hands_played} hands so far.")
        if troubles.has("corrections") and number in (0, 2):
            # In the first round, and in one whose results the next round was paired by.
            turned = troubles.turn_one((table.played for table in self.last_tables or tables), self.organizer)
            if turned:
                self.proof.standings(self.here())
        self.last_tables = tables
        if not self.kinds and number == 1 and self.count > 10:
            leaver = self.ledger.standings(self.ids)[-1].team
            self.desk.withdraw(self.ids[leaver])
            self.withdrawn.add(leaver)

    def late_team(self) -> int | None:
        """The team that comes after the first round, if any: one that signed up by itself."""
        if "late" not in self.kinds or self.seating in ("robin", "movement") or self.count < 6:
            return None
        return self.random.choice(range(1, self.count, 2))

    def come_late(self) -> None:
        for late, team in self.comes_late.items():
            self.desk.check_in(team)
            self.ids[late] = team
            self.troubles.tell(f"{late} comes late.")
        self.comes_late = {}

    def moved(self, number: int, change: str, whistle: datetime) -> None:
        """Move a round's whistle and the break after it (Rulebook E-64)."""
        slot, after = self.slots[number], self.slots[number + 1]
        if change == "later":
            self.wait(5 * MINUTE)
            return
        self.move_break(slot.whistle, whistle)
        slot.whistle, after.called_at, after.play_from = whistle, whistle, whistle + 5 * MINUTE

    def pause(self, length: timedelta, whistle: Whistle) -> None:
        """Move everything after a pause by its length (Rulebook E-62)."""
        self.clock(self.now + length)
        self.wait(length, since=self.now - length)
        whistle.at = whistle.at and whistle.at + length

    def wait(self, length: timedelta, since: datetime | None = None) -> None:
        since = since or self.now
        self.later += length
        self.breaks[:] = [
            Span(each.starts_at + length, each.ends_at + length) if each.starts_at > since else each
            for each in self.breaks
        ]
        for slot in self.slots:
            for name in ("called_at", "play_from", "whistle"):
                if getattr(slot, name) > since:
                    setattr(slot, name, getattr(slot, name) + length)

    def move_break(self, planned: datetime, starts_at: datetime) -> None:
        self.breaks[:] = [
            Span(starts_at, starts_at + 5 * MINUTE) if each.starts_at == planned else each
            for each in self.breaks
        ]

    def play_openly(self) -> None:
        """Phase I without rounds: games are called until the whistle."""
        ends = Whistle(self.at(17))
        self.clock(self.at(15, 5))
        self.organizer.open_play()
        agenda, running, is_left = Agenda(), dict[int, LivedTable](), False
        for hour in (15, 16):
            self.troubles.during(
                lambda: list(running.values()),
                self.at(hour, 20),
                agenda,
                leaves=hour == 15 and self.count > 8,
            )
        if self.comes_late:
            agenda.later(self.at(15, 20), lambda when: self.come_late())
        while ends.at and (self.now < ends.at or agenda):
            whistle = ends.at
            for table in self.newly_called(running):
                self.troubles.script([table], self.here(), is_last=False)
                self.games.sit_down(table, self.now, self.now, ends, agenda.later)
            # A wait or a break may end while nothing happens at any table.
            moment = (
                min(agenda.next_at or whistle, self.now + MINUTE) if self.now < whistle else agenda.next_at
            )
            assert moment is not None
            self.clock(moment)
            agenda.do_all_at(moment)
            if (
                not is_left
                and (self.kinds or self.count > 10)
                and len(self.here()) > 8
                and self.now >= self.at(16)
            ):
                is_left = self.let_one_leave(running)
            if self.now <= whistle:
                self.organizer.set_clock(self.now)
        self.proof.standings(self.here())
        self.say(f"{self.seating}: {len(self.ledger.games)} games, {self.games.hands_played} hands.")

    def newly_called(self, running: dict[int, LivedTable]) -> list[LivedTable]:
        for number, table in list(running.items()):
            if table.played.winner_side(self.ledger.law) is not None:
                del running[number]
        new = self.seated_tables(
            known={(one.number, one.played.ns, one.played.ew) for one in running.values()}
        )
        running |= {table.number: table for table in new}
        return new

    def let_one_leave(self, running: dict[int, LivedTable]) -> bool:
        """The lowest team of the waiting list leaves; returns whether there was one."""
        playing = {team for table in running.values() for team in (table.played.ns, table.played.ew)}
        waiting = [row.team for row in self.ledger.standings(self.here()) if row.team not in playing]
        if waiting:
            self.desk.withdraw(self.ids[waiting[-1]])
            self.withdrawn.add(waiting[-1])
        return bool(waiting)

    def cut(self) -> None:
        """Settle the cut: a tie of two by a play-off hand, of more by a lot."""
        moment = max(self.at(17 if self.way.has_bracket else 19) + self.later, self.now)
        self.clock(moment)
        if self.seating in OPEN and self.troubles.has("corrections") and not self.withdrawn_from_cut:
            self.troubles.turn_one((game for game in self.ledger.games if not game.slot), self.organizer)
            self.proof.standings(self.here())
        while ties := self.organizer.ties():
            self.ties += 1
            moment += MINUTE
            self.clock(moment)
            tie = ties[0]
            if len(tie) == 2 and self.way.plays_off and not self.has_played_off(tie):
                self.say(f"Teams {tie[0]} and {tie[1]} are tied, and play off.")
                self.organizer.let_play_off()
                for game in self.organizer.games_to_call():
                    self.organizer.call_game(game)
                moment = self.play_off(moment)
            else:
                self.say(f"Teams {', '.join(map(str, tie))} are tied, and draw lots.")
                self.organizer.draw_lot()
                self.proof.lots()
        self.proof.standings(self.here())
        self.recount()
        self.organizer.settle_cut()
        if self.troubles.has("corrections") and not self.is_reopened:
            self.is_reopened = True
            self.organizer.reopen_cut()
            self.troubles.tell("The cut is opened again.")
            self.troubles.turn_one((game for game in self.ledger.games if not game.slot), self.organizer)
            self.cut()
            return
        self.through = self.seeds()

    def seeds(self) -> list[int]:
        """Who goes through, best first; of a pair the better player."""
        through = [row.team for row in self.ledger.standings(self.here())]
        if not self.way.pairs_up:
            return through[: min(7, len(through))]
        through = through[: self.way.goes_through(8, len(through))]
        self.partners = dict(paired(through, self.pairs_up, self.organizer.pair_words()))
        return list(self.partners)

    def phase_two(self) -> None:
        moment = max(self.now, self.at(17, 5) + self.later)
        self.clock(moment)
        self.organizer.start_phase_two()
        if self.troubles.has("leaves") and len(self.here()) > 3:
            moment = self.one_leaves_before_it()
        self.plan = plan_of(self.choice, len(self.through), self.ledger.table_tie_breaks)
        wave, first = 0, list[LivedGame]()
        while games := self.organizer.games_to_call():
            # Every table is free now; games without a table come next.
            for game in games[: self.tables()]:
                self.organizer.call_game(game)
            tables = self.seated_tables()
            self.find_slots(tables)
            # If only the clock ends a game, a referee keeps its time (Rulebook E-7).
            time = Whistle(moment + 20 * MINUTE if self.ledger.law.is_clocked else None)
            agenda = Agenda()
            if wave == 0:
                self.troubles.that_can_turn(tables)
                self.troubles.during(lambda: tables, moment, agenda, leaves=len(self.through) > 3)  # noqa: B023
            self.play(tables, moment, play_from=moment + MINUTE, whistle=time, agenda=agenda)
            self.walk_over()
            first = first or [table.played for table in tables]
            if (
                wave == 1
                and self.troubles.has("corrections")
                and self.troubles.turn_one(first, self.organizer)
            ):
                self.fall()
            moment, wave = self.now, wave + 1
        left = [game.key for game in self.drawn().left]
        if left:
            raise PagesDisagree(f"No game of Phase II can be called, and {', '.join(left)} are to be played.")
        played = sum(bool(game.slot) for game in self.ledger.games)
        self.ledger.placed = tuple(each.team for each in self.drawn().placed if each.first <= 3)
        self.say(f"Phase II, {self.two}: {played} games.")

    def one_leaves_before_it(self) -> datetime:
        """A qualified team leaves before the first hand, and the next one moves up (E-4, E-77)."""
        who = self.random.choice(self.through)
        self.desk.leave(self.ids[who])
        self.withdrawn.add(who)
        self.withdrawn_from_cut = True
        self.troubles.tell(
            f"{who}, seed {self.through.index(who) + 1}, leaves before the first hand of Phase II."
        )
        if self.organizer.can_settle():
            self.cut()
            self.organizer.start_phase_two()
        else:
            self.through = self.seeds()
        return self.now

    def walk_over(self) -> None:
        """A team whose opponent has left has won (Rulebook E-77)."""
        while gone := [
            (place, pair)
            for place in self.drawn().ready
            if set(pair := self.drawn().pairs[place.key]) & self.gone
        ]:
            for place, (one, other) in gone:
                assert one is not None
                assert other is not None
                ahead = one if other in self.gone else other
                if {one, other} <= self.gone:
                    ahead = min(one, other, key=self.through.index)
                sides = self.ledger.law.sides
                slot = nth(place.key, self.drawn().number(place.key))
                game = LivedGame(ns=one, ew=other, slot=slot, walkover=sides[0 if ahead == one else 1])
                self.ledger.games.append(game)

    def fall(self) -> None:
        """Drop games of teams that wouldn't have met (Rulebook E-75)."""
        pairs = self.drawn().pairs
        fell = [
            game
            for game in self.ledger.games
            if game.slot and set(pairs[first_of(game.slot)]) != {game.ns, game.ew}
        ]
        if fell:
            self.ledger.games = [game for game in self.ledger.games if game not in fell]
            self.games.ledger = self.ledger
            self.troubles.tell(f"{len(fell)} games fall: {', '.join(game.slot for game in fell)}.")
        self.walk_over()

    # --- a round of games ------------------------------------------------------------------------

    def seated_tables(self, known: Container[tuple[int, int, int | None]] = ()) -> list[LivedTable]:
        tables = []
        for number, played in seated(self.visitor.seats()):
            if (number, played.ns, played.ew) in known:
                continue
            self.ledger.games.append(played)
            played.game = self.referees[0].game_at(number)
            tables.append(LivedTable(played.game, number, played))
        return tables

    def play(
        self,
        tables: list[LivedTable],
        called_at: datetime,
        *,
        play_from: datetime,
        whistle: Whistle,
        agenda: Agenda,
    ) -> None:
        """Play these games, every action at its time. A series goes on at once (Rulebook E-80)."""
        running = {table.number: table for table in tables}

        def is_over(table: LivedTable) -> bool:
            return table.played.winner_side(self.ledger.law) is not None

        for table in tables:
            self.games.sit_down(table, called_at, play_from, whistle, agenda.later)
        while agenda.next_at:
            self.clock(agenda.next_at)
            agenda.do_one()
            if self.has_series and any(table.played.slot and is_over(table) for table in running.values()):
                following = self.newly_called(running)
                self.find_slots(following)
                for table in following:
                    self.games.sit_down(table, self.now, self.now + MINUTE, Whistle(None), agenda.later)

    def play_off(self, moment: datetime) -> datetime:
        for table in self.seated_tables():
            table.played.kind = "playoff"
            # A hand that nobody wins is played again.
            while table.played.winner_side(self.ledger.law) is None:
                moment += MINUTE
                self.clock(moment)
                facts = self.games.reported()
                self.games.enter(table, facts)
                table.played.hands.append(facts)
        return moment

    def recount(self) -> None:
        self.places_seen += self.proof.places(self.choice.format)

    # --- small things ----------------------------------------------------------------------------

    def at(self, hour: int, minute: int = 0) -> datetime:
        return datetime(self.date.year, self.date.month, self.date.day, hour, minute, tzinfo=ZONE)

    def clock(self, moment: datetime) -> None:
        """Stop the practice event's clock at a moment."""
        if moment != self.now:
            self.now = moment
            self.organizer.set_clock(moment)

    def tables(self) -> int:
        """The number of tables: one too few in open play or with sit-outs, else one to spare."""
        if self.way.by_chair:
            return self.count // 3 + 1
        is_short = self.seating in OPEN or self.sits_out
        return max(1, self.count // 2 - 1) if is_short else self.count // 2 + 1

    @property
    def has_series(self) -> bool:
        """Whether some rounds of Phase II are a series (Rulebook E-80)."""
        return self.two == "series"

    @property
    def sits_out(self) -> bool:
        """Whether teams sit out because of too few tables (Rulebook E-66)."""
        return "sit-out" in self.kinds and self.seating in ("standing", "random") and self.count > 7

    @property
    def gone(self) -> set[int]:
        """Those who left Phase II; of a pair the one who stayed can't play on either."""
        return self.withdrawn | {one for one, other in self.partners.items() if other in self.withdrawn}

    def here(self) -> list[int]:
        return [number for number in self.ids if number not in self.withdrawn]

    def has_played_off(self, tie: Iterable[int]) -> bool:
        pair = set(tie)
        return any(game.kind == "playoff" and {game.ns, game.ew} == pair for game in self.ledger.games)

    def drawn(self) -> Drawn[int]:
        lived = {game.slot: game for game in self.ledger.games if game.slot}
        outcomes = {slot: end for slot, game in lived.items() if (end := self.ledger.outcome(game))}
        self.kept |= {slot: (game.ns, game.ew) for slot, game in lived.items() if game.ew is not None}
        drawn = self.plan.drawn(self.through, outcomes, self.kept)
        for stage in self.plan.stages:
            # A Swiss round that has begun keeps its pairs (Rulebook E-74).
            if lived.keys() & set(stage.draws):
                for key in stage.draws:
                    one, other = drawn.pairs[key]
                    if one is not None and other is not None:
                        self.kept[key] = one, other
        return drawn

    def find_slots(self, tables: list[LivedTable]) -> None:
        """Give these games their bracket positions."""
        # One draw for all, before any of them has its position.
        drawn = self.drawn()
        for table in tables:
            table.played.slot = self.slot_of(table.played, drawn)

    def slot_of(self, played: LivedGame, drawn: Drawn[int]) -> str:
        for place in drawn.ready:
            if set(drawn.pairs[place.key]) == {played.ns, played.ew}:
                return nth(place.key, drawn.number(place.key))
        raise PagesDisagree(f"{played.ns} and {played.ew} are at a table, and the bracket has no such game.")

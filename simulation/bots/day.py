"""A bot day from the sign-up to the podium, with late teams, reneges, second thoughts and a tie."""

from collections.abc import Callable, Container, Iterable
from datetime import date, datetime
from itertools import islice
from random import Random

from rules.competition.clock import Span
from rules.competition.phase_two.formats import Choice, plan_of
from rules.competition.phase_two.plan import Drawn
from simulation.bots.cast import Desk, NewBrowser, Organizer, Referee, TeamBot, Visitor
from simulation.bots.chart import seated
from simulation.bots.games import ZONE, Games
from simulation.bots.ledger import Ledger, LivedGame
from simulation.bots.people import people, team_name
from simulation.bots.proof import PagesDisagree, Proof
from simulation.bots.scripts import MINUTE, Agenda, LivedTable, tie_scripts
from simulation.days.plan import WAYS

SEATINGS = {**WAYS, "individuals": "alone"}
"""How Phase I may be seated, and what the page that opens an event calls it."""

OPEN = ("open", "rise")
ALONE = "individuals"


class Stopped(Exception):
    """The day was to stop here."""


class BotDay:
    """One bot day of a ``game``. ``teams`` play it, seated in one of the ``SEATINGS``.

    Of individuals so many come.
    The same ``seed`` gives the same day, but where games are called as tables free, the hall's own tick has a
    say, too.
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
    ) -> None:
        self.seating, self.game = seating, game
        self.choice = Choice(format=phase_two)
        self.count, self.random, self.new_browser, self.say = teams, Random(seed), new_browser, say
        self.ledger = Ledger(game)
        self.size = 1 if seating == ALONE else self.ledger.law.team_size
        self.date = held_on
        self.now = self.at(0)
        self.stop_at: datetime | None = None
        self.organizer = Organizer(new_browser())
        self.visitor = Visitor(new_browser())
        self.proof = Proof(self.ledger, self.visitor, self.organizer)
        self.players: dict[int, TeamBot] = {}
        self.withdrawn: set[int] = set()
        self.ties = self.places_seen = 0

    # --- the day ---------------------------------------------------------------------------------

    def live(self, *, name: str = "Bot day", stop_at: tuple[int, int] | None = None) -> None:
        """The whole day of an organizer who has signed in; ``stop_at`` (hour, minute) ends it there."""
        self.stop_at = self.at(*stop_at) if stop_at else None
        way = SEATINGS[self.seating]
        self.organizer.open_event(
            name,
            self.date,
            tables=self.tables(),
            seating=way,
            game=self.game,
            phase_two=self.choice.format,
        )
        self.visitor.slug = self.organizer.slug
        self.say(f"{name} is open at /{self.organizer.slug}/")
        try:
            self.clock(self.at(14))
            self.meet_and_greet()
            if self.seating in OPEN:
                self.play_openly()
            else:
                # Phase I of people who come alone lasts until the awards (Rulebook E-53).
                for number in range(8 if self.seating == ALONE else 4):
                    self.play_round(number)
            self.cut()
            if self.seating != ALONE:
                self.phase_two()
        except Stopped:
            self.say(f"Stopped at {self.stop_at:%-I:%M %p}.")
            return
        podium = self.proof.podium(self.here())
        self.proof.money(self.desk)
        self.proof.standings(self.here())
        self.recount()
        for place, team in podium:
            self.say(f"{place}. {team_name(team)}")

    def meet_and_greet(self) -> None:
        """Sign-up on phones and at the desk, partners, donations, check-in."""
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
            breaks=self.breaks(),
            players=self.players,
            referees=self.referees,
            calls_at_once=self.seating in OPEN,
        )
        names = people()
        for number in range(1, self.count + 1):
            name, pair = team_name(number), tuple(islice(names, self.size))
            if number == self.count and self.size == 2:
                for single in pair:
                    self.visitor.sign_up_alone(single)
                self.desk.pair(name)
            elif number % 2:
                self.visitor.sign_up(name, pair)
            else:
                self.desk.register(name, pair)
        self.ids = self.desk.teams()
        if sorted(self.ids) != list(range(1, self.count + 1)):
            raise PagesDisagree(f"The desk lists the teams {sorted(self.ids)}, and {self.count} signed up.")
        for number, team in self.ids.items():
            self.desk.check_in(team)
            self.give(team, number)
            player = TeamBot(self.new_browser(), self.organizer.slug)
            player.join(self.desk.link_of(team))
            self.players[number] = player
        self.proof.money(self.desk)
        who = "people" if self.seating == ALONE else "teams"
        self.say(f"{self.count} {who} are here, and ${self.ledger.given_cents / 100:.2f} was given.")

    def give(self, team: int, number: int) -> None:
        """Some give what is suggested, some half, some nothing; one entry is wrong and is taken back."""
        dollars = {0: "10", 1: "10", 2: "5", 3: ""}[number % 4]
        if not dollars:
            return
        self.desk.take(team, dollars, "cash" if number % 3 else "other")
        self.ledger.given_cents += int(dollars) * 100
        if number == 2:
            self.desk.counter_last("It was for another team")
            self.ledger.given_cents -= int(dollars) * 100

    def play_round(self, number: int) -> None:
        """A round of Phase I: called, seated, played up to the whistle."""
        half_hour = self.at(15) + 30 * MINUTE * number
        called_at = max(half_hour, self.now)
        self.clock(called_at)
        self.organizer.call_round()
        tables = self.seated_tables()
        playing = {team for table in tables for team in table.played.everybody}
        for team in sorted(set(self.ids) - playing - self.withdrawn):
            self.ledger.games.append(LivedGame(ns=team, ew=None, kind="bye"))
        if number == 3 and self.seating != ALONE and self.game == "fahrenheit":
            # What every real day does by itself: two teams that can still come out level do so.
            tie_scripts(self.ledger, self.here(), tables)
        play_from, whistle = max(called_at, half_hour + 5 * MINUTE), half_hour + 30 * MINUTE
        self.play(tables, called_at, play_from=play_from, whistle=whistle)
        self.proof.standings(self.here())
        self.say(f"Round {number + 1}: {len(tables)} games, {self.games.hands_played} hands so far.")
        if number == 1 and self.count > 10:
            leaver = self.ledger.standings(self.ids)[-1].team
            self.desk.withdraw(self.ids[leaver])
            self.withdrawn.add(leaver)

    def play_openly(self) -> None:
        """Phase I without rounds: whoever is called plays, until the whistle."""
        whistle = self.at(17)
        self.clock(self.at(15, 5))
        self.organizer.open_play()
        agenda, running, is_left = Agenda(), dict[int, LivedTable](), False
        while self.now < whistle or agenda:
            for table in self.newly_called(running):
                self.games.sit_down(table, self.now, self.now, whistle, agenda.later)
            # A stated wait may pass, or a break end, while nothing happens at any table.
            moment = (
                min(agenda.next_at or whistle, self.now + MINUTE) if self.now < whistle else agenda.next_at
            )
            assert moment is not None
            self.clock(moment)
            agenda.do_all_at(moment)
            if not is_left and self.count > 10 and self.now >= self.at(16):
                is_left = self.let_one_leave(running)
            if self.now <= whistle:
                self.organizer.set_clock(self.now)
        self.proof.standings(self.here())
        self.say(f"{self.seating}: {len(self.ledger.games)} games, {self.games.hands_played} hands.")

    def newly_called(self, running: dict[int, LivedTable]) -> list[LivedTable]:
        """The games at the tables that weren't there a minute ago."""
        for number, table in list(running.items()):
            if table.played.winner_side(self.ledger.law) is not None:
                del running[number]
        new = self.seated_tables(
            known={(one.number, one.played.ns, one.played.ew) for one in running.values()}
        )
        running |= {table.number: table for table in new}
        return new

    def let_one_leave(self, running: dict[int, LivedTable]) -> bool:
        """The lowest of those in the line goes home; whether anybody was in it."""
        playing = {team for table in running.values() for team in (table.played.ns, table.played.ew)}
        waiting = [row.team for row in self.ledger.standings(self.ids) if row.team not in playing]
        if waiting:
            self.desk.withdraw(self.ids[waiting[-1]])
            self.withdrawn.add(waiting[-1])
        return bool(waiting)

    def cut(self) -> None:
        """Settle who goes through: a tie of two by a play-off hand, of more by a lot."""
        moment = max(self.at(19 if self.seating == ALONE else 17), self.now)
        self.clock(moment)
        while ties := self.organizer.ties():
            self.ties += 1
            moment += MINUTE
            self.clock(moment)
            tie = ties[0]
            if len(tie) == 2 and self.seating != ALONE and not self.has_played_off(tie):
                self.say(f"Teams {tie[0]} and {tie[1]} are level, and play off.")
                self.organizer.let_play_off()
                for game in self.organizer.games_to_call():
                    self.organizer.call_game(game)
                moment = self.play_off(moment)
            else:
                self.say(f"Teams {', '.join(map(str, tie))} are level, and draw lots.")
                self.organizer.draw_lot()
                self.proof.lots()
        self.proof.standings(self.here())
        self.recount()
        self.organizer.settle_cut()
        self.through = [row.team for row in self.ledger.standings(self.here())][: min(7, len(self.here()))]

    def phase_two(self) -> None:
        """The bracket, game by game as the teams are known."""
        moment = max(self.now, self.at(17, 5))
        self.clock(moment)
        self.organizer.start_phase_two()
        self.plan = plan_of(self.choice, len(self.through), self.ledger.table_tie_breaks)
        while games := self.organizer.games_to_call():
            # Nobody plays now, so that every table is free; the games there is none for come next.
            for game in games[: self.tables()]:
                self.organizer.call_game(game)
            tables = self.seated_tables()
            # Drawn before any of them has its place, as the hall drew them all at once.
            drawn = self.drawn()
            for table in tables:
                table.played.slot = self.slot_of(table.played, drawn)
            # Where only the clock ends a game, a referee keeps its time (Rulebook E-7).
            time = moment + 20 * MINUTE if self.ledger.law.is_clocked else None
            self.play(tables, moment, play_from=moment + MINUTE, whistle=time)
            moment = self.now
        left = [game.key for game in self.drawn().left]
        if left:
            raise PagesDisagree(f"No game of Phase II can be called, and {', '.join(left)} are to be played.")
        played = sum(bool(game.slot) for game in self.ledger.games)
        self.ledger.placed = tuple(each.team for each in self.drawn().placed if each.first <= 3)
        self.say(f"Phase II, {self.choice.format}: {played} games.")

    # --- a round of games ------------------------------------------------------------------------

    def seated_tables(self, known: Container[tuple[int, int, int | None]] = ()) -> list[LivedTable]:
        """The games at the tables now, as the seating chart has them, but for those that are known."""
        tables = []
        for number, played in seated(self.visitor.seats()):
            if (number, played.ns, played.ew) in known:
                continue
            self.ledger.games.append(played)
            tables.append(LivedTable(self.referees[0].game_at(number), number, played))
        return tables

    def play(
        self, tables: list[LivedTable], called_at: datetime, *, play_from: datetime, whistle: datetime | None
    ) -> None:
        """Live these games, every deed at its minute, in the order of the clock."""
        agenda = Agenda()
        for table in tables:
            self.games.sit_down(table, called_at, play_from, whistle, agenda.later)
        while agenda.next_at:
            self.clock(agenda.next_at)
            agenda.do_one()

    def play_off(self, moment: datetime) -> datetime:
        """The play-off hands that are at tables now."""
        for table in self.seated_tables():
            table.played.kind = "playoff"
            # One that nobody wins is played again.
            while table.played.winner_side(self.ledger.law) is None:
                moment += MINUTE
                self.clock(moment)
                facts = self.games.reported()
                self.games.enter(table, facts)
                table.played.hands.append(facts)
        return moment

    def recount(self) -> None:
        """Hold every page that says a place against what the exports come to."""
        self.places_seen += self.proof.places(self.choice.format)

    # --- small things ----------------------------------------------------------------------------

    def at(self, hour: int, minute: int = 0) -> datetime:
        """A moment of the day on the hall's wall."""
        return datetime(self.date.year, self.date.month, self.date.day, hour, minute, tzinfo=ZONE)

    def clock(self, moment: datetime) -> None:
        """Put the practice event's clock there, where it stands still."""
        if self.stop_at and moment > self.stop_at:
            self.organizer.set_clock(self.stop_at, speed=1)
            raise Stopped
        if moment != self.now:
            self.now = moment
            self.organizer.set_clock(moment)

    def breaks(self) -> list[Span]:
        """The breaks of seed 004's day."""
        starts = [self.at(15, 30) + 30 * MINUTE * number for number in range(7)]
        return [Span(start, start + 5 * MINUTE) for start in starts]

    def tables(self) -> int:
        """How many tables the hall has: one to spare, or one too few where games are called as they free."""
        if self.seating == ALONE:
            return self.count // 3 + 1
        return max(1, self.count // 2 - 1) if self.seating in OPEN else self.count // 2 + 1

    def here(self) -> list[int]:
        """The teams that haven't left."""
        return [number for number in self.ids if number not in self.withdrawn]

    def has_played_off(self, tie: Iterable[int]) -> bool:
        """Whether these two have had their play-off hand."""
        pair = set(tie)
        return any(game.kind == "playoff" and {game.ns, game.ew} == pair for game in self.ledger.games)

    def drawn(self) -> Drawn[int]:
        """Phase II by the rules, as the games of it that were lived have ended."""
        lived = {game.slot: game for game in self.ledger.games if game.slot}
        outcomes = {slot: end for slot, game in lived.items() if (end := self.ledger.outcome(game))}
        kept = {slot: (game.ns, game.ew) for slot, game in lived.items() if game.ew is not None}
        return self.plan.drawn(self.through, outcomes, kept)

    def slot_of(self, played: LivedGame, drawn: Drawn[int]) -> str:
        """Where in the bracket a game belongs, by the rules."""
        for place in drawn.ready:
            if set(drawn.pairs[place.key]) == {played.ns, played.ew}:
                return place.key
        raise PagesDisagree(f"{played.ns} and {played.ew} are at a table, and the bracket has no such game.")

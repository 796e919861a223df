"""A rehearsal day from the sign-up to the podium, with late teams, reneges, second thoughts and a tie."""

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from pages.play.cast import Desk, NewBrowser, Organizer, Player, Referee, Visitor
from pages.play.ledger import Ledger, Played
from rules.contest.brackets import Bracket, Outcome
from rules.contest.clock import Span, deadline
from rules.contest.lots import draw
from rules.players import play_hand

ZONE = ZoneInfo("America/Chicago")
MINUTE = timedelta(minutes=1)
NAMES = (
    "Rise & Fly", "Downtown Divas", "Kitty Katz", "Boston Bound", "Sporting Kitty", "No Trump Need Apply",
    "Aces & Eights", "Big Joker Energy", "Two Hands High", "Jokers Wild", "Set & Match", "High Rollers",
    "South Side Spades", "Five Mile Kitty", "Queens of Clubs", "The Renegers", "Lake Shore Low",
    "Uptown Six", "Little Joker Club", "Deal Me In", "The Book Club", "Straight No Chaser",
    "Seven & Special", "Board Members",
)  # fmt: skip
PEOPLE = (
    "Dee", "Ray", "Mo", "Jo", "Tasha", "Earl", "Nia", "Cleo", "Andre", "Bea", "Curtis", "Dot", "Ernest",
    "Faye", "Gus", "Hattie", "Ike", "June", "Kofi", "Lena", "Marcus", "Nell", "Otis", "Pearl", "Quincy",
    "Rosa", "Sly", "Tee", "Ursa", "Vern", "Wanda", "Xavier", "Yolanda", "Zeke",
)  # fmt: skip


class PagesDisagree(Exception):
    """A number on a page is not what the facts add up to."""


@dataclass
class Table:
    """A game as the people at its table live it."""

    game: int
    number: int
    played: Played
    script: list[dict[str, Any]] = field(default_factory=list)


class Stopped(Exception):
    """The day was to stop here."""


class Day:
    """One rehearsal day. ``teams`` play it; the same ``seed`` gives the same day."""

    def __init__(
        self, *, teams: int, seed: int, held_on: date, new_browser: NewBrowser, say: Callable[[str], None]
    ) -> None:
        self.count, self.random, self.new_browser, self.say = teams, Random(seed), new_browser, say
        self.ledger = Ledger()
        self.date = held_on
        self.now = self.at(0)
        self.stop_at: datetime | None = None
        self.organizer = Organizer(new_browser())
        self.visitor = Visitor(new_browser())
        self.players: dict[int, Player] = {}
        self.withdrawn: set[int] = set()
        self.hands_played = 0
        self.late = self.reneges = self.second_thoughts = self.ties = 0

    # --- the day ---------------------------------------------------------------------------------

    def live(self, *, name: str = "Rehearsal", stop_at: tuple[int, int] | None = None) -> None:
        """The whole day of an organizer who has signed in; ``stop_at`` (hour, minute) ends it there."""
        self.stop_at = self.at(*stop_at) if stop_at else None
        self.organizer.open_event(name, self.date, tables=self.count // 2 + 1)
        self.visitor.slug = self.organizer.slug
        self.say(f"{name} is open at /{self.organizer.slug}/")
        try:
            self.clock(self.at(14))
            self.meet_and_greet()
            for number in range(4):
                self.play_round(number)
            self.cut()
            self.phase_two()
        except Stopped:
            self.say(f"Stopped at {self.stop_at:%-I:%M %p}.")
            return
        self.check_the_end()

    def meet_and_greet(self) -> None:
        """Sign-up on phones and at the desk, partners, donations, check-in."""
        self.desk = Desk(self.new_browser(), self.organizer.slug)
        self.desk.join(self.organizer.give_badge("desk", "Aunt Vi"))
        self.referees = []
        for name in ("Ref Lou", "Ref Sam"):
            referee = Referee(self.new_browser(), self.organizer.slug)
            referee.join(self.organizer.give_badge("referee", name))
            self.referees.append(referee)
        people = self.names(PEOPLE)
        for number in range(1, self.count + 1):
            name, pair = self.team_name(number), (next(people), next(people))
            if number == self.count:
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
            player = Player(self.new_browser(), self.organizer.slug)
            player.join(self.desk.link_of(team))
            self.players[number] = player
        self.check_money()
        self.say(f"{self.count} teams are here, and ${self.ledger.given_cents / 100:.2f} was given.")

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
        playing = {team for table in tables for team in (table.played.ns, table.played.ew)}
        for team in sorted(set(self.ids) - playing - self.withdrawn):
            self.ledger.games.append(Played(ns=team, ew=None, kind="bye"))
        if number == 3:
            self.make_a_tie(tables)
        play_from, whistle = max(called_at, half_hour + 5 * MINUTE), half_hour + 30 * MINUTE
        self.play(tables, called_at, play_from=play_from, whistle=whistle)
        self.check_standings()
        self.say(f"Round {number + 1}: {len(tables)} games, {self.hands_played} hands so far.")
        if number == 1 and self.count > 10:
            leaver = self.ledger.standings(self.ids)[-1].team
            self.desk.withdraw(self.ids[leaver])
            self.withdrawn.add(leaver)

    def cut(self) -> None:
        """Settle who goes through: a tie of two by a play-off hand, of more by a lot."""
        moment = max(self.at(17), self.now)
        self.clock(moment)
        while ties := self.organizer.ties():
            self.ties += 1
            moment += MINUTE
            self.clock(moment)
            tie = ties[0]
            if len(tie) == 2 and not self.has_played_off(tie):
                self.say(f"Teams {tie[0]} and {tie[1]} are level, and play off.")
                self.organizer.let_play_off()
                for game in self.organizer.games_to_call():
                    self.organizer.call_game(game)
                moment = self.play_off(moment)
            else:
                self.say(f"Teams {', '.join(map(str, tie))} are level, and draw lots.")
                self.organizer.draw_lot()
                self.read_lots()
        self.check_standings()
        self.organizer.settle_cut()
        self.through = [row.team for row in self.ledger.standings(self.here())][: min(7, len(self.here()))]

    def phase_two(self) -> None:
        """The bracket, game by game as the teams are known."""
        moment = max(self.now, self.at(17, 5))
        self.clock(moment)
        self.organizer.start_phase_two()
        self.bracket = Bracket.of(len(self.through))
        while games := self.organizer.games_to_call():
            for game in games:
                self.organizer.call_game(game)
            tables = self.seated_tables()
            for table in tables:
                table.played.slot = self.slot_of(table.played)
            self.play(tables, moment, play_from=moment + MINUTE, whistle=None)
            moment = self.now
        self.say(f"Phase II: {len(self.bracket.games)} games.")

    # --- a round of games ------------------------------------------------------------------------

    def seated_tables(self) -> list[Table]:
        """The games at the tables now, as the seating chart has them."""
        by_table: dict[int, dict[str, int]] = {}
        for seat in self.visitor.seats():
            by_table.setdefault(seat.table, {})[seat.side] = seat.team
        tables = []
        for number, sides in sorted(by_table.items()):
            if set(sides) != {"NS", "EW"}:
                raise PagesDisagree(f"Table {number} has {sides}, not a team on each side.")
            played = Played(ns=sides["NS"], ew=sides["EW"])
            self.ledger.games.append(played)
            tables.append(Table(self.referees[0].game_at(number), number, played))
        return tables

    def play(
        self, tables: list[Table], called_at: datetime, *, play_from: datetime, whistle: datetime | None
    ) -> None:
        """Live these games, every deed at its minute, in the order of the clock."""
        agenda: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        order = count()

        def later(when: datetime, deed: Callable[[datetime], None]) -> None:
            heapq.heappush(agenda, (when, next(order), deed))

        for table in tables:
            self.sit_down(table, called_at, play_from, whistle, later)
        while agenda:
            when, _, deed = heapq.heappop(agenda)
            self.clock(when)
            deed(when)

    def sit_down(
        self,
        table: Table,
        called_at: datetime,
        play_from: datetime,
        whistle: datetime | None,
        later: Callable[[datetime, Callable[[datetime], None]], None],
    ) -> None:
        """Both teams come to the table; now and then one is late, seldom both, and one never comes."""
        breaks = self.breaks()
        steps = [deadline(called_at, 5 * step, breaks).astimezone(ZONE) for step in (1, 2, 3)]
        fate = self.random.random() if not table.script else 1.0
        sides = ["NS", "EW"]
        self.random.shuffle(sides)
        comes: dict[str, datetime | None] = {side: self.in_time(called_at, steps[0]) for side in sides}
        if fate < 0.08:
            comes[sides[0]] = steps[0] + 2 * MINUTE
        elif fate < 0.10:
            comes[sides[0]] = None
        elif fate < 0.12:
            comes = dict.fromkeys(sides, steps[0] + 2 * MINUTE)
        self.late += fate < 0.12
        for side, moment in comes.items():
            if moment is not None:
                team = table.played.ns if side == "NS" else table.played.ew
                assert team is not None
                later(moment, lambda when, team=team: self.players[team].sit_down())  # type: ignore[misc]
        missing = [side for side in sides if comes[side] is None or comes[side] > steps[0]]  # type: ignore[operator]
        if len(missing) == 1:
            lost = 1 if comes[missing[0]] else 3
            for step in steps[:lost]:
                later(step, lambda when: table.played.hands.append({"forfeited_by": missing[0]}))
            if lost == 3:
                return
        if len(missing) == 2:
            later(steps[0] + 3 * MINUTE, lambda when: self.referee(table).answer(table.game))
        start = max(play_from, *(moment for moment in comes.values() if moment))
        self.deal(table, start + MINUTE, whistle, later)

    def deal(
        self,
        table: Table,
        dealt_at: datetime,
        whistle: datetime | None,
        later: Callable[[datetime, Callable[[datetime], None]], None],
    ) -> None:
        """Deal the next hand, if there is time for it, and play it; at the whistle the game ends."""
        if whistle is not None and dealt_at > whistle:
            later(max(whistle, dealt_at - 2 * MINUTE), lambda when: self.whistle(table, when, whistle, later))
            return
        minutes = 3 if table.script else self.random.randint(3, 6)
        later(dealt_at + minutes * MINUTE, lambda when: self.hand(table, when, whistle, later))

    def hand(
        self,
        table: Table,
        when: datetime,
        whistle: datetime | None,
        later: Callable[[datetime, Callable[[datetime], None]], None],
    ) -> None:
        """A hand is over, and the referee enters it."""
        played, ruleset = table.played, self.ledger.ruleset
        facts = table.script.pop(0) if table.script else self.reported()
        self.enter(table, facts)
        played.hands.append(facts)
        if whistle is not None and when >= whistle:
            played.is_whistled = True
        if played.winner_side(ruleset) is not None:
            return
        if played.is_whistled:
            later(when + 4 * MINUTE, lambda moment: self.decide(table))
        else:
            self.deal(table, when + MINUTE, whistle, later)

    def whistle(
        self,
        table: Table,
        when: datetime,
        whistle: datetime,
        later: Callable[[datetime, Callable[[datetime], None]], None],
    ) -> None:
        """No deal was complete when the whistle went."""
        self.referee(table).end_at_whistle(table.game)
        table.played.is_whistled = True
        if table.played.winner_side(self.ledger.ruleset) is None:
            later(when + 4 * MINUTE, lambda moment: self.decide(table))

    def decide(self, table: Table) -> None:
        """Level at the whistle: one hand decides."""
        facts = self.reported()
        self.enter(table, facts)
        table.played.decider = facts

    def play_off(self, moment: datetime) -> datetime:
        """The play-off hands that are at tables now."""
        for table in self.seated_tables():
            table.played.kind = "playoff"
            moment += MINUTE
            self.clock(moment)
            facts = self.reported()
            self.enter(table, facts)
            table.played.hands.append(facts)
        return moment

    def enter(self, table: Table, facts: dict[str, Any]) -> None:
        """Enter a hand; now and then with a slip of the thumb, undone or corrected at once."""
        referee, self.hands_played = self.referee(table), self.hands_played + 1
        slip = self.random.random()
        if "books" in facts and slip < 0.06:
            self.second_thoughts += 1
            wrong = {**facts, "books": 13 - facts["books"] or 1}
            page = referee.enter(table.game, wrong)
            if slip < 0.03:
                referee.undo(page)
                referee.enter(table.game, facts)
            elif not facts.get("reneges"):
                referee.correct_last(table.game, facts, "The books were counted again")
            else:
                referee.undo(page)
                referee.enter(table.game, facts)
        else:
            referee.enter(table.game, facts)

    def reported(self) -> dict[str, Any]:
        """A hand as the built-in players play it; in one of thirty somebody reneges."""
        hand: dict[str, Any] = play_hand("fahrenheit", self.random.randrange(1 << 30))
        facts = {key: hand[key] for key in ("bidder", "level", "strain", "books")}
        if self.random.random() < 1 / 30:
            self.reneges += 1
            facts["reneges"] = [self.random.choice(["NS", "EW"])]
        return facts

    # --- a tie -----------------------------------------------------------------------------------

    def make_a_tie(self, tables: list[Table]) -> None:
        """Let two teams that can still come out level do so: what every real day does by itself."""
        rows = {row.team: row for row in self.ledger.standings(self.here())}
        met = {frozenset((game.ns, game.ew)) for game in self.ledger.games}
        seats = [
            (rows[team], table, side)
            for table in tables
            for side, team in (("NS", table.played.ns), ("EW", table.played.ew))
            if team in rows
        ]
        seats.sort(key=lambda seat: seat[0].rank)
        for place, (one, table, side) in enumerate(seats):
            for other, its_table, its_side in seats[place + 1 :]:
                if table is its_table or one.won != other.won or frozenset((one.team, other.team)) in met:
                    continue
                behind = one.units_for - other.units_for, one.points - other.points
                lost = (one.units_for - one.units_against) - (other.units_for - other.units_against)
                if behind[0] == 0 and 0 <= lost <= 2 and 0 <= behind[1] <= 6:
                    table.script = _win(side, points=12, lost=lost)
                    its_table.script = _win(its_side, points=12 + behind[1], lost=0)
                    return

    # --- holding the pages against the facts -----------------------------------------------------

    def check_standings(self) -> None:
        """Every number of the standings, against the facts and the rules alone."""
        expected = {row.team: row for row in self.ledger.standings(self.here())}
        shown = {row.team: row for row in self.visitor.standings() if row.rank}
        if set(expected) != set(shown):
            raise PagesDisagree(f"The standings show {sorted(shown)}, and {sorted(expected)} are here.")
        for team, row in expected.items():
            seen = shown[team]
            told = (seen.rank, seen.won, seen.units, seen.difference, seen.points)
            facts = (row.rank, row.won, row.units_for, row.units_for - row.units_against, row.points)
            if told != facts:
                raise PagesDisagree(f"Team {team} stands at {told}, the facts say {facts}.")

    def check_money(self) -> None:
        """What was given, against the money page."""
        shown = self.desk.total_cents()
        if shown != self.ledger.given_cents:
            raise PagesDisagree(f"The desk shows {shown} cents, {self.ledger.given_cents} were given.")

    def check_the_end(self) -> None:
        """The podium, the money, the standings, and everything recomputed from the facts."""
        podium = self.visitor.podium()
        expected = [(place, team) for place, team in enumerate(self.ledger.podium(), start=1)]
        if podium[: len(expected)] != expected:
            raise PagesDisagree(f"The podium shows {podium}, the facts say {expected}.")
        self.check_money()
        self.check_standings()
        objections = self.organizer.objections()
        if objections:
            raise PagesDisagree(objections)
        for place, team in podium:
            self.say(f"{place}. {self.team_name(team)}")

    # --- small things ----------------------------------------------------------------------------

    def at(self, hour: int, minute: int = 0) -> datetime:
        """A moment of the day on the hall's wall."""
        return datetime(self.date.year, self.date.month, self.date.day, hour, minute, tzinfo=ZONE)

    def clock(self, moment: datetime) -> None:
        """Put the rehearsal's clock there, where it stands still."""
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

    def in_time(self, called_at: datetime, due_at: datetime) -> datetime:
        """A minute before the five are over."""
        minutes = int((due_at - called_at) / MINUTE)
        return called_at + self.random.randint(0, minutes - 1) * MINUTE

    def here(self) -> list[int]:
        """The teams that haven't left."""
        return [number for number in self.ids if number not in self.withdrawn]

    def referee(self, table: Table) -> Referee:
        """Whose table it is: odd ones and even ones."""
        return self.referees[table.number % len(self.referees)]

    def has_played_off(self, tie: Iterable[int]) -> bool:
        """Whether these two have had their play-off hand."""
        pair = set(tie)
        return any(game.kind == "playoff" and {game.ns, game.ew} == pair for game in self.ledger.games)

    def read_lots(self) -> None:
        """What was drawn, from the cut page, drawn again from the words."""
        for words, teams in self.organizer.lots():
            if list(draw(sorted(teams), words)) != teams:
                raise PagesDisagree(f"“{words}” draws {draw(sorted(teams), words)}, the page shows {teams}.")
            self.ledger.lots |= {team: place for place, team in enumerate(teams, start=1)}

    def slot_of(self, played: Played) -> str:
        """Where in the bracket a game belongs, by the rules."""
        results = {
            game.slot: Outcome(winner=game.winner(self.ledger.ruleset), loser=game.loser(self.ledger.ruleset))
            for game in self.ledger.games
            if game.slot
        }
        for place in self.bracket.ready(self.through, results):
            if set(self.bracket.teams(place.key, self.through, results)) == {played.ns, played.ew}:
                return place.key
        raise PagesDisagree(f"{played.ns} and {played.ew} are at a table, and the bracket has no such game.")

    def team_name(self, number: int) -> str:
        """What the team calls itself."""
        name = NAMES[(number - 1) % len(NAMES)]
        return name if number <= len(NAMES) else f"{name} {1 + (number - 1) // len(NAMES)}"

    def names(self, source: tuple[str, ...]) -> Iterator[str]:
        """Names for everybody, no two alike."""
        for number in count():
            for name in source:
                yield name if not number else f"{name} {number + 1}"


def _win(side: str, *, points: int, lost: int) -> list[dict[str, Any]]:
    """A game won by three made bids with so many points together, after ``lost`` hands to the others."""
    other = {"NS": "EW", "EW": "NS"}[side]
    extra = points - 12
    shares = [min(2, max(0, extra - 2 * place)) for place in range(3)]
    hands = [{"bidder": other, "level": 4, "strain": "uptown", "books": 10}] * lost
    return [dict(hand) for hand in hands] + [
        {"bidder": side, "level": 4, "strain": "uptown", "books": 10 + share} for share in shares
    ]

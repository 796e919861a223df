"""Random incidents of a bot day: late teams, substitutes, forfeits, corrections, pauses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import product
from random import Random

from tools.rehearsal.cast import Desk, Judge, Organizer
from tools.rehearsal.games import Games
from tools.rehearsal.law import Facts
from tools.rehearsal.ledger import Ledger, LivedGame
from tools.rehearsal.scripts import MINUTE, Agenda, LivedTable, Whistle
from tools.rehearsal.spare import Spare

KINDS = {
    "ties": "games that leave teams tied at the cut",
    "apart": "two who are kept apart",
    "sit-out": "too few tables, so that some sit rounds out in turn",
    "late": "a team that joins after the first round",
    "leaves": "teams that leave: before a game’s first hand, in the middle of one, before and in Phase II",
    "substitutes": "a substitute",
    "helpers": "a substitute from the people who are here, asked at the desk or on their own page",
    "late hands": "hands of a total that are typed in later, and decided on if they don’t add up",
    "forfeits": "a game that is given up",
    "corrections": "hands that were written down wrong, and change who won",
    "pause": "a pause",
    "round": "rounds that end early, last longer, and are called early",
}

DEALS = 40
"""The deals among which ``Troubles.hands`` looks for another last hand."""
TRIES = 200
"""The random choices of winners to try until one leaves a tie."""
MOST_HANDS = 8
"""The most hands of a planned game."""
CHANGES = ("end", "longer", "later")
"""The values of ``choice`` on the page that changes the end of a round."""


@dataclass
class Troubles:
    """The troubles of one day: their ``kinds``, and the round of each.

    Teams are numbers; ``ids`` has their primary keys. ``done`` has a sentence for each trouble so far,
    ``turned`` the games whose winner was corrected.
    """

    kinds: frozenset[str]
    random: Random
    say: Callable[[str], None]
    ledger: Ledger
    games: Games
    desk: Desk
    spare: Spare
    organizer: Organizer
    ids: dict[int, int]
    withdrawn: set[int]
    is_for_people: bool
    """Individuals play, not teams."""
    done: list[str] = field(default_factory=list)
    turned: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        # In the first three of four rounds, so that Phase II keeps its time.
        self.rounds = dict(zip(("leaves", "round", "early"), self.random.sample(range(3), 3), strict=True))
        self.rounds["pause"] = self.random.choice([3, self.rounds["early"]])
        self.rounds["leaves middle"] = self.rounds["leaves"]
        # A hand that each side wins, by side. In games of only these, teams with equal wins are tied.
        self.even = self.games.ledger.law.even() if "ties" in self.kinds else {}
        self.change = self.random.choice(CHANGES)
        self.apart: frozenset[int] = frozenset()

    @property
    def _counts_hands(self) -> bool:
        """Whether games are won by hands that the bots can make up."""
        return self.ledger.law.counts_hands and self.ledger.law.has_board

    def has(self, kind: str) -> bool:
        return kind in self.kinds

    def in_round(self, what: str, number: int) -> bool:
        """Whether a trouble happens in a round, counted from 0."""
        kind = {"early": "round", "leaves middle": "leaves"}.get(what, what)
        return self.has(kind) and self.rounds[what] == number

    def tell(self, what: str) -> None:
        self.done.append(what)
        self.say(f"  {what}")

    # --- Phase I ---------------------------------------------------------------------------------

    def before_phase_one(self) -> None:
        if self.has("apart") and len(self.ids) > 5:
            one, other = self.random.sample(sorted(self.ids), 2)
            self.organizer.keep_apart(one=str(one), other=str(other))
            self.apart = frozenset((one, other))
            self.tell(f"{one} and {other} are kept apart.")

    def leaves_before_the_first_hand(self, seated: Iterable[int]) -> None:
        who = self.random.choice(sorted(set(seated) - self.apart))
        self.desk.leave(self.ids[who])
        self.withdrawn.add(who)
        self.tell(f"{who} leaves before the first hand of its game.")

    def script(self, tables: Sequence[LivedTable], teams: Sequence[int], *, is_last: bool) -> None:
        """Script games in which all winners score the same. In the last round, try to leave teams tied."""
        if not self.even:
            return
        for table in tables:
            self._won_by(table, self.random.choice(sorted(self.even)))
        # Most choices of winners leave a tie, so one is soon found.
        for _ in range(TRIES if is_last else 0):
            for table in tables:
                lost = self.random.choice((0, 0, 1, 2)) if self._counts_hands else 0
                self._won_by(table, self.random.choice(sorted(self.even)), lost)
            if self._leaves_a_tie(tables, teams):
                return

    def _won_by(self, table: LivedTable, side: str, lost: int = 0) -> None:
        """Script a game that ``side`` wins, after ``lost`` hands that another side wins."""
        other = next(each for each in self.even if each != side)
        table.script, table.always = [dict(self.even[other]) for _ in range(lost)], self.even[side]

    def _leaves_a_tie(self, tables: Sequence[LivedTable], teams: Sequence[int]) -> bool:
        """Whether the scripted games would leave a tie among the best teams. Plays them, then undoes them."""
        law = self.ledger.law
        for table in tables:
            assert table.always is not None
            table.played.hands = [*table.script, table.always]
            while not law.is_over(table.played.hands) and len(table.played.hands) < MOST_HANDS:
                table.played.hands.append(table.always)
            table.played.is_whistled = True
        rows = self.ledger.standings(teams)
        for table in tables:
            table.played.hands, table.played.is_whistled = [], False
        return any(row.is_tied for row in rows[: 3 if self.is_for_people else 7])

    def that_can_turn(self, tables: Sequence[LivedTable]) -> None:
        """Script a game that its last hand decides, so that correcting that hand changes the winner."""
        if self.has("corrections") and self._counts_hands and tables:
            table = self.random.choice(tables)
            sides = self.random.sample(self.ledger.law.sides, 2)
            made = {"level": 4, "strain": "uptown", "books": 10}
            table.script = [{"bidder": sides[number % 2], **made} for number in range(5)]

    def during(
        self, tables: Callable[[], Sequence[LivedTable]], at: datetime, agenda: Agenda, *, leaves: bool
    ) -> None:
        """Plan the troubles of games under way, some minutes after ``at``."""
        actions = {"substitutes": self._substitute, "helpers": self._help, "forfeits": self._forfeit}
        if leaves:
            actions["leaves"] = self._leave
        for kind, action in actions.items():
            if self.has(kind):
                self._some_time(action, tables, at + self.random.randint(4, 9) * MINUTE, agenda)

    def _some_time(
        self,
        action: Callable[[Sequence[LivedTable]], bool],
        tables: Callable[[], Sequence[LivedTable]],
        at: datetime,
        agenda: Agenda,
    ) -> None:
        """Plan an action. If it returns False, it wasn't possible, and is retried every minute."""

        def attempt(when: datetime) -> None:
            if not action(tables()) and any(not self.games.is_done(table) for table in tables()):
                agenda.later(when + MINUTE, attempt)

        # Queued after everything planned for that moment already, such as forfeits by the clock.
        agenda.later(at, lambda when: agenda.later(when, attempt))

    def _substitute(self, tables: Sequence[LivedTable]) -> bool:
        playing = {team for table in tables for team in table.played.everybody} - self.withdrawn
        playing -= {team for table in tables for team in table.played.helped}
        if not playing:
            return False
        who = self.random.choice(sorted(playing))
        name = f"Cousin {len(self.done) + 1}"
        self.desk.substitute(self.ids[who], name)
        self.spare.replace(who, name)
        self.tell(f"A substitute plays for {who}.")
        return True

    def _help(self, tables: Sequence[LivedTable]) -> bool:
        for table in self._under_way(tables):
            whole = set(table.played.everybody) - self.withdrawn - self.spare.replaced
            who = self.random.choice(sorted(whole - table.played.helped.keys()) or [0])
            if who and (found := self.spare.ask(who)):
                name, table.played.helped[who] = found
                self.tell(f"{name} of {found[1]} plays for {who}.")
                return True
        return False

    def _forfeit(self, tables: Sequence[LivedTable]) -> bool:
        law = self.ledger.law
        for table in self._under_way(tables):
            side = self.random.choice(law.sides)
            given_up = [*table.played.hands, law.given_up(side)]
            if len(law.sides) > 2 and law.won(given_up, (), is_whistled=False) is None:
                continue
            self.games.referee(table).forfeit(table.game, side=side)
            table.played.give_up(side, law)
            self.tell(f"{table.played.chairs(law)[side]} gives up its game.")
            return True
        return False

    def _leave(self, tables: Sequence[LivedTable]) -> bool:
        law = self.ledger.law
        for table in self._under_way(tables):
            chairs = [item for item in table.played.chairs(law).items() if item[1] not in self.apart]
            if not table.played.hands or not chairs:
                continue
            side, who = self.random.choice(chairs)
            self.desk.leave(self.ids[who])
            self.withdrawn.add(who)
            table.played.give_up(side, law)
            self.tell(f"{who} leaves in the middle of its game.")
            return True
        return False

    def _under_way(self, tables: Sequence[LivedTable]) -> list[LivedTable]:
        left = [table for table in tables if not self.games.is_done(table) and not table.script]
        left = [table for table in left if not table.played.is_whistled]
        self.random.shuffle(left)
        return left

    def pauses(self, at: datetime, agenda: Agenda, wait: Callable[[timedelta], None]) -> None:
        if self.has("pause"):
            length = self.random.randint(2, 9) * MINUTE
            moment = at + self.random.randint(8, 14) * MINUTE
            agenda.later(moment, lambda when: self._pause(length, agenda, wait))

    def _pause(self, length: timedelta, agenda: Agenda, wait: Callable[[timedelta], None]) -> None:
        self.organizer.pause()
        # Move the clock on, and everything planned after it.
        wait(length)
        self.organizer.resume()
        agenda.wait(length)
        self.tell(f"A pause of {length // MINUTE} minutes.")

    def moves_the_whistle(
        self, at: datetime, whistle: Whistle, agenda: Agenda, moved: Callable[[str, datetime], None]
    ) -> None:
        """Plan a change of the round's end 10 to 14 minutes after ``at``. ``moved`` gets kind and new end."""

        def move(when: datetime) -> None:
            self.organizer.change_round(choice=self.change)
            whistle.at = when if self.change == "end" else (whistle.at or when) + 5 * MINUTE
            moved(self.change, whistle.at)
            self.tell(
                {"end": "The round is ended.", "longer": "The round is made longer."}.get(
                    self.change, "Everything is five minutes later."
                )
            )

        agenda.later(at + self.random.randint(10, 14) * MINUTE, move)

    # --- corrections -----------------------------------------------------------------------------

    def turn_one(self, games: Iterable[LivedGame], judge: Judge) -> LivedGame | None:
        """Correct a game's last hand so that another side wins. Returns the game, or None if none fits."""
        candidates = [
            game
            for game in games
            if game.game and game.game not in self.turned and not (game.beside or game.is_decided)
        ]
        self.random.shuffle(candidates)
        candidates.sort(key=lambda game: len(game.hands) < 5)
        for game in candidates:
            facts = self._turned(game)
            if facts is not None:
                before = game.winner(self.ledger.law)
                judge.correct_last(game.game, self.ledger.law.taps(facts), "The slip says otherwise")
                game.hands[-1] = facts
                self.turned.add(game.game)
                self.tell(f"A correction: {game.winner(self.ledger.law)} has won, and not {before}.")
                return game
        return None

    def _turned(self, game: LivedGame) -> Facts | None:
        """Another last hand, with which another side would win the game; None if there is none."""
        law = self.ledger.law
        won = game.winner_side(law)
        if won is None or not game.hands or game.deciders or "forfeited_by" in game.hands[-1]:
            return None
        for facts in self.hands:
            is_other_kind = law.has_total([facts]) != law.has_total(game.hands)
            if "reneges" in facts or is_other_kind or law.winner(facts) in (None, won):
                continue
            hands = [*game.hands[:-1], facts]
            side = law.won(hands, (), is_whistled=game.is_whistled)
            if side not in (None, won) and (game.is_whistled or law.is_over(hands)):
                return dict(facts)
        return None

    @cached_property
    def hands(self) -> list[Facts]:
        """Possible last hands for a correction."""
        law = self.ledger.law
        if not law.has_board:
            return [*self.even.values(), *(law.result(seed) for seed in range(DEALS))]
        return [
            {"bidder": side, "level": level, "strain": "uptown", "books": books}
            for side, level, books in product(law.sides, (4, 5, 6), (6, 10, 12))
        ]

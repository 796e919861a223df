"""Playing the games of a bot day: when the sides come, what is dealt, what referees enter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from rules.time.clock import Span, deadline
from tools.rehearsal.cast import Referee, TeamBot
from tools.rehearsal.law import TOTALS_ONLY
from tools.rehearsal.ledger import Ledger
from tools.rehearsal.scripts import MINUTE, Later, LivedTable, Whistle, comings

ZONE = ZoneInfo("America/Chicago")
HANDS_FOLLOW, OTHER_HANDS = 0.5, 0.15
"""The shares of totals that are followed by their hands, and by contradicting ones."""


@dataclass(kw_only=True)
class Games:
    """Plays the games, and counts unusual events: late sides, reneges, wrong entries, second thoughts."""

    random: Random
    ledger: Ledger
    breaks: list[Span]
    players: Mapping[int, TeamBot]
    referees: Sequence[Referee]
    calls_at_once: bool
    """In open play, a table gets its next game as soon as one ends."""
    writes_hands_later: bool = False
    """Some totals are followed by their hands."""
    are_all_in_time: bool = False
    """No side is late."""
    late_lose_game: bool = False
    """A late side loses the whole game (E-214)."""
    hands_played: int = 0
    late: int = 0
    reneges: int = 0
    second_thoughts: int = 0
    typed_later: int = 0
    decided: int = 0
    seed: int = 0

    def sit_down(
        self, table: LivedTable, called_at: datetime, play_from: datetime, whistle: Whistle, later: Later
    ) -> None:
        """Plan when the sides come to the table. Sometimes one is late or never comes, rarely both are."""
        breaks = self.breaks
        steps = [deadline(called_at, 5 * step, breaks).astimezone(ZONE) for step in (1, 2, 3)]
        law = self.ledger.law
        seats = table.played.chairs(law)
        comes = comings(
            self.random,
            called_at,
            steps[0],
            is_scripted=bool(table.script) or self.are_all_in_time,
            of=law.sides,
        )
        self.late += any(moment is None or moment > steps[0] for moment in comes.values())
        missing = [side for side, moment in comes.items() if moment is None or moment > steps[0]]
        is_lost = self.late_lose_game and len(missing) == 1
        for side, moment in comes.items():
            if moment is not None and not (is_lost and side in missing):
                later(moment, partial(self.come, table, seats[side]))
        if is_lost:
            later(steps[0], lambda when: self.forfeit(table, missing[0], is_game=True))
            return
        if len(missing) == 1:
            lost = 1 if comes[missing[0]] else 3
            for step in steps[:lost]:
                later(step, lambda when: self.forfeit(table, missing[0]))
            if lost == 3:
                return
        if len(missing) > 1:
            later(steps[0] + 3 * MINUTE, partial(self.answer, table))
        start = max(play_from, *(moment for moment in comes.values() if moment))
        self.deal(table, start + MINUTE, whistle, later)

    def deal(self, table: LivedTable, dealt_at: datetime, whistle: Whistle, later: Later) -> None:
        """Plan the next hand if there is time for it, else the end of the game at the whistle."""
        # No hand is dealt in a break (Rulebook E-10), except in the minute in which it begins.
        for rest in self.breaks:
            if rest.starts_at < dealt_at < rest.ends_at:
                dealt_at = rest.ends_at.astimezone(ZONE)
        if whistle.at is not None and dealt_at > whistle.at:
            later(
                max(whistle.at, dealt_at - 2 * MINUTE), lambda when: self.whistle(table, when, whistle, later)
            )
            return
        minutes = 3 if table.script or table.always else self.random.randint(3, 6)
        before = whistle.at
        later(
            dealt_at + minutes * MINUTE,
            lambda when: (
                # The round was ended early, before this hand was dealt.
                self.whistle(table, when, whistle, later)
                if whistle.at and before and whistle.at < min(before, dealt_at)
                else self.hand(table, when, whistle, later)
            ),
        )

    def hand(self, table: LivedTable, when: datetime, whistle: Whistle, later: Later) -> None:
        played, law = table.played, self.ledger.law
        if self.is_done(table):
            return
        is_free = not table.script and not table.always
        facts = (
            self.reported() if is_free else table.script.pop(0) if table.script else dict(table.always or {})
        )
        self.enter(table, facts)
        played.hands.append(facts)
        if self.writes_hands_later and is_free and law.has_total([facts]) and len(played.hands) == 1:
            chance = self.random.random()
            is_other = chance < OTHER_HANDS
            hands = law.hands_of_total(self.seed + is_other)
            fits = law.contradicts(facts, hands) if is_other else law.adds_up(facts, hands)
            if fits and chance < HANDS_FOLLOW:
                later(when + MINUTE, lambda moment: self.type_hands(table, hands, is_other=is_other))
        if whistle.at is not None and when >= whistle.at:
            if played.slot:
                # The bracket has no whistle: the referee says that this was the last hand.
                self.referee(table).end_at_whistle(table.game)
            played.is_whistled = True
        if played.winner_side(law) is not None:
            return
        if played.is_whistled or law.is_over(played.hands):
            later(when + 4 * MINUTE, lambda moment: self.decide(table, moment, later))
        else:
            self.deal(table, when + MINUTE, whistle, later)

    def type_hands(self, table: LivedTable, hands: Sequence[dict[str, Any]], *, is_other: bool) -> None:
        """Enter a total's hands from the slip, if the game still takes them (Rulebook E-99).

        If they contradict the total, the referee decides at once (E-100).
        """
        played, law, referee = table.played, self.ledger.law, self.referee(table)
        if not referee.type_slip(table.game, [law.taps(facts) for facts in hands]):
            return
        self.typed_later += 1
        if not is_other:
            played.beside = list(hands)
            return
        # The winner must not change in the bracket, or in open play, where other games follow at once.
        may_turn = not (played.slot or self.calls_at_once)
        keeps = played.winner_side(law) == law.won(hands, (), is_whistled=False) or may_turn
        keeps = keeps and self.random.random() < 0.5
        referee.choose(table.game, keeps="hands" if keeps else "total", reason="The players say so")
        self.decided += 1
        played.is_decided = True
        if keeps:
            played.hands = list(hands)

    def whistle(self, table: LivedTable, when: datetime, whistle: Whistle, later: Later) -> None:
        if self.is_done(table):
            return
        # Where only totals are entered, a game has no score before its total.
        if table.played.hands or self.ledger.law.results_by != TOTALS_ONLY:
            self.referee(table).end_at_whistle(table.game)
        table.played.is_whistled = True
        if table.played.winner_side(self.ledger.law) is None:
            later(when + 4 * MINUTE, lambda moment: self.decide(table, moment, later))

    def decide(self, table: LivedTable, when: datetime, later: Later) -> None:
        """Play the deciding hand of a tied game, again if nobody wins it (Rulebook E-29)."""
        if self.is_done(table):
            return
        facts, law = self.reported(), self.ledger.law
        self.enter(table, facts)
        # A total is the whole result, even after a tie (Rulebook E-98).
        (table.played.hands if law.has_total([facts]) else table.played.deciders).append(facts)
        if table.played.winner_side(self.ledger.law) is None:
            later(when + 4 * MINUTE, lambda moment: self.decide(table, moment, later))

    def come(self, table: LivedTable, team: int, when: datetime) -> None:
        if not self.is_done(table):
            self.players[team].sit_down()

    def answer(self, table: LivedTable, when: datetime) -> None:
        if not self.is_done(table):
            self.referee(table).answer(table.game)

    def forfeit(self, table: LivedTable, side: str, *, is_game: bool = False) -> None:
        """Note the hand, or the whole game, that the server's clock forfeits for a missing side."""
        played, law = table.played, self.ledger.law
        if self.is_done(table):
            return
        if is_game:
            played.give_up(side, law)
            return
        played.hands.append(law.forfeited(side))
        # The others are tied (Rulebook E-55).
        played.is_void = law.has_lost(side, played.hands) and played.winner_side(law) is None

    def is_done(self, table: LivedTable) -> bool:
        return table.played.is_void or table.played.winner_side(self.ledger.law) is not None

    def enter(self, table: LivedTable, facts: dict[str, Any]) -> None:
        """Enter a hand; sometimes first with wrong books, then undone or corrected at once."""
        law, referee = self.ledger.law, self.referee(table)
        self.hands_played += 1
        slip, right = self.random.random(), law.taps(facts)
        if law.has_total([facts]):
            self._enter_total(table, right, is_slip=slip < 0.06)
            return
        if not law.has_board or slip >= 0.06:
            referee.enter(table.game, right, law.asks_for(facts))
            return
        books = 13 - facts["books"] or 1
        if self.calls_at_once and table.played.ends_with(law, facts, facts | {"books": books}):
            # The table gets its next game at once, so the hand that ended this one can't be undone (E-32).
            referee.enter(table.game, right)
            return
        self.second_thoughts += 1
        page = referee.enter(table.game, law.taps(facts | {"books": books}))
        if slip < 0.03 or facts.get("reneges"):
            referee.press(page, "/undo/")
            referee.enter(table.game, right)
        else:
            referee.correct_last(table.game, right, "The books were counted again")

    def _enter_total(self, table: LivedTable, right: dict[str, str], *, is_slip: bool) -> None:
        """Enter a total; with ``is_slip``, if possible first another one, which is corrected at once."""
        law, referee = self.ledger.law, self.referee(table)
        other = law.total(self.random.randrange(1 << 30))
        # In open play the next game could begin from the wrong result (E-32).
        if is_slip and not table.played.slot and not self.calls_at_once and law.taps(other) != right:
            self.second_thoughts += 1
            referee.enter(table.game, law.taps(other), law.asks_for(other))
            referee.correct_last(table.game, right, "The sums were wrong")
            return
        referee.enter(table.game, right, law.asks_for(other))

    def reported(self) -> dict[str, Any]:
        """A report of the built-in players. In games with a board, one hand in thirty has a renege."""
        law = self.ledger.law
        self.seed = self.random.randrange(1 << 30)
        facts = law.result(self.seed)
        if self.random.random() < 1 / 30 and law.has_board:
            self.reneges += 1
            facts["reneges"] = [self.random.choice(["NS", "EW"])]
        return facts

    def referee(self, table: LivedTable) -> Referee:
        return self.referees[table.number % len(self.referees)]

"""The command line of the built-in players: ``play``."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TextIO

from rules.cards.bids import NO_TRUMP
from rules.command_line.cards import dealer_of, replay_any, table_of
from rules.command_line.reports import DONE, Command, read_arguments, write_json
from rules.replay.card_table import CardTable
from rules.ruleset.hands import HandScore
from simulation.players.players import play_record

MOST_HANDS: Final = 1_000_000


def play_hands(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Play hands and print one JSON line for each; with ``--summary``, print statistics instead."""
    arguments = read_arguments(argv, ("seed", "hands", "dealer"), flags=("summary",))
    table = table_of(arguments)
    hands = arguments.number("hands", 1, least=1, most=MOST_HANDS)
    seeds = Random(arguments.number("seed", 1, least=0, most=10**18))
    dealer, count = dealer_of(arguments, table), _Count()
    for _ in range(hands):
        record = play_record(table.ruleset.key, seeds.getrandbits(48), dealer, arguments.house)
        dealer = table.left_of(str(record["dealer"]))
        if "summary" in arguments.options:
            count.add(record, table)
        else:
            json.dump(record, stdout)
            stdout.write("\n")
    if "summary" in arguments.options:
        write_json(count.as_json(), stdout)
    return DONE


@dataclass(slots=True)
class _Count:
    hands: int = 0
    of: Counter[str] = field(default_factory=Counter)
    bids: Counter[str] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    game: list[HandScore] = field(default_factory=list)

    def add(self, record: Mapping[str, object], table: CardTable) -> None:
        done = replay_any(record, table)
        assert done.score is not None
        assert done.report is not None
        score, report = done.score, done.report
        self.hands += 1
        self.of["made"] += score.made is True
        self.of["set"] += score.made is False
        self.of["no contract"] += score.made is None
        self.of["no trump"] += report.get("strain") == NO_TRUMP
        self.of["downtown"] += report.get("strain") == "downtown"
        self.of["Boston"] += score.boston
        self.of["two-unit hands"] += max(score.units.values(), default=0) > 1
        self.bids[str(report.get("level", report.get("bid", "laid cards")))] += 1
        self.game.append(score)
        if table.ruleset.game(self.game).over:
            self.games[len(self.game)] += 1
            self.game.clear()

    def as_json(self) -> dict[str, object]:
        games, played = self.games.total(), sum(hands * count for hands, count in self.games.items())
        return {
            "hands": self.hands,
            "shares": {what: round(count / self.hands, 4) for what, count in self.of.items()},
            "bids": {bid: round(count / self.hands, 4) for bid, count in sorted(self.bids.items())},
            "games": games,
            "hands_a_game": round(played / games, 2) if games else None,
            "games_by_hands": {
                str(hands): round(count / games, 4) for hands, count in sorted(self.games.items())
            },
        }


COMMANDS: Final[Mapping[str, Command]] = {"play": play_hands}

"""Reading the public exports of a day: the results and the log."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any


class Untrue(Exception):
    """The exports contradict each other or the rulebook."""


@dataclass(frozen=True)
class Hand:
    """A hand."""

    says: str
    won_by: str
    hands: Mapping[str, int]
    points: Mapping[str, int]
    is_decider: bool
    is_boston: bool = False
    counters: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    adds: bool = True
    """Whether it counts in the score."""
    own: Mapping[str, int] = field(default_factory=dict)
    """Has a seat's points beyond its side's."""


@dataclass(frozen=True)
class Side:
    """A side of a game, with the figures of the export."""

    name: str
    called: str
    teams: tuple[int, ...]
    """Numbers."""
    hands: int
    points: int
    is_winner: bool
    helped: tuple[tuple[int, int | None], ...] = ()
    """Has each team with a substitute from the event, and that person's own team if they have one."""


@dataclass(frozen=True)
class Game:
    """A game or a bye."""

    number: int
    part: str
    state: str
    ended: str
    at: datetime | None
    """When it was called, or decided without a call."""
    sides: tuple[Side, ...]
    hands: tuple[Hand, ...]

    @property
    def teams(self) -> frozenset[int]:
        return frozenset(team for side in self.sides for team in side.teams)

    @property
    def breaks_tie(self) -> bool:
        """Whether it is played to break a tie, and counts for nothing else. Rulebook E-3, E-215."""
        return self.part in ("Play-off hand", "Play-off game")


@dataclass(frozen=True)
class Facts:
    """The facts of a day.

    ``pairs`` play Phase II together, drawn from ``words`` if a lot made them. ``one`` and ``two`` are the
    games of the phases; in ``two`` the first of a pair represents it. With ``by_totals``, games may come in
    as totals.
    """

    game: str
    has_bracket: bool
    fewer_points_win: bool
    bye_counts: str
    best_of_games: int
    voids_early_leavers: bool
    """Of a round robin, of which each has one game against every other team. Rulebook E-224."""
    substitutes_count: str
    tie_breaks: tuple[str, ...]
    """Empty for the game's usual order."""
    by_totals: bool
    names: Mapping[int, str]
    left: frozenset[int]
    """The teams that have left."""
    left_at_cut: frozenset[int]
    """Those that had left when the cut was settled."""
    through: int
    """The number that goes through, 0 before the cut."""
    has_phase_two: bool
    missed: frozenset[int]
    """Those who were here when the second chance was drawn; empty if none is played."""
    lots: Mapping[int, int]
    """Has each team's place in its last lot."""
    is_straight: bool
    """Everybody goes into the bracket, without a Phase I."""
    is_by_lot: bool
    """Its order is the last lot's, and else that of sign-up."""
    pairs_up: str
    pairs: tuple[tuple[int, int], ...]
    words: str
    bought_back: frozenset[int]
    """Lost once and play on."""
    one: tuple[Game, ...]
    two: tuple[Game, ...]

    @property
    def here(self) -> list[int]:
        return [team for team in self.names if team not in self.left]

    @property
    def here_at_cut(self) -> list[int]:
        return [team for team in self.names if team not in self.left_at_cut]


def facts(results: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> Facts:
    """:raises Untrue: if the exports contradict each other."""
    names = {row["team"]: row["name"] for row in results["standings"]}
    numbers = {name: team for team, name in names.items()}
    extra_counts = results["event"].get("extra_hand_counts", False)
    own = results["event"].get("own_points", {})
    games = [_game(row, own, extra_counts=extra_counts) for row in results["games"]]
    _same_hands(games, log)
    left, left_at_cut, through, started = set[int](), frozenset[int](), 0, None
    pairs, words, bought_back = list[tuple[int, int]](), "", set[int]()
    is_by_lot, missed = False, frozenset[int]()
    for entry in log:
        match entry["action"]:
            case "team.withdrew":
                left |= _named(numbers, entry["words"].removesuffix(" withdrew."))
            case "team.returned":
                left -= _named(numbers, entry["words"].removesuffix(" is back."))
            case "cut.settled":
                left_at_cut, through = frozenset(left), int((re.findall(r"\d+", entry["words"]) or [0])[0])
                is_by_lot = entry["words"].endswith("by lot.")
                pairs, words = [], "".join(re.findall("drawn from “(.*)”", entry["words"]))
            case "cut.paired":
                one, _, other = entry["words"].removesuffix(" play together from here.").partition(" and ")
                pairs.append((numbers[one], numbers[other]))
            case "bracket.bought-back":
                name = entry["words"].partition(" buys back in")[0]
                together = {f"{names[one]} & {names[other]}": one for one, other in pairs}
                bought_back |= {together[name]} if name in together else _named(numbers, name)
            case "bracket.buy-back-taken-back":
                name = entry["words"].partition(" decides again")[0]
                together = {f"{names[one]} & {names[other]}": one for one, other in pairs}
                bought_back -= {together[name]} if name in together else _named(numbers, name)
            case "cut.reopened":
                left_at_cut, through, started = frozenset(), 0, None
            case "phase-two.started":
                started, missed = datetime.fromisoformat(entry["at"]), frozenset()
            case "phase-two.second-chance":
                missed = frozenset(names) - left
    reported = {row["team"] for row in results["standings"] if row["has_left"]}
    if reported != left:
        raise Untrue(f"The results say that {sorted(reported)} have left, the log {sorted(left)}.")
    two = [game for game in games if started and (game.at is None or game.at >= started)]
    return Facts(
        game=results["event"]["game"],
        has_bracket=results["event"].get("plays_phase_two", True),
        fewer_points_win=results["event"].get("fewer_points_win", False),
        bye_counts=results["event"].get("bye_counts", "win"),
        voids_early_leavers=results["event"].get("voids_early_leavers", False),
        best_of_games=results["event"].get("best_of_games", 0),
        substitutes_count=results["event"].get("substitutes_count", "chair"),
        tie_breaks=tuple(results["event"].get("tie_breaks", ())),
        by_totals=results["event"].get("results_by", "hands") != "hands",
        names=names,
        left=frozenset(left),
        left_at_cut=left_at_cut if through else frozenset(left),
        through=through,
        has_phase_two=started is not None,
        missed=missed,
        lots=_lots(log, numbers),
        is_straight=results["event"].get("seeds_by", "one") != "one",
        is_by_lot=is_by_lot,
        pairs_up=results["event"].get("pairs_up", "never"),
        pairs=tuple(pairs),
        words=words,
        bought_back=frozenset(bought_back),
        one=tuple(game for game in games if game not in two),
        two=tuple(_in_pairs(game, pairs) for game in two) if pairs else tuple(two),
    )


def _in_pairs(game: Game, pairs: Sequence[tuple[int, int]]) -> Game:
    """The game with each pair replaced by its first.

    :raises Untrue: if two who aren't a pair sit together.
    """
    firsts = {frozenset(pair): pair[0] for pair in pairs}
    for side in game.sides:
        if frozenset(side.teams) not in firsts:
            raise Untrue(f"{game.part}: {side.teams} are no pair of {pairs}.")
    sides = (replace(side, teams=(firsts[frozenset(side.teams)],)) for side in game.sides)
    return replace(game, sides=tuple(sides))


def _named(numbers: Mapping[str, int], name: str) -> set[int]:
    """The number of the team with this name; empty if it isn't in the results."""
    return {numbers[name]} if name in numbers else set()


def _game(row: Mapping[str, Any], own: Mapping[str, int], *, extra_counts: bool) -> Game:
    at = row["called_at"] or row["over_at"]
    return Game(
        number=row["game"],
        part=row["part"],
        state=row["state"],
        ended=row["ended"],
        at=datetime.fromisoformat(at) if at else None,
        sides=tuple(
            Side(
                side["side"],
                side["name"],
                tuple(side["teams"]),
                side["hands_won"],
                side["points"],
                side["won"],
                tuple((each["for"], each["own"]) for each in side.get("substitutes", ())),
            )
            for side in row["sides"]
        ),
        hands=tuple(
            Hand(
                hand["says"],
                hand["won_by"],
                hand["hands_won"],
                hand["points"],
                hand["is_decider"],
                hand.get("is_boston", False),
                hand.get("counters", {}),
                # Rulebook E-8, E-141.
                adds=extra_counts or not hand["is_decider"],
                own=_own(hand, own),
            )
            for hand in row["hands"]
        ),
    )


def _own(hand: Mapping[str, Any], worth: Mapping[str, int]) -> dict[str, int]:
    """The points that each seat has beyond its side. Rulebook SC-9."""
    sums = dict[str, int]()
    for counter, points in worth.items():
        for seat, many in hand.get("counters", {}).get(counter, {}).items():
            sums[seat] = sums.get(seat, 0) + points * many
    return sums


def _same_hands(games: Iterable[Game], log: Iterable[Mapping[str, Any]]) -> None:
    written: dict[int, list[str | None]] = {}
    for entry in log:
        what, words = entry["action"], entry["words"]
        if what not in ("hand.recorded", "hand.corrected", "hand.struck"):
            continue
        hands = written.setdefault(entry["game"], [])
        number = re.search(r"hand (\d+)", words)
        assert number is not None
        if what == "hand.recorded":
            hands.append(words.partition(": ")[2])
        else:
            new = words.partition(" → ")[2] if what == "hand.corrected" else None
            hands[int(number[1]) - 1] = new
    for game in games:
        logged = [words for words in written.get(game.number, []) if words is not None]
        says = [hand.says for hand in game.hands]
        if len(logged) != len(says) or any(
            not words.startswith(hand) for words, hand in zip(logged, says, strict=True)
        ):
            raise Untrue(f"Game {game.number}: the results say {says}, the log {logged}.")


def _lots(log: Iterable[Mapping[str, Any]], numbers: Mapping[str, int]) -> dict[int, int]:
    """Each team's place in its last lot. Every lot is drawn again by the hashes of words and team number.

    :raises Untrue: if the log has another order.
    """
    lots: dict[int, int] = {}
    for entry in log:
        if entry["action"] != "lot.drawn":
            continue
        words, _, drawn = entry["words"].removeprefix("Lots drawn from “").rpartition("”: ")
        logged = [numbers[name] for name in _split(drawn.removesuffix("."), numbers)]
        order = sorted(logged, key=lambda team: sha256(f"{words}:{team}".encode()).hexdigest())
        if order != logged:
            raise Untrue(f"“{words}” draws {order}, the log says {logged}.")
        lots |= {team: place for place, team in enumerate(order, start=1)}
    return lots


def _split(words: str, names: Iterable[str]) -> list[str]:
    found: list[str] = []
    longest = sorted(names, key=len, reverse=True)
    while words:
        name = next((name for name in longest if words == name or words.startswith(f"{name}, ")), None)
        if name is None:
            raise Untrue(f"Nobody here is called as in “{words}”.")
        found.append(name)
        words = words[len(name) :].removeprefix(", ")
    return found

"""Recounting games hand by hand from the export, without ``rules``. Rulebook E-8, E-29, E-55, E-97, E-99."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from tools.rehearsal.recount.facts import Game, Hand, Untrue

BY_HANDS: Final = {"fahrenheit"}
"""The games that are won by hands; all others are won by points."""
GIVEN_AWAY: Final = {"columbus-no-kitty": 5}
"""The bonus points for a game that the other side gave away. Rulebook F-16, P-2."""
WON_AT: Final = {
    "bid-whist": 7, "cutthroat-bid-whist": 30, "bid-euchre": 32, "solo-bid-euchre": 50, "bid-fair": 801,
    "columbus-no-kitty": 5,
}  # fmt: skip
"""The points that win a game, by its usual rules; a game that isn't listed ends otherwise."""
LOST_AT: Final = {"bid-whist": -7, "columbus-no-kitty": -5}
"""The points that lose a game. Rulebook W-15, P-2."""

# The sentence of a hand in the export, such as "Jo bid 4 Uptown and took 11, minus 3 for a renege: 8, set."
BID: Final = re.compile(
    r"(?P<who>.+) bid (?P<level>\d+) (?P<strain>Uptown|Downtown|No Trump) and took (?:all )?(?P<took>\d+)"
    r"(?:, (?P<sign>plus|minus) (?P<penalty>\d+) for [^:]+: \d+,|:)"
)


@dataclass(frozen=True)
class Count:
    """A recounted game: each side's hands and points, and the index of the side that won."""

    game: Game
    hands: tuple[int, ...]
    points: tuple[int, ...]
    won: int | None

    @property
    def winner(self) -> int | None:
        return None if self.won is None else self.game.sides[self.won].teams[0]

    def figure(self, team: int, game: str) -> int:
        """A team's figure in the bracket: hands, or points if they win the game."""
        index = next(number for number, side in enumerate(self.game.sides) if team in side.teams)
        return (self.hands if game in BY_HANDS else self.points)[index]


def counted(game: Game, of: str, sign: int = 1) -> Count:
    """A game added up hand by hand. ``sign`` is −1 if fewer points win: the export then negates them.

    :raises Untrue: if the export has other figures.
    """
    if game.state == "bye":
        return Count(game, (3,), (0,), 0)
    if game.ended == "walkover":
        (ahead,) = [index for index, side in enumerate(game.sides) if side.is_winner]
        return Count(game, tuple(3 * (index == ahead) for index in range(2)), (0, 0), ahead)
    scored = [hand for hand in game.hands if hand.adds]
    if total := next((hand for hand in game.hands if hand.says.startswith("Total: ")), None):
        return _same_as_reported(
            _of_total(game, of, total, [hand for hand in scored if hand is not total], sign)
        )
    if of in BY_HANDS:
        for hand in game.hands:
            _scored_right(game, hand)
    hands = tuple(sum(hand.hands.get(side.name, 0) for hand in scored) for side in game.sides)
    points = tuple(sum(hand.points.get(side.name, 0) for hand in scored) for side in game.sides)
    won = _won(game, of, hands, points)
    lost = _gave_away(game) if of in GIVEN_AWAY and game.part != "Play-off hand" else None
    if lost is not None:
        gift, won = GIVEN_AWAY[of], 1 - lost
        points = tuple(each + gift * (index == won) for index, each in enumerate(points))
    return _same_as_reported(Count(game, hands, points, won))


def _of_total(game: Game, of: str, total: Hand, beside: Sequence[Hand], sign: int) -> Count:
    """A game counted from the sentence of its total. Rulebook E-97.

    The hands ``beside`` it count instead if they add up to it, or, where it only names the winner, win the
    game. Rulebook E-99.

    :raises Untrue: if the sentence doesn't say who won.
    """
    names = [side.name for side in game.sides]
    figures = [
        re.search(rf"\b{re.escape(side.called)} (−?\d+)(?: \((−?\d+) points?\))?[,.;]", total.says)
        for side in game.sides
    ]
    hands, points = ([row[name] for name in names] for row in (total.hands, total.points))
    winners = [index for index, side in enumerate(game.sides) if f" {side.called} won." in total.says]
    if all(figures):
        first, more = ([_number(each[group]) for each in figures if each] for group in (1, 2))
        hands, points = (first, more) if of in BY_HANDS else (hands, [sign * each for each in first])
        ahead = _first(range(len(names)), hands if of in BY_HANDS else points)
        winners = winners or ([] if ahead is None else [ahead])
    if len(winners) != 1:
        raise Untrue(f"Game {game.number}: “{total.says}” doesn’t say who won.")
    winner = winners[0]
    won = [sum(hand.hands.get(name, 0) for hand in beside) for name in names]
    scored = [sum(hand.points.get(name, 0) for hand in beside) for name in names]
    if all(figures):
        has_points = of not in BY_HANDS or all(each[2] for each in figures if each)
        is_same = (of not in BY_HANDS or won == hands) and (not has_points or scored == points)
    elif of in BY_HANDS:
        is_same = won[winner] >= hands[winner]
    else:
        is_over = max(scored) >= WON_AT.get(of, -inf) or min(scored) <= LOST_AT.get(of, -inf)
        is_same = is_over and _first(range(len(names)), scored) == winner
    if beside and is_same:
        hands, points = won, scored
    return Count(game, tuple(hands), tuple(points), winner)


def _number(written: str | None) -> int:
    return int((written or "0").replace("−", "-"))


def _same_as_reported(count: Count) -> Count:
    """:raises Untrue: if the export has other figures."""
    game, hands, points = count.game, count.hands, count.points
    reported = [(side.hands, side.points, side.is_winner) for side in game.sides]
    sums = [
        (hands[index], points[index], count.won == index and bool(game.ended))
        for index in range(len(reported))
    ]
    if reported != sums:
        raise Untrue(f"Game {game.number}, {game.part}: the results say {reported}, its hands {sums}.")
    return count


def _won(game: Game, of: str, hands: Sequence[int], points: Sequence[int]) -> int | None:
    """The index of the side that won. Rulebook E-8, E-14, E-29, E-55."""
    names = [side.name for side in game.sides]
    if game.part == "Play-off hand":
        return next((names.index(hand.won_by) for hand in game.hands if hand.won_by), None)
    deciders = [hand for hand in game.hands if hand.is_decider]
    match game.ended:
        case "" | "void":
            return None
        case "forfeit" if of not in BY_HANDS:
            gone = _forfeited_by(game, game.hands[-1])
            return _first([index for index in range(len(names)) if names[index] != gone], points)
        case "decider" if len(names) > 2:
            before = [
                each - sum(hand.points[name] for hand in deciders if hand.adds)
                for name, each in zip(names, points, strict=True)
            ]
            top = [index for index in range(len(names)) if before[index] == max(before)]
            decided = (_first(top, [hand.points[name] for name in names]) for hand in deciders)
            return next((index for index in decided if index is not None), None)
        case "decider":
            return next((names.index(hand.won_by) for hand in deciders if hand.won_by), None)
    indexes = range(len(names))
    by_hands = _first(indexes, hands) if of in BY_HANDS else None
    return by_hands if by_hands is not None else _first(indexes, points)


def _gave_away(game: Game) -> int | None:
    """The index of the side that gave the game away: a forfeit, two sets, a set in hand 1, a renege. F-16."""
    if game.ended not in ("won", "forfeit"):
        return None
    last = game.hands[-1]
    for index, side in enumerate(game.sides):
        sets = sum(hand.points.get(side.name, 0) < 0 for hand in game.hands)
        is_renege = "renege" in last.says and last.won_by != side.name
        if sets > 1 or (sets and len(game.hands) == 1) or is_renege:
            return index
        if game.ended == "forfeit" and _forfeited_by(game, last) == side.name:
            return index
    return None


def _forfeited_by(game: Game, hand: Hand) -> str:
    """The side that forfeited a hand, by its sentence: ``Forfeited by Jo.``, or ``Forfeited: … for Ray.``

    :raises Untrue: if it says neither.
    """
    for side in game.sides:
        if hand.says == f"Forfeited by {side.called}.":
            return side.name
        if hand.says.startswith("Forfeited: ") and hand.says.endswith(f" for {side.called}."):
            return next(other.name for other in game.sides if other is not side)
    raise Untrue(f"Game {game.number} ended by a forfeit, and its last hand says “{hand.says}”.")


def _first(indexes: Iterable[int], figures: Sequence[int]) -> int | None:
    """The index, among ``indexes``, of the largest figure; None if two share it."""
    ahead = sorted(indexes, key=lambda index: -figures[index])
    if len(ahead) > 1 and figures[ahead[0]] == figures[ahead[1]]:
        return None
    return ahead[0] if ahead else None


def _scored_right(game: Game, hand: Hand) -> None:
    """Score a hand of Fahrenheit from its sentence. Rulebook F-10 to F-14, F-17, F-18, F-21.

    :raises Untrue: if the export has another score.
    """
    bid = BID.match(hand.says)
    if bid is None:
        if not hand.says.startswith("Forfeited"):
            raise Untrue(f"Game {game.number}: nobody can score “{hand.says}”.")
        return
    penalty = int(bid["penalty"] or 0) * (-1 if bid["sign"] == "minus" else 1)
    books = int(bid["took"]) + penalty
    (bidder,) = [side.name for side in game.sides if side.called == bid["who"]]
    (other,) = [side.name for side in game.sides if side.name != bidder]
    won, lost = (bidder, other) if books >= 6 + int(bid["level"]) else (other, bidder)
    has_all = books == 13 or (penalty and books == 0)
    units = 2 if bid["strain"] == "No Trump" or has_all else 1
    points = 7 if has_all else books - 6 if won == bidder else 0
    if (dict(hand.hands), dict(hand.points)) != ({won: units, lost: 0}, {won: points, lost: 0}):
        raise Untrue(f"Game {game.number}: “{hand.says}” counts {dict(hand.hands)} and {dict(hand.points)}.")

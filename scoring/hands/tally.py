"""A game's score, added up from its hands, for commands, pages and the integrity check."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.counted.counters import check_counters, own_points, with_counted, with_worth
from rules.ruleset.hands import NO_NAMES, HandFacts, HandScore, Names
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.totals import is_total, score_total
from rules.time.five_minutes import HANDS
from rules.time.whistle import leader
from scoring.models import Ending, GameScore, Hand
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import ids_on, side_names
from tournament.models import Event, Game
from tournament.models.floor import GameKind


@dataclass(frozen=True, kw_only=True)
class Tally:
    """A game's score."""

    units: dict[str, int]
    points: dict[str, int]
    bostons: dict[str, int]
    hands: int
    winner_side: str | None = None
    ending: str = ""
    """Empty while the game is open."""
    needs_decider: bool = False
    """Set if it is tied at its end, so that one more hand decides."""

    def columns(self, game: Game) -> dict[str, Any]:
        return {
            "hands": self.hands,
            "winner_id": ids_on(game, self.winner_side)[0] if self.winner_side else None,
            "ending": self.ending,
        }

    def won_by(self, side: str) -> dict[str, int]:
        return {"units": self.units[side], "points": self.points[side], "bostons": self.bostons[side]}


def tally(
    *,
    ruleset: Ruleset,
    kind: str,
    facts: Sequence[HandFacts],
    deciders: Sequence[HandFacts] = (),
    is_whistled: bool,
    extra_counts: bool = False,
    was_voided: bool = False,
) -> Tally:
    """The score of a game with these reported hands. ``is_whistled`` is whether the whistle ended it.

    ``was_voided`` is whether somebody ended it with no result, so that no hands give it one (Rulebook E-17).

    ``deciders`` are the hands played after a tie. The first that somebody wins decides. They add nothing to
    the score (Rulebook E-8), unless ``extra_counts`` is set (E-141). A play-off ends with the first hand that
    somebody wins (E-3).

    :raises ValueError: if a hand comes after the game was won.
    """
    if totals := [report for report in (*facts, *deciders) if is_total(report)]:
        total = _of_total(ruleset, totals)
        hands = [report for report in facts if not is_total(report)]
        total = _of_hands(ruleset, kind, totals[0], hands, total) or total
        return replace(total, winner_side=None, ending=Ending.VOID) if was_voided else total
    if was_voided and extra_counts:
        facts = (*facts, *deciders)
    counted = [_score_cached(ruleset, report) for report in facts]
    scores = [each.score for each in counted]
    sides = ruleset.sides
    units = {side: sum(each.units[side] for each in counted) for side in sides}
    points = {side: sum(each.points[side] for each in counted) for side in sides}
    boston_winners = [score.winner for score in scores if _is_boston(score)]
    bostons = {side: boston_winners.count(side) for side in sides}
    sums: dict[str, Any] = {"units": units, "points": points, "bostons": bostons, "hands": len(scores)}

    if was_voided:
        return Tally(**sums, ending=Ending.VOID)
    if kind == GameKind.PLAYOFF:
        winner = _first_winner(scores)
        return Tally(**sums, winner_side=winner, ending=Ending.WON) if winner else Tally(**sums)

    # Of two sides, the other one wins the deciding hand that is forfeited; of more, nobody does.
    forfeits, later = ((*facts, *deciders), ()) if len(sides) > 2 else (facts, deciders)
    gave_up = _first(report.forfeited_by if report.gives_up else None for report in forfeits)
    if gave_up:
        _check_last(later)
        return _without(gave_up, ruleset, points, sums)
    state = ruleset.game(scores)
    if state.over and state.winner is not None:
        _check_last(deciders)
        ending = Ending.FORFEIT if facts[-1].forfeited_by else Ending.WON
        points[state.winner] += state.bonus
        return Tally(**sums, winner_side=state.winner, ending=ending)
    if gone := _side_out_by_forfeits(ruleset, forfeits):
        _check_last(later)
        return _without(gone, ruleset, points, sums)
    if not (is_whistled or state.over):
        _check_last(deciders)
        return Tally(**sums)
    ahead = None if state.over else leader(*((units, points) if ruleset.ends.counts_hands else (points,)))
    if ahead:
        _check_last(deciders)
        return Tally(**sums, winner_side=ahead, ending=Ending.WHISTLE)
    extra = [_score_cached(ruleset, report) for report in deciders]
    decided = _decided([each.score for each in extra], points)
    if extra_counts:
        for each in extra:
            for side in sides:
                units[side] += each.units[side]
                points[side] += each.points[side]
                bostons[side] += _is_boston(each.score) and each.score.winner == side
        sums["hands"] += len(extra)
    if decided:
        return Tally(**sums, winner_side=decided, ending=Ending.DECIDER)
    return Tally(**sums, needs_decider=True)


def _of_total(ruleset: Ruleset, totals: Sequence[HandFacts]) -> Tally:
    """The tally of a game with a total. The total is the whole result: other hands add nothing (E-98).

    :raises ValueError: if there are several.
    """
    if len(totals) > 1:
        raise ValueError("A game has one total.")
    facts, counted = with_worth(ruleset, totals[0]), _score_cached(ruleset, totals[0])
    written = [dict(figures) for figures in (facts.total_hands, facts.total_points) if figures]
    is_tied = bool(written) and leader(*written) is None
    bostons = facts.total_bostons or {}
    return Tally(
        units=dict(counted.units),
        points=dict(counted.points),
        bostons={side: bostons.get(side, 0) for side in ruleset.sides},
        hands=sum((facts.total_hands or {}).values()),
        winner_side=counted.score.winner,
        ending=Ending.DECIDER if is_tied else Ending.WON,
    )


def _of_hands(
    ruleset: Ruleset, kind: str, total_facts: HandFacts, hands: Sequence[HandFacts], total: Tally
) -> Tally | None:
    """The tally of a game's hands if they add up to its total (Rulebook E-99); else None.

    The total says how the game ended and who won it. If it says nothing but who won, the hands have to win
    the game.
    """
    if not hands:
        return None
    try:
        sums = tally(ruleset=ruleset, kind=kind, facts=hands, is_whistled=False)
    except ValueError:
        return None  # A hand comes after the game was won.
    figures = (
        (total_facts.total_hands, sums.units),
        (total_facts.total_points, sums.points),
        (total_facts.total_bostons, sums.bostons),
    )
    written = [(dict(entered), summed) for entered, summed in figures if entered is not None]
    is_same = all(entered == summed for entered, summed in written) if written else bool(sums.ending)
    if not is_same or sums.winner_side not in (None, total.winner_side):
        return None
    return replace(sums, winner_side=total.winner_side, ending=total.ending, needs_decider=False)


def adds_up(game: Game, total: Hand, hands: Sequence[Hand]) -> bool:
    """Whether these hands of a game add up to its total (Rulebook E-99). No query."""
    ruleset, facts = game_ruleset(game), [hand.parsed for hand in hands if not hand.is_decider]
    of_total = _of_total(ruleset, [total.parsed])
    return _of_hands(ruleset, counted_as(game), total.parsed, facts, of_total) is not None


def _without(gone: str, ruleset: Ruleset, points: dict[str, int], sums: Mapping[str, Any]) -> Tally:
    """The tally of a game that ``gone`` has lost by forfeits: the best of the other sides wins.

    The winner gets the bonus that the house rules give for such a game. Rulebook E-55: if several others are
    tied, the game has no result.
    """
    ahead = leader({side: earned for side, earned in points.items() if side != gone})
    if ahead is None:
        return Tally(**sums, ending=Ending.VOID)
    points[ahead] += ruleset.ends.bonus
    return Tally(**sums, winner_side=ahead, ending=Ending.FORFEIT)


def _decided(scores: Sequence[HandScore], points: Mapping[str, int]) -> str | None:
    """The side that won the deciding hand; of several tied players, the one with most points in it (E-55).

    :raises ValueError: if there is a hand after it.
    """
    if len(points) == 2:
        return _first_winner(scores)
    tied = [side for side in points if points[side] == max(points.values())]
    return _first(leader({side: score.points[side] for side in tied}) for score in scores)


def _check_last(deciders: Sequence[HandFacts]) -> None:
    """:raises ValueError: if there is a deciding hand though the game is not tied."""
    if deciders:
        raise ValueError("A deciding hand comes after a game that is not tied.")


def score_of(ruleset: Ruleset, facts: HandFacts, names: Names = NO_NAMES) -> HandScore:
    """The ruleset's score for a reported hand, without ``gives_up``, which is for ``tally``.

    Counters are left out too, because a game's rules don't know them (Rulebook E-101). The headline has them.

    :raises ImpossibleHand: if it cannot have happened.
    """
    check_counters(ruleset, facts)
    played = replace(facts, gives_up=None, counters=None) if facts.gives_up or facts.counters else facts
    if is_total(facts):
        counted = replace(with_worth(ruleset, facts), counters=None)
        return with_counted(score_total(ruleset, counted, names), facts.counters, names)
    score = ruleset.score(played, names)
    return with_counted(score, facts.counters, names)


def score_with_names(game: Game, facts: HandFacts) -> HandScore:
    return score_of(game_ruleset(game), facts, side_names(game))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Counted:
    score: HandScore
    units: Mapping[str, int]
    points: Mapping[str, int]


# The same few reports recur all day, and each new hand rescores all earlier hands of its game.
_cache: dict[tuple[int, str], tuple[Ruleset, _Counted]] = {}
CACHE_SIZE = 4096


def _score_cached(ruleset: Ruleset, facts: HandFacts) -> _Counted:
    key = (id(ruleset), repr(facts))
    known = _cache.get(key)
    if known is None:
        if len(_cache) >= CACHE_SIZE:
            _cache.clear()
        score = score_of(ruleset, facts)
        units, points = units_of(ruleset, score), score.points
        # The ruleset is cached too, so that its id isn't reused while the key exists.
        known = _cache[key] = (ruleset, _Counted(score=score, units=units, points=points))
    return known[1]


def units_of(ruleset: Ruleset, score: HandScore) -> dict[str, int]:
    """The hands won by each side; if the game doesn't count hands, one for the winner."""
    if score.units:
        return dict(score.units)
    return {side: int(side == score.winner) for side in ruleset.sides}


def _is_boston(score: HandScore) -> bool:
    return score.boston and not score.awarded


def _first_winner(scores: Sequence[HandScore]) -> str | None:
    return _first(score.winner for score in scores)


def _first(sides: Iterable[str | None]) -> str | None:
    """The side for which a hand decided the game, if any. ``sides`` has one item for each hand.

    :raises ValueError: if there is a hand after it.
    """
    found = None
    for side in sides:
        if found is not None:
            raise ValueError("A hand comes after the one that decided the game.")
        found = side
    return found


def _side_out_by_forfeits(ruleset: Ruleset, facts: Sequence[HandFacts]) -> str | None:
    """The side that has forfeited enough hands to lose the game (Rulebook E-14).

    :raises ValueError: if there is a hand after the last of them.
    """
    lost = dict.fromkeys(ruleset.sides, 0)
    sides: list[str | None] = []
    for report in facts:
        if gone := report.forfeited_by:
            lost[gone] += 1
        sides.append(gone if gone and lost[gone] >= HANDS else None)
    return _first(sides)


def counted_as(game: Game) -> str:
    """The kind of game that decides when it ends. A play-off of a whole game ends like a game (E-215)."""
    return GameKind.PLAYOFF if game.is_one_hand else GameKind.GAME


def tally_of(game: Game, score: GameScore, hands: Sequence[Hand]) -> Tally:
    """The tally of a game's stored hands. No query."""
    return tally(
        ruleset=game_ruleset(game),
        kind=counted_as(game),
        facts=[hand.parsed for hand in hands if not hand.is_decider],
        deciders=[hand.parsed for hand in hands if hand.is_decider],
        is_whistled=score.whistled_at is not None,
        extra_counts=game.event.extra_hand_counts,
        was_voided=score.was_voided,
    )


def own_points_of(game: Game, hands: Sequence[Hand]) -> dict[str, int]:
    """The points of each chair in addition to those of its side (Rulebook SC-9). No query."""
    ruleset, sums = game_ruleset(game), dict[str, int]()
    for hand in hands:
        if is_total(facts := hand.parsed):
            for seat, points in own_points(ruleset, facts).items():
                sums[seat] = sums.get(seat, 0) + points
    return sums


def adds_to_score(event: Event, hand: Hand) -> bool:
    """Whether a hand adds to its game's score. A deciding hand does only if the event says so (E-141)."""
    return not hand.is_decider or event.extra_hand_counts


def hand_columns(ruleset: Ruleset, score: HandScore) -> dict[str, Any]:
    return {
        "winner_side": score.winner or "",
        "units": units_of(ruleset, score),
        "points": dict(score.points),
        "is_boston": _is_boston(score),
        "is_awarded": score.awarded,
    }

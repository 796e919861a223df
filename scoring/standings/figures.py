"""Each entrant's figures from the games of Phase I, apart from the standings: counters, sets, high games."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import F

from rules.counted.counters import key_of
from rules.counted.side_prizes import GameFigures
from rules.ruleset.hands import HandFacts
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.totals import is_total
from rules.standings.tie_breaks import counter_of
from scoring.hands.tally import adds_to_score, score_of
from scoring.models import Ending, Hand
from tournament.event.rules_of_event import ruleset_for
from tournament.models import Event, Seat
from tournament.models.schedule import PhaseKind

PLAYED_OUT = (Ending.WON, Ending.WHISTLE, Ending.DECIDER)


class _FigureRow(NamedTuple):
    game: int
    side: str
    chair: str
    team: int
    points: int
    bostons: int
    ending: str


def counted_for(
    event: Event, tie_breaks: Sequence[str], ids: Sequence[int]
) -> Mapping[str, Mapping[int, int]]:
    """The counters that the tie-breaks need, by key and entrant (Rulebook E-143). Two queries, or none."""
    asked = {key: key_of(counter_of(key)) for key in tie_breaks if counter_of(key)}
    if not asked:
        return {}
    sums: dict[str, Counter[int]] = {key: Counter() for key in asked}
    for team, games in game_figures(event, ids, counts_sets=False).items():
        for key, counter in asked.items():
            sums[key][team] = sum(
                many for game in games for name, many in game.counters.items() if key_of(name) == counter
            )
    return sums


def game_figures(event: Event, ids: Sequence[int], *, counts_sets: bool) -> dict[int, list[GameFigures]]:
    """Each entrant's figures from each of these games, in the order of play. Two queries."""
    ruleset, hands = ruleset_for(event), defaultdict[int, list[Hand]](list)
    standing = Hand.objects.standing().filter(game__event=event, game__phase__kind=PhaseKind.ONE)
    for hand in standing.order_by("sequence"):
        if adds_to_score(event, hand):
            hands[hand.game_id].append(hand)
    seats = Seat.objects.filter(game__event=event, game__phase__kind=PhaseKind.ONE, game__in=ids)
    rows = seats.order_by("game__called_at", "game_id", "pk").values_list(
        "game_id",
        "side__name",
        "chair",
        "team_id",
        F("side__points") + F("own_points"),
        "side__bostons",
        "game__score__ending",
    )
    figures = defaultdict[int, list[GameFigures]](list)
    for seat in map(_FigureRow._make, rows):
        figures[seat.team].append(_figures_of(ruleset, seat, hands[seat.game], counts_sets=counts_sets))
    return figures


def _figures_of(
    ruleset: Ruleset, seat: _FigureRow, hands: Sequence[Hand], *, counts_sets: bool
) -> GameFigures:
    """An entrant's figures from a game. Rulebook E-102: a total is the whole game, counters included."""
    parsed = [(hand, hand.parsed) for hand in hands]
    totals = [(hand, facts) for hand, facts in parsed if is_total(facts)]
    counting = totals or parsed
    has_points = seat.ending in PLAYED_OUT and all(facts.total_points for _, facts in totals)
    was_set = [hand for hand, facts in counting if counts_sets and _is_set(ruleset, hand, facts)]
    played = [hand.points for hand, _ in parsed if not hand.is_awarded] if not totals else []
    return GameFigures(
        points=ruleset.ends.sign * seat.points if has_points else None,
        high_hand=max((points.get(seat.side, 0) for points in played), default=None),
        bostons=seat.bostons,
        sets=sum(seat.side == hand.winner_side for hand in was_set),
        went_set=sum(seat.side == facts.bidder for hand, facts in counting if hand in was_set),
        counters=_counted(seat, [facts for _, facts in counting]),
    )


def _is_set(ruleset: Ruleset, hand: Hand, facts: HandFacts) -> bool:
    return not hand.is_awarded and bool(hand.winner_side) and score_of(ruleset, facts).made is False


def _counted(seat: _FigureRow, hands: Sequence[HandFacts]) -> Mapping[str, int]:
    """An entrant's counters: those of its chair and those of its side."""
    sums = defaultdict[str, int](int)
    for facts in hands:
        for counter, counted in (facts.counters or {}).items():
            sums[counter] += sum(counted.get(who, 0) for who in {seat.chair, seat.side})
    return sums

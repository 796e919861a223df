"""What a game's hands add up to. The one place that says so: commands, pages and ``recheck`` ask here."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.contest.five_minutes import HANDS
from rules.contest.whistle import leader
from rules.games import find_ruleset
from rules.hands import HandScore
from rules.ruleset import Ruleset
from scoring.models import Ending, GameScore, Hand
from tournament.models import Event, Game
from tournament.models.floor import GameKind

SIDES = ("NS", "EW")
OTHER_SIDE = {"NS": "EW", "EW": "NS"}


@lru_cache(maxsize=64)
def _ruleset(key: str, house: str) -> Ruleset:
    return find_ruleset(key, json.loads(house))


def ruleset_for(event: Event) -> Ruleset:
    """The game of an event with its house rules."""
    return _ruleset(event.game, json.dumps(event.house, sort_keys=True))


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Where a game stands. ``ending`` is empty while it goes on."""

    units: dict[str, int]
    points: dict[str, int]
    bostons: dict[str, int]
    hands: int
    winner_side: str | None = None
    ending: str = ""
    needs_decider: bool = False

    def columns(self, game: Game) -> dict[str, Any]:
        """The tally as the columns of a ``GameScore``."""
        return {
            "units_ns": self.units["NS"],
            "units_ew": self.units["EW"],
            "points_ns": self.points["NS"],
            "points_ew": self.points["EW"],
            "bostons_ns": self.bostons["NS"],
            "bostons_ew": self.bostons["EW"],
            "hands": self.hands,
            "winner_id": {"NS": game.ns_id, "EW": game.ew_id}.get(self.winner_side or ""),
            "ending": self.ending,
        }


def tally(
    *,
    ruleset: Ruleset,
    kind: str,
    facts: Sequence[dict[str, Any]],
    decider: dict[str, Any] | None,
    is_whistled: bool,
) -> Tally:
    """What these reported hands add up to.

    ``decider`` is the hand played when a game was level at the whistle: it decides, and adds
    neither units nor points (Rulebook E-8). A play-off is over after its one hand (E-3).

    :raises ValueError: if a hand comes after the game was won.
    """
    scores = [ruleset.score(report) for report in facts]
    units = {side: sum(score.units.get(side, 0) for score in scores) for side in SIDES}
    points = {side: sum(score.points[side] for score in scores) for side in SIDES}
    bostons = {
        side: sum(1 for score in scores if score.boston and not score.awarded and score.winner == side)
        for side in SIDES
    }
    sums: dict[str, Any] = {"units": units, "points": points, "bostons": bostons, "hands": len(scores)}

    if kind == GameKind.PLAYOFF:
        if len(scores) > 1:
            raise ValueError("A play-off is one hand.")
        return Tally(**sums, winner_side=scores[0].winner, ending=Ending.WON) if scores else Tally(**sums)

    state = ruleset.game(scores)
    if state.over:
        ending = Ending.FORFEIT if "forfeited_by" in facts[-1] else Ending.WON
        return Tally(**sums, winner_side=state.winner, ending=ending)
    gone = _gone_side(facts)
    if gone:
        return Tally(**sums, winner_side=OTHER_SIDE[gone], ending=Ending.FORFEIT)
    if decider is not None:
        return Tally(**sums, winner_side=ruleset.score(decider).winner, ending=Ending.DECIDER)
    if is_whistled:
        ahead = leader(units, points)
        if ahead:
            return Tally(**sums, winner_side=ahead, ending=Ending.WHISTLE)
        return Tally(**sums, needs_decider=True)
    return Tally(**sums)


def _gone_side(facts: Sequence[dict[str, Any]]) -> str | None:
    """The side that has forfeited so many hands that the game is lost (Rulebook E-14)."""
    forfeited = [report["forfeited_by"] for report in facts if "forfeited_by" in report]
    return next((side for side in SIDES if forfeited.count(side) >= HANDS), None)


def tally_of(game: Game, score: GameScore, hands: Sequence[Hand]) -> Tally:
    """What the stored hands of a game add up to. No query."""
    return tally(
        ruleset=ruleset_for(game.event),
        kind=game.kind,
        facts=[hand.facts for hand in hands if not hand.is_decider],
        decider=next((hand.facts for hand in hands if hand.is_decider), None),
        is_whistled=score.whistled_at is not None,
    )


def side_names(game: Game) -> dict[str, str]:
    """What each side of a game is called in a sentence."""
    return {"NS": game.ns.name, "EW": game.ew.name if game.ew else ""}


def hand_columns(score: HandScore) -> dict[str, Any]:
    """What the rules gave for a hand, as the columns of a ``Hand``."""
    return {
        "winner_side": score.winner or "",
        "units_ns": score.units.get("NS", 0),
        "units_ew": score.units.get("EW", 0),
        "points_ns": score.points["NS"],
        "points_ew": score.points["EW"],
        "is_boston": score.boston and not score.awarded,
        "is_awarded": score.awarded,
        "headline": score.headline,
        "because": [{"sentence": r.sentence, "rule": r.rule, "source": r.source} for r in score.because],
    }

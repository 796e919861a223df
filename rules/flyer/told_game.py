"""From the facts of a flyer to the game and its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.flyer.of_game import FEWER_IS_BETTER, ONE_ON_ONE
from rules.flyer.told import Facts, ToldSettings
from rules.flyer.usual import USUAL, follows_from
from rules.games import BadHouseRule, find_ruleset, house_rules_of

HOUSE: Final = "house_rules."
_SAME_AS: Final = frozenset({"boston_units", "no_trump_units", "rise_and_fly", "double_no_trump"})
"""What one game of Bid Whist has under another name than the other."""
_ENDS: Final[tuple[tuple[frozenset[str], tuple[str, ...]], ...]] = (
    (frozenset({"hands_to_win"}), ("hands",)),
    (frozenset({"points_to_win", "hands_in_game"}), ("points_or_hands",)),
    (frozenset({"hands_in_game"}), ("hands_played",)),
    (frozenset({"points_to_win", "minutes_in_game"}), ("points_or_clock", "points")),
    (frozenset({"points_to_win"}), ("points",)),
)
"""What ends a game, by the house rules that a flyer names."""


def set_game(facts: Facts, told: ToldSettings) -> str:
    """Set the game and its house rules. Returns its key as the table of phrases has it."""
    values = facts.values
    named: str = values.get("game", "")
    by_hands = f"{HOUSE}hands_to_win" in values
    counts = any(f"{HOUSE}{name}" in values for name in ("boston_units", "no_trump_units"))
    if named in ("bid-whist", "fahrenheit") or (not named and by_hands):
        # Hands that win a game, and hands that count two, are Fahrenheit's.
        by_points = f"{HOUSE}points_to_win" in values
        named = (
            "fahrenheit"
            if named == "fahrenheit" or by_hands or (counts and not by_points)
            else named or "bid-whist"
        )
    key, _, title = named.partition(":")
    if key:
        told.said["game"] = key
    else:
        told.questions.append("Which game is played?")
        key = str(USUAL["game"])
    own: dict[str, Any] = {"game_name": title} if title else {}
    if title in FEWER_IS_BETTER:
        own["less_is_better"] = True
    if title in ONE_ON_ONE:
        own["players_on_a_side"] = 1
    house = _house(facts, told, key, own)
    if house:
        told.said["house_rules"] = house
    told.follows |= follows_from(key)
    if values.get("counts") == "points" and "tie_breaks" not in told.follows and not by_hands:
        told.follows |= {"tie_breaks": ("scored", "games_won"), "bye_counts": "own"}
    return named


def _house(facts: Facts, told: ToldSettings, game: str, own: dict[str, Any]) -> dict[str, Any]:
    """The house rules that differ from the game's. What the game doesn't have stays a fact."""
    rules = {rule.key: rule for rule in house_rules_of(game)}
    said = {name.removeprefix(HOUSE): value for name, value in facts.values.items() if name.startswith(HOUSE)}
    said = _in_the_games_words(said, has_units="boston_units" in rules)
    house = own | {name: value for name, value in said.items() if name in rules and rules[name].allows(value)}
    if "game_end" in rules:
        ends = [end for end in _ends(house) if rules["game_end"].allows(end)]
        house |= {"game_end": ends[0]} if ends else {}
    while house:
        try:
            find_ruleset(game, house)
            break
        except BadHouseRule as why:
            house.pop(why.field if why.field in house else max(house))
    for name in [each for each in facts.values if each.startswith(HOUSE)]:
        key = name.removeprefix(HOUSE)
        if key in rules and not rules[key].allows(facts.values[name]):
            facts.drop(name)
        elif key not in rules and key not in _SAME_AS:
            told.became[name] = (f"rule.{key}", facts.values[name])
    return {name: value for name, value in house.items() if rules[name].default != value}


def _in_the_games_words(said: dict[str, Any], *, has_units: bool) -> dict[str, Any]:
    """Where hands count two in the one game, points count double in the other."""
    pairs = {"boston_units": "rise_and_fly", "no_trump_units": "double_no_trump"}
    if said.get("all_pass") == "forced":
        said["stick_the_dealer"] = True
    for units, doubled in pairs.items():
        if has_units and said.pop(doubled, False):
            said.setdefault(units, 2)
        elif not has_units and said.get(units) == 2:
            said[doubled] = True
    return said


def _ends(house: Mapping[str, Any]) -> tuple[str, ...]:
    """The ways in which a game with these house rules may end, the likeliest first."""
    return next((ends for named, ends in _ENDS if named <= set(house)), ())

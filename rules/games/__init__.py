"""The games, by key: ``find_ruleset("fahrenheit", {"no_trump_boston_units": 4})``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.games import bid_fair, score_card
from rules.games.euchre import bid_euchre, solo_bid_euchre
from rules.games.whist import cutthroat, fahrenheit, whist_entries
from rules.ruleset.house import NO_HOUSE_RULES, BadHouseRule, HouseRule
from rules.ruleset.ruleset import CatalogEntry, GameDescription, Ruleset, Section, UnknownGame
from rules.suggestions import meant

__all__ = [
    "BadHouseRule",
    "GameDescription",
    "HouseRule",
    "Ruleset",
    "Section",
    "UnknownGame",
]


_CATALOGUE: dict[str, CatalogEntry] = {}


def register(entry: CatalogEntry) -> Callable[[], object]:
    """Add a game to the catalog; returns a function that removes it."""
    _CATALOGUE[entry.description.key] = entry
    return lambda: _CATALOGUE.pop(entry.description.key)


for _each in (
    fahrenheit.ENTRY,
    whist_entries.ENTRY,
    cutthroat.ENTRY,
    bid_euchre.ENTRY,
    solo_bid_euchre.ENTRY,
    bid_fair.ENTRY,
    score_card.ENTRY,
    *whist_entries.PRESET_ENTRIES,
    *score_card.PRESET_ENTRIES,
):
    register(_each)


def find_ruleset(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> Ruleset:
    """The ruleset of a game with these house rules, and with the game's defaults for the others.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if the game has no such house rule or does not allow the value.
    """
    return _entry(key).build(house)


def won_with(ruleset: Ruleset, hands: int) -> Ruleset:
    """The ruleset with ``hands_to_win`` set to ``hands`` (Rulebook E-79).

    It is unchanged if ``hands`` is 0, or if the game isn't won by a number of hands.
    """
    if not hands or not ruleset.ends.counts_hands:
        return ruleset
    return find_ruleset(ruleset.key, {**ruleset.house, "hands_to_win": hands})


def all_games() -> tuple[GameDescription, ...]:
    """All games. The presets of real events are last."""
    return tuple(entry.description for entry in _CATALOGUE.values())


def house_rules_of(key: str) -> tuple[HouseRule, ...]:
    """:raises UnknownGame: if there is no such game."""
    return _entry(key).description.house_rules


def rules_sheet(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> tuple[Section, ...]:
    """The rules sheet for the wall, with this event's house rules. Raises as ``find_ruleset`` does."""
    return _entry(key).sheet(house)


def _entry(key: str) -> CatalogEntry:
    entry = _CATALOGUE.get(key) if isinstance(key, str) else None
    if entry is None:
        raise UnknownGame(f'There is no game called "{str(key)[:40]}".{meant(str(key)[:40], _CATALOGUE)}')
    return entry

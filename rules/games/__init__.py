"""The games, by key: ``find_ruleset("fahrenheit", {"no_trump_boston_units": 4})``.

A game is offered once it is registered: its description, how it is built from house rules, and its sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.games import bid_euchre, bid_fair, cutthroat, fahrenheit, solo_bid_euchre, whist_entries
from rules.games.house import NO_HOUSE_RULES, BadHouseRule, HouseRule, meant
from rules.games.ruleset import Entry, GameDescription, Ruleset, Section, UnknownGame, ends_by_hands

__all__ = [
    "BadHouseRule",
    "GameDescription",
    "HouseRule",
    "Ruleset",
    "Section",
    "UnknownGame",
    "all_games",
    "ends_by_hands",
    "find_ruleset",
    "house_rules_of",
    "register",
    "rules_sheet",
    "won_with",
]


_CATALOGUE: dict[str, Entry] = {}


def register(entry: Entry) -> Callable[[], object]:
    """Offer a game, after those that are offered already. The answer withdraws it."""
    _CATALOGUE[entry.description.key] = entry
    return lambda: _CATALOGUE.pop(entry.description.key)


for _each in (
    fahrenheit.ENTRY,
    whist_entries.ENTRY,
    cutthroat.ENTRY,
    bid_euchre.ENTRY,
    solo_bid_euchre.ENTRY,
    bid_fair.ENTRY,
    *whist_entries.PRESET_ENTRIES,
):
    register(_each)


def find_ruleset(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> Ruleset:
    """The game of that key, played by these house rules and its own defaults.

    :raises UnknownGame: if there is none.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    return _entry(key).build(house)


def won_with(ruleset: Ruleset, hands: int) -> Ruleset:
    """The same game, won with so many hands; the game itself with 0, or where hands don't win it.

    Rulebook E-79.
    """
    if not hands or not ends_by_hands(ruleset):
        return ruleset
    return find_ruleset(ruleset.key, {**ruleset.house, "hands_to_win": hands})


def all_games() -> tuple[GameDescription, ...]:
    """Every game there is, the presets of real events after the games they are based on."""
    return tuple(entry.description for entry in _CATALOGUE.values())


def house_rules_of(key: str) -> tuple[HouseRule, ...]:
    """What an event may decide about the game, with that game's defaults.

    :raises UnknownGame: if there is none.
    """
    return _entry(key).description.house_rules


def rules_sheet(key: str, house: Mapping[str, object] = NO_HOUSE_RULES) -> tuple[Section, ...]:
    """The rules as printed for the wall: what is always so, and what this event decided.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    return _entry(key).sheet(house)


def _entry(key: str) -> Entry:
    entry = _CATALOGUE.get(key) if isinstance(key, str) else None
    if entry is None:
        raise UnknownGame(f'There is no game called "{str(key)[:40]}".{meant(str(key)[:40], _CATALOGUE)}')
    return entry

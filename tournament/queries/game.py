"""The event's game, with its house rules: what it is scored by, and how many play in a team."""

import json
from functools import lru_cache

from rules.competition.standings import CHAIN, RACE_CHAIN, SCORED_CHAIN
from rules.games import find_ruleset
from rules.games.card_table import WHIST, table_for
from rules.games.ruleset import Ruleset
from tournament.models import Event


@lru_cache(maxsize=64)
def _ruleset(key: str, house: str) -> Ruleset:
    return find_ruleset(key, json.loads(house))


def ruleset_for(event: Event) -> Ruleset:
    """The game of an event with its house rules. No query."""
    return _ruleset(event.game, json.dumps(event.house_rules) if event.house_rules else "{}")


def counts_hands(ruleset: Ruleset) -> bool:
    """Whether a game is won by hands, as Fahrenheit is; otherwise points win it (Rulebook E-29)."""
    return ruleset.game(()).units is not None


def chain_of(ruleset: Ruleset) -> tuple[str, ...]:
    """By what teams are ranked, in that order (Rulebook A-15, E-29)."""
    if counts_hands(ruleset):
        return CHAIN
    return SCORED_CHAIN if table_for(ruleset).kind == WHIST else RACE_CHAIN


def team_size(ruleset: Ruleset) -> int:
    """How many players make a team: one in Bid Fair, else two (Rulebook E-31)."""
    return len(ruleset.seats) // len(ruleset.sides)


def plays_alone(event: Event) -> bool:
    """Whether one signs up alone: a team is one player, or partners change (E-31, E-51). No query."""
    return event.is_individual or team_size(ruleset_for(event)) == 1


def is_for_individuals(ruleset: Ruleset) -> bool:
    """Whether everybody plays alone at a table of three or four, so that there are no teams."""
    return len(ruleset.sides) > 2


def players_at_table(ruleset: Ruleset) -> int:
    """How many people a table needs."""
    return len(ruleset.seats)


def group_size(event: Event) -> int:
    """How many entrants sit together in one game: two teams, or as many people as a table needs. No query."""
    return players_at_table(ruleset_for(event)) if event.is_individual else 2


def why_not_individuals(ruleset: Ruleset) -> str:
    """Why partners can't change in a game; empty where they can."""
    if len(ruleset.seats) == len(ruleset.sides) == 2:
        return (
            f"{ruleset.name} is played one against one, so there are no partners to change. "
            "Choose another way of seating."
        )
    return ""

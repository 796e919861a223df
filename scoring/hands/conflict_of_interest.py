"""Conflicts of interest: nobody decides about a game they play in (Rulebook R-7)."""

from tournament.errors import Refused
from tournament.models import Badge, Game
from tournament.models.keys import KEYS


def why_not_yours(game: Game, badge: Badge) -> Refused | None:
    """Why somebody can't enter hands of a game; None if they can. No query."""
    if badge.plays_in_id in game.everybody_ids():
        return Refused("hand.own-game")
    return None


def why_no_ruling(game: Game, badge: Badge) -> Refused | None:
    """Why somebody can't rule on a game; None if they can. One query, for a referee who plays."""
    if not KEYS["rule"].opens(badge):
        return Refused("ruling.no-referee")
    if not badge.plays_in_id:
        return None
    teams = game.everybody_ids()
    if badge.plays_in_id in teams:
        return Refused("ruling.own-game")
    to_come = Game.objects.standing().filter(event=game.event_id, over_at=None).exclude(pk=game.pk)
    if to_come.of(badge.plays_in_id).of(*teams).exists():
        return Refused("ruling.next-own" if game.event.way.is_one else "ruling.next-own-team")
    return None


def why_no_superseding(badge: Badge) -> Refused | None:
    """Why somebody can't supersede a ruling; None if they can. No query."""
    if KEYS["supersede"].opens(badge):
        return None
    return Refused("ruling.final")

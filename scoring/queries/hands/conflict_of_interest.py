"""Who may not decide about a game, because they play in it themselves (Rulebook R-7)."""

from tournament.models import Badge, Game, Role

MAY_RULE = {Role.REFEREE, Role.ORGANIZER}
ALREADY = "This ruling was superseded already. Open the one that counts now, and supersede that."


def why_not_yours(game: Game, badge: Badge) -> str:
    """Why somebody enters no hands of a game: they play in it. Empty if they may. No query."""
    if badge.plays_in_id in game.everybody_ids():
        return (
            "You play in this game yourself, so you enter nothing of it. "
            "Another referee or the organizer does (Rulebook R-7)."
        )
    return ""


def why_no_ruling(game: Game, badge: Badge) -> str:
    """Why somebody may not rule on a game; empty if they may. One query, for a referee who plays."""
    if badge.role not in MAY_RULE:
        return "A referee rules on this. Call one to the table."
    if not badge.plays_in_id:
        return ""
    teams = game.everybody_ids()
    if badge.plays_in_id in teams:
        return (
            "You play in this game yourself, so you don't rule on it. "
            "Call the head referee: another referee decides (Rulebook R-7)."
        )
    to_come = Game.objects.standing().filter(event=game.event_id, over_at=None).exclude(pk=game.pk)
    if to_come.of(badge.plays_in_id).of(*teams).exists():
        own = "You meet" if game.event.way.is_one else "Your own team meets"
        return (
            f"{own} one of these {game.event.entrant}s next, so you don't rule on this game. "
            "Call the head referee: another referee decides (Rulebook R-7)."
        )
    return ""


def why_no_superseding(badge: Badge) -> str:
    """Why somebody may not put a ruling in another's place; empty if they may. No query."""
    if badge.is_head or badge.role == Role.ORGANIZER:
        return ""
    return "A ruling is final. Only a head referee or an organizer can replace it: call the head referee."

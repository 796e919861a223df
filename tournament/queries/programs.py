"""The programs that work at an event, and what they hear of it."""

from tournament.models import Event, Token
from tournament.models.links import hash_of


def token_of(secret: str) -> Token | None:
    """The token that is not revoked, with its badge. One query."""
    found = Token.objects.select_related("badge").filter(hashed=hash_of(secret))
    return found.filter(badge__revoked_at=None).first()


def tokens(event: Event) -> list[Token]:
    """The event's tokens with their badges, those in use first. One query."""
    found = Token.objects.filter(badge__event=event).select_related("badge").order_by("pk")
    return sorted(found, key=lambda token: token.badge.revoked_at is not None)

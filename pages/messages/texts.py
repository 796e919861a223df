"""The text of a message: its words, its link, and the link to stop messages."""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournament.models import Event, Message, Player

_signer = Signer(sep=".", salt="messages.stop")


def link_of(message: Message, site: str) -> str:
    """The message's link; empty if it has none or the server's address isn't known."""
    team = message.player.team if message.player else None
    if not (message.leads and team and site):
        return ""
    slug = message.event.slug
    args = [team.badge.secret] if message.leads == "site:join" else [slug, team.number]
    return f"{site}{reverse(message.leads, args=args)}"


def text_of(message: Message, site: str) -> str:
    return " ".join(filter(None, (message.words, link_of(message, site))))


def stop_link(message: Message, site: str) -> str:
    """The URL at which the recipient stops all messages of the event (Rulebook E-182); empty if unknown."""
    if not (site and message.player_id):
        return ""
    token = _signer.sign(str(message.player_id))
    return f"{site}{reverse('messages:stop', args=[message.event.slug, token])}"


def player_of(event: Event, token: str) -> Player | None:
    """The player of a stop link's token; None if it is invalid."""
    try:
        pk = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return event.players.filter(pk=pk).first()

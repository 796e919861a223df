"""The other people who look for a partner, as one of them sees them: first name and note, no contact."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from tournament.models import Event, PartnerBlock, PartnerRequest, Player
from tournament.models.typed_names import first_name


@dataclass(frozen=True, kw_only=True)
class Looking:
    """Somebody else who looks for a partner."""

    pk: int
    name: str
    about: str
    request: UUID | None = None
    """The key of their request to the viewer, if any."""
    is_asked: bool = False


@dataclass(frozen=True, kw_only=True)
class PartnerDesk:
    player: Player
    asks: tuple[Looking, ...]
    others: tuple[Looking, ...]


def partner_desk(event: Event, player: Player) -> PartnerDesk | None:
    """The list for this player; None if they don't look for a partner. Three queries."""
    if player.team_id or player.left_at:
        return None
    blocks = PartnerBlock.objects.filter(Q(player=player) | Q(blocked=player))
    hidden = {pk for pair in blocks.values_list("player", "blocked") for pk in pair}
    requests = list(PartnerRequest.objects.open().of(player.pk))
    asked_by = {row.asker_id: row.key for row in requests if row.asked_id == player.pk}
    asked = {row.asked_id for row in requests if row.asker_id == player.pk}
    others = [
        Looking(
            pk=one.pk,
            name=first_name(one.name),
            about=one.about,
            request=asked_by.get(one.pk),
            is_asked=one.pk in asked,
        )
        for one in event.players.filter(team=None, left_at=None).exclude(pk=player.pk)
        if one.pk not in hidden
    ]
    return PartnerDesk(
        player=player,
        asks=tuple(one for one in others if one.request),
        others=tuple(one for one in others if not one.request),
    )

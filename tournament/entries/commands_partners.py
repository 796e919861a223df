"""Finding a partner: descriptions, requests, blocks, and partners from the crew (E-167, E-168)."""

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q

from tournament.entries.commands_sign_up import pair_singles
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.commands_sent import known_team, sent_before
from tournament.log.locks import lock_event, write
from tournament.models import Actor, PartnerBlock, PartnerRequest, Player, Team
from tournament.models.typed_names import clean_name, one_line

LONGEST_WORD = 140


@transaction.atomic
def say_about(*, player: Player, about: str, by: Actor, at: datetime) -> Player:
    """Set what a player who looks for a partner says about themselves to the others who look."""
    player = _looking(player)
    about = one_line(about)
    if len(about) > LONGEST_WORD:
        raise Refused("partner.about-long", most=LONGEST_WORD, field="about")
    write(player, about=about)
    log(player.event, "partner.about", by=by, at=at, is_for_nobody=True, player=player)
    return player


@transaction.atomic
def ask_partner(
    *, key: UUID, player: Player, other: Player, by: Actor, at: datetime
) -> PartnerRequest | Team:
    """Ask another player who looks for a partner. The asker's earlier requests are closed.

    If the other has asked already, the two become a team. Somebody who blocked the asker never sees the
    request.
    """
    lock_event(player.event_id)
    asked = PartnerRequest.objects.filter(key=key).select_related("asked").first()
    content = (player, other)
    if known := sent_before("partner.asked", asked, key=key, content=content, now=other.name, was=_whom):
        return known
    player, other = _looking(player), _looking(other)
    if player == other:
        raise Refused("partner.oneself")
    mine = PartnerRequest.objects.open()
    back = mine.filter(asker=other, asked=player).first()
    if back and not _are_blocked(player, other):
        return answer_partner(request=back, is_accepted=True, by=by, at=at) or back
    mine.filter(asker=player).update(answered_at=at)
    request = PartnerRequest.objects.create(key=key, event=player.event, asker=player, asked=other, at=at)
    log(player.event, "partner.asked", by=by, at=at, player=player, other=other)
    return request


@transaction.atomic
def answer_partner(*, request: PartnerRequest, is_accepted: bool, by: Actor, at: datetime) -> Team | None:
    """Accept or decline a partner request. Accepting it makes the two a team."""
    lock_event(request.event_id)
    request = PartnerRequest.objects.select_related("asker", "asked", "event").get(pk=request.pk)
    if request.answered_at:
        raise Refused("partner.answered")
    write(request, answered_at=at, is_accepted=is_accepted)
    pair = [request.asker, request.asked]
    if not is_accepted:
        log(request.event, "partner.declined", by=by, at=at, player=request.asked, other=request.asker)
        return None
    return pair_singles(event=request.event, key=request.key, players=pair, name="", by=by, at=at)


@transaction.atomic
def block_partner(*, player: Player, other: Player, by: Actor, at: datetime) -> PartnerBlock:
    """Hide two players from each other. The blocked player isn't notified."""
    player = _looking(player)
    more = {"event": player.event, "at": at}
    block, is_new = PartnerBlock.objects.get_or_create(player=player, blocked=other, defaults=more)
    if is_new:
        log(player.event, "partner.blocked", by=by, at=at, is_for_nobody=True, player=player, blocked=other)
    return block


@transaction.atomic
def give_crew_partner(*, key: UUID, player: Player, name: str, by: Actor, at: datetime) -> Team:
    """Pair a player who is left over with somebody from the crew (Rulebook E-168)."""
    lock_event(player.event_id)
    name = clean_name(name)
    known, _ = known_team("partner.crew", key, (player, name), f"{player}, {name}")
    if known:
        return known
    player = _looking(player)
    if not name:
        raise Refused("partner.crew", field="crew")
    if len(name) > 60:
        raise Refused("player.name-long", field="crew")
    if name.casefold() == player.name.casefold():
        raise Refused("team.same-name", name=name, field="crew")
    mate = player.event.players.create(key=uuid4(), name=name, signed_up_at=at, is_crew=True)
    return pair_singles(event=player.event, key=key, players=[player, mate], name="", by=by, at=at)


def _whom(request: PartnerRequest) -> str:
    return request.asked.name


def _looking(player: Player) -> Player:
    """The player, under the event's lock."""
    lock_event(player.event_id)
    player = Player.objects.select_related("event").get(pk=player.pk)
    if player.team_id or player.left_at:
        raise Refused("partner.not-looking", player=player)
    return player


def _are_blocked(one: Player, other: Player) -> bool:
    return PartnerBlock.objects.filter(Q(player=one, blocked=other) | Q(player=other, blocked=one)).exists()

"""The organizer's messages: to everybody in the room, and to each person who agreed (E-181 to E-188)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import transaction

from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event, write
from tournament.messages.audience import audience, key_of_call, key_of_test, way_to
from tournament.models import Actor, Badge, Event, Game, Message, Player, Subscription, Team
from tournament.models.messages import LONGEST_WORDS, OCCASIONS, SubscriptionQuerySet, Way
from tournament.models.typed_names import one_line

TEST_SECONDS = 3 * 3600
"""How long the address of a test e-mail is known: longer than all retries take."""
PRACTICE = "A practice event sends nothing."
MOST_PHONES = 10
"""The most phones of a team that get notifications. Another one replaces the oldest."""


@transaction.atomic
def show_message(*, event: Event, key: UUID, words: str, by: Actor, at: datetime) -> Message:
    """Show a message on every phone and on the wall, in place of the previous one (Rulebook E-181)."""
    event = lock_event(event.pk)
    known = event.messages.filter(key=key).first()
    words = _words(words)
    if known := sent_before("message.shown", known, key=key, content=words, now=words, was=_its_words):
        return known
    event.messages.shown().update(ended_at=at)
    shown = event.messages.create(
        key=key, goes_by=Way.ROOM, occasion="words", words=words, at=at, by=by.badge, sent_at=at
    )
    _notify(event, Subscription.objects.filter(event=event), "words", uuid4(), words, by=by, at=at)
    log(event, "message.shown", by=by, at=at, words=words)
    return shown


@transaction.atomic
def remove_message(*, event: Event, by: Actor, at: datetime) -> int:
    """Remove the message to everybody. Repeating it changes nothing."""
    event = lock_event(event.pk)
    removed = event.messages.shown().update(ended_at=at)
    if removed:
        log(event, "message.removed", by=by, at=at)
    return removed


@transaction.atomic
def write_messages(
    *, event: Event, key: UUID, occasion: str, who: str, words: str, site: str, by: Actor, at: datetime
) -> list[Message]:
    """Write to the people of audience ``who`` that agreed, one message for each address (Rulebook E-183)."""
    event = lock_event(event.pk)
    known = list(event.messages.filter(key=key))
    text = _words(words) if occasion == "words" else ""
    content, now = (occasion, who, text), text or occasion
    first = known[0] if known else None
    if sent_before("message.written", first, key=key, content=content, now=now, was=_its_words):
        return known
    people = audience(event, who)
    made = _write(event, people, occasion, key=key, words=text, site=site, by=by, at=at)
    if not made:
        raise Refused("message.nobody")
    what = OCCASIONS[occasion].title
    log(
        event,
        "message.written",
        by=by,
        at=at,
        is_for_nobody=True,
        many=len(made),
        is_one=len(made) == 1,
        what=what,
    )
    return made


def notify_moved_up(team: Team, *, by: Actor, at: datetime) -> None:
    """Notify a team that it moved up from the waiting list. Part of a larger action, which holds the lock."""
    people = team.players.filter(left_at=None).exclude(consent_at=None).exclude(contact="")
    more: dict[str, Any] = {"key": uuid4(), "words": "", "site": "", "by": by, "at": at}
    _write(team.event, people.select_related("team"), "moved-up", **more)
    phones = Subscription.objects.of([team.pk])
    words = f"{team.name} has a place. Check in at the desk."
    _notify(team.event, phones, "moved-up", uuid4(), words, by=by, at=at)


@transaction.atomic
def notify_called(*, game: Game, by: Actor, at: datetime) -> None:
    """Notify the phones of a game's teams that their table is called (Rulebook E-187). Idempotent."""
    event = lock_event(game.event_id)
    for seat in game.seating:
        words = f"{seat.team.name}: go to Table {game.table.number if game.table else ''}."
        phones = Subscription.objects.of([seat.team_id]).exclude(messages__key=key_of_call(game))
        _notify(event, phones, "called", key_of_call(game), words, by=by, at=at)


@transaction.atomic
def set_phone_notifications(
    *, badge: Badge, endpoint: str, user_key: str, auth: str, is_on: bool, by: Actor, at: datetime
) -> Subscription | None:
    """Turn notifications on or off for a team's phone (Rulebook E-186)."""
    event = lock_event(badge.event_id)
    asked = event.subscriptions.filter(badge=badge, ended_at=None)
    same = asked.filter(endpoint=endpoint)
    if not is_on:
        same.end(at)
        return None
    oldest = list(asked.exclude(endpoint=endpoint).order_by("-pk").values_list("pk", flat=True))
    event.subscriptions.filter(pk__in=oldest[MOST_PHONES - 1 :]).end(at)
    values = {"user_key": user_key, "auth": auth}
    if known := same.first():
        write(known, **values)
        return known
    return event.subscriptions.create(badge=badge, endpoint=endpoint, at=at, **values)


def end_subscription(*, subscription: Subscription, now: datetime) -> None:
    """End a subscription that the push service no longer knows."""
    Subscription.objects.filter(pk=subscription.pk).end(now)


@transaction.atomic
def write_test(*, event: Event, to: str, words: str, now: datetime, by: Actor, at: datetime) -> Message:
    """Write a test e-mail to an address; in a practice event, too, so it is due at the real time ``now``."""
    more: dict[str, Any] = {"occasion": "words", "words": words, "at": at, "due_at": now, "by": by.badge}
    message = event.messages.create(key=uuid4(), goes_by=Way.EMAIL, **more)
    cache.set(key_of_test(message), to, timeout=TEST_SECONDS)
    return message


@transaction.atomic
def send_again(*, message: Message, by: Actor, at: datetime) -> Message:
    """Send a message again, whether it arrived or was given up; the organizer's own texts become unsent."""
    lock_event(message.event_id)
    if message.event.is_practice and message.goes_by != Way.PHONE:
        raise Refused("message.practice")
    afresh = {"sent_as": uuid4(), "tries": 0, "claimed_at": None, "sent_at": None, "answer": ""}
    if message.subscription:
        if message.subscription.ended_at:
            raise Refused("message.no-phone", team=message.subscription.badge.name)
        write(message, due_at=at, **afresh)
        return message
    player = message.player
    if player is None or player.consent_at is None or not player.contact:
        raise Refused("message.no-yes", name=player.name if player else "")
    way = way_to(player.contact)
    write(message, goes_by=way, due_at=None if way == Way.PHONE else at, **afresh)
    return message


@transaction.atomic
def mark_sent(*, event: Event, messages: Iterable[int], by: Actor, at: datetime) -> int:
    """Mark messages as sent from the organizer's own phone. Returns how many."""
    lock_event(event.pk)
    mine = event.messages.filter(pk__in=messages, goes_by=Way.PHONE, sent_at=None)
    return mine.update(sent_at=at, answer="")


@transaction.atomic
def stop_messages(*, player: Player, by: Actor, at: datetime) -> int:
    """Withdraw the consent of everybody with this player's address (Rulebook E-182). Returns how many."""
    event = lock_event(player.event_id)
    same = event.players.exclude(consent_at=None).filter(contact__iexact=player.contact)
    stopped = same.update(consent_at=None)
    if stopped:
        log(event, "message.stopped", by=by, at=at, is_for_nobody=True, player=player)
    return stopped


def _notify(
    event: Event,
    phones: SubscriptionQuerySet,
    occasion: str,
    key: UUID,
    words: str,
    *,
    by: Actor,
    at: datetime,
) -> None:
    """Queue a notification for each phone; none in a practice event."""
    if event.is_practice:
        return
    more: dict[str, Any] = {"goes_by": Way.PUSH, "occasion": occasion, "words": words[:LONGEST_WORDS]}
    Message.objects.bulk_create(
        Message(event=event, subscription=phone, key=key, at=at, due_at=at, by=by.badge, **more)
        for phone in phones.open()
    )


def _write(
    event: Event,
    people: Iterable[Player],
    occasion: str,
    *,
    key: UUID,
    words: str,
    site: str,
    by: Actor,
    at: datetime,
) -> list[Message]:
    by_address: dict[tuple[str, int | None], Player] = {}
    leads = bool(OCCASIONS[occasion].leads)
    for player in people:
        # Two partners with one number get one message; one person in two teams gets each team's link.
        whose = player.team_id if leads else None
        if not (leads and player.team_id is None):
            by_address.setdefault((player.contact.casefold(), whose), player)
    return Message.objects.bulk_create(
        _row(event, player, occasion, key=key, words=words, site=site, by=by, at=at)
        for player in by_address.values()
    )


def _row(
    event: Event, player: Player, occasion: str, *, words: str, by: Actor, at: datetime, **more: Any
) -> Message:
    way = way_to(player.contact)
    team = player.team.name if player.team else player.name
    is_held = event.is_practice and way != Way.PHONE
    return Message(
        event=event,
        player=player,
        goes_by=way,
        occasion=occasion,
        words=(words or OCCASIONS[occasion].words.format(event=event.name, team=team))[:LONGEST_WORDS],
        at=at,
        by=by.badge,
        due_at=None if is_held or way == Way.PHONE else at,
        answer=PRACTICE if is_held else "",
        **more,
    )


def _its_words(message: Message) -> str:
    return message.words


def _words(words: str) -> str:
    words = one_line(words)
    if not words:
        raise Refused("message.words", field="words")
    if len(words) > LONGEST_WORDS:
        raise Refused("message.long", most=LONGEST_WORDS, field="words")
    return words

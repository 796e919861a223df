"""What phones sent before the database was restored, and the backup lacks."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID, uuid5

from scoring.models import Hand, Report
from tournament.event.sitting import who_plays
from tournament.models import Event, Game, HeldEntry


@dataclass(frozen=True, kw_only=True)
class Sent:
    """An entry that a phone sent: its id, its game then, and who played it (``who_plays``)."""

    key: UUID
    title: str
    game_id: int | None
    who: str


def lacking(event: Event, sent: Iterable[Sent]) -> dict[UUID, int | None]:
    """The entries that the database lacks, by id, each with the game that it belongs to now.

    None if that game isn't called again. After a restore another game may have the old one's id: only the
    same people make it the same game. Six queries at most.
    """
    entries = list(sent)
    arrived = _there({each.key for each in entries})
    missing = [each for each in entries if each.key not in arrived]
    if not missing:
        return {}
    called = Game.objects.standing().filter(event=event, called_at__isnull=False).with_everybody()
    games = {game.pk: who_plays(game) for game in called}
    later = called.filter(called_at__gt=event.restored_at).order_by("called_at") if event.restored_at else ()
    again = {who_plays(game): game.pk for game in later}
    return {
        each.key: each.game_id if games.get(each.game_id or 0) == each.who else again.get(each.who)
        for each in missing
    }


def held_entries(event: Event) -> list[HeldEntry]:
    """What phones have reported that the restored database lacks. Three queries; none without a restore."""
    if event.restored_at is None:
        return []
    rows = list(event.held_entries.filter(done_at=None).select_related("badge"))
    arrived = _there({row.key for row in rows}) if rows else set()
    return [row for row in rows if row.key not in arrived]


def _there(keys: Collection[UUID]) -> set[UUID]:
    """The entries of phones that the database has. Two queries."""
    # A forfeit makes the ids of its hands from its own.
    made = {uuid5(key, "1"): key for key in keys} | {key: key for key in keys}
    hands = Hand.objects.filter(pk__in=made).values_list("pk", flat=True)
    reports = Report.objects.filter(pk__in=made).values_list("pk", flat=True)
    return {made[key] for key in (*hands, *reports)}

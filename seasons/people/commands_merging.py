"""Merge two entries of the same team, or of the same person (Rulebook E-166).

Every foreign key to the entry that goes is repointed to the one that stays, in every app. Django's model
metadata lists these keys, so a new model needs no line here.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import ForeignObjectRel, QuerySet

from seasons.models import Appearance, Merge
from seasons.people.commands_people import recognize_apart
from tournament.entries.commands_presence import fill_places
from tournament.entries.places import has_room
from tournament.errors import Refused
from tournament.event.names import who_sits
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Event, KeptApart, Player, Seat, Team

LONGEST_MERGED = 40
TEAM_COLUMNS = ("name", "merged_into_id", "checked_in_at", "waits_since", "withdrawn_at")
PLAYER_COLUMNS = ("team_id", "merged_into_id", "left_at")


@transaction.atomic
def merge_teams(*, team: Team, other: Team, by: Actor, at: datetime) -> Team:
    """Merge two entries. Returns the one that stays: the one that has played, else ``team``.

    It keeps its name and number. The other's private link leads to it from then on.
    """
    event = lock_event(team.event_id)
    kept, gone = (event.teams.get(pk=pk) for pk in (team.pk, other.pk))
    if kept == gone or kept.merged_into_id or gone.merged_into_id:
        raise Refused("merge.same", field="other")
    if _has_played(gone):
        if _has_played(kept):
            raise Refused("merge.both-played", one=kept, other=gone, field="other")
        kept, gone = gone, kept
    if kept.withdrawn_at:
        raise Refused("team.withdrawn", team=kept)
    merge = Merge(event=event, kept=kept, gone=gone, at=at)
    rows: tuple[Team | Player, ...] = (kept, gone, *gone.players.all())
    merge.before = {_key(row): _written_over(row) for row in rows}
    KeptApart.objects.filter(one__in=(kept, gone), other__in=(kept, gone)).update(ended_at=at)
    _move(gone, kept, merge)
    _merge_players(kept, gone, at, merge)
    has_place = not kept.waits_since or not (gone.waits_since or gone.withdrawn_at)
    write(
        kept,
        home=kept.home or gone.home,
        needs_accessible=kept.needs_accessible or gone.needs_accessible,
        fixed_table=kept.fixed_table or gone.fixed_table,
        waits_since=None if has_place else kept.waits_since,
        checked_in_at=min((one.checked_in_at for one in (kept, gone) if one.checked_in_at), default=None)
        if has_place
        else None,
    )
    before = gone.name
    write(
        gone,
        name=f"{gone.name[:LONGEST_MERGED]} (merged {gone.number})",
        merged_into=kept,
        checked_in_at=None,
        waits_since=None,
        withdrawn_at=gone.withdrawn_at or at,
    )
    merge.save(force_insert=True)
    # With ``gone``, so that the log knows its new name.
    log(event, "team.merged", by=by, at=at, team=kept, before=before, number=gone.number, gone=gone)
    fill_places(event=event, by=by, at=at)
    return kept


@transaction.atomic
def undo_merge(*, team: Team, by: Actor, at: datetime) -> Team | Player:
    """Undo the last merge into this team (Rulebook E-196). Returns the entry that is back.

    It gets back only rows that were its own. If the event is full, it goes to the waiting list.
    """
    event = lock_event(team.event_id)
    merge = last_merged(event, team.pk)
    # After a move to another database, the stored ids are those of other rows or none.
    back = (merge.gone or merge.single) if merge else None
    if merge is None or back is None or _key(back) not in merge.before:
        raise Refused("merge.none", team=team)
    if isinstance(back, Player):
        return _undo_single(merge, back, by, at)
    kept, gone = merge.kept, back
    name = merge.before[_key(gone)]["name"]
    if event.teams.filter(name__iexact=name).exclude(pk=gone.pk).exists():
        raise Refused("merge.name-taken", name=name)
    is_full = not has_room(event)
    others = {player: player.merged_into for player in gone.players.select_related("merged_into")}
    _move_back(merge)
    if not _has_played(kept):
        was_kept = merge.before[_key(kept)]
        write(kept, **{name: was_kept[name] for name in ("checked_in_at", "waits_since")})
    for key, values in merge.before.items():
        if key != _key(kept):
            label, pk = key.split()
            apps.get_model(label)._default_manager.filter(pk=pk).update(**values)
    gone.refresh_from_db()
    apart = KeptApart.objects.filter(one__in=(kept, gone), other__in=(kept, gone))
    apart.filter(ended_at=merge.at).update(ended_at=None)
    for player, into in others.items():
        if into:
            recognize_apart(player=player, other=into, merged_at=merge.at, by=by, at=at)
    if is_full and not (gone.checked_in_at or gone.waits_since or gone.withdrawn_at):
        write(gone, waits_since=at)
    write(merge, undone_at=at)
    log(event, "team.unmerged", by=by, at=at, team=kept, other=gone)
    return gone


def _undo_single(merge: Merge, back: Player, by: Actor, at: datetime) -> Player:
    on_list = merge.event.players.filter(team=None, left_at=None, merged_into=None)
    if on_list.filter(name__iexact=back.name).exists():
        raise Refused("merge.name-taken", name=back.name)
    into = back.merged_into
    _move_back(merge)
    Player.objects.filter(pk=back.pk).update(**merge.before[_key(back)])
    if into:
        recognize_apart(player=back, other=into, merged_at=merge.at, by=by, at=at)
    back.refresh_from_db()
    write(merge, undone_at=at)
    log(merge.event, "player.unmerged", by=by, at=at, player=back, team=merge.kept)
    return back


def _move_back(merge: Merge) -> None:
    for label, field, ids, was, now in reversed(merge.moved):
        rows = apps.get_model(label)._default_manager.filter(pk__in=ids, **{field: now})
        rows.update(**{field: was})


@transaction.atomic
def merge_players(*, player: Player, other: Player, by: Actor, at: datetime) -> Player:
    """Merge two sign-ups of a person, at least one of them without a team. Returns the one that stays."""
    event = lock_event(player.event_id)
    players = event.players.select_related("team")
    kept, gone = players.get(pk=player.pk), players.get(pk=other.pk)
    if gone.team_id:
        kept, gone = gone, kept
    if kept == gone or kept.merged_into_id or gone.merged_into_id:
        raise Refused("merge.same", field="other")
    if gone.team_id:
        raise Refused("merge.two-teams", field="other")
    merge = Merge(event=event, kept=kept.team, single=gone, at=at) if kept.team else None
    if merge:
        merge.before = {_key(gone): _written_over(gone)}
    _merge_player(kept, gone, at, merge)
    if merge:
        merge.save(force_insert=True)
    log(event, "player.merged", by=by, at=at, player=kept, before=gone.name, team=kept.team)
    return kept


def _written_over(row: Team | Player) -> dict[str, Any]:
    """The columns that a merge overwrites, except the contact: it may have to be erased before an undo."""
    names = PLAYER_COLUMNS if isinstance(row, Player) else TEAM_COLUMNS
    values = ((name, getattr(row, name)) for name in names)
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values}


def _key(row: Team | Player) -> str:
    return f"{row._meta.label} {row.pk}"


def _move(gone: Team | Player, kept: Team | Player, merge: Merge | None) -> None:
    """Repoint every row that refers to ``gone`` to ``kept``, and record that in ``merge``."""
    for rows, field in _hangs_on(gone):
        if rows.model is KeptApart:  # Rows between these two have ended, and would join a team with itself.
            rows = rows.exclude(one__in=(gone, kept), other__in=(gone, kept))
        is_one = rows.model is Appearance or rows.model._meta.get_field(field).one_to_one
        if is_one and rows.model._default_manager.filter(**{field: kept}).exists():
            continue  # The one that stays has its own person, or team of the league.
        ids = list(rows.values_list("pk", flat=True)) if merge else []
        if merge and ids:
            merge.moved.append([rows.model._meta.label, field, [str(pk) for pk in ids], gone.pk, kept.pk])
        rows.update(**{field: kept})


def _merge_players(kept: Team, gone: Team, at: datetime, merge: Merge) -> None:
    """Merge the players of two entries: those of the same name first, the others in order."""
    stays, goes = who_sits(kept.players.all()), who_sits(gone.players.all())
    named = {player.name.casefold(): player for player in stays}
    pairs = [(named.pop(one.name.casefold()), one) for one in goes if one.name.casefold() in named]
    matched = {one.pk for _, one in pairs}
    rest = [one for one in goes if one.pk not in matched]
    for mine, one in [*pairs, *zip_longest(named.values(), rest)]:
        if mine and one:
            _merge_player(mine, one, at, merge)
        elif one and len(stays) < kept.event.way.members:
            write(one, team=kept)
            stays.append(one)
        elif one:
            _merge_player(stays[0], one, at, merge)


def _merge_player(kept: Player, gone: Player, at: datetime, merge: Merge | None = None) -> None:
    if kept.appearances.exists():
        gone.appearances.now().update(ended_at=at)
    _move(gone, kept, merge)
    write(kept, contact=kept.contact or gone.contact)
    write(gone, merged_into=kept, left_at=gone.left_at or at, contact="")


def _hangs_on(row: Team | Player) -> Iterator[tuple[QuerySet, str]]:  # type: ignore[type-arg]
    """For each foreign key to this row: the rows that have it, and the name of the field.

    A team's link and players are left out: the link stays, and ``_merge_players`` handles the players.
    """
    for relation in row._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel):
            continue
        model, field = relation.related_model, relation.field.name
        if model is not Merge and (model, field) not in ((Badge, "team"), (Player, "team")):
            yield model._default_manager.filter(**{field: row}), field


def _has_played(team: Team) -> bool:
    """Whether the team was seated, or a row of ``scoring`` refers to it."""
    return any(
        rows.exists()
        for rows, _ in _hangs_on(team)
        if rows.model is Seat or rows.model._meta.app_label == "scoring"
    )


def mergeable(team: Team) -> Sequence[Team]:
    """The entries that a team can be merged with, first those that share a player's name."""
    names = {player.name.casefold() for player in who_sits(team.players.all())}
    others = team.event.teams.filter(merged_into=None).exclude(pk=team.pk).prefetch_related("players")
    return sorted(
        others, key=lambda one: names.isdisjoint(each.name.casefold() for each in one.players.all())
    )


def last_merged(event: Event, pk: int) -> Merge | None:
    """The last merge into this team that can be undone. One query."""
    merges = Merge.objects.filter(event=event, kept=pk, kept__merged_into=None, undone_at=None)
    return merges.select_related("event", "kept", "gone", "single").order_by("-pk").first()

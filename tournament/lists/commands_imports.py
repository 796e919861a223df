"""Importing lists of teams: upload, preview, import in one transaction, undo. The scheduler does the work."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from tournament.entries.commands_corrections import rename_team
from tournament.entries.commands_presence import return_team, withdraw_team
from tournament.entries.commands_sign_up import leave_list, sign_up_single, sign_up_team
from tournament.entries.places import why_no_sign_up
from tournament.errors import Refused
from tournament.lists.columns import KNOWN, NOTHING, Columns, heading_key, heading_row, is_contact, recognized
from tournament.lists.imports import LONGEST_SHOWN, MOST_ENTRIES, choices_at, looked_at, shown_cells
from tournament.lists.list_entries import BACK, Entry, entries, entry_of, kept
from tournament.lists.reading import Row, at_row, read_list, sheet_titles, with_cells
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, Game, ListImport, Team
from tournament.models.typed_names import clean_name

Task = ListImport.Task
TELLS_EVERY = 250
"""The number of rows between two progress updates."""
GONE: dict[str, Any] = {"content": b"", "rows": [], "columns": {}}
"""The columns to clear once a list is no longer needed, because they contain phone numbers."""
FOR_EVERY_SHEET = ("known", "choices", "chosen", "sheet", "sheets", "is_text")
"""What ``ListImport.columns`` has for all sheets of a workbook."""
LONGEST_UNDONE = 40


@transaction.atomic
def ask_import(
    *,
    event: Event,
    key: UUID,
    content: bytes,
    name: str = "",
    sheet: str = "",
    choices: Mapping[str, str] | None = None,
    by: Actor,
    at: datetime,
) -> ListImport:
    """Upload a list for the scheduler to read. It replaces the one in preview. Idempotent by ``key``.

    ``choices`` are the meanings of columns that were chosen for other events (``choices_at``). ``sheet`` is
    the title of the sheet to read, if the list has several; else the first is read.
    """
    event = lock_event(event.pk)
    known = ListImport.objects.filter(key=key).first()
    sent = (event, clean_name(name), sha256(content).hexdigest())
    now = clean_name(name) or "these pasted lines"
    if known := sent_before("list.brought", known, key=key, content=sent, now=now, was=_its_name):
        return known
    if not content.strip():
        raise Refused("list.empty", field="lines")
    if why_not := why_no_sign_up(event):
        raise why_not
    if (before := looked_at(event)) and before.task == Task.WRITE:
        raise Refused("list.at-work")
    if before:
        write(before, dropped_at=at, task="", **_gone(before))
    made = ListImport.objects.create(
        event=event,
        key=key,
        name=clean_name(name)[:100],
        content=content,
        columns={"known": {**(choices or {}), **choices_at([event])}, "sheet": sheet},
        task=Task.READ,
        asked_at=at,
        by=by.badge,
    )
    log(event, "list.brought", by=by, at=at, is_for_nobody=True)
    return made


@transaction.atomic
def choose_columns(
    *,
    event: Event,
    meanings: tuple[str, ...],
    heading: int,
    sheet: str = "",
    seen: int | None = None,
    cells: Mapping[int, Mapping[int, str]] | None = None,
    by: Actor,
    at: datetime,
) -> ListImport:
    """Set what each column has, the row with the headings, and cells of rows with a remark; then the sheet.

    The list is read again. ``cells`` are by row number and column. ``seen`` is the id of the list that they
    were typed for.
    """
    found = _waiting(lock_event(event.pk), seen)
    typed, was = cells or {}, found.columns.get("sheet", "")
    lines = [line for entry in map(entry_of, found.rows) for line in entry.lines]
    mended = {number: _with(row, typed[number]) for number, row in lines if number in typed}
    columns = {**found.columns, "sheet": sheet or was, "mended": {"sheet": was, "rows": mended}}
    # What was guessed stays a guess: a row that is written in another way is read by itself.
    if (columns.get("meanings", []), columns.get("heading", 0)) != (list(meanings), heading):
        chosen = {"meanings": list(meanings), "heading": heading}
        columns["chosen"] = {**columns.get("chosen", {}), was: chosen}
    write(found, columns=columns, task=Task.READ, begun_at=None, done=0, problem={}, by=by.badge)
    log(event, "list.columns-chosen", by=by, at=at, is_for_nobody=True)
    return found


def _with(row: Sequence[str], cells: Mapping[int, str]) -> list[str]:
    width = max([len(row), *(index + 1 for index in cells)])
    return [cells.get(index, "".join(row[index : index + 1])) for index in range(width)]


@transaction.atomic
def confirm_import(
    *, event: Event, leaves_out: bool, seen: int | None = None, by: Actor, at: datetime
) -> ListImport:
    """Have the list in preview imported; with ``leaves_out``, without the rows that have errors.

    ``seen`` is the id of the list that was looked at.
    """
    found = _waiting(lock_event(event.pk), seen)
    read = [entry_of(row) for row in found.rows]
    wrong, coming = sum(entry.is_wrong for entry in read), sum(entry.comes_in for entry in read)
    if wrong and not leaves_out:
        raise Refused("list.wrong-rows", count=wrong, is_one=wrong == 1, field="leaves_out")
    if not coming:
        raise Refused("list.nothing-new")
    if coming > MOST_ENTRIES:
        raise Refused("list.too-many", most=MOST_ENTRIES)
    write(found, task=Task.WRITE, begun_at=None, problem={}, by=by.badge)
    log(event, "list.confirmed", by=by, at=at, is_for_nobody=True, entries=coming)
    return found


@transaction.atomic
def drop_import(*, event: Event, by: Actor, at: datetime) -> ListImport:
    """Discard the list in preview."""
    lock_event(event.pk)
    found = looked_at(event)
    if found is None:
        raise Refused("list.none")
    if found.task == Task.WRITE and found.begun_at:
        raise Refused("list.at-work")
    write(found, dropped_at=at, task="", **_gone(found))
    log(event, "list.dropped", by=by, at=at, is_for_nobody=True)
    return found


@transaction.atomic
def undo_import(*, imported: ListImport, by: Actor, at: datetime) -> ListImport:
    """Have an import undone, unless one of its teams was seated or one of its people found a partner."""
    lock_event(imported.event_id)
    imported = ListImport.objects.select_related("event").get(pk=imported.pk)
    if imported.imported_at is None or imported.undone_at or imported.task:
        raise Refused("list.undone-already")
    _check_nobody_plays(imported)
    write(imported, task=Task.UNDO, begun_at=None, problem={}, by=by.badge)
    log(imported.event, "list.undo-asked", by=by, at=at, is_for_nobody=True)
    return imported


def work_on(*, row: ListImport, at: datetime, now: datetime) -> bool:
    """Claim a list's task and run it. Returns False if another worker has it. ``now`` is the real time."""
    if not ListImport.objects.due(now).filter(pk=row.pk, task=row.task).update(begun_at=now):
        return False
    try:
        _TASKS[row.task](row, Actor(row.by, "list"), at)
    except Exception:
        # Otherwise it would seem at work until the claim runs out, and couldn't be discarded.
        ListImport.objects.filter(pk=row.pk, task=row.task).update(begun_at=None)
        raise
    return True


def _read(row: ListImport, by: Actor, at: datetime) -> None:
    """Parse a list and store what each row would become.

    A file that can't be read is discarded, unless another of its sheets may be read. Pasted lines are kept,
    because nobody may have them elsewhere.
    """
    columns, mended = row.columns, row.columns.pop("mended", {})
    mine = ListImport.objects.filter(pk=row.pk, task=Task.READ, begun_at__isnull=False)
    try:
        if mended.get("rows"):
            cells = {int(number): cells for number, cells in mended["rows"].items()}
            row.content = with_cells(bytes(row.content), cells, mended["sheet"])
            columns["is_text"] = True
            mine.update(content=row.content, columns=columns)
        titles = sheet_titles(bytes(row.content))
        columns["sheets"] = titles if len(titles) > 1 else ()
        columns["sheet"] = (columns.get("sheet") or titles[0]) if columns["sheets"] else ""
        rows = read_list(bytes(row.content), columns["sheet"])
    except Refused as why:
        is_kept = not row.name or columns.get("is_text") or columns.get("sheets")
        gone = {"rows": [], "columns": _for_every_sheet(row)} if is_kept else {"dropped_at": at, **_gone(row)}
        mine.update(task="", problem=kept(why), **gone)
        return
    read = _columns(row, rows)
    mine.update(total=len(rows))
    # A refused import is read again. Its ``problem`` isn't cleared, so that the page shows it.
    stored: dict[str, Any] = {"columns": _described(read, rows, row), "rows": []}
    try:
        for number, entry in enumerate(entries(row.event, rows, read)):
            stored["rows"].append(entry.as_json())
            if number % TELLS_EVERY == 0:
                mine.update(done=number)
    except Refused as why:
        stored |= {"problem": kept(why), "rows": []}
    mine.update(task="", done=len(rows), **stored)


def _columns(row: ListImport, rows: Sequence[Row]) -> Columns:
    """What was chosen for the sheet that is read, else what is recognized."""
    if chosen := row.columns.get("chosen", {}).get(row.columns["sheet"]):
        return Columns(meanings=tuple(chosen["meanings"]), heading=chosen["heading"])
    known = row.columns.get("known", {}) | row.columns.get("choices", {})
    return recognized(rows, row.event.way, known)


def _for_every_sheet(row: ListImport) -> dict[str, Any]:
    return {name: row.columns[name] for name in FOR_EVERY_SHEET if name in row.columns}


def _described(columns: Columns, rows: Sequence[Row], row: ListImport) -> dict[str, Any]:
    heading = heading_row(rows, columns)
    headings = heading.cells if heading else ()
    below = [each for each in rows if heading is None or each.number > heading.number]
    return {
        **_for_every_sheet(row),
        "meanings": columns.meanings,
        "heading": heading.number if heading else 0,
        "choices": row.columns.get("choices", {}) | _chosen(columns, headings, row),
        "headings": [cell[:LONGEST_SHOWN] for cell in headings],
        "shown": shown_cells(below, len(columns.meanings)),
    }


def _chosen(columns: Columns, headings: Sequence[str], row: ListImport) -> dict[str, str]:
    """The meanings to remember by ``heading_key``: those that were chosen and aren't known."""
    # A row with somebody's number isn't headings after all, and would be remembered with their name.
    if row.columns["sheet"] not in row.columns.get("chosen", {}) or any(map(is_contact, headings)):
        return {}
    usual = KNOWN | row.columns.get("known", {}) | row.columns.get("choices", {})
    keys = zip(map(heading_key, headings), columns.meanings, strict=False)
    return {key: meaning for key, meaning in keys if key and usual.get(key, NOTHING) != meaning}


def _gone(row: ListImport) -> dict[str, Any]:
    """The columns to clear. What the headings mean is remembered, if somebody chose it."""
    choices = row.columns.get("choices")
    return {**GONE, "columns": {"choices": choices}} if choices else GONE


def _write(row: ListImport, by: Actor, at: datetime) -> None:
    """Import all rows or none. After a refusal the list is read again."""
    try:
        with transaction.atomic():
            event = lock_event(row.event_id)
            made: dict[str, list[int]] = {"teams": [], "players": []}
            for entry in map(entry_of, row.rows):
                if entry.comes_in:
                    _make(row, event, entry, made, by, at)
            mine = ListImport.objects.filter(pk=row.pk, task=Task.WRITE)
            if not mine.update(task="", imported_at=at, made=made, problem={}, **_gone(row)):
                raise Refused("list.none")
            teams, players = len(made["teams"]), len(made["players"])
            log(event, "list.imported", by=by, at=at, teams=teams, players=players)
    except Refused as why:
        ListImport.objects.filter(pk=row.pk, task=Task.WRITE).update(
            task=Task.READ, begun_at=None, done=0, problem=kept(why)
        )


def _its_name(row: ListImport) -> str:
    return row.name or "the earlier lines"


def _make(
    row: ListImport, event: Event, entry: Entry, made: dict[str, list[int]], by: Actor, at: datetime
) -> None:
    """:raises Refused: with the entry's row as its field."""
    common: dict[str, Any] = {"event": event, "contact": entry.contact, "by": by, "at": at}
    key = uuid5(row.key, str(entry.row))
    try:
        if entry.state == BACK:
            made["teams"].append(_returned(event, entry, by, at).pk)
        elif entry.is_team:
            team = sign_up_team(
                key=key,
                name=entry.team,
                players=entry.players,
                contacts=entry.contacts,
                home=entry.home,
                needs_accessible=entry.accessible,
                **common,
            )
            made["teams"].append(team.pk)
        else:
            made["players"].append(sign_up_single(key=key, name=entry.players[0], **common).pk)
    except Refused as why:
        why.field = at_row(entry.row)
        raise


def _returned(event: Event, entry: Entry, by: Actor, at: datetime) -> Team:
    number = entry.said["team"]
    team = return_team(team=event.teams.get(number=number), by=by, at=at)
    return team if team.name == entry.team else rename_team(team=team, name=entry.team, by=by, at=at)


def _undo(row: ListImport, by: Actor, at: datetime) -> None:
    """Withdraw what an import made, and rename its teams so that another import can use their names."""
    event = row.event
    try:
        with transaction.atomic():
            lock_event(row.event_id)
            _check_nobody_plays(row)
            for team in event.teams.filter(pk__in=row.made["teams"], withdrawn_at=None):
                withdraw_team(team=team, by=by, at=at)
                free = f"{team.name[:LONGEST_UNDONE]} (undone {team.number})"
                rename_team(team=team, name=free, by=by, at=at)
            for player in event.players.filter(pk__in=row.made["players"], left_at=None):
                leave_list(player=player, by=by, at=at)
            write(row, task="", undone_at=at)
            log(event, "list.undone", by=by, at=at)
    except Refused as why:
        ListImport.objects.filter(pk=row.pk).update(task="", problem=kept(why))


def _check_nobody_plays(imported: ListImport) -> None:
    """Refuse to undo an import if one of its teams was seated, or one of its people found a partner."""
    games = Game.objects.standing().filter(event=imported.event_id)
    seated = games.filter(seats__team__in=imported.made["teams"]).values_list("seats__team", flat=True)
    mine = imported.event.teams.filter(pk__in=imported.made["teams"])
    if team := mine.filter(pk__in=seated).first():
        raise Refused("list.has-played", team=team, entrant=imported.event.entrant)
    paired = imported.event.players.filter(pk__in=imported.made["players"]).exclude(team=None)
    if player := paired.first():
        raise Refused("list.has-partner", player=player)


def _waiting(event: Event, seen: int | None) -> ListImport:
    """The list in preview.

    :raises Refused: if there is none, it isn't the one that was ``seen``, or the scheduler has a task for it.
    """
    found = looked_at(event)
    if found is None:
        raise Refused("list.none")
    if seen and found.pk != seen:
        raise Refused("list.other")
    if found.task:
        raise Refused("list.at-work")
    return found


_TASKS: dict[str, Callable[[ListImport, Actor, datetime], None]] = {
    Task.READ: _read,
    Task.WRITE: _write,
    Task.UNDO: _undo,
}

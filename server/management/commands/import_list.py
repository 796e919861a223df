"""Import a list: ``./uptown import teams night.csv --event spring``, a league's results, or a flyer."""

import csv
import sys
from argparse import ArgumentParser
from datetime import date, datetime
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from seasons.leagues.commands_imported_weeks import import_week
from seasons.leagues.commands_leagues import find_or_make_club
from seasons.leagues.league_table import LeagueTable, table_through
from seasons.leagues.results import Results, in_lines, read_results
from seasons.people.people_of_club import players_of
from server.management.flyers import flyer_of, open_event_of_flyer, write_json, write_rest
from server.management.tables import make_missing_tables
from tournament.errors import Refused
from tournament.event.names import count
from tournament.lists.columns import heading_row, letter, recognized, same_contacts
from tournament.lists.commands_imports import ask_import, confirm_import, work_on
from tournament.lists.imports import choices_at, problem_of
from tournament.lists.list_entries import BACK, LEFT_OUT, Entry, entries
from tournament.lists.reading import MOST_BYTES, read_list, sheet_titles
from tournament.models import Actor, Event, ListImport
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import clock_badge

WAITS = 0.2
"""The seconds between two checks of an import that the server works on."""


class Command(BaseCommand):
    help = (
        "Make the rows of a CSV or Excel file teams of an event, or a week’s results of a league: all of "
        "them, or none. Or open an event with what its flyer says."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["teams", "results", "flyer"], help="what the file has")
        parser.add_argument(
            "file",
            metavar="FILE",
            help="a CSV or Excel (.xlsx) file; a flyer is .txt, .docx or .pdf; - reads standard input",
        )
        parser.add_argument("--event", metavar="SLUG", help="teams: the event, by its name in addresses")
        parser.add_argument(
            "--league", metavar="NAME", help="results: the league; one that isn’t there is made"
        )
        parser.add_argument("--week", metavar="K", type=int, help="results: the week’s number")
        parser.add_argument(
            "--club", metavar="NAME", default="", help="results: whose league, if there are several"
        )
        parser.add_argument(
            "--replace", action="store_true", help="results: in the place of those that are there"
        )
        parser.add_argument(
            "--each-row-is-a-game", action="store_true", help="results: no game is there from both sides"
        )
        parser.add_argument(
            "--sheet",
            metavar="TITLE",
            default="",
            help="the sheet of a workbook to read; * for all of them, if they are results",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="only say what would come in; of a flyer, as JSON"
        )
        parser.add_argument("--organizer", metavar="NAME", help="flyer: the account that organizes the event")
        parser.add_argument("--name", default="", help="flyer: the event’s name, if the flyer has none")
        parser.add_argument(
            "--date", type=date.fromisoformat, metavar="DAY", help="flyer: the date, as in 2026-06-27"
        )
        parser.add_argument("--leave-out", action="store_true", help="leave out the rows that are wrong")

    def handle(self, *, what: str, file: str, **options: Any) -> None:
        needed = {"results": ("league", "week"), "teams": ("event",)}.get(what, ())
        if missing := [f"--{name}" for name in needed if options[name] is None]:
            raise CommandError(f"For {what}, say {' and '.join(missing)} as well.")
        if what == "results":
            self._results(file, **options)
        elif what == "flyer":
            self._flyer(file, **options)
        else:
            self._teams(file, **options)

    def _flyer(
        self, file: str, *, dry_run: bool, organizer: str | None, name: str, date: date | None, **options: Any
    ) -> None:
        """Open the event of a flyer, and print its address; with ``dry_run`` print what the flyer says."""
        at = timezone.now()
        flyer = flyer_of(_content(file), timezone.localdate(at))
        if dry_run:
            write_json(self.stdout, flyer)
            return
        event = open_event_of_flyer(flyer, organizer=organizer, name=name, day=date, at=at)
        self.stdout.write(f"{event.name} is open, at /{event.slug}/.")
        write_rest(self.stderr, flyer)

    def _results(
        self,
        file: str,
        *,
        league: str,
        week: int,
        club: str,
        dry_run: bool,
        replace: bool,
        each_row_is_a_game: bool,
        sheet: str,
        **options: Any,
    ) -> None:
        """Import a week, and print the table through it as CSV; everything else goes to standard error."""
        content, at = _content(file), timezone.now()
        today = timezone.localdate(at)
        try:
            results = read_results(content, week, today, each_is_a_game=each_row_is_a_game, sheet=sheet)
        except Refused as why:
            results = Results(faults=(why,))
        for line in in_lines(results.faults):
            self.stdout.write(line)
        if results.faults:
            two_sides = {"results.differ", "results.alone", "results.twice"}
            more = " If each row is a game: --each-row-is-a-game."
            has_two = any(why.code in two_sides for why in results.faults)
            asks = " Say which sheet: --sheet TITLE, or --sheet '*'."
            has_sheets = any("sheets" in why.values for why in results.faults)
            raise CommandError(
                "Nothing was imported. Correct the list and import it again."
                f"{more if has_two else ''}{asks if has_sheets else ''}"
            )
        for sentence in results.notes:
            self.stderr.write(sentence)
        make_missing_tables()
        try:
            with transaction.atomic():
                row = import_week(
                    club=find_or_make_club(name=club, at=at),
                    name=league,
                    week=week,
                    results=results,
                    replaces=replace,
                    user=None,
                    device="command line",
                    today=today,
                    at=at,
                    answers={},
                )
                table = table_through(row.league, week)
                unknown = [each.player for each in players_of(row.event, row.league.club) if not each.person]
                transaction.set_rollback(dry_run)
        except Refused as why:
            raise CommandError(str(why)) from why
        write_table(self.stdout, table)
        for player in unknown:
            self.stderr.write(
                f"{player} of {player.team} may be somebody whom the club knows. "
                "Say who, on the page of the club’s people."
            )
        self.stderr.write(f"{count(len(results.games), 'game')} {'would come' if dry_run else 'came'} in.")

    def _teams(
        self, file: str, *, event: str, dry_run: bool, leave_out: bool, sheet: str, **options: Any
    ) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”. The list of events has the names in addresses.")
        content = _content(file)
        try:
            read = self._read(found, content, sheet)
        except Refused as why:
            if not why.field:
                raise CommandError(str(why)) from why
            self.stdout.write(f"{why.field}: {why}")
            raise CommandError("The list can’t be read, so nothing was imported.") from why
        wrong, coming = sum(entry.is_wrong for entry in read), sum(entry.comes_in for entry in read)
        if wrong and not leave_out:
            raise CommandError(
                f"Something is wrong in {_rows(wrong)}, so nothing was imported. Correct the list, or say "
                "--leave-out."
            )
        if dry_run:
            self.stdout.write(f"{_rows(coming)} would be added. Nothing was imported.")
            return
        if coming:
            self._import(found, content, Path(file).name, sheet)
        self.stdout.write(f"{_rows(coming)} came in.")

    def _read(self, event: Event, content: bytes, sheet: str) -> list[Entry]:
        """The entries of the list. Prints a line for each entry that has a remark.

        :raises Refused: if the list can't be read.
        """
        rows, titles = read_list(content, sheet), sheet_titles(content)
        columns = recognized(rows, event.way, choices_at([event]))
        if len(titles) > 1 and not sheet:
            self.stderr.write(
                f"Only the sheet “{titles[0]}” is read. Left out: {', '.join(titles[1:])}. "
                "Choose another with --sheet TITLE."
            )
        if heading := heading_row(rows, columns):
            left_out = [
                cell for cell, meaning in zip(heading.cells, columns.meanings, strict=False) if not meaning
            ]
            if left_out:
                self.stderr.write(
                    f"Columns that aren’t known are left out: {', '.join(filter(None, left_out))}."
                )
        for places in same_contacts(columns.meanings):
            self.stderr.write(
                f"Columns {' and '.join(map(letter, places))}: one is kept for each player, an e-mail before "
                "a number."
            )
        read = list(entries(event, rows, columns))
        for entry in read:
            if entry.said:
                kind = "left out. " if entry.state in LEFT_OUT else "" if entry.is_wrong else "look. "
                kind = "" if entry.state == BACK else kind
                self.stdout.write(f"row {entry.row}: {kind}{entry.words}")
        return read

    def _import(self, event: Event, content: bytes, name: str, sheet: str) -> None:
        """Import with the commands of the page, so that the page can undo it.

        :raises CommandError: if a command refused.
        """
        now = timezone.now()
        at, by = event_now(event, now), Actor(clock_badge(event), "command line")
        try:
            brought: dict[str, Any] = {"content": content, "name": name, "sheet": sheet}
            _finish(ask_import(event=event, key=uuid4(), **brought, by=by, at=at), at)
            row = _finish(confirm_import(event=event, leaves_out=True, by=by, at=at), at)
        except Refused as why:
            raise CommandError(str(why)) from why
        if row.problem:
            raise CommandError(f"{problem_of(row)} Nothing was imported.")


def write_table(out: Any, table: LeagueTable) -> None:
    """The table through a week as CSV."""
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        (
            "rank",
            "team",
            "wins",
            "points",
            "games",
            "bostons",
            "losses",
            "points_against",
            "change",
            "number",
            "owes",
        )
    )
    for each in table.rows:
        row = each.row
        change = "" if row.gained is None else row.gained
        figures = (
            row.wins,
            row.points,
            row.games,
            row.bostons,
            row.losses,
            row.against,
            change,
            row.number,
            each.owes,
        )
        rows.writerow((row.rank, each.team, *figures))


def _finish(row: ListImport, at: datetime) -> ListImport:
    """Do the work that the import waits for, or wait for the server that does it."""
    while row.task:
        if not work_on(row=row, at=at, now=timezone.now()):
            sleep(WAITS)
        row.refresh_from_db()
    return row


def _rows(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"


def _content(file: str) -> bytes:
    """:raises CommandError: if the file can't be read."""
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as refused:
        raise CommandError(f"“{file}” can’t be read: {refused.strerror}.") from refused

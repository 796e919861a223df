"""Draw the weeks of a league ahead: ``./uptown draw --league Tuesday --weeks 9 --rooms 2 --games 10``."""

import csv
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from rules.command_line.whole_numbers import whole
from seasons.leagues.commands_draws import SEEDS, draw_weeks
from seasons.leagues.commands_leagues import find_or_make_club, find_or_make_league
from seasons.leagues.drawn_weeks import draw_in_words, drawn_rows
from seasons.leagues.results import MOST_WEEKS
from server.management.tables import make_missing_tables
from tournament.errors import Refused
from tournament.lists.reading import read_list


class Command(BaseCommand):
    help = (
        "Draw a league’s weeks: who shares a room, who meets twice, who sits North-South. The weeks before "
        "--from stay as they are."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--league", metavar="NAME", required=True, help="the league; a new one is made")
        parser.add_argument("--club", metavar="NAME", default="", help="whose league, if there are several")
        parser.add_argument(
            "--teams", metavar="FILE", help="a list with a name in each row: teams to add first"
        )
        parser.add_argument("--weeks", type=whole(1, MOST_WEEKS), default=9)
        parser.add_argument("--rooms", type=whole(1, 20), default=2)
        parser.add_argument("--games", type=whole(1, 40), default=10, help="the games of a team in a week")
        parser.add_argument("--from", dest="first", metavar="K", type=whole(1, MOST_WEEKS), default=1)
        parser.add_argument("--seed", type=whole(0, SEEDS), default=0)
        parser.add_argument("--dry-run", action="store_true", help="only print the draw")

    def handle(self, *, league: str, club: str, teams: str | None, dry_run: bool, **options: Any) -> None:
        at = timezone.now()
        make_missing_tables()
        wanted = {name: options[name] for name in ("weeks", "rooms", "games", "first", "seed")}
        try:
            with transaction.atomic():
                found = find_or_make_league(
                    club=find_or_make_club(name=club, at=at), name=league, teams=_names(teams), at=at
                )
                drawn = draw_weeks(league=found, at=at, **wanted)
                rows = drawn_rows(found)
                transaction.set_rollback(dry_run)
        except Refused as why:
            raise CommandError(str(why)) from why
        out = csv.writer(self.stdout, lineterminator="\n")
        out.writerow(("week", "room", "team", "meets_twice"))
        for row in rows:
            again = {team: other for pair in row.twice for team, other in (pair, pair[::-1])}
            for number, room in enumerate(row.rooms, 1):
                out.writerows((row.number, number, team, again.get(team, "")) for team in room)
        self.stderr.write(draw_in_words(drawn))


def _names(file: str | None) -> list[str]:
    """:raises CommandError: if the file can't be read."""
    if file is None:
        return []
    try:
        with open(file, "rb") as opened:
            return [row.cells[0] for row in read_list(opened.read())]
    except OSError as refused:
        raise CommandError(f"“{file}” can’t be read: {refused.strerror}.") from refused

"""A league's season through its pages. Some weeks are played, others are imported from a list."""

import csv
import io
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from rehearsal.browser import Page
from rehearsal.cast import NewBrowser, Organizer
from rehearsal.declared import evening
from rehearsal.proof import PagesDisagree
from rehearsal.recount.league import (
    Game,
    Line,
    Pair,
    leaders,
    league_shown,
    lines_of,
    lines_shown,
    record_shown,
    recounted,
    sides_shown,
    tallied,
)
from rehearsal.season.night import Night, played_night, settle, total_of
from rules.evenings.known import EVENINGS
from simulation.people import people, team_name

ROOMS = 2
OF_THREE, SUBSTITUTED, RENAMED = 3, 5, 4
"""The numbers of the team of three, the team with a substitute, and the team with a misspelled player."""
ALWAYS_HERE = 5
MISSPELLED, HELPER = "Misspelled", "Helper"
HELPED_IN = 2
LEAST_TEAMS, LEAST_WEEKS = 6, 3

Run = Callable[[Sequence[str]], str]
"""Runs a ``manage.py`` command on the server's database. Returns its output."""


class LeagueSeason:
    """A league of ``teams`` teams over ``weeks`` weeks. The same ``seed`` gives the same results.

    Every third week is played, the others are imported from a list. ``games`` is the bots' own record.
    """

    def __init__(
        self,
        *,
        teams: int,
        weeks: int,
        seed: int,
        new_browser: NewBrowser,
        run: Run,
        now: Callable[[], datetime],
        say: Callable[[str], None],
    ) -> None:
        self.random, self.run, self.say, self.new_browser = Random(seed), run, say, new_browser
        self.weeks, self.seed, self.now = weeks, seed, now
        self.name = f"League of {teams}, seed {seed}"
        self.teams = [team_name(number) for number in range(1, teams + 1)]
        names = people()
        self.players = {
            name: [next(names) for _ in range(2 + (number == OF_THREE))]
            for number, name in enumerate(self.teams, 1)
        }
        self.declared = evening(EVENINGS["league-night"])
        self.home = Organizer(new_browser())
        self.games: list[Game] = []
        self.drawn: dict[int, list[Pair]] = {}
        self.slugs: dict[int, str] = {}
        self.absent: dict[int, str] = {}
        self.figures = 0
        self.made_up = self.credited = 0

    def is_listed(self, week: int) -> bool:
        """Whether the week is imported from a list."""
        return week % 3 != 2 or week == self.weeks

    @property
    def summary(self) -> str:
        listed = sum(map(self.is_listed, self.slugs))
        return (
            f"{len(self.games)} games, {len(self.slugs) - listed} weeks played and {listed} from a list, "
            f"{len(self.absent)} absences, {self.made_up} make-up games in lists, {self.credited} credited; "
            f"{self.figures:,} figures agree with the recount."
        )

    def live(self) -> None:
        self.home.open_event(
            f"{self.name}: the club",
            (self.now() + timedelta(weeks=1)).date(),
            len(self.teams) // 2,
            self.declared,
            is_practice=False,
        )
        self._draw()
        for week in range(1, self.weeks + 1):
            if week > 1 and (week % 2 == 0 or week % 3 == 0):
                self.absent[week] = self.random.choice(self.teams[ALWAYS_HERE:])
            (self._bring if self.is_listed(week) else self._play)(week)
            self._say(week)
            self.compare(week)
        self._correct()
        self._merge()
        for week in range(1, self.weeks + 1):
            self.compare(week)
            self._compare_players(week)
        self._compare_season()
        self._compare_record()

    # --- the weeks -------------------------------------------------------------------------------

    def _draw(self) -> None:
        with tempfile.TemporaryDirectory(prefix="uptown-season-") as folder:
            (file := Path(folder) / "teams.csv").write_text("\n".join(self.teams))
            games = len(self.teams) // ROOMS
            wanted = {"weeks": self.weeks, "rooms": ROOMS, "games": games, "seed": self.seed}
            options = [f"--{name}={value}" for name, value in wanted.items()]
            told = self.run(["draw_season", f"--league={self.name}", f"--teams={file}", *options])
        rooms: dict[tuple[int, str], list[str]] = defaultdict(list)
        for row in csv.DictReader(io.StringIO(told)):
            week, team, twice = int(row["week"]), row["team"], row["meets_twice"]
            games_of = self.drawn.setdefault(week, [])
            games_of += [(team, other) for other in rooms[week, row["room"]]]
            rooms[week, row["room"]].append(team)
            games_of += [(team, twice)] * (team < twice)
        if len(self.drawn) != self.weeks:
            raise PagesDisagree(f"{len(self.drawn)} weeks are drawn, not {self.weeks}.")

    def _bring(self, week: int) -> None:
        """Import a week from lines: its games, make-up games of earlier weeks, and some players' names."""
        games = [self._result(week, pair) for pair in self.drawn[week] if self.absent.get(week) not in pair]
        owed = self._owed(week)
        made_up = [
            replace(self._result(week, pair), week=number) for number, pair in owed[: len(owed) // 2 + 1]
        ]
        self.made_up += len(made_up)
        names = self._as_typed(week)
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        heads = ("team_a", "team_b", "points_a", "points_b", "bostons_a", "bostons_b", "won", "week")
        rows.writerow((*heads, "players_a", "players_b"))
        for game in (*games, *made_up):
            won = game.winner if game.points[0] == game.points[1] else ""
            told = (*game.teams, *game.points, *game.bostons, won, game.week)
            rows.writerow((*told, *(" & ".join(names.get(team, ())) for team in game.teams)))
        page = self.home.open("league/results/")
        typed = {"league": self.name, "week": str(week), "lines": out.getvalue(), "each_is_a_game": "on"}
        looked = self.home.press(page, "league/results/bring/", **typed)
        confirm = looked.root.one("form", id="import-results")
        page = self.home.browser.send(confirm, looked, imports="on")
        self.games += [*games, *made_up]
        self._find_slug(page, week)

    def _as_typed(self, week: int) -> dict[str, list[str]]:
        """The players in the list: everybody in week 1, a team with a misspelling in the last, else none."""
        if week == 1:
            return self.players
        renamed = self.teams[RENAMED - 1]
        one, other = self.players[renamed]
        return {renamed: [f"{one} {MISSPELLED}", other]} if week == self.weeks else {}

    def _play(self, week: int) -> None:
        page = self.home.open("league/results/")
        form = next(
            form
            for form in page.root.find("form", action="*")
            if form.attributes["action"].endswith("/open/")
            and form.one("input", name="number").attributes["value"] == str(week)
        )
        night = Night(self.new_browser, self.home.browser, self.now())
        page = self.home.browser.send(form, page, held_on=night.held_on.isoformat())
        self._find_slug(page, week)
        night.slug = self.slugs[week]
        helped = {self.teams[SUBSTITUTED - 1]: HELPER} if week == HELPED_IN else {}
        here = [name for name in self.teams if name != self.absent.get(week)]
        played = played_night(
            night,
            self.declared,
            self.teams,
            here=here,
            helped=helped,
            of_three=self.teams[OF_THREE - 1],
            result=lambda pair: self._result(week, pair),
        )
        missed = [pair for pair in self.drawn[week] if self.absent.get(week) not in pair]
        if sorted(map(sorted, missed)) != sorted(sorted(game.teams) for game in played):
            raise PagesDisagree(f"In week {week} {len(played)} games were called, {len(missed)} are drawn.")
        shown = sides_shown(self.home.browser.text(f"/{night.slug}/league/"))
        sat = {game.teams for game in played}
        if odd := sat ^ {pair for pair in shown if self.absent.get(week) not in pair}:
            raise PagesDisagree(f"In week {week} other sides were drawn than sat North–South: {sorted(odd)}")
        self.figures += len(sat)
        self.games += played
        self._credit(week)

    def _credit(self, week: int) -> None:
        """Credit one game of the week to the oldest week in which the two teams owe a game."""
        played = {frozenset(game.teams): game for game in self.games if game.played_in == week}
        found = [(number, pair) for number, pair in self._owed(week) if frozenset(pair) in played]
        if not found:
            return
        number, pair = found[0]
        game = played[frozenset(pair)]
        organizer = Organizer(self.home.browser, self.slugs[week])
        page = organizer.open("league/results/")
        organizer.press(page, "league/credit/", game=str(game.pk), week=str(number))
        self.games[self.games.index(game)] = replace(game, week=number)
        self.credited += 1

    def _owed(self, week: int) -> list[tuple[int, Pair]]:
        """The games that were drawn for earlier weeks and haven't been played."""
        found = []
        for number in range(1, week):
            left = [frozenset(game.teams) for game in self.games if game.week == number]
            for pair in self.drawn[number]:
                if frozenset(pair) in left:
                    left.remove(frozenset(pair))
                else:
                    found.append((number, pair))
        return found

    # --- what happens afterwards ------------------------------------------------------------------

    def _correct(self) -> None:
        """Correct a game of the oldest played week, by reopening its cut and settling it again."""
        old = next(game for game in self.games if not self.is_listed(game.played_in))
        organizer = Organizer(self.home.browser, self.slugs[old.played_in])
        right = replace(
            self._result(old.week, old.teams), played_in=old.played_in, pk=old.pk, winner=old.teams[0]
        )
        if old.winner == right.winner:
            right = replace(right, winner=old.teams[1])
        if (right.points[0] > right.points[1]) != (right.winner == right.teams[0]):
            right = replace(right, points=right.points[::-1])
        organizer.reopen_cut()
        organizer.correct_last(old.pk, self.declared.law.taps(total_of(right)), "The slip was read wrongly")
        settle(organizer)
        self.games[self.games.index(old)] = right
        self.say(f"In week {old.played_in}, “{old.words}” was corrected: “{right.words}”.")

    def _merge(self) -> None:
        """Merge the misspelled player with the right one, and check that person's page.

        :raises PagesDisagree: if a figure on the page differs from the recount.
        """
        for slug in self.slugs.values():
            organizer = Organizer(self.home.browser, slug)
            page = organizer.open("club/")
            if page.has_form("/club/recognize/"):
                organizer.press(page, "/club/recognize/")
        team = self.teams[RENAMED - 1]
        name = self.players[team][0]
        right, wrong = self._person(name), self._person(f"{name} {MISSPELLED}")
        page = self.home.press(self.home.open(f"club/{right}/"), "/merge/", other=wrong)
        rows = page.root.one("section", aria_labelledby="events-heading").find("li")
        found = {row.find("a")[0].attributes["href"].split("/")[1]: row.words for row in rows}
        for week, slug in self.slugs.items():
            games = [game for game in self.games if game.played_in == week and team in game.teams]
            points = sum(game.points[game.teams.index(team)] for game in games)
            won = sum(game.winner == team for game in games)
            words = (
                f"won {won} of {len(games)}, {points} point{'s' * (points != 1)}" if games else "no game yet"
            )
            if not found.get(slug, "").endswith(words):
                raise PagesDisagree(f"In week {week} {name} {words}, and their page says: {found}")
            self.figures += 3
        here = {slug for slug, words in found.items() if words.startswith(f"{self.name}, week ")}
        if here != set(self.slugs.values()):
            raise PagesDisagree(f"{name} played in other weeks, too: {found}")
        self.say(f"{name} {MISSPELLED} is {name}, who played in {len(self.slugs)} weeks.")

    def _person(self, name: str) -> str:
        """The id of a person in URLs."""
        page = self.home.open(f"club/?find={name}")
        rows = page.root.one("section", aria_labelledby="people-heading").find("a")
        addresses = [
            row.attributes["href"] for row in rows if re.fullmatch(rf"{name} \d+ events?\b.*", row.words)
        ]
        if len(addresses) != 1:
            raise PagesDisagree(f"The club has {len(addresses)} people called {name}: {page.words}")
        return addresses[0].rstrip("/").rpartition("/")[2]

    # --- the proof -------------------------------------------------------------------------------

    def compare(self, week: int) -> None:
        """Check every figure of the table through a week, and the week's games and leaders.

        :raises PagesDisagree: if one differs from the recount.
        """
        found = league_shown(self.home.browser.text(f"/{self.slugs[week]}/league/"))
        wanted = recounted(self.teams, self.games, self.drawn, self.slugs.keys(), week)
        for row, other in zip(found.rows, wanted, strict=True):
            if row != other:
                raise PagesDisagree(f"Through week {week} the page says {row}, the facts say {other}.")
        games = sorted(game.words for game in self.games if game.week == week)
        if sorted(found.games) != games:
            odd = set(found.games) ^ set(games)
            raise PagesDisagree(f"The games of week {week} differ: {sorted(odd)}")
        if unsaid := [words for words in leaders(self.games, week) if words not in found.note]:
            raise PagesDisagree(f"Week {week} is led by {unsaid}, the page says: {found.note}")
        self.figures += 7 * len(wanted) + len(games)

    def _compare_players(self, week: int) -> None:
        """Check each player's figures through a week, except the team of three, which chose who sat."""
        wanted = lines_of([game for game in self.games if game.played_in <= week], self._sat)
        shown = lines_shown(self.home.browser.text(f"/{self.slugs[week]}/league/players/"))
        found = {sat: line for sat, line in shown.items() if sat[0] != self.teams[OF_THREE - 1]}
        if found != wanted:
            odd = dict(found.items() ^ wanted.items())
            raise PagesDisagree(f"Through week {week} players won other games than their pages say: {odd}")
        self.figures += 3 * len(wanted)

    def _compare_season(self) -> None:
        """Check the season's figures of each person of the club."""
        wanted: dict[str, Line] = defaultdict(Line)
        for (_, name), line in lines_of(self.games, self._sat).items():
            wanted[name.removesuffix(f" {MISSPELLED}")] += line
        told = self.home.browser.text(f"/{self.home.slug}/club/season.csv?since=2020-01-01&until=9999-12-31")
        found = {
            row["name"]: Line(games=int(row["games"]), won=int(row["won"]), bostons=int(row["bostons"]))
            for row in csv.DictReader(io.StringIO(told.removeprefix("\ufeff")))
            if row["name"] not in self.players[self.teams[OF_THREE - 1]]
        }
        if found != wanted:
            odd = dict(found.items() ^ wanted.items())
            raise PagesDisagree(f"In the season people won other games than it says: {odd}")
        self.figures += 3 * len(wanted)

    def _compare_record(self) -> None:
        """Check the merged person's record, alone and as a pair: with whom, against whom, in which weeks."""
        team, threes = self.teams[RENAMED - 1], self.players[self.teams[OF_THREE - 1]]
        name, partner = self.players[team]
        mine = [(game, game.winner == team) for game in self.games if team in game.teams]
        against = [
            (other, is_won) for game, is_won in mine for theirs in game.teams if theirs != team
            for other in self._sat(game, theirs)
        ]  # fmt: skip
        nights = tallied((f"{self.name}, week {game.played_in}", is_won) for game, is_won in mine)
        met = {"against": tallied(against), "nights": nights}
        right, other = self._person(name), self._person(partner)
        for address, wanted in (
            (f"{right}/record/", {"with": tallied((partner, is_won) for _, is_won in mine), **met}),
            (f"{right}/with/{other}/", met),
        ):
            found = record_shown(self.home.browser.text(f"/{self.home.slug}/club/{address}"))
            for part, lines in wanted.items():
                told = {who: line for who, line in found[part].items() if who not in threes}
                if told != lines:
                    odd = dict(told.items() ^ lines.items())
                    raise PagesDisagree(f"/club/{address} says other games ({part}) of {name}: {odd}")
                self.figures += 2 * len(lines)

    def _sat(self, game: Game, team: str) -> Sequence[str]:
        """The names, as of that week, of who sat for a team in a game; empty for the team of three."""
        one, *others = self.players[team]
        if team == self.teams[RENAMED - 1] and game.played_in == self.weeks:
            return [f"{one} {MISSPELLED}", *others]
        if team == self.teams[SUBSTITUTED - 1] and game.played_in == HELPED_IN:
            return [HELPER, *others]
        return [] if others[1:] else [one, *others]

    def _result(self, week: int, pair: Pair) -> Game:
        """A random game. One in ten is tied on points and won by a deciding hand."""
        rng = self.random
        won, lost = rng.randint(7, 12), rng.randint(-2, 6)
        if rng.random() < 0.1:
            won = lost = max(lost, 0)
        made = int(rng.random() < 0.15), int(rng.random() < 0.05)
        first = rng.random() < 0.5
        return Game(
            week=week,
            played_in=week,
            teams=pair,
            winner=pair[0] if first else pair[1],
            points=(won, lost) if first else (lost, won),
            bostons=made if first else made[::-1],
        )

    def _find_slug(self, page: Page, week: int) -> None:
        sections = page.root.find("section")
        section = next(each for each in sections if [title.words for title in each.find("h2")] == [self.name])
        self.slugs[week] = next(
            link.attributes["href"].split("/")[1]
            for link in section.find("a")
            if link.words == f"Week {week}"
        )

    def _say(self, week: int) -> None:
        how = "came in from a list" if self.is_listed(week) else "was played"
        count = sum(game.played_in == week for game in self.games)
        missed = f"; {self.absent[week]} was absent" if week in self.absent else ""
        owed = len(self._owed(week + 1))
        self.say(f"Week {week} {how}: {count} games{missed}. {owed} games are owed.")

"""A league's season through its pages. Some weeks are played, others are imported from a list."""

import csv
import io
import json
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from rules.evenings.known import EVENINGS
from simulation.people import people, team_name
from tools.rehearsal.browser import Page
from tools.rehearsal.cast import NewBrowser, Organizer
from tools.rehearsal.declared import evening
from tools.rehearsal.proof import PagesDisagree
from tools.rehearsal.recount.grades import Sat, graded, grades_shown
from tools.rehearsal.recount.league import (
    Game,
    Line,
    Pair,
    leaders,
    league_shown,
    lines_of,
    lines_shown,
    minus,
    record_shown,
    recounted,
    sides_shown,
    tallied,
)
from tools.rehearsal.season.night import Night, played_night, settle, total_of

ROOMS = 2
OF_THREE, SUBSTITUTED, RENAMED = 3, 5, 4
"""The numbers of the team of three, the team with a substitute, and the team with a misspelled player."""
ALWAYS_HERE = 5
MISSPELLED, HELPER = "Misspelled", "Helper"
HELPED_IN = 2
LEAST_TEAMS, LEAST_WEEKS = 6, 3
REPLACED, UNDONE = 1, 3
"""The weeks of which a wrong list comes in first: the right one replaces it, or it is undone before."""
SERIES = "All the weeks"
WAITS = 40
"""How often the grades may be looked at before they are those of all games."""

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
        wait: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        """``wait`` lets the server's scheduler work for some seconds."""
        self.random, self.run, self.say, self.new_browser = Random(seed), run, say, new_browser
        self.weeks, self.seed, self.now, self.wait = weeks, seed, now, wait
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
        self.home.press(self.home.open("club/grades/"), "/club/grades/change/", is_on="on")
        made = self.home.press(self.home.open("series/"), "/series/make/", name=SERIES, counting="points")
        self.series = made.address.rstrip("/").rpartition("/")[2]
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
        self._compare_people()
        self._compare_season()
        self._compare_record()
        self._compare_series()
        self._compare_grades()

    # --- the weeks -------------------------------------------------------------------------------

    def _draw(self) -> None:
        with tempfile.TemporaryDirectory(prefix="uptown-season-") as folder:
            (file := Path(folder) / "teams.csv").write_text("\n".join(self.teams))
            games = len(self.teams) // ROOMS
            wanted = {"weeks": self.weeks, "rooms": ROOMS, "games": games, "seed": self.seed}
            options = [f"--{name}={value}" for name, value in wanted.items()]
            output = self.run(["draw_season", f"--league={self.name}", f"--teams={file}", *options])
        rooms: dict[tuple[int, str], list[str]] = defaultdict(list)
        for row in csv.DictReader(io.StringIO(output)):
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
        if week in (REPLACED, UNDONE):
            self._bring_list(week, [_other_way_round(game) for game in games])
            self._recognize(self.slugs[week])
            self._add_to_series(week)
        if week == UNDONE:
            self._undo(week)
        self._bring_list(week, [*games, *made_up], replaces=week == REPLACED)
        self.games += self._taking_turns([*games, *made_up])

    def _bring_list(self, week: int, games: Sequence[Game], *, replaces: bool = False) -> None:
        names = self._as_typed(week)
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        heads = ("team_a", "team_b", "points_a", "points_b", "bostons_a", "bostons_b", "won", "week")
        rows.writerow((*heads, "players_a", "players_b"))
        for game in games:
            won = game.winner if game.points[0] == game.points[1] else ""
            result = (*game.teams, *game.points, *game.bostons, won, game.week)
            rows.writerow((*result, *(" & ".join(names.get(team, ())) for team in game.teams)))
        page = self.home.open("league/results/")
        typed = {"league": self.name, "week": str(week), "lines": out.getvalue(), "each_is_a_game": "on"}
        typed |= {"replaces": "on"} if replaces else {}
        looked = self.home.press(page, "league/results/bring/", **typed)
        confirm = looked.root.one("form", id="import-results")
        page = self.home.browser.send(confirm, looked, imports="on")
        self._find_slug(page, week)

    def _undo(self, week: int) -> None:
        page = self.home.open("league/results/")
        undo = next(
            form
            for form in page.root.find("form", action="*")
            if form.words.startswith("Undo") and form.words.endswith(f": week {week}")
        )
        self.home.browser.send(undo, page)

    def _taking_turns(self, games: Sequence[Game]) -> Iterator[Game]:
        """The games of a list, with who sits out for the team of three (Rulebook E-122)."""
        team = self.teams[OF_THREE - 1]
        turns = cycle(reversed(self.players[team]))
        return (replace(game, rests=next(turns)) if team in game.teams else game for game in games)

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
            self._result(old.week, old.teams),
            played_in=old.played_in,
            pk=old.pk,
            rests=old.rests,
            winner=old.teams[0],
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
            self._recognize(slug)
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
                f"won {won} of {len(games)}, {minus(points)} point{'s' * (points != 1)}"
                if games
                else "no game yet"
            )
            if not found.get(slug, "").endswith(words):
                raise PagesDisagree(f"In week {week} {name} {words}, and their page says: {found}")
            self.figures += 3
        here = {slug for slug, words in found.items() if words.startswith(f"{self.name}, week ")}
        if here != set(self.slugs.values()):
            raise PagesDisagree(f"{name} played in other weeks, too: {found}")
        self.say(f"{name} {MISSPELLED} is {name}, who played in {len(self.slugs)} weeks.")

    def _recognize(self, slug: str) -> None:
        """Say of everybody at an event that they are the person of this name, or somebody new."""
        organizer = Organizer(self.home.browser, slug)
        rows = organizer.open("club/").root.one("section", aria_labelledby="players-heading").find("li")
        for number in range(len(rows)):
            page = organizer.open("club/")
            row = page.root.one("section", aria_labelledby="players-heading").find("li")[number]
            forms = row.find("form", action="*")
            for form in forms[::-1]:
                chosen = {
                    button.attributes["name"]: button.attributes["value"]
                    for button in form.find("button", name="*")
                }
                # The last form is the person whose name it is; without one, the first says that they are new.
                organizer.browser.send(form, page, **chosen)
                break

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
        """Check each player's figures through a week."""
        wanted = lines_of([game for game in self.games if game.played_in <= week], self._sat)
        shown = lines_shown(self.home.browser.text(f"/{self.slugs[week]}/league/players/"))
        if shown != wanted:
            odd = dict(shown.items() ^ wanted.items())
            raise PagesDisagree(f"Through week {week} players won other games than their pages say: {odd}")
        self.figures += 3 * len(wanted)

    def _compare_people(self) -> None:
        """Check at how many events each person of the club was."""
        wanted = Counter[str]()
        for week in self.slugs:
            for team, names, _ in self._came(week):
                wanted.update(names | self._replaced(week, team))
        rows = self.home.open("club/").root.one("section", aria_labelledby="people-heading").find("a")
        reported = [re.match(r"(.+) (\d+) events?\b", row.words) for row in rows]
        found = sorted((each[1], int(each[2])) for each in reported if each and each[2] != "0")
        if found != sorted(wanted.items()):
            odd = set(found) ^ set(wanted.items())
            raise PagesDisagree(f"People were at other events than the club’s list says: {sorted(odd)}")
        self.figures += len(found)

    def _add_to_series(self, week: int) -> None:
        page = self.home.open(f"series/{self.series}/")
        form = page.form(f"/series/{self.series}/add/")
        options = form.find("option", value="*")
        name = f"{self.name}, week {week},"
        (value,) = [each.attributes["value"] for each in options if each.words.startswith(name)]
        self.home.browser.send(form, page, added=value)

    def _compare_series(self) -> None:
        """Put every week in the series, settle its places, and check each person's points and events."""
        for week, slug in self.slugs.items():
            organizer = Organizer(self.home.browser, slug)
            if organizer.can_settle():
                settle(organizer)
            if week != REPLACED:
                self._add_to_series(week)
        points, events = Counter[str](), Counter[str]()
        for week in self.slugs:
            for team, names, has_played in self._came(week):
                games = [game for game in self.games if game.played_in == week and team in game.teams]
                scored = sum(game.points[game.teams.index(team)] for game in games)
                points.update(dict.fromkeys(names, scored))
                events.update(names if has_played else ())
        wanted = {name: (points[name], events[name]) for name in events}
        text = self.home.browser.text(f"/{self.home.slug}/series/{self.series}/table.csv")
        rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
        found = {row["name"]: (int(row["points"]), int(row["events"])) for row in rows}
        if found != wanted:
            odd = dict(found.items() ^ wanted.items())
            raise PagesDisagree(f"In the series people have other points than it says: {odd}")
        self.figures += 2 * len(wanted)

    def _compare_grades(self) -> None:
        """Check the grades and points of everybody, once they are computed from all games."""
        wanted = graded(
            Sat(
                (self._side(game, 0), self._side(game, 1)),
                game.teams.index(game.winner),
                game.bostons,
            )
            for game in self._in_order()
        )
        for _ in range(WAITS):
            found = grades_shown(self.home.browser.text(f"/{self.home.slug}/club/grades/"))
            if found == wanted:
                break
            self.wait()
        for part, reported, right in (
            ("pairs", found.pairs, wanted.pairs),
            ("people", found.people, wanted.people),
            ("points", found.points, wanted.points),
        ):
            if reported != right:
                odd = dict(reported.items() ^ right.items())
                raise PagesDisagree(f"The grades ({part}) differ from the recount: {odd}")
            self.figures += len(right)

    def _side(self, game: Game, index: int) -> frozenset[str]:
        return frozenset(map(_right, self._sat(game, game.teams[index])))

    def _in_order(self) -> list[Game]:
        """The games in the order in which they ended, as the weeks' results have it."""
        ended: dict[Any, list[tuple[datetime, int]]] = defaultdict(list)
        for week, slug in self.slugs.items():
            results = json.loads(self.home.browser.text(f"/api/v1/events/{slug}/results"))
            for game in results["games"]:
                sides = frozenset((side["name"], side["points"], side["bostons"]) for side in game["sides"])
                ended[week, sides].append((datetime.fromisoformat(game["over_at"]), game["game"]))
        dated = [
            (
                ended[game.played_in, frozenset(zip(game.teams, game.points, game.bostons, strict=True))].pop(
                    0
                ),
                game,
            )
            for game in self.games
        ]
        return [game for _, game in sorted(dated, key=lambda each: each[0])]

    def _compare_season(self) -> None:
        """Check the season's figures of each person of the club."""
        wanted: dict[str, Line] = defaultdict(Line)
        for (_, name), line in lines_of(self.games, self._sat).items():
            wanted[_right(name)] += line
        text = self.home.browser.text(f"/{self.home.slug}/club/season.csv?since=2020-01-01&until=9999-12-31")
        found = {
            row["name"]: Line(games=int(row["games"]), won=int(row["won"]), bostons=int(row["bostons"]))
            for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
        }
        if found != wanted:
            odd = dict(found.items() ^ wanted.items())
            raise PagesDisagree(f"In the season people won other games than it says: {odd}")
        self.figures += 3 * len(wanted)

    def _compare_record(self) -> None:
        """Check the merged person's record, alone and as a pair: with whom, against whom, in which weeks."""
        team = self.teams[RENAMED - 1]
        name, partner = self.players[team]
        mine = [(game, game.winner == team) for game in self.games if team in game.teams]
        against = [
            (other, is_won) for game, is_won in mine for theirs in game.teams if theirs != team
            for other in self._sat(game, theirs)
        ]  # fmt: skip
        nights = tallied((f"{self.name}, week {game.played_in}", is_won) for game, is_won in mine)
        met = {"against": tallied(against), "nights": nights}
        right, other = self._person(name), self._person(partner)
        own_record = {"with": tallied((partner, is_won) for _, is_won in mine), **met}
        page = self.home.open(f"club/{right}/")
        page = self.home.press(page, f"/club/{right}/correct/", may_open="on")
        own = next(link for link in page.root.find("a", href="*") if "/mine/" in link.attributes["href"])
        for address, wanted in (
            (f"/{self.home.slug}/club/{right}/record/", own_record),
            (f"/{self.home.slug}/club/{right}/with/{other}/", met),
            (own.attributes["href"], own_record),
        ):
            found = record_shown(self.home.browser.text(address))
            for part, lines in wanted.items():
                if found[part] != lines:
                    odd = dict(found[part].items() ^ lines.items())
                    raise PagesDisagree(f"{address} says other games ({part}) of {name}: {odd}")
                self.figures += 2 * len(lines)

    def _sat(self, game: Game, team: str) -> Sequence[str]:
        """The names, as of that week, of who sat for a team in a game."""
        one, *others = self.players[team]
        if team == self.teams[RENAMED - 1] and game.played_in == self.weeks:
            return [f"{one} {MISSPELLED}", *others]
        if team == self.teams[SUBSTITUTED - 1] and game.played_in == HELPED_IN:
            return [HELPER, *others]
        return [name for name in (one, *others) if name != game.rests]

    def _came(self, week: int) -> Iterator[tuple[str, set[str], bool]]:
        """The teams that were entered in a week, who is of them at its end, and whether they played."""
        for team, names in self.players.items():
            games = [game for game in self.games if game.played_in == week and team in game.teams]
            if games:
                sat = {*names, *self._sat(games[0], team)} - self._replaced(week, team)
                yield team, set(map(_right, sat)), True
            elif not self.is_listed(week):
                yield team, set(names), False

    def _replaced(self, week: int, team: str) -> set[str]:
        """The player of the team who had left when the substitute came."""
        is_helped = team == self.teams[SUBSTITUTED - 1] and week == HELPED_IN
        return {self.players[team][0]} if is_helped else set()

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


def _right(name: str) -> str:
    """The name of the person with this name, after the misspelled one was merged."""
    return name.removesuffix(f" {MISSPELLED}")


def _other_way_round(game: Game) -> Game:
    one, other = game.teams
    return replace(game, winner=other if game.winner == one else one, points=game.points[::-1])

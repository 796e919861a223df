"""Recounting a day from its exports, and comparing every place on every page with the recount."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

from tools.rehearsal.recount.counting import BY_HANDS, Count, counted
from tools.rehearsal.recount.facts import Facts, facts
from tools.rehearsal.recount.pages import Cell, Line, Shown, picture, picture_words, shown, team_words
from tools.rehearsal.recount.phase_two import Phase, played, they_bought_back
from tools.rehearsal.recount.side_prizes import objections
from tools.rehearsal.recount.standings import Row, Table

PAGES = (
    "",
    "standings/?whole=1",
    "standings/near/",
    "results/",
    "bracket/",
    "awards/",
    "certificate/",
    "cut/?whole=1",
    "screen/board/",
    "screen/board/?pin=standings",
    "screen/board/?pin=bracket",
)
"""The pages that show places at some time of the day."""

PRIZES = {1: "First", 2: "Second", 3: "Third"}
PRIZES_IN_PICTURES = {1: "First: the trophy and the first prize!", 2: "Second prize!", 3: "Third prize!"}
PODIUM = 3
HEADS = {"Pts": "Points"}
STEPS = {"games": "Games", "hands": "Hands", "points": "Points", "play-off": "Play-off", "lot": "Lot"}

Open = Callable[[str], str]
"""Returns the response at an address below the event's own."""


class Recount:
    """The places of an event, recounted from its exports. ``objections`` compares the pages with them.

    ``one`` and ``two`` are the games of Phase I and Phase II. ``phase_two`` is the format of Phase II,
    ``goes_through`` the number of teams that go through. With ``buys_back``, a team that lost once plays on
    only after buying back in.

    :raises Untrue: if the exports contradict each other, or the rulebook.
    """

    def __init__(
        self,
        open_page: Open,
        *,
        phase_two: str = "single",
        goes_through: int = 7,
        buys_back: bool = False,
        graded: Sequence[int] = (),
    ) -> None:
        """``graded`` are the teams of a bracket drawn by grade, best first: no export has the grades."""
        self.open, self.graded = open_page, graded
        self.results = json.loads(open_page("results/results.json"))
        self.facts: Facts = facts(self.results, json.loads(open_page("log/log.json")))
        # If fewer points win, points are stored negated (Rulebook SC-4).
        sign = -1 if self.facts.fewer_points_win else 1
        self.one = [counted(game, self.facts.game, sign) for game in self.facts.one]
        if self.facts.voids_early_leavers:
            void = self._left_early()
            self.one = [count for count in self.one if not void & count.game.teams or count.game.breaks_tie]
        self.two = [
            counted(game, self.facts.game, sign)
            for game in self.facts.two
            if game.state in ("playing", "over", "forfeited", "waiting")
        ]
        self.format, self.buys_back, self.seen = phase_two, buys_back, 0
        self.goes_through = goes_through if self.facts.has_bracket else PODIUM
        self.table = Table(
            self.one,
            self.facts.game,
            self.facts.lots,
            byes=self.facts.bye_counts,
            best_of=self.facts.best_of_games,
            substitutes=self.facts.substitutes_count,
            order=self.facts.tie_breaks,
            sign=sign,
            by_totals=self.facts.by_totals,
        )
        self.by_number = {str(team): team for team in self.facts.names}
        self.by_name = {name: team for team, name in self.facts.names.items()}
        names = self.facts.names
        self.by_name |= {f"{names[one]} & {names[other]}": one for one, other in self.facts.pairs}
        self.first = {other: one for one, other in self.facts.pairs}

    def _left_early(self) -> set[int]:
        """The teams that left before half of their games, one against each of the others."""
        games = [game for game in self.facts.one if game.state != "bye" and not game.breaks_tie]
        done = [count.game for count in self.one if count.won is not None and count.game in games]
        half = (len(self.facts.names) - 1) / 2
        return {team for team in self.facts.left if sum(team in game.teams for game in done) < half}

    # --- the recount -----------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[Row]:
        return self.table.ranked(self.facts.here)

    @cached_property
    def _chances(self) -> dict[int, str]:
        """Each team's chance after Phase I; empty before. Teams tied at the cutoff have none (E-44)."""
        if any(game.state in ("playing", "waiting") for game in self.facts.one):
            return {}
        last = self._through(len(self.rows))
        after = last + 1
        ranks_at_cutoff = {row.rank for row in self.rows[last - 1 : after]}
        words = {
            row.team: "through" if place <= last else "next in line" if place == after else "out"
            for place, row in enumerate(self.rows, start=1)
        }
        if len(self.rows) > last and len(ranks_at_cutoff) == 1:
            words = {row.team: words[row.team] for row in self.rows if row.rank not in ranks_at_cutoff}
        ranks = [row.rank for row in self.rows]
        # If several are tied right below the cutoff, none of them is next.
        if len(ranks) > after and ranks[last] == ranks[after]:
            words = {row.team: words[row.team] for row in self.rows if row.rank <= last}
        return words

    def _through(self, here: int) -> int:
        """The number of those ``here`` who go through, rounded to an even one if people pair up (E-113)."""
        if self.facts.is_straight:
            return here
        if self.facts.pairs_up == "never":
            return min(self.goes_through, here)
        many = min(self.goes_through + self.goes_through % 2, here)
        return many - many % 2

    @cached_property
    def cut(self) -> list[Row]:
        if not self.facts.through:
            return []
        rows = self.table.ranked(self.facts.here_at_cut)
        if self.facts.is_straight and not self.facts.is_by_lot:
            graded = {team: place for place, team in enumerate(self.graded)}
            rows.sort(key=lambda row: graded.get(row.team, len(graded)))
            return [replace(row, rank=place) for place, row in enumerate(rows, start=1)]
        return rows

    @cached_property
    def phase(self) -> Phase | None:
        if not self.facts.has_phase_two or not self.facts.has_bracket:
            return None
        seeds = [row.team for row in self.cut[: self.facts.through] if row.team not in self.first]
        missed = [row.team for row in self.cut[self.facts.through :] if row.team in self.facts.missed]
        phase = played(self.format, seeds, self.two, self.facts.game, missed)
        if self.buys_back:
            they_bought_back(phase, self.facts.bought_back, self.facts.left)
        return phase

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The certain places, first to last: from Phase II or, without a bracket, from the cut (E-53)."""
        if not self.facts.has_bracket:
            return {row.team: (place, place) for place, row in enumerate(self.cut[:PODIUM], start=1)}
        return self.phase.places if self.phase else {}

    # --- against the pages -----------------------------------------------------------------------

    def objections(self) -> list[str]:
        """A sentence, with its page, for every place that differs. ``seen`` counts the places compared."""
        found = list(self._of_the_cut())
        for address in self._pages():
            page = shown(self.open(address))
            self.seen += page.places
            found += [f"/{address}: {objection}" for objection in self._of_a_page(page)]
        found += self._of_the_pictures()
        for team in self.facts.names:
            found += self._of_a_team(team)
        return [*found, *self._of_side_prizes(), *self._of_the_exports()]

    def _of_side_prizes(self) -> Iterator[str]:
        if boards := self.results["side_prizes"]:
            self.seen += len(boards)
            ranks = {row.team: row.rank for row in self.rows}
            page = self.open("side-prizes/")
            yield from (
                f"/side-prizes/: {objection}" for objection in objections(boards, self.facts.one, ranks, page)
            )

    def _pages(self) -> Iterator[str]:
        for page in PAGES:
            if page != "certificate/" or self.facts.through:
                yield page

    def _of_the_cut(self) -> Iterator[str]:
        """Check the pairs, how many go through, and that no tie is left above the cutoff (E-3, E-4)."""
        if not self.facts.through:
            return
        many = self._through(len(self.cut))
        if (pairs := self._pairs(many)) != list(self.facts.pairs):
            yield f"the log: the pairs are {self.facts.pairs}, not {pairs}."
        if self.facts.through != many:
            yield f"the log: {self.facts.through} go through, not {many}."
        ranks = [row.rank for row in self.cut[: many + 1]]
        for place, (rank, after) in enumerate(pairwise(ranks), start=1):
            if rank == after and place <= many:
                yield f"the log: the cut is settled, and place {place} is shared."

    def _pairs(self, many: int) -> list[tuple[int, int]]:
        """The pairs, by the places of the cut or by drawing the lot again. E-113, E-114."""
        order, half = [row.team for row in self.cut[:many]], many // 2
        match self.facts.pairs_up:
            case "next":
                return [(order[index], order[index + 1]) for index in range(0, many, 2)]
            case "last":
                return [(order[index], order[-1 - index]) for index in range(half)]
            case "lot":
                words = self.facts.words
                lots = sorted(order[half:], key=lambda one: sha256(f"{words}:{one}".encode()).hexdigest())
                return list(zip(order[:half], lots, strict=True))
        return []

    def _of_a_page(self, page: Shown) -> Iterator[str]:
        yield from self._of_lines(page.lines, self.rows, self.facts.left)
        if page.chain:
            yield from self._of_lines(page.chain, self.cut or self.rows, frozenset(), is_chain=True)
        yield from self._of_places(page)
        if page.cells:
            yield from self._of_cells(page.cells)
        if self.phase:
            for title, teams in page.tables.items():
                table = [str(team) for team in self.phase.tables.get(title, [])]
                if table != teams:
                    yield f"the table {title} has {teams}, the recount {table}."

    def _of_lines(
        self, lines: Sequence[Line], rows: Sequence[Row], left: frozenset[int], *, is_chain: bool = False
    ) -> Iterator[str]:
        by_team = {row.team: row for row in rows}
        for line in lines:
            team = self._team(line.who)
            if team in left:
                if line.rank not in ("left", "–"):
                    yield f"{self._name(team)} has left, and has rank {line.rank}."
                continue
            if team not in by_team:
                yield f"{line.who} is in no standings."
                continue
            row = by_team[team]
            if line.rank != "–" and line.rank != str(row.rank):
                yield f"{self._name(team)} is {line.rank}, the recount says {row.rank}."
            chance = self._chances.get(row.team, line.chance) if line.chance else ""
            if line.chance != chance:
                yield f"{self._name(team)} is {line.chance!r}, the recount says {chance!r}."
            known = self._figures(row, is_chain=is_chain)
            for head, reported in line.figures.items():
                figure = known.get(HEADS.get(head, head))
                if figure is not None and reported.split(" ")[0] != figure:
                    yield f"{self._name(team)} has {head} {reported}, the recount says {figure}."
            step = STEPS.get(row.step, row.step)
            if is_chain and step != "each other" and HEADS.get(line.decided, line.decided) != step:
                yield f"{self._name(team)} was placed by {line.decided!r}, the recount says {step!r}."
        order = [by_team[team].rank for line in lines if (team := self._team(line.who)) in by_team]
        if order != sorted(order):
            yield f"the ranks are in the order {order}."

    def _figures(self, row: Row, *, is_chain: bool) -> dict[str, str]:
        tally, by_hands = row.tally, self.facts.game in BY_HANDS
        return {
            "Games": str(tally.won) if is_chain else f"{tally.won}–{tally.games - tally.won}",
            "Hands": str(tally.hands),
            "+/−": str(tally.hand_difference if by_hands else tally.point_difference),
            "Points": str(tally.points),
        }

    def _of_places(self, page: Shown) -> Iterator[str]:
        podium = [(str(first), str(team)) for team, (first, _) in self._in_order() if first <= PODIUM]
        if page.podium and sorted(page.podium) != sorted(podium):
            yield f"the podium has {page.podium}, the recount {podium}."
        others = _in_words({team: place for team, place in self._in_order() if place[0] > PODIUM})
        if page.others and sorted(page.others) != sorted(others):
            yield f"the other places are {page.others}, the recount says {others}."
        second = _in_words(self.phase.second_chance) if self.phase else []
        if page.second_chance and sorted(page.second_chance) != sorted(second):
            yield f"the second chance has {page.second_chance}, the recount {second}."

    def _in_order(self) -> list[tuple[int, tuple[int, int]]]:
        return sorted(self.places.items(), key=lambda item: item[1])

    def _of_cells(self, cells: Sequence[Cell]) -> Iterator[str]:
        if self.phase is None:
            return
        meetings = {(meeting.label, meeting.teams): meeting.count for meeting in self.phase.meetings}
        seeds = {
            str(team): str(seed) for seed, team in enumerate((*self.phase.seeds, *self.phase.missed), start=1)
        }
        for cell in cells:
            teams = [self._team(who) for who, *_ in cell.teams]
            for team, (_, number, _, _) in zip(teams, cell.teams, strict=True):
                if team is None or str(team) != number:
                    yield f"{cell.label}: {self._name(team)} has number {number}."
            for number, seed in cell.seeds:
                if seeds.get(number) != seed:
                    yield f"{cell.label}: team {number} has seed {seed}."
            if len(teams) < 2:
                continue
            count = next(
                (
                    count
                    for (label, pair), count in meetings.items()
                    if pair == frozenset(teams) and cell.label.startswith(label)
                ),
                None,
            )
            if count is None:
                yield f"{cell.label}: {teams} don’t meet there."
                continue
            for team, (_, _, figure, is_won) in zip(teams, cell.teams, strict=True):
                assert team is not None
                known = str(count.figure(team, self.facts.game))
                if (figure and figure != known) or is_won != (count.winner == team):
                    reported = f"has {figure}, won: {is_won}, the recount {known}"
                    yield f"{cell.label}: {self._name(team)} {reported}."

    def _of_the_pictures(self) -> Iterator[str]:
        if self.phase is None:
            return
        boxes, cells = picture(self.open("bracket.svg")), shown(self.open("bracket/")).cells
        yield from (f"/bracket.svg: {objection}" for objection in self._of_cells(boxes))
        self.seen += len(boxes)
        drawn, written = (
            _pairs(boxes),
            {frozenset(self._called(self._team(who)) for who in pair) for pair in _pairs(cells)},
        )
        if drawn != written:
            yield f"/bracket.svg: has {drawn ^ written} otherwise than the page."

    def _of_a_team(self, team: int) -> Iterator[str]:
        address = f"teams/{team}/"
        self.seen += 2
        big, beside = team_words(self.open(address))
        ranks = {row.team: _ordinal(row.rank) for row in self.rows}
        rank, first = ranks.get(team, ""), self.places.get(self.first.get(team, team), (99, 99))[0]
        expected = (PRIZES[first], rank) if first in PRIZES else (rank, "")
        if (rank and (big, beside) != expected) or (not rank and first in PRIZES and big != PRIZES[first]):
            yield f"/{address}: says {big!r} and {beside!r}, the recount {expected}."
        lines = picture_words(self.open(f"{address}picture.svg"))
        place = PRIZES_IN_PICTURES.get(first, f"{rank} of {len(self.facts.here)}" if rank else "")
        if place and place not in lines:
            yield f"/{address}picture.svg: says {lines[:5]}, and not “{place}”."

    def _of_the_exports(self) -> Iterator[str]:
        rows = {row.team: row for row in self.rows}
        sheet = list(csv.DictReader(io.StringIO(self.open("results/standings.csv").lstrip("﻿"))))
        exports = {"results.json": self.results["standings"], "standings.csv": sheet}
        for name, lines in exports.items():
            self.seen += len(lines)
            for line in lines:
                row = rows.get(int(line["team"]))
                if row is None:
                    continue
                figures = self._figures(row, is_chain=True)
                reported = [str(line[key]) for key in ("rank", "games_won", "hands", "difference", "points")]
                known = [str(row.rank), *(figures[key] for key in ("Games", "Hands", "+/−", "Points"))]
                if [each.lstrip("'") for each in reported] != known:
                    yield f"/results/{name}: {line['name']} has {reported}, the recount {known}."
        podium = sorted((row["place"], row["team"]) for row in self.results["podium"])
        known_podium = sorted((first, team) for team, (first, _) in self.places.items() if first <= PODIUM)
        if podium != known_podium:
            yield f"/results/results.json: the podium is {podium}, the recount says {known_podium}."
        yield from self._of_the_sheet_of_games()

    def _of_the_sheet_of_games(self) -> Iterator[str]:
        counts: dict[tuple[str, str], tuple[Count, int]] = {}
        for count in (*self.one, *self.two):
            for index, side in enumerate(count.game.sides):
                counts[str(count.game.number), side.name] = count, index
        for line in csv.DictReader(io.StringIO(self.open("results/games.csv").lstrip("﻿"))):
            found = counts.get((line["game"], line["side"]))
            if found is None:
                continue
            count, index = found
            known = (count.hands[index], count.points[index], count.won == index and bool(count.game.ended))
            reported = (
                int(line["hands_won"]),
                int(line["points"].lstrip("'")),
                line["won"] in ("True", "yes", "1"),
            )
            if reported != known:
                who = f"game {line['game']}, {line['side']}"
                yield f"/results/games.csv: {who} has {reported}, the recount {known}."

    def _team(self, who: str) -> int | None:
        return self.by_number.get(who) or self.by_name.get(who)

    def _called(self, team: int | None) -> str:
        """The name of a side of Phase II."""
        partner = next((other for one, other in self.facts.pairs if one == team), None)
        return f"{self._name(team)} & {self._name(partner)}" if partner else self._name(team)

    def _name(self, team: int | None) -> str:
        return self.facts.names.get(team or 0, f"team {team}")


def _in_words(places: Mapping[int, tuple[int, int]]) -> list[tuple[str, str]]:
    return [
        (str(first) if first == last else f"{first}–{last}", str(team))
        for team, (first, last) in places.items()
    ]


def _pairs(cells: Sequence[Cell]) -> set[frozenset[str]]:
    return {frozenset(who for who, *_ in cell.teams) for cell in cells if len(cell.teams) == 2}


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"

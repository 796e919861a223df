"""The bracket: who plays whom, and the podium."""

from collections.abc import Iterable
from datetime import datetime

from rules.competition.phase_two.formats import FORMATS
from rules.competition.phase_two.games import BracketGame, PlaceAfter
from scoring.bracket.bracket_rounds import BracketData, finals, in_a_row, table_lines, tree
from scoring.bracket.bracket_rows import BracketPage, BracketPart, PodiumPlace
from scoring.bracket.drawn import PhaseTwo, phase_two
from scoring.game.pace import planned_rounds
from scoring.models import Cut
from scoring.standings.board import Board
from scoring.standings.hidden import is_hidden
from scoring.standings.settled import cut_of
from tournament.event.names import everybody_who_played, name_of, player_names, players_to_name
from tournament.event.rules_of_event import choice_of
from tournament.event.sitting import name_together
from tournament.models import Event

PODIUM = 3
PRIZES = {1: "the trophy and the first prize", 2: "the second prize", 3: "the third prize"}


def bracket_page(event: Event, at: datetime) -> BracketPage:
    """The bracket at ``at``. Ten queries at most, for any number of teams."""
    cut = cut_of(event)
    has_bracket, title = event.way.has_bracket, FORMATS[choice_of(event).format].page
    if cut is None or not has_bracket:
        podium = tuple(_first_places(cut)) if cut and not is_hidden(event) else ()
        return BracketPage(
            parts=(), size=0, is_begun=False, is_over=bool(podium), podium=podium, has_bracket=has_bracket,
            title=title,
        )  # fmt: skip
    phase = event.phases.get(kind="two")
    now = phase_two(cut, phase)
    page = BracketData(
        event=event,
        now=now,
        labels=now.plan.labels,
        planned={} if phase.closed_at else planned_rounds(phase, now.drawn, at=at),
    )
    placed = tuple(_placed(now, is_second_chance=False))
    return BracketPage(
        parts=tuple(_parts(page)),
        size=now.plan.size,
        is_begun=phase.started_at is not None,
        is_over=phase.closed_at is not None,
        podium=tuple(each for each in placed if each.place <= PODIUM),
        others=tuple(each for each in placed if each.place > PODIUM),
        second_chance=tuple(_placed(now, is_second_chance=True)),
        title=title,
        partners={partner.pk: first for first, partner in now.partners.items()},
    )


def _parts(page: BracketData) -> Iterable[BracketPart]:
    parts: dict[str, list[BracketGame]] = {}
    for game in page.plan.games:
        parts.setdefault(game.part, []).append(game)
    for title, games in parts.items():
        tables = [stage for stage in page.plan.stages if stage.order == "table"]
        table = next((stage.key for stage in tables if games[0].key in stage.games), None)
        is_paired_late = any(isinstance(game.upper, PlaceAfter) and game.column > 1 for game in games)
        is_tree = not table and not is_paired_late
        draw = finals if title == "Final" else tree if is_tree else in_a_row
        yield BracketPart(
            title=title,
            rounds=tuple(draw(page, games)),
            is_tree=is_tree,
            table=tuple(table_lines(page, table)) if table else (),
        )


def _first_places(cut: Cut) -> Iterable[PodiumPlace]:
    """The podium of an event without Phase II: the top of the standings (E-53, E-133). Two queries."""
    for seed in cut.seeds.select_related("team").prefetch_related("team__players"):
        names = players_to_name(seed.team.name, player_names(seed.team.players.all()))
        prize = PRIZES.get(seed.number, "")
        yield PodiumPlace(place=seed.number, team=name_of(seed.team), players=names, prize=prize)


def _placed(now: PhaseTwo, *, is_second_chance: bool) -> Iterable[PodiumPlace]:
    seeds = {team.pk: team for team in now.drawn.seeds}
    for each in (one for one in now.drawn.placed if one.is_second_chance == is_second_chance):
        name = name_together(now.side_of(each.team))
        # The seed has its players prefetched. A pair is named after its players.
        players = () if now.partners else everybody_who_played(seeds[each.team.pk].players.all())
        yield PodiumPlace(
            place=each.first,
            last=each.last,
            team=name,
            players=players_to_name(name.name, players),
            prize="" if is_second_chance else PRIZES.get(each.first, ""),
        )


def places_of(podium: Iterable[PodiumPlace]) -> dict[int, tuple[int, int]]:
    """Each team's first and last place, by its id. No query."""
    return {each.team.team_id: (each.place, max(each.place, each.last)) for each in podium}


def final_places(bracket: BracketPage, table: Board) -> dict[int, tuple[int, int]]:
    """The final places that are certain, by team id. Each is its first and last place, if it is shared.

    Phase II decides the places of its teams, and Phase I those below them once the cut is settled: the second
    chance decides none (Rulebook E-227).
    """
    if table.is_open:
        return {}
    placed = places_of((*bracket.podium, *bracket.others))
    placed |= {pk: placed[first] for pk, first in bracket.partners.items() if first in placed}
    through = bracket.size + len(bracket.partners) if bracket.has_bracket else 0
    below = {
        line.row.team_id: (line.row.rank, line.row.rank)
        for line in table.rows
        if not line.row.is_gone and line.row.rank > through
    }
    return below | placed

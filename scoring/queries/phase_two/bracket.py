"""The bracket: who plays whom, and the podium."""

from collections.abc import Iterable
from datetime import datetime

from rules.competition.phase_two.formats import FORMATS
from rules.competition.phase_two.games import BracketGame, PlaceAfter
from scoring.models import Cut
from scoring.queries.phase_two.drawn import PhaseTwo, phase_two
from scoring.queries.phase_two.rounds import Page, finals, in_a_row, table_lines, tree
from scoring.queries.phase_two.shown import BracketPage, BracketPart, Placed
from scoring.queries.rounds.pace import planned_rounds
from scoring.queries.standings.hidden import is_hidden
from tournament.models import Event
from tournament.queries.game import choice_of
from tournament.queries.names import besides, everybody_who_played, name_of, player_names
from tournament.queries.sitting import name_together

PODIUM = 3


def bracket_page(event: Event, at: datetime) -> BracketPage:
    """The bracket at ``at``. Ten queries at most, for any number of teams."""
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).first()
    has_bracket, title = event.way.has_bracket, FORMATS[choice_of(event).format].page
    if cut is None or not has_bracket:
        podium = tuple(_first_places(cut)) if cut and not is_hidden(event) else ()
        return BracketPage(
            parts=(), size=0, is_begun=False, is_over=bool(podium), podium=podium, has_bracket=has_bracket,
            title=title,
        )  # fmt: skip
    phase = event.phases.get(kind="two")
    now = phase_two(cut, phase)
    page = Page(
        event=event,
        now=now,
        labels=now.plan.labels,
        planned={} if phase.closed_at else planned_rounds(phase, now.drawn, at=at),
    )
    placed = tuple(_placed(now))
    return BracketPage(
        parts=tuple(_parts(page)),
        size=now.plan.size,
        is_begun=phase.started_at is not None,
        is_over=phase.closed_at is not None,
        podium=tuple(each for each in placed if each.place <= PODIUM),
        others=tuple(each for each in placed if each.place > PODIUM),
        title=title,
        partners={partner.pk: first for first, partner in now.partners.items()},
    )


def _parts(page: Page) -> Iterable[BracketPart]:
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


def _first_places(cut: Cut) -> Iterable[Placed]:
    """The podium of an event without Phase II: the top of the standings (E-53, E-133). Two queries."""
    for seed in cut.seeds.select_related("team").prefetch_related("team__players"):
        names = besides(seed.team.name, player_names(seed.team.players.all()))
        yield Placed(place=seed.number, team=name_of(seed.team), players=names)


def _placed(now: PhaseTwo) -> Iterable[Placed]:
    seeds = {team.pk: team for team in now.drawn.seeds}
    for each in now.drawn.placed:
        name = name_together(now.side_of(each.team))
        # The seed has its players prefetched. A pair is named after its players.
        players = () if now.partners else everybody_who_played(seeds[each.team.pk].players.all())
        yield Placed(place=each.first, last=each.last, team=name, players=besides(name.name, players))

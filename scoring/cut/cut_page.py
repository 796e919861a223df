"""The organizer's page of the cut: who goes through, the ties, and who is back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.standings.tie_break import TieBreak
from rules.standings.tie_breaks import CRITERIA
from scoring.cut.certificate import (
    DrawnLot,
    TieBreakRow,
    certificate_page,
    columns_of,
    draws_of,
    line_of,
    tie_break_rows,
)
from scoring.cut.playoffs import PlayoffHand, playoff_hand, playoffs_of, why_no_other_playoff
from scoring.cut.why_no_cut import why_no_cut, why_no_playoff_at_all, why_no_reopening
from scoring.game.slots import next_slot
from scoring.standings.settled import cut_of
from scoring.standings.standings import Standings, standings
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.names import TeamName, name_of
from tournament.event.sitting import name_together
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind


@dataclass(frozen=True, kw_only=True)
class Tie:
    """Teams still tied after every tie-break, where it matters."""

    teams: tuple[TeamName, ...]
    stake: str
    """What they are tied for."""
    playoffs: tuple[PlayoffHand, ...]
    why_no_playoff: Refused | None
    why_no_lot: Refused | None


@dataclass(frozen=True, kw_only=True)
class CutPage:
    """The organizer's page of the cut."""

    rows: tuple[TieBreakRow, ...]
    columns: tuple[TieBreak, ...]
    order: tuple[TieBreak, ...]
    cutoff: int
    ties: tuple[Tie, ...]
    draws: tuple[DrawnLot, ...]
    why_not: Refused | None
    why_no_reopening: Refused | None
    still_fits: bool
    """Whether Phase I has time for another round."""
    settled_at: datetime | None
    """Set once it is settled."""
    is_ranked: bool
    """Whether places mean anything yet: without a Phase I only the draw makes them."""


def cut_page(event: Event, at: datetime) -> CutPage:
    """The organizer's page of the cut. At most twenty queries, for any number of teams.

    While Phase I is on there are no ties yet. Once the cut is settled, the rows are those of the certificate,
    so that a team that leaves later moves nobody.
    """
    table = standings(event)
    blocked = why_no_cut(event, at)
    cut = cut_of(event)
    names = {row.team_id: line_of(row).team for row in table.rows}
    is_open = cut is None and _is_played(event)
    ties = tuple(_ties(event, table, names, playoffs_of(event), blocked)) if is_open else ()
    rows = [row for row in table.rows if not row.is_gone]
    columns = columns_of([dict(row.cells) for row in rows])
    kept = certificate_page(event) if cut else None
    return CutPage(
        rows=(
            kept.rows
            if kept
            else tuple(tie_break_rows([line_of(row) for row in rows], columns, table.cutoff))
        ),
        columns=kept.columns if kept else columns,
        order=kept.order if kept else tuple(CRITERIA[key] for key in table.tie_breaks),
        cutoff=kept.cutoff if kept else table.cutoff,
        ties=ties,
        draws=draws_of(event),
        why_not=blocked or (why_tied(event, [team.name for team in ties[0].teams]) if ties else None),
        why_no_reopening=why_no_reopening(event),
        still_fits=next_slot(event, at) is not None if is_open else False,
        settled_at=cut.at if cut else None,
        is_ranked=cut is not None or event.way.has_phase_one,
    )


@dataclass(frozen=True, kw_only=True)
class Presence:
    seed: int
    team: TeamName
    back_at: datetime | None
    has_left: bool


@dataclass(frozen=True, kw_only=True)
class WhoIsBack:
    teams: tuple[Presence, ...]
    next_up: TeamName | None

    @property
    def missing(self) -> int:
        return sum(not each.back_at and not each.has_left for each in self.teams)


def who_is_back(event: Event) -> WhoIsBack | None:
    """The teams that go through, and who is here (Rulebook E-81). Four queries, and ``why_no_reopening``'s.

    None before the cut is settled, without a bracket, and once Phase II is over.
    """
    cut = cut_of(event)
    if cut is None or not event.way.has_bracket or phase(event, PhaseKind.TWO).closed_at:
        return None
    teams = tuple(
        Presence(
            seed=seed.number,
            team=name_together(seed.teams),
            back_at=seed.team.back_at,
            has_left=any(team.withdrawn_at for team in seed.teams),
        )
        for seed in cut.seeds.through().select_related("team", "partner")
    )
    below = [row["team"] for row in cut.certificate["rows"][cut.certificate["line_after"] :]]
    here = event.teams.present().in_bulk(below)
    first = next((here[pk] for pk in below if pk in here), None)
    moves_up = first is not None and not why_no_reopening(event)
    return WhoIsBack(teams=teams, next_up=name_of(first) if first and moves_up else None)


def _is_played(event: Event) -> bool:
    """Whether Phase I has begun and no game of a round is open. One query."""
    games = Game.objects.standing().filter(event=event, phase__kind="one", kind=GameKind.GAME)
    over = list(games.values_list("over_at", flat=True))
    return bool(over) and all(over)


def _ties(
    event: Event,
    table: Standings,
    names: Mapping[int, TeamName],
    playoffs: Sequence[Game],
    blocked: Refused | None,
) -> Iterable[Tie]:
    ranks = {row.team_id: row.rank for row in table.rows}
    for group in table.ties:
        first = ranks[group[0]]
        last = first + len(group) - 1
        mine = [game for game in playoffs if set(group).issuperset(game.everybody_ids())]
        yield Tie(
            teams=tuple(names[pk] for pk in group),
            stake=_stake(first, last, table.cutoff, is_last=not event.way.has_bracket),
            playoffs=tuple(playoff_hand(game) for game in mine),
            why_no_playoff=blocked or why_no_playoff_at_all(event) or why_no_other_playoff(mine),
            why_no_lot=blocked,
        )


def _stake(first: int, last: int, cutoff: int, *, is_last: bool = False) -> str:
    if is_last and last > cutoff:
        return f"the prizes from place {first} on" if first < cutoff else f"the prize of place {first}"
    if is_last:
        return f"places {first} {'to' if last > first + 1 else 'and'} {last}"
    if first <= cutoff < last:
        places = cutoff - first + 1
        return f"{places} place{'s' if places > 1 else ''} left above the cutoff"
    return f"places {first} to {last} of the bracket" if last > first + 1 else f"places {first} and {last}"


def why_tied(event: Event, names: list[str]) -> Refused:
    """The refusal to settle a cut with a tie. No query."""
    return Refused("cut.tied" if event.way.plays_off else "cut.tied-for-places", teams=names)

"""Results of Phase I that aren't final yet, and what they could change at the cut (Rulebook R-11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.reports.agreed import Result, held
from scoring.standings.standings import Standings, standings, through_if_turned
from tournament.errors import Refused
from tournament.event.names import in_words
from tournament.models import Event
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import wall

MOST_TURNED = 20
"""The most results to turn around: each ranks everybody once more. The cut waits for the others."""


@dataclass(frozen=True, kw_only=True)
class HeldResult:
    """A result of Phase I to which its sides may still object, or to which one of them does."""

    result: Result
    changes: str
    """What it would change if it were the other way around."""
    matters: bool
    """Whether it could change who goes through."""


def held_results(event: Event, at: datetime) -> tuple[HeldResult, ...]:
    """The results that aren't final: first those objected to, then the next one to be final.

    No query where the event has no objection time; if not, the queries of ``held``, and twice those of
    ``standings``, for any number of results.
    """
    rows = held(event, at, kind=PhaseKind.ONE)
    if not rows:
        return ()
    table = standings(event)
    now = frozenset(row.team_id for row in table.rows if row.is_through)
    turned = through_if_turned(event, [row.game_id for row in rows[:MOST_TURNED]])
    return tuple(_held(row, table, now, turned.get(row.game_id)) for row in rows)


def _held(row: Result, table: Standings, now: frozenset[int], turned: frozenset[int] | None) -> HeldResult:
    if turned is None:
        return HeldResult(result=row, matters=True, changes="It could change who goes through.")
    if turned == now:
        return HeldResult(result=row, matters=False, changes="Turned around, the same go through.")
    names = {team.team_id: team.name for team in table.rows}
    comes = in_words([names[pk] for pk in names if pk in turned - now])
    goes = in_words([names[pk] for pk in names if pk in now - turned])
    return HeldResult(result=row, matters=True, changes=f"Turned around, {_words(comes, goes)}.")


def _words(comes: str, goes: str) -> str:
    if comes and goes:
        return f"{comes} would be in, and {goes} out"
    return f"{comes} would be in, too" if comes else f"{goes} would be out"


def why_held(event: Event, rows: Sequence[HeldResult]) -> Refused | None:
    """Why the cut waits for these results; None if none of them matters. No query."""
    matter = [row.result for row in rows if row.matters]
    if not matter:
        return None
    if matter[0].is_objected:
        return Refused("cut.objected", where=matter[0].where, teams=matter[0].teams)
    until = max(result.final_at for result in matter if result.final_at)
    return Refused("cut.not-final", until=wall(event, until))

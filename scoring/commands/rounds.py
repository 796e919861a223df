"""Phase I, round by round."""

from datetime import datetime

from django.db import transaction

from rules.contest.foresight import pair_with_foresight
from rules.contest.lots import draw
from rules.contest.seating import Entrant
from scoring.commands.phase_one import start_phase_one
from scoring.models import Ending, GameScore
from scoring.queries.standings import Standings, standings
from scoring.queries.steps import next_slot, why_no_round
from tournament.commands.floor import SeatingRefused, seat_round
from tournament.commands.logbook import log
from tournament.models import By, Event, Game, Phase, Round, Team
from tournament.models.floor import GameKind
from tournament.queries.clock import phase_one_slots

BYE_UNITS = 3


@transaction.atomic
def call_round(*, event: Event, by: By, at: datetime, words: str = "") -> Round:
    """Pair the teams that are here by standing, seat them and call the round.

    Level teams stand in the order of a lot drawn from ``words``; without words, of their numbers.
    The first round starts Phase I, and from then on the house rules are frozen.

    :raises SeatingRefused: if tables still play, it is too early, or there are too few teams or tables.
    """
    # Locked before looking, or two organizers call the same round twice.
    phase = Phase.objects.select_for_update(of=("self",)).select_related("event").get(event=event, kind="one")
    why_not, slot = why_no_round(event, at), next_slot(event, at)
    if why_not or slot is None:
        raise SeatingRefused(why_not)
    if not phase.started_at:
        start_phase_one(phase, by=by, at=at)
    table = standings(event)
    teams = {team.pk: team for team in event.teams.present()}
    later = sum(1 for each in phase_one_slots(event) if each.number > slot.number)
    seating = pair_with_foresight(_entrants(event, table, teams, words), later)
    row = seat_round(
        phase=phase,
        pairs=[(teams[ns], teams[ew]) for ns, ew in seating.pairs],
        bye=teams[seating.bye] if seating.bye is not None else None,
        slot=slot,
        by=by,
        at=at,
    )
    _start_scores(row)
    if words:
        log(event, "round.drawn", f"Level teams were put in order by a lot from “{words}”.", by=by, at=at)
    return row


def _entrants(event: Event, table: Standings, teams: dict[int, Team], words: str) -> list[Entrant[int]]:
    """Everybody in the draw, as the seating needs them: standing, whom they met, byes."""
    met: dict[int, dict[int, int]] = {pk: {} for pk in teams}
    games = Game.objects.standing().filter(event=event, phase__kind="one", kind=GameKind.GAME)
    for ns, ew in games.values_list("ns", "ew"):
        for me, other in ((ns, ew), (ew, ns)):
            if me in met and other in met:
                met[me][other] = met[me].get(other, 0) + 1
    numbers = sorted(team.number for team in teams.values())
    lots = draw(numbers, words) if words else numbers
    rows = [row for row in table.rows if row.team_id in teams and not row.is_gone]
    rows.sort(key=lambda row: (row.rank, lots.index(row.number)))
    return [
        Entrant(team=row.team_id, standing=row.rank - 1, met=met[row.team_id], byes=row.byes) for row in rows
    ]


def _start_scores(row: Round) -> None:
    """A score for every game of the round. A bye is a game won by three units (Rulebook E-18)."""
    GameScore.objects.bulk_create(
        GameScore(game=game, units_ns=BYE_UNITS, winner_id=game.ns_id, ending=Ending.BYE)
        if game.kind == GameKind.BYE
        else GameScore(game=game)
        for game in row.games.all()
    )

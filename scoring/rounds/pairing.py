"""What decides the next round of an event (Rulebook E-1)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.seating.history import History, SeatedRound
from rules.seating.seating import RoundSeating, Seating
from rules.standings.tie_breaks import ranks_by_games_won
from scoring.rounds.entrants import home_of, played_in
from scoring.standings.standings import standings
from tournament.event.rules_of_event import ruleset_for
from tournament.floor.kept_apart import kept_apart
from tournament.models import Phase, Team


def can_pair_by_grade(phase: Phase, seating: Seating) -> bool:
    """Whether teams with similar grades may meet: in the first round, before any result. One query."""
    is_by_rank = seating.has_rounds and seating.uses_standings
    return is_by_rank and not phase.rounds.called().exists()


def pairing(
    phase: Phase, *, words: str, later: int, seating: RoundSeating, graded: Sequence[Team] = ()
) -> SeatedRound:
    """Pair the next round; ``later`` more rounds follow it. Seven queries at most.

    Tied teams are ordered by a lot drawn from ``words``, or by number without words. ``graded``, the
    strongest first, replaces the standings.
    """
    history = history_of(phase, seating, words=words, later=later)
    if graded:
        standing = {team.pk: number for number, team in enumerate(graded)}
        history = replace(history, standing={pk: standing.get(pk, len(standing)) for pk in history.numbers})
    return seating.next_round(history)


def history_of(phase: Phase, seating: Seating, *, words: str = "", later: int = 0) -> History:
    """What decides the next round, as it is now. Seven queries at most."""
    event = phase.event
    number = phase.rounds.called().count() + 1
    teams = {team.pk: team for team in event.teams.to_seat(number).select_related("fixed_table")}
    table = standings(event) if seating.uses_standings or phase.sits_out else None
    ranked = table.ranked if table else ()
    by_games_won = table is not None and ranks_by_games_won(table.tie_breaks)
    fixed = {pk: team.fixed_table for pk, team in teams.items() if team.fixed_table}
    return History(
        numbers={pk: team.number for pk, team in teams.items()},
        games=played_in(event),
        round=number,
        later=later,
        standing={row.team: row.rank - 1 for row in ranked},
        won={row.team: row.won for row in ranked} if by_games_won else {},
        homes={pk: home_of(team) for pk, team in teams.items()} if phase.keeps_homes_apart else {},
        fixed={pk: table.number for pk, table in fixed.items() if not table.is_out_of_use},
        words=words,
        tables=event.tables.filter(is_out_of_use=False).count() if phase.sits_out else None,
        seats=len(ruleset_for(event).seats),
        way=event.way,
        apart=frozenset(pair for pair in kept_apart(event) if teams.keys() >= pair),
        has_empty_chair=phase.has_empty_chair(len(teams)),
    )

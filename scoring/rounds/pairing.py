"""What decides the next round of an event (Rulebook E-1)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.seating.history import History, SeatedRound
from rules.seating.seating import RoundSeating, Seating
from rules.standings.standings import Ranked
from rules.standings.tie_breaks import ranks_by_games_won
from scoring.rounds.entrants import home_of, played_in
from scoring.standings.standings import ranked_before, standings
from tournament.event.rules_of_event import ruleset_for, tie_breaks_for
from tournament.floor.kept_apart import kept_apart
from tournament.models import Phase, Round, Seat, Team


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
    teams = list(event.teams.to_seat(number).select_related("fixed_table"))
    table = standings(event) if seating.uses_standings or phase.sits_out else None
    history = replace(
        _history(phase, number, teams, table.ranked if table else (), words=words),
        later=later,
        has_empty_chair=phase.has_empty_chair(len(teams)),
    )
    if not phase.sits_out:
        return history
    return replace(history, tables=event.tables.filter(is_out_of_use=False).count())


def history_before(row: Round, seating: Seating, *, words: str = "") -> History:
    """What decided a round: those who are in it, and what they had played before. Seven queries at most."""
    sit = Seat.objects.filter(game__round=row, game__recalled_at=None)
    teams = list(Team.objects.filter(pk__in=sit.values("team")).select_related("fixed_table"))
    ranked = ranked_before(row, [team.pk for team in teams]) if seating.uses_standings else ()
    return _history(row.phase, row.number, teams, ranked, words=words)


def _history(
    phase: Phase, number: int, teams: Sequence[Team], ranked: Sequence[Ranked[int]], *, words: str
) -> History:
    event, here = phase.event, {team.pk for team in teams}
    by_games_won = bool(ranked) and ranks_by_games_won(tie_breaks_for(event))
    fixed = {team.pk: team.fixed_table for team in teams if team.fixed_table}
    return History(
        numbers={team.pk: team.number for team in teams},
        games=[game for game in played_in(event) if game.round < number],
        round=number,
        standing={row.team: row.rank - 1 for row in ranked},
        won={row.team: row.won for row in ranked} if by_games_won else {},
        homes={team.pk: home_of(team) for team in teams} if phase.keeps_homes_apart else {},
        fixed={pk: table.number for pk, table in fixed.items() if not table.is_out_of_use},
        words=words,
        seats=len(ruleset_for(event).seats),
        way=event.way,
        apart=frozenset(pair for pair in kept_apart(event) if here >= pair),
    )

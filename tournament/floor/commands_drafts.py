"""Rounds: drafting them, calling them, and games that wait for a table. Pairing is done elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from rules.competition.pairing.tables import assign_tables
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.calling import busy_elsewhere, busy_teams, free_tables, ready_together
from tournament.floor.commands_seats import Chairs, keep_taken, log_in_other_event, make_games
from tournament.floor.seats_now import RoundSpan, table_plan, wishes
from tournament.log.audit_log import log
from tournament.log.locks import write
from tournament.models import Actor, Deadline, Event, Game, Phase, Round, Seat, Team
from tournament.models.floor import GameKind
from tournament.schedule.commands_deadlines import set_deadline, set_first_deadlines


def write_draft(
    *,
    phase: Phase,
    groups: Sequence[tuple[Team, ...]],
    byes: Iterable[Team],
    span: RoundSpan,
    keeps: Mapping[int, tuple[int, ...]],
    by: Actor,
    at: datetime,
) -> Round:
    """Write a round as a draft. Each of ``groups`` is a game's teams, clockwise.

    ``keeps`` has the tables of teams that stay, by team id. Games without a table wait (Rulebook E-1).
    """
    tables = {table.number: table for table in phase.event.tables.filter(is_out_of_use=False)}
    plan = table_plan(phase, groups, keeps, list(tables.values()))
    at_table = {group: tables[number] for number, group in plan.seated}
    row = Round.objects.create(
        phase=phase,
        number=phase.rounds.called().count() + 1,
        slot=span.last.number,
        play_from=span.first.play_from,
        whistle_at=span.last.whistle_at,
    )
    event, ruleset = phase.event, ruleset_for(phase.event)
    common = {"event": event, "phase": phase, "round": row, "made_at": at}
    games = [
        (Game(**common, table=at_table.get(tuple(team.pk for team in group))), chairs_for(ruleset, group))
        for group in groups
    ]
    sitting_out = [(Game(**common, kind=GameKind.BYE), chairs_for(ruleset, (team,))) for team in byes]
    make_games([*games, *sitting_out])
    log(event, "round.drafted", by=by, at=at, round=row)
    return row


def call_draft(*, row: Round, span: RoundSpan, by: Actor, at: datetime) -> Round:
    """Call a draft to its tables. The caller has checked it. A game without a free table waits."""
    event = row.phase.event
    play_from = max(span.first.play_from, at)
    write(row, called_at=at, slot=span.last.number, play_from=play_from, whistle_at=span.last.whistle_at)
    games = Game.objects.filter(round=row, recalled_at=None)
    taken = Game.objects.open().filter(event=event, table__isnull=False).values("table")
    elsewhere = busy_elsewhere(event)
    waits = Q(table__is_out_of_use=True) | Q(table__in=taken) | Q(table__number__in=elsewhere.tables)
    waits |= Q(pk__in=Seat.objects.filter(team__in=elsewhere.teams).values("game"))
    games.filter(waits).update(table=None)
    games.filter(kind=GameKind.BYE).update(called_at=at, over_at=at)
    games.filter(kind=GameKind.GAME, table__isnull=False).update(called_at=at)
    keep_taken(game__round=row)
    called = games.filter(kind=GameKind.GAME, called_at=at).values_list("pk", flat=True)
    set_first_deadlines(event, called, at=at)
    # Only now does sitting out an earlier round end: that round could have been recalled (Rulebook E-195).
    ended = event.teams.filter(sits_out_round__lt=row.number)
    ended.update(sits_out_at=None, sits_out_round=None)
    log(event, "round.called", by=by, at=at, round=row)
    log_in_other_event(event, games.filter(over_at=None), by=by, at=at)
    seat_waiting(phase=row.phase, by=by, at=at)
    return row


def take_back_round(row: Round, *, at: datetime) -> None:
    Round.objects.filter(pk=row.pk).update(recalled_at=at)
    Game.objects.filter(round=row, recalled_at=None).update(recalled_at=at)
    keep_taken(game__round=row)
    Deadline.objects.filter(game__round=row, done_at=None).update(done_at=at)


def call_waiting_games(*, phase: Phase, by: Actor, at: datetime) -> list[Game]:
    """Call waiting games to tables that have become free. One query if nothing waits."""
    if not Game.objects.waiting().filter(phase=phase).exists():
        return []
    phase = Phase.objects.select_related("event").get(pk=phase.pk)
    return seat_waiting(phase=phase, by=by, at=at)


def seat_waiting(*, phase: Phase, by: Actor, at: datetime) -> list[Game]:
    """Call waiting games to free tables, before the whistle. A team that needs a certain table waits."""
    waiting = Game.objects.waiting().filter(phase=phase, round__whistle_at__gt=at)
    games = list(waiting.with_everybody().select_related("event", "round").order_by("pk"))
    if games:
        games = ready_together(games, busy_teams(phase.event), at=at)
    return call_to_free_tables(phase.event, games, by=by, at=at)


def call_to_free_tables(event: Event, games: Sequence[Game], *, by: Actor, at: datetime) -> list[Game]:
    """Call the games for which a table is free. Part of a larger action, which has checked them."""
    free = {table.number: table for table in free_tables(event)} if games else {}
    if not free:
        return []
    hall = list(event.tables.filter(is_out_of_use=False))
    wished = wishes((team for game in games for team in game.everybody()), hall)
    could = {game.everybody_ids(): game for game in games if _can_sit(game, wished, free)}
    called = []
    for number, group in assign_tables(list(could), free, wished).seated:
        game = could[group]
        write(game, table=free[number], called_at=at)
        keep_taken(game=game)
        set_deadline(game, step=1)
        log(event, "game.called", by=by, at=at, game=game, who=str(game))
        called.append(game)
    log_in_other_event(event, called, by=by, at=at)
    return called


def _can_sit(game: Game, wished: Mapping[int, tuple[int, ...]], free: Mapping[int, object]) -> bool:
    needs = [wished[team.pk] for team in game.everybody() if team.pk in wished]
    return all(any(number in free for number in numbers) for numbers in needs if numbers)


def remake_game(game: Game, *, chairs: Chairs, at: datetime, event: Event, row: Round | None) -> Game:
    """Replace a recalled game with one of the teams in ``chairs``; a single team gets a bye.

    In a called round it is called to the old game's table, and its five minutes begin.
    """
    is_called = row is not None and row.called_at is not None
    is_bye = len(chairs) == 1
    table = None if is_bye else game.table
    is_on = is_called and (is_bye or table is not None)
    new = Game(
        event=event,
        phase_id=game.phase_id,
        round=row,
        kind=GameKind.BYE if is_bye else GameKind.GAME,
        table=table,
        made_at=at,
        called_at=at if is_on else None,
        over_at=at if is_on and is_bye else None,
    )
    make_games([(new, chairs)])
    if is_on and not is_bye:
        set_deadline(new, step=1)
    return new

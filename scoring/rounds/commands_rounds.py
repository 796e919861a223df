"""Phase I by rounds: draft a round, publish it, and recall it within half a minute."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from django.db import transaction

from rules.seating.seating import Draw, RoundSeating
from rules.standings.tie_breaks import BYE_UNITS
from scoring.game.commands_phase_one import start_phase_one
from scoring.game.slots import next_slot, next_span, rounds_left, slots_left
from scoring.hands.begun import begun
from scoring.models import Ending, GameScore
from scoring.rounds.pairing import can_pair_by_grade, pairing
from scoring.rounds.steps import mark_of, why_no_draft, why_no_recall, why_no_round
from tournament.errors import Refused, refuse
from tournament.event.sitting import chairs_at
from tournament.floor.commands_drafts import call_draft, take_back_round, write_draft
from tournament.floor.commands_seats import make_games
from tournament.floor.commands_substitutes import end_help
from tournament.floor.kept_apart import kept_apart
from tournament.log.audit_log import log
from tournament.log.locks import lock_phase
from tournament.models import Actor, Event, Game, Phase, Round, Side, Team
from tournament.schedule.clock import seating_of
from tournament.schedule.commands_round_time import bring_forward, put_back


@transaction.atomic
def call_round(*, event: Event, by: Actor, at: datetime, words: str = "", is_early: bool = False) -> Round:
    """Pair the next round and call it; an existing draft is called as it is.

    ``is_early`` allows a call before the scheduled time once all tables are done; the break then begins at
    once (Rulebook E-64).

    :raises Refused: if tables still play, it is too early, or the draft no longer fits the teams here.
    """
    phase = lock_phase(event, "one")
    take_back_waiting(phase, by=by, at=at)
    slot = next_slot(event, at)
    refuse(why_no_round(event, at, slot, is_early=is_early))
    if slot and at < slot.called_at:
        bring_forward(event, slot, by=by, at=at)
    row = _draft(phase) or _write(phase, words=words, by=by, at=at)
    return _publish(phase, row, by=by, at=at)


@transaction.atomic
def draft_round(
    *,
    event: Event,
    by: Actor,
    at: datetime,
    words: str = "",
    instead_of: Round | None = None,
    graded: Sequence[Team] = (),
) -> Round:
    """Pair the next round as a draft; nobody is called.

    Tied teams are ordered by a lot drawn from ``words``, or by number without words. In the first round teams
    next to each other in ``graded`` meet instead (Rulebook G-5). The draft replaces ``instead_of``.

    :raises Refused: if tables still play, there are too few teams, or somebody drafted it meanwhile.
    """
    phase = lock_phase(event, "one")
    take_back_waiting(phase, by=by, at=at)
    refuse(why_no_draft(event, at, next_slot(event, at)))
    draft = _draft(phase)
    if draft and draft != instead_of:
        raise Refused("draft.there", round=draft.number)
    if draft:
        take_back_round(draft, at=at)
    return _write(phase, words=words, graded=graded, by=by, at=at)


@transaction.atomic
def publish_round(*, row: Round, seen: int, by: Actor, at: datetime) -> Round:
    """Call a draft to its tables. ``seen`` is the version the organizer saw (``mark_of``).

    :raises Refused: if it isn't time, the draft was changed meanwhile, or it no longer fits the teams here.
    """
    phase = lock_phase(row.phase.event, "one")
    row = Round.objects.get(pk=row.pk)
    if row.called_at:
        raise Refused("round.called", round=row.number)
    if row.recalled_at:
        raise Refused("draft.gone")
    if mark_of(phase.event) != seen:
        raise Refused("draft.changed")
    refuse(why_no_round(phase.event, at, next_slot(phase.event, at)))
    return _publish(phase, row, by=by, at=at)


@transaction.atomic
def discard_draft(*, row: Round, by: Actor, at: datetime) -> Round:
    """Discard a draft. Nobody was called, so nothing else changes.

    :raises Refused: if it was called meanwhile.
    """
    phase = lock_phase(row.phase.event, "one")
    row = Round.objects.get(pk=row.pk)
    if row.called_at:
        raise Refused("draft.called", round=row.number)
    if row.recalled_at is None:
        take_back_round(row, at=at)
        log(phase.event, "draft.discarded", by=by, at=at, round=row, name=str(row))
    return row


@transaction.atomic
def recall_round(*, row: Round, by: Actor, at: datetime) -> Round:
    """Take back a round that was called by mistake, within half a minute. Returns it as a draft.

    Recalling the first round also undoes the start of Phase I. Open play has no draft: it isn't open.

    :raises Refused: if it is too late, or the round has a hand.
    """
    phase = lock_phase(row.phase.event, "one")
    row = Round.objects.get(pk=row.pk)
    games = list(Game.objects.filter(round=row, recalled_at=None).with_table_and_round().order_by("pk"))
    refuse(why_no_recall(row, at, has_hands=bool(begun(games))))
    take_back_round(row, at=at)
    put_back(phase.event, called_at=row.called_at or at, at=at)
    if phase.started_at == row.called_at:
        undo_start_of_phase_one(phase)
    is_open = not phase.has_rounds
    draft = row if is_open else _draft_again(phase, row, games, at)
    end_help(phase.event, by=by, at=at)
    log(phase.event, "round.recalled", by=by, at=at, round=row, name=str(row), is_open=is_open)
    return draft


def _draft_again(phase: Phase, row: Round, games: Iterable[Game], at: datetime) -> Round:
    draft = Round.objects.create(
        phase=phase, number=row.number, slot=row.slot, play_from=row.play_from, whistle_at=row.whistle_at
    )
    common = {"event": phase.event, "phase": phase, "round": draft, "made_at": at}
    make_games((Game(**common, kind=game.kind, table=game.table), chairs_at(game)) for game in games)
    return draft


def take_back_waiting(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Take back the games that found no table before the whistle: neither side scores (Rulebook E-1)."""
    games = Game.objects.waiting().filter(phase=phase, round__whistle_at__lte=at)
    stranded = list(games.with_everybody())
    if not stranded:
        return
    games.update(recalled_at=at)
    end_help(phase.event, by=by, at=at)
    for game in stranded:
        log(phase.event, "game.taken-back", by=by, at=at, game=game, who=str(game))


def start_scores(games: Iterable[Game]) -> None:
    """Create the games' scores. A bye is a game won by three units (Rulebook E-18)."""
    drawn = list(games)
    byes = {game: game.everybody_ids()[0] for game in drawn if game.is_bye}
    GameScore.objects.bulk_create(
        GameScore(game_id=game.pk, winner_id=byes[game], ending=Ending.BYE)
        if game.is_bye
        else GameScore(game_id=game.pk)
        for game in drawn
    )
    if byes:
        Side.objects.filter(game__in=byes).update(units=BYE_UNITS)


def _draft(phase: Phase) -> Round | None:
    return phase.rounds.drafts().first()


def _write(phase: Phase, *, words: str, graded: Sequence[Team] = (), by: Actor, at: datetime) -> Round:
    event = phase.event
    teams = {team.pk: team for team in event.teams.present()}
    first = next_slot(event, at)
    seating = seating_of(phase, first.session if first else 1)
    assert isinstance(seating, RoundSeating)
    is_random = seating.draws(is_first=not phase.rounds.called().exists())
    if seating.draw is Draw.FIRST_ROUND:
        # After the first round the results decide.
        words = words if is_random else ""
    words = words or (f"{event.slug} round {first.number}" if first and is_random else "")
    later = max(0, rounds_left(event, slots_left(event, at)).rounds - 1)
    graded = graded if can_pair_by_grade(phase, seating) else ()
    words = "" if graded else words
    drawn = pairing(phase, words=words, later=later, seating=seating, graded=graded)
    span = next_span(event, len(drawn.groups), at)
    if span is None:
        raise Refused("round.no-time")
    _free_half_hours(phase, span.first.number)
    row = write_draft(
        phase=phase,
        groups=[tuple(teams[pk] for pk in group) for group in drawn.groups],
        byes=[teams[team] for team in drawn.byes],
        span=span,
        keeps=drawn.keeps,
        by=by,
        at=at,
    )
    for one, other in _pairs_not_apart(event, drawn.groups):
        log(event, "round.not-apart", by=by, at=at, round=row, one=teams[one], other=teams[other])
    # For people who come alone, the movement doesn't draw lots.
    if words and (is_random or not event.way.by_chair):
        log(event, "round.drawn", by=by, at=at, round=row, is_random=is_random, words=words)
    if graded:
        log(event, "round.graded", by=by, at=at, round=row)
    return row


def _pairs_not_apart(event: Event, groups: Iterable[tuple[int, ...]]) -> Iterable[tuple[int, int]]:
    """The pairs seated together that should be kept apart (Rulebook E-65). One query."""
    apart = kept_apart(event)
    return [pair for group in groups for pair in combinations(group, 2) if apart and frozenset(pair) in apart]


def _free_half_hours(phase: Phase, slot: int) -> None:
    """Free the half-hours from ``slot`` on that a finished round turned out not to need."""
    phase.rounds.called().filter(slot__gte=slot).update(slot=slot - 1)


def _publish(phase: Phase, row: Round, *, by: Actor, at: datetime) -> Round:
    event = phase.event
    games = list(Game.objects.filter(round=row, recalled_at=None).with_everybody())
    for team in (team for game in games for team in game.everybody()):
        if team.withdrawn_at or not team.checked_in_at:
            raise Refused("draft.not-here", team=team)
        if team.sits_out_of(row.number):
            raise Refused("draft.sits-out", team=team)
    span = next_span(event, sum(1 for game in games if not game.is_bye), at)
    if span is None:
        raise Refused("round.no-time")
    _free_half_hours(phase, span.first.number)
    if not phase.started_at:
        start_phase_one(phase, by=by, at=at)
    row.phase = phase
    start_scores(games)
    return call_draft(row=row, span=span, by=by, at=at)


def undo_start_of_phase_one(phase: Phase) -> None:
    """Undo ``start_phase_one``. The caller holds the phase's lock."""
    Event.objects.filter(pk=phase.event_id, house_rules_frozen_at=phase.started_at).update(
        house_rules_frozen_at=None
    )
    Phase.objects.filter(pk=phase.pk).update(started_at=None)

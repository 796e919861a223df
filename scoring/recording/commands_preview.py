"""Preview a correction: do it, compare, and roll back, so that the preview can't differ from the action."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction

from rules.competition.phase_two.plan import Plan
from rules.ruleset.hands import HandFacts
from scoring.bracket.drawn import positions_in_words
from scoring.game.table_state import why_no_correction
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.hands.dependents import dependents_of, may_overturn, they_fall, with_hands
from scoring.models import Cut, Hand
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.sheet.sheet import score_sentence, sheet_games
from scoring.standings.standings import standings
from tournament.errors import Refused
from tournament.event.names import in_words
from tournament.event.rules_of_event import plan_for
from tournament.event.sitting import side_names
from tournament.log.locks import lock_event
from tournament.models import Actor, Badge, Event, Game, Phase, Role

PREVIEWED = "What would it change?"
ABOVE, TIED, BELOW = "above", "tied at", "below"
WORDS = {"safe": "Safe", "ruling": "Needs a ruling", "late": "Too late"}


@dataclass(frozen=True, kw_only=True)
class RankChange:
    team: str
    was: int
    now: int


@dataclass(frozen=True, kw_only=True)
class CorrectionPreview:
    """What a correction would change. ``verdict`` is ``safe``, ``ruling`` or ``late``; ``why`` explains it.

    ``follows`` says what happens to the game itself, ``across_cutoff`` who would move across the cutoff,
    ``bracket`` which games would change; they are empty if nothing changes.
    """

    verdict: str
    why: str
    may_save: bool
    """Whether this badge may save it."""
    game_was: str = ""
    game_now: str = ""
    follows: tuple[str, ...] = ()
    moves: tuple[RankChange, ...] = ()
    across_cutoff: tuple[str, ...] = ()
    bracket: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        return WORDS[self.verdict]


@dataclass(frozen=True, kw_only=True)
class _Snapshot:
    game: str
    is_over: bool
    table: int | None
    is_tied: bool
    winner: int | None
    ranks: Mapping[str, int]
    through: tuple[str, ...]
    at_cutoff: Mapping[str, str]
    games: Mapping[str, tuple[str, ...]]
    called: Mapping[str, int]
    played: Mapping[int, Game]


def preview(*, hand: Hand, facts: HandFacts | None, by: Actor, at: datetime) -> CorrectionPreview:
    """Preview correcting ``hand`` to ``facts``, or without facts, taking it back. Writes nothing."""
    action: dict[str, Any] = {"hand": hand, "hand_id": uuid4(), "reason": PREVIEWED, "at": at}

    def change(by: Actor) -> None:
        if facts is None:
            strike_hand(**action, by=by)
        else:
            correct_hand(facts=facts, **action, by=by)

    return preview_of(game=hand.game, change=change, by=by)


def preview_of(*, game: Game, change: Callable[[Actor], object], by: Actor) -> CorrectionPreview:
    """Preview a ``change`` of a game's hands, called with an actor and nothing else. Writes nothing."""
    game = sheet_games(game.event).get(pk=game.pk)
    before, built = _snapshot(game), dependents_of(game)
    locked, not_yours = why_no_correction(game), why_not_yours(game, by.badge)
    try:
        after = _snapshot_after(game, change)
    except Refused as refused:
        return CorrectionPreview(
            verdict="late", why=str(locked or refused), may_save=False, game_was=before.game
        )
    seen: dict[str, Any] = {
        "game_was": before.game,
        "game_now": after.game,
        "follows": _follows(before, after),
        "moves": _moves(before, after),
        "across_cutoff": _across_cutoff(before, after),
        "bracket": _bracket(game.event, before, after, is_cut=bool(locked)),
    }
    if nobody := locked or not_yours:
        return CorrectionPreview(
            verdict="late" if locked else "ruling", why=str(nobody), may_save=False, **seen
        )
    fallen = [each for pk, each in before.played.items() if pk not in after.played and pk != game.pk]
    if fallen:
        return CorrectionPreview(
            verdict="ruling", why=str(they_fall(fallen)), may_save=may_overturn(by.badge), **seen
        )
    if built and before.winner != after.winner:
        return CorrectionPreview(verdict="ruling", why=str(built), may_save=may_overturn(by.badge), **seen)
    why = "Nothing else changes." if before == after else "Nothing that came after it would be taken away."
    return CorrectionPreview(verdict="safe", why=why, may_save=True, **seen)


def _snapshot_after(game: Game, change: Callable[[Actor], object]) -> _Snapshot:
    """The state after the correction, which is rolled back.

    :raises Refused: if it can't be done.
    """
    # The clock may do everything; what the badge may do is checked separately.
    by = Actor(Badge.objects.get(event=game.event_id, role=Role.CLOCK))
    with transaction.atomic():
        lock_event(game.event_id)
        # A settled cut locks the hands of Phase I, but the preview still shows what they would change.
        Phase.objects.filter(event=game.event_id, kind="one").update(closed_at=None)
        try:
            change(by)
            return _snapshot(sheet_games(game.event).get(pk=game.pk))
        finally:
            transaction.set_rollback(True)


def _snapshot(game: Game) -> _Snapshot:
    table = standings(game.event)
    games = list(
        Game.objects.standing()
        .filter(event=game.event, phase__kind="two")
        .exclude(bracket_position="")
        .with_everybody()
    )
    rows = [row for row in table.rows if not row.is_gone]
    return _Snapshot(
        game=score_sentence(game),
        is_over=game.over_at is not None,
        table=game.table.number if game.table and game.called_at else None,
        is_tied=game.over_at is None and game.score.whistled_at is not None,
        winner=game.score.winner_id,
        ranks={row.name: row.rank for row in rows},
        through=tuple(row.name for row in rows[: table.cutoff]),
        at_cutoff=_at_cutoff([(row.name, row.rank) for row in rows], table.cutoff),
        games={each.bracket_key: tuple(side_names(each).values()) for each in games},
        called={each.bracket_key: each.table.number for each in games if each.table and not each.over_at},
        played={each.pk: each for each in with_hands(games)},
    )


def _follows(before: _Snapshot, after: _Snapshot) -> tuple[str, ...]:
    if after.is_over or not before.is_over:
        return ()
    goes_on = (
        f"The game goes on at Table {after.table}." if after.table else "The game waits until it is called."
    )
    return (goes_on, "One more hand decides it.") if after.is_tied else (goes_on,)


def _moves(before: _Snapshot, after: _Snapshot) -> tuple[RankChange, ...]:
    moved = [name for name, rank in after.ranks.items() if before.ranks.get(name, rank) != rank]
    return tuple(RankChange(team=name, was=before.ranks[name], now=after.ranks[name]) for name in moved)


def _at_cutoff(rows: Sequence[tuple[str, int]], through: int) -> dict[str, str]:
    """Each team's place relative to the cutoff; teams on both sides that share a rank are tied at it."""
    last, first = ([rank for _, rank in part] for part in (rows[:through][-1:], rows[through:][:1]))
    return {
        name: TIED if last == first == [rank] else ABOVE if index < through else BELOW
        for index, (name, rank) in enumerate(rows)
    }


def _across_cutoff(before: _Snapshot, after: _Snapshot) -> tuple[str, ...]:
    was, now = before.at_cutoff, after.at_cutoff
    moved = {
        side: [name for name in now if now[name] == side != was.get(name)] for side in (ABOVE, TIED, BELOW)
    }
    return tuple(f"{in_words(names)} would be {side} the cutoff." for side, names in moved.items() if names)


def _bracket(event: Event, before: _Snapshot, after: _Snapshot, *, is_cut: bool) -> tuple[str, ...]:
    """The changed bracket games; from the seeds, if the settled cut locks the hand."""
    cuts = Cut.objects.filter(phase__event=event, reopened_at=None)
    cut = cuts.prefetch_related("seeds__team", "seeds__partner").first()
    if cut is None:
        return ()
    everybody = [seed for seed in cut.seeds.all() if not seed.taken_back_at]
    seeds = [seed.side for seed in everybody if not seed.is_second_chance]
    plan = plan_for(event, len(seeds), len(everybody) - len(seeds))
    was, now = before.games, after.games
    if is_cut and event.way.pairs_up:
        return ("The pairs would be made again.",) if before.through != after.through else ()
    if is_cut:
        was, now = _first_games(plan, seeds), _first_games(plan, list(after.through[: len(seeds)]))
    labels = positions_in_words(plan)
    return tuple(
        _change(labels[key], was.get(key), now.get(key), 0 if is_cut else before.called.get(key, 0))
        for key in labels
        if was.get(key) != now.get(key)
    )


def _first_games(plan: Plan, seeds: list[str]) -> dict[str, tuple[str, ...]]:
    drawn = plan.drawn(seeds, {})
    return {game.key: tuple(map(str, drawn.pairs[game.key])) for game in drawn.ready}


def _change(label: str, was: tuple[str, ...] | None, now: tuple[str, ...] | None, table: int) -> str:
    called = f", called to Table {table}," if table else ""
    if now is None:
        return (
            f"{label}: {' vs. '.join(was or ())}{called} would be taken back, and the place is empty again."
        )
    if was is None:
        return f"{label}: {' vs. '.join(now)} would be made."
    return f"{label}: {' vs. '.join(now)} instead of {' vs. '.join(was)}{called.rstrip(',')}."

"""The deed at the heart of the day: a hand is recorded, taken back, corrected."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from rules.hands import ImpossibleHand
from scoring.commands.bracket import advance
from scoring.commands.standing_by import let_go
from scoring.models import Ending, GameScore, Hand
from scoring.queries.built import built_on, may_overturn, needs_ruling
from scoring.queries.doubts import doubts
from scoring.queries.impartial import why_not_yours
from scoring.queries.labels import figures, score_words
from scoring.queries.meaning import OVER
from scoring.queries.seats import note_words, players_of
from scoring.queries.sheet import stage_of
from scoring.queries.sheet_hands import standing_of
from scoring.queries.sides import forfeit_facts
from scoring.queries.steps import why_no_correction
from scoring.queries.tally import GIVES_UP, hand_columns, ruleset_for, score_of, side_names, tally_of
from tournament.commands.deadlines import finish_deadlines, stop_when_taken_back
from tournament.commands.floor import are_no_longer_both_late
from tournament.commands.logbook import log
from tournament.commands.seats import call_waiting_games
from tournament.errors import Refused
from tournament.models import By, Game
from tournament.models.floor import GameKind
from tournament.queries.game import counts_hands
from tournament.queries.sitting import COLUMNS, seated_at, sides_at

NO_NOTES: Mapping[str, Any] = {}


class HandRefused(Refused):
    """The hand cannot be recorded as reported."""


@transaction.atomic
def record_hand(
    *,
    hand_id: UUID,
    game: Game,
    facts: Mapping[str, Any],
    by: By,
    at: datetime,
    place: int | None = None,
    notes: Mapping[str, Any] = NO_NOTES,
    reason: str = "",
) -> Hand:
    """Add the next hand to a game and give each side what it earned.

    Sent twice with the same ``hand_id``, it is stored once. ``place`` is the hand's number as the
    sender saw it: two people who enter the same hand don't make it two. ``notes`` stand beside the
    facts, and nothing is counted from them: the auction, the bidder's seat. ``reason`` is why a referee
    entered it otherwise than the teams reported it.

    :raises HandRefused: if the hand cannot have happened, the game is over, or somebody was first.
    """
    # Locked before looking, or two referees both find hand 3 missing.
    game = _locked(game)
    # One look at the hands answers all: whether this one is there, what stands, and which place comes next.
    written = list(Hand.objects.filter(Q(game=game) | Q(pk=hand_id)).order_by("place"))
    known = next((hand for hand in written if hand.pk == hand_id), None)
    if known:
        return _same_hand(known, game, facts)
    score = GameScore.objects.get(game=game)
    hands = standing_of(written)
    _check_impartial(game, by)
    _check_open(game, score, hands, place)
    is_played = "forfeited_by" not in facts
    if is_played:
        _seat_both(game, at)

    hand = Hand(
        id=hand_id,
        game=game,
        place=1 + sum(row.replaces_id is None for row in written),
        facts=dict(facts),
        notes=dict(notes),
        is_decider=score.whistled_at is not None,
        reason=reason.strip()[:300],
        at=at,
        by=by.badge,
        device=by.device[:80],
        **_scored(game, facts, notes),
    )
    despite = [doubt.key for doubt in doubts(game, hands, facts, at, by.badge)]
    if is_played and stage_of(game, score, at) == "whistle":
        # Rulebook E-9: the deal was complete at the whistle, so this hand is finished, and no new one starts.
        # A forfeited hand was in no progress: a team that is ahead may still give the rest of its game away.
        score.whistled_at = at
    _save_hand(hand)
    _settle(game, score, [*hands, hand], by=by, at=at)
    log(
        game.event,
        "hand.recorded",
        f"{_where(game)}, hand {len(hands) + 1}: {hand.headline}",
        by=by,
        at=at,
        game=game.pk,
        hand=str(hand.pk),
        **_said_besides(game, hand, despite),
    )
    return hand


@transaction.atomic
def correct_hand(
    *,
    hand: Hand,
    hand_id: UUID,
    facts: Mapping[str, Any],
    reason: str,
    by: By,
    at: datetime,
    notes: Mapping[str, Any] | None = None,
) -> Hand:
    """Replace a hand by what really happened. The old one stays, under the new one, and so do its notes.

    :raises HandRefused: if it was corrected already, can't have happened, or too much was built on it.
    """
    game = _locked(hand.game)
    known = Hand.objects.filter(pk=hand_id).first()
    if known:
        return _same_hand(known, game)
    _check_impartial(game, by)
    hand = _still_standing(hand, game, reason)
    new = Hand(
        id=hand_id,
        game=game,
        place=hand.place,
        facts=dict(facts),
        notes=dict(notes or {}),
        is_decider=hand.is_decider,
        replaces=hand,
        reason=reason.strip()[:300],
        at=at,
        by=by.badge,
        device=by.device[:80],
        **_scored(game, facts, notes or {}),
    )
    _save_hand(new)
    stop_when_taken_back(game, hand.pk, at=at)
    score = GameScore.objects.get(game=game)
    _settle_changed(game, score, _standing_hands(game), by=by, at=at)
    log(
        game.event,
        "hand.corrected",
        f"{_where(game)}, hand {hand.place}: {hand.headline} → {new.headline} ({new.reason})",
        by=by,
        at=at,
        game=game.pk,
        hand=str(new.pk),
        **_said_besides(game, new),
    )
    return new


@transaction.atomic
def strike_hand(*, hand: Hand, hand_id: UUID, reason: str, by: By, at: datetime) -> Hand:
    """Take a hand back: it was never played, or is played again. The old row stays.

    :raises HandRefused: if it was taken back already, or too much was built on it.
    """
    game = _locked(hand.game)
    known = Hand.objects.filter(pk=hand_id).first()
    if known:
        return _same_hand(known, game)
    _check_impartial(game, by)
    hand = _still_standing(hand, game, reason)
    struck = Hand(
        id=hand_id,
        game=game,
        place=hand.place,
        facts=hand.facts,
        is_decider=hand.is_decider,
        replaces=hand,
        is_struck=True,
        headline=f"Taken back: {hand.headline}"[:200],
        reason=reason.strip()[:300],
        at=at,
        by=by.badge,
        device=by.device[:80],
    )
    _save_hand(struck)
    stop_when_taken_back(game, hand.pk, at=at)
    score = GameScore.objects.get(game=game)
    hands = _standing_hands(game)
    if score.whistled_at and not hand.is_decider and not any(row.at >= score.whistled_at for row in hands):
        # The hand that ended the game at the whistle is gone: it is open again whether one was in progress.
        score.whistled_at = None
    _settle_changed(game, score, hands, by=by, at=at)
    log(
        game.event,
        "hand.struck",
        f"{_where(game)}, hand {hand.place} taken back: {struck.reason}",
        by=by,
        at=at,
        game=game.pk,
        hand=str(struck.pk),
    )
    return struck


@transaction.atomic
def end_at_whistle(*, game: Game, by: By, at: datetime) -> Game:
    """No deal was complete at the whistle: the side ahead wins; level, one hand decides (Rulebook E-8).

    :raises HandRefused: if the whistle hasn't gone, or the game is over.
    """
    game = _locked(game)
    score = GameScore.objects.get(game=game)
    if game.over_at:
        raise HandRefused("This game is over already.")
    if not _has_whistled(game, at):
        raise HandRefused("The whistle hasn't gone yet. Until then the game goes on.")
    if score.whistled_at is None:
        score.whistled_at = at
        _settle(game, score, _standing_hands(game), by=by, at=at)
        log(
            game.event,
            "game.whistled",
            f"{_where(game)}: no hand was in progress at the whistle.",
            by=by,
            at=at,
            game=game.pk,
        )
    return game


@transaction.atomic
def void_game(*, game: Game, reason: str, by: By, at: datetime) -> Game:
    """End a game with no result: nobody wins, nobody gains (Rulebook E-17).

    :raises HandRefused: if the game is over, no reason is given, or the bracket waits for a winner.
    """
    game = _locked(game)
    if game.over_at:
        raise HandRefused("This game is over already.")
    if game.slot:
        raise HandRefused("The bracket needs a winner. Forfeit the game to one side instead.")
    if not reason.strip():
        raise HandRefused("Write why the game has no result.", field="reason")
    GameScore.objects.filter(game=game).update(ending=Ending.VOID, void_reason=reason.strip()[:300])
    let_go(game, by=by, at=at)
    _close(game, at)
    call_waiting_games(phase=game.phase, by=by, at=at)
    log(game.event, "game.voided", f"{_where(game)}: no result. {reason.strip()}", by=by, at=at, game=game.pk)
    return game


@transaction.atomic
def forfeit_game(*, game: Game, side: str, hand_ids: "list[UUID]", by: By, at: datetime) -> Game:
    """Give the rest of a game to the other side: hand by forfeited hand, until it is over.

    Where points win the game, one forfeited hand gives it up (Rulebook E-30). ``hand_ids`` are made by
    the device, one for each hand that may be needed (three).

    :raises HandRefused: if the game is over.
    """
    if side not in sides_at(game):
        raise HandRefused("Choose the team that forfeits.", field="side")
    facts: dict[str, Any] = forfeit_facts(game.event, side)
    if not counts_hands(ruleset_for(game.event)):
        facts[GIVES_UP] = True
        # With this one the game is given up, even where it can't be said yet who has won it (Rulebook E-55).
        hand_ids = hand_ids[:1]
    for hand_id in hand_ids:
        record_hand(hand_id=hand_id, game=game, facts=facts, by=by, at=at)
        if Game.objects.get(pk=game.pk).over_at:
            break
    game.refresh_from_db()
    return game


def _locked(game: Game) -> Game:
    return (
        Game.objects.select_for_update(of=("self",))
        .select_related("event", "round", "table__referee", "phase", "ns", "ew", "south", "west")
        .get(pk=game.pk)
    )


def _standing_hands(game: Game) -> list[Hand]:
    return list(Hand.objects.standing().filter(game=game).order_by("place"))


def _said_besides(game: Game, hand: Hand, despite: Sequence[str] = ()) -> dict[str, Any]:
    """What the log keeps of a hand besides its headline: its notes, and what was odd about it."""
    words = note_words(game, hand.notes, players_of(game)) if hand.notes else ""
    return {**({"notes": words} if words else {}), **({"despite": list(despite)} if despite else {})}


def _same_hand(known: Hand, game: Game, facts: Mapping[str, Any] | None = None) -> Hand:
    if facts is not None and known.game_id == game.pk and known.facts != dict(facts):
        # A copy of the page that was kept too long: its mark was used for the hand before.
        raise HandRefused(
            f"This entry is saved already, as another hand: {known.headline} "
            "Reload the page and enter this one again."
        )
    if known.game_id != game.pk:
        raise HandRefused(
            "This entry was used at another table already. Reload the page and enter the hand again."
        )
    return known


def _check_impartial(game: Game, by: By) -> None:
    why_not = why_not_yours(game, by.badge)
    if why_not:
        raise HandRefused(why_not)


def _check_open(game: Game, score: GameScore, hands: list[Hand], place: int | None) -> None:
    if game.recalled_at:
        raise HandRefused("This game was taken back. The screen shows where to sit.")
    if not game.called_at:
        raise HandRefused("This game hasn't been called to a table yet.")
    if score.ending == Ending.VOID:
        raise HandRefused("This game ended with no result.")
    if game.over_at:
        said = f"This game has already been won: {score_words(*figures(game.event, score))}."
        raise HandRefused(f"{said} {OVER}")
    if place is not None and place <= len(hands):
        there = hands[place - 1]
        raise HandRefused(
            f"Hand {place} is in already: {there.headline} Entered by {there.by}. "
            "Look at it before you add another."
        )
    if place is not None and place > len(hands) + 1:
        raise HandRefused(f"Hand {len(hands) + 1} comes next. Reload the page to see the hands so far.")


def _scored(game: Game, facts: Mapping[str, Any], notes: Mapping[str, Any]) -> dict[str, Any]:
    try:
        ruleset = ruleset_for(game.event)
        # The notes are checked with the facts, as far as the rules know of them.
        return hand_columns(ruleset, score_of(ruleset, {**facts, **notes}, side_names(game)))
    except ImpossibleHand as impossible:
        raise HandRefused(str(impossible), field=impossible.errors[0].field) from impossible


def _still_standing(hand: Hand, game: Game, reason: str) -> Hand:
    hand = Hand.objects.select_related("by").get(pk=hand.pk)
    if hand.is_struck or Hand.objects.filter(replaces=hand).exists():
        raise HandRefused(
            "This hand was corrected or taken back already. Reload the page to see what stands."
        )
    if not reason.strip():
        raise HandRefused("Write why the hand is changed: both versions stay on the record.", field="reason")
    why_not = why_no_correction(game)
    if why_not:
        raise HandRefused(why_not)
    return hand


def _save_hand(hand: Hand) -> None:
    Hand.objects.bulk_create([hand])


def _seat_both(game: Game, at: datetime) -> None:
    """Who plays a hand sits at the table."""
    sit = {f"{COLUMNS[side]}_seated_at": at for side in sides_at(game) if not seated_at(game, side)}
    for column, since in sit.items():
        setattr(game, column, since)
    if sit:
        Game.objects.filter(pk=game.pk).update(**sit)
    are_no_longer_both_late(game)


def _settle(game: Game, score: GameScore, hands: list[Hand], *, by: By, at: datetime) -> None:
    """Write down what the hands add up to, and what follows from it."""
    let_go(game, by=by, at=at)
    if _is_passed(game):
        # The hall has moved on: this game can't go on, so whoever is ahead has won it.
        score.whistled_at = score.whistled_at or at
    elif score.whistled_at and not _has_whistled(game, score.whistled_at):
        # It was level after its last hand, not at the whistle. Whether it still is, its hands say.
        score.whistled_at = None
    try:
        now = tally_of(game, score, hands)
    except ValueError as too_many:
        raise HandRefused(
            "With this change the game would have been over earlier. Take back the hands after it first."
        ) from too_many
    if game.over_at and not now.ending:
        _check_can_reopen(game)
    if now.needs_decider:
        # Its last hand left it level: like a game that the whistle cut off, one more hand decides.
        score.whistled_at = score.whistled_at or at
    GameScore.objects.filter(game=game).update(whistled_at=score.whistled_at, **now.columns(game))
    if now.ending:
        _close(game, at)
    elif game.over_at:
        game.over_at = None
        Game.objects.filter(pk=game.pk).update(over_at=None)
    if game.slot:
        advance(game.phase, by=by, at=at)
    if game.over_at:
        call_waiting_games(phase=game.phase, by=by, at=at)


def _settle_changed(game: Game, score: GameScore, hands: list[Hand], *, by: By, at: datetime) -> None:
    """The same after a change of what was written down, which may need a ruling (Rulebook E-32)."""
    winner, built = score.winner_id, built_on(game)
    _settle(game, score, hands, by=by, at=at)
    if built and not may_overturn(by.badge) and GameScore.objects.get(game=game).winner_id != winner:
        raise HandRefused(needs_ruling(built))


def _close(game: Game, at: datetime) -> None:
    game.over_at = game.over_at or at
    Game.objects.filter(pk=game.pk).update(
        over_at=game.over_at, referee_called_at=None, referee_called_for=""
    )
    finish_deadlines(game, at=at)


def _is_passed(game: Game) -> bool:
    return bool(
        game.kind == GameKind.GAME
        and game.round
        and game.phase.rounds.called().filter(number__gt=game.round.number).exists()
    )


def _has_whistled(game: Game, at: datetime) -> bool:
    return bool(game.round and game.round.whistle_at and game.round.whistle_at <= at)


def _check_can_reopen(game: Game) -> None:
    elsewhere = Game.objects.open().filter(event=game.event).exclude(pk=game.pk)
    if (elsewhere.of(*game.everybody_ids()) | elsewhere.filter(table=game.table)).exists():
        raise HandRefused(
            "Without this hand the game isn't over, and its teams or its table are busy again. "
            "Correct the hand to what really happened instead."
        )


def _where(game: Game) -> str:
    return str(game.table or game)

"""Record, correct and take back hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from rules.ruleset.hands import HandFacts, ImpossibleHand
from rules.ruleset.totals import is_total
from scoring.game.locked_score import counting_hands_of, effective_time, locked_score, where
from scoring.game.table_state import GameStage, stage_of, why_no_correction, why_not_so
from scoring.hands.chairs import note_words, players_of
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.hands.dependents import dependents_of, may_overturn
from scoring.hands.doubts import doubts
from scoring.hands.hand_rows import counting_hands
from scoring.hands.same import same_hand
from scoring.hands.tally import hand_columns, score_of, score_with_names, tally_of
from scoring.models import Ending, GameScore, Hand
from scoring.recording.commands_score_update import update_score
from scoring.sheet.sheet import score_sentence
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import late_at, side_names, side_texts
from tournament.floor.commands_floor import cancel_call
from tournament.floor.commands_seats import seat_sides
from tournament.log.audit_log import log
from tournament.log.locks import lock_game
from tournament.models import Actor, Game
from tournament.models.floor import RefereeCall
from tournament.schedule.commands_deadlines import stop_when_taken_back
from tournament.schedule.countdown import both_times


@transaction.atomic
def record_hand(
    *,
    hand_id: UUID,
    game: Game,
    facts: HandFacts,
    by: Actor,
    at: datetime,
    sequence: int | None = None,
    reason: str = "",
    effective_at: datetime | None = None,
    press: UUID | None = None,
) -> Hand:
    """Add the next hand to a game and score it. Sent twice with the same ``hand_id``, it is stored once.

    ``sequence`` is the hand's number on the sender's page, so that a hand entered by two people isn't stored
    twice: if it is there with the same facts, it is returned. ``reason`` is why a referee overrules the
    reports. ``effective_at`` is when the hand was entered, if it waited on a phone: it counts from then, and
    its consequences happen now. ``press`` is the key of the press, if it writes more than this hand.

    :raises Refused: if the hand cannot have happened, the game is over, or somebody else entered it first.
    """
    # Locked before looking, or two referees both find hand 3 missing.
    return record_in(
        lock_game(game),
        hand_id=hand_id,
        facts=facts,
        by=by,
        at=at,
        sequence=sequence,
        reason=reason,
        effective_at=effective_at,
        press=press,
    )


def record_in(
    game: Game,
    *,
    hand_id: UUID,
    facts: HandFacts,
    by: Actor,
    at: datetime,
    sequence: int | None = None,
    reason: str = "",
    effective_at: datetime | None = None,
    press: UUID | None = None,
) -> Hand:
    """Record a hand as ``record_hand`` does, as part of a larger action, which holds the game's lock."""
    # One query gives this hand if it is stored, those that count, the next sequence, and the sheet's hands.
    rows = Hand.objects.filter(Q(game=game) | Q(pk=hand_id)).select_related("by")
    written = list(rows.order_by("sequence", "at"))
    if known := next((hand for hand in written if hand.pk == hand_id), None):
        return _same_hand(known, game, facts)
    hands = counting_hands(written)
    if existing := _entered_already(game, hands, sequence, facts):
        return existing
    locked = locked_score(game)
    score = locked.score
    refuse(why_not_yours(game, by.badge))
    _check_open(game, score, hands, sequence)
    refuse(why_not_so(game, facts))
    effective_at = effective_time(game, written, effective_at, at)
    is_hand = not is_total(facts)
    if is_hand and score.whistled_at and effective_at < min(at, score.whistled_at):
        raise Refused("hand.not-decider")
    if is_played := not facts.forfeited_by:
        _seat_both(game, effective_at)

    columns = scored(game, facts)
    despite = [doubt.key for doubt in doubts(game, hands, facts, effective_at, by.badge)]
    hand = write_hand(
        by,
        effective_at,
        id=hand_id,
        game=game,
        sequence=1 + sum(row.replaces_id is None for row in written),
        is_decider=is_hand and score.whistled_at is not None,
        reason=reason,
        press=press,
        sent_at=None if effective_at == at else at,
        **columns,
    )
    if is_hand and is_played and stage_of(game, score, effective_at) == GameStage.WHISTLE:
        # Rulebook E-9: the deal was complete at the whistle, so this hand is finished, and no new one starts.
        # A forfeited hand wasn't in progress: a team ahead may still forfeit the rest of its game.
        score.whistled_at = effective_at
    update_score(game, locked, [*hands, hand], by=by, at=at)
    # A game of the bracket may end Phase II. What else follows from the hand has its own log entries.
    keeps_day = not game.bracket_position
    log_recorded(game, hand, len(hands) + 1, by=by, at=at, despite=despite, keeps_day=keeps_day)
    # The response is rendered from these instances. ``log`` has counted the version in the database.
    game.event.version += 1
    vars(hand)["written"] = [*written, hand]
    return hand


def log_recorded(
    game: Game,
    hand: Hand,
    number: int,
    *,
    by: Actor,
    at: datetime,
    despite: Sequence[str] = (),
    keeps_day: bool = False,
) -> None:
    """Log a new hand. Part of a larger action. ``despite`` are the keys of the overridden doubts."""
    log(
        game.event,
        "hand.recorded",
        by=by,
        at=at,
        concerns=None if game.over_at else game,
        keeps_day=keeps_day,
        game=game,
        hand=hand.pk,
        where=where(game),
        sequence=number,
        headline=score_with_names(game, hand.parsed).headline,
        times=both_times(game.event, hand.at, at),
        **_log_values(game, hand, despite),
    )


@transaction.atomic
def correct_hand(
    *,
    hand: Hand,
    hand_id: UUID,
    facts: HandFacts,
    reason: str,
    by: Actor,
    at: datetime,
    press: UUID | None = None,
) -> Hand:
    """Replace a hand with what really happened. The old row stays.

    :raises Refused: if it was corrected already, can't have happened, or too much depends on it.
    """
    return _change(Change(hand=hand, hand_id=hand_id, facts=facts), press, reason, by=by, at=at)


@transaction.atomic
def strike_hand(
    *, hand: Hand, hand_id: UUID, reason: str, by: Actor, at: datetime, press: UUID | None = None
) -> Hand:
    """Take a hand back: it was never played, or is played again. The old row stays.

    :raises Refused: if it was taken back already, or too much depends on it.
    """
    return _change(Change(hand=hand, hand_id=hand_id), press, reason, by=by, at=at)


@dataclass(frozen=True, kw_only=True)
class Change:
    """A hand as it should be: with other ``facts``, or taken back without any. Without ``hand`` it is new."""

    hand_id: UUID
    """The id of the row to write."""
    hand: Hand | None = None
    facts: HandFacts | None = None


def _change(change: Change, press: UUID | None, reason: str, *, by: Actor, at: datetime) -> Hand:
    old = change.hand
    assert old
    game = lock_game(old.game)
    if known := Hand.objects.filter(pk=change.hand_id).first():
        return _same_change(known, old, game, change.facts)
    refuse(why_not_yours(game, by.badge))
    if not Hand.objects.standing().filter(pk=old.pk).exists():
        raise Refused("hand.changed")
    check_may_change(game, reason)
    if change.facts is not None and is_total(change.facts) != is_total(old.parsed):
        refuse(why_not_so(game, change.facts))
    [new] = change_hands(game, [change], press=press, reason=reason, by=by, at=at)
    return new


def check_may_change(game: Game, reason: str) -> None:
    """:raises Refused: if no reason is given, or no hand of the game changes any more."""
    if not reason.strip():
        raise Refused("hand.reason", field="reason")
    refuse(why_no_correction(game))


def change_hands(
    game: Game, changes: Sequence[Change], *, press: UUID | None, reason: str, by: Actor, at: datetime
) -> list[Hand]:
    """Write all changes of a game's hands, then its score once. Part of a larger action, which checks it.

    Only the result has to be possible; the order of the changes does not matter.

    :raises Refused: if a hand can't have happened, one comes after the end, or too much depends on the game.
    """
    write = _Writing(game, press, reason, by, at)
    written: list[tuple[Hand | None, Hand]] = [
        (change.hand, write.replace(change)) for change in changes if change.hand
    ]
    written += [(None, write.add(change)) for change in changes if not change.hand]
    update_after_changes(game, changes, by=by, at=at)
    for old, new in written:
        _log_change(game, old, new, by=by, at=at)
    return [new for _, new in written]


@dataclass(frozen=True)
class _Writing:
    """Writes the rows of one press that changes a game's hands."""

    game: Game
    press: UUID | None
    reason: str
    by: Actor
    at: datetime

    def replace(self, change: Change) -> Hand:
        old = change.hand
        assert old
        columns = (
            {"facts": old.facts, "is_struck": True}
            if change.facts is None
            else scored(self.game, change.facts)
        )
        stop_when_taken_back(self.game, old.pk, at=self.at)
        return self._row(change, sequence=old.sequence, is_decider=old.is_decider, replaces=old, **columns)

    def add(self, change: Change) -> Hand:
        """Add a hand that was forgotten. After a tie at the end it is a deciding hand."""
        assert change.facts
        locked, hands = locked_score(self.game), counting_hands_of(self.game)
        locked.score.void_reason = ""  # A game with no result is opened again as its hands say.
        if locked.is_passed:
            locked.score.whistled_at = locked.score.whistled_at or self.at
        try:
            is_decider = tally_of(self.game, locked.score, hands).needs_decider
        except ValueError as too_many:
            raise Refused("hand.too-late") from too_many
        sequence = 1 + Hand.objects.filter(game=self.game, replaces=None).count()
        columns = scored(self.game, change.facts)
        return self._row(change, sequence=sequence, is_decider=is_decider, **columns)

    def _row(self, change: Change, **columns: Any) -> Hand:
        columns |= {"id": change.hand_id, "game": self.game, "press": self.press}
        return write_hand(self.by, self.at, reason=self.reason, **columns)


def _log_change(game: Game, old: Hand | None, new: Hand, *, by: Actor, at: datetime) -> None:
    if old is None:
        log_recorded(game, new, new.sequence, by=by, at=at)
        return
    logged: dict[str, Any] = {"game": game, "hand": new.pk, "where": where(game), "sequence": new.sequence}
    if new.is_struck:
        log(game.event, "hand.struck", by=by, at=at, **logged, reason=new.reason)
        return
    logged["before"] = "taken back" if old.is_struck else score_with_names(game, old.parsed).headline
    logged["headline"] = score_with_names(game, new.parsed).headline
    logged |= {"reason": new.reason, **_log_values(game, new)}
    log(game.event, "hand.corrected", by=by, at=at, **logged)


def _log_values(game: Game, hand: Hand, despite: Sequence[str] = ()) -> dict[str, Any]:
    """A hand's log values apart from its headline: its facts, its notes, and doubts that were overridden."""
    words = note_words(game, hand.parsed, players_of(game)) if hand.notes else ""
    odd = {"despite": list(despite)} if despite else {}
    return {"told": hand.facts, **({"notes": words} if words else {}), **odd, **side_texts(game)}


def _same_hand(known: Hand, game: Game, facts: HandFacts | None = None) -> Hand:
    if facts is not None and known.game_id == game.pk and known.parsed != facts:
        # The page was stale: its id is already that of the previous hand.
        raise Refused("hand.saved-otherwise", headline=score_with_names(known.game, known.parsed).headline)
    if known.game_id != game.pk:
        raise Refused("hand.other-table")
    known.game = game
    return known


def _entered_already(
    game: Game, hands: Sequence[Hand], sequence: int | None, facts: HandFacts
) -> Hand | None:
    """The hand with this number, if it is there with the same facts: somebody else entered it first."""
    if sequence is None or not 0 < sequence <= len(hands) or not same_hand(hands[sequence - 1].parsed, facts):
        return None
    hand = hands[sequence - 1]
    hand.game = game
    return hand


def _same_change(known: Hand, old: Hand, game: Game, facts: HandFacts | None = None) -> Hand:
    if known.replaces_id != old.pk or known.is_struck != (facts is None):
        raise Refused("hand.changed-otherwise", headline=score_with_names(known.game, known.parsed).headline)
    return _same_hand(known, game, facts)


def _check_open(game: Game, score: GameScore, hands: list[Hand], sequence: int | None) -> None:
    if game.recalled_at:
        raise Refused("game.taken-back")
    if not game.called_at:
        raise Refused("game.not-called")
    if score.ending == Ending.VOID:
        raise Refused("game.void", is_by_forfeit=not score.was_voided)
    if game.over_at:
        raise Refused("hand.game-over", result=score_sentence(game))
    if sequence is not None and sequence <= len(hands):
        hand = hands[sequence - 1]
        raise Refused(
            "hand.there",
            sequence=sequence,
            headline=score_with_names(game, hand.parsed).headline,
            badge=hand.by,
        )
    if sequence is not None and sequence > len(hands) + 1:
        raise Refused("hand.not-next", sequence=len(hands) + 1)


def scored(game: Game, facts: HandFacts) -> dict[str, Any]:
    """The columns of a hand with these facts.

    :raises Refused: if it cannot have happened.
    """
    try:
        ruleset = game_ruleset(game)
        score = score_of(ruleset, facts, side_names(game))
        return {**Hand.columns(facts), **hand_columns(ruleset, score)}
    except ImpossibleHand as impossible:
        raise Refused("rules", words=str(impossible), field=impossible.errors[0].field) from impossible


def write_hand(by: Actor, at: datetime, *, reason: str, **columns: Any) -> Hand:
    return Hand.objects.create(
        **columns, reason=reason.strip()[:300], at=at, by=by.badge, device=by.device[:80]
    )


def _seat_both(game: Game, at: datetime) -> None:
    if missing := late_at(game):
        seat_sides(game, dict.fromkeys(missing, at))
    cancel_call(game, RefereeCall.BOTH_LATE)


def update_after_changes(game: Game, changes: Sequence[Change] = (), *, by: Actor, at: datetime) -> None:
    """Update the score; a new winner that games depend on needs a badge that ``may_overturn`` (E-32).

    Part of a larger action. The caller holds the game's lock.
    """
    locked, hands = locked_score(game), counting_hands_of(game)
    score, winner, built = locked.score, locked.score.winner_id, dependents_of(game)
    is_cut_off = any(score.whistled_at and hand.at >= score.whistled_at for hand in hands)
    is_struck = any(change.hand and change.facts is None and not change.hand.is_decider for change in changes)
    if is_struck and not is_cut_off:
        # Without the last hand, a referee says again whether one was in progress at the whistle.
        score.whistled_at = None
    update_score(game, locked, hands, by=by, at=at)
    if built and not may_overturn(by.badge) and score.winner_id != winner:
        raise built

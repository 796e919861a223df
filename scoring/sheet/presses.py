"""The last press at a table, which the badge that made it can undo for a minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from rules.ruleset.totals import is_total
from scoring.hands.doubts import odd
from scoring.hands.hand_rows import counting_hands
from scoring.hands.tally import score_with_names
from scoring.models import Hand, Ruling
from scoring.sheet.ruling_rows import judged_then
from tournament.models import Event, Game, Role
from tournament.schedule.countdown import Countdown, countdown

UNDO_LASTS = timedelta(seconds=60)


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The last press at a table, while the badge that made it can undo it with one tap.

    ``how`` and ``what`` say what the press did.
    """

    press: UUID
    badge_id: int
    how: str
    what: str
    left: Countdown
    takes_back: int
    """The number of the next hand after the undo."""
    question: str = ""
    """About an odd total."""

    @property
    def sentence(self) -> str:
        return f"{self.how}: {self.what}"


def undo_key(press: UUID) -> UUID:
    """The key of the press that undoes ``press``."""
    return uuid5(press, "undo")


def came_at(hand: Hand) -> datetime:
    """The time when a hand arrived, which may be long after ``at``."""
    return hand.sent_at or hand.at


def undo_lasts(event: Event) -> timedelta:
    """How long a press can be undone: a minute of the people's, also on a clock that runs faster."""
    return UNDO_LASTS * max(event.clock_speed if event.clock_real else 1.0, 1.0)


def undone_words(game: Game, press: UUID) -> str:
    """What the undo of a press took back, in a sentence. Two queries."""
    rows = list(Hand.objects.filter(game=game).of_press(press))
    if Ruling.objects.filter(game=game, pk=press).exists():
        return "Taken back: the ruling."
    if len(rows) != 1:
        changes = "the changes of " if any(row.replaces_id for row in rows) else ""
        return f"Taken back: {changes}{len(rows)} hands."
    [row] = rows
    before = Hand.objects.standing().filter(game=game, sequence__lt=row.sequence).count()
    what = "the total" if is_total(row.parsed) else f"hand {before + 1}"
    if row.is_struck:
        return f"Undone: {what} counts again."
    return f"Taken back: {what}." if row.replaces_id is None else f"Taken back: the correction of {what}."


def undo_of(event: Event, game: Game, hands: Sequence[Hand], at: datetime) -> Undo | None:
    """The last press on all of a game's ``hands``, and on its rulings, if it can be undone.

    One query; none if the game has been found without rulings (``has_rulings``).
    """
    lasts = undo_lasts(event)
    presses = _presses(hands)
    came = {press: max(map(came_at, rows)) for press, rows in presses.items()}
    recent = Ruling.objects.in_force().filter(game=game, at__gt=at - lasts).select_related("hand")
    rulings = {row.pk: row for row in recent} if getattr(game, "has_rulings", True) else {}
    came |= {pk: row.at for pk, row in rulings.items()}
    if not came:
        return None
    # Of two at the same moment, the later entry: presses are in the order of their hands.
    press = max(reversed(came), key=lambda each: came[each])
    rows, ruling = presses.get(press, []), rulings.get(press)
    is_by_clock = any(row.by.role == Role.CLOCK for row in rows)
    if is_by_clock or (ruling and ruling.supersedes_id) or not came[press] <= at < came[press] + lasts:
        return None
    if game.score.was_voided and game.over_at and came[press] <= game.over_at:
        return None  # The last press is the one that ended the game with no result.
    doubt = odd(game, rows[0].parsed, rows[0].at) if len(rows) == 1 and not ruling else None
    return Undo(
        press=press,
        badge_id=ruling.by_id if ruling else rows[0].by_id,
        how=_how(rows, ruling),
        what=_what(game, rows, ruling),
        left=countdown(at, came[press] + lasts),
        takes_back=1 + len(counting_hands(hands)) - _freed(rows),
        question=doubt.sentence if doubt else "",
    )


def _presses(hands: Sequence[Hand]) -> dict[UUID, list[Hand]]:
    """The rows of each press that nothing has changed since, without those that undid another."""
    replaced = {hand.replaces_id for hand in hands}
    undone = {undo_key(hand.pressed) for hand in hands}
    presses: dict[UUID, list[Hand]] = {}
    for hand in hands:
        presses.setdefault(hand.pressed, []).append(hand)
    return {
        press: rows
        for press, rows in presses.items()
        if press not in undone and not any(row.pk in replaced for row in rows)
    }


def _freed(rows: Sequence[Hand]) -> int:
    """How many hands fewer there are after the undo."""
    return sum(row.replaces_id is None for row in rows) - sum(row.is_struck for row in rows)


def _how(rows: Sequence[Hand], ruling: Ruling | None) -> str:
    if ruling:
        return "Ruled"
    if rows[0].replaces_id is None:
        return "Saved"
    return "Taken back" if rows[0].is_struck else "Corrected"


def _what(game: Game, rows: Sequence[Hand], ruling: Ruling | None) -> str:
    if ruling:
        ruling.game = game
        return judged_then(ruling).headline
    return f"{len(rows)} hands." if len(rows) > 1 else score_with_names(game, rows[0].parsed).headline

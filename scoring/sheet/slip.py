"""A paper slip's hands before they are entered: each in words, their sum, and errors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from rules.ruleset.hands import HandFacts, ImpossibleHand
from scoring.game.labels import score_words
from scoring.hands.doubts import odd
from scoring.hands.hand_rows import counting_hands
from scoring.hands.same import same_hand
from scoring.hands.tally import Tally, counted_as, score_with_names, tally
from scoring.models import Hand
from scoring.sheet.beside_total import beside_total
from tournament.errors import Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import name_on
from tournament.models import Game


@dataclass(frozen=True, kw_only=True)
class SlipLine:
    """One hand of the slip. The form creates its ``hand_id``, so that it is entered once."""

    hand_id: UUID
    sequence: int
    facts: HandFacts


@dataclass(frozen=True, kw_only=True)
class LineReading:
    """A line in words; ``refusal`` is set if it can't be entered."""

    headline: str = ""
    refusal: Refused | None = None


@dataclass(frozen=True, kw_only=True)
class SlipReading:
    """The lines of a slip by id, and the whole game with them, in words."""

    lines: Mapping[UUID, LineReading]
    game: str = ""
    entered: Mapping[UUID, Hand] = field(default_factory=dict)
    """The stored hands that lines say again, by the line's id."""
    is_beside_total: bool = False
    """Set if the game has a total already, and these are its hands."""
    refusals: tuple[Refused, ...] = field(default=())

    @property
    def is_clean(self) -> bool:
        return not self.refusals


def slip_reading(game: Game, lines: Sequence[SlipLine], at: datetime) -> SlipReading:
    """The lines in words, as the next hands of a game in order of their numbers. One query."""
    stored = list(Hand.objects.filter(game=game))
    known = {hand.pk: hand for hand in stored}
    standing = counting_hands(stored)
    beside = beside_total(game, standing) if game.over_at else None
    if beside:
        standing = list(beside.hands)
    reports = [hand.parsed for hand in standing if not hand.is_decider]
    numbers = Counter(line.sequence for line in lines)
    read: dict[UUID, LineReading] = {}
    expected = len(standing) + 1
    entered: dict[UUID, Hand] = {}
    for line in sorted(lines, key=lambda line: line.sequence):
        saved = known.get(line.hand_id) or _same_there(line, numbers, standing)
        if saved and same_hand(saved.parsed, line.facts):
            entered[line.hand_id] = saved
            read[line.hand_id] = LineReading(headline=score_with_names(game, saved.parsed).headline)
            continue
        if saved:
            headline = score_with_names(game, saved.parsed).headline
            refusal: Refused | None = Refused("hand.saved-otherwise", headline=headline)
        else:
            refusal = _misplaced(game, line, numbers, standing, expected)
        read[line.hand_id] = reading = _in_words(game, line, refusal, reports, at)
        expected += 1
        reports += [] if reading.refusal else [line.facts]
    refusals = tuple(reading.refusal for reading in read.values() if reading.refusal)
    sentence = "" if refusals else _sum(game, reports)
    if sentence and beside:
        sentence = f"{sentence} The total says {beside.figures}."
    return SlipReading(
        lines=read, game=sentence, entered=entered, is_beside_total=beside is not None, refusals=refusals
    )


def _same_there(line: SlipLine, numbers: Counter[int], standing: Sequence[Hand]) -> Hand | None:
    """The hand with the line's number, if it says the same."""
    if numbers[line.sequence] > 1 or not 0 < line.sequence <= len(standing):
        return None
    hand = standing[line.sequence - 1]
    return hand if same_hand(hand.parsed, line.facts) else None


def _misplaced(
    game: Game, line: SlipLine, numbers: Counter[int], standing: Sequence[Hand], expected: int
) -> Refused | None:
    if numbers[line.sequence] > 1:
        return Refused("slip.same-number", sequence=line.sequence)
    if line.sequence <= len(standing):
        headline = score_with_names(game, standing[line.sequence - 1].parsed).headline
        return Refused("slip.hand-there", sequence=line.sequence, headline=headline)
    if line.sequence > expected:
        return Refused("slip.hand-missing", sequence=expected)
    return None


def _in_words(
    game: Game, line: SlipLine, refusal: Refused | None, before: Sequence[HandFacts], at: datetime
) -> LineReading:
    try:
        headline = score_with_names(game, line.facts).headline
    except ImpossibleHand as impossible:
        return LineReading(refusal=Refused("rules", words=str(impossible)))
    if not refusal and before and _tally(game, before).ending:
        refusal = Refused("slip.game-over")
    doubt = odd(game, line.facts, at)
    return LineReading(headline=f"{headline} {doubt.sentence}" if doubt else headline, refusal=refusal)


def _tally(game: Game, reports: Sequence[HandFacts]) -> Tally:
    return tally(ruleset=game_ruleset(game), kind=counted_as(game), facts=reports, is_whistled=False)


def _sum(game: Game, reports: Sequence[HandFacts]) -> str:
    if not reports:
        return ""
    now = _tally(game, reports)
    shown = now.units if game_ruleset(game).ends.counts_hands else now.points
    names = " against ".join(name_on(game, side).name for side in shown)
    sentence = f"With these hands it is {score_words(*shown.values())}, {names}."
    if not now.ending:
        return f"{sentence} The game goes on."
    if now.winner_side is None:
        return f"{sentence} The game has no result."
    winner = name_on(game, now.winner_side).name
    return f"{sentence} {winner} win{game.event.way.s} the game."

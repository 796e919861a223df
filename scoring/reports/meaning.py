"""The preview of a hand before it is saved: what it counts and how the game goes on, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.ruleset.hands import HandFacts, HandScore, ImpossibleHand
from rules.time.whistle import leader
from scoring.game.labels import ahead_words, score_words
from scoring.game.table_state import GameStage, stage_of
from scoring.hands.doubts import Doubt, doubts, odd
from scoring.hands.hand_rows import counting_hands
from scoring.hands.tally import Tally, counted_as, score_of, tally
from scoring.models import Ending, Hand
from scoring.sheet.sheet import tied_words, written_hands_of
from tournament.errors import Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import name_on, side_names
from tournament.models import Badge, Game
from tournament.models.floor import GameKind

# Reasons that the headline already gives.
IN_HEADLINE = {"promise", "made", "set"}
# Reasons about points, left out where hands win the game.
POINTS_ONLY = {"made_points", "boston_points", "set_points"}


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """The preview of a hand."""

    tone: str
    """``made``, ``set``, ``boston`` or ``refused``."""
    headline: str
    sentences: tuple[str, ...] = ()
    rule: str = ""
    """The sentence of the deciding rule."""
    source: str = ""
    """Its paragraph."""
    game: str = ""
    """A sentence about the game after the hand."""
    is_over: bool = False
    doubts: tuple[Doubt, ...] = ()
    """Warnings: the hand can still be saved."""


def meaning(
    game: Game, facts: HandFacts, at: datetime, *, replaces: Hand | None = None, badge: Badge | None = None
) -> Meaning:
    """The preview of ``facts`` as the next hand of a game, or in place of ``replaces``. One query."""
    ruleset = game_ruleset(game)
    try:
        score = score_of(ruleset, facts, side_names(game))
    except ImpossibleHand as impossible:
        return _impossible("This can’t have happened", impossible)
    if game.over_at and replaces is None:
        return _impossible("This game is over", Refused("hand.after-the-game"))
    hands = counting_hands(written_hands_of(game))
    try:
        after = _tally_with(game, hands, facts, at, replaces)
    except ValueError:
        return _impossible("The hands after it don’t fit", Refused("hand.too-late"))
    decides = score.decided_by or score.because[-1]
    others = [reason for reason in score.because if reason is not decides]
    quiet = IN_HEADLINE | POINTS_ONLY if ruleset.ends.counts_hands else IN_HEADLINE
    return Meaning(
        tone=_tone(score),
        headline=score.headline,
        sentences=tuple(reason.sentence for reason in others if reason.rule not in quiet),
        rule=decides.sentence,
        source=decides.source,
        game=_game_after(game, after, at),
        is_over=bool(after.ending),
        doubts=tuple(filter(None, [odd(game, facts, replaces.at)]))
        if replaces
        else doubts(game, hands, facts, at, badge),
    )


def _impossible(headline: str, why: Exception) -> Meaning:
    return Meaning(tone="refused", headline=headline, sentences=(str(why),))


def _tally_with(
    game: Game, hands: list[Hand], facts: HandFacts, at: datetime, replaces: Hand | None
) -> Tally:
    stage = stage_of(game, game.score, at)
    is_decider = replaces.is_decider if replaces else stage == GameStage.DECIDER
    is_last = stage == GameStage.WHISTLE and replaces is None and not facts.forfeited_by
    counted = [
        (hand.is_decider, facts if replaces and hand.pk == replaces.pk else hand.parsed) for hand in hands
    ]
    counted += [(is_decider, facts)] if replaces is None else []
    return tally(
        ruleset=game_ruleset(game),
        kind=counted_as(game),
        facts=[each for decides, each in counted if not decides],
        deciders=[each for decides, each in counted if decides],
        is_whistled=game.score.whistled_at is not None or is_last,
        extra_counts=game.event.extra_hand_counts,
        was_voided=game.score.was_voided,
    )


def _tone(score: HandScore) -> str:
    if score.boston and not score.awarded:
        return "boston"
    return "set" if score.made is False or score.awarded else "made"


def _game_after(game: Game, after: Tally, at: datetime) -> str:
    shown = _shown(game, after)
    if after.needs_decider:
        return f"{tied_words(game, at, *shown.values())}: one more hand decides."
    if after.ending:
        return _won(game, after)
    if game.is_one_hand:
        return "Nobody won the hand: one more decides."
    ahead = leader(shown)
    if ahead is None:
        return f"The game is tied, {score_words(*shown.values())}."
    return f"{name_on(game, ahead).name} lead{game.event.way.s} {score_words(*_pair(shown, ahead))}."


def _pair(shown: Mapping[str, int], side: str) -> tuple[int, int]:
    return shown[side], max(figure for other, figure in shown.items() if other != side)


def _shown(game: Game, after: Tally) -> dict[str, int]:
    return after.units if game_ruleset(game).ends.counts_hands else after.points


def _won(game: Game, after: Tally) -> str:
    winner = after.winner_side
    if winner is None:
        return "The game has no result."
    shown = _shown(game, after)
    name = f"{name_on(game, winner).name} win{game.event.way.s}"
    if game.kind == GameKind.PLAYOFF:
        return f"{name} the play-off."
    score = score_words(*_pair(shown, winner))
    if after.ending == Ending.DECIDER and game.event.extra_hand_counts:
        return f"{name} the game: this hand decides, and with it the score is {score}."
    if after.ending == Ending.DECIDER:
        return f"{name} the game: this hand decides, and adds nothing to the {score}."
    if after.ending == Ending.WHISTLE:
        ahead = ahead_words(*_pair(shown, winner))
        they_are = "" if game.event.way.is_one_a_side else "they are "
        return f"{name} the game {score}: {they_are}{ahead} at the whistle."
    return f"{name} the game {score}."

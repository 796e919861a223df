"""What a hand would mean, in words, before it is saved. The rules say it; nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.hands import HandScore, ImpossibleHand
from scoring.models import Ending, Hand
from scoring.queries.labels import team_on
from scoring.queries.sheet import stage_of
from scoring.queries.sheet_hands import standing_of
from scoring.queries.tally import OTHER_SIDE, Tally, ruleset_for, side_names, tally
from tournament.models import Game
from tournament.models.floor import GameKind

# Reasons that say what a tie-break may ask later, and nobody at the table now.
POINTS_ONLY = {"made_points", "boston_points", "set_points"}


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What a reported hand would earn and what the game would be then.

    ``tone`` is ``made``, ``set``, ``boston`` or ``refused``. ``rule`` is the one that decides, with its
    paragraph; ``deed`` is what the save button says after "Save hand 5".
    """

    tone: str
    headline: str
    sentences: tuple[str, ...] = ()
    rule: str = ""
    source: str = ""
    game: str = ""
    is_over: bool = False


def meaning(game: Game, facts: Mapping[str, Any], at: datetime, *, replaces: Hand | None = None) -> Meaning:
    """What ``facts`` would mean as the next hand of a game, or in the place of ``replaces``. One query."""
    try:
        score = ruleset_for(game.event).score(facts, side_names(game))
    except ImpossibleHand as impossible:
        return Meaning(tone="refused", headline="This can’t have happened", sentences=(str(impossible),))
    hands = standing_of(list(Hand.objects.filter(game=game)))
    try:
        after = _tally_with(game, hands, facts, at, replaces)
    except ValueError:
        sentence = (
            "With this change the game would have been over earlier. Take back the hands after it first."
        )
        return Meaning(tone="refused", headline="The hands after it don’t fit", sentences=(sentence,))
    *told, decides = score.because
    return Meaning(
        tone=_tone(score),
        headline=score.headline,
        sentences=tuple(reason.sentence for reason in told if reason.rule not in POINTS_ONLY),
        rule=decides.sentence,
        source=decides.source,
        game=_game_after(game, after),
        is_over=bool(after.ending),
    )


def _tally_with(
    game: Game, hands: list[Hand], facts: Mapping[str, Any], at: datetime, replaces: Hand | None
) -> Tally:
    """What the game's hands would add up to with this one among them."""
    stage = stage_of(game, game.score, at)
    is_decider = replaces.is_decider if replaces else stage == "decider"
    is_last = stage == "whistle" and replaces is None and "forfeited_by" not in facts
    reports = [
        dict(facts) if replaces and hand.pk == replaces.pk else hand.facts
        for hand in hands
        if not hand.is_decider
    ]
    decider = next((hand.facts for hand in hands if hand.is_decider), None)
    if is_decider:
        decider = dict(facts)
    elif replaces is None:
        reports.append(dict(facts))
    return tally(
        ruleset=ruleset_for(game.event),
        kind=game.kind,
        facts=reports,
        decider=decider,
        is_whistled=game.score.whistled_at is not None or is_last,
    )


def _tone(score: HandScore) -> str:
    if score.boston and not score.awarded:
        return "boston"
    return "made" if score.made else "set"


def _game_after(game: Game, after: Tally) -> str:
    """Where the game would stand, in a sentence."""
    units = after.units
    if after.needs_decider:
        return f"Level at the whistle, {units['NS']}–{units['EW']}: one more hand decides."
    if after.ending:
        return _won(game, after)
    if units["NS"] == units["EW"]:
        return f"The game stands level, {units['NS']}–{units['EW']}."
    ahead = "NS" if units["NS"] > units["EW"] else "EW"
    return f"{team_on(game, ahead)} lead {units[ahead]}–{units[OTHER_SIDE[ahead]]}."


def _won(game: Game, after: Tally) -> str:
    winner, units = after.winner_side or "NS", after.units
    name = team_on(game, winner)
    if game.kind == GameKind.PLAYOFF:
        return f"{name} win the play-off."
    score = f"{units[winner]}–{units[OTHER_SIDE[winner]]}"
    if after.ending == Ending.DECIDER:
        return f"{name} win the game: this hand decides, and adds nothing to the {score}."
    if after.ending == Ending.WHISTLE:
        return f"{name} win the game {score}: they are ahead at the whistle."
    return f"{name} win the game {score}."

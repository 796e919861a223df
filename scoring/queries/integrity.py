"""Everything recomputed from the facts, and compared. It must always find nothing."""

from collections import defaultdict

from scoring.models import Ending, GameScore, Hand
from scoring.queries.hands.sides import side_names
from scoring.queries.hands.tally import hand_columns, score_of, tally_of
from scoring.queries.integrity_words import wrong_words
from tournament.models import Event
from tournament.queries.game import ruleset_for


def recheck(event: Event) -> list[str]:
    """What doesn't agree with the facts, as sentences; empty when all is well. Five queries."""
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.standing().filter(game__event=event).order_by("sequence"):
        hands[hand.game_id].append(hand)
    scores = GameScore.objects.filter(game__event=event).select_related(
        "game__event", "game__ns", "game__ew", "game__south", "game__west"
    )
    wrongs = [wrong for score in scores for wrong in _wrongs(score, hands[score.game_id])]
    return [*wrongs, *wrong_words(event)]


TOLD = {"headline", "because"}
"""What stands beside a hand in words: a team may have another name since."""


def _wrongs(score: GameScore, hands: list[Hand]) -> list[str]:
    game = score.game
    if score.ending in (Ending.BYE, Ending.VOID):
        return []
    wrongs = []
    for hand in hands:
        ruleset = ruleset_for(game.event)
        expected = hand_columns(ruleset, score_of(ruleset, hand.facts, side_names(game)))
        for column in expected.keys() - TOLD:
            if getattr(hand, column) != expected[column]:
                wrongs.append(
                    f"{game}, hand {hand.sequence}: {column} is {getattr(hand, column)}, "
                    f"not {expected[column]}."
                )
    for column, value in tally_of(game, score, hands).columns(game).items():
        if getattr(score, column) != value:
            wrongs.append(f"{game}: {column} is {getattr(score, column)}, the hands say {value}.")
    if bool(score.ending) != bool(game.over_at):
        wrongs.append(f"{game} is {'over' if game.over_at else 'open'}, the hands say otherwise.")
    return wrongs

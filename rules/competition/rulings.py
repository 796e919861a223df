"""The effect of a referee's ruling on a hand or a team, in words. Only the game's ruleset scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.competition import penalties
from rules.ruleset.hands import NO_NAMES, HandFacts, HandScore, Names, Reason, side_name
from rules.ruleset.ruleset import Ruleset

RENEGE_RULES: Final = frozenset(
    {"reneges_cancel", "renege_books", "renege_short", "renege_points", "renege_costs"}
)
_ORDINALS: Final = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Judged:
    """The effect of a ruling, with its reasons.

    ``facts`` and ``score`` are the hand after the ruling; None if the ruling changes no hand.
    """

    headline: str
    because: tuple[Reason, ...]
    facts: HandFacts | None = None
    score: HandScore | None = None


def judge_renege(
    ruleset: Ruleset,
    played: HandFacts,
    reneges: Sequence[str],
    *,
    is_in_time: bool = True,
    is_pointed_out: bool = True,
    names: Names = NO_NAMES,
) -> Judged:
    """The effect of proven reneges on a hand, by the rules of its game.

    ``reneges`` lists the offending side once for each renege, in any order; those in ``played`` are ignored.
    They cost nothing if they were called too late, or if nobody pointed out the book and the house rules
    require it.

    :raises ImpossibleHand: if the hand can't have been played like this.
    """
    without = replace(played, reneges=())
    before = ruleset.score(without, names)
    why_nothing = _why_nothing(ruleset, is_in_time=is_in_time, is_pointed_out=is_pointed_out)
    if why_nothing or not reneges:
        nothing = why_nothing or _on_reneges(ruleset, "renege_proof", "No renege was proven.")
        return Judged(f"No penalty. {nothing.sentence}", (nothing,), without, before)
    facts = replace(played, reneges=tuple(sorted(reneges)))
    after = ruleset.score(facts, names)
    free = _on_reneges(ruleset, "renege_books", "The reneges cost nothing by these house rules.")
    reasons = tuple(reason for reason in after.because if reason.rule in RENEGE_RULES) or (free,)
    return Judged(" ".join(reason.sentence for reason in reasons), reasons, facts, after)


def judge_misdeal(ruleset: Ruleset, *, is_misdeal: bool = True) -> Judged:
    """The effect of a misdeal: no score, and a new deal by the house rules."""
    if not is_misdeal:
        counts = Reason("The cards were dealt right, so the hand counts.", "misdeal", "R-3")
        return Judged("No misdeal: the hand counts.", (counts,))
    again = _DEALS_AGAIN[ruleset.play.misdeals_that_pass]
    source = ruleset.play.paragraphs.misdeals
    return Judged(f"Misdeal: the hand has no score. {again}", (Reason(again, "misdeal", source),))


# Indexed by the number of misdeals in a row that cost the dealer the deal; 0 if none do.
_DEALS_AGAIN: Final = (
    "The same dealer deals again.",
    "The deal passes to the left.",
    "The same dealer deals again; a second misdeal in a row loses the deal.",
)


def judge_offence(kind: str, side: str, penalty: str, *, earlier: int, names: Names = NO_NAMES) -> Judged:
    """The effect of the ``penalty`` that a referee chose, compared with the one in the table of penalties.

    ``kind`` is the offense. ``earlier`` is the number of penalties that the team had for it today.
    """
    called = side_name(side, names)
    offence = penalties.OFFENCES[kind].words
    due = penalties.penalty_due(kind, earlier)
    time = _ORDINALS[min(earlier, len(_ORDINALS) - 1)]
    table = f"The {time} time, {offence} costs by the table: {penalties.PENALTY_WORDS[due]}."
    because = [Reason(table, "penalty_table", "R-4" if earlier == 0 else "R-5")]
    if penalty != due:
        chosen = f"The referee chose otherwise: {penalties.PENALTY_WORDS[penalty]}."
        because.append(Reason(chosen, "referee_chooses", "R-5"))
    because += _CONSEQUENCES.get(penalty, ())
    return Judged(f"{called}: {offence}. {_DONE[penalty]}", tuple(because))


_DONE: Final[Mapping[str, str]] = {
    penalties.NONE: "No penalty.",
    penalties.WARNING: "A warning.",
    penalties.HAND: "They forfeit the hand.",
    penalties.GAME: "They forfeit the game.",
    penalties.OUT: "They are out of the event.",
}
_COUNTS_ONE: Final = Reason(
    "A forfeited hand counts one for the other team, scores no points and is no Boston.", "forfeit", "E-15"
)
_CONSEQUENCES: Final[Mapping[str, tuple[Reason, ...]]] = {
    penalties.HAND: (_COUNTS_ONE,),
    penalties.GAME: (
        Reason("The other team is given the hands it still needs, with no points.", "forfeit_game", "R-6"),
    ),
    penalties.OUT: (
        Reason("A game they are in is forfeited, and they are not seated again.", "out_of_event", "R-6"),
    ),
}


def _why_nothing(ruleset: Ruleset, *, is_in_time: bool, is_pointed_out: bool) -> Reason | None:
    if not is_in_time:
        sentence = f"It was called too late: a renege can be called {ruleset.play.reneges.until}."
        return _on_reneges(ruleset, "renege_until", sentence)
    if not is_pointed_out and ruleset.play.reneges.must_identify_book:
        sentence = "The book was not pointed out, so there is no penalty."
        return _on_reneges(ruleset, "must_identify_book", sentence)
    return None


def _on_reneges(ruleset: Ruleset, rule: str, sentence: str) -> Reason:
    return Reason(sentence, rule, ruleset.play.paragraphs.reneges)

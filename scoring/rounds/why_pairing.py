"""Why two teams meet in a round: what their game costs, and the best round without it (Rulebook E-24)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.competition.pairing.pairing import Cost
from rules.competition.pairing.why import PairReason, why
from rules.seating.history import times_met
from rules.seating.seating import RoundSeating
from scoring.rounds.pairing import history_before
from tournament.event.names import count
from tournament.models import Event, Game, LogEntry, Round
from tournament.schedule.clock import seating_of, session_of, timetable

IN_THE_BRACKET = "The bracket decides who meets."
PLAYED_OFF = "They were tied for a place that matters."
BY_GRADE = "The club’s grades decide: the nearest meet."


@dataclass(frozen=True, kw_only=True)
class WhyPairing:
    """Why the teams of a game meet, in sentences."""

    rule: str
    """What decides who meets, as players read it."""
    lot: str
    """The words from which it was drawn; empty without a lot."""
    costs: tuple[str, ...]
    """What the game costs, as ends of a sentence: "have not met before". Empty where nothing is weighed."""
    instead: tuple[str, ...]
    """Whom they would meet in the best round without this game; empty if there is none."""
    then: str
    """What would be worse about it."""


def why_pairing(game: Game, at: datetime) -> WhyPairing:
    """Why the sides of a game, which is no bye, meet. Fourteen queries at most."""
    row = game.round
    if row is None:
        return _by_rule(IN_THE_BRACKET if game.bracket_position else PLAYED_OFF)
    event = game.event
    seating = seating_of(row.phase, session_of(timetable(event, at), row))
    if not isinstance(seating, RoundSeating):
        return _by_rule(seating.sentence)
    last = _drawn(row)
    if last and last.action == "round.graded":
        return _by_rule(BY_GRADE)
    words = words_of(row)
    history = history_before(row, seating, words=words)
    entrants = {entrant.team: entrant for entrant in seating.weighed(history)}
    if game.is_of_individuals or not entrants:
        return _by_rule(seating.sentence, words)
    pairs, bye = _pairs_of(row)
    one, other = game.everybody_ids()
    found = why(entrants.values(), pairs, bye, (one, other))
    names = {team.pk: team.name for team in event.teams.filter(pk__in=entrants)}
    met = times_met(history.games).get(one, {}).get(other, 0)
    costs = _costs(event, found.cost, met, has_homes=bool(history.homes), is_ranked=seating.uses_standings)
    return WhyPairing(
        rule=seating.sentence,
        lot=words,
        costs=tuple(costs),
        instead=tuple(_instead(found, names)),
        then=_then(found, is_by_lot=not seating.uses_standings),
    )


def words_of(row: Round) -> str:
    """The words from which a round was drawn; empty without a lot. One query."""
    last = _drawn(row)
    return last.text("words") if last and last.action == "round.drawn" else ""


def _drawn(row: Round) -> LogEntry | None:
    entries = row.phase.event.log.filter(action__in=("round.drawn", "round.graded"))
    return entries.filter(facts__round=row.number).order_by("-pk").first()


def _by_rule(rule: str, lot: str = "") -> WhyPairing:
    return WhyPairing(rule=rule, lot=lot, costs=(), instead=(), then="")


def _pairs_of(row: Round) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of the round and its bye, by the teams' ids. Two queries."""
    games = [game.everybody_ids() for game in row.games.filter(recalled_at=None).with_everybody()]
    bye = next((ids[0] for ids in games if len(ids) == 1), None)
    return [(ids[0], ids[1]) for ids in games if len(ids) == 2], bye


def _costs(event: Event, cost: Cost, met: int, *, has_homes: bool, is_ranked: bool) -> Iterable[str]:
    yield f"have met {_times(met)} before" if met else "have not met before"
    if cost.kept_apart:
        yield "should be kept apart"
    if cost.torn_tables:
        yield "have different tables of their own"
    if has_homes:
        yield "are both from one home" if cost.same_city else "are from different homes"
    if is_ranked and cost.wins:
        yield f"are {count(round(cost.wins**0.5), 'game')} won apart"
    if is_ranked:
        places = round(cost.distance**0.5)
        yield f"are {count(places, 'place')} apart in the standings" if places else "share a place"


def _times(met: int) -> str:
    return {1: "once", 2: "twice"}.get(met, f"{met} times")


def _instead(found: PairReason[int], names: Mapping[int, str]) -> Iterable[str]:
    for team, opponent in found.instead:
        yield f"{names[team]} would " + (f"meet {names[opponent]}" if opponent else "sit out")


def _then(found: PairReason[int], *, is_by_lot: bool) -> str:
    if not found.instead:
        return ""
    if is_by_lot and found.worse == "distance":
        return "The lot decided between them."
    return f"{found.words[0].upper()}{found.words[1:]}."

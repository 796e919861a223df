"""The five questions about an evening: who moves, where to, with whom, what counts, when does it end.

``answers_of`` reads an evening's settings as answers, and ``answered`` writes them back (Rulebook E-131).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Final

from rules.evenings.evening import Evening
from rules.games import all_games, find_ruleset
from rules.seating.answers import MOVES, NEW, NOBODY, PARTNERS, SAME, TO, AnswerTile
from rules.seating.known import ALONE, SEATINGS
from rules.seating.seating import Seating
from rules.standings.tie_break import GAMES_WON, HANDS, POINTS
from rules.standings.tie_breaks import CRITERIA, in_totals
from rules.standings.what_counts import OWN, WIN
from rules.time.hours import USUAL_LONG_BREAK

_LISTED_ROUNDS: Final = (4, 6, 8, 10, 12)
_LISTED_MINUTES: Final = (10, 15, 20, 25, 30, 50)
_LISTED_BRACKETS: Final = (4, 7, 8, 16)
_USUAL_PHASE_TWO: Final = 120
_WHO_MOVES: Final = ("moves", "to", "partner")

# The tiles of the other questions: for each value, the words and the line below them.
COUNTS: Final[Mapping[str, tuple[str, str]]] = {
    GAMES_WON: ("Games won", "Points or hands break a tie."),
    POINTS: ("Points", "Every point of every game counts."),
    HANDS: ("Hands won", "Every hand of every game counts."),
}
BY: Final[Mapping[str, tuple[str, str]]] = {
    "hands": ("Hand by hand", "Every screen follows the play."),
    "totals": ("One total a game", "As on a score card: four taps when the game is over."),
    "either": ("Either way", "As each table likes."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningAnswers:
    """The answers to the questions.

    The evening ends after ``rounds``, or at the time ``until``, such as ``22:30``.
    """

    game: str
    moves: str
    to: str
    partner: str
    counts: str
    by: str
    """How results are entered: hand by hand, or as totals."""
    rounds: int
    until: str
    minutes: int
    long_after: int
    """The game before the long break, 0 without one."""
    after: int
    """How many go on to Phase II, in pairs if they came alone; 0 if the standings decide."""
    begins: time = field(default=time(18, 30), compare=False)
    """Not asked."""
    is_straight: bool = field(default=False, compare=False)
    """No Phase I is played, so nothing is asked about its rounds. Not asked."""

    @property
    def movement(self) -> Seating:
        asked = (self.moves, self.to, self.partner)
        return next(one for one in _movements(self.game) if _asked(one) == asked)


@dataclass(frozen=True, slots=True)
class Option:
    """One tile: its words, and all answers as they are after it is tapped."""

    value: str
    words: str
    more: str
    is_chosen: bool
    answers: EveningAnswers


@dataclass(frozen=True, slots=True)
class OptionRow:
    """The tiles for one field of the answers."""

    field: str
    words: str
    """Its heading if the question has several rows."""
    options: tuple[Option, ...]

    @property
    def chosen(self) -> Option:
        return next(option for option in self.options if option.is_chosen)


@dataclass(frozen=True, slots=True)
class EveningQuestion:
    key: str
    words: str
    rows: tuple[OptionRow, ...]


def answers_of(evening: Evening) -> EveningAnswers:
    """:raises KeyError: if no answer fits the evening's way of seating."""
    movements = {one.key: one for one in _movements(evening.setting("game"))}
    moves, to, partner = _asked(movements[evening.setting("seating")])
    lead = next(iter(evening.setting("tie_breaks")), "games_won")
    return EveningAnswers(
        game=evening.setting("game"),
        moves=moves,
        to=to,
        partner=partner,
        counts=CRITERIA[lead].counts,
        by=evening.setting("results_by"),
        rounds=evening.rounds,
        until=f"{evening.until:%H:%M}" if evening.until else "",
        minutes=evening.minutes,
        long_after=evening.long_after,
        begins=evening.begins,
        after=evening.setting("advance_count") if evening.two else 0,
        is_straight=evening.is_straight,
    )


def answered(evening: Evening, answers: EveningAnswers) -> Evening:
    """The evening with these answers. Settings that no question asks about don't change."""
    before, settings = answers_of(evening), dict(evening.settings)
    if answers.game != before.game:
        settings.pop("house_rules", None)
    if (answers.counts, answers.game) != (before.counts, before.game):
        settings["tie_breaks"] = _order(answers)
    if answers.by != "hands" and not _wins_by_hands(answers.game):
        # A total of such a game has no hands (Rulebook E-222).
        order = in_totals(settings.get("tie_breaks", ()))
        settings |= {"tie_breaks": order} if order else {}
    if answers.counts != before.counts:
        # Where games won don't decide, sitting out must bring what a game does (Rulebook E-221).
        settings["bye_counts"] = WIN if answers.counts == GAMES_WON else OWN
    is_alone = answers.partner != SAME.key
    before_pairs = evening.setting("pairs_up")
    pairs_up = "last" if before_pairs == "never" else before_pairs
    asked: dict[str, Any] = {
        "game": answers.game,
        "seating": answers.movement.key,
        "results_by": answers.by,
        "plays_phase_two": bool(answers.after) or is_alone,
        "pairs_up": pairs_up if answers.after and answers.partner == NEW.key else "never",
        **({"advance_count": answers.after} if answers.after else {}),
    }
    settings |= {name: value for name, value in asked.items() if value != evening.setting(name)}
    two = (evening.two or _USUAL_PHASE_TWO) if answers.after else 0
    hour, _, minute = answers.until.partition(":")
    until = time(int(hour), int(minute)) if hour else None
    hours: dict[str, Any] = {"rounds": answers.rounds, "minutes": answers.minutes, "until": until, "two": two}
    hours |= {"long_after": answers.long_after}
    return replace(evening, settings=settings, **hours)


def read(parameters: Mapping[str, str], start: EveningAnswers) -> EveningAnswers:
    """``start`` with the ``parameters``, set in the order of fields. Values not offered are ignored."""
    answers = start
    for name in EveningAnswers.__slots__:
        if name not in parameters:
            continue
        options = (one for row in _rows(answers) if row.field == name for one in row.options)
        if found := next((one for one in options if one.value == str(parameters[name])), None):
            answers = found.answers
    return answers


def questions(answers: EveningAnswers) -> tuple[EveningQuestion, ...]:
    """The question about the game and the five questions, each with the tiles that it offers now.

    Without a Phase I only the game and its results are asked about.
    """
    rows = {row.field: row for row in _rows(answers)}
    if answers.is_straight:
        game = EveningQuestion("game", "What do you play?", (rows["game"],))
        return game, EveningQuestion("counts", "How do results come in?", (rows["by"],))
    asked = (
        ("game", "What do you play?", ("game",)),
        ("moves", "Who moves?", ("moves",)),
        ("to", "Where to?", ("to",)),
        ("partner", "With whom?", ("partner",)),
        ("counts", "What counts?", ("counts", "by")),
        ("rounds", "When does it end?", ("rounds", "until", "minutes", "long_after", "after")),
    )
    return tuple(
        EveningQuestion(key, words, tuple(rows[field] for field in fields)) for key, words, fields in asked
    )


def _rows(answers: EveningAnswers) -> Iterable[OptionRow]:
    games = {game.key: (game.name, game.about) for game in all_games() if _is_asked(game.key, answers)}
    yield _row(answers, "game", "", games)
    movements = _movements(answers.game)
    yield _row(answers, "moves", "", _tiles(MOVES, (one.moves for one in movements)))
    movements = [one for one in movements if one.moves.key == answers.moves]
    yield _row(answers, "to", "", _tiles(TO, (one.to for one in movements)))
    movements = [one for one in movements if one.to.key == answers.to]
    yield _row(answers, "partner", "", _tiles(PARTNERS, (one.partner for one in movements)))
    ways = _ways_in(answers.game)
    counts = COUNTS if "hands" in ways else _only(COUNTS, (GAMES_WON, POINTS))
    yield _row(answers, "counts", "Places go by", counts)
    yield _row(answers, "by", "A result comes in", _only(BY, ways))
    rounds = {str(n): (str(n), "") for n in sorted({*_LISTED_ROUNDS, answers.rounds})}
    yield _row(answers, "rounds", "Rounds", rounds)
    yield _row(answers, "until", "Or until", {"": ("No set time", ""), **dict(_ends(answers))})
    minutes = {str(n): (str(n), "") for n in sorted({*_LISTED_MINUTES, answers.minutes})}
    yield _row(answers, "minutes", "Minutes each", minutes)
    long_after = {"0": ("None", ""), **{str(n): (f"After {n}", "") for n in _games_before_a_rest(answers)}}
    yield _row(answers, "long_after", f"A break of {USUAL_LONG_BREAK} minutes", long_after)
    plays_on = sorted({*_LISTED_BRACKETS, answers.after} - {0})
    after = {"0": ("The prizes", "The standings decide.")}
    if answers.partner == SAME.key:
        after |= {str(n): (f"A bracket of {n}", "Phase II.") for n in plays_on}
    elif answers.partner == NEW.key:
        after |= {str(n): (f"Pairs of the first {n}", "Phase II.") for n in plays_on if n % 2 == 0}
    yield _row(answers, "after", "Then", after)


def _ends(answers: EveningAnswers) -> Iterable[tuple[str, tuple[str, str]]]:
    """The ends on offer: 13 half-hours, the first two hours after the beginning, possibly past midnight."""
    begins = datetime.combine(date.min, answers.begins)
    first = begins + timedelta(hours=2, minutes=-begins.minute % 30)
    for halves in range(13):
        ends = first + timedelta(minutes=30 * halves)
        yield f"{ends:%H:%M}", (f"{ends:%-I:%M %p}", "")


def _games_before_a_rest(answers: EveningAnswers) -> Iterable[int]:
    """The games that a long break can follow. None in open play, which has no rounds (Rulebook E-171)."""
    if not answers.movement.has_rounds:
        return ()
    last = max(_LISTED_ROUNDS) + 1 if answers.until else answers.rounds
    return sorted({*range(2, last, 2), answers.long_after} - {0})


def _row(answers: EveningAnswers, field: str, words: str, tiles: Mapping[str, tuple[str, str]]) -> OptionRow:
    # If a time ends the evening, no number of rounds is chosen.
    now = "" if field == "rounds" and answers.until else str(getattr(answers, field))
    options = (
        Option(value, name, more, value == now, _changed(answers, field, value))
        for value, (name, more) in tiles.items()
    )
    return OptionRow(field, words, tuple(options))


def _changed(answers: EveningAnswers, field: str, value: str) -> EveningAnswers:
    """The answers with a new ``value`` for ``field``. Other answers change if they no longer fit."""
    is_number = isinstance(getattr(answers, field), int)
    changes: dict[str, Any] = {field: int(value) if is_number else value}
    changed = replace(answers, **changes)
    if field == "rounds":
        changed = replace(changed, until="")
    if field in ("game", *_WHO_MOVES):
        # The questions before this one keep their answers.
        fixed = _WHO_MOVES[: _WHO_MOVES.index(field) + 1] if field in _WHO_MOVES else ()
        best = max(
            (
                one for one in _movements(changed.game)
                if all(getattr(one, name).key == getattr(changed, name) for name in fixed)
            ),
            key=lambda one: (
                one.partner.key == changed.partner,
                one.moves.key == changed.moves,
                one.to.key == changed.to,
            ),
        )  # fmt: skip
        moves, to, partner = _asked(best)
        changed = replace(changed, moves=moves, to=to, partner=partner)
    if changed.partner == NOBODY.key or (changed.partner == NEW.key and changed.after % 2):
        changed = replace(changed, after=0)
    if changed.long_after not in _games_before_a_rest(replace(changed, long_after=0)):
        changed = replace(changed, long_after=0)
    ways = _ways_in(changed.game)
    changed = changed if changed.by in ways else replace(changed, by=ways[0])
    if changed.counts == HANDS and changed.by != "hands" and not _wins_by_hands(changed.game):
        # A total of such a game has no hands (Rulebook E-222).
        can_change_by = field == "counts" and "hands" in ways
        return replace(changed, by="hands") if can_change_by else replace(changed, counts=POINTS)
    return changed


def _movements(game: str) -> Sequence[Seating]:
    """The movements on offer: where everybody plays alone, only one."""
    return (ALONE,) if len(find_ruleset(game).sides) > 2 else tuple(SEATINGS.values())


def _asked(movement: Seating) -> tuple[str, str, str]:
    return movement.moves.key, movement.to.key, movement.partner.key


def _tiles(known: Iterable[AnswerTile], offered: Iterable[AnswerTile]) -> dict[str, tuple[str, str]]:
    """The tiles on offer: the known ones in their order, then any others."""
    wanted = dict.fromkeys(offered)
    ordered = (*(tile for tile in known if tile in wanted), *wanted)
    return {tile.key: (tile.words, tile.more) for tile in ordered}


def _only(tiles: Mapping[str, tuple[str, str]], keys: Iterable[str]) -> dict[str, tuple[str, str]]:
    wanted = set(keys)
    return {key: words for key, words in tiles.items() if key in wanted}


def _is_asked(game: str, answers: EveningAnswers) -> bool:
    """Whether two pairs play the game, or everybody alone at tables of four, who play no bracket."""
    return _people_at_a_table(game) == 4 and not (answers.is_straight and len(find_ruleset(game).sides) > 2)


@lru_cache(maxsize=64)
def _people_at_a_table(game: str) -> int:
    return len(find_ruleset(game).seats)


@lru_cache(maxsize=64)
def _wins_by_hands(game: str) -> bool:
    return find_ruleset(game).ends.counts_hands


@lru_cache(maxsize=64)
def _ways_in(game: str) -> tuple[str, ...]:
    return tuple(BY) if find_ruleset(game).play.has_cards else ("totals",)


def _order(answers: EveningAnswers) -> tuple[str, ...]:
    """The tie-breaks, what counts first; empty for the usual order, which begins with games won."""
    by_hands = _wins_by_hands(answers.game)
    first = {
        GAMES_WON: (),
        POINTS: ("points" if by_hands else "scored", "games_won"),
        HANDS: ("units" if by_hands else "hands_won", "games_won"),
    }
    return first[answers.counts]

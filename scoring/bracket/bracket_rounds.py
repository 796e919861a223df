"""The rounds of Phase II as pages show them: trees, games in a row, the finals, and a stage's tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.competition.phase_two.games import (
    FINAL,
    SECOND_FINAL,
    THIRD_PLACE,
    BracketGame,
    LoserOf,
    PlaceAfter,
    SeedSlot,
    Slot,
    WinnerOf,
    is_second_chance,
    nth,
)
from rules.competition.phase_two.plan import Plan
from rules.numbers import plus_minus
from rules.standings.standings import Decision, Ranked
from rules.standings.tie_breaks import CRITERIA
from scoring.bracket.bracket_rows import (
    ENDINGS,
    BracketCell,
    BracketRound,
    BracketSide,
    SeriesGame,
    TableLine,
)
from scoring.bracket.drawn import PhaseTwo
from scoring.game.labels import figures, score_words
from scoring.models import Ending
from tournament.event.names import TeamName, in_words, ordinal
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import name_together
from tournament.models import Event, Game, Team


@dataclass(frozen=True, kw_only=True)
class BracketData:
    """The data for the rounds."""

    event: Event
    now: PhaseTwo
    labels: Mapping[str, str]
    planned: Mapping[int, str]
    """Each round's approximate time, in words."""

    @property
    def plan(self) -> Plan:
        return self.now.plan

    def name(self, team: Team) -> TeamName:
        return name_together(self.now.side_of(team))


def in_a_row(page: BracketData, games: Sequence[BracketGame]) -> Iterable[BracketRound]:
    columns: dict[int, list[BracketGame]] = {}
    for game in games:
        columns.setdefault(game.column, []).append(game)
    for column in columns.values():
        cells = tuple(_cell(page, game) for game in column if game.key not in page.now.drawn.needless)
        if rests := page.now.drawn.resting.get(column[0].round):
            side = _team_side(page, rests, is_winner=True)
            cells += (_empty(kind="bye", label="Bye", sides=(side,)),)
        if cells:
            yield BracketRound(title=_title(page.plan, column), cells=cells, is_last=False)


def finals(page: BracketData, games: Sequence[BracketGame]) -> Iterable[BracketRound]:
    played = [game for game in games if game.key not in page.now.drawn.needless]
    for number, game in enumerate(played):
        cell = replace(_cell(page, game), is_joined=number > 0)
        yield BracketRound(title=game.label, cells=(cell,), is_last=False, is_straight=True)


def _title(plan: Plan, games: Sequence[BracketGame]) -> str:
    label, part = games[-1].label, f"{games[0].part}, "
    if label.startswith(part):
        label = label.removeprefix(part).capitalize()
    many = sum(game.label == games[-1].label for game in plan.games) > 1
    return f"{label}s" if many and label.endswith("final") else label


def tree(page: BracketData, games: Sequence[BracketGame]) -> list[BracketRound]:
    """The columns, first round first, each top to bottom. Neighbors in a column lead to the same game."""
    mine = {game.key: game for game in games}
    last = [game for game in games if game.key != THIRD_PLACE][-1]
    column: list[BracketGame | Slot] = [last]
    rounds: list[BracketRound] = []
    leads_straight = False
    while any(isinstance(slot, BracketGame) for slot in column):
        here = [slot for slot in column if isinstance(slot, BracketGame)]
        # A game between a loser from another part and a winner has one game before it, not two.
        is_fed_straight = all(
            isinstance(game.upper, LoserOf) and isinstance(game.lower, WinnerOf) for game in here
        )
        before = {
            game.key: [
                mine.get(slot.key, slot) if isinstance(slot, WinnerOf) else slot
                for slot in ((game.lower,) if is_fed_straight else (game.upper, game.lower))
            ]
            for game in here
        }
        is_first = not any(isinstance(slot, BracketGame) for slots in before.values() for slot in slots)
        cells = [
            (_cell(page, slot) if is_first else _joined(_cell(page, slot), before[slot.key]))
            if isinstance(slot, BracketGame)
            else _outside(page, slot)
            for slot in column
        ]
        if not rounds and THIRD_PLACE in mine:
            cells.append(_cell(page, mine[THIRD_PLACE]))
        rounds.append(
            BracketRound(
                title=_title(page.plan, here),
                cells=tuple(cells),
                is_last=not rounds,
                is_straight=leads_straight,
            )
        )
        leads_straight = is_fed_straight
        column = [slot for game in here for slot in before[game.key]]
    return rounds[::-1]


def _joined(cell: BracketCell, before: Sequence[BracketGame | Slot]) -> BracketCell:
    """The cell without seeds, joined by a line if a game or bye of the previous round leads to it."""
    is_joined = any(not isinstance(slot, LoserOf | WinnerOf) for slot in before)
    return replace(cell, is_joined=is_joined, sides=tuple(replace(side, seed=0) for side in cell.sides))


def _outside(page: BracketData, slot: Slot) -> BracketCell:
    if isinstance(slot, LoserOf | WinnerOf):
        return _empty(kind="empty")
    side = _side(page, slot, _holder(page, slot), None, is_winner=True)
    return _empty(kind="bye", label="Bye", sides=(side,))


def _empty(*, kind: str, label: str = "", sides: tuple[BracketSide, ...] = ()) -> BracketCell:
    return BracketCell(key="", kind=kind, label=label, note="", sides=sides, is_live=False)


def _holder(page: BracketData, slot: Slot) -> Team | None:
    """The team that fills this slot of the bracket; None while it isn't known."""
    for game in page.plan.games:
        for each, team in zip((game.upper, game.lower), page.now.drawn.pairs[game.key], strict=True):
            if each == slot:
                return team
    return None


def _cell(page: BracketData, position: BracketGame) -> BracketCell:
    drawn = page.now.drawn
    game = page.now.games.get(nth(position.key, drawn.number(position.key)))
    result = drawn.results.get(position.key)
    shown = _shown(page, position, game)
    sides = tuple(
        _side(
            page,
            slot,
            team,
            shown[number] if shown else None,
            is_winner=result is not None and result.winner == team,
        )
        for number, (slot, team) in enumerate(
            zip((position.upper, position.lower), drawn.pairs[position.key], strict=True)
        )
    )
    return BracketCell(
        key=position.key,
        kind={FINAL: "final", SECOND_FINAL: "final", THIRD_PLACE: "third"}.get(position.key, "game"),
        label=page.labels[position.key] + (f", best of {position.best_of}" if position.best_of > 1 else ""),
        note=_note(page, position, game),
        sides=sides,
        is_live=bool(game and game.called_at and not game.over_at),
        game_id=game.pk if game else None,
        games=tuple(_series(page, position)),
    )


def _shown(page: BracketData, position: BracketGame, game: Game | None) -> tuple[int, ...] | None:
    """The score of the game, or the games won in a series; None before there is any."""
    if position.best_of > 1:
        return page.now.drawn.won(position.key) if game else None
    has_score = game and (game.score.hands or position.key in page.now.drawn.results)
    return figures(page.event, game) if game and has_score else None


def _series(page: BracketData, position: BracketGame) -> Iterable[SeriesGame]:
    for number in range(1, position.best_of + 1) if position.best_of > 1 else ():
        if game := page.now.games.get(nth(position.key, number)):
            has_score = game.score.hands or game.over_at
            score = score_words(*figures(page.event, game)) if has_score else ""
            yield SeriesGame(game_id=game.pk, number=number, score=score)


def _note(page: BracketData, position: BracketGame, game: Game | None) -> str:
    if game and game.over_at:
        # For a series only a walkover is shown, because how its last game was won says little.
        is_said = position.best_of == 1 or game.score.ending == Ending.WALKOVER
        return ENDINGS.get(Ending(game.score.ending), "") if game.score.ending and is_said else ""
    if game and game.table:
        number = f"game {game.number}, " if game.best_of > 1 else ""
        return f"table {game.table.number} · {number}hand {game.score.hands + 1}"
    if position.replays and position.replays not in page.now.drawn.results:
        return "only if it is needed"
    asked = [team for team in page.now.undecided if team in page.now.drawn.pairs[position.key]]
    if asked:
        return f"{in_words([page.name(team).name for team in asked])} may buy back in"
    if is_second_chance(position.key):
        return "when a table is free"
    about = page.planned.get(position.round)
    return f"about {about}" if about else ""


def _side(
    page: BracketData, slot: Slot, team: Team | None, units: int | None, *, is_winner: bool
) -> BracketSide:
    if team is not None:
        seed = slot.number if isinstance(slot, SeedSlot) else 0
        return _team_side(page, team, units, seed=seed, is_winner=is_winner)
    return BracketSide(seed=0, team=None, waits_for=_waits_for(page, slot), units=units, is_winner=is_winner)


def _team_side(
    page: BracketData, team: Team, units: int | None = None, *, seed: int = 0, is_winner: bool
) -> BracketSide:
    return BracketSide(seed=seed, team=page.name(team), waits_for="", units=units, is_winner=is_winner)


def _waits_for(page: BracketData, slot: Slot) -> str:
    if isinstance(slot, SeedSlot):
        return f"Seed {slot.number}"
    if isinstance(slot, PlaceAfter):
        stage = page.plan.stage[slot.stage]
        if stage.order == "table":
            return f"{ordinal(slot.number)} of {stage.name}"
        return (
            f"{ordinal(slot.number)} seed left" if stage.order == "seeds" else "Drawn after the round before"
        )
    who = "Loser" if isinstance(slot, LoserOf) else "Winner"
    return f"{who} of {page.labels[slot.key].lower()}"


def table_lines(page: BracketData, stage: str) -> Iterable[TableLine]:
    goes_on = {
        slot.number
        for game in page.plan.games
        for slot in (game.upper, game.lower)
        if isinstance(slot, PlaceAfter) and slot.stage == stage
    }
    counts = ruleset_for(page.event).ends.counts_hands
    rows = page.now.drawn.table(stage)
    is_first = isinstance(page.plan.stage[stage].entrants[0], SeedSlot)
    tie_break = "by seed" if is_first else "by the table before"
    is_begun = any(row.games for row in rows)
    # Only one row of a shared rank has the certificate, and the seeds may put another row first.
    decisions = {row.rank: row.certificate for row in rows if row.certificate}
    for place, (above, row) in enumerate(zip((None, *rows), rows, strict=False), start=1):
        gained = row.units_for - row.units_against if counts else row.points - row.points_against
        yield TableLine(
            place=place,
            team=page.name(row.team),
            won=row.won,
            lost=row.games - row.won,
            difference=plus_minus(gained),
            is_through=place in goes_on,
            why=(
                _why(page.name(above.team).name, place, row, above, decisions.get(row.rank), tie_break)
                if above and is_begun
                else ""
            ),
        )


def _why(
    name: str,
    place: int,
    row: Ranked[Team],
    above: Ranked[Team],
    decision: Decision[Team] | None,
    tie_break: str,
) -> str:
    """For example ``3rd on points, 2 behind Kitty Katz``, where ``name`` is the team above.

    Teams tied to the end are ranked by seed, or by the table before (Rulebook E-73, E-111).
    """
    if row.rank == above.rank or decision is None:
        return f"{ordinal(place)} {tie_break}, behind {name}."
    return CRITERIA[decision.key].why(ordinal(place), decision.below, decision.above, name)

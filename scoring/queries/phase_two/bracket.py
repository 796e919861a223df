"""The bracket: who meets whom, and who is already known to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.competition.bracket import (
    FINAL,
    THIRD_PLACE,
    Bracket,
    BracketGame,
    LoserOf,
    Outcome,
    SeedSlot,
    Slot,
    WinnerOf,
)
from scoring.models import Cut, Ending
from scoring.queries.hands.labels import figures
from scoring.queries.phase_two.bracket_times import planned_rounds
from tournament.models import Event, Game, Team
from tournament.queries.names import TeamName, everybody_who_played, name_of, player_names

ENDINGS = {
    Ending.WHISTLE: "ahead when time was up",
    Ending.DECIDER: "won by the deciding hand",
    Ending.FORFEIT: "forfeited",
}
TITLES = {"F": "Final", "S": "Semi-finals", "Q": "Quarter-finals", "E": "Round of 16", "D": "Round of 32"}


@dataclass(frozen=True, kw_only=True)
class BracketSide:
    """One line of a match: a team with its seed, or whose place it is (``waits_for``)."""

    seed: int
    team: TeamName | None
    waits_for: str
    units: int | None
    is_winner: bool


@dataclass(frozen=True, kw_only=True)
class BracketCell:
    """One match of the bracket, or a bye (one side). ``kind`` is game, bye, final or third.

    ``game_id`` is its game, once it is known who plays it.
    """

    key: str
    kind: str
    label: str
    note: str
    sides: tuple[BracketSide, ...]
    is_live: bool
    game_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class BracketRound:
    """A column of the bracket, top to bottom."""

    title: str
    cells: tuple[BracketCell, ...]
    is_last: bool


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A place on the podium."""

    place: int
    team: TeamName
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BracketPage:
    """The bracket as the hall sees it. Without a cut there are no rounds yet.

    Where people come alone there is no bracket at all (``has_bracket``), and the podium is the standings'.
    """

    rounds: tuple[BracketRound, ...]
    size: int
    is_begun: bool
    is_over: bool
    podium: tuple[Placed, ...]
    has_bracket: bool = True


@dataclass(frozen=True, kw_only=True)
class _Drawn:
    """What every cell is drawn from."""

    event: Event
    bracket: Bracket
    seeds: Sequence[Team]
    games: Mapping[str, Game]
    results: Mapping[str, Outcome[Team]]
    labels: Mapping[str, str]
    planned: Mapping[int, str]


def outcomes(games: Iterable[Game]) -> dict[str, Outcome[Team]]:
    """How the games of the bracket ended that are over, by their place. No query.

    The games come with their teams and score.
    """
    return {
        game.bracket_position: _outcome(game)
        for game in games
        if game.over_at is not None and game.score.winner_id is not None
    }


def _outcome(game: Game) -> Outcome[Team]:
    ns, ew = game.teams()
    return Outcome(winner=ns, loser=ew) if game.score.winner_id == ns.pk else Outcome(winner=ew, loser=ns)


def game_labels(bracket: Bracket) -> dict[str, str]:
    """What each game is called: ``Quarter-final 1``, ``Final``. Numbered where there is more than one."""
    many: dict[str, int] = {}
    for game in bracket.games:
        many[game.label] = many.get(game.label, 0) + 1
    seen: dict[str, int] = {}
    labels = {}
    for game in bracket.games:
        seen[game.label] = seen.get(game.label, 0) + 1
        labels[game.key] = game.label if many[game.label] == 1 else f"{game.label} {seen[game.label]}"
    return labels


def bracket_page(event: Event, at: datetime) -> BracketPage:
    """The bracket at ``at``. Ten queries at most, however many teams."""
    cut = Cut.objects.filter(phase__event=event, reopened_at=None).first()
    if cut is None or event.is_individual:
        podium = tuple(_first_places(cut)) if cut else ()
        has_bracket = not event.is_individual
        return BracketPage(
            rounds=(), size=0, is_begun=False, is_over=bool(podium), podium=podium, has_bracket=has_bracket
        )
    phase = event.phases.get(kind="two")
    seeds = [seed.team for seed in cut.seeds.select_related("team").prefetch_related("team__players")]
    bracket = Bracket.of(len(seeds))
    games = {
        game.bracket_position: game
        for game in Game.objects.standing()
        .filter(phase=phase)
        .exclude(bracket_position="")
        .select_related("table", "score")
        .with_everybody()
    }
    results = outcomes(games.values())
    drawn = _Drawn(
        event=event,
        bracket=bracket,
        seeds=seeds,
        games=games,
        results=results,
        labels=game_labels(bracket),
        planned={} if phase.closed_at else planned_rounds(phase, bracket, over=results, at=at),
    )
    return BracketPage(
        rounds=tuple(_rounds(drawn)),
        size=len(seeds),
        is_begun=phase.started_at is not None,
        is_over=phase.closed_at is not None,
        podium=tuple(_podium(drawn)),
    )


def _rounds(drawn: _Drawn) -> list[BracketRound]:
    """The columns, first round first, each top to bottom so that two neighbours lead to the same game."""
    column: list[BracketGame | SeedSlot] = [drawn.bracket.game(FINAL)]
    rounds: list[BracketRound] = []
    while any(isinstance(place, BracketGame) for place in column):
        games = [place for place in column if isinstance(place, BracketGame)]
        cells = [_cell(drawn, place) for place in column]
        is_last = not rounds
        if is_last and any(game.key == THIRD_PLACE for game in drawn.bracket.games):
            cells.append(_cell(drawn, drawn.bracket.game(THIRD_PLACE)))
        title = TITLES.get(games[0].key[0], games[0].label)
        rounds.append(BracketRound(title=title, cells=tuple(cells), is_last=is_last))
        column = [
            _place(drawn.bracket, slot)
            for place in column
            if isinstance(place, BracketGame)
            for slot in (place.upper, place.lower)
        ]
    return rounds[::-1]


def _place(bracket: Bracket, slot: Slot) -> BracketGame | SeedSlot:
    return slot if isinstance(slot, SeedSlot) else bracket.game(slot.key)


def _cell(drawn: _Drawn, place: BracketGame | SeedSlot) -> BracketCell:
    if isinstance(place, SeedSlot):
        side = _side(drawn, place, None, is_winner=True)
        return BracketCell(key="", kind="bye", label="Bye", note="", sides=(side,), is_live=False)
    game = drawn.games.get(place.key)
    winner = drawn.results[place.key].winner if place.key in drawn.results else None
    units = figures(drawn.event, game) if game and (game.score.hands or winner) else None
    sides = tuple(
        _side(
            drawn,
            slot,
            units[number] if units else None,
            is_winner=winner is not None and winner == drawn.bracket.holder(slot, drawn.seeds, drawn.results),
        )
        for number, slot in enumerate((place.upper, place.lower))
    )
    return BracketCell(
        key=place.key,
        kind={FINAL: "final", THIRD_PLACE: "third"}.get(place.key, "game"),
        label=drawn.labels[place.key],
        note=_note(drawn, place, game),
        sides=sides,
        is_live=bool(game and game.called_at and not game.over_at),
        game_id=game.pk if game else None,
    )


def _note(drawn: _Drawn, place: BracketGame, game: Game | None) -> str:
    """Where the game stands: its table and hand, how it ended, or about when it is played."""
    if game and game.over_at:
        return ENDINGS.get(Ending(game.score.ending), "") if game.score.ending else ""
    if game and game.table:
        return f"table {game.table.number} · hand {game.score.hands + 1}"
    about = drawn.planned.get(place.round)
    return f"about {about}" if about else ""


def _side(drawn: _Drawn, slot: Slot, units: int | None, *, is_winner: bool) -> BracketSide:
    team = drawn.bracket.holder(slot, drawn.seeds, drawn.results)
    return BracketSide(
        seed=drawn.seeds.index(team) + 1 if team else 0,
        team=name_of(team) if team else None,
        waits_for="" if team else _waits_for(drawn, slot),
        units=units,
        is_winner=is_winner,
    )


def _waits_for(drawn: _Drawn, slot: Slot) -> str:
    if isinstance(slot, WinnerOf):
        return f"Winner of {drawn.labels[slot.key].lower()}"
    return f"Loser of {drawn.labels[slot.key].lower()}" if isinstance(slot, LoserOf) else str(slot)


def _first_places(cut: Cut) -> Iterable[Placed]:
    """The podium of people who came alone: the first of the standings (Rulebook E-53). Two queries."""
    for seed in cut.seeds.select_related("team").prefetch_related("team__players"):
        names = player_names(seed.team.players.all())
        yield Placed(place=seed.number, team=name_of(seed.team), players=names)


def _podium(drawn: _Drawn) -> Iterable[Placed]:
    podium = drawn.bracket.podium(drawn.results)
    placed = [(1, podium.first), (2, podium.second), *((3, team) for team in podium.third)]
    for place, winner in placed:
        if winner:
            team = drawn.seeds[drawn.seeds.index(winner)]  # The one whose players were read.
            names = everybody_who_played(team.players.all())
            yield Placed(place=place, team=name_of(team), players=names)

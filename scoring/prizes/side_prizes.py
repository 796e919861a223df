"""The side prizes so far: most loners, the high game, and others (Rulebook E-103 to E-107)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.counted.side_prizes import (
    BOSTONS,
    BY_PLACE,
    COUNTED,
    COUNTER,
    FIRST,
    HAS_ONE,
    HIGH_GAME,
    HIGH_HAND,
    LOW_GAME,
    NOT_IN,
    PLAYED,
    SETS,
    Awarded,
    GameFigures,
    SidePrize,
    awarded,
)
from rules.numbers import minus
from rules.standings.tie_breaks import knows_bostons
from scoring.bracket.bracket import bracket_page
from scoring.bracket.bracket_rows import BracketPage
from scoring.models import SidePrizeWin
from scoring.standings.figures import game_figures
from scoring.standings.hidden import is_hidden
from scoring.standings.played import phase_one_games
from scoring.standings.standings import Standings, standings
from tournament.event.day_rows import phase
from tournament.event.names import TeamName, in_words, name_of
from tournament.event.rules_of_event import counters_of, ruleset_for
from tournament.models import Event, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.money.ledger import in_their_pots, pots_of

ROWS = 5
PASSED = {
    FIRST: "First place wins no side prize",
    HAS_ONE: "Nobody wins two side prizes",
    NOT_IN: "Only those in its pot can win it",
}
DECIDED = {
    BY_PLACE: "After a tie the better place in the standings decided.",
    PLAYED: "After a tie one hand or a card decided.",
}
UNITS = {BOSTONS: ("Boston", "Bostons"), SETS: ("bid set", "bids set")}


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    team: TeamName
    figure: str


@dataclass(frozen=True, kw_only=True)
class PrizeBoard:
    """One board: who has the side prize so far, by which figure, and why nobody with a better one."""

    name: str
    what: str
    rule: tuple[str, ...]
    """Says in sentences how it is won."""
    is_prize: bool
    """False for something that is only counted."""
    winners: tuple[TeamName, ...]
    figure: str
    why: tuple[str, ...]
    is_tied: bool
    """Set while the winners still have to play for it."""
    rows: tuple[PrizeRow, ...]
    """The best by figure."""

    @property
    def goes_to(self) -> str:
        return in_words(team.name for team in self.winners)


@dataclass(frozen=True, kw_only=True)
class SidePrizes:
    """The boards. They are ``is_hidden`` until the reveal, and ``is_final`` once nothing can change them."""

    boards: tuple[PrizeBoard, ...]
    is_final: bool
    is_hidden: bool

    @property
    def prizes(self) -> tuple[PrizeBoard, ...]:
        return tuple(board for board in self.boards if board.is_prize)


@dataclass(frozen=True, kw_only=True)
class TiedPrize:
    """A side prize that tied teams play or draw for; ``winner`` is None until it is entered."""

    name: str
    figure: str
    teams: tuple[TeamName, ...]
    winner: TeamName | None


def side_prizes(event: Event, at: datetime, bracket: BracketPage | None = None) -> SidePrizes:
    """The boards as the public may see them. Ten queries at most; none where nothing is counted.

    If first place wins no side prize and there is a bracket, ``bracket`` says who is first: ten more queries
    unless it is given.
    """
    prizes = _declared(event)
    shown = [*prizes, *_only_counted(event, prizes)]
    is_final = _is_final(event)
    if not shown or is_hidden(event):
        return SidePrizes(boards=(), is_final=is_final, is_hidden=bool(shown))
    now = _now(event, at, prizes, bracket, is_public=True)
    return SidePrizes(
        boards=tuple(
            _board(each, now.teams, is_prize=each.prize in prizes) for each in now.awarded(shown, now.won)
        ),
        is_final=is_final,
        is_hidden=False,
    )


def tied_prizes(event: Event, at: datetime) -> tuple[TiedPrize, ...]:
    """The side prizes for which a hand is played or a card drawn, decided or not. Twenty queries at most."""
    prizes = _declared(event)
    if not any(prize.ties == PLAYED for prize in prizes):
        return ()
    now = _now(event, at, prizes, None, is_public=False)
    found = []
    for index, prize in enumerate(prizes):
        others = {name: team for name, team in now.won.items() if name != prize.name}
        if (given := now.awarded(prizes, others)[index]).is_tied:
            tied = {team: name_of(now.teams[team]) for team in given.winners}
            figure = "" if given.figure is None else figure_words(prize, given.figure)
            winner = tied.get(now.won.get(prize.name, 0))
            found.append(TiedPrize(name=prize.name, figure=figure, teams=tuple(tied.values()), winner=winner))
    return tuple(found)


def counted_in_all(event: Event, names: Collection[str]) -> dict[int, dict[str, int]]:
    """Each entrant's totals of these counters in Phase I; ``SETS`` is the number of its bids that were set.

    Six queries, for a fine (Rulebook M-3).
    """
    games, _ = phase_one_games(event, is_public=False)
    ids = [game.game_id for game in games if game.line.kind not in (GameKind.BYE, GameKind.PLAYOFF)]
    figures = game_figures(event, ids, counts_sets=SETS in names)
    return {
        team: {
            name: sum(game.went_set if name == SETS else game.counters.get(name, 0) for game in played)
            for name in names
        }
        for team, played in figures.items()
    }


def _declared(event: Event) -> list[SidePrize]:
    return [SidePrize(**stored) for stored in event.side_prizes]


@dataclass(frozen=True, kw_only=True)
class _Now:
    """The data for all side prizes."""

    teams: Mapping[int, Team]
    figures: Mapping[int, Sequence[GameFigures]]
    places: Mapping[int, int]
    first: Collection[int]
    won: Mapping[str, int]
    """Who won the hand for a tied prize, by the prize's name."""
    in_it: Mapping[str, Collection[int]]

    def awarded(self, prizes: Sequence[SidePrize], won: Mapping[str, int]) -> tuple[Awarded[int], ...]:
        return awarded(prizes, self.figures, self.places, first=self.first, played=won, in_it=self.in_it)


def _now(
    event: Event,
    at: datetime,
    prizes: Sequence[SidePrize],
    bracket: BracketPage | None,
    *,
    is_public: bool,
) -> _Now:
    games, _ = phase_one_games(event, is_public=is_public)
    table = standings(event, is_public=is_public)
    ids = [game.game_id for game in games if game.line.kind not in (GameKind.BYE, GameKind.PLAYOFF)]
    in_pots = in_their_pots(event)
    needs_first = any(prize.not_first for prize in prizes)
    wins = SidePrizeWin.objects.filter(event=event).order_by("pk").values_list("prize", "team_id")
    return _Now(
        teams={team.pk: team for team in event.teams.filter(checked_in_at__isnull=False)},
        figures=game_figures(event, ids, counts_sets=any(prize.decides == SETS for prize in prizes)),
        places={row.team_id: row.rank for row in table.rows if not row.is_gone} if table.is_played else {},
        first=_first(event, at, table, bracket) if needs_first else (),
        won=dict(wins),
        in_it={pot.goes_to: in_pots[pot.name] for pot in pots_of(event) if pot.name in in_pots},
    )


def _is_final(event: Event) -> bool:
    kind = PhaseKind.TWO if event.way.has_bracket else PhaseKind.ONE
    return phase(event, kind).closed_at is not None


def _only_counted(event: Event, prizes: Sequence[SidePrize]) -> Iterator[SidePrize]:
    """An entry for each counter, and for Bostons, that no side prize uses."""
    used = {(prize.decides, prize.counter) for prize in prizes}
    if knows_bostons(ruleset_for(event)) and (BOSTONS, "") not in used:
        yield SidePrize(name="Bostons", decides=BOSTONS)
    for counter in counters_of(event):
        if (COUNTER, counter) not in used:
            yield SidePrize(name=counter, decides=COUNTER, counter=counter)


def _first(event: Event, at: datetime, table: Standings, bracket: BracketPage | None) -> Collection[int]:
    """The teams in first place; with a bracket, none until its final is over."""
    if not event.way.has_bracket:
        return {row.team_id for row in table.rows if row.rank == 1 and not row.is_gone and table.is_played}
    podium = (bracket or bracket_page(event, at)).podium
    return {placed.team.team_id for placed in podium if placed.place == 1}


# --- in words ---------------------------------------------------------------------------------------


def _board(given: Awarded[int], teams: Mapping[int, Team], *, is_prize: bool) -> PrizeBoard:
    prize = given.prize
    return PrizeBoard(
        name=prize.name,
        what=prize.words,
        rule=prize.rule if is_prize else (),
        is_prize=is_prize,
        winners=tuple(name_of(teams[team]) for team in given.winners),
        figure="" if given.figure is None else figure_words(prize, given.figure),
        why=tuple(_why(given, teams)) if is_prize else (),
        is_tied=given.is_tied,
        rows=tuple(
            PrizeRow(team=name_of(teams[team]), figure=figure_words(prize, figure))
            for team, figure in given.rows[:ROWS]
        ),
    )


def _why(given: Awarded[int], teams: Mapping[int, Team]) -> Iterator[str]:
    """Sentences on what decided apart from the figure."""
    prize, who = given.prize, in_words(teams[team].name for team in given.winners)
    for key, because in PASSED.items():
        if not (passed := [teams[team].name for team, why in given.passed if why == key]):
            continue
        goes = f", so it goes to {who}, not to" if who else ":"
        yield f"{because}{goes} {in_words(passed)}."
    if given.winners and given.figure is None:
        nobody = "Nobody else has" if given.rows else "Nobody has"
        what = "any" if prize.decides in COUNTED else "played"
        yield f"{nobody} {what}: the best place in the standings wins it."
    beaten = {team for team, figure in given.rows if figure == given.figure}
    beaten -= {*given.winners, *(team for team, _ in given.passed)}
    if given.is_tied:
        yield f"{who} are tied: one hand or a card decides."
    elif len(given.winners) > 1:
        yield "They are tied and share it."
    elif beaten:
        yield DECIDED[prize.ties]


def figure_words(prize: SidePrize, figure: int) -> str:
    """``5 loners``; ``12 points in one game``."""
    shown = minus(figure)
    if prize.decides == COUNTER:
        name = prize.counter if prize.counter.isupper() else prize.counter.lower()
        return f"{shown} {_one(name) if figure == 1 else name}"
    if prize.decides in UNITS:
        one, many = UNITS[prize.decides]
        return f"{shown} {one if figure == 1 else many}"
    points = f"{shown} point{'' if abs(figure) == 1 else 's'}"
    where = {HIGH_GAME: " in one game", LOW_GAME: " in one game", HIGH_HAND: " in one hand"}
    return f"{points}{where.get(prize.decides, '')}"


def _one(counter: str) -> str:
    """``loner`` for ``loners``. Other plurals stay as the organizer wrote them."""
    return counter[:-1] if counter.endswith("s") and not counter.endswith(("ss", "es")) else counter

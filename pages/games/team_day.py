"""A team's day to share: a few lines of text, and a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pages.games.team_page import GameOfTeam, TeamPage
from tournament.event.names import count
from tournament.models import Event
from tournament.models.floor import TableState

PRIZES = {1: "First: the trophy and the first prize!", 2: "Second prize!", 3: "Third prize!"}
VERBS = {TableState.WON: "beat", TableState.LOST: "lost to"}
# The measures of the picture: the letters that fit a line, and the height of each kind of line.
NAME, LINE = 22, 46
STEPS = {"event": 50, "name": 82, "players": 62, "place": 96, "figures": 56, "game": 54}
BEGINS, CARD, ENDS = 130, 80, 1230


@dataclass(frozen=True, kw_only=True)
class PictureLine:
    """A line of the picture."""

    kind: str
    y: int
    """Its baseline."""
    text: str


@dataclass(frozen=True, kw_only=True)
class DayPicture:
    """The picture of a team's day."""

    lines: tuple[PictureLine, ...]
    card: int
    """The top of the box with its games."""
    card_height: int


def has_day(page: TeamPage) -> bool:
    return any(_line(game) for game in page.games)


def day_text(event: Event, page: TeamPage, address: str) -> str:
    return "\n".join(
        [
            f"{page.team.name} at {event.name}",
            *filter(None, [_place(page), _figures(page)]),
            *_lines(page.games),
            address,
        ]
    )


def day_picture(event: Event, page: TeamPage) -> DayPicture:
    """The picture. It shows the last games, if there are more than fit."""
    who = " · ".join(filter(None, [f"{page.team.emblem} {page.team.number}", " & ".join(page.players)]))
    head = [
        *(("event", line) for line in wrap(event.name, LINE)[:2]),
        *(("name", line) for line in wrap(page.team.name, NAME)),
        *(("players", line) for line in wrap(who, LINE)),
        ("place", _place(page)),
        ("figures", _figures(page)),
    ]
    lines: list[PictureLine] = []
    y = BEGINS
    for kind, text in (part for part in head if part[1]):
        y += STEPS[kind] if lines else 0
        lines.append(PictureLine(kind=kind, y=y, text=text))
    card = y + 50
    room = (ENDS - card - CARD) // STEPS["game"]
    games = list(_that_fit([wrap(line, LINE, subsequent_indent="   ") for line in _lines(page.games)], room))
    for number, text in enumerate(games):
        lines.append(PictureLine(kind="game", y=card + CARD + STEPS["game"] * number, text=text))
    return DayPicture(
        lines=tuple(lines), card=card, card_height=STEPS["game"] * len(games) + 66 if games else 0
    )


def _that_fit(games: Sequence[list[str]], room: int) -> list[str]:
    if sum(map(len, games)) <= room:
        return [line for game in games for line in game]
    last: list[list[str]] = []
    while sum(map(len, last)) + len(games[-1 - len(last)]) < room:
        last.insert(0, games[-1 - len(last)])
    before = len(games) - len(last)
    return [f"… after {count(before, 'game')} before", *(line for game in last for line in game)]


def _place(page: TeamPage) -> str:
    if page.prize:
        return PRIZES[page.prize]
    return f"{page.place} of {page.of}" if page.place else ""


def _figures(page: TeamPage) -> str:
    """The figures of the standings, marked as those of Phase I for a team on the podium, which played on."""
    return f"Phase I: {page.figures}" if page.prize and page.figures else page.figures


def _lines(games: Sequence[GameOfTeam]) -> Iterator[str]:
    yield from filter(None, map(_line, reversed(games)))


def _line(game: GameOfTeam) -> str:
    """``Round 2: beat Kitty Katz 3–1``; empty while there is no score."""
    if game.is_bye:
        return f"{game.label}: bye"
    if not game.score:
        return ""
    others = ", ".join(team.name for team in game.others)
    partner = f" with {game.partner.name}" if game.partner else ""
    verb = VERBS.get(game.outcome.key)
    return f"{game.label}{partner}: {verb or 'against'} {others} {game.score}"

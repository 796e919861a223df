"""A team's day to share: a few lines of text, and a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pages.games.team_page import GameOfTeam, TeamPage
from tournament.models import Event
from tournament.models.floor import TableState
from tournament.queries.names import count

PRIZES = {1: "First: the trophy and the first prize!", 2: "Second prize!", 3: "Third prize!"}
VERBS = {TableState.WON: "beat", TableState.LOST: "lost to"}
# The measures of the picture: how many letters a line has room for, and how far down lines go.
NAME, LINE = 22, 46
STEPS = {"event": 50, "name": 82, "players": 62, "place": 96, "figures": 56, "game": 54}
BEGINS, CARD, ENDS = 130, 80, 1230


@dataclass(frozen=True, kw_only=True)
class PictureLine:
    """A line of the picture: what it is, how far down its foot is, and what it says."""

    kind: str
    y: int
    text: str


@dataclass(frozen=True, kw_only=True)
class DayPicture:
    """What is drawn of a team's day. ``card`` is where the sheet with its games begins."""

    lines: tuple[PictureLine, ...]
    card: int
    card_height: int


def has_day(page: TeamPage) -> bool:
    return any(_line(game) for game in page.games)


def day_text(event: Event, page: TeamPage, address: str) -> str:
    return "\n".join(
        [
            f"{page.team.name} at {event.name}",
            *([place] if (place := _place(page)) else []),
            *([figures] if (figures := _figures(page)) else []),
            *_lines(page.games),
            address,
        ]
    )


def day_picture(event: Event, page: TeamPage) -> DayPicture:
    """The same as a picture. A day that is longer than the picture shows its last games."""
    who = " · ".join([f"{page.team.emblem} {page.team.number}", *filter(None, [" & ".join(page.players)])])
    head = [
        *(("event", line) for line in wrap(event.name, LINE)[:2]),
        *(("name", line) for line in wrap(page.team.name, NAME)),
        *(("players", line) for line in wrap(who, LINE)),
        *([("place", place)] if (place := _place(page)) else []),
        *([("figures", figures)] if (figures := _figures(page)) else []),
    ]
    lines: list[PictureLine] = []
    y = BEGINS
    for kind, text in head:
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
    """The lines of the last games for which there is room, and how many came before."""
    if sum(map(len, games)) <= room:
        return [line for game in games for line in game]
    shown: list[list[str]] = []
    while sum(map(len, shown)) + len(games[-1 - len(shown)]) < room:
        shown.insert(0, games[-1 - len(shown)])
    before = len(games) - len(shown)
    return [f"… after {count(before, 'game')} before", *(line for game in shown for line in game)]


def _place(page: TeamPage) -> str:
    if page.prize:
        return PRIZES[page.prize]
    return f"{page.place} of {page.of}" if page.place else ""


def _figures(page: TeamPage) -> str:
    """What the standings say; who is on the podium played on after them."""
    return f"Phase I: {page.figures}" if page.prize and page.figures else page.figures


def _lines(games: Sequence[GameOfTeam]) -> Iterator[str]:
    yield from filter(None, map(_line, reversed(games)))


def _line(game: GameOfTeam) -> str:
    """``Round 2: beat Kitty Katz 3–1``; empty while there is nothing to tell."""
    if game.is_bye:
        return f"{game.label}: bye"
    if not game.score:
        return ""
    others = ", ".join(team.name for team in game.others)
    partner = f" with {game.partner.name}" if game.partner else ""
    verb = VERBS.get(game.outcome.key)
    told = f"{verb} {others}" if verb else f"against {others}"
    return f"{game.label}{partner}: {told} {game.score}"

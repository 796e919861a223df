"""A league night: teams check in and play by totals until no game is called; then the cut is settled."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from tools.rehearsal.browser import Browser
from tools.rehearsal.cast import Desk, NewBrowser, Organizer, Referee, TeamBot, Visitor
from tools.rehearsal.chart import seated
from tools.rehearsal.declared import Declared
from tools.rehearsal.proof import PagesDisagree
from tools.rehearsal.recount.league import Game, Pair

ZONES = (
    "Pacific/Honolulu", "America/Phoenix", "America/Bogota", "America/Sao_Paulo", "Atlantic/Cape_Verde",
    "Africa/Lagos", "Africa/Nairobi", "Asia/Karachi", "Asia/Bangkok", "Asia/Tokyo", "Pacific/Guadalcanal",
    "Pacific/Tongatapu",
)  # fmt: skip
"""Time zones around the earth, without daylight saving time. In one of them it is always about noon."""
HOURS = {
    "meet_at": "08:00",
    "phase_one_at": "09:00",
    "phase_two_at": "22:00",
    "awards_at": "22:00",
    "breaks_at": "never",
    "round_minutes": "780",
}
SIDES = ("NS", "EW")
NOON = 12
EVERY_GAME = 500
"""The most rounds of calls that a night may take."""


class Night:
    """The event of a week. It runs on the real clock, so its time zone is one where it is about noon."""

    def __init__(self, new_browser: NewBrowser, browser: Browser, now: datetime) -> None:
        self.new_browser, self.browser, self.slug = new_browser, browser, ""
        self.zone = min(ZONES, key=lambda zone: abs(now.astimezone(ZoneInfo(zone)).hour - NOON))
        self.held_on: date = now.astimezone(ZoneInfo(self.zone)).date()

    @property
    def organizer(self) -> Organizer:
        return Organizer(self.browser, self.slug)

    @property
    def desk(self) -> Desk:
        return Desk(self.browser, self.slug)


def played_night(
    night: Night,
    declared: Declared,
    teams: Sequence[str],
    *,
    here: Sequence[str],
    helped: Mapping[str, str],
    of_three: str,
    result: Callable[[Pair], Game],
) -> list[Game]:
    """Play all games that are called. ``teams`` are names in the order of their numbers.

    ``helped`` has substitutes by team. The team ``of_three`` once chooses who sits out.
    """
    organizer, desk = night.organizer, night.desk
    organizer.press(organizer.open("event/"), "/event/", timezone=night.zone, **HOURS)
    ids = {teams[number - 1]: team for number, team in desk.teams().items()}
    for name in here:
        desk.check_in(ids[name])
    for name, helper in helped.items():
        desk.substitute(ids[name], helper)
    three = TeamBot(night.new_browser(), night.slug)
    three.join(desk.link_of(ids[of_three]))
    organizer.open_play()
    chosen: list[bool] = []

    def sits_down(pair: Pair) -> Game:
        if of_three not in pair:
            return result(pair)
        if not chosen:
            _choose(three)
            chosen.append(True)
        visitor = Visitor(night.browser, night.slug)
        return replace(result(pair), rests=visitor.sits_out(teams.index(of_three) + 1))

    played = list(_games(night, declared, teams, sits_down))
    settle(organizer)
    return played


def _choose(three: TeamBot) -> None:
    """Choose another player of the team to sit out.

    :raises LookupError: if the page doesn't offer that.
    :raises PagesDisagree: if the page doesn't show it afterwards.
    """
    page = three.open("team/")
    button = page.form("team/who-sits/").find("button", name="player")[0]
    offer = button.words.removesuffix(" instead")
    three.press(page, "team/who-sits/", player=button.attributes["value"])
    page_text = three.open("team/").form("team/who-sits/").words
    if f"{offer}." not in page_text:
        raise PagesDisagree(f"{offer}, and their page says: {page_text}")


def total_of(game: Game) -> dict[str, Any]:
    """The total that a referee enters. The first team sits North–South."""
    total: dict[str, Any] = {
        "total_points": dict(zip(SIDES, game.points, strict=True)),
        "total_bostons": dict(zip(SIDES, game.bostons, strict=True)),
    }
    if game.points[0] == game.points[1]:
        total["won_by"] = SIDES[game.teams.index(game.winner)]
    return total


def settle(organizer: Organizer) -> None:
    while organizer.ties():
        organizer.draw_lot()
    organizer.settle_cut()


def _games(
    night: Night, declared: Declared, teams: Sequence[str], result: Callable[[Pair], Game]
) -> Iterator[Game]:
    """Enter each game as it is called, and yield it. In the end, hold back the next games."""
    organizer, visitor = night.organizer, Visitor(night.browser, night.slug)
    referee = Referee(night.browser, night.slug)
    for _ in range(EVERY_GAME):
        called = list(seated(visitor.seats()))
        if not called:
            # Releasing the games calls them at once; the server's tick would do so within a second.
            organizer.press(organizer.open("floor/"), "/open-play/hold/")
            organizer.press(organizer.open("floor/"), "/open-play/release/")
            called = list(seated(visitor.seats()))
        if not called:
            organizer.press(organizer.open("floor/"), "/open-play/hold/")
            return
        for number, table in called:
            assert table.ew is not None
            game = result((teams[table.ns - 1], teams[table.ew - 1]))
            page = referee.open(f"table/{number}/")
            referee.press(page, "/hand/", **declared.law.taps(total_of(game)))
            yield replace(game, pk=int(page.address.rstrip("/").rpartition("/")[2]))
    raise PagesDisagree(f"After {EVERY_GAME} calls there are still games at /{night.slug}/.")

"""The people of the day, each with a browser of their own and only the pages they may see."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import urlsplit

from rehearsal.browser import Browser, Element, Page
from rules.competition.phase_two.formats import Choice
from rules.competition.taking_part import CHANGING_PARTNERS

SINGLE = Choice()
NewBrowser = Callable[[], Browser]
ONE_CALL = re.compile(r"/game/(\d+)/call/$")


@dataclass(frozen=True)
class SeatRead:
    """Where a team sits: its table and its side, as the seating chart says; N, E, S or W who came alone."""

    team: int
    table: int
    side: str


@dataclass(frozen=True)
class Standing:
    """A team's line in the standings, as a person reads it."""

    rank: int
    team: int
    won: int
    lost: int
    units: int
    difference: int
    points: int


class Bot:
    """Somebody at one event, with a browser."""

    def __init__(self, browser: Browser, slug: str = "") -> None:
        self.browser = browser
        self.slug = slug

    def open(self, path: str) -> Page:
        return self.browser.open(f"/{self.slug}/{path}")

    def text(self, path: str) -> str:
        return self.browser.text(f"/{self.slug}/{path}")

    def press(self, page: Page, action: str, **fields: str | list[str]) -> Page:
        return self.browser.send(page.form(action), page, **fields)

    def join(self, link: str) -> Page:
        return self.browser.open(urlsplit(link).path)


class Judge(Bot):
    """Somebody who may write a hand down anew: a referee, an organizer."""

    def correct_last(self, game: int, taps: Mapping[str, str], reason: str) -> None:
        links = [
            link.attributes["href"]
            for link in self.open(f"game/{game}/").root.find("a", href="*")
            if f"/{self.slug}/hand/" in link.attributes["href"]
        ]
        self.press(self.browser.open(links[-1]), "/correct/", **taps, reason=reason)


class Visitor(Bot):
    """Anybody in the hall with a phone: signs up, looks at the screens."""

    def sign_up(self, name: str, players: Sequence[str]) -> str:
        """Sign up a team; its private link."""
        page = self.open("sign-up/")
        done = self.press(page, "sign-up/", **_people(name, players))
        return _join_link(done.root)

    def sign_up_alone(self, player: str) -> None:
        self.press(self.open("sign-up/alone/"), "sign-up/alone/", player=player)

    def seats(self) -> list[SeatRead]:
        """Who sits where, by the seating chart."""
        rows = self.open("seats/?whole=1").root.find("tr", data_team="*")
        found = []
        for row in rows:
            cells = row.find("td")
            number = row.find("td", data_label="Table")[0].words
            if number.isdecimal():
                words = next(
                    cell.words for cell in cells if "side" in cell.attributes.get("class", "").split()
                )
                chair = words.split(" with ")[0]
                side = {"North–South": "NS", "East–West": "EW"}.get(chair, chair[:1])
                found.append(SeatRead(int(row.attributes["data-team"]), int(number), side))
        return found

    def byes(self) -> list[int]:
        rows = self.open("seats/?whole=1").root.find("tr", data_team="*")
        return [int(row.attributes["data-team"]) for row in rows if " bye" in row.words.lower()]

    def standings(self) -> list[Standing]:
        return [_standing(row) for row in self.open("standings/?whole=1").root.find("tr", data_team="*")]

    def podium(self) -> list[tuple[int, int]]:
        return sorted(
            (int(each.attributes["data-place"]), int(each.attributes["data-team"]))
            for each in self.open("awards/").root.find(data_place="*")
        )


class TeamBot(Bot):
    """A team, by its private link."""

    def sit_down(self) -> None:
        self.press(self.open("team/"), "team/seated/")


class Referee(Judge):
    """A referee with a phone: enters hands, ends games at the whistle."""

    def enter(self, game: int, taps: Mapping[str, str]) -> Page:
        return self.press(self.open(f"game/{game}/"), f"game/{game}/hand/", **taps)

    def undo(self, page: Page) -> None:
        self.press(page, "/strike/")

    def forfeit(self, game: int, side: str) -> None:
        self.press(self.open(f"game/{game}/"), f"game/{game}/forfeit/", side=side)

    def end_at_whistle(self, game: int) -> None:
        self.press(self.open(f"game/{game}/"), f"game/{game}/whistle/")

    def answer(self, game: int) -> None:
        """Go where a referee was called."""
        page = self.open(f"game/{game}/")
        if page.has_form(f"game/{game}/answered/"):
            self.press(page, f"game/{game}/answered/")

    def game_at(self, table: int) -> int:
        return int(self.open(f"table/{table}/").address.rstrip("/").rsplit("/", 1)[1])


class Desk(Bot):
    """A volunteer at the desk."""

    def register(self, name: str, players: Sequence[str]) -> None:
        page = self.open("desk/")
        self.press(page, "desk/team/", **_people(name, players), is_here="on")

    def pair(self, name: str) -> None:
        page = self.open("desk/")
        form = page.form("desk/pair/")
        people = [part.attributes["value"] for part in form.find("input", name="players")][:2]
        self.browser.send(form, page, players=people, name=name)

    def teams(self) -> dict[int, int]:
        """The teams: number → the id that its pages have in their address."""
        page, found = self.open("desk/"), {}
        while True:
            for row in page.root.find(data_team="*"):
                found[int(row.attributes["data-number"])] = int(row.attributes["data-team"])
            if not (onward := page.root.find("a", rel="next")):
                return found
            page = self.browser.open(onward[0].attributes["href"])

    def check_in(self, team: int) -> None:
        page = self.open(f"desk/{team}/")
        if page.has_form(f"desk/{team}/check-in/"):
            self.press(page, f"desk/{team}/check-in/")

    def withdraw(self, team: int) -> None:
        self.press(self.open(f"desk/{team}/"), f"desk/{team}/withdraw/")

    def leave(self, team: int) -> None:
        page = self.open(f"desk/{team}/")
        action = "leave-game" if page.has_form(f"desk/{team}/leave-game/") else "withdraw"
        self.press(page, f"desk/{team}/{action}/")

    def substitute(self, team: int, name: str) -> None:
        page = self.open(f"desk/{team}/substitute/")
        first = page.form(f"desk/{team}/substitute/").find("input", name="player")[0]
        self.press(
            page, f"desk/{team}/substitute/", player=first.attributes["value"], name=name, reason="Had to go"
        )

    def link_of(self, team: int) -> str:
        return _join_link(self.open(f"desk/{team}/").root)

    def take(self, team: int, dollars: str, method: str = "cash") -> None:
        page = self.open(f"desk/{team}/")
        self.press(page, f"desk/{team}/donate/", amount=dollars, method=method)

    def counter_last(self, reason: str) -> None:
        page = self.open("desk/money/")
        self.press(page, "/counter/", reason=reason)

    def total_cents(self) -> int:
        words = self.open("desk/money/").root.one(data_total="*").words
        return round(float(words.replace("$", "").replace(",", "")) * 100)


class Organizer(Judge):
    """An organizer with a laptop."""

    clock_page: Page | None = None
    """The clock's page, while nothing else was opened since."""

    def open(self, path: str) -> Page:
        """A page below the event's address, instead of the one before."""
        self.clock_page = None
        return super().open(path)

    def sign_in_with(self, key: str) -> None:
        self.press(self.browser.open("/key/"), "/key/", key=key)

    def sign_out(self) -> None:
        self.press(self.browser.open("/sign-out/"), "/sign-out/")

    def sign_in(self, name: str, password: str) -> None:
        self.press(self.browser.open("/sign-in/"), "/sign-in/", login=name, password=password)

    def open_event(
        self,
        name: str,
        held_on: date,
        tables: int,
        seating: str = "swiss",
        game: str = "fahrenheit",
        phase_two: Choice = SINGLE,
    ) -> None:
        """Open a practice event; everything else stays as the page fills it in."""
        page, day = self.browser.open("/new/"), {"name": name, "held_on": held_on.isoformat()}
        # The clock begins at the meet and greet, when everybody comes and signs up.
        day["sign_up_minutes"] = ""
        if seating not in CHANGING_PARTNERS.seatings:
            chosen = {"format": phase_two.format, **phase_two.told()}
            day |= {f"two_{key}": str(figure) for key, figure in chosen.items() if type(figure) is not bool}
        if game != "fahrenheit":
            page = self.press(page, "/new/", **day, game=game, look="1")
        opened = self.press(page, "/new/", **day, tables=str(tables), seating=seating, is_practice="on")
        self.slug = opened.address.split("/")[1]

    def give_badge(self, role: str, name: str) -> str:
        """Give a badge; the link to join by."""
        page = self.press(self.open("people/"), "people/give/", role=role, name=name)
        cards = [card for card in page.root.find(data_badge="*") if name in card.words]
        return _join_link(cards[-1])

    def set_clock(self, shown: datetime, speed: int = 0) -> None:
        """Put the practice event's clock somewhere. Once put, its page is there to put it again."""
        page = self.clock_page or self.open("clock/")
        self.clock_page = None  # What is refused is opened anew.
        self.clock_page = self.press(page, "clock/", shown=f"{shown:%H:%M:%S}", speed=str(speed))

    def call_round(self) -> None:
        self.press(self.open("floor/"), "/round/")

    def let_some_sit_out(self) -> None:
        self.press(self.open("event/"), "/event/way/", way="sitout")

    def keep_apart(self, one: int, other: int) -> None:
        self.press(self.open("seating/"), "/seating/apart/", one=str(one), other=str(other))

    def pause(self) -> None:
        """All clocks are stopped."""
        self.press(self.open("day/"), "/day/pause/")

    def resume(self) -> None:
        self.press(self.open("day/"), "/day/resume/")

    def change_round(self, choice: str) -> None:
        """End the round that is on (``end``), make it ``longer``, or call the next one ``early``."""
        self.press(self.open("day/round/"), "/day/round/change/", choice=choice)

    def can_settle(self) -> bool:
        return self.open("cut/").has_form("cut/settle/") or bool(self.ties())

    def reopen_cut(self) -> None:
        self.press(self.open("cut/"), "cut/reopen/")

    def open_play(self) -> None:
        self.press(self.open("floor/"), "/open-play/")

    def ties(self) -> list[list[int]]:
        return [
            [int(number) for number in tie.attributes["data-teams"].split()]
            for tie in self.open("cut/").root.find(data_teams="*")
        ]

    def let_play_off(self) -> None:
        self.press(self.open("cut/"), "cut/playoff/")

    def draw_lot(self) -> None:
        self.press(self.open("cut/"), "cut/lot/")

    def lots(self) -> list[tuple[str, list[int]]]:
        """The lots drawn so far: the words, and the teams in the order they came out."""
        return [
            (
                drawn.attributes["data-draw"],
                [int(each.attributes["data-number"]) for each in drawn.find(data_number="*")],
            )
            for drawn in reversed(self.open("cut/").root.find(data_draw="*"))
        ]

    def settle_cut(self) -> None:
        self.press(self.open("cut/"), "cut/settle/")

    def start_phase_two(self) -> None:
        self.press(self.open("floor/"), "phase-two/")

    def games_to_call(self) -> list[int]:
        forms = self.open("floor/").root.find("form", action="*")
        calls = ((ONE_CALL.search(form.attributes["action"]), form.find("button")) for form in forms)
        return [
            int(call[1])
            for call, buttons in calls
            if call and any("disabled" not in button.attributes for button in buttons)
        ]

    def call_game(self, game: int) -> None:
        self.press(self.open("floor/"), f"game/{game}/call/")

    def objections(self) -> str:
        """What the page that recomputes everything from the facts has found; empty if nothing."""
        found = self.open("integrity/").root.find(data_objection="*")
        return " ".join(each.words for each in found)


def _people(name: str, players: Sequence[str]) -> dict[str, str]:
    """What a sign-up asks for: a team's name and both of its players, or the one who comes alone."""
    if len(players) == 1:
        return {"player_1": players[0]}
    return {"name": name, "player_1": players[0], "player_2": players[1]}


def _join_link(root: Element) -> str:
    for line in root.find("p"):
        if "link-line" in line.attributes.get("class", "") and "/join/" in line.words:
            return line.words.split()[-1]
    raise LookupError(f"There is no private link in: {root.words[:300]}")


def _standing(row: Element) -> Standing:
    rank, games, *cells = [cell.words.replace("−", "-") for cell in row.find("td")]
    won, _, lost = games.partition("–")
    counts_hands = bool(row.find("td", data_label="Hands"))
    units, difference, points = cells[:3] if counts_hands else (cells[2], cells[1], cells[0])
    return Standing(
        rank=int(rank) if rank.isdecimal() else 0,
        team=int(row.attributes["data-team"]),
        won=int(won),
        # Where teams play unequal numbers of games, the share stands behind: 2–1 67 %.
        lost=int(lost.split()[0]),
        units=int(units),
        difference=int(difference),
        points=int(points),
    )

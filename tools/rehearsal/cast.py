"""The people of a bot day. Each has a browser and uses only the pages that they may see."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from rules.counted.side_prizes import SPLIT
from tools.rehearsal.browser import Browser, Element, Page
from tools.rehearsal.declared import Declared

NewBrowser = Callable[[], Browser]
ONE_CALL = re.compile(r"/game/(\d+)/call/$")
BUYS_BACK = re.compile(r"/floor/(\d+)/buy-back/")


@dataclass(frozen=True)
class SeatRead:
    """A line of the seating chart: a team's table and side; N, E, S or W for individuals."""

    team: int
    table: int
    side: str


class Bot:
    """A person at one event, with a browser."""

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


def action(path: str, form: str) -> Callable[..., Page]:
    """A method that opens ``path`` and submits a form. Arguments fill the ``{}``, keywords the fields."""

    def send(bot: Bot, *ids: object, **fields: str | list[str]) -> Page:
        return bot.press(bot.open(path.format(*ids)), form.format(*ids), **fields)

    return send


class Judge(Bot):
    """Somebody who may correct a hand. ``taps`` are the form fields of a hand or a total (``DayGame``)."""

    def correct_last(self, game: int, taps: Mapping[str, str], reason: str) -> None:
        links = [
            link.attributes["href"]
            for link in self.open(f"game/{game}/").root.find("a", href="*")
            if f"/{self.slug}/hand/" in link.attributes["href"]
        ]
        self.press(self.browser.open(links[-1]), "/correct/", **taps, reason=reason)


class Visitor(Bot):
    """A person with a phone, who signs up and reads the public pages."""

    sign_up_alone = action("sign-up/alone/", "sign-up/alone/")

    def sign_up(self, name: str, players: Sequence[str]) -> None:
        self.press(self.open("sign-up/"), "sign-up/", **_people(name, players))

    def seats(self) -> list[SeatRead]:
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

    def sits_out(self, team: int) -> str:
        """The player of a team of three who sits out its game, by the seating chart."""
        (row,) = self.open("seats/?whole=1").root.find("tr", data_team=str(team))
        found = re.search(r"· ([^·]+) sits out", row.words)
        return found[1] if found else ""

    def byes(self) -> list[int]:
        rows = self.open("seats/?whole=1").root.find("tr", data_team="*")
        return [int(row.attributes["data-team"]) for row in rows if " bye" in row.words.lower()]

    def podium(self) -> list[tuple[int, int]]:
        return sorted(
            (int(each.attributes["data-place"]), int(each.attributes["data-team"]))
            for each in self.open("awards/").root.find(data_place="*")
        )


class TeamBot(Bot):
    """A team with its private link."""

    sit_down = action("team/", "team/seated/")


class Referee(Judge):
    """A referee with a phone, who enters hands and ends games at the whistle."""

    forfeit = action("game/{}/", "game/{}/forfeit/")
    choose = action("game/{}/", "game/{}/total-or-hands/")
    end_at_whistle = action("game/{}/", "game/{}/whistle/")

    def enter(self, game: int, taps: Mapping[str, str], asked: str = "") -> Page:
        """Enter a hand or a total. ``asked`` is the query that chooses the form if the page offers both."""
        return self.press(self.open(f"game/{game}/{asked}"), f"game/{game}/hand/", **taps)

    def answer(self, game: int) -> None:
        """Answer a call for a referee, if there is one."""
        page = self.open(f"game/{game}/")
        if page.has_form(f"game/{game}/answered/"):
            self.press(page, f"game/{game}/answered/")

    def type_slip(self, game: int, hands: Sequence[Mapping[str, str]]) -> bool:
        """Enter a game's hands from its slip. Returns False if the game doesn't take a slip."""
        page = self.open(f"game/{game}/slip/")
        if not page.has_form(f"game/{game}/slip/save/"):
            return False
        fields = {
            f"line{index}-{name}": value for index, taps in enumerate(hands) for name, value in taps.items()
        }
        for index in range(len(hands)):
            fields |= {f"line{index}-hand_id": str(uuid4()), f"line{index}-sequence": str(index + 1)}
        self.press(page, f"game/{game}/slip/save/", **fields)
        return True

    def game_at(self, table: int) -> int:
        return int(self.open(f"table/{table}/").address.rstrip("/").rsplit("/", 1)[1])


class Desk(Bot):
    withdraw = action("desk/{}/", "desk/{}/withdraw/")
    donate = action("desk/{}/", "desk/{}/donate/")
    take_back_donation = action("desk/money/", "/counter/")

    def register(self, name: str, players: Sequence[str]) -> None:
        self.press(self.open("desk/"), "desk/team/", **_people(name, players), is_here="on")

    def pair(self, name: str) -> None:
        page = self.open("desk/")
        form = page.form("desk/pair/")
        people = [part.attributes["value"] for part in form.find("input", name="players")][:2]
        self.browser.send(form, page, players=people, name=name)

    def teams(self) -> dict[int, int]:
        """The ids in the addresses of the teams' pages, by team number."""
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

    def can_withdraw(self, team: int) -> bool:
        return self.open(f"desk/{team}/").has_form(f"desk/{team}/withdraw/")

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

    def total_cents(self) -> int:
        words = self.open("desk/money/").root.one(data_total="*").words
        return round(float(words.replace("$", "").replace(",", "")) * 100)


class Organizer(Judge):
    clock_page: Page | None = None
    """The clock's page, if it is the last page that was opened."""

    call_round = action("floor/", "/round/")
    open_play = action("floor/", "/open-play/")
    start_phase_two = action("floor/", "phase-two/")
    buy_back = action("floor/", "floor/{}/buy-back/")
    call_game = action("today/", "game/{}/call/")
    choose_way = action("event/fit/", "/event/way/")
    keep_apart = action("seating/", "/seating/apart/")
    pause = action("day/", "/day/pause/")
    resume = action("day/", "/day/resume/")
    change_round = action("day/round/", "/day/round/change/")
    let_play_off = action("cut/", "cut/playoff/")
    draw_lot = action("cut/", "cut/lot/")
    settle_cut = action("cut/", "cut/settle/")
    reopen_cut = action("cut/", "cut/reopen/")
    reveal_next = action("floor/", "/reveal/")
    reveal_all = action("today/", "/reveal/all/")

    def open(self, path: str) -> Page:
        self.clock_page = None
        return super().open(path)

    def sign_in_with(self, key: str) -> None:
        self.press(self.browser.open("/key/"), "/key/", key=key)

    def sign_out(self) -> None:
        self.press(self.browser.open("/sign-out/"), "/sign-out/")

    def sign_in(self, name: str, password: str) -> None:
        self.press(self.browser.open("/sign-in/"), "/sign-in/", login=name, password=password)

    def open_event(
        self, name: str, held_on: date, tables: int, declared: Declared, *, is_practice: bool = True
    ) -> None:
        """Open an event. Settings that aren't declared keep the form's values.

        :raises LookupError: if the form has no field for a setting.
        """
        page = self.browser.open("/new/")
        fields: dict[str, str | list[str]] = {
            "name": name,
            "held_on": held_on.isoformat(),
            "tables": str(tables),
            "is_practice": "on" if is_practice else [],
            # The clock starts at the meet and greet, when sign-up must be open.
            "sign_up_minutes": "",
        }
        if declared.game != "fahrenheit":
            page = self.press(page, "/new/", **fields, game=declared.game, look="1")
        fields |= typed(declared)
        asked = {part.attributes.get("name") for part in page.form("/new/").find(name="*")}
        if unknown := fields.keys() - asked:
            raise LookupError(f"The form that opens an event doesn’t ask for {', '.join(sorted(unknown))}.")
        opened = self.press(page, "/new/", **fields)
        self.slug = opened.address.split("/")[1]

    def give_badge(self, role: str, name: str) -> str:
        """Give a badge; returns its link."""
        page = self.press(self.open("people/"), "people/give/", role=role, name=name)
        cards = [card for card in page.root.find(data_badge="*") if name in card.words]
        return _join_link(cards[-1])

    def set_clock(self, shown: datetime, speed: int = 0) -> None:
        """Set the practice event's clock, from its own page if that is still open."""
        page = self.clock_page or self.open("clock/")
        self.clock_page = None  # After a refusal the page must be opened again.
        self.clock_page = self.press(page, "clock/", shown=f"{shown:%H:%M:%S}", speed=str(speed))

    def draw_bracket(self, order: str) -> None:
        """Draw a bracket without a Phase I: by ``lot``, or in the order of ``entry`` (Rulebook E-223)."""
        self.press(self.open("cut/"), "cut/no-phase-one/", order=order)

    def can_settle(self) -> bool:
        return self.open("cut/").has_form("cut/settle/") or bool(self.ties())

    def ties(self) -> list[list[int]]:
        return [
            [int(number) for number in tie.attributes["data-teams"].split()]
            for tie in self.open("cut/").root.find(data_teams="*")
        ]

    def lots(self) -> list[tuple[str, list[int]]]:
        """The lots drawn so far: their words, and the teams in order."""
        return [
            (
                drawn.attributes["data-draw"],
                [int(each.attributes["data-number"]) for each in drawn.find(data_number="*")],
            )
            for drawn in self.open("cut/").root.find(data_draw="*")
        ]

    def pair_words(self) -> str:
        """The words from which the pairs were drawn by lot; empty without a lot."""
        found = self.open("certificate/").root.find(data_words="*")
        return found[0].attributes["data-words"] if found else ""

    def games_to_call(self) -> list[int]:
        forms = self.open("today/").root.find("form", action="*")
        calls = ((ONE_CALL.search(form.attributes["action"]), form.find("button")) for form in forms)
        return [
            int(call[1])
            for call, buttons in calls
            if call and any("disabled" not in button.attributes for button in buttons)
        ]

    def lost_once(self) -> set[int]:
        """The ids of the teams that the floor asks whether they buy back in (Rulebook E-116)."""
        forms = self.open("floor/").root.find("form", action="*")
        found = (BUYS_BACK.search(form.attributes["action"]) for form in forms)
        return {int(each[1]) for each in found if each}

    def objections(self) -> str:
        """The objections of the integrity check; empty if there are none."""
        found = self.open("integrity/").root.find(data_objection="*")
        return " ".join(each.words for each in found)


def typed(declared: Declared) -> dict[str, str | list[str]]:
    """The form fields for the settings and hours. An unticked box sends nothing."""
    apart = ("game", "phase_two", "tables")
    settings = {key: value for key, value in declared.settings.items() if key not in apart}
    fields = {key: _typed(value) for key, value in {**settings, **declared.hours}.items()}
    house = settings.get("house_rules", {})
    fields |= {f"house-{key}": _house_typed(value) for key, value in house.items()}
    fields.pop("house_rules", None)
    fields.pop("side_prizes", None)
    fields.pop("pots", None)
    if counters := settings.get("counters"):
        fields["counters"] = ", ".join(counters)
    for number, prize in enumerate(settings.get("side_prizes", ()), start=1):
        fields |= {f"side_prize_{number}-{key}": _typed(value) for key, value in _prize(prize).items()}
    if declared.way.has_bracket:
        fields |= {
            f"two_{key}": _typed(value) for key, value in declared.settings.get("phase_two", {}).items()
        }
    return fields


def _house_typed(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _prize(prize: Mapping[str, Any]) -> dict[str, object]:
    """The fields of a side prize. Its counter goes into the field ``decides``."""
    fields = {key: value for key, value in prize.items() if key not in ("counter", "ties") and value}
    if prize["ties"] != SPLIT:
        fields["ties"] = prize["ties"]
    return fields | ({"decides": f"counter {prize['counter']}"} if prize["counter"] else {})


def _typed(value: object) -> str | list[str]:
    match value:
        case bool():
            return ["on"] if value else []
        case time():
            return f"{value:%H:%M}"
        case str() | int() | None:
            return "" if value is None else str(value)
        case [time(), *_]:
            return ", ".join(f"{each:%-I:%M %p}" for each in value)
        case tuple() | list():
            return " ".join(map(str, value))
    return str(value)


def _people(name: str, players: Sequence[str]) -> dict[str, str]:
    """The fields of a sign-up."""
    if len(players) == 1:
        return {"player_1": players[0]}
    return {"name": name} | {f"player_{number}": player for number, player in enumerate(players, start=1)}


def _join_link(root: Element) -> str:
    for part in root.find("p"):
        if "link-line" in part.attributes.get("class", "") and "/join/" in part.words:
            return part.words.split()[-1]
    raise LookupError(f"There is no private link in: {root.words[:300]}")

"""A program of somebody who has the OpenAPI file and nothing else: it imports nothing of Uptown."""

import json
import random
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

Send = Callable[[str, str, dict[str, str], bytes], tuple[int, bytes]]


class Problem(Exception):
    """A call that wasn't done."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.code = problem["code"]


class Calls:
    """The operations of an OpenAPI file by their names: ``calls("games", slug="friday")``."""

    def __init__(self, send: Send, token: str = "") -> None:
        self.send, self.headers = send, {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        file = self.answer("GET", "/api/v1/openapi.json")
        self.known = {
            call["operationId"]: (method.upper(), path, call)
            for path, calls in file["paths"].items()
            for method, call in calls.items()
        }

    def __call__(self, name: str, body: Any = None, **values: Any) -> Any:
        method, path, call = self.known[name]
        query, headers = [], {}
        for parameter in call.get("parameters", ()):
            named = parameter["name"]
            if parameter["in"] == "path":
                path = path.replace("{" + named + "}", str(values[named]))
            elif parameter["in"] == "query" and named in values:
                query.append(f"{named}={values[named]}")
            elif parameter["in"] == "header" and parameter.get("required"):
                headers[named] = str(uuid.uuid4())
        return self.answer(method, path + ("?" + "&".join(query) if query else ""), headers, body)

    def answer(self, method: str, path: str, headers: dict[str, str] | None = None, body: Any = None) -> Any:
        sent = b"" if body is None else json.dumps(body).encode()
        status, answer = self.send(method, path, self.headers | (headers or {}), sent)
        if status != 200:
            raise Problem(json.loads(answer))
        return json.loads(answer)

    def every(self, name: str, **values: Any) -> Iterator[Any]:
        """The items of a list, page by page."""
        after = 0
        while after is not None:
            page = self(name, after=after, **values)
            yield from page["items"]
            after = page["next"]


class Evening:
    """An evening that the program opens, runs and scores."""

    def __init__(self, calls: Calls, seed: int, **plan: Any) -> None:
        self.calls, self.chance = calls, random.Random(seed)
        opened = calls("open_an_event", {"is_practice": True, **plan})
        self.slug, self.pressed = opened["event"]["slug"], []
        self.questions = self("entry")["hand"]

    def __call__(self, name: str, body: Any = None, **values: Any) -> Any:
        return self.calls(name, body, slug=self.slug, **values)

    def signs_up(self, teams: int) -> None:
        schedule = self("schedule")["parts"]
        self(
            "set_the_clock", {"shown": next(each["starts_at"] for each in schedule if each["part"] == "meet")}
        )
        for number in range(1, teams + 1):
            self("sign_up_a_team", {"players": [f"Ann {number}", f"Ray {number}"]})

    def runs(self) -> Any:
        """Run the evening to its end. Returns the results."""
        for _ in range(500):
            today = self("today")
            if today["is_over"]:
                return self("results")
            if not self.plays():
                self.takes(today)
        raise RuntimeError(today)

    def plays(self) -> int:
        """Enter every game that is being played, to its end. Returns how many."""
        games = [game for game in self.calls.every("games", slug=self.slug) if game["state"] == "playing"]
        for game in games:
            sheet = self("game_sheet", game=game["game"])
            while sheet["stage"] in ("open", "whistle", "decider"):
                body = {"sequence": sheet["next_hand"], "answers": self.hand()}
                sheet = self("enter_a_hand", body, game=game["game"])["game"]
        return len(games)

    def hand(self) -> dict[str, Any]:
        """A valid answer, at random, to each question that needs one."""
        return {
            name: self.chance.choice(asked["answers"])["value"]
            if asked["answers"]
            else self.chance.randint(asked["least"], asked["most"])
            for asked in self.questions
            if asked["is_needed"]
            for name in asked["fields"]
        }

    def takes(self, today: Any) -> None:
        """Take the next step of the day, or let the time pass until it can be taken."""
        step = today["step"]
        if step["code"] == "cut.tied":
            tied = self("cut")["ties"][0]["teams"]
            self.presses("draw_lot", {"team": [team["team"] for team in tied]})
        elif step["opens_at"]:
            self("set_the_clock", {"shown": step["opens_at"]})
        elif step["call"] and not step["why_not"]:
            self.presses(step["call"], {"shown": today["places_shown"]} if step["kind"] == "reveal" else None)
        else:
            later = datetime.fromisoformat(today["now"]) + timedelta(minutes=1)
            self("set_the_clock", {"shown": later.isoformat()})

    def presses(self, name: str, body: Any = None) -> None:
        self(name, body)
        self.pressed.append(name)

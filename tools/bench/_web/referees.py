"""Referees who enter hands, as prepared requests."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from tools.bench._hands_http import FORM_STAYS, SIDES, Asker, a_hand
from tools.bench._together import dealt
from tools.bench._web.wire import written

Hall = Mapping[str, Any]


class Visitor:
    """Somebody with a badge: signs in once, and then only prepares requests."""

    def __init__(self, port: int, hall: Hall, badge: str) -> None:
        self._asker = Asker(port, {"slug": hall["slug"], "secret": hall[badge]})
        self.slug = hall["slug"]

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> str:
        """The request for a page of the event."""
        return written(f"/{self.slug}/{path}", {"Cookie": self._cookies, **(headers or {})}).decode()

    def hand(self, game: int, sequence: int, side: str) -> str:
        """The request that saves a hand."""
        headers = {"Cookie": self._cookies, "X-CSRFToken": self._asker.token}
        headers |= FORM_STAYS
        body = urlencode(a_hand(sequence, side))
        return written(f"/{self.slug}/game/{game}/hand/", headers, body=body).decode()

    def press(self, path: str) -> None:
        """Press a button of a page, and wait for the response."""
        self._asker.ask("POST", f"/{self.slug}/{path}", {"pressed": 1})

    @property
    def _cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._asker.cookies.items())


class Games:
    """The open games of an event, shared out among those who enter hands."""

    def __init__(self, port: int, hall: Hall) -> None:
        self._port, self._hall = port, hall
        self._left: list[int] = list(hall["games"])

    def hands(self, count: int) -> list[str]:
        """The requests for ``count`` hands by one referee, at as many tables as that takes."""
        tables = -(-count // len(SIDES))
        return self._hands_of(Visitor(self._port, self._hall, "referee"), self._take(tables))[:count]

    def by(self, people: int) -> list[list[str]]:
        """The requests for all hands that are left, a list for each of ``people`` referees."""
        return [
            self._hands_of(Visitor(self._port, self._hall, "referee"), mine)
            for mine in dealt(self._take(len(self._left)), people)
            if mine
        ]

    def _take(self, tables: int) -> list[int]:
        taken, self._left = self._left[:tables], self._left[tables:]
        assert taken, "The hall has no more open games: make the rounds shorter."
        return taken

    @staticmethod
    def _hands_of(referee: Visitor, games: Iterable[int]) -> list[str]:
        return [
            referee.hand(game, sequence, side)
            for game in games
            for sequence, side in enumerate(SIDES, start=1)
        ]

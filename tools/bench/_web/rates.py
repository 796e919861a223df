"""Responses a second: every subject in turn, round by round."""

import asyncio
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tools.bench._server import Served
from tools.bench._table import Row, ms
from tools.bench._web.load import Asked, Job, Loading, load
from tools.bench._web.referees import Games, Hall, Visitor
from tools.bench._web.wire import Answer, ask, written

ROUNDS = 3
FEW, MANY = 8, 32
HANDS_A_SECOND = 10
OF_BARE, OF_WARM, OF_TABBYCAT, STYLE = 0.6, 0.4, 25, 5_000
OWN = {"team": (3, "private page", 31), "sheet": (2, "ballot form", 27)}
"""How many times as fast as Tabbycat, its page of that kind, and its responses a second on two cores."""

PUBLIC = {
    "seats": "seats/",
    "event": "",
    "bracket": "bracket/",
    "screen": "screen/",
}
NAMES = ("standings", "after", *PUBLIC, "unchanged", "style", "team", "sheet")
# The bare page has the headers of the measured page, except those that the server adds by itself.
ADDED_BY_SERVER = ("date", "transfer-encoding", "connection")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A request to measure, and the result of each round."""

    name: str
    what: str
    job: Job
    hands: list[Job] = field(default_factory=list)
    """For each round, the hands to save meanwhile."""
    rounds: list[Asked] = field(default_factory=list)

    def measure(self) -> None:
        """Measure one more round."""
        saving = Loading(self.hands[len(self.rounds)]) if self.hands else None
        asked = load(self.job)
        assert asked.is_right, f"{self.what}: {asked.statuses}, {asked.unanswered} connections given up"
        if saving is not None:
            saved = saving.result()
            assert saved.is_right, f"The hands meanwhile: {saved.statuses}"
        self.rounds.append(asked)

    @property
    def rate(self) -> float:
        """Responses a second, the median of the rounds."""
        return median(asked.rate for asked in self.rounds)

    @property
    def middle(self) -> float:
        """The median response time, the median of the rounds."""
        return median(asked.after(0.5) for asked in self.rounds)

    def row(self, aim: str = "", is_met: bool | None = None) -> Row:
        figure, beside = f"{self.rate:,.0f}/s", f"p50 {ms(self.middle)}"
        return Row(what=self.what, figure=figure, beside=beside, aim=aim, is_met=is_met)


def look_at(port: int, request: str) -> Answer:
    """Send a request once. The response must be a 200."""
    asked = asyncio.run(ask(("127.0.0.1", port), request.encode()))
    assert asked.status == 200, f"{request.split()[1]} answers {asked.status}"
    return asked


def write_bare_page(answer: Answer, file: Path) -> None:
    """Save a response for the bare page's server to repeat."""
    head, _, _ = answer.raw.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n")[1:] if is_its_own(line.decode("latin-1"))]
    file.write_bytes(b"\r\n".join(lines) + b"\r\n\r\n" + answer.body)


def is_its_own(line: str) -> bool:
    """Whether a header line is the page's, not the server's."""
    return line.partition(":")[0].lower() not in ADDED_BY_SERVER


class Rates:
    """All subjects of one event."""

    def __init__(
        self,
        server: Served,
        bare: Served,
        hall: Hall,
        games: Games,
        *,
        only: Collection[str],
        seconds: float,
        tabbycat: str,
    ) -> None:
        self._server, self._hall, self._games, self._seconds = server, hall, games, seconds
        self._subjects = [
            *self._bare(bare),
            *self._tabbycat(tabbycat),
            *(each for each in (*self._uptown(), *self._after(only)) if each.name in only),
        ]
        self._by_name = {(each.name, len(each.job.requests)): each for each in self._subjects}

    def rows(self) -> Iterator[Row]:
        """Measure every subject in each round; then yield the rows."""
        for _ in range(ROUNDS):
            for subject in self._subjects:
                subject.measure()
        for subject in self._subjects:
            yield self._judged(subject)
        asked = self._subjects[0].rounds
        yield Row(
            what="the askers' own ceiling, bare page",
            figure=f"{median(each.ceiling for each in asked):,.0f}/s",
            beside="with a processor of their own",
        )

    def _judged(self, subject: Subject) -> Row:
        bare = self._by_name["bare", len(subject.job.requests)]
        if subject.name in ("standings", *PUBLIC):
            return self._public(subject, subject.rate / bare.rate)
        if subject.name == "after" and ("standings", FEW) in self._by_name:
            share = subject.rate / self._by_name["standings", FEW].rate
            return subject.row(f"at least {OF_WARM:.0%} of warm: {share:.0%}", share >= OF_WARM)
        if subject.name in OWN:
            times, page, theirs = OWN[subject.name]
            aim = f"{times} × Tabbycat's {page}: {times * theirs}/s"
            return subject.row(aim, subject.rate >= times * theirs)
        if subject.name == "style":
            return subject.row(f"at least {STYLE:,}/s", subject.rate >= STYLE)
        return subject.row()

    def _public(self, subject: Subject, share: float) -> Row:
        aim, is_met = f"at least {OF_BARE:.0%} of bare: {share:.0%}", share >= OF_BARE
        theirs = [each.rate for each in self._subjects if each.name == "tabbycat"]
        if theirs and subject.name == "standings":
            times = subject.rate / max(theirs)
            aim, is_met = f"{aim}; {OF_TABBYCAT} × Tabbycat: {times:.1f} ×", is_met and times >= OF_TABBYCAT
        return subject.row(aim, is_met)

    def _job(self, request: str, connections: int = FEW) -> Job:
        return Job(
            host="127.0.0.1",
            port=self._server.port,
            requests=[[request]] * connections,
            seconds=self._seconds,
        )

    def _bare(self, bare: Served) -> Iterator[Subject]:
        for people in (FEW, MANY):
            job = Job(
                host="127.0.0.1",
                port=bare.port,
                requests=[[written("/").decode()]] * people,
                seconds=self._seconds,
            )
            yield Subject(name="bare", what=f"bare page of that size, {people} connections", job=job)

    def _tabbycat(self, address: str) -> Iterator[Subject]:
        if not address:
            return
        parts = urlsplit(address)
        request = written(parts.path or "/", host=parts.netloc).decode()
        for people in (FEW, MANY):
            job = Job(
                host=parts.hostname or "",
                port=parts.port or 80,
                requests=[[request]] * people,
                seconds=self._seconds,
            )
            yield Subject(name="tabbycat", what=f"Tabbycat's standings, {people} connections", job=job)

    def _uptown(self) -> Iterator[Subject]:
        slug, port = self._hall["slug"], self._server.port
        standings = written(f"/{slug}/standings/").decode()
        page = look_at(port, standings)
        for people in (FEW, MANY):
            yield Subject(
                name="standings",
                what=f"standings, warm, {people} connections",
                job=self._job(standings, people),
            )
        for name, path in PUBLIC.items():
            yield self._warm(name, {"event": "event page", "screen": "big screen"}.get(name, name), path)
        if etag := page.header("etag"):
            request = written(f"/{slug}/standings/", {"If-None-Match": etag}).decode()
            yield Subject(name="unchanged", what="standings, a fitting ETag sent", job=self._job(request))
        yield self._style(standings)
        yield self._own("team", "a team's own page", "team/")
        yield self._own("sheet", "a referee's sheet", f"game/{self._hall['sheet']}/", badge="referee")

    def _warm(self, name: str, what: str, path: str) -> Subject:
        request = written(f"/{self._hall['slug']}/{path}").decode()
        look_at(self._server.port, request)
        return Subject(name=name, what=what, job=self._job(request))

    def _style(self, page: str) -> Subject:
        plain = page.replace("Accept-Encoding: gzip, br\r\n", "")
        found = re.search(rb'href="(/static/[^"]+\.css)"', look_at(self._server.port, plain).body)
        assert found, "The page names no style sheet."
        return Subject(name="style", what="a style sheet", job=self._job(written(found[1].decode()).decode()))

    def _own(self, name: str, what: str, path: str, badge: str = "team") -> Subject:
        request = Visitor(self._server.port, self._hall, badge).get(path)
        look_at(self._server.port, request)
        return Subject(name=name, what=what, job=self._job(request))

    def _after(self, only: Collection[str]) -> Iterator[Subject]:
        """The standings while hands are saved. Takes the games for these hands only if it is in ``only``."""
        if "after" in only:
            yield Subject(
                name="after",
                what=f"standings, {HANDS_A_SECOND} hands a second",
                job=self._job(written(f"/{self._hall['slug']}/standings/").decode()),
                hands=self._hands_meanwhile(),
            )

    def _hands_meanwhile(self) -> list[Job]:
        count = int(self._seconds * HANDS_A_SECOND) + 1
        return [
            Job(
                host="127.0.0.1",
                port=self._server.port,
                requests=[self._games.hands(count)],
                seconds=self._seconds,
                again=False,
                pause=1 / HANDS_A_SECOND,
            )
            for _ in range(ROUNDS)
        ]

"""What the benchmark of the pages measures with: answers, streams and phones are read as they are sent."""

import asyncio
import gzip
import subprocess
import sys
import zlib

import pytest

from benchmarks._together import after
from benchmarks._web import phones
from benchmarks._web.bare import read_page
from benchmarks._web.crowd import Seen
from benchmarks._web.load import Job, ask_all
from benchmarks._web.phones import Crowd, Hall
from benchmarks._web.rates import write_bare_page
from benchmarks._web.stream import Stream, Told
from benchmarks._web.table import Row, missed
from benchmarks._web.wire import Answer, ask, written
from tests.conftest import HOUSE

pytestmark = pytest.mark.slow

TABLE = '<section id="standings">\n  <p>Kitty Katz</p>\n</section>'
NEXT = '<section id="standings">\n  <p>Boston Bound</p>\n</section>'
TOLD = [
    Told(kind="version", data='{"version": "123", "games": [77]}'),
    Told(kind="part", data=TABLE),
    Told(kind="beat", data=""),
]
SIZES = [1, 7, 10_000]


# --- an answer ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("raw", "body"),
    [
        pytest.param(
            b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nround", b"round", id="says how long it is"
        ),
        pytest.param(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", b"", id="says nothing"),
        pytest.param(b"HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n", b"", id="nothing has changed"),
        pytest.param(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nrou\r\n2\r\nnd\r\n0\r\n\r\n",
            b"round",
            id="in chunks",
        ),
    ],
)
def test_an_answer_is_whole_with_its_last_byte_and_not_before(raw, body, size):
    answer = Answer()

    fed = [answer.feed(each) for each in pieces(raw, size)]

    assert fed == [False] * (len(fed) - 1) + [True]
    assert answer.body == body


def test_an_answers_head_can_be_read():
    answer = Answer()
    answer.feed(b'HTTP/1.1 404 Not Found\r\nETag: "a"\r\nContent-Length: 0\r\n\r\n')

    assert (answer.status, answer.header("etag"), answer.header("vary")) == (404, '"a"', "")


def test_a_bare_page_is_the_measured_one_again_but_for_what_the_server_adds(tmp_path):
    answer = Answer()
    answer.feed(b"HTTP/1.1 200 OK\r\ndate: today\r\ncontent-encoding: br\r\ncontent-length: 5\r\n\r\nround")

    write_bare_page(answer, tmp_path / "page")

    assert read_page(tmp_path / "page") == (
        [(b"content-encoding", b"br"), (b"content-length", b"5")],
        b"round",
    )


# --- the stream -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_packed", [True, False])
def test_a_stream_is_read_however_it_comes(is_packed, size):
    sent = Sent(is_packed=is_packed)
    raw = sent.head + b"".join(sent.chunk(each) for each in TOLD)
    stream = Stream()

    told = [each for piece in pieces(raw, size) for each in stream.feed(piece)]

    assert told == TOLD


def test_what_is_only_for_the_browser_tells_nothing():
    stream = Stream()

    told = list(stream.feed(b"HTTP/1.1 200 OK\r\n\r\n: hello\n\nretry: 2000\nevent: version\ndata: 7\n\n"))

    assert told == [Told(kind="version", data="7")]


@pytest.mark.parametrize("data", ["123", '{"version": "123", "speed": 1.0}'])
def test_the_version_is_a_bare_number_or_named(data):
    assert Told(kind="version", data=data).version == "123"


# --- who listens and who asks ---------------------------------------------------------------------


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_phone_has_what_the_stream_brings_and_sees_whether_it_is_right(is_packed):
    right, wrong = asyncio.run(brought(is_packed, NEXT)), asyncio.run(brought(is_packed, TABLE))

    assert right == {"had": 3, "compared": 1, "wrong": 0}
    assert wrong == {"had": 3, "compared": 1, "wrong": 1}


async def brought(is_packed, fetched):
    async with SmallHall(fetched=fetched, is_packed=is_packed) as hall:
        crowd = Crowd(hall.seen_by(3))
        opened = await crowd.hold()
        assert opened == {"failed": 0, "brought": 3}
        await crowd.watch()
        hall.tell(Told(kind="version", data='{"version": "124"}'), Told(kind="part", data=NEXT))
        found = await crowd.wait()
        return found | {"had": len(found["had"])}


def test_a_phone_that_is_only_told_versions_fetches_what_it_shows():
    found, asked = asyncio.run(fetched())

    assert (len(found["had"]), found["compared"]) == (3, 0)
    assert asked == 3


async def fetched():
    async with SmallHall(fetched=NEXT, is_packed=False, brings=False) as hall:
        crowd = Crowd(hall.seen_by(3))
        await crowd.hold()
        await crowd.watch()
        hall.tell(Told(kind="version", data="124"))
        return await crowd.wait(), hall.asked


def test_a_phone_that_never_has_it_is_not_counted_among_those_that_do(monkeypatch):
    monkeypatch.setattr(phones, "PATIENCE", 0.1)

    assert asyncio.run(not_told()) == []


async def not_told():
    async with SmallHall(fetched=NEXT, is_packed=True) as hall:
        crowd = Crowd(hall.seen_by(2))
        await crowd.hold()
        await crowd.watch()
        return (await crowd.wait())["had"]


def test_each_line_asks_what_it_was_given_once_or_again_and_again():
    once, again = asyncio.run(asked())

    assert (len(once.times), once.statuses, once.is_right) == (3, {"200": 3}, True)
    assert (again.is_right, set(again.statuses)) == (True, {"200"})


async def asked():
    async with SmallHall(fetched=TABLE, is_packed=False) as hall:
        page = written("/standings/table/").decode()
        job = {"host": "127.0.0.1", "port": hall.port}
        once = await ask_all(Job(**job, lines=[[page] * 2, [page]], seconds=20, again=False))
        return once, await ask_all(Job(**job, lines=[[page]] * 2, seconds=0.01))


def test_one_thing_is_asked_on_a_line_of_its_own():
    async def answered():
        async with SmallHall(fetched=TABLE, is_packed=False) as hall:
            return await ask(("127.0.0.1", hall.port), written("/standings/table/"))

    assert asyncio.run(answered()).body.decode() == TABLE


# --- the figures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "time"), [(0.5, 50), (0.99, 99), (1, 100)])
def test_the_time_after_which_a_share_was_done(share, time):
    assert after([float(each) for each in range(100, 0, -1)], share) == time


def test_whoever_never_had_it_counts_among_the_last():
    seen = Seen(phones=10, hands=1, times=[0.1] * 9)

    assert (seen.after(0.5), seen.after(0.99), round(seen.never, 6)) == (0.1, phones.PATIENCE, 0.1)


def test_only_a_missed_aim_is_told_again_at_the_end():
    rows = [
        Row(what="seats", figure="6/s", aim="at least 300/s", is_met=False),
        Row(what="event", figure="600/s", aim="at least 300/s", is_met=True),
        Row(what="bare", figure="3,000/s"),
    ]

    assert missed(rows) == ["seats: 6/s, not at least 300/s."]


@pytest.mark.slow
@pytest.mark.embedded
def test_a_small_hall_is_measured():
    words = ["--only", "unchanged", "phones", "--teams", "8", "--phones", "2", "--seconds", "0.05"]

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.web", *words], cwd=HOUSE, capture_output=True, text=True
    )

    assert done.stderr == ""
    assert "standings, a fitting ETag sent" in done.stdout
    assert "hand to 2 phones, p99" in done.stdout


# --- what is sent ---------------------------------------------------------------------------------


def pieces(raw, size):
    return [raw[start : start + size] for start in range(0, len(raw), size)]


class Sent:
    """A stream's bytes: each event a chunk and, if packed, a piece that can be unpacked when it comes."""

    def __init__(self, *, is_packed):
        self.packer = zlib.compressobj(wbits=31) if is_packed else None
        encoding = b"Content-Encoding: gzip\r\n" if is_packed else b""
        self.head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + encoding + b"\r\n"

    def chunk(self, told):
        lines = [f"event: {told.kind}", *(f"data: {line}" for line in told.data.split("\n"))]
        text = ("\n".join(lines) + "\n\n").encode()
        if self.packer:
            text = self.packer.compress(text) + self.packer.flush(zlib.Z_FULL_FLUSH)
        return b"%x\r\n%b\r\n" % (len(text), text)


class SmallHall:
    """A server that holds streams, and answers everything else with one fragment."""

    def __init__(self, *, fetched, is_packed, brings=True):
        self.fetched, self.is_packed, self.brings = fetched, is_packed, brings
        self.lines, self.asked = [], 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.meet, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        for writer, _ in self.lines:
            writer.close()
        self.server.close()

    def seen_by(self, count):
        return Hall(
            host="127.0.0.1",
            port=self.port,
            phones=count,
            live="/live/summer",
            part="/standings/table/",
            page="/standings/",
        )

    async def meet(self, reader, writer):
        while head := await self.read(reader):
            if head.startswith(b"GET /live/summer?show=/standings/table/ "):
                sent = Sent(is_packed=self.is_packed)
                self.lines.append((writer, sent))
                writer.write(sent.head + sent.chunk(Told(kind="version", data="123")))
                writer.write(sent.chunk(Told(kind="part", data=TABLE)) if self.brings else b"")
                return
            self.asked += 1
            body = self.fetched.encode()
            packed, says = body, b""
            if b"Accept-Encoding: gzip\r\n" in head:
                packed, says = gzip.compress(body), b"Content-Encoding: gzip\r\n"
            writer.write(b"HTTP/1.1 200 OK\r\n%bContent-Length: %d\r\n\r\n%b" % (says, len(packed), packed))
        writer.close()

    async def read(self, reader):
        try:
            return await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    def tell(self, *told):
        for writer, sent in self.lines:
            for each in told:
                writer.write(sent.chunk(each))

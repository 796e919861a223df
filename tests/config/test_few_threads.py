"""Pages are made in a few threads that stay: first come, first served, and nobody waits for a slow phone."""

import asyncio
import threading

from django.http import HttpResponse, StreamingHttpResponse

from config.few_threads import FewThreads


class Echo(FewThreads):
    """Answers with the address, in so many threads; remembers what it answered, and by whom."""

    def __init__(self, threads):
        super().__init__(threads)
        self.answered, self.by = [], set()

    def get_response(self, request):
        self.answered.append(request.path)
        self.by.add(threading.current_thread().name)
        if request.path == "/export/":
            return StreamingHttpResponse(_pieces())
        return HttpResponse(request.path + request.body.decode())


async def _pieces():
    for piece in ("one, ", "two, ", "three"):
        yield piece


async def ask(application, path, *told):
    """What is answered to somebody whose phone tells ``told``, one after the other."""
    told, said = list(told or [{"type": "http.request"}]), []

    async def receive():
        following = told.pop(0)
        return await following if asyncio.iscoroutine(following) else following

    async def send(message):
        said.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b""}
    await application(scope, receive, send)
    return b"".join(message.get("body", b"") for message in said).decode()


def test_many_are_answered_by_few_threads_in_the_order_in_which_they_came():
    application = Echo(threads=1)
    paths = [f"/{number}/" for number in range(40)]

    async def all_at_once():
        return await asyncio.gather(*(ask(application, path) for path in paths))

    assert asyncio.run(all_at_once()) == paths
    assert application.answered == paths
    assert len(application.by) == 1


def test_a_phone_that_sends_slowly_keeps_nobody_waiting():
    application = Echo(threads=1)

    async def slow_then_quick():
        rest_comes = asyncio.Event()

        async def rest():
            await rest_comes.wait()
            return {"type": "http.request", "body": b"end"}

        begun = {"type": "http.request", "body": b"be", "more_body": True}
        slow = asyncio.create_task(ask(application, "/slow/", begun, rest()))
        await asyncio.sleep(0)
        quick = await ask(application, "/quick/")
        rest_comes.set()
        return quick, await slow

    assert asyncio.run(slow_then_quick()) == ("/quick/", "/slow/beend")


def test_what_came_only_by_half_is_not_answered():
    application = Echo(threads=1)
    half = [{"type": "http.request", "body": b"a hand", "more_body": True}, {"type": "http.disconnect"}]

    assert asyncio.run(ask(application, "/hand/", *half)) == ""
    assert application.answered == []


def test_a_long_answer_comes_in_pieces_to_its_end():
    assert asyncio.run(ask(Echo(threads=1), "/export/")) == "one, two, three"

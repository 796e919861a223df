"""Pages that wait to be rendered: one at a time, in turn for each address that waits."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from server.limits.fair_queue import FairQueue
from server.limits.limits import Busy

MOST_PAGES = 300
"""The different pages that wait; beyond, the address with the most gets a 503."""

Page = TypeVar("Page", bound=Hashable)
Rendered = TypeVar("Rendered")


class RenderQueue(Generic[Page, Rendered]):
    """Renders each wanted page once for all who want it, when the first of their addresses has its turn."""

    def __init__(
        self, render: Callable[[Page], Awaitable[Rendered]], *, most_pages: int = MOST_PAGES
    ) -> None:
        self._render = render
        self._most_pages = most_pages
        self._queue: FairQueue[Page] = FairQueue()
        self._wanted: dict[Page, asyncio.Future[Rendered]] = {}
        self._rendering: Page | None = None
        self._worker: asyncio.Task[None] | None = None

    async def want(self, page: Page, address: Hashable) -> Rendered:
        """The page once it is rendered; its rendering may have begun before this was called.

        :raises Busy: if too many pages wait.
        """
        return await asyncio.shield(self.ask(page, address))

    def ask(self, page: Page, address: Hashable) -> "asyncio.Future[Rendered]":
        """Let a page be rendered, without waiting for it."""
        if page not in self._wanted:
            if len(self._wanted) >= self._most_pages:
                self._make_room(address)
            self._wanted[page] = asyncio.get_running_loop().create_future()
        if page != self._rendering:
            self._queue.put(address, page)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return self._wanted[page]

    async def _work(self) -> None:
        while self._queue:
            page = self._queue.get()
            if page in self._wanted:  # It was not rendered in another address's turn.
                await self._render_for_all(page)

    async def _render_for_all(self, page: Page) -> None:
        self._rendering = page
        try:
            rendered = await self._render(page)
        except Exception as error:
            result = self._wanted.pop(page)
            result.set_exception(error)
            result.exception()  # Nobody may be left who waits for it.
        else:
            self._wanted.pop(page).set_result(rendered)
        finally:
            self._rendering = None

    def _make_room(self, address: Hashable) -> None:
        """Give up pages of the address that wants the most, until one is wanted by nobody else."""
        while len(self._wanted) >= self._most_pages:
            page = self._queue.drop(address) if self._queue else None
            if page is None:
                raise Busy
            if page in self._wanted and not self._queue.has(page) and page != self._rendering:
                result = self._wanted.pop(page)
                result.set_exception(Busy())
                result.exception()

"""Renders public pages one at a time. Client addresses that wait for pages take turns."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from server.limits.fair_queue import FairQueue
from server.limits.limits import Busy

MOST_PAGES = 300
"""The most pages that may wait. Beyond that, the address that wants the most pages gets a 503."""

Page = TypeVar("Page", bound=Hashable)
Rendered = TypeVar("Rendered")


class RenderQueue(Generic[Page, Rendered]):
    """Renders a page once for all requests that wait for it, at the first turn of any of their addresses."""

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
        """The rendered page; its rendering may have begun before this call.

        :raises Busy: if too many pages wait.
        """
        return await asyncio.shield(self.ask(page, address))

    def ask(self, page: Page, address: Hashable) -> "asyncio.Future[Rendered]":
        """Queue a page without waiting for it. All who want it share the future.

        :raises Busy: if too many pages wait.
        """
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
            if page in self._wanted:  # If not, another address's turn came first, and the page is rendered.
                await self._render_for_all(page)

    async def _render_for_all(self, page: Page) -> None:
        self._rendering = page
        try:
            rendered = await self._render(page)
        except Exception as error:
            result = self._wanted.pop(page)
            result.set_exception(error)
            result.exception()  # Retrieved here, or asyncio complains if nobody waits any more.
        else:
            self._wanted.pop(page).set_result(rendered)
        finally:
            self._rendering = None

    def _make_room(self, address: Hashable) -> None:
        """Take pages from the address that wants the most, until one is dropped that no other address wants.

        :raises Busy: if ``address`` itself wants the most.
        """
        while len(self._wanted) >= self._most_pages:
            page = self._queue.drop(address) if self._queue else None
            if page is None:
                raise Busy
            if page in self._wanted and not self._queue.has(page) and page != self._rendering:
                result = self._wanted.pop(page)
                result.set_exception(Busy())
                result.exception()

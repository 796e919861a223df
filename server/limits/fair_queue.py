"""A bounded queue that is fair between addresses: they take turns, however much each of them has waiting."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class FairQueue(Generic[Item]):
    """What waits, for each address in the order it came. An item waits once for an address."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Hashable, dict[Item, None]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, address: Hashable, item: Item) -> None:
        self._waiting.setdefault(address, {})[item] = None

    def get(self) -> Item:
        """Take the first item of the address whose turn it is; the next turn is another's."""
        address, items = next(iter(self._waiting.items()))
        item = next(iter(items))
        self._remove(address, item)
        if address in self._waiting:
            self._waiting.move_to_end(address)
        return item

    def drop(self, address: Hashable) -> Item | None:
        """Take out the newest item of the address that has the most, to make room for ``address``.

        None if no other has more than ``address`` itself: it waits for nobody's place.
        """
        longest = max(self._waiting, key=lambda each: len(self._waiting[each]))
        if len(self._waiting[longest]) <= len(self._waiting.get(address, ())):
            return None
        item = next(reversed(self._waiting[longest]))
        self._remove(longest, item)
        return item

    def has(self, item: Item) -> bool:
        return any(item in items for items in self._waiting.values())

    def _remove(self, address: Hashable, item: Item) -> None:
        del self._waiting[address][item]
        if not self._waiting[address]:
            del self._waiting[address]

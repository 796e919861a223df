"""A queue that is fair between addresses: they take turns, however many items each of them has waiting."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class FairQueue(Generic[Item]):
    """The items of each address in the order in which they came. An address has an item only once."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Hashable, dict[Item, None]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, address: Hashable, item: Item) -> None:
        self._waiting.setdefault(address, {})[item] = None

    def get(self) -> Item:
        """Remove and return the first item of the next address; that address then goes to the end."""
        address, items = next(iter(self._waiting.items()))
        item = next(iter(items))
        self._remove(address, item)
        if address in self._waiting:
            self._waiting.move_to_end(address)
        return item

    def drop(self, address: Hashable) -> Item | None:
        """Remove and return the newest item of the address with the most, to make room for ``address``.

        None if no other address has more than ``address`` itself.
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

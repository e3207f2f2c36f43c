from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal
from typing import Iterable

from ._models import Depth

Level = tuple[str, str]


class _Side:
    """Levels by price; `sign` is -1 for bids, whose best price is the highest."""

    def __init__(self, sign: int) -> None:
        self._sign = sign
        self._keys: list[Decimal] = []
        self._levels: list[Level] = []

    @property
    def levels(self) -> list[Level]:
        return self._levels

    def clear(self) -> None:
        self._keys.clear()
        self._levels.clear()

    def set(self, levels: Iterable[list[str]]) -> None:
        for price, quantity in levels:
            key = self._sign * Decimal(price)
            at = bisect_left(self._keys, key)
            exists = at < len(self._keys) and self._keys[at] == key
            if Decimal(quantity) == 0:
                if exists:
                    del self._keys[at], self._levels[at]
            elif exists:
                self._levels[at] = (price, quantity)
            else:
                self._keys.insert(at, key)
                self._levels.insert(at, (price, quantity))


class OrderBook:
    """A market's book from the `depth` stream: a snapshot, then diffs, in which a quantity of zero removes a level."""

    def __init__(self) -> None:
        self._bids = _Side(-1)
        self._asks = _Side(1)
        # The server's time of the last push, in ms; 0 before the first.
        self.time: float = 0

    @property
    def bids(self) -> list[Level]:
        """Price and quantity, best (highest) price first. It changes with the next push."""
        return self._bids.levels

    @property
    def asks(self) -> list[Level]:
        """Price and quantity, best (lowest) price first. It changes with the next push."""
        return self._asks.levels

    def apply(self, push: Depth) -> None:
        self.time = push["time"]
        if push["kind"] == "snapshot":
            self._bids.clear()
            self._asks.clear()
        self._bids.set(push["bids"])
        self._asks.set(push["asks"])

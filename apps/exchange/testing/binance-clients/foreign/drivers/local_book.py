"""A book kept as Binance's documentation says: a snapshot of REST, and every event after it without a gap."""


class LocalBook:
    def __init__(self):
        self._sides = {"bids": {}, "asks": {}}
        self._last = 0
        self._early = []
        self._begun = False

    def begin(self, last, bids, asks):
        self._set("bids", bids)
        self._set("asks", asks)
        self._last, self._begun = last, True
        early, self._early = self._early, []
        for event in early:
            self.apply(*event)

    def apply(self, first, last, bids, asks):
        if not self._begun:
            self._early.append((first, last, bids, asks))
            return
        if last <= self._last:
            return
        if first > self._last + 1:
            raise ValueError(f"changes from {self._last + 1} to {first - 1} are missing")
        self._set("bids", bids)
        self._set("asks", asks)
        self._last = last

    def view(self):
        return {
            "bids": sorted(self._sides["bids"].items(), reverse=True)[:20],
            "asks": sorted(self._sides["asks"].items())[:20],
        }

    def _set(self, side, levels):
        for price, quantity in levels:
            if float(quantity) == 0:
                self._sides[side].pop(float(price), None)
            else:
                self._sides[side][float(price)] = float(quantity)

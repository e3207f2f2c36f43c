import asyncio
import json

from unicorn_binance_rest_api.exceptions import BinanceAPIException

from serve import Orders, api_key, run, secret, symbol, url
from unicorn import connect


class Acts:
    def __init__(self, rest, sockets, books):
        self.rest, self.sockets, self.books = rest, sockets, books
        self.known, self.last_candle = Orders(), None

    def _terms(self, id, side, price, quantity):
        return dict(symbol=symbol, side=side, type="LIMIT", timeInForce="GTC", price=price, quantity=quantity, newClientOrderId=id)

    async def place(self, **given):
        await asyncio.to_thread(self.rest.create_order, **self._terms(**given))

    async def cancel(self, id):
        await asyncio.to_thread(self.rest.cancel_order, symbol=symbol, origClientOrderId=id)

    async def refuse(self, **given):
        try:
            await asyncio.to_thread(self.rest.create_order, **self._terms(**given))
        except BinanceAPIException as refusal:
            return {"code": refusal.code}
        return {"code": "none"}

    def book(self):
        bids = self.books.get_bids(market=symbol, limit_count=20)
        asks = self.books.get_asks(market=symbol, limit_count=20)
        return {"bids": bids, "asks": asks}

    def orders(self):
        return {"orders": self.known.known}

    def candle(self):
        return {"candle": self.last_candle}


async def main():
    acts = Acts(*connect(url, api_key, secret))

    def take(event):
        event = json.loads(event) if isinstance(event, str) else event
        event = event.get("event", event.get("data", event))
        if event.get("e") == "kline":
            k = event["k"]
            acts.last_candle = [k["t"], k["o"], k["h"], k["l"], k["c"], k["v"]]
        acts.known.take_report(event)

    acts.sockets.create_stream(["kline_1m"], ["btcusdt"], process_stream_data=take)
    acts.sockets.create_stream(["arr"], ["!userData"], api_key=api_key, api_secret=secret, process_stream_data=take)
    acts.books.create_depthcache(markets=symbol)
    while not acts.books.is_depth_cache_synchronized(market=symbol):
        await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    return acts


run(main)

import asyncio

from binance.exceptions import BinanceAPIException
from binance.ws.depthcache import DepthCacheManager
from binance.ws.streams import BinanceSocketManager

from python_binance import connect
from serve import Orders, api_key, run, secret, symbol, url


class Acts:
    """Its depth cache deletes a level only at the text 0.00000000."""

    def __init__(self, client, cache, orders):
        self.client, self.cache, self.known = client, cache, orders
        self.last_candle = None

    def _terms(self, id, side, price, quantity):
        return dict(symbol=symbol, side=side, type="LIMIT", timeInForce="GTC", price=price, quantity=quantity, newClientOrderId=id)

    async def place(self, **given):
        await self.client.create_order(**self._terms(**given))

    async def cancel(self, id):
        await self.client.cancel_order(symbol=symbol, origClientOrderId=id)

    async def refuse(self, **given):
        try:
            await self.client.create_order(**self._terms(**given))
        except BinanceAPIException as refusal:
            return {"code": refusal.code}
        return {"code": "none"}

    def book(self):
        cache = self.cache.get_depth_cache()
        return {"bids": cache.get_bids()[:20], "asks": cache.get_asks()[:20]}

    def orders(self):
        return {"orders": self.known.known}

    def candle(self):
        return {"candle": self.last_candle}


async def follow(socket, take):
    async with socket as stream:
        while True:
            take(await stream.recv())


async def main():
    client = await connect(url, api_key, secret)
    sockets = BinanceSocketManager(client)
    cache = DepthCacheManager(client, symbol, bm=sockets, limit=5000, ws_interval=100)
    await cache.__aenter__()
    acts = Acts(client, cache, Orders())

    async def follow_book():
        while True:
            await cache.recv()

    def take_candle(event):
        if event.get("e") == "kline":
            k = event["k"]
            acts.last_candle = [k["t"], k["o"], k["h"], k["l"], k["c"], k["v"]]

    acts.tasks = [
        asyncio.create_task(follow_book()),
        asyncio.create_task(follow(sockets.kline_socket(symbol, "1m"), take_candle)),
        asyncio.create_task(follow(sockets.user_socket(), lambda event: acts.known.take_report(event))),
    ]
    await asyncio.sleep(1)
    return acts


run(main)

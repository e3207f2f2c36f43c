import asyncio
import json

import ccxt.pro
from ccxt.base.errors import BaseError

from serve import api_key, run, secret, url

market = "BTC/USDT"
statuses = {"open": "NEW", "closed": "FILLED", "canceled": "CANCELED", "expired": "EXPIRED", "rejected": "REJECTED"}


class Acts:
    def __init__(self, exchange):
        self.exchange, self.known, self.last_candle, self.last_book, self.tickers = exchange, {}, None, None, None

    async def _create(self, id, side, price, quantity):
        await self.exchange.create_order(market, "limit", side.lower(), float(quantity), float(price), {"clientOrderId": id})

    async def place(self, **given):
        await self._create(**given)

    async def cancel(self, id):
        await self.exchange.cancel_order(None, market, {"clientOrderId": id})

    async def refuse(self, **given):
        try:
            await self._create(**given)
        except BaseError as refusal:
            return {"code": str(refusal)}
        return {"code": "none"}

    def book(self):
        book = self.last_book
        return {"bids": [level[:2] for level in book["bids"][:20]], "asks": [level[:2] for level in book["asks"][:20]]}

    def orders(self):
        return {"orders": self.known}

    def candle(self):
        # All tickers come as a list, which ccxt doesn't take out of a frame.
        return {"candle": self.last_candle if self.tickers else None}


async def forever(watch, take):
    while True:
        take(await watch())


async def main():
    with open("freqtrade.json") as config:
        options = json.load(config)["exchange"]["ccxt_config"]
    exchange = ccxt.pro.binance({"apiKey": api_key, "secret": secret, **options})
    await exchange.load_markets()
    acts = Acts(exchange)

    def take_orders(orders):
        for order in orders:
            status = statuses[order["status"]]
            if status == "NEW" and order["filled"]:
                status = "PARTIALLY_FILLED"
            acts.known[order["clientOrderId"]] = [status, order["filled"]]

    def take_candles(candles):
        acts.last_candle = candles[-1]

    def take_book(book):
        acts.last_book = book

    def take_tickers(tickers):
        acts.tickers = tickers

    acts.tasks = [
        asyncio.create_task(forever(lambda: exchange.watch_order_book(market), take_book)),
        asyncio.create_task(forever(lambda: exchange.watch_ohlcv(market, "1m"), take_candles)),
        asyncio.create_task(forever(lambda: exchange.watch_orders(market), take_orders)),
        asyncio.create_task(forever(lambda: exchange.watch_tickers(), take_tickers)),
    ]
    await asyncio.sleep(2)
    return acts


run(main)

"""freqtrade trades by ccxt; what differs is where its candles come from."""

import asyncio
import json
import os
import subprocess
import sys

from freqtrade.resolvers import ExchangeResolver

from serve import api_key, run, secret

market = "BTC/USDT"
statuses = {"open": "NEW", "closed": "FILLED", "canceled": "CANCELED", "expired": "EXPIRED"}


class Acts:
    def __init__(self, exchange):
        self.exchange, self.ids = exchange, {}

    def _create(self, id, side, price, quantity):
        order = self.exchange.create_order(
            pair=market,
            ordertype="limit",
            side=side.lower(),
            amount=float(quantity),
            rate=float(price),
            leverage=1.0,
            time_in_force="GTC",
        )
        self.ids[id] = order["id"]
        return order

    async def place(self, **given):
        order = await asyncio.to_thread(self._create, **given)
        return {"name": order["clientOrderId"]}

    async def cancel(self, id):
        await asyncio.to_thread(self.exchange.cancel_order, self.ids[id], market)

    async def refuse(self, **given):
        try:
            await asyncio.to_thread(self._create, **given)
        except Exception as refusal:
            return {"code": str(refusal)}
        return {"code": "none"}

    async def book(self):
        book = await asyncio.to_thread(self.exchange.fetch_l2_order_book, market, 20)
        return {"bids": [level[:2] for level in book["bids"]], "asks": [level[:2] for level in book["asks"]]}

    async def orders(self):
        known = {}
        for id in self.ids.values():
            order = await asyncio.to_thread(self.exchange.fetch_order, id, market)
            status = statuses[order["status"]]
            if status == "NEW" and order["filled"]:
                status = "PARTIALLY_FILLED"
            known[order["clientOrderId"]] = [status, order["filled"]]
        return {"orders": known}

    async def candle(self):
        """The last candle that `download-data` wrote."""
        process = await asyncio.to_thread(
            subprocess.run,
            [os.path.join(os.path.dirname(sys.executable), "freqtrade"), "download-data", "--config", "config.json",
             "--userdir", "user_data", "--pairs", market, "--timeframes", "1m", "--days", "1", "--erase",
             "--data-format-ohlcv", "json"],
            capture_output=True,
            text=True,
        )
        if process.returncode != 0:
            raise RuntimeError(process.stderr[-2000:])
        with open("user_data/data/binance/BTC_USDT-1m.json") as rows:
            closed = json.load(rows)
        # It leaves out the candle that runs.
        return {"candle": closed[-1]} if closed else {"none": True}


async def main():
    with open("freqtrade.json") as text:
        config = json.load(text)
    config["exchange"].update({"key": api_key, "secret": secret, "pair_whitelist": [market], "enable_ws": False})
    config.update(
        {
            "dry_run": False,
            "stake_currency": "USDT",
            "stake_amount": 100,
            "max_open_trades": 1,
            "timeframe": "1m",
            "trading_mode": "spot",
            "pairlists": [{"method": "StaticPairList"}],
            "entry_pricing": {"price_side": "other", "use_order_book": True, "order_book_top": 1},
            "exit_pricing": {"price_side": "other", "use_order_book": True, "order_book_top": 1},
        }
    )
    with open("config.json", "w") as text:
        json.dump(config, text)
    os.makedirs("user_data/data", exist_ok=True)
    from freqtrade.enums import CandleType, TradingMode, MarginMode

    whole = {**config, "candle_type_def": CandleType.SPOT, "trading_mode": TradingMode.SPOT, "margin_mode": MarginMode.NONE,
             "runmode": "live", "datadir": "user_data/data", "user_data_dir": "user_data", "internals": {}}
    exchange = await asyncio.to_thread(ExchangeResolver.load_exchange, whole)
    return Acts(exchange)


run(main)

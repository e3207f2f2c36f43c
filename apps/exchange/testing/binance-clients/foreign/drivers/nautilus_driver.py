import asyncio
import os

from nautilus_trader.adapters.binance import BINANCE, BinanceLiveDataClientFactory, BinanceLiveExecClientFactory
from nautilus_trader.config import LoggingConfig, StrategyConfig, TradingNodeConfig
from nautilus_trader.live.node import TradingNode
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import BookType, OrderSide
from nautilus_trader.model.identifiers import ClientOrderId, InstrumentId, TraderId
from nautilus_trader.trading.strategy import Strategy

from nautilus import client_configs
from serve import api_key, run, url

instrument_id = InstrumentId.from_str("BTCUSDT.BINANCE")
statuses = {
    "ACCEPTED": "NEW",
    "PARTIALLY_FILLED": "PARTIALLY_FILLED",
    "FILLED": "FILLED",
    "CANCELED": "CANCELED",
    "REJECTED": "REJECTED",
    "EXPIRED": "EXPIRED",
}


class Acts(Strategy):
    def __init__(self):
        super().__init__(StrategyConfig())
        self.started, self.placed, self.bar, self.refusals = asyncio.Event(), [], None, {}

    def on_start(self):
        self.subscribe_order_book_deltas(instrument_id, book_type=BookType.L2_MBP)
        self.subscribe_bars(BarType.from_str("BTCUSDT.BINANCE-1-MINUTE-LAST-EXTERNAL"))
        self.started.set()

    def on_bar(self, bar):
        self.bar = bar

    def on_order_rejected(self, event):
        self.refusals.setdefault(event.client_order_id.value, asyncio.Future()).set_result(event.reason)

    def on_order_denied(self, event):
        self.on_order_rejected(event)

    def _submit(self, id, side, price, quantity):
        instrument = self.cache.instrument(instrument_id)
        order = self.order_factory.limit(
            instrument_id=instrument_id,
            order_side=OrderSide[side],
            quantity=instrument.make_qty(quantity),
            price=instrument.make_price(price),
            client_order_id=ClientOrderId(id),
        )
        self.submit_order(order)
        return order

    async def _until_open(self, order):
        while order.is_inflight or order.status_string() == "INITIALIZED":
            await asyncio.sleep(0.01)

    async def place(self, **given):
        order = self._submit(**given)
        await self._until_open(order)
        if order.status_string() not in statuses or order.status_string() == "REJECTED":
            raise ValueError(f"the order is {order.status_string()}: {order.last_event}")
        self.placed.append(order)

    async def cancel(self, id):
        order = self.cache.order(ClientOrderId(id))
        self.cancel_order(order)
        while not order.is_closed:
            await asyncio.sleep(0.01)

    async def refuse(self, **given):
        self.refusals[given["id"]] = asyncio.Future()
        self._submit(**given)
        return {"code": await asyncio.wait_for(self.refusals[given["id"]], 10)}

    def book(self):
        book = self.cache.order_book(instrument_id)
        rows = lambda levels: [[float(level.price), float(level.size())] for level in levels[:20]]
        return {"bids": rows(book.bids()), "asks": rows(book.asks())}

    def orders(self):
        known = {o.client_order_id.value: [statuses[o.status_string()], float(o.filled_qty)] for o in self.placed}
        return {"orders": known}

    def candle(self):
        """Its bars come once they are closed."""
        if self.bar is None:
            return {"none": True}
        bar = self.bar
        opened = bar.ts_event // 1_000_000 // 60_000 * 60_000
        return {"candle": [opened, float(bar.open), float(bar.high), float(bar.low), float(bar.close), float(bar.volume)]}


async def main():
    data, execution = client_configs(url, api_key, os.environ["FFT_PRIVATE_KEY"])
    node = TradingNode(
        config=TradingNodeConfig(
            trader_id=TraderId("BOT-001"),
            logging=LoggingConfig(log_level="WARNING"),
            data_clients={BINANCE: data},
            exec_clients={BINANCE: execution},
        ),
        loop=asyncio.get_running_loop(),
    )
    acts = Acts()
    node.trader.add_strategy(acts)
    node.add_data_client_factory(BINANCE, BinanceLiveDataClientFactory)
    node.add_exec_client_factory(BINANCE, BinanceLiveExecClientFactory)
    node.build()
    acts_task = asyncio.create_task(node.run_async())
    done, _ = await asyncio.wait({asyncio.create_task(acts.started.wait()), acts_task}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
    if not acts.started.is_set():
        raise RuntimeError("the strategy did not start")
    await asyncio.sleep(2)
    return acts


run(main)

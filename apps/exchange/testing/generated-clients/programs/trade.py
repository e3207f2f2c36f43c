"""Trades by the client that openapi-python-client generates."""

import os

from fft_client import AuthenticatedClient
from fft_client.api.trade import trade_cancel, trade_create, trade_depth
from fft_client.models import (
    Refusal,
    RefusalCode,
    TradeCancelBody,
    TradeCancelSuccess,
    TradeCreateBody,
    TradeCreateBodySide,
    TradeCreateBodyType,
    TradeCreateSuccess,
    TradeDepthBody,
    TradeDepthSuccess,
)

client = AuthenticatedClient(
    base_url=os.environ["FFT_URL"], token=os.environ["FFT_TOKEN"], prefix="", auth_header_name="access-token"
)


def order(name: str, side: TradeCreateBodySide) -> TradeCreateBody:
    return TradeCreateBody(
        client_order_id=name,
        symbol="BTC/USDT",
        side=side,
        type_=TradeCreateBodyType.LIMIT,
        price="20000.0",
        quantity="0.001",
    )


placed = trade_create.sync(client=client, body=order("python-1", TradeCreateBodySide.BUY))
assert isinstance(placed, TradeCreateSuccess), placed
print("placed", placed.data.state.value)

book = trade_depth.sync(client=client, body=TradeDepthBody(symbol="BTC/USDT"))
assert isinstance(book, TradeDepthSuccess), book
print("bid", *book.data.bids[0])

refused = trade_create.sync(client=client, body=order("python-2", TradeCreateBodySide.SELL))
assert isinstance(refused, Refusal), refused
assert refused.code is RefusalCode.REFUSED_INSUFFICIENT_BALANCE
print("refused", int(refused.code))

ended = trade_cancel.sync(client=client, body=TradeCancelBody(client_order_id="python-1"))
assert isinstance(ended, TradeCancelSuccess), ended
print("ended", ended.data.state.value)

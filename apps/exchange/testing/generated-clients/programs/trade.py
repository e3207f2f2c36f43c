"""Trades by the client that openapi-python-client generates, and streams the book by websockets."""

import json
import os
from decimal import Decimal

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
from websockets.sync.client import ClientConnection, connect

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


class Bids:
    """The bids as the socket streams them: a snapshot, then differences without a gap."""

    def __init__(self, socket: ClientConnection) -> None:
        self.levels: dict[str, str] = {}
        self._seq = -1
        self._socket = socket
        self._socket.send(json.dumps({"op": "subscribe", "id": 1, "channels": ["depth:BTC/USDT"]}))
        while not self.levels:
            self.apply_next()

    def apply_next(self) -> None:
        push = json.loads(self._socket.recv(timeout=30))
        if push.get("channel") != "depth:BTC/USDT":
            return
        if push["data"]["kind"] == "snapshot":
            self.levels.clear()
        else:
            assert push["seq"] == self._seq + 1, (push["seq"], self._seq)
        self._seq = push["seq"]
        for price, quantity in push["data"]["bids"]:
            self.levels.pop(price, None)
            if Decimal(quantity) != 0:
                self.levels[price] = quantity

    def best(self) -> str:
        """The best one, of bids that are those of the call."""
        book = trade_depth.sync(client=client, body=TradeDepthBody(symbol="BTC/USDT"))
        assert isinstance(book, TradeDepthSuccess), book
        streamed = sorted(self.levels.items(), key=lambda level: -Decimal(level[0]))
        assert [list(level) for level in streamed] == book.data.bids, (streamed, book.data.bids)
        return " ".join(streamed[0])


def trade(bids: Bids) -> None:
    placed = trade_create.sync(client=client, body=order("python-1", TradeCreateBodySide.BUY))
    assert isinstance(placed, TradeCreateSuccess), placed
    print("placed", placed.data.state.value)

    while "20000.0" not in bids.levels:
        bids.apply_next()
    print("streamed", bids.best())

    refused = trade_create.sync(client=client, body=order("python-2", TradeCreateBodySide.SELL))
    assert isinstance(refused, Refusal), refused
    assert refused.code is RefusalCode.REFUSED_INSUFFICIENT_BALANCE
    print("refused", int(refused.code))

    ended = trade_cancel.sync(client=client, body=TradeCancelBody(client_order_id="python-1"))
    assert isinstance(ended, TradeCancelSuccess), ended
    print("ended", ended.data.state.value)

    while "20000.0" in bids.levels:
        bids.apply_next()
    print("left", bids.best())


with connect(os.environ["FFT_URL"].replace("http", "ws") + "/ws") as socket:
    trade(Bids(socket))

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from types import TracebackType
from typing import Any, AsyncIterator, Literal, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from ._models import Order
from .errors import NetworkError, RefusedError
from .order_book import OrderBook
from .signing import SigningKey

_private = {"orders", "balances", "alerts", "messages"}
# Diffs that may arrive before the snapshot; after more, the snapshot counts as lost.
_early_diffs_max = 10
# The server refuses longer lists.
_channels_per_request = 50


class _Subscription:
    """One channel and those who follow it."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.queues: set[asyncio.Queue[Any]] = set()
        self.is_book = channel.startswith("depth:")
        self.seq: int | None = None
        self.early = 0

    def reset(self) -> None:
        self.seq, self.early = None, 0

    def take(self, data: Any, seq: int) -> bool:
        """Passes a push on. Returns false if one before it is missing: the book needs a new snapshot."""
        if self.is_book and data["kind"] != "snapshot":
            if self.seq is None:
                self.early += 1
                return self.early <= _early_diffs_max
            if seq != self.seq + 1:
                return False
        self.seq = seq
        for queue in self.queues:
            queue.put_nowait(data)
        return True


class Stream:
    """
    One socket for any number of channels, and for orders. It connects again by itself after a loss, logs in, and subscribes again; a book then starts with a
    new snapshot. Use it as `async with Stream(url, key=key) as stream`.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        key: SigningKey | None = None,
        retry_min: float = 0.5,
        retry_max: float = 15.0,
    ) -> None:
        self._url = url.rstrip("/")
        if self._url.startswith("http"):
            self._url = "ws" + self._url[4:] + "/ws"
        self.token = token
        self.key = key
        self._retry_min, self._retry_max = retry_min, retry_max
        self._subscriptions: dict[str, _Subscription] = {}
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._socket: ClientConnection | None = None
        self._ready = asyncio.Event()
        self._closed = False
        self._last_id = 0
        # Sockets opened so far.
        self.opened = 0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Stream:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        self._closed = True
        await self._close_socket()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._lose()

    async def subscribe(self, channel: str) -> AsyncIterator[Any]:
        """
        Follows a channel: `ticker`, `ticker:BTC/USDT`, `depth:BTC/USDT`, `trades:BTC/USDT`, `kline:BTC/USDT:1m`, and with a key or token `orders`,
        `balances`, `alerts`, `messages`. Leaving the loop leaves the channel. A second follower of a book starts it anew for both.
        """
        subscription = self._subscriptions.setdefault(channel, _Subscription(channel))
        queue: asyncio.Queue[Any] = asyncio.Queue()
        subscription.queues.add(queue)
        if len(subscription.queues) == 1:
            await self._ask("subscribe", [channel])
        elif subscription.is_book:
            await self._again(subscription)
        try:
            while True:
                yield await queue.get()
        finally:
            subscription.queues.discard(queue)
            if not subscription.queues:
                self._subscriptions.pop(channel, None)
                if not self._closed:
                    await self._ask("unsubscribe", [channel])

    async def book(self, symbol: str) -> AsyncIterator[OrderBook]:
        """A market's book after each change. The same object, which goes on over reconnections and gaps."""
        book = OrderBook()
        async for push in self.subscribe(f"depth:{symbol}"):
            book.apply(push)
            yield book

    async def call(self, name: Literal["create", "cancel"], **fields: Any) -> Order:
        """
        Places or cancels an order over the socket, with the fields of `client.trade`. It waits for a connection. Raises `RefusedError`, or `NetworkError` if
        the connection was lost before the answer: the call may have had its effect.
        """
        await self._ready.wait()
        given = {field: value for field, value in fields.items() if value is not None}
        answer = await self._request({"op": name, "params": given})
        if answer["code"] != 200:
            raise RefusedError(answer["code"], answer["message"], answer.get("data"))
        return cast(Order, answer["data"])

    async def cancel_on_disconnect(self, on: bool) -> None:
        """While on, the exchange cancels all open orders when this socket closes. It holds for this connection alone."""
        await self._ready.wait()
        answer = await self._request({"op": "cancelOnDisconnect", "on": on})
        if answer["code"] != 200:
            raise RefusedError(answer["code"], answer["message"], answer.get("data"))

    async def _run(self) -> None:
        attempts = 0
        while True:
            try:
                async with connect(self._url, max_size=None) as socket:
                    self._socket, self.opened = socket, self.opened + 1
                    reader = asyncio.create_task(self._read(socket))
                    try:
                        if await self._begin():
                            attempts = 0
                        await reader
                    finally:
                        reader.cancel()
            except (OSError, WebSocketException, InvalidHandshake, NetworkError, TimeoutError):
                pass
            finally:
                self._lose()
            wait = min(self._retry_max, self._retry_min * 2**attempts)
            # Half of it is random, so that clients do not all come back at once.
            await asyncio.sleep(wait / 2 + random.random() * wait / 2)
            attempts += 1

    async def _begin(self) -> bool:
        """Logs in and subscribes. Returns false if the log-in was refused: private channels and orders then wait for the next one."""
        for subscription in self._subscriptions.values():
            subscription.reset()
        await self._ask("subscribe", [channel for channel in self._subscriptions if channel not in _private])
        if self.key is None and self.token is None:
            self._ready.set()
            return True
        log_in = self.key.signed_log_in() if self.key else {"op": "auth", "token": self.token}
        answer = await self._request(log_in)
        if answer["code"] != 200:
            await self._close_socket()
            return False
        self._ready.set()
        await self._ask("subscribe", [channel for channel in self._subscriptions if channel in _private])
        return True

    async def _close_socket(self) -> None:
        if self._socket:
            await self._socket.close()

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if "channel" in message:
                await self._push(message)
            elif (pending := self._pending.pop(message.get("id", 0), None)) and not pending.done():
                pending.set_result(message)

    async def _push(self, message: dict[str, Any]) -> None:
        subscription = self._subscriptions.get(message["channel"])
        if subscription and not subscription.take(message["data"], message["seq"]):
            await self._again(subscription)

    async def _again(self, subscription: _Subscription) -> None:
        subscription.reset()
        await self._ask("unsubscribe", [subscription.channel])
        await self._ask("subscribe", [subscription.channel])

    async def _ask(self, op: Literal["subscribe", "unsubscribe"], channels: list[str]) -> None:
        """Sends a request whose answer no one awaits; without a connection the next one begins with it."""
        allowed = [channel for channel in channels if channel not in _private or self._ready.is_set()]
        for start in range(0, len(allowed), _channels_per_request):
            await self._say({"op": op, "channels": allowed[start : start + _channels_per_request]})

    async def _say(self, request: dict[str, Any]) -> int:
        self._last_id += 1
        if self._socket:
            with suppress(WebSocketException):
                await self._socket.send(json.dumps({**request, "id": self._last_id}))
        return self._last_id

    async def _request(self, request: dict[str, Any]) -> dict[str, Any]:
        if not self._socket:
            raise NetworkError("unreachable", "there is no connection")
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[self._last_id + 1] = answered
        await self._say(request)
        return await answered

    def _lose(self) -> None:
        self._socket = None
        self._ready.clear()
        pending, self._pending = self._pending, {}
        for each in pending.values():
            if not each.done():
                each.set_exception(NetworkError("unreachable", "the connection was lost before the answer arrived"))

"""Trades at a running exchange, is refused, and follows a book through a restart of the server. The proof starts it, and restarts the server at its word."""

import asyncio
import os
import sys

from fft_client import Client, Code, NetworkError, RefusedError, Stream, ed25519_key, hmac_key

base_url = os.environ["FFT_URL"]
symbol = "BTC/USDT"


def say(*words):
    print(*words, flush=True)


async def rest(client, id, quantity="0.001"):
    depth = await client.trade.depth(symbol=symbol, limit=5)
    price = depth["bids"][-1][0]
    return await client.trade.create(
        symbol=symbol, side="buy", type="limit", price=price, quantity=quantity, clientOrderId=id
    )


async def main():
    key = hmac_key(os.environ["FFT_API_KEY"], os.environ["FFT_API_SECRET"], recv_window_ms=10_000)
    client, stream = Client(base_url, key=key), Stream(base_url, key=key, retry_min=0.05, retry_max=0.2)
    async with client, stream:
        # Another kind of key for the same account.
        async with Client(base_url, key=ed25519_key(os.environ["FFT_ED25519_KEY"], os.environ["FFT_PEM"])) as other:
            assert (await other.trade.open_orders())["items"] == []
        reports = asyncio.create_task(orders(stream))
        placed = await rest(client, "by-http")
        assert placed["state"] == "processing", placed
        amended = await client.trade.amend(clientOrderId="by-http", price=placed["price"], quantity="0.002")
        assert float(amended["quantity"]) == 0.002, amended
        listed = await client.trade.open_orders(symbol=symbol)
        assert [order["clientOrderId"] for order in listed["items"]] == ["by-http"], listed
        assert (await client.trade.cancel(clientOrderId="by-http"))["state"] == "cancelled"
        try:
            await rest(client, "too-much", "99")
            raise AssertionError("the exchange took an order beyond the balance")
        except RefusedError as refusal:
            say("refused", Code(refusal.code).name, refusal.message)
        try:
            await client.trade.cancel(clientOrderId="by-http")
            raise AssertionError("the exchange cancelled an ended order")
        except RefusedError as refusal:
            assert refusal.code == Code.ORDER_NOT_OPEN, refusal
        over_socket = await asyncio.gather(*(over_stream(stream, placed["price"], index) for index in range(5)))
        assert over_socket == ["cancelled"] * 5, over_socket
        heard = await asyncio.wait_for(reports, 20)
        assert heard >= {"by-http", "socket-0"}, heard
        await book(client, stream)
        say("done", stream.opened)


async def over_stream(stream, price, index):
    id = f"socket-{index}"
    await stream.call("create", symbol=symbol, side="buy", type="limit", price=price, quantity="0.001", clientOrderId=id)
    return (await stream.call("cancel", clientOrderId=id))["state"]


async def orders(stream):
    heard = set()
    async for orders in stream.subscribe("orders"):
        heard |= {order["clientOrderId"] for order in orders}
        if heard >= {f"socket-{index}" for index in range(5)}:
            return heard


async def book(client, stream):
    """Follows the book while the server restarts, until it is that of the call, at the end of trading."""
    restarted, ended = asyncio.Event(), asyncio.Event()

    def hear():
        for line in sys.stdin:
            loop.call_soon_threadsafe({"restarted": restarted, "ended": ended}[line.strip()].set)

    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, hear)
    before = stream.opened
    say("restart")
    shown = None

    async def follow():
        nonlocal shown
        async for now in stream.book(symbol):
            shown = now
            assert not now.bids or not now.asks or float(now.bids[0][0]) < float(now.asks[0][0]), "the book is crossed"

    following = asyncio.create_task(follow())
    await restarted.wait()
    while stream.opened == before:
        await asyncio.sleep(0.02)
    say("trade")
    await ended.wait()
    while True:
        try:
            depth = await client.trade.depth(symbol=symbol, limit=500)
        except NetworkError:
            continue
        sides = [[tuple(level) for level in depth[side]] for side in ("bids", "asks")]
        if shown and [shown.bids, shown.asks] == sides:
            break
        if following.done():
            following.result()
        await asyncio.sleep(0.05)
    following.cancel()
    say("same", len(shown.bids), len(shown.asks))


asyncio.run(asyncio.wait_for(main(), 120))

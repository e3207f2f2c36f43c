"""Books, gaps, reconnections and signatures, against a server of the test's own. `python -m unittest discover tests` runs it."""

import asyncio
import hashlib
import hmac
import json
import random
import unittest
from contextlib import suppress

from fft_client import NetworkError, OrderBook, RefusedError, Stream, hmac_key
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed


def snapshot(price):
    return {"kind": "snapshot", "bids": [[price, "1"]], "asks": [], "time": 7}


def diff(price, quantity="2"):
    return {"kind": "diff", "bids": [[price, quantity]], "asks": [], "time": 8}


class Exchange:
    """Records requests, and answers each as a test says."""

    def __init__(self):
        self.requests, self.sockets, self.codes = [], [], {}

    async def __aenter__(self):
        self.server = await serve(self.hear, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *error):
        self.server.close()

    async def hear(self, socket):
        self.sockets.append(socket)
        with suppress(ConnectionClosed):
            async for text in socket:
                await self.take(socket, json.loads(text))

    async def take(self, socket, request):
        self.requests.append(request)
        if request["op"] in self.codes:
            code = self.codes[request["op"]]
            answer = {"op": request["op"], "id": request["id"], "code": code, "message": "no", "data": {}, "time": 1}
            await socket.send(json.dumps(answer))

    async def push(self, channel, seq, data):
        await self.sockets[-1].send(json.dumps({"channel": channel, "seq": seq, "data": data}))

    async def asked(self, op, times):
        while len(found := [request for request in self.requests if request["op"] == op]) < times:
            await asyncio.sleep(0)
        return found


class Books(unittest.TestCase):
    def test_diffs_lead_to_the_same_book_as_a_plain_dictionary(self):
        chance = random.Random(1)
        book, plain = OrderBook(), {}
        for _ in range(500):
            price, quantity = f"{chance.randrange(1, 40) / 2:.1f}", str(chance.randrange(3))
            book.apply({"kind": "diff", "bids": [[price, quantity]], "asks": [[price, quantity]], "time": 1})
            plain.pop(price, None)
            if quantity != "0":
                plain[price] = quantity
            rising = sorted(plain.items(), key=lambda level: float(level[0]))
            self.assertEqual(book.asks, rising)
            self.assertEqual(book.bids, rising[::-1])

    def test_a_snapshot_replaces_the_book_and_one_price_has_one_level(self):
        book = OrderBook()
        book.apply(snapshot("10"))
        book.apply(diff("10.0"))
        self.assertEqual(book.bids, [("10.0", "2")])
        book.apply(snapshot("9"))
        self.assertEqual(book.bids, [("9", "1")])


class Keys(unittest.TestCase):
    def test_a_form_is_signed_behind_its_query(self):
        text = hmac_key("key", "s", recv_window_ms=5).signed_text("b=2", "type=login")
        payload, signature = text.split("&signature=")
        self.assertRegex(payload, r"^b=2&timestamp=\d{13}&recvWindow=5$")
        self.assertEqual(signature, hmac.new(b"s", f"type=login{payload}".encode(), hashlib.sha256).hexdigest())


class Streams(unittest.IsolatedAsyncioTestCase):
    async def test_a_gap_in_a_book_causes_a_new_subscription_and_no_follower_sees_it(self):
        async with Exchange() as exchange, Stream(exchange.url) as stream:
            books = stream.book("BTC/USDT")
            first = asyncio.create_task(anext(books))
            await exchange.asked("subscribe", 1)
            await exchange.push("depth:BTC/USDT", 1, snapshot("10"))
            self.assertEqual((await first).bids, [("10", "1")])
            await exchange.push("depth:BTC/USDT", 3, diff("11"))
            await exchange.asked("unsubscribe", 1)
            await exchange.asked("subscribe", 2)
            await exchange.push("depth:BTC/USDT", 9, snapshot("20"))
            self.assertEqual((await anext(books)).bids, [("20", "1")])
            await exchange.push("depth:BTC/USDT", 10, diff("21"))
            self.assertEqual((await anext(books)).bids, [("21", "2"), ("20", "1")])

    async def test_it_connects_again_and_a_new_snapshot_replaces_the_book(self):
        async with Exchange() as exchange, Stream(exchange.url, retry_min=0.01) as stream:
            books = stream.book("BTC/USDT")
            first = asyncio.create_task(anext(books))
            await exchange.asked("subscribe", 1)
            await exchange.push("depth:BTC/USDT", 4, snapshot("10"))
            await first
            await exchange.sockets[-1].close()
            await exchange.asked("subscribe", 2)
            await exchange.push("depth:BTC/USDT", 1, snapshot("30"))
            self.assertEqual((await anext(books)).bids, [("30", "1")])
            self.assertEqual(stream.opened, 2)

    async def test_a_refusal_is_raised_and_a_lost_answer_is_a_network_error(self):
        async with Exchange() as exchange, Stream(exchange.url, token="t", retry_min=0.01) as stream:
            exchange.codes = {"auth": 200, "cancel": 2006}
            with self.assertRaises(RefusedError) as refused:
                await stream.call("cancel", clientOrderId="x")
            self.assertEqual(refused.exception.code, 2006)
            lost = asyncio.create_task(stream.call("create", clientOrderId="y"))
            await exchange.asked("create", 1)
            await exchange.sockets[-1].close()
            with self.assertRaises(NetworkError) as error:
                await lost
            self.assertEqual(error.exception.kind, "unreachable")

    async def test_private_channels_wait_for_the_log_in_and_a_refused_one_is_tried_again(self):
        async with Exchange() as exchange:
            exchange.codes = {"auth": 1001}
            async with Stream(exchange.url, token="t", retry_min=0.01) as stream:
                orders = stream.subscribe("orders")
                first = asyncio.create_task(anext(orders))
                await exchange.asked("auth", 2)
                self.assertEqual([request for request in exchange.requests if request["op"] == "subscribe"], [])
                exchange.codes = {"auth": 200}
                [request] = await exchange.asked("subscribe", 1)
                self.assertEqual(request["channels"], ["orders"])
                await exchange.push("orders", 1, [{"id": "1"}])
                self.assertEqual(await first, [{"id": "1"}])


if __name__ == "__main__":
    unittest.main()

"""Answers the harness: one line of JSON for each line that it sends."""

import asyncio
import inspect
import json
import os
import sys
import threading
import traceback

url, api_key, secret = (os.environ[name] for name in ("FFT_URL", "FFT_KEY", "FFT_SECRET"))
symbol = "BTCUSDT"


def _answer(fields):
    sys.stdout.write("@@" + json.dumps(fields, default=str) + "\n")
    sys.stdout.flush()


class Orders:
    """What a client knows of its orders by its events."""

    def __init__(self):
        self.known = {}

    def take_report(self, report):
        if report.get("e") == "executionReport":
            name = report.get("C") or report["c"]
            self.known[name] = [report["X"], report["z"]]


async def serve(acts):
    """Runs the acts of an object by name; they may be coroutines."""
    lines = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read():
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    _answer({"ready": True})
    while (line := await lines.get()) is not None:
        given = json.loads(line)
        try:
            answer = getattr(acts, given.pop("does"))(**given)
            if inspect.isawaitable(answer):
                answer = await answer
            _answer(answer if isinstance(answer, dict) else {})
        except Exception:
            _answer({"failed": traceback.format_exc()})
    os._exit(0)


def run(connect):
    """Runs a driver: `connect` is a coroutine that returns its acts."""

    async def main():
        try:
            acts = await connect()
        except Exception:
            _answer({"failed": traceback.format_exc()})
            os._exit(1)
        await serve(acts)

    asyncio.run(main())

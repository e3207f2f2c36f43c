import asyncio

from binance_sdk_spot.rest_api.models import NewOrderSideEnum, NewOrderTimeInForceEnum, NewOrderTypeEnum
from binance_sdk_spot.websocket_streams.models import DiffBookDepthUpdateSpeedEnum, KlineIntervalEnum

from binance_sdk_spot_fft import connect
from local_book import LocalBook
from serve import Orders, api_key, run, secret, symbol, url


class Acts:
    def __init__(self, client):
        self.client, self.kept, self.known, self.last_candle = client, LocalBook(), Orders(), None

    def _create(self, id, side, price, quantity):
        return self.client.rest_api.new_order(
            symbol=symbol,
            side=NewOrderSideEnum[side].value,
            type=NewOrderTypeEnum["LIMIT"].value,
            time_in_force=NewOrderTimeInForceEnum["GTC"].value,
            price=float(price),
            quantity=float(quantity),
            new_client_order_id=id,
        )

    async def place(self, **given):
        await asyncio.to_thread(self._create, **given)

    async def cancel(self, id):
        await asyncio.to_thread(self.client.rest_api.delete_order, symbol=symbol, orig_client_order_id=id)

    async def refuse(self, **given):
        try:
            await asyncio.to_thread(self._create, **given)
        except Exception as refusal:
            return {"code": f"{type(refusal).__name__} {refusal}"}
        return {"code": "none"}

    def book(self):
        return self.kept.view()

    def orders(self):
        return {"orders": self.known.known}

    def candle(self):
        return {"candle": self.last_candle}


def plain(event):
    event = getattr(event, "actual_instance", None) or event
    return event if isinstance(event, dict) else event.model_dump(by_alias=True)


async def main():
    client = connect(url, api_key, secret)
    acts = Acts(client)

    def take_depth(event):
        event = plain(event)
        acts.kept.apply(event["U"], event["u"], event["b"], event["a"])

    def take_candle(event):
        k = plain(plain(event)["k"])
        acts.last_candle = [k["t"], k["o"], k["h"], k["l"], k["c"], k["v"]]

    def take_report(event):
        event = plain(event)
        # Its model of a report has no field `e`.
        if event.get("X") is not None:
            acts.known.take_report({**event, "e": "executionReport"})

    acts.streams = await client.websocket_streams.create_connection()
    speed = DiffBookDepthUpdateSpeedEnum.UPDATE_SPEED_100ms.value
    depth = await acts.streams.diff_book_depth(symbol=symbol.lower(), update_speed=speed)
    depth.on("message", take_depth)
    kline = await acts.streams.kline(symbol=symbol.lower(), interval=KlineIntervalEnum.INTERVAL_1m.value)
    kline.on("message", take_candle)
    acts.api = await client.websocket_api.create_connection()
    user = await acts.api.user_data_stream_subscribe_signature()
    user.stream.on("message", take_report)
    snapshot = (await asyncio.to_thread(client.rest_api.depth, symbol=symbol, limit=5000)).data()
    acts.kept.begin(snapshot.last_update_id, snapshot.bids, snapshot.asks)
    return acts


run(main)

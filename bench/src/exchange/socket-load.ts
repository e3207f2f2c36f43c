import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LoadResult } from './load.ts';
import { turnOf, type Trader, type TradersOrder } from './orders.ts';

export interface SocketLoad {
  readonly url: string;
  readonly traders: readonly Trader[];
  /** Orders of all sockets that are on their way at a time. */
  readonly window: number;
  readonly seconds: number;
  /** Makes the client ids of this run its own. */
  readonly run: string;
  /** Orders in each message; 1 unless told, as a message of its own kind. */
  readonly perMessage?: number;
  /** No more orders a second than this; as fast as they are answered unless told. */
  readonly rate?: number;
}

/** Where a rate is asked for, what is due is looked at this often. */
const stepMs = 2;
const accepted = '"code":200,"message":"OK","data":{"id"';

/** Sends orders by a socket of each trader in turn, a window of them without waiting for answers, and reads every answer. */
export async function sendOrdersBySocket(load: SocketLoad): Promise<LoadResult> {
  const { perMessage = 1, rate = Infinity } = load;
  const sockets = await Promise.all(load.traders.map(({ token }) => logIn(load.url, token)));
  const sentAt: number[] = [];
  const waitsMs: number[] = [];
  let acceptedCount = 0;
  const begun = performance.now();
  const end = begun + load.seconds * 1000;
  const send = (): void => {
    const count = sentAt.push(performance.now()) - 1;
    const turn = count % sockets.length;
    const order = { run: load.run, side: turnOf(load.traders, count).side };
    sockets[turn]?.send(perMessage === 1 ? orderMessage(order, count) : ordersMessage(order, count, perMessage));
  };
  await new Promise<void>((resolve) => {
    const take = (data: Buffer): void => {
      const text = data.toString('latin1');
      const now = performance.now();
      waitsMs.push(now - (sentAt[Number(/"id":(\d+)/.exec(text)?.[1])] ?? 0));
      for (let at = text.indexOf(accepted); at >= 0; at = text.indexOf(accepted, at + 1)) acceptedCount += 1;
      free += 1;
      sendDue(now);
      resolveIfDone(now);
    };
    let free = load.window / perMessage;
    const sendDue = (now: number): void => {
      if (now >= end) return;
      const due = rate === Infinity ? Infinity : ((now - begun) / 1000) * (rate / perMessage);
      for (; free > 0 && sentAt.length <= due; free--) send();
    };
    const resolveIfDone = (now: number): void => {
      if (now < end || waitsMs.length < sentAt.length) return;
      clearInterval(stepping);
      resolve();
    };
    const stepping = setInterval(
      () => {
        sendDue(performance.now());
        resolveIfDone(performance.now());
      },
      rate === Infinity ? load.seconds * 1000 : stepMs,
    );
    for (const socket of sockets) socket.on('message', take);
    sendDue(begun);
  });
  const seconds = (performance.now() - begun) / 1000;
  for (const socket of sockets) socket.terminate();
  waitsMs.sort((one, other) => one - other);
  const waitOf = (part: number): number => Math.round(waitsMs[Math.floor(waitsMs.length * part)] ?? 0);
  return {
    perSecond: Math.round(acceptedCount / seconds),
    p50Ms: waitOf(0.5),
    p99Ms: waitOf(0.99),
    accepted: acceptedCount,
    refused: sentAt.length * perMessage - acceptedCount,
  };
}

async function logIn(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'auth', token }));
  await once(socket, 'message');
  return socket;
}

interface Order {
  readonly run: string;
  readonly side: TradersOrder['side'];
}

function orderMessage(order: Order, id: number): string {
  return `{"op":"create","id":${id},"params":${orderText(order, String(id))}}`;
}

function ordersMessage(order: Order, id: number, count: number): string {
  const orders = Array.from({ length: count }, (_, index) => orderText(order, `${id}-${index}`));
  return `{"op":"createMany","id":${id},"params":{"orders":[${orders.join()}]}}`;
}

function orderText({ run, side }: Order, id: string): string {
  return `{"clientOrderId":"${run}-${id}","symbol":"BTC/USDT","side":"${side}","type":"limit","price":"97000.1","quantity":"0.0001","selfTrade":"cancelOldest"}`;
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LoadResult } from './load.ts';
import type { Trader } from './orders.ts';

export interface SocketLoad {
  readonly url: string;
  readonly traders: readonly Trader[];
  /** Orders of one socket that are on their way at a time. */
  readonly window: number;
  readonly seconds: number;
  /** Makes the client ids of this run its own. */
  readonly run: string;
}

/** Sends orders by one socket for each trader, a window of them without waiting for answers, and reads every answer. */
export async function sendOrdersBySocket(load: SocketLoad): Promise<LoadResult> {
  const begun = performance.now();
  const end = begun + load.seconds * 1000;
  const tallies = await Promise.all(load.traders.map((trader, index) => trade(load, { trader, index, end })));
  const seconds = (performance.now() - begun) / 1000;
  const waits = tallies.flatMap(({ waitsMs }) => waitsMs).toSorted((one, other) => one - other);
  const accepted = tallies.reduce((sum, tally) => sum + tally.accepted, 0);
  return {
    perSecond: Math.round(accepted / seconds),
    p50Ms: Math.round(waits[Math.floor(waits.length * 0.5)] ?? 0),
    p99Ms: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
    accepted,
    refused: tallies.reduce((sum, tally) => sum + tally.refused, 0),
  };
}

interface Turn {
  readonly trader: Trader;
  readonly index: number;
  readonly end: number;
}

async function trade({ url, window, run }: SocketLoad, { trader, index, end }: Turn) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'auth', token: trader.token }));
  await once(socket, 'message');
  const tally = { accepted: 0, refused: 0, waitsMs: [] as number[] };
  const sentAt: number[] = [];
  let isOver = false;
  const send = (): void => {
    const id = sentAt.push(performance.now()) - 1;
    const { side } = trader;
    socket.send(
      `{"op":"create","id":${id},"params":{"clientOrderId":"${run}-${index}-${id}","symbol":"BTC/USDT","side":"${side}","type":"limit","price":"97000.1","quantity":"0.0001"}}`,
    );
  };
  const done = new Promise<void>((resolve) => {
    let pending = window;
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      const id = Number(/"id":(\d+)/.exec(text)?.[1]);
      tally.waitsMs.push(performance.now() - (sentAt[id] ?? 0));
      if (text.includes('"code":200,')) tally.accepted += 1;
      else tally.refused += 1;
      isOver ||= performance.now() > end;
      if (!isOver) return send();
      pending -= 1;
      if (pending === 0) resolve();
    });
  });
  for (let count = 0; count < window; count++) send();
  await done;
  socket.terminate();
  return tally;
}

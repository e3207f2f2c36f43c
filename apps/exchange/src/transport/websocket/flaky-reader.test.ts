import { isDeepStrictEqual } from 'node:util';
import { createStream, OrderBook } from '@fft/client';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let maker: TestCustomer;
let taker: TestCustomer;
const symbol = 'BTC/USDT';

beforeAll(async () => {
  exchange = await startTestExchange();
  maker = await exchange.register('maker');
  taker = await exchange.register('taker');
  await maker.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await taker.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
});
afterAll(() => exchange.stop());

/** A deterministic generator of numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}

interface Weather {
  bad: boolean;
  readonly counts: { lost: number; swapped: number; cut: number };
}

/** A socket that loses and reorders pushes and disconnects at times, while the weather is bad. */
function flakySocket(weather: Weather, random: () => number): typeof WebSocket {
  return class extends WebSocket {
    override addEventListener(type: string, listener: unknown, options?: unknown): void {
      const hear = listener as (event: Event) => void;
      super.addEventListener(type, type === 'message' ? this.#disturbed(hear) : hear, options as EventListenerOptions);
    }

    #disturbed(hear: (event: Event) => void): (event: Event) => void {
      let held: Event | null = null;
      return (event) => {
        const chance = weather.bad && isPush(event) ? random() : 1;
        if (chance < 0.15) {
          weather.counts.lost += 1;
        } else if (chance < 0.3 && held === null) {
          weather.counts.swapped += 1;
          held = event;
        } else {
          hear(event);
          if (held) hear(held);
          held = null;
          if (chance < 0.4) {
            weather.counts.cut += 1;
            this.close();
          }
        }
      };
    }
  };
}

function isPush(event: Event): boolean {
  return 'data' in event && String(event.data).includes('"channel":"depth');
}

test.each([1, 2])(
  'seed %i: a reader that loses, reorders and reconnects ends with the same book as the call',
  async (seed) => {
    const random = seeded(seed);
    const weather: Weather = { bad: true, counts: { lost: 0, swapped: 0, cut: 0 } };
    const book = new OrderBook();
    let last = -1;
    const stream = createStream({
      url: `${exchange.url.replace('http', 'ws')}/ws`,
      WebSocket: flakySocket(weather, random),
      minRetryMs: 5,
      maxRetryMs: 20,
    });
    let beats = 0;
    const steady = createStream({ url: `${exchange.url.replace('http', 'ws')}/ws` });
    steady.subscribe(`depth:${symbol}`, () => (beats += 1));
    /** Waits until a steady reader gets another push, or nothing has changed for a while. */
    const nextBeat = async (): Promise<void> => {
      const had = beats;
      await vi.waitFor(() => expect(beats).toBeGreaterThan(had), { interval: 5, timeout: 120 }).catch(() => undefined);
    };
    let crossed = 0;
    stream.subscribe(`depth:${symbol}`, (push, seq) => {
      book.apply(push);
      last = seq;
      const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]];
      if (bid !== undefined && ask !== undefined && Number(bid) >= Number(ask)) crossed += 1;
    });
    await waitFor(() => expect(last).toBeGreaterThan(-1));
    for (let step = 0; step < 120; step += 1) {
      const isSale = random() < 0.5;
      const price = String(97_000 + Math.floor(random() * 40) + (isSale ? 15 : -15));
      const order = { symbol, type: 'limit', price, quantity: '0.0002', clientOrderId: `s${seed}-${step}` } as const;
      const who = isSale ? maker : taker;
      const { id, state } = await who.call(calls.trade.create, { ...order, side: isSale ? 'sell' : 'buy' });
      if (state === 'processing' && random() < 0.5) await who.call(calls.trade.cancel, { id });
      if (step % 3 === 0) await nextBeat();
    }
    weather.bad = false;
    // Further changes without losses reveal a gap or a missing snapshot.
    const isTheSame = async (): Promise<boolean> => {
      const called = await exchange.anonymous.call(calls.trade.depth, { symbol, limit: 500 });
      return last === called.seq && isDeepStrictEqual([book.bids, book.asks], [called.bids, called.asks]);
    };
    const more = { symbol, type: 'limit', side: 'sell', price: '99000', quantity: '0.0001' } as const;
    for (let change = 0; change < 40 && !(await isTheSame()); change += 1) {
      const { id } = await maker.call(calls.trade.create, { ...more, clientOrderId: `s${seed}-more-${change}` });
      await nextBeat();
      await maker.call(calls.trade.cancel, { id });
      await nextBeat();
    }
    expect(await isTheSame()).toBe(true);
    stream.close();
    steady.close();
    // A book assembled wrongly would have crossed at some time.
    expect(crossed).toBe(0);
    for (const count of Object.values(weather.counts)) expect(count).toBeGreaterThan(0);
  },
);

import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../faults/random.ts';
import type { Ccxt } from './scene.ts';

export const symbol = 'BTC/USDT';
const amount = 0.0002;
const price = 50_000;

/** A bot that quotes and takes around one price, and follows its trades by ccxt pro. */
export interface Bot {
  readonly exchange: Ccxt;
  /** Ids of its orders, by the id that the bot gave; null: the outcome is unknown so far. */
  readonly placed: ReadonlyMap<string, string | null>;
  /** Calls and streams that failed, as they do while the server is away. */
  readonly failures: () => number;
  stop(): Promise<void>;
}

/** Runs a bot until it is stopped. It outlives the server. */
export function startBot(exchange: Ccxt, seed: number): Bot {
  const placed = new Map<string, string | null>();
  const ended = new AbortController();
  let failures = 0;

  async function quote(): Promise<void> {
    for (let index = 0; !ended.signal.aborted; index++) {
      const random = createRandom(seed, index);
      const side = random.oneIn(2) ? 'buy' : 'sell';
      const at = price + (random.below(60) - 20) * (side === 'buy' ? -1 : 1);
      const clientOrderId = `bot-${seed}-${index}`;
      placed.set(clientOrderId, null);
      try {
        const { id = '' } = await exchange.createOrder(symbol, 'limit', side, amount, at, { clientOrderId });
        placed.set(clientOrderId, id);
        if (random.oneIn(8)) await exchange.cancelAllOrders(symbol);
      } catch {
        failures += 1;
        await untilServed();
      }
    }
  }

  /** ccxt must not open a socket before the server is back: it rejects a promise that no one can await. */
  async function untilServed(): Promise<void> {
    while (!ended.signal.aborted && (await exchange.fetchTime().catch(() => null)) === null) await delay(20);
  }

  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await exchange.watchMyTrades(symbol);
      } catch {
        failures += 1;
        await untilServed();
      }
    }
  }

  const quoting = quote();
  // Its last wait ends with the connection.
  void follow();
  return {
    exchange,
    placed,
    failures: () => failures,
    stop: async () => {
      ended.abort();
      await quoting;
    },
  };
}

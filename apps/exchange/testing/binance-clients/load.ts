import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { createRandom } from '../faults/random.ts';

/** Orders that two customers place, fill and cancel without a pause. */
export interface Load {
  /** Orders so far. */
  readonly orders: () => number;
  /** Goes on until the signal; what rests then stays, and the next run goes on with it. */
  run(until: AbortSignal): Promise<void>;
}

/** A load that runs until it is stopped. */
export interface RunningLoad extends Pick<Load, 'orders'> {
  stop(): Promise<void>;
}

const resting = 20;

/** Orders of two customers around one price, some of which trade. */
export function createLoad(customers: readonly [Client, Client], symbol: string, price: number): Load {
  let orders = 0;
  const quotes = customers.map((customer, seed) => ({ customer, seed, open: [] as string[], index: 0 }));

  async function trade(quote: (typeof quotes)[number], until: AbortSignal): Promise<void> {
    const { customer, seed, open } = quote;
    for (; !until.aborted; quote.index++) {
      const random = createRandom(seed, quote.index);
      const side = random.oneIn(2) ? 'buy' : 'sell';
      const at = String(price + random.below(200) * (side === 'buy' ? -1 : 1) + random.below(20) - 10);
      const clientOrderId = `load-${seed}-${quote.index}`;
      const order = { symbol, side, type: 'limit', price: at, quantity: '0.0002', clientOrderId } as const;
      const placed = await customer.call(calls.trade.create, order).catch(() => null);
      orders += 1;
      if (placed?.state === 'processing') open.push(placed.id);
      const [oldest] = open.length > resting ? open.splice(random.below(open.length), 1) : [];
      if (oldest !== undefined) await customer.call(calls.trade.cancel, { id: oldest }).catch(() => null);
    }
  }

  return {
    orders: () => orders,
    run: async (until) => void (await Promise.all(quotes.map((quote) => trade(quote, until)))),
  };
}

/** Starts a load at once. */
export function startLoad(customers: readonly [Client, Client], symbol: string, price: number): RunningLoad {
  const load = createLoad(customers, symbol, price);
  const ended = new AbortController();
  const running = load.run(ended.signal);
  return {
    orders: load.orders,
    stop: async () => {
      ended.abort();
      await running;
    },
  };
}

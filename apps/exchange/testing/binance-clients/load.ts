import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { createRandom } from '../faults/random.ts';

/** Orders that a customer places, fills and cancels without a pause, until stopped. */
export interface Load {
  /** Orders so far. */
  readonly orders: () => number;
  stop(): Promise<void>;
}

const resting = 20;

/** Places orders of two customers around one price, some of which trade. */
export function startLoad(customers: readonly [Client, Client], symbol: string, price: number): Load {
  let orders = 0;
  const ended = new AbortController();

  async function trade(customer: Client, seed: number): Promise<void> {
    const open: string[] = [];
    for (let index = 0; !ended.signal.aborted; index++) {
      const random = createRandom(seed, index);
      const side = random.oneIn(2) ? 'buy' : 'sell';
      const at = String(price + random.below(200) * (side === 'buy' ? -1 : 1) + random.below(20) - 10);
      const clientOrderId = `load-${seed}-${index}`;
      const order = { symbol, side, type: 'limit', price: at, quantity: '0.0002', clientOrderId } as const;
      const placed = await customer.call(calls.trade.create, order).catch(() => null);
      orders += 1;
      if (placed?.state === 'processing') open.push(placed.id);
      const [oldest] = open.length > resting ? open.splice(random.below(open.length), 1) : [];
      if (oldest !== undefined) await customer.call(calls.trade.cancel, { id: oldest }).catch(() => null);
    }
  }

  const running = Promise.all(customers.map(trade));
  return {
    orders: () => orders,
    stop: async () => {
      ended.abort();
      await running;
    },
  };
}

import { NetworkError, type Client } from '@fft/client';
import { calls } from '@fft/contract';

export interface Trading {
  /** Answered orders. */
  count(): number;
  readonly failures: unknown[];
  stop(): Promise<void>;
}

/** Lets two customers trade with each other, so that neither runs out of coins, until it is stopped or the process is gone. */
export function tradeBetween(customers: readonly [Client, Client], name: string): Trading {
  let answered = 0;
  const failures: unknown[] = [];
  const stopping = new AbortController();
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '97000', quantity: '0.0001' } as const;
  async function trade(lane: number): Promise<void> {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const [buyer, seller] = index % 2 === 0 ? customers : customers.toReversed();
      const clientOrderId = `${name}-${lane}-${index}`;
      try {
        await buyer?.call(calls.trade.create, { ...order, side: 'buy', clientOrderId });
        answered += 1;
        await seller?.call(calls.trade.create, { ...order, side: 'sell', timeInForce: 'IOC', clientOrderId });
        answered += 1;
      } catch (error) {
        failures.push(error);
        if (error instanceof NetworkError) return;
      }
    }
  }
  const lanes = Promise.all([0, 1].map(trade));
  return {
    count: () => answered,
    failures,
    stop: async () => {
      stopping.abort();
      await lanes;
    },
  };
}

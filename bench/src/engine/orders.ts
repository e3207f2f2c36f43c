import { type Command, createEngine, type Engine, type MarketRules, silentListener } from '@fft/engine';

const firstCustomer = 1000;
/** A realistic time, far beyond 32 bits. */
export const start = 1_800_000_000_000;

/** BTC in USDT, with fees and a collar. */
export const rules: Omit<MarketRules, 'symbol'> = {
  base: 0,
  quote: 1,
  unitsPerLot: 1,
  unitsPerTickLot: 1,
  minQuantityLots: 1,
  maxQuantityLots: 1_000_000,
  minNotional: 0,
  maxNotional: 1_000_000_000_000,
  makerFeePpm: 1000,
  takerFeePpm: 2000,
  bandPpm: 0,
  collarPpm: 50_000,
  maxOpenOrders: 1_000_000,
  state: 'open',
};

/** An engine with `count` markets of BTC in USDT. */
export function openEngine(markets = 1): Engine {
  const engine = createEngine(silentListener);
  engine.apply({ type: 'openAsset', time: start, asset: { code: 'BTC', decimals: 8 } });
  engine.apply({ type: 'openAsset', time: start, asset: { code: 'USDT', decimals: 6 } });
  for (let index = 0; index < markets; index += 1) {
    engine.apply({ type: 'openMarket', time: start, market: { ...rules, symbol: `M${index}/USDT` } });
  }
  return engine;
}

/** Deposits for a customer. `run` separates the ids of several runs. */
export function deposit(index: number, run = 0, amount = 100_000_000): Command {
  const from = { source: 'chain', kind: 'coin', asset: 1 } as const;
  const owner = firstCustomer + index;
  return { type: 'deposit', time: start, requestId: `d${index}-${run}`, owner, amount, ...from };
}

export interface Bid {
  readonly id: string;
  /** Per customer. */
  readonly index: number;
  readonly priceTicks: number;
  readonly market?: number;
}

/** A bid for one lot. */
export function bid({ id, index, priceTicks, market = 0 }: Bid): Command {
  const plain = { postOnly: false, selfTrade: 'cancelNewest', amount: 0, quantityLots: 1 } as const;
  const kind = { type: 'place', side: 'buy', orderType: 'limit', timeInForce: 'GTC' } as const;
  return { ...kind, ...plain, market, time: start, owner: firstCustomer + index, clientOrderId: id, priceTicks };
}

export function cancelOf({ id, index }: Bid): Command {
  return { type: 'cancel', time: start, owner: firstCustomer + index, orderId: 0, clientOrderId: id };
}

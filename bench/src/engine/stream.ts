import type { Command, MarketRules, PlaceOrder } from '@fft/engine';

/** One step of a stream, as both sides understand it. */
export type Step =
  | {
      readonly type: 'limit';
      readonly id: string;
      readonly isBuy: boolean;
      readonly price: number;
      readonly size: number;
    }
  | { readonly type: 'market'; readonly id: string; readonly isBuy: boolean; readonly size: number }
  | { readonly type: 'cancel'; readonly id: string; readonly isBuy: boolean };

const middle = 10_000;
const spread = 60;
const ownersEachSide = 50;
const openOrders = 1200;
/** Of the steps that don't cancel. */
const marketShare = 0.1;

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Limit orders around a middle price (a tenth of them reach across it) with about 1,000 open at a time, as many cancels, some of which
 * come after the order was filled, and 5 % market orders; without end.
 */
export function* endlessSteps(seed: number): Generator<Step, never> {
  const random = seeded(seed);
  const open: { id: string; isBuy: boolean }[] = [];
  for (let index = 0; ; index += 1) {
    const isBuy = random() < 0.5;
    const id = `order-${index}`;
    const size = 1 + Math.floor(random() * 20);
    const at = Math.floor(random() * open.length);
    const cancelled = open.length > openOrders ? open[at] : undefined;
    if (cancelled !== undefined) {
      open[at] = open.at(-1) ?? cancelled;
      open.pop();
      yield { type: 'cancel', ...cancelled };
    } else if (random() < marketShare) {
      yield { type: 'market', id, isBuy, size };
    } else {
      const distance = Math.floor(random() * spread) - spread / 10;
      yield { type: 'limit', id, isBuy, size, price: isBuy ? middle - distance : middle + 1 + distance };
      open.push({ id, isBuy });
    }
  }
}

/** The first so many of {@link endlessSteps}. */
export function makeStream(seed: number, length: number): Step[] {
  const steps = endlessSteps(seed);
  return Array.from({ length }, () => steps.next().value);
}

const benchMarket: MarketRules = {
  symbol: 'BTC/USDT',
  base: 0,
  quote: 1,
  unitsPerLot: 1000,
  unitsPerTickLot: 10,
  minQuantityLots: 1,
  maxQuantityLots: 1_000_000,
  minNotional: 1000,
  maxNotional: 1_000_000_000_000,
  makerFeePpm: 1000,
  takerFeePpm: 1000,
  bandPpm: 500_000,
  collarPpm: 1_000_000,
  maxOpenOrders: 1_000_000,
  state: 'open',
};

/** Assets, the market, and money for everyone. */
export function setUp(): Command[] {
  const commands: Command[] = [
    { type: 'openAsset', time: 1, asset: { code: 'BTC', decimals: 8 } },
    { type: 'openAsset', time: 1, asset: { code: 'USDT', decimals: 6 } },
    { type: 'openMarket', time: 1, market: benchMarket },
  ];
  for (let owner = 1000; owner < 1000 + 2 * ownersEachSide; owner += 1) {
    for (const asset of [0, 1]) {
      commands.push({
        type: 'deposit',
        time: 1,
        requestId: `fund-${owner}-${asset}`,
        source: 'chain',
        owner,
        kind: 'coin',
        asset,
        amount: 50_000_000_000_000,
      });
    }
  }
  return commands;
}

const batchSize = 500;

/** Takes the time of each part of a piece of work. */
export interface Watch {
  measure(part: number, work: () => void): void;
}

/**
 * Runs a stream in batches, each a part of what `time` measures. A batch is made just before, outside the clock: as in a server, what is applied was decoded a
 * moment ago.
 */
export function timeBatches<T>(
  steps: readonly Step[],
  time: Watch,
  make: (batch: readonly Step[]) => T,
  apply: (made: T) => void,
): void {
  for (let from = 0; from < steps.length; from += batchSize) {
    const made = make(steps.slice(from, from + batchSize));
    time.measure(from / batchSize, () => apply(made));
  }
}

/** Steps as commands. Buyers and sellers are different owners, since the peer's orders have none and can't meet themselves. */
export function toCommands(steps: readonly Step[]): Command[] {
  return steps.map((step): Command => {
    const number = Number(step.id.slice(step.id.indexOf('-') + 1)) % ownersEachSide;
    const owner = 1000 + number + (step.isBuy ? 0 : ownersEachSide);
    const time = 2;
    if (step.type === 'cancel') return { type: 'cancel', time, owner, orderId: 0, clientOrderId: step.id };
    const order: PlaceOrder = {
      type: 'place',
      time,
      owner,
      clientOrderId: step.id,
      market: 0,
      side: step.isBuy ? 'buy' : 'sell',
      orderType: step.type,
      timeInForce: 'GTC',
      postOnly: false,
      selfTrade: 'cancelNewest',
      priceTicks: step.type === 'limit' ? step.price : 0,
      quantityLots: step.size,
      amount: 0,
    };
    return order;
  });
}

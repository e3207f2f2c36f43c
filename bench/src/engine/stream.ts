import type { Command, MarketRules, PlaceOrder } from '@fft/engine';

/** One step of a stream, for both sides. */
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
/** Index among the steps that don't cancel. */
const marketShare = 0.1;

/** Reproducible numbers from 0 up to 1 (mulberry32). */
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
 * An endless stream: limit orders around a middle price (a tenth of them cross) with about 1,000 open at a time, as many cancels, some of them
 * too late, and 5 % market orders.
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

/** The first `count` of {@link endlessSteps}. */
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

/** Assets, the market, and deposits. */
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

/** Times each part of the work. */
export interface Watch {
  measure(part: number, work: () => void): void;
}

/**
 * Runs a stream in batches, each a part that `time` measures. A batch is built immediately before, outside the measurement: a server, too,
 * has just decoded what it applies.
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

/** Converts steps to commands. Buyers and sellers are different owners, as the peer's orders have no owners and no self-trades. */
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

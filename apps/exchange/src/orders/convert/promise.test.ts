import { createEngine, type MarketRules, type PlaceOrder } from '@fft/engine';
import { parseDecimal } from '@fft/decimal';
import { buildDeposit, buildOrder, EventRecorder, listing, testMarket } from '@fft/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Directory } from '../../ledger/listings/directory.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { quoteFor } from './quote.ts';

const anna = 1000;
const decimals = { BTC: 8, USDT: 6 } as const;
type Coin = keyof typeof decimals;

const rates = fc.oneof(fc.constantFrom(0, 1_000, 1_337, 999_999), fc.integer({ min: 0, max: 20_000 }));

/** Orders of others, some of them icebergs, and now and then one of the customer. */
const resting = (side: 'buy' | 'sell', min: number, max: number) =>
  fc.array(
    fc.record({
      side: fc.constant(side),
      owner: fc.constantFrom(1001, 1001, 1001, 1002, anna),
      priceTicks: fc.integer({ min, max }),
      quantityLots: fc.integer({ min: 1, max: 60 }),
      shown: fc.constantFrom(0, 0, 1, 3),
    }),
    { maxLength: 14 },
  );

const scene = fc.record({
  bids: resting('buy', 9_700, 9_999),
  asks: resting('sell', 10_000, 10_300),
  feePpm: rates,
  unitsPerLot: fc.constantFrom(1, 8, 1_000),
  unitsPerTickLot: fc.constantFrom(1, 3, 10),
  maxFillsPerCommand: fc.constantFrom(3, 8, 1_000),
  from: fc.constantFrom<Coin>('BTC', 'USDT'),
  units: fc.integer({ min: 1, max: 4_000_000 }),
  /** Orders that come between the quote and its acceptance: better ones, in small pieces. */
  between: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 }),
});
type Scene = (typeof scene extends fc.Arbitrary<infer Value> ? Value : never) & { readonly from: Coin };

function open({ bids, asks, feePpm, unitsPerLot, unitsPerTickLot, maxFillsPerCommand }: Scene) {
  const recorder = new EventRecorder();
  const engine = createEngine(recorder);
  const rules: MarketRules = {
    ...testMarket,
    unitsPerLot,
    unitsPerTickLot,
    maxFillsPerCommand,
    makerFeePpm: 0,
    takerFeePpm: Math.min(feePpm, 100_000),
    collarPpm: 100_000,
    maxIcebergParts: 100,
  };
  for (const command of listing([rules])) engine.apply(command);
  for (const owner of [anna, 1001, 1002]) {
    for (const asset of [0, 1]) engine.apply(buildDeposit({ owner, asset, amount: 1_000_000_000_000 }));
  }
  for (const { shown, ...order } of [...bids, ...asks]) {
    engine.apply(buildOrder({ ...order, ...(shown > 0 && shown < order.quantityLots && { visibleLots: shown }) }));
  }
  return { engine, recorder, directory: new Directory(engine) };
}

const unitsOf = (text: string, coin: Coin): number => {
  const parsed = parseDecimal(text, decimals[coin]);
  return parsed.ok ? parsed.units : expect.unreachable(text);
};

/** A decimal of so many units. */
const textOf = (units: number, coin: Coin): string => {
  const digits = String(units).padStart(decimals[coin] + 1, '0');
  return `${digits.slice(0, -decimals[coin])}.${digits.slice(-decimals[coin])}`;
};

/** What became of a conversion. */
function convertIn(given: Scene): string {
  const { engine, recorder, directory } = open(given);
  const { from, units, between } = given;
  const to = from === 'BTC' ? 'USDT' : 'BTC';
  const [fromAsset, toAsset] = from === 'BTC' ? [0, 1] : [1, 0];
  const held = (asset: number): number => {
    const { available, frozen } = engine.balance(anna, 'coin', asset);
    return available + frozen;
  };
  const time = engine.time;
  let quote;
  try {
    quote = quoteFor({ directory, host: { engine } }, { from, to, amount: textOf(units, from), owner: anna, time });
  } catch (error) {
    if (error instanceof Refusal) return error.name;
    throw error;
  }
  const view = directory.market('BTC/USDT') ?? expect.unreachable();
  const order: PlaceOrder = buildOrder({
    owner: anna,
    side: quote.side,
    timeInForce: 'FOK',
    priceTicks: Math.round((Number(quote.price) * 10 ** view.pricePlaces) / view.tickMantissa),
    quantityLots: Math.round((Number(quote.quantity) * 10 ** view.quantityPlaces) / view.lotMantissa),
  });
  const best = engine.depth(0, 1)[quote.side === 'buy' ? 'asks' : 'bids'][0]?.[0] ?? expect.unreachable();
  for (const quantityLots of between) {
    const [side, priceTicks] = quote.side === 'buy' ? (['sell', best - 1] as const) : (['buy', best + 1] as const);
    engine.apply(buildOrder({ owner: 1002, side, priceTicks, quantityLots, postOnly: true }));
  }
  const [paidBefore, gotBefore] = [held(fromAsset), held(toAsset)];
  recorder.take();
  engine.apply(order);
  engine.validate();
  const refused = recorder.take().find((line) => line.startsWith('rejected '));
  const [paid, got] = [paidBefore - held(fromAsset), held(toAsset) - gotBefore];
  if (refused !== undefined) {
    expect([paid, got]).toEqual([0, 0]);
    // More orders may need more fills than a command makes.
    expect([refused, between.length > 0]).toEqual(['rejected fillOrKillUnfillable', true]);
    return 'moved';
  }
  expect(paid).toBeLessThanOrEqual(unitsOf(quote.payMax, from));
  expect(unitsOf(quote.payMax, from)).toBeLessThanOrEqual(units);
  expect(got).toBeGreaterThanOrEqual(unitsOf(quote.receiveMin, to));
  if (between.length === 0) {
    expect([paid, got]).toEqual([unitsOf(quote.pay, from), unitsOf(quote.receive, to)]);
  }
  return 'converted';
}

test('a quote is what an order fills, own orders and odd fees included, and what it promises holds also if better orders come', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(scene, (given) => {
      seen.add(convertIn(given));
    }),
    { numRuns: 3_000, seed: 54 },
  );
  const reached = ['converted', 'moved', 'ownOrderInWay', 'conversionTooLarge', 'noLiquidity', 'quantityTooSmall'];
  expect([...seen].toSorted()).toEqual(reached.toSorted());
});

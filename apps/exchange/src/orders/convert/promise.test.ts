import { createEngine, type MarketRules } from '@fft/engine';
import { parseDecimal } from '@fft/decimal';
import { buildDeposit, buildOrder, EventRecorder, listing, testMarket } from '@fft/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Directory } from '../../ledger/listings/directory.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { conversionCommand, findConversion } from './find-conversion.ts';
import { quoteFor } from './quote.ts';

const anna = 1000;
const decimals = { BTC: 8, USDT: 6, ETH: 8 } as const;
type Coin = keyof typeof decimals;
/** By asset id. */
const coins: readonly Coin[] = ['BTC', 'USDT', 'ETH'];

const rates = fc.oneof(fc.constantFrom(0, 1_000, 1_337, 999_999), fc.integer({ min: 0, max: 20_000 }));

/** Orders of others, some of them icebergs, and now and then one of the customer. */
const resting = (side: 'buy' | 'sell', min: number, max: number) =>
  fc.array(
    fc.record({
      market: fc.constantFrom(0, 0, 1),
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
  from: fc.constantFrom(...coins),
  to: fc.constantFrom(...coins),
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
    orderRules: 1,
  };
  const others = { ...rules, symbol: 'ETH/USDT', base: 2 };
  for (const command of listing([rules, others])) engine.apply(command);
  for (const owner of [anna, 1001, 1002]) {
    for (const asset of coins.keys()) engine.apply(buildDeposit({ owner, asset, amount: 1_000_000_000_000 }));
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
  const { from, to, units, between } = given;
  if (from === to) return 'converted';
  const held = (coin: Coin): number => {
    const { available, frozen } = engine.balance(anna, 'coin', coins.indexOf(coin));
    return available + frozen;
  };
  const source = { directory, host: { engine } };
  const wanted = { from, to, amount: textOf(units, from), owner: anna, time: engine.time };
  let found;
  try {
    found = findConversion(source, wanted);
  } catch (error) {
    if (error instanceof Refusal) return error.name;
    throw error;
  }
  const quote = quoteFor(source, wanted);
  const command = conversionCommand(found, { owner: anna, ids: ['one', 'two'] });
  const [leg] = found.legs;
  if (leg === undefined) return expect.unreachable();
  const best = engine.depth(leg.view.id, 1)[leg.side === 'buy' ? 'asks' : 'bids'][0]?.[0] ?? expect.unreachable();
  for (const quantityLots of between) {
    const [side, priceTicks] = leg.side === 'buy' ? (['sell', best - 1] as const) : (['buy', best + 1] as const);
    engine.apply(buildOrder({ owner: 1002, market: leg.view.id, side, priceTicks, quantityLots, postOnly: true }));
  }
  const before = coins.map(held);
  recorder.take();
  engine.apply({ ...command, time: engine.time });
  engine.validate();
  const refused = recorder.take().find((line) => line.startsWith('rejected '));
  const changes = new Map(coins.map((coin, index) => [coin, held(coin) - (before[index] ?? 0)]));
  if (refused !== undefined) {
    expect([...changes.values()]).toEqual([0, 0, 0]);
    // More orders may need more fills than a command makes, or more fees that are rounded up.
    expect(between.length).toBeGreaterThan(0);
    expect(refused).toMatch(/^rejected (?:fillOrKillUnfillable|receivesTooLittle)$/);
    return 'moved';
  }
  const [paid, got] = [-(changes.get(from) ?? 0), changes.get(to) ?? 0];
  const [onlyLeg, last] = [found.legs[0], found.legs.at(-1)];
  const step =
    onlyLeg?.side === 'sell' ? onlyLeg.view.rules.unitsPerLot : best * (onlyLeg?.view.rules.unitsPerTickLot ?? 0);
  // Spent is all but what pays for no lot: a worse price costs more, so the best one bounds it from below.
  expect(paid).toBeLessThanOrEqual(units);
  expect(units - paid).toBeLessThan(
    Math.max(step, (onlyLeg?.priceTicks ?? 0) * (onlyLeg?.view.rules.unitsPerTickLot ?? 0)),
  );
  expect(got).toBeGreaterThanOrEqual(unitsOf(quote.receiveMin, to));
  if (between.length === 0) {
    expect([paid, got]).toEqual([unitsOf(quote.pay, from), unitsOf(quote.receive, to)]);
    expect(last?.receive).toBe(got);
  }
  return found.legs.length > 1 ? 'convertedOverTwo' : 'converted';
}

test('a quote is what an order fills, own orders and odd fees included, and what it promises holds also if better orders come', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(scene, (given) => {
      seen.add(convertIn(given));
    }),
    { numRuns: 4_000, seed: 54 },
  );
  const reached = [
    'converted',
    'convertedOverTwo',
    'moved',
    'ownOrderInWay',
    'conversionTooLarge',
    'conversionTooSmall',
    'noLiquidity',
    'quantityTooSmall',
  ];
  expect([...seen].toSorted()).toEqual(reached.toSorted());
});

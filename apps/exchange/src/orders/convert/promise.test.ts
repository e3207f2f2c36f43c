import { createEngine, type Engine, type MarketRules } from '@fft/engine';
import { parseDecimal } from '@fft/decimal';
import { buildDeposit, buildOrder, EventRecorder, listing, testMarket } from '@fft/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Directory } from '../../ledger/listings/directory.ts';
import { Refusal } from '../../refusals/refusal.ts';
import {
  conversionCommand,
  type ConversionLeg,
  type ConversionSource,
  findConversion,
  type FoundConversion,
  type Wanted,
} from './find-conversion.ts';
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

/** A decimal of so many units. */
const textOf = (units: number, coin: Coin): string => {
  const digits = String(units).padStart(decimals[coin] + 1, '0');
  return `${digits.slice(0, -decimals[coin])}.${digits.slice(-decimals[coin])}`;
};

const unitsOf = (text: string, coin: Coin): number => {
  const parsed = parseDecimal(text, decimals[coin]);
  return parsed.ok ? parsed.units : expect.unreachable(text);
};

/** Puts better orders in small pieces before the one that a leg needs first. */
function comeBetween(engine: Engine, { view, side }: ConversionLeg, between: readonly number[]): void {
  const { bids, asks } = engine.depth(view.id, 1);
  const best = (side === 'buy' ? asks : bids)[0]?.[0] ?? expect.unreachable();
  for (const quantityLots of between) {
    const better = side === 'buy' ? { side: 'sell', priceTicks: best - 1 } : { side: 'buy', priceTicks: best + 1 };
    engine.apply(buildOrder({ owner: 1002, market: view.id, quantityLots, postOnly: true, ...(better as object) }));
  }
}

/** The most units of an amount that pay for no lot. */
function leastStep({ view: { rules }, side, priceTicks }: ConversionLeg): number {
  return side === 'sell' ? rules.unitsPerLot : priceTicks * rules.unitsPerTickLot;
}

/** What became of a conversion. */
function convertIn(given: Scene): string {
  const { engine, recorder, directory } = open(given);
  const { from, to, units, between } = given;
  const held = () =>
    coins.map((_, asset) => {
      const { available, frozen } = engine.balance(anna, 'coin', asset);
      return available + frozen;
    });
  const source = { directory, host: { engine } };
  const wanted = { from, to, amount: textOf(units, from), owner: anna, time: engine.time };
  const found = foundIn(source, wanted);
  if (typeof found === 'string') return found;
  const quote = quoteFor(source, wanted);
  const [first = expect.unreachable(), second] = found.legs;
  comeBetween(engine, first, between);
  const before = held();
  recorder.take();
  engine.apply({ ...conversionCommand(found, { owner: anna, ids: ['one', 'two'] }), time: engine.time });
  engine.validate();
  const refused = recorder.take().find((line) => line.startsWith('rejected '));
  const changes = held().map((now, asset) => now - (before[asset] ?? 0));
  if (refused !== undefined) {
    expect(changes).toEqual([0, 0, 0]);
    // More orders may need more fills than a command makes, or more fees that are rounded up.
    expect(between.length).toBeGreaterThan(0);
    expect(refused).toMatch(/^rejected (?:fillOrKillUnfillable|receivesTooLittle)$/);
    return 'moved';
  }
  const [paid, got] = [-(changes[coins.indexOf(from)] ?? 0), changes[coins.indexOf(to)] ?? 0];
  expect(paid).toBeLessThanOrEqual(units);
  expect(units - paid).toBeLessThan(leastStep(first));
  expect(got).toBeGreaterThanOrEqual(unitsOf(quote.receiveMin, to));
  if (between.length === 0) expect([paid, got]).toEqual([unitsOf(quote.pay, from), unitsOf(quote.receive, to)]);
  return second === undefined ? 'converted' : 'convertedOverTwo';
}

/** The conversion, or the name of its refusal. */
function foundIn(source: ConversionSource, wanted: Wanted): FoundConversion | string {
  try {
    return findConversion(source, wanted);
  } catch (error) {
    if (error instanceof Refusal) return error.name;
    throw error;
  }
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
    'unknownMarket',
  ];
  expect([...seen].toSorted()).toEqual(reached.toSorted());
});

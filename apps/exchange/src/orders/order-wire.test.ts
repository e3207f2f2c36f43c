import { type AssetRules, createEngine, type MarketRules, silentListener } from '@fft/engine';
import { buildOrder } from '@fft/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Directory } from '../ledger/listings/directory.ts';
import { marketRulesOf } from '../ledger/listings/market-rules.ts';
import { assetSeeds, marketSeeds } from '../ledger/listings/seeds.ts';
import { newOrderRecord } from '../ledger/replica/order-record.ts';
import { orderWire } from './order-wire.ts';

const assets: readonly AssetRules[] = assetSeeds.map(({ code, decimals }) => ({ code, decimals }));
const markets: readonly MarketRules[] = marketSeeds.map((seed) => marketRulesOf(seed, assetSeeds));

function openDirectory(): Directory {
  const engine = createEngine(silentListener);
  for (const asset of assets) engine.apply({ type: 'openAsset', time: 1, asset });
  for (const market of markets) engine.apply({ type: 'openMarket', time: 1, market });
  return new Directory(engine);
}

/** Fills of an order in a market, up to the largest safe integers: at one price, or at several. */
const filled = fc
  .integer({ min: 0, max: markets.length - 1 })
  .chain((market) => {
    const perLot = markets[market]?.unitsPerTickLot ?? 1;
    const maxLots = Math.floor(Number.MAX_SAFE_INTEGER / perLot);
    return fc.tuple(fc.constant(market), fc.integer({ min: 1, max: maxLots }), fc.constant(perLot));
  })
  .chain(([market, lots, perLot]) => {
    const max = Number.MAX_SAFE_INTEGER;
    const atOnePrice = fc
      .integer({ min: 1, max: Math.floor(max / (lots * perLot)) })
      .map((ticks) => ticks * lots * perLot);
    const notional = fc.oneof(atOnePrice, fc.integer({ min: lots * perLot, max }));
    return fc.record({ market: fc.constant(market), lots: fc.constant(lots), perLot: fc.constant(perLot), notional });
  });

test('the average price is the notional over the quantity, to two places beyond a price, and none is nearer', () => {
  const directory = openDirectory();
  fc.assert(
    fc.property(filled, ({ market, lots, perLot, notional }) => {
      const record = { ...newOrderRecord(1, buildOrder({ market }), 1), filledLots: lots, filledNotional: notional };
      const { tickMantissa, pricePlaces } = directory.marketById(market);
      const average = orderWire(directory, record).average ?? '';
      expect(average.split('.')[1]).toHaveLength(pricePlaces + 2);
      // Notional over perTick counts ticks, and a tick is so many hundreds of the average's last place.
      const perTick = BigInt(lots) * BigInt(perLot);
      const shown = BigInt(average.replace('.', ''));
      const away = shown * perTick - BigInt(notional) * BigInt(tickMantissa) * 100n;
      const twice = 2n * (away < 0n ? -away : away);
      expect(twice < perTick || (twice === perTick && shown % 2n === 0n)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('an order without fills has no average price', () => {
  expect(orderWire(openDirectory(), newOrderRecord(1, buildOrder(), 1)).average).toBeNull();
});

import { listing, openTestEngine, testMarket } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, MarketRules } from './command.ts';

const most = Number.MAX_SAFE_INTEGER;

/** Wrong values that a journal may contain in place of a count. */
const noCounts: unknown[] = [-1, 0.5, Number.NaN, Infinity, most + 1, '1', null, undefined];
const noPositives: unknown[] = [0, ...noCounts];
const positives = [
  'unitsPerLot',
  'unitsPerTickLot',
  'minQuantityLots',
  'maxQuantityLots',
  'maxNotional',
  'maxOpenOrders',
];
const rates = ['makerFeePpm', 'takerFeePpm', 'bandPpm', 'collarPpm'];

function each(names: readonly string[], values: readonly unknown[]): Record<string, unknown>[] {
  return names.flatMap((name) => values.map((value) => ({ [name]: value })));
}

const wrongMarkets: Record<string, unknown>[] = [
  ...each(
    ['symbol'],
    ['', 'BTC', 'BTC/', '/USDT', 'btc/USDT', 'BTC/usdt', 'BTC/USDT/', ' BTC/USDT', 'BTC-USDT', 5, null],
  ),
  ...each(['symbol'], ['ABCDEFGHIJK/USDT', 'BTC/ABCDEFGHIJK', { toString: () => 'ETH/USDT' }]),
  ...each(['base'], [1]),
  ...each(['state'], ['closed', '', 0, null, undefined]),
  ...each(positives, noPositives),
  ...each(['minNotional'], noCounts),
  ...each(rates, [...noCounts, 1_000_001]),
  ...each(['volatilityPpm'], [-1, 0.5, Number.NaN, '1', null, 1_000_001]),
  ...each(['haltMs', 'auctionMs'], [-1, 0.5, Number.NaN, '1', null]),
  { minQuantityLots: 11, maxQuantityLots: 10 },
  { minNotional: 11, maxNotional: 10 },
  { unitsPerLot: 2, maxQuantityLots: (most + 1) / 2 },
  { volatilityPpm: 1 },
  { volatilityPpm: 1, haltMs: 1 },
  { volatilityPpm: 1, auctionMs: 1 },
  { volatilityPpm: 1, haltMs: 0, auctionMs: 1 },
  { volatilityPpm: 1, haltMs: 1, auctionMs: 0 },
  { volatilityPpm: 0, haltMs: -1, auctionMs: 1 },
  { volatilityPpm: -1, haltMs: 1, auctionMs: 1 },
  { volatilityPpm: 1_000_001, haltMs: 1, auctionMs: 1 },
];

const rightMarkets: Partial<MarketRules>[] = [
  { symbol: 'A/B' },
  { symbol: 'ABCDEFGHI0/JKLMNOPQR9' },
  { state: 'cancelOnly' },
  { state: 'halted' },
  { state: 'auction' },
  { minQuantityLots: 10, maxQuantityLots: 10 },
  { minNotional: 10, maxNotional: 10 },
  { minNotional: 0, maxNotional: most },
  { unitsPerLot: 1, maxQuantityLots: most },
  { unitsPerTickLot: most, maxOpenOrders: 1 },
  { makerFeePpm: 1_000_000, takerFeePpm: 1_000_000, bandPpm: 1_000_000, collarPpm: 1_000_000 },
  { makerFeePpm: 0, takerFeePpm: 0, bandPpm: 0, collarPpm: 0 },
  { volatilityPpm: 0 },
  { volatilityPpm: 0, haltMs: 0, auctionMs: 0 },
  { volatilityPpm: 1_000_000, haltMs: 1, auctionMs: 1 },
];

const wrongAssets: unknown[] = [
  null,
  undefined,
  'ETC',
  {},
  ...['', 'etc', 'E C', 'ABCDEFGHIJK', 5, null, { toString: () => 'ETC' }].map((code) => ({ code, decimals: 8 })),
  ...[...noCounts, 19].map((decimals) => ({ code: 'ETC', decimals })),
  { code: 'BTC', decimals: 8 },
];

describe.each(bothEngines)('%s', (_name, make) => {
  function openMarket(rules: unknown) {
    const { apply, engine } = openTestEngine(make);
    const before = engine.stateHash();
    const lines = apply({ type: 'openMarket', time: 0, market: rules } as Command);
    return { lines, engine, isChanged: engine.stateHash() !== before };
  }

  test.each(wrongMarkets)('a market with %j is malformed', (wrong) => {
    const { lines, isChanged } = openMarket({ ...testMarket, symbol: 'ETH/BTC', ...wrong });
    expect(lines).toEqual(['rejected malformed']);
    expect(isChanged).toBe(false);
  });

  test.each([null, undefined, 'ETH/BTC', 5])('a market of %j is malformed', (market) => {
    expect(openMarket(market).lines).toEqual(['rejected malformed']);
  });

  test('a symbol is unique', () => {
    expect(openMarket(testMarket).lines).toEqual(['rejected malformed']);
  });

  test.each(each(['base', 'quote'], [3, ...noCounts]))('a market with %j has an unknown asset', (wrong) => {
    expect(openMarket({ ...testMarket, symbol: 'ETH/BTC', ...wrong }).lines).toEqual(['rejected unknownAsset']);
  });

  test.each(rightMarkets)('a market with %j opens with its rules', (right) => {
    const rules = { ...testMarket, symbol: 'ETH/BTC', ...right };
    const { lines, engine } = openMarket(rules);
    expect(lines).toEqual([]);
    expect([engine.markets[1], engine.marketRules(1), engine.marketRules(2)]).toEqual([rules, rules, null]);
  });

  test.each(wrongAssets)('the asset %j is malformed', (asset) => {
    const { apply, engine } = openTestEngine(make);
    expect(apply({ type: 'openAsset', time: 0, asset } as Command)).toEqual(['rejected malformed']);
    expect(engine.assets.length).toBe(3);
  });

  test.each([
    { code: 'A', decimals: 0 },
    { code: 'ABCDEFGH01', decimals: 18 },
  ])('the asset %j opens', (asset) => {
    const { apply, engine } = openTestEngine(make);
    expect(apply({ type: 'openAsset', time: 0, asset })).toEqual([]);
    expect(engine.assets[3]).toEqual(asset);
  });

  test.each(listing().slice(-1))('nothing is opened with an invalid time', (openIt) => {
    const { apply, engine } = openTestEngine(make);
    const asset: Command = { type: 'openAsset', time: -1, asset: { code: 'ETC', decimals: 8 } };
    const market = { ...openIt, time: -1, market: { ...testMarket, symbol: 'ETH/BTC' } } as Command;
    expect(apply(asset, market)).toEqual(['rejected malformed', 'rejected malformed']);
    expect([engine.assets.length, engine.markets.length]).toEqual([3, 1]);
  });

  test.each(['closed', '', 0, null, undefined])('a market is never set to %j', (state) => {
    const { apply, engine } = openTestEngine(make);
    expect(apply({ type: 'setMarketState', time: 0, market: 0, state } as unknown as Command)).toEqual([
      'rejected malformed',
    ]);
    expect(engine.markets[0]?.state).toBe('open');
  });
});

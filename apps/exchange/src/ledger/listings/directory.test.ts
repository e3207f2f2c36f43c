import { createEngine, silentListener } from '@fft/engine';
import { expect, test } from 'vitest';
import { Directory } from './directory.ts';
import { marketRulesOf } from './market-rules.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

const [first, second] = marketSeeds.map((seed) => marketRulesOf(seed, assetSeeds));

function openDirectory() {
  const engine = createEngine(silentListener);
  for (const { code, decimals } of assetSeeds) engine.apply({ type: 'openAsset', time: 1, asset: { code, decimals } });
  if (first === undefined || second === undefined) throw new Error('no markets to open');
  engine.apply({ type: 'openMarket', time: 1, market: first });
  return { engine, directory: new Directory(engine), first, second };
}

test('a market is found by its symbol and its number, even if it opened after the first lookup', () => {
  const { engine, directory, first, second } = openDirectory();
  expect(directory.market(first.symbol)?.rules).toEqual(first);
  expect(directory.market(second.symbol)).toBeNull();
  expect(() => directory.marketById(1)).toThrow("market 1 isn't open");
  engine.apply({ type: 'openMarket', time: 1, market: second });
  expect(directory.marketById(1).rules).toEqual(second);
  expect(directory.market(second.symbol)?.id).toBe(1);
});

test('a market’s state is current however the market is looked up', () => {
  const { engine, directory, first } = openDirectory();
  const states = (): unknown[] => [
    directory.market(first.symbol)?.rules.state,
    directory.marketById(0).rules.state,
    directory.markets()[0]?.rules.state,
  ];
  expect(states()).toEqual(['open', 'open', 'open']);
  engine.apply({ type: 'setMarketState', time: 2, market: 0, state: 'halted' });
  expect(states()).toEqual(['halted', 'halted', 'halted']);
});

test('a lookup of a known market reads that market alone', () => {
  const { engine, first } = openDirectory();
  let listed = 0;
  const counting = {
    assets: engine.assets,
    get markets() {
      listed += 1;
      return engine.markets;
    },
    marketRules: (market: number) => engine.marketRules(market),
  };
  const directory = new Directory(counting);
  directory.market(first.symbol);
  listed = 0;
  directory.market(first.symbol);
  directory.marketById(0);
  expect(listed).toBe(0);
});

test('a coin moves over chains with the decimals that the code knows of it, listed later or not', () => {
  const { engine, directory } = openDirectory();
  const listed = ['BTC', 'DOGE', 'XRP', 'CNY', 'XYZ'].map((code) => [code, directory.isCoinOfChains(code)]);
  expect(Object.fromEntries(listed)).toEqual({ BTC: true, DOGE: false, XRP: false, CNY: false, XYZ: false });
  for (const [code, decimals] of [
    ['DOGE', 6],
    ['XRP', 8],
    ['XYZ', 8],
  ] as const)
    engine.apply({ type: 'openAsset', time: 2, asset: { code, decimals } });
  expect(['DOGE', 'XRP', 'XYZ'].map((code) => directory.isCoinOfChains(code))).toEqual([true, false, false]);
  expect(directory.describe('DOGE').name.en).toBe('Dogecoin');
});

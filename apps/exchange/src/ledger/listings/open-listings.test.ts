import { createEngine, type MarketRules } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { describe, expect, test } from 'vitest';
import { EngineHost } from '../replica/engine-host.ts';
import { Gateway } from '../gateway.ts';
import { marketRulesOf } from './market-rules.ts';
import { openListings } from './open-listings.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

test('a market opened before commands had bounds and orders their rules gets both once and keeps its other limits', async () => {
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const gateway = new Gateway({ journal, host, now: () => 1, onFatal: (error) => expect.unreachable(String(error)) });
  const [seed] = marketSeeds;
  if (seed === undefined) throw new Error('no market is seeded');
  for (const code of seed.symbol.split('/')) {
    await gateway.submit({ type: 'openAsset', asset: { code, decimals: 8 } });
  }
  const {
    maxFillsPerCommand: _,
    maxIcebergParts: __,
    orderRules: ___,
    ...rules
  } = marketRulesOf(seed, host.engine.assets);
  const old: MarketRules = { ...rules, takerFeePpm: 7 };
  await gateway.submit({ type: 'openMarket', market: old });

  await openListings(host, gateway);
  expect(host.engine.marketRules(0)).toEqual({ ...old, maxFillsPerCommand: 1000, maxIcebergParts: 100, orderRules: 1 });
  const { sequence } = host;
  await openListings(host, gateway);
  expect(host.sequence).toBe(sequence);
});

describe('an exchange that listed XRP and DOGE, which customers hold', () => {
  async function openOld() {
    const journal = new MemoryJournal();
    const host = new EngineHost(journal, createEngine);
    const gateway = new Gateway({ journal, host, now: () => 1, onFatal: (error) => expect.unreachable(String(error)) });
    for (const code of ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'USDT', 'CNY', 'USD'])
      await gateway.submit({ type: 'openAsset', asset: { code, decimals: /XRP|DOGE|USD|CNY/.test(code) ? 6 : 8 } });
    const [seed] = marketSeeds;
    if (seed === undefined) throw new Error('no market is seeded');
    const market = marketRulesOf({ ...seed, symbol: 'XRP/USDT', tick: '0.0001', lot: '0.01' }, host.engine.assets);
    await gateway.submit({ type: 'openMarket', market });
    const holding = { owner: 1000, kind: 'coin', asset: 3, amount: 7_000_000 } as const;
    await gateway.submit({ type: 'deposit', requestId: 'old', source: 'adjustments', ...holding });
    return { host, gateway };
  }

  test('keeps both, their numbers, their market and what is held; BNB and POL come after all others', async () => {
    const { host, gateway } = await openOld();
    await openListings(host, gateway);
    const codes = host.engine.assets.map(({ code }) => code);
    expect(codes).toEqual(['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'USDT', 'CNY', 'USD', 'BNB', 'POL', 'USDC']);
    expect(host.engine.balance(1000, 'coin', 3).available).toBe(7_000_000);
    expect(host.engine.balance(1000, 'coin', 9).available).toBe(0);
    const symbols = host.engine.markets.map(({ symbol }) => symbol);
    expect(symbols[0]).toBe('XRP/USDT');
    expect(symbols).toEqual(expect.arrayContaining(['BNB/USDT', 'POL/USDT']));
    expect(symbols).not.toContain('DOGE/USDT');
    host.engine.validate();
  });

  test('isn’t given BNB and POL where operators list what they want', async () => {
    const { host, gateway } = await openOld();
    await openListings(host, gateway, { addsToOld: false });
    expect(host.engine.assets.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['BNB']));
    const symbols = host.engine.markets.map(({ symbol }) => symbol);
    expect(symbols).toContain('LTC/USDT');
    expect(symbols.filter((symbol) => /BNB|POL/.test(symbol))).toEqual([]);
  });
});

test('an exchange from before USDC lists it in the demo, and otherwise only where operators do', async () => {
  const open = async (addsToOld: boolean) => {
    const journal = new MemoryJournal();
    const host = new EngineHost(journal, createEngine);
    const gateway = new Gateway({ journal, host, now: () => 1, onFatal: (error) => expect.unreachable(String(error)) });
    for (const { code, decimals } of assetSeeds) {
      if (code !== 'USDC') await gateway.submit({ type: 'openAsset', asset: { code, decimals } });
    }
    for (const seed of marketSeeds) {
      if (seed.symbol !== 'USDC/USDT')
        await gateway.submit({ type: 'openMarket', market: marketRulesOf(seed, host.engine.assets) });
    }
    await openListings(host, gateway, { addsToOld });
    return [...host.engine.assets.map(({ code }) => code), ...host.engine.markets.map(({ symbol }) => symbol)];
  };
  const later = [...assetSeeds.map(({ code }) => code), ...marketSeeds.map(({ symbol }) => symbol)];
  expect(await open(true)).toEqual(later);
  expect(await open(false)).toEqual(later.filter((name) => !name.includes('USDC')));
});

test('a new exchange lists BNB and POL, and neither XRP nor DOGE', async () => {
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const gateway = new Gateway({ journal, host, now: () => 1, onFatal: (error) => expect.unreachable(String(error)) });
  await openListings(host, gateway, { addsToOld: false });
  const codes = host.engine.assets.map(({ code }) => code);
  expect(codes).toEqual(['BTC', 'ETH', 'SOL', 'BNB', 'POL', 'LTC', 'USDT', 'CNY', 'USD', 'USDC']);
  expect(host.engine.markets.map(({ symbol }) => symbol)).toEqual(marketSeeds.map(({ symbol }) => symbol));
});

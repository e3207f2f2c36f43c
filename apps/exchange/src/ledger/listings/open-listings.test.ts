import { createEngine, type MarketRules } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { expect, test } from 'vitest';
import { EngineHost } from '../replica/engine-host.ts';
import { Gateway } from '../gateway.ts';
import { marketRulesOf } from './market-rules.ts';
import { openListings } from './open-listings.ts';
import { marketSeeds } from './seeds.ts';

test('a market opened before commands had bounds gets the default bounds once and keeps its other limits', async () => {
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const gateway = new Gateway({ journal, host, now: () => 1, onFatal: (error) => expect.unreachable(String(error)) });
  const [seed] = marketSeeds;
  if (seed === undefined) throw new Error('no market is seeded');
  for (const code of seed.symbol.split('/')) {
    await gateway.submit({ type: 'openAsset', asset: { code, decimals: 8 } });
  }
  const { maxFillsPerCommand: _, maxIcebergParts: __, ...rules } = marketRulesOf(seed, host.engine.assets);
  const old: MarketRules = { ...rules, takerFeePpm: 7 };
  await gateway.submit({ type: 'openMarket', market: old });

  await openListings(host, gateway);
  expect(host.engine.marketRules(0)).toEqual({ ...old, maxFillsPerCommand: 1000, maxIcebergParts: 100 });
  const { sequence } = host;
  await openListings(host, gateway);
  expect(host.sequence).toBe(sequence);
});

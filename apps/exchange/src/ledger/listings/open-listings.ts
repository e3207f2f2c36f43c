import { limitsOf, defaultMaxFills, defaultMaxIcebergParts } from '@fft/engine';
import type { Gateway } from '../gateway.ts';
import type { EngineHost } from '../replica/engine-host.ts';
import { marketRulesOf } from './market-rules.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

/** Opens, by the journal, what the seeds list and the engine doesn't have yet. Does nothing on a journal that has it all. */
export async function openListings(host: EngineHost, gateway: Gateway): Promise<void> {
  const { engine } = host;
  for (const { code, decimals } of assetSeeds) {
    if (engine.assets.some((asset) => asset.code === code)) continue;
    await gateway.submit({ type: 'openAsset', asset: { code, decimals } });
  }
  for (const seed of marketSeeds) {
    if (engine.markets.some((market) => market.symbol === seed.symbol)) continue;
    await gateway.submit({ type: 'openMarket', market: marketRulesOf(seed, engine.assets) });
  }
  await boundOldMarkets(host, gateway);
}

/**
 * Gives markets that were opened before a command's work had bounds the usual ones. By the journal: what it holds from before keeps the meaning
 * that it had, on every replay.
 */
async function boundOldMarkets({ engine }: EngineHost, gateway: Gateway): Promise<void> {
  for (const [market, rules] of engine.markets.entries()) {
    const { maxFillsPerCommand, maxIcebergParts } = limitsOf(rules);
    if (maxFillsPerCommand && maxIcebergParts) continue;
    const bounds = {
      maxFillsPerCommand: maxFillsPerCommand || defaultMaxFills,
      maxIcebergParts: maxIcebergParts || defaultMaxIcebergParts,
    };
    await gateway.submit({ type: 'setMarketLimits', market, limits: { ...limitsOf(rules), ...bounds } });
  }
}

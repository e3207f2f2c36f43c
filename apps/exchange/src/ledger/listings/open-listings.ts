import { limitsOf, defaultMaxFills, defaultMaxIcebergParts } from '@fft/engine';
import type { Gateway } from '../gateway.ts';
import type { EngineHost } from '../replica/engine-host.ts';
import { marketRulesOf } from './market-rules.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

/** Lists, through the journal, what the seeds have and the engine lacks. Does nothing if the engine has it all. */
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
 * Gives default bounds to markets that were opened before commands had bounds. Goes through the journal, so that older entries keep their meaning on
 * every replay.
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

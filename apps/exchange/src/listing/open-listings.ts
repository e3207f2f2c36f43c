import type { Gateway } from '../trading/gateway.ts';
import type { EngineHost } from '../trading/engine-host.ts';
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
}

import { limitsOf, defaultMaxFills, defaultMaxIcebergParts } from '@fft/engine';
import type { Gateway } from '../gateway.ts';
import type { EngineHost } from '../replica/engine-host.ts';
import { marketRulesOf } from './market-rules.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

/** What new exchanges list in place of XRP and DOGE. */
const laterCoins: ReadonlySet<string> = new Set(['BNB', 'POL']);

interface ListingOptions {
  /** False where operators alone add to what an exchange has listed. */
  readonly addsToOld?: boolean;
}

/**
 * Lists, through the journal, what the seeds have and the engine lacks. Does nothing if the engine has it all. An exchange that was opened with XRP and DOGE keeps
 * them with their markets and numbers, as customers hold them; without `addsToOld` it doesn't get what replaced them.
 */
export async function openListings(
  host: EngineHost,
  gateway: Gateway,
  { addsToOld = true }: ListingOptions = {},
): Promise<void> {
  const { engine } = host;
  const isLeftOut = !addsToOld && engine.assets.some(({ code }) => code === 'XRP');
  const isDue = (codes: readonly string[]): boolean => !isLeftOut || !codes.some((code) => laterCoins.has(code));
  for (const { code, decimals } of assetSeeds) {
    if (!isDue([code]) || engine.assets.some((asset) => asset.code === code)) continue;
    await gateway.submit({ type: 'openAsset', asset: { code, decimals } });
  }
  for (const seed of marketSeeds) {
    if (!isDue(seed.symbol.split('/')) || engine.markets.some((market) => market.symbol === seed.symbol)) continue;
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

import { limitsOf, defaultMaxFills, defaultMaxIcebergParts, latestOrderRules } from '@fft/engine';
import type { Gateway } from '../gateway.ts';
import type { EngineHost } from '../replica/engine-host.ts';
import { marketRulesOf } from './market-rules.ts';
import { assetSeeds, marketSeeds } from './seeds.ts';

/**
 * Coins that new exchanges list and older ones didn't: what an exchange that lacks them listed before. BNB and POL took the place of XRP and DOGE;
 * USDC came after all markets were open.
 */
const laterCoins: Readonly<Record<string, { readonly asset?: string; readonly market?: string }>> = {
  BNB: { asset: 'XRP' },
  POL: { asset: 'XRP' },
  USDC: { market: 'USDT/CNY' },
};

interface ListingOptions {
  /** False where operators alone add to what an exchange has listed. */
  readonly addsToOld?: boolean;
}

/**
 * Lists, through the journal, what the seeds have and the engine lacks. Does nothing if the engine has it all. An exchange that was opened with XRP and DOGE keeps
 * them with their markets and numbers, as customers hold them; without `addsToOld` an older exchange doesn't get what came after it.
 */
export async function openListings(
  host: EngineHost,
  gateway: Gateway,
  { addsToOld = true }: ListingOptions = {},
): Promise<void> {
  const { engine } = host;
  const assets = new Set(engine.assets.map(({ code }) => code));
  const markets = new Set(engine.markets.map(({ symbol }) => symbol));
  const isOlderThan = (coin: string): boolean => {
    const { asset = '', market = '' } = laterCoins[coin] ?? {};
    return assets.has(asset) || markets.has(market);
  };
  const isDue = (codes: readonly string[]): boolean => addsToOld || !codes.some(isOlderThan);
  // Those of one kind go into one batch, in their order.
  const listed = assetSeeds.filter(({ code }) => isDue([code]) && !assets.has(code));
  await Promise.all(
    listed.map(({ code, decimals }) => gateway.submit({ type: 'openAsset', asset: { code, decimals } })),
  );
  const opened = marketSeeds.filter(({ symbol }) => isDue(symbol.split('/')) && !markets.has(symbol));
  await Promise.all(
    opened.map((seed) => gateway.submit({ type: 'openMarket', market: marketRulesOf(seed, engine.assets) })),
  );
  await renewOldMarkets(host, gateway);
}

/**
 * Gives default bounds and the present rules for orders to markets that were opened before them. Goes through the journal, so that older entries keep their meaning on
 * every replay.
 */
async function renewOldMarkets({ engine }: EngineHost, gateway: Gateway): Promise<void> {
  for (const [market, rules] of engine.markets.entries()) {
    const { maxFillsPerCommand, maxIcebergParts, orderRules = 0 } = limitsOf(rules);
    if (maxFillsPerCommand && maxIcebergParts && orderRules >= latestOrderRules) continue;
    const bounds = {
      maxFillsPerCommand: maxFillsPerCommand || defaultMaxFills,
      maxIcebergParts: maxIcebergParts || defaultMaxIcebergParts,
      orderRules: latestOrderRules,
    };
    await gateway.submit({ type: 'setMarketLimits', market, limits: { ...limitsOf(rules), ...bounds } });
  }
}

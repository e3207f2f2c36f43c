import { parseDecimal } from '@fft/decimal';
import type { AssetRules, MarketRules } from '@fft/engine';
import { viewMarket } from './market-view.ts';
import { marketDefaults, type MarketSeed } from './seeds.ts';

/** These rules can't be those of a market; `message` says why. */
export class MarketRulesError extends Error {
  override readonly name = 'MarketRulesError';
}

/**
 * A market's rules in ledger integers.
 * @throws MarketRulesError where an asset isn't listed, or tick × lot isn't a whole number of quote units
 */
export function marketRulesOf(seed: MarketSeed, assets: readonly AssetRules[]): MarketRules {
  const [baseCode = '', quoteCode = ''] = seed.symbol.split('/');
  const base = assets.findIndex(({ code }) => code === baseCode);
  const quote = assets.findIndex(({ code }) => code === quoteCode);
  const baseDecimals = assets[base]?.decimals;
  const quoteDecimals = assets[quote]?.decimals;
  if (baseDecimals === undefined || quoteDecimals === undefined)
    throw new MarketRulesError(`${seed.symbol}: an asset isn't listed`);
  const unitsPerLot = whole(seed.lot, baseDecimals);
  // tick (quote per base) × lot (base), in quote units: both scaled up, then exactly divided.
  const places = 18;
  const product = scaled(seed.tick, places) * scaled(seed.lot, places) * 10n ** BigInt(quoteDecimals);
  const divisor = 10n ** BigInt(2 * places);
  if (product % divisor !== 0n || product === 0n) {
    throw new MarketRulesError(`${seed.symbol}: tick × lot is not a whole number of ${quoteCode} units`);
  }
  const rules: MarketRules = {
    symbol: seed.symbol,
    base,
    quote,
    unitsPerLot,
    unitsPerTickLot: Number(product / divisor),
    minQuantityLots: 1,
    maxQuantityLots: whole(seed.maxQuantity, baseDecimals) / unitsPerLot,
    minNotional: whole(seed.minNotional, quoteDecimals),
    maxNotional: whole(seed.maxNotional, quoteDecimals),
    ...marketDefaults,
    state: 'open',
  };
  const { tickMantissa } = viewMarket(0, rules, assets);
  if (!Number.isSafeInteger(tickMantissa * Math.floor(rules.maxNotional / rules.unitsPerTickLot)))
    throw new MarketRulesError(`${seed.symbol}: its prices have more digits than can be shown`);
  return rules;
}

function whole(text: string, places: number): number {
  const parsed = parseDecimal(text, places);
  if (!parsed.ok) throw new MarketRulesError(`${text} is not a number of at most ${places} places`);
  return parsed.units;
}

function scaled(text: string, places: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(places, '0'));
}

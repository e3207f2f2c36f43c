import { parseDecimal, maxUnits } from '@fft/decimal';
import type { AssetRules, MarketRules } from '@fft/engine';
import { viewMarket } from './market-view.ts';
import { marketDefaults, type MarketSeed } from './seeds.ts';

/** These rules are invalid: names the wrong field, and the reason in `message`. */
export class MarketRulesError extends Error {
  override readonly name = 'MarketRulesError';
  readonly field: keyof MarketSeed;

  constructor(field: keyof MarketSeed, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Converts a market's rules to ledger integers.
 * @throws MarketRulesError if an asset is not listed, tick × lot is not a whole number of quote units, or a figure cannot be counted and printed by the ledger
 */
export function marketRulesOf(seed: MarketSeed, assets: readonly AssetRules[]): MarketRules {
  const [baseCode = '', quoteCode = ''] = seed.symbol.split('/');
  const base = assets.findIndex(({ code }) => code === baseCode);
  const quote = assets.findIndex(({ code }) => code === quoteCode);
  const baseDecimals = assets[base]?.decimals;
  const quoteDecimals = assets[quote]?.decimals;
  if (baseDecimals === undefined || quoteDecimals === undefined)
    throw new MarketRulesError('symbol', `${seed.symbol}: an asset isn't listed`);
  if (base === quote) throw new MarketRulesError('symbol', `${seed.symbol}: base and quote are the same asset`);
  const unitsPerLot = unitsOf(seed, 'lot', baseDecimals);
  const maxQuantity = unitsOf(seed, 'maxQuantity', baseDecimals);
  if (maxQuantity % unitsPerLot !== 0)
    throw new MarketRulesError('maxQuantity', `${seed.maxQuantity} is not a multiple of the lot ${seed.lot}`);
  const rules: MarketRules = {
    symbol: seed.symbol,
    base,
    quote,
    unitsPerLot,
    unitsPerTickLot: unitsPerTickLotOf(seed, quoteDecimals),
    minQuantityLots: 1,
    maxQuantityLots: maxQuantity / unitsPerLot,
    minNotional: unitsOf(seed, 'minNotional', quoteDecimals),
    maxNotional: unitsOf(seed, 'maxNotional', quoteDecimals),
    ...marketDefaults,
    state: 'open',
  };
  if (rules.minNotional > rules.maxNotional)
    throw new MarketRulesError('minNotional', `${seed.minNotional} is more than ${seed.maxNotional}`);
  const { tickMantissa } = viewMarket(0, rules, assets);
  if (!Number.isSafeInteger(tickMantissa * Math.floor(rules.maxNotional / rules.unitsPerTickLot)))
    throw new MarketRulesError('tick', `${seed.symbol}: its prices have more digits than can be displayed`);
  return rules;
}

/** Tick (quote per base) × lot (base) in quote units: both are scaled up, then divided exactly. */
function unitsPerTickLotOf(seed: MarketSeed, quoteDecimals: number): number {
  const places = 18;
  const product = scaled(seed, 'tick', places) * scaled(seed, 'lot', places) * 10n ** BigInt(quoteDecimals);
  const divisor = 10n ** BigInt(2 * places);
  if (product % divisor !== 0n || product === 0n)
    throw new MarketRulesError('tick', `${seed.symbol}: tick × lot is not a whole number of quote units`);
  const units = product / divisor;
  if (units > BigInt(maxUnits)) throw new MarketRulesError('tick', `${seed.symbol}: tick × lot is too large`);
  return Number(units);
}

type Figure = Exclude<keyof MarketSeed, 'symbol'>;

function unitsOf(seed: MarketSeed, field: Figure, places: number): number {
  const parsed = parseDecimal(seed[field], places);
  if (!parsed.ok || (parsed.units === 0 && field !== 'minNotional'))
    throw new MarketRulesError(field, `${seed[field]} is not an amount of at most ${places} places`);
  return parsed.units;
}

function scaled(seed: MarketSeed, field: Figure, places: number): bigint {
  if (!/^\d{1,20}(\.\d{1,18})?$/.test(seed[field])) throw new MarketRulesError(field, `${seed[field]} is not a number`);
  const [integer = '', fraction = ''] = seed[field].split('.');
  return BigInt(integer + fraction.padEnd(places, '0'));
}

import { multiply } from '@fft/decimal';
import type { AssetRules, MarketLimits, MarketRules } from '../command.ts';
import { million } from '../fees/fee.ts';
import { fillsPerCommandLimit } from '../rules/bounds.ts';
import { isCount, isOneOf, isPositive, isRecord } from '../rules/form.ts';

export const marketStates = ['open', 'cancelOnly', 'halted', 'auction'] as const;

const codeForm = /^[A-Z0-9]{1,10}$/;
const symbolForm = /^[A-Z0-9]{1,10}\/[A-Z0-9]{1,10}$/;
const decimalsMax = 18;

/** Whether an asset's rules are of the right form: a code of 1 to 10 capitals and digits, 0 to 18 decimals. */
export function isAssetForm(asset: unknown): asset is AssetRules {
  return (
    isRecord(asset) &&
    typeof asset['code'] === 'string' &&
    codeForm.test(asset['code']) &&
    isCount(asset['decimals']) &&
    asset['decimals'] <= decimalsMax
  );
}

/**
 * Whether a market's rules are of the right form. The greatest quantity must stay a safe integer in base units, so that no quantity
 * within the limits ever leaves the safe range; fees, band and collar are at most the whole.
 */
export function isMarketForm(market: unknown): market is MarketRules {
  if (!isRecord(market)) return false;
  const { symbol, base, quote, state } = market;
  if (typeof symbol !== 'string' || !symbolForm.test(symbol)) return false;
  if (!isCount(base) || !isCount(quote) || base === quote || !isOneOf(marketStates, state)) return false;
  return areLimits(market) && areRates(market) && isHalt(market) && areBounds(market);
}

const limitNames = [
  'minQuantityLots',
  'maxQuantityLots',
  'minNotional',
  'maxNotional',
  'makerFeePpm',
  'takerFeePpm',
  'bandPpm',
  'collarPpm',
  'maxOpenOrders',
  'volatilityPpm',
  'haltMs',
  'auctionMs',
  'maxFillsPerCommand',
  'maxIcebergParts',
] as const satisfies readonly (keyof MarketLimits)[];

/** What of a market's rules may change; 0 for what they don't say. */
export function limitsOf(rules: MarketRules): MarketLimits {
  return Object.fromEntries(limitNames.map((name) => [name, rules[name] ?? 0])) as Record<
    (typeof limitNames)[number],
    number
  >;
}

/** The market's rules with these limits in the place of its own; null where they aren't of the right form. */
export function withLimits(rules: MarketRules, limits: unknown): MarketRules | null {
  if (!isRecord(limits)) return null;
  const given = limitNames.map((name) => [name, limits[name] === undefined ? usualOf[name] : limits[name]] as const);
  if (!given.every(([, value]) => isCount(value))) return null;
  const next = { ...rules, ...Object.fromEntries(given) };
  return isMarketForm(next) ? next : null;
}

/** Limits that journals from before them don't tell. */
const usualOf: Partial<Record<keyof MarketLimits, number>> = { maxFillsPerCommand: 0, maxIcebergParts: 0 };

/** A market that halts itself says for how long. */
function isHalt({ volatilityPpm = 0, haltMs = 0, auctionMs = 0 }: Record<string, unknown>): boolean {
  if (!isCount(volatilityPpm) || !isCount(haltMs) || !isCount(auctionMs) || volatilityPpm > million) return false;
  return volatilityPpm === 0 || (haltMs > 0 && auctionMs > 0);
}

function areBounds({ maxOpenOrders, maxFillsPerCommand = 0, maxIcebergParts = 0 }: Record<string, unknown>): boolean {
  if (!isPositive(maxOpenOrders) || !isCount(maxFillsPerCommand) || !isCount(maxIcebergParts)) return false;
  return maxFillsPerCommand <= fillsPerCommandLimit;
}

function areLimits(market: Record<string, unknown>): boolean {
  const { unitsPerLot, unitsPerTickLot, minQuantityLots, maxQuantityLots, minNotional, maxNotional } = market;
  if (!isPositive(unitsPerLot) || !isPositive(unitsPerTickLot)) return false;
  if (!isPositive(minQuantityLots) || !isPositive(maxQuantityLots) || minQuantityLots > maxQuantityLots) return false;
  if (!isCount(minNotional) || !isPositive(maxNotional) || minNotional > maxNotional) return false;
  return Number.isSafeInteger(maxQuantityLots * unitsPerLot);
}

function areRates(market: Record<string, unknown>): boolean {
  const { makerFeePpm, takerFeePpm, bandPpm, collarPpm } = market;
  return [makerFeePpm, takerFeePpm, bandPpm, collarPpm].every((rate) => isCount(rate) && rate <= million);
}

/** Base units of a quantity; the market's form makes sure that they are safe. */
export function baseUnits(rules: MarketRules, lots: number): number {
  return lots * rules.unitsPerLot;
}

/** Quote units of a quantity at a price. For what stands in a book they are safe, since it was let in by its notional. */
export function notionalOf(rules: MarketRules, priceTicks: number, lots: number): number {
  return multiply(multiply(priceTicks, lots), rules.unitsPerTickLot);
}

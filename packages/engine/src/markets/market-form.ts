import { multiply } from '@fft/decimal';
import type { AssetRules, MarketLimits, MarketRules } from '../command.ts';
import { million } from '../fees/fee.ts';
import { absoluteMaxFills, latestOrderRules } from '../rules/bounds.ts';
import { isCount, isOneOf, isPositive, isRecord } from '../rules/form.ts';

export const marketStates = ['open', 'cancelOnly', 'halted', 'auction'] as const;

const codeForm = /^[A-Z0-9]{1,10}$/;
const symbolForm = /^[A-Z0-9]{1,10}\/[A-Z0-9]{1,10}$/;
const maxDecimals = 18;

/** Checks an asset's rules: a code of 1 to 10 capitals and digits, 0 to 18 decimals. */
export function isWellFormedAsset(asset: unknown): asset is AssetRules {
  return (
    isRecord(asset) &&
    typeof asset['code'] === 'string' &&
    codeForm.test(asset['code']) &&
    isCount(asset['decimals']) &&
    asset['decimals'] <= maxDecimals
  );
}

/**
 * Checks a market's rules. The maximum quantity must be a safe integer in base units, so that no allowed quantity leaves the safe range.
 * Fees, band and collar are at most the whole.
 */
export function isWellFormedMarket(market: unknown): market is MarketRules {
  if (!isRecord(market)) return false;
  const { symbol, base, quote, state } = market;
  if (typeof symbol !== 'string' || !symbolForm.test(symbol)) return false;
  if (!isCount(base) || !isCount(quote) || base === quote || !isOneOf(marketStates, state)) return false;
  return areValidLimits(market) && areValidRates(market) && isValidHalt(market) && areValidBounds(market);
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
  'orderRules',
] as const satisfies readonly (keyof MarketLimits)[];

/** The rules that may change after opening; absent ones are 0. */
export function limitsOf(rules: MarketRules): MarketLimits {
  return Object.fromEntries(limitNames.map((name) => [name, rules[name] ?? 0])) as Record<
    (typeof limitNames)[number],
    number
  >;
}

/** The rules with new limits, or null if those are malformed. */
export function withLimits(rules: MarketRules, limits: unknown): MarketRules | null {
  if (!isRecord(limits)) return null;
  const given = limitNames.map(
    (name) => [name, limits[name] === undefined ? defaultLimits[name] : limits[name]] as const,
  );
  if (!given.every(([, value]) => isCount(value))) return null;
  const next = { ...rules, ...Object.fromEntries(given) };
  return isWellFormedMarket(next) ? next : null;
}

/** Defaults for limits that older journals lack. */
const defaultLimits: Partial<Record<keyof MarketLimits, number>> = {
  maxFillsPerCommand: 0,
  maxIcebergParts: 0,
  orderRules: 0,
};

/** A market that can halt itself must set how long halt and auction last. */
function isValidHalt({ volatilityPpm = 0, haltMs = 0, auctionMs = 0 }: Record<string, unknown>): boolean {
  if (!isCount(volatilityPpm) || !isCount(haltMs) || !isCount(auctionMs) || volatilityPpm > million) return false;
  return volatilityPpm === 0 || (haltMs > 0 && auctionMs > 0);
}

function areValidBounds({
  maxOpenOrders,
  maxFillsPerCommand = 0,
  maxIcebergParts = 0,
  orderRules = 0,
}: Record<string, unknown>): boolean {
  if (!isPositive(maxOpenOrders) || !isCount(maxFillsPerCommand) || !isCount(maxIcebergParts)) return false;
  return maxFillsPerCommand <= absoluteMaxFills && isCount(orderRules) && orderRules <= latestOrderRules;
}

function areValidLimits(market: Record<string, unknown>): boolean {
  const { unitsPerLot, unitsPerTickLot, minQuantityLots, maxQuantityLots, minNotional, maxNotional } = market;
  if (!isPositive(unitsPerLot) || !isPositive(unitsPerTickLot)) return false;
  if (!isPositive(minQuantityLots) || !isPositive(maxQuantityLots) || minQuantityLots > maxQuantityLots) return false;
  if (!isCount(minNotional) || !isPositive(maxNotional) || minNotional > maxNotional) return false;
  return Number.isSafeInteger(maxQuantityLots * unitsPerLot);
}

function areValidRates(market: Record<string, unknown>): boolean {
  const { makerFeePpm, takerFeePpm, bandPpm, collarPpm } = market;
  return [makerFeePpm, takerFeePpm, bandPpm, collarPpm].every((rate) => isCount(rate) && rate <= million);
}

/** Base units of a quantity; safe for every allowed quantity. */
export function baseUnits(rules: MarketRules, lots: number): number {
  return lots * rules.unitsPerLot;
}

/** Quote units of a quantity at a price. Safe for resting orders, as their notional was checked. */
export function notionalOf(rules: MarketRules, priceTicks: number, lots: number): number {
  return multiply(multiply(priceTicks, lots), rules.unitsPerTickLot);
}

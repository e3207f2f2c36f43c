import type { AssetRules, MarketRules } from '../command.ts';

// A command's work is bounded by these, whatever the books hold: a journal may hold any command, and each must end soon and in little memory.

/** Fills of one taker where a new market's rules say nothing else. */
export const usualFillsMax = 1000;
/** Parts that an iceberg may have where a new market's rules say nothing else: it shows a hundredth at least. */
export const usualIcebergParts = 100;
/** The most that a market's rules may allow, and what holds in a market that was opened before there was such a rule. */
export const fillsPerCommandLimit = 10_000;

/**
 * What one command does, beyond its own order, of things that are due or that concern many orders: a fill counts 1, an order that is cancelled or
 * comes in counts {@link orderWork}. What is left is due at once, with the next command.
 */
export const workPerCommand = 2000;
export const orderWork = 10;
/** A journal from before there were such rules was written by commands that did all of their work, and is replayed so. */
const unboundedWork = Number.MAX_SAFE_INTEGER;

/** What one command does of it, by the markets that there are: bounded from the first on that bounds an order's fills. */
export function workShareOf(markets: readonly { readonly rules: MarketRules }[]): number {
  const isBounded = markets.some(({ rules: { maxFillsPerCommand = 0 } }) => maxFillsPerCommand > 0);
  return isBounded ? workPerCommand : unboundedWork;
}

/** Fills, and own orders that give way, of one taker. */
export function fillsMaxOf({ maxFillsPerCommand = 0 }: MarketRules): number {
  return maxFillsPerCommand === 0 ? fillsPerCommandLimit : maxFillsPerCommand;
}

/**
 * The greatest price of a market, in ticks, whose decimals are a safe integer without their point: what is greater can't be printed. 0 where a
 * tick has no plain decimal, or one of too many digits.
 */
export function printableTicks(rules: MarketRules, assets: readonly AssetRules[]): number {
  const base = assets[rules.base];
  const quote = assets[rules.quote];
  if (base === undefined || quote === undefined) return 0;
  // A tick is unitsPerTickLot / unitsPerLot quote units for a base unit; 18 more places make the division exact, as on the wire.
  const extraPlaces = 18;
  let places = quote.decimals + extraPlaces;
  const scaled = BigInt(rules.unitsPerTickLot) * 10n ** BigInt(base.decimals + extraPlaces);
  const perLot = BigInt(rules.unitsPerLot);
  if (scaled % perLot !== 0n) return 0;
  let mantissa = scaled / perLot;
  for (; places > 0 && mantissa % 10n === 0n; places -= 1) mantissa /= 10n;
  return Number(BigInt(Number.MAX_SAFE_INTEGER) / mantissa);
}

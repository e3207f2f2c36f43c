import type { AssetRules, MarketRules } from '../command.ts';

// These limits bound a command's time and memory for all books and journals.

/** Fills of one taker, unless a new market's rules say otherwise. */
export const defaultMaxFills = 1000;
/** Parts of an iceberg, unless a new market's rules say otherwise: it shows at least a hundredth. */
export const defaultMaxIcebergParts = 100;
/** The rules for orders of new markets; see `MarketRules`. */
export const latestOrderRules = 1;
/** The highest value that a market's rules may set, and the limit of markets opened without the rule. */
export const absoluteMaxFills = 10_000;

/**
 * Limits the due and bulk work that one command does beyond its own order. A fill counts 1, a cancelled or executed order
 * {@link workPerOrder}. The next command continues with the rest.
 */
export const maxWorkPerCommand = 2000;
export const workPerOrder = 10;
/** Journals from before these rules had unlimited commands, and are replayed so. */
const unboundedWork = Number.MAX_SAFE_INTEGER;

/** The work limit of a command: unlimited until a market sets `maxFillsPerCommand`. */
export function maxWorkOf(markets: readonly { readonly rules: MarketRules }[]): number {
  const isBounded = markets.some(({ rules: { maxFillsPerCommand = 0 } }) => maxFillsPerCommand > 0);
  return isBounded ? maxWorkPerCommand : unboundedWork;
}

/** True if the market's orders follow `orderRules`. */
export function hasOrderRules({ orderRules = 0 }: Pick<MarketRules, 'orderRules'>): boolean {
  return orderRules > 0;
}

/** Fills and self-trade cancels of one taker. */
export function maxFillsOf({ maxFillsPerCommand = 0 }: Pick<MarketRules, 'maxFillsPerCommand'>): number {
  return maxFillsPerCommand === 0 ? absoluteMaxFills : maxFillsPerCommand;
}

/**
 * The highest price of a market, in ticks, whose decimal digits form a safe integer; higher ones can't be printed. 0 if a tick is no finite
 * decimal or has too many digits.
 */
export function maxPrintableTicks(rules: MarketRules, assets: readonly AssetRules[]): number {
  const base = assets[rules.base];
  const quote = assets[rules.quote];
  if (base === undefined || quote === undefined) return 0;
  // A tick is unitsPerTickLot / unitsPerLot quote units per base unit; 18 more places make the division exact, as on the wire.
  const extraPlaces = 18;
  let places = quote.decimals + extraPlaces;
  const scaled = BigInt(rules.unitsPerTickLot) * 10n ** BigInt(base.decimals + extraPlaces);
  const perLot = BigInt(rules.unitsPerLot);
  if (scaled % perLot !== 0n) return 0;
  let mantissa = scaled / perLot;
  for (; places > 0 && mantissa % 10n === 0n; places -= 1) mantissa /= 10n;
  return Number(BigInt(Number.MAX_SAFE_INTEGER) / mantissa);
}

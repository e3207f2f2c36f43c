import type { Market } from '@fft/contract';
import { averagePrice as averageOf, formatDecimal, maxUnits, placesBeyondPrice } from '@fft/decimal';
import type { AssetRules, MarketId, MarketRules } from '@fft/engine';

/** Converts one market's numbers between people's decimals and the ledger's integers. */
export interface MarketView {
  readonly id: MarketId;
  readonly rules: MarketRules;
  readonly base: AssetRules;
  readonly quote: AssetRules;
  /** A price is `ticks × tickMantissa` with `pricePlaces` decimal places; quantities work the same way with lots. */
  readonly pricePlaces: number;
  readonly tickMantissa: number;
  readonly quantityPlaces: number;
  readonly lotMantissa: number;
}

/** Derives a market's decimals from its rules alone. */
export function viewMarket(id: MarketId, rules: MarketRules, assets: readonly AssetRules[]): MarketView {
  const base = assets[rules.base];
  const quote = assets[rules.quote];
  if (!base || !quote) throw new Error(`${rules.symbol} is based on an asset that isn't listed`);
  const [lotMantissa, quantityPlaces] = shortest(BigInt(rules.unitsPerLot), base.decimals);
  // tick = unitsPerTickLot / unitsPerLot, in quote units per base unit; 18 extra places make the division exact.
  const extraPlaces = 18;
  const scaled = BigInt(rules.unitsPerTickLot) * 10n ** BigInt(base.decimals + extraPlaces);
  if (scaled % BigInt(rules.unitsPerLot) !== 0n) throw new Error(`the tick of ${rules.symbol} is not a finite decimal`);
  const [tickMantissa, pricePlaces] = shortest(scaled / BigInt(rules.unitsPerLot), quote.decimals + extraPlaces);
  return { id, rules, base, quote, pricePlaces, tickMantissa, quantityPlaces, lotMantissa };
}

/** A decimal without trailing zeros, as mantissa and places. */
function shortest(mantissa: bigint, places: number): readonly [number, number] {
  while (places > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    places -= 1;
  }
  return [Number(mantissa), places];
}

/** The largest price, in ticks, that the market can print with safe integers. */
export function maxPrintableTicks(view: MarketView): number {
  return Math.floor(maxUnits / view.tickMantissa);
}

/** Never throws for a whole number: a row with too large a number must not block a customer's history. */
export function formatPrice(view: MarketView, ticks: number): string {
  return formatSteps(ticks, view.tickMantissa, view.pricePlaces);
}

export function formatQuantity(view: MarketView, lots: number): string {
  return formatSteps(lots, view.lotMantissa, view.quantityPlaces);
}

export function formatQuote(view: MarketView, units: number | bigint): string {
  return formatUnits(units, view.quote.decimals);
}

export function formatBase(view: MarketView, units: number): string {
  return formatUnits(units, view.base.decimals);
}

/** Formats units of an asset in plain notation, also beyond 2^53. */
function formatUnits(units: number | bigint, decimals: number): string {
  return formatDecimal(typeof units === 'bigint' || Number.isSafeInteger(units) ? units : BigInt(units), decimals);
}

function formatSteps(steps: number, mantissa: number, places: number): string {
  const units = steps * mantissa;
  return formatDecimal(Number.isSafeInteger(units) ? units : BigInt(steps) * BigInt(mantissa), places);
}

export interface Filled {
  readonly filledLots: number;
  /** In quote units. */
  readonly filledNotional: number;
}

/** Sums of many fills, which may exceed 2^53. */
interface WideFilled {
  readonly filledLots: bigint;
  readonly filledNotional: bigint;
}

/** Notional over quantity, as all averages are rounded and written; null without fills. */
export function averagePrice(view: MarketView, filled: Filled | WideFilled): string | null {
  const onePrice = onlyPrice(view, filled);
  if (onePrice !== null) return averageAt(view, onePrice);
  const { filledLots, filledNotional } = filled;
  const quantity = { units: BigInt(filledLots) * BigInt(view.lotMantissa), places: view.quantityPlaces };
  return averageOf({ units: filledNotional, places: view.quote.decimals }, quantity, view.pricePlaces);
}

/** The ticks of an average that is a whole number of them, as that of most orders is; null for others, and without fills. */
function onlyPrice({ rules }: MarketView, { filledLots, filledNotional }: Filled | WideFilled): number | null {
  if (typeof filledNotional === 'bigint' || typeof filledLots === 'bigint' || filledLots === 0) return null;
  const perTick = filledLots * rules.unitsPerTickLot;
  const ticks = filledNotional / perTick;
  return Number.isSafeInteger(perTick) && Number.isInteger(ticks) && ticks * perTick === filledNotional ? ticks : null;
}

const zerosOfAverage = '0'.repeat(placesBeyondPrice);

/** The average of what all traded at one price. */
export function averageAt(view: MarketView, ticks: number): string {
  return formatPrice(view, ticks) + zerosOfAverage;
}

/** Price × quantity in quote units, exact even beyond what the ledger may hold. */
export function notionalUnits({ rules }: MarketView, priceTicks: number, quantityLots: number): number | bigint {
  const units = priceTicks * quantityLots * rules.unitsPerTickLot;
  if (Number.isSafeInteger(units)) return units;
  return BigInt(priceTicks) * BigInt(quantityLots) * BigInt(rules.unitsPerTickLot);
}

/** Parts per million as a decimal fraction: 1000 → `0.001`. */
export function formatFraction(ppm: number): string {
  return formatDecimal(ppm, 6, { trim: true });
}

/** The market in the contract's form. */
export function marketWire(view: MarketView, { group, kind }: Pick<Market, 'group' | 'kind'>): Market {
  const { rules } = view;
  return {
    symbol: rules.symbol,
    base: view.base.code,
    quote: view.quote.code,
    group,
    ...(kind !== undefined && { kind }),
    state: rules.state,
    tickSize: formatPrice(view, 1),
    lotSize: formatQuantity(view, 1),
    minQuantity: formatQuantity(view, rules.minQuantityLots),
    maxQuantity: formatQuantity(view, rules.maxQuantityLots),
    minAmount: formatQuote(view, rules.minNotional),
    maxAmount: formatQuote(view, rules.maxNotional),
    pricePlaces: view.pricePlaces,
    quantityPlaces: view.quantityPlaces,
    baseDecimals: view.base.decimals,
    quoteDecimals: view.quote.decimals,
    makerFee: formatFraction(rules.makerFeePpm),
    takerFee: formatFraction(rules.takerFeePpm),
    priceBand: formatFraction(rules.bandPpm),
    collar: formatFraction(rules.collarPpm),
    ...(rules.maxIcebergParts && { maxIcebergParts: rules.maxIcebergParts }),
  };
}

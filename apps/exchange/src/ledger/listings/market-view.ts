import type { Market } from '@fft/contract';
import { formatDecimal, maxUnits } from '@fft/decimal';
import type { AssetRules, MarketId, MarketRules } from '@fft/engine';

/** One market between people's decimals and the ledger's integers. */
export interface MarketView {
  readonly id: MarketId;
  readonly rules: MarketRules;
  readonly base: AssetRules;
  readonly quote: AssetRules;
  /** A price is `ticks × tickMantissa` with `pricePlaces` decimal places; a quantity likewise by lots. */
  readonly pricePlaces: number;
  readonly tickMantissa: number;
  readonly quantityPlaces: number;
  readonly lotMantissa: number;
}

/** The decimals of a market, found from its rules alone. */
export function viewMarket(id: MarketId, rules: MarketRules, assets: readonly AssetRules[]): MarketView {
  const base = assets[rules.base];
  const quote = assets[rules.quote];
  if (!base || !quote) throw new Error(`${rules.symbol} stands on an asset that isn't listed`);
  const [lotMantissa, quantityPlaces] = shortest(BigInt(rules.unitsPerLot), base.decimals);
  // tick = unitsPerTickLot / unitsPerLot, in quote units per base unit; 18 more places make the division exact.
  const extraPlaces = 18;
  const scaled = BigInt(rules.unitsPerTickLot) * 10n ** BigInt(base.decimals + extraPlaces);
  if (scaled % BigInt(rules.unitsPerLot) !== 0n) throw new Error(`${rules.symbol} has a tick without a plain decimal`);
  const [tickMantissa, pricePlaces] = shortest(scaled / BigInt(rules.unitsPerLot), quote.decimals + extraPlaces);
  return { id, rules, base, quote, pricePlaces, tickMantissa, quantityPlaces, lotMantissa };
}

/** A decimal without trailing zeros: mantissa and places. */
function shortest(mantissa: bigint, places: number): readonly [number, number] {
  while (places > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    places -= 1;
  }
  return [Number(mantissa), places];
}

/** The largest price that the market can print in safe integers, in ticks. */
export function printableTicksMax(view: MarketView): number {
  return Math.floor(maxUnits / view.tickMantissa);
}

/** Printing never throws for a whole number: a row that holds too large a number must not refuse a customer their history. */
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

/** Units of an asset, in plain notation, also past 2^53. */
function formatUnits(units: number | bigint, decimals: number): string {
  return formatDecimal(typeof units === 'bigint' || Number.isSafeInteger(units) ? units : BigInt(units), decimals);
}

function formatSteps(steps: number, mantissa: number, places: number): string {
  const units = steps * mantissa;
  return formatDecimal(Number.isSafeInteger(units) ? units : BigInt(steps) * BigInt(mantissa), places);
}

/** What a quantity costs at a price, in quote units: exact, also where it passes what the ledger may hold. */
export function notionalUnits({ rules }: MarketView, priceTicks: number, quantityLots: number): number | bigint {
  const units = priceTicks * quantityLots * rules.unitsPerTickLot;
  if (Number.isSafeInteger(units)) return units;
  return BigInt(priceTicks) * BigInt(quantityLots) * BigInt(rules.unitsPerTickLot);
}

/** Parts per million as a plain fraction: 1000 → `0.001`. */
export function formatFraction(ppm: number): string {
  return formatDecimal(ppm, 6, { trim: true });
}

/** The market as the contract describes it. */
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
    ...(rules.maxIcebergParts && { maxIcebergParts: rules.maxIcebergParts }),
  };
}

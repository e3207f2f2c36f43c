import type { Market } from '@fft/contract';
import { formatDecimal, parseDecimal } from '@fft/decimal';
import { trimZeros } from '../../lib/exact.ts';

/** A market's steps as integers: prices count ticks, quantities count lots, amounts count quote units. */
export interface MarketScale {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  /** One tick, in units of a price's last place. */
  readonly tick: number;
  /** One lot, in units of a quantity's last place. */
  readonly lot: number;
  readonly unitsPerLot: number;
  /** Quote units of one lot at one tick: a whole number in every market. */
  readonly unitsPerTickLot: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Maximum distance of a limit price from the last price, and of a market order's price from the best; 0: unlimited. */
  readonly bandPpm: number;
  readonly collarPpm: number;
}

export function marketScale(market: Market): MarketScale {
  const { pricePlaces, quantityPlaces, baseDecimals, quoteDecimals } = market;
  const tick = whole(market.tickSize, pricePlaces);
  const lot = whole(market.lotSize, quantityPlaces);
  const power = quoteDecimals - pricePlaces - quantityPlaces;
  const product = BigInt(tick) * BigInt(lot);
  return {
    pricePlaces,
    quantityPlaces,
    baseDecimals,
    quoteDecimals,
    tick,
    lot,
    unitsPerLot: lot * 10 ** (baseDecimals - quantityPlaces),
    unitsPerTickLot: Number(power >= 0 ? product * 10n ** BigInt(power) : product / 10n ** BigInt(-power)),
    makerFeePpm: whole(market.makerFee, 6),
    takerFeePpm: whole(market.takerFee, 6),
    bandPpm: whole(market.priceBand, 6),
    collarPpm: whole(market.collar, 6),
  };
}

function whole(text: string, places: number): number {
  const value = readUnits(text, places);
  if (typeof value === 'string') throw new TypeError(`A market's step that isn't one: ${text}`);
  return value;
}

export type ReadProblem = 'malformed' | 'offStep' | 'tooLarge';
export type Steps = number | ReadProblem;

/** Parses a decimal into units of its last allowed place. */
export function readUnits(text: string, places: number): Steps {
  const parsed = parseDecimal(text, places);
  if (parsed.ok) return parsed.units;
  return parsed.reason === 'tooManyPlaces' ? 'offStep' : parsed.reason;
}

function readSteps(text: string, places: number, step: number): Steps {
  const units = readUnits(text, places);
  if (typeof units === 'string') return units;
  return units % step === 0 ? units / step : 'offStep';
}

export const readTicks = (text: string, scale: MarketScale): Steps => readSteps(text, scale.pricePlaces, scale.tick);
export const readLots = (text: string, scale: MarketScale): Steps => readSteps(text, scale.quantityPlaces, scale.lot);
export const readAmount = (text: string, scale: MarketScale): Steps => readUnits(text, scale.quoteDecimals);

/** Plain notation with all places. */
export const formatUnits = (units: number, places: number): string => formatDecimal(units, places);

/** A number of ticks as a price; '' beyond the exact range. */
export function priceText(ticks: number, scale: MarketScale): string {
  const units = ticks * scale.tick;
  return Number.isSafeInteger(units) ? formatUnits(units, scale.pricePlaces) : '';
}

/** A number of lots as a quantity; '' beyond the exact range. */
export function quantityText(lots: number, scale: MarketScale): string {
  const units = lots * scale.lot;
  return Number.isSafeInteger(units) ? formatUnits(units, scale.quantityPlaces) : '';
}

/** An amount of quote units without trailing zeros; '' beyond the exact range. */
export function amountText(units: bigint, scale: MarketScale): string {
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return '';
  return trimZeros(formatUnits(Number(units), scale.quoteDecimals), Math.min(2, scale.quoteDecimals));
}

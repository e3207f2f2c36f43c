import { minorPlaces } from '@fft/bank-files';
import { formatDecimal } from '@fft/decimal';
import type { Directory } from '../../ledger/listings/directory.ts';

/** Ledger units in one minor unit of a currency. Null if the currency isn't listed, or its asset has too few decimals. */
export function unitsPerMinor(directory: Directory, currency: string): number | null {
  const asset = directory.assetId(currency);
  if (asset === null || !directory.describe(currency).fiat) return null;
  const places = directory.asset(asset).decimals - minorPlaces(currency);
  return places < 0 ? null : 10 ** places;
}

/** Writes minor units as a decimal of the currency: `-12.50`. */
export function formatMinor(amount: number, currency: string): string {
  return amount < 0 ? `-${formatMinor(-amount, currency)}` : formatDecimal(amount, minorPlaces(currency));
}

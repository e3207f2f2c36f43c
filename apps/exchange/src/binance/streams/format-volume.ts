import { formatDecimal } from '@fft/decimal';
import type { MarketView } from '../../ledger/listings/market-view.ts';

/** Lots beyond 2^53 as a decimal of the base asset. */
export function formatVolume(view: MarketView, lots: bigint): string {
  return formatDecimal(lots * BigInt(view.lotMantissa), view.quantityPlaces);
}

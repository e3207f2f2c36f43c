import type { Order } from '@fft/contract';
import { formatPrice } from '../../lib/format/index.ts';
import { multiply, trimZeros } from '../../lib/exact.ts';

type Trailing = Pick<Order, 'trail' | 'trailBps' | 'activationPrice'>;

/** The distance at which an order's trigger price follows the market; null for an order that follows nothing. */
export function trailOf({ trail, trailBps }: Trailing): string | null {
  if (trail !== undefined) return formatPrice(trail);
  return trailBps === undefined ? null : `${trimZeros(multiply(String(trailBps), '0.01'))}%`;
}

/** The prices of the legs that the exchange places for an order's fills, as words of the order lists. */
export function legsOf({ takeProfitPrice, stopLossPrice }: Order, words: LegWords): string | null {
  const legs = [
    takeProfitPrice === undefined ? null : words.profit(formatPrice(takeProfitPrice)),
    stopLossPrice === undefined ? null : words.loss(formatPrice(stopLossPrice)),
  ].filter((leg) => leg !== null);
  return legs.length === 0 ? null : legs.join(' · ');
}

interface LegWords {
  readonly profit: (price: string) => string;
  readonly loss: (price: string) => string;
}

/** The price at which it begins to follow; null for the last price. */
export const trailStart = ({ activationPrice }: Trailing): string | null =>
  activationPrice === undefined ? null : formatPrice(activationPrice);

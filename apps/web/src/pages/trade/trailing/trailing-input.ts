import type { CallInput, calls, Market } from '@fft/contract';
import { add, compare, cut, isDecimal, multiply, signOf, subtract } from '../../../lib/exact.ts';

/** The call's input without its id. */
export type TrailingInput = Omit<CallInput<typeof calls.trade.create>, 'clientOrderId'>;

/** What is typed: plain decimals, or empty. */
export interface TrailingFields {
  readonly side: 'buy' | 'sell';
  readonly by: 'percent' | 'price';
  readonly percent: string;
  readonly distance: string;
  /** Of the base coin for a sell, of the quote for a buy. */
  readonly size: string;
  readonly activation: string;
}

const isPositive = (text: string): boolean => isDecimal(text) && signOf(text) > 0;

/** The distance in basis points; null if it is none from 1 to 9,999. */
export function bpsOf(percent: string): number | null {
  if (!isPositive(percent)) return null;
  const bps = Number(multiply(percent, '100'));
  return Number.isInteger(bps) && bps >= 1 && bps <= 9999 ? bps : null;
}

/** The call's input; null while the fields are not whole. */
export function trailingInput(
  { side, by, percent, distance, size, activation }: TrailingFields,
  { symbol }: Market,
): TrailingInput | null {
  const bps = bpsOf(percent);
  const isFar = by === 'percent' ? bps !== null : isPositive(distance);
  if (!isFar || !isPositive(size) || (activation !== '' && !isPositive(activation))) return null;
  return {
    symbol,
    side,
    type: 'market',
    ...(side === 'sell' ? { quantity: size } : { amount: size }),
    ...(by === 'percent' && bps !== null ? { trailBps: bps } : { trail: distance }),
    ...(activation !== '' && { activationPrice: activation }),
  };
}

/** The trigger price where the order begins: at the last price, or at an activation price that is not reached yet. Null if it is unknown; '0' if none is left. */
export function startTrigger(fields: TrailingFields, market: Market, last: string | null): string | null {
  const { side, by, percent, distance, activation } = fields;
  const from = beginsAt(fields, last);
  const bps = bpsOf(percent);
  if (from === null || (by === 'percent' ? bps === null : !isPositive(distance))) return null;
  const { pricePlaces } = market;
  const share = by === 'percent' ? cut(multiply(from, multiply(String(bps ?? 0), '0.0001')), pricePlaces) : distance;
  const trigger = cut(side === 'sell' ? subtract(from, share) : add(from, share), pricePlaces);
  return activation !== '' && !isPositive(activation) ? null : signOf(trigger) > 0 ? trigger : '0';
}

function beginsAt({ side, activation }: TrailingFields, last: string | null): string | null {
  if (!isPositive(activation)) return last;
  if (last === null) return activation;
  const isReached = side === 'sell' ? compare(last, activation) >= 0 : compare(last, activation) <= 0;
  return isReached ? last : activation;
}

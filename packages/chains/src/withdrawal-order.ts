import { createHmac, timingSafeEqual } from 'node:crypto';

/** A withdrawal as it was decided, in words that need neither a database nor a chain to be understood. */
export interface WithdrawalOrder {
  readonly id: number;
  readonly customer: number;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  /** Decimal of the coin, fee included. */
  readonly amount: string;
  /** Decimal of the coin; the recipient gets the amount less this. */
  readonly fee: string;
  /** Who decided that it is paid: `rules`, or an operator as `operator <name>`; {@link undecided} as long as nobody has. */
  readonly decision: string;
  /** Which decision about this withdrawal it is, from 1 on: a later one ends those before. */
  readonly number: number;
  /** What else was known when it was decided, as a digest: its worth and its risks. Who pays needn't read it. */
  readonly basis: string;
}

/** A withdrawal that waits for an operator: its MAC shows what the customer asked for, and pays nothing. */
export const undecided = 'review';

/** HMAC-SHA256 over every field of the order, in hexadecimal. The key never lies in a database. */
export function macOfOrder(key: string, order: WithdrawalOrder): string {
  const { id, customer, coin, chain, address, memo, amount, fee, decision, number, basis } = order;
  const fields = ['fft withdrawal 2', id, customer, coin, chain, address, memo, amount, fee, decision, number, basis];
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
}

/** Whether the MAC is the order's own, by the time that takes no longer for a better guess. */
export function isMacOfOrder(key: string, order: WithdrawalOrder, mac: string): boolean {
  const [given, right] = [mac, macOfOrder(key, order)].map((text) => Buffer.from(text, 'utf8')) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}

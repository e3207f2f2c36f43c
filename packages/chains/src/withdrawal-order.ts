import { createHmac, timingSafeEqual } from 'node:crypto';

/** A withdrawal and the decision about it, independent of database and chain. */
export interface WithdrawalOrder {
  readonly id: number;
  readonly customer: number;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  /** Empty without a memo. */
  readonly memo: string;
  /** Decimal of the coin, fee included. */
  readonly amount: string;
  /** Decimal of the coin; the recipient gets the amount less this. */
  readonly fee: string;
  /** The approver: `rules`, or `operator <name>`; {@link undecided} before approval. */
  readonly decision: string;
  /** Number of the decision, from 1; a later decision revokes earlier ones. */
  readonly number: number;
  /** Digest of value and risks at the time of the decision; not used for payment. */
  readonly basis: string;
}

/** Decision of a withdrawal in review: its MAC proves the customer's request but authorizes no payment. */
export const undecided = 'review';

/** Returns the HMAC-SHA256 of all fields, in hexadecimal. The key is never stored in a database. */
export function orderMac(key: string, order: WithdrawalOrder): string {
  const { id, customer, coin, chain, address, memo, amount, fee, decision, number, basis } = order;
  const fields = ['fft withdrawal 2', id, customer, coin, chain, address, memo, amount, fee, decision, number, basis];
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
}

/** Verifies an order's MAC in constant time. */
export function verifyOrderMac(key: string, order: WithdrawalOrder, mac: string): boolean {
  const [given, right] = [mac, orderMac(key, order)].map((text) => Buffer.from(text, 'utf8')) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}

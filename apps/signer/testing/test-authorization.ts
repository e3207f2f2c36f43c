import { orderMac } from '@fft/chains';
import { formatUnits } from 'viem';
import type { AuthorizedOrder } from '../src/authorization.ts';

/** MAC key of the tests. */
export const macKey = 'the tests of the signer decide with this';

interface Decided {
  readonly chain: string;
  readonly coin: string;
  readonly address: string;
  /** Amount that the recipient gets, in smallest units. */
  readonly amount: bigint;
  readonly decimals: number;
  readonly decision?: string;
  readonly number?: number;
}

/** Returns a withdrawal as authorized by the exchange; the fee is in addition to the paid amount. */
export function authorizedOrder(
  id: number,
  { amount, decimals, decision = 'rules', number = 1, ...paid }: Decided,
): AuthorizedOrder {
  const [total, fee] = [formatUnits(amount + 1n, decimals), formatUnits(1n, decimals)];
  const order = { ...paid, customer: 1000, memo: '', amount: total, fee, decision, number, basis: '' };
  return { ...order, mac: orderMac(macKey, { id, ...order }) };
}

import { macOfOrder } from '@fft/chains';
import { formatUnits } from 'viem';
import type { WithdrawalClaim } from './authorized.ts';

/** What the tests decide withdrawals with. */
export const macKey = 'the tests of the signer decide with this';

interface Decided {
  readonly chain: string;
  readonly coin: string;
  readonly address: string;
  /** What the recipient gets, in units of so many decimals. */
  readonly amount: bigint;
  readonly decimals: number;
  readonly decision?: string;
  readonly number?: number;
}

/** A withdrawal of this number as the exchange decides it; its fee comes on top of what is paid. */
export function claimOf(
  id: number,
  { amount, decimals, decision = 'rules', number = 1, ...paid }: Decided,
): WithdrawalClaim {
  const [total, fee] = [formatUnits(amount + 1n, decimals), formatUnits(1n, decimals)];
  const order = { ...paid, customer: 1000, memo: '', amount: total, fee, decision, number, basis: '' };
  return { ...order, mac: macOfOrder(macKey, { id, ...order }) };
}

import {
  allowanceCall,
  type Call,
  dispersalCall,
  dispersalOf,
  lowerCaseAddress,
  type Payment,
  paymentCall,
  paymentOf,
} from '@fft/chains';
import type { Address } from 'viem';
import type { PaidCoin } from '../chain.ts';
import type { PaymentRow } from '../../tables.ts';

interface CallOptions {
  /** Of all payments. */
  readonly coin: PaidCoin;
  /** The contract that makes several payments of a token; null without one. */
  readonly disperse: Address | null;
}

/** The call that makes these payments, all of its transaction. */
export function callFor(payments: readonly PaymentRow[], { coin, disperse }: CallOptions): Call {
  const [first, ...others] = payments;
  if (!first) throw new Error('a transaction pays something');
  const token = coin.contract === null ? null : lowerCaseAddress(coin.contract);
  const paid = payments.map(({ recipient, amount }) => ({ to: lowerCaseAddress(recipient), amount: BigInt(amount) }));
  const { to, amount } = paid[0] ?? { to: lowerCaseAddress(first.recipient), amount: 0n };
  if (first.purpose === 'allowance') {
    if (token === null) throw new Error('the own coin needs no allowance');
    return allowanceCall({ token, spender: to, amount });
  }
  if (others.length === 0) return paymentCall({ token, to, amount });
  if (token === null || disperse === null) throw new Error(`payment ${first.id} is in a batch that no contract makes`);
  return dispersalCall(
    disperse,
    paid.map((one) => ({ ...one, token })),
  );
}

/** What a call pays, in its order; null unless it does nothing else. Which contract it calls doesn't matter: the signer decided that. */
export function paidBy(call: Call): readonly Payment[] | null {
  const payment = paymentOf(call);
  return payment ? [payment] : dispersalOf(call, call.to);
}

/** True if a payment of a call is this one. */
export function isOf(payment: Pick<PaymentRow, 'recipient' | 'amount'>, coin: PaidCoin, paid: Payment): boolean {
  return (
    contractOf(paid.token) === contractOf(coin.contract) &&
    lowerCaseAddress(paid.to) === lowerCaseAddress(payment.recipient) &&
    String(paid.amount) === payment.amount
  );
}

function contractOf(contract: string | null): string | null {
  return contract && lowerCaseAddress(contract);
}

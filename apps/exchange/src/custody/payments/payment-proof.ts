import { toChainUnits } from '@fft/chains';
import type { Authority, WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { ChainFacts, Payer } from '../chains/chain.ts';
import type { AttemptRow, PaymentRow } from '../tables.ts';
import type { SignerClient } from './signer-client.ts';

export interface PaymentProofOptions {
  readonly facts: ChainFacts;
  readonly payer: Pick<Payer, 'slotsOf'>;
  readonly authority: Authority;
  readonly signer: Pick<SignerClient, 'signedFor'>;
}

/** A withdrawal and its payment, as the tables have them. */
export interface PaymentRecord {
  readonly row: WithdrawalRow;
  readonly payment: PaymentRow;
  readonly attempts: readonly AttemptRow[];
}

/**
 * Compares a payment with its withdrawal before the withdrawal ends by it. Anyone who writes to the tables can name any transaction as the payment; the bytes
 * show what it pays, and only the signer knows which withdrawal it signed for.
 */
export class PaymentProof {
  readonly #options: PaymentProofOptions;

  constructor(options: PaymentProofOptions) {
    this.#options = options;
  }

  /** The reason why the withdrawal cannot end by these rows; null if it can. @throws SignerUnavailable */
  async doubtOf({ row, payment, attempts }: PaymentRecord): Promise<string | null> {
    const { facts, authority, payer, signer } = this.#options;
    if (authority.orderOf(row) === null) return 'the row differs from what was decided';
    if (!this.#isFor(row, payment)) return 'the payment is for something else';
    const slots = await Promise.all(attempts.map((attempt) => payer.slotsOf(payment, attempt)));
    if (slots.length === 0 || slots.includes(null)) return 'the recorded transaction pays something else';
    const signed = new Set((await signer.signedFor(facts.chain, row.id)).map(nameOf));
    const isSigned = slots.every((spent) => spent !== null && signed.has(nameOf(spent)));
    return isSigned ? null : 'the signer did not sign the recorded transaction for this withdrawal';
  }

  #isFor(row: WithdrawalRow, payment: PaymentRow): boolean {
    const { addresses, coins, chain } = this.#options.facts;
    const coin = coins.byName(row.coin);
    if (!coin || payment.chain !== chain || row.chain !== chain || payment.coin !== row.coin) return false;
    const amount = toChainUnits(row.amount - row.fee, coin.ledgerDecimals, coin.chainDecimals);
    const isToIt = addresses.canonical(payment.recipient) === addresses.canonical(row.address);
    return isToIt && payment.amount === String(amount);
  }
}

function nameOf(slots: readonly string[]): string {
  return slots.toSorted().join(' ');
}

import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Authority } from '../../funds/withdrawals/index.ts';
import { ownerOf } from '../chain-facts.ts';
import type { ChainFacts } from '../chains/chain.ts';
import type { PaymentRow } from '../tables.ts';
import { type ClaimedWithdrawal, type SigningClaim, SigningRefused } from './signer-client.ts';

export interface ClaimsOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Authority;
  readonly facts: Pick<ChainFacts, 'addresses'>;
}

/** The claim that goes to the signer with the bytes to sign: why they may be signed, in a form that the signer verifies itself. */
export class Claims {
  readonly #options: ClaimsOptions;

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** @throws SigningRefused if the books hold no reason that the signer would accept */
  async of(payment: PaymentRow): Promise<SigningClaim> {
    const { purpose } = payment;
    if (purpose === 'withdrawal') return { purpose, ...(await this.#ofWithdrawal(payment)) };
    if (purpose === 'batch') throw new Error('a batch is claimed by its withdrawals');
    const reference = referenceOf(payment);
    return purpose === 'gas' ? { purpose, reference, deposit: await this.#depositOf(payment) } : { purpose, reference };
  }

  /** The claim of a transaction that pays these withdrawals. @throws SigningRefused that names the first one without a valid decision */
  async ofBatch([first, ...others]: readonly PaymentRow[]): Promise<SigningClaim> {
    if (!first) throw new Error('a batch without withdrawals');
    const claim = { purpose: 'withdrawal', ...(await this.#ofWithdrawal(first)) } as const;
    if (others.length === 0) return claim;
    const further: ClaimedWithdrawal[] = [];
    for (const payment of others) further.push(await this.#ofWithdrawal(payment));
    return { ...claim, further };
  }

  async #ofWithdrawal({ reference }: PaymentRow): Promise<ClaimedWithdrawal> {
    const { db, authority } = this.#options;
    const query = db.selectFrom('withdrawals').selectAll().where('id', '=', reference);
    const row = await query.executeTakeFirst();
    const order = row ? authority.orderOf(row) : null;
    if (order === null) throw new SigningRefused('the withdrawal differs from what was decided', { reference });
    const { id: _, ...withdrawal } = order;
    return { reference, withdrawal };
  }

  async #depositOf({ recipient }: PaymentRow): Promise<number> {
    const { db, facts } = this.#options;
    const customer = await ownerOf(db, facts, recipient);
    if (customer === null) throw new SigningRefused('gas goes only to customers’ addresses');
    return customer;
  }
}

/**
 * The signer's reference of a payment to ourselves. After a backup is restored, row numbers repeat while the signer remembers the later ones: combined with its
 * time, a row's number never repeats.
 */
function referenceOf({ id, time }: Pick<PaymentRow, 'id' | 'time'>): number {
  return time * 1_000 + (id % 1_000);
}

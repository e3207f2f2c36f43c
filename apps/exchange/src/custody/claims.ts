import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import { type ChainFacts, ownerOf } from './chain-facts.ts';
import type { PaymentRow } from './payment-rows.ts';
import { type SigningClaim, SigningRefused } from './signer-client.ts';

export interface ClaimsParts {
  readonly db: Kysely<Tables>;
  readonly authority: Authority;
  readonly facts: Pick<ChainFacts, 'addresses'>;
}

/** What the signer is shown beside the bytes that it signs: why they may be signed, in a form that it checks itself. */
export class Claims {
  readonly #parts: ClaimsParts;

  constructor(parts: ClaimsParts) {
    this.#parts = parts;
  }

  /** @throws SigningRefused where the books have nothing that the signer would believe */
  async of(payment: PaymentRow): Promise<SigningClaim> {
    const { purpose } = payment;
    if (purpose === 'withdrawal') return this.#ofWithdrawal(payment);
    const reference = referenceOf(payment);
    return purpose === 'gas' ? { purpose, reference, deposit: await this.#depositOf(payment) } : { purpose, reference };
  }

  async #ofWithdrawal({ reference }: PaymentRow): Promise<SigningClaim> {
    const { db, authority } = this.#parts;
    const query = db.selectFrom('withdrawals').selectAll().where('id', '=', reference);
    const row = await query.executeTakeFirst();
    const order = row ? authority.orderOf(row) : null;
    if (order === null) throw new SigningRefused('its withdrawal is not what was decided');
    const { id: _, ...withdrawal } = order;
    return { purpose: 'withdrawal', reference, withdrawal };
  }

  async #depositOf({ recipient }: PaymentRow): Promise<number> {
    const { db, facts } = this.#parts;
    const customer = await ownerOf(db, facts, recipient);
    if (customer === null) throw new SigningRefused('gas goes to customers’ addresses alone');
    return customer;
  }
}

/**
 * The signer's number of a payment to ourselves. The rows of a backup that was put back count from where they were, and the signer remembers what came after: with
 * its moment a row's number never comes twice.
 */
function referenceOf({ id, time }: Pick<PaymentRow, 'id' | 'time'>): number {
  return time * 1_000 + (id % 1_000);
}

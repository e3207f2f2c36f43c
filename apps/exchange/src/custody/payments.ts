import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

export type PaymentRow = Selectable<Tables['chain_payments']>;
export type AttemptRow = Selectable<Tables['chain_attempts']>;

/** A payment before it has its nonce. */
export type NewPayment = Pick<
  PaymentRow,
  'chain' | 'purpose' | 'reference' | 'branch' | 'key_index' | 'coin' | 'recipient' | 'amount'
>;

/** The rows of the exchange's own payments. One purpose and reference is paid once. */
export class Payments {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** The payment of this purpose and reference; made with the key's next nonce, at least `leastNonce`, where there is none. */
  reserve(payment: NewPayment, leastNonce: number): Promise<PaymentRow> {
    return this.#db.transaction().execute(async (transaction) => {
      const lock = `custody ${payment.chain} ${payment.branch} ${payment.key_index}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
      const standing = await this.#find(transaction, payment);
      if (standing) return standing;
      const { next } = await transaction
        .selectFrom('chain_payments')
        .select(({ fn }) => fn.max('nonce').as('next'))
        .where('chain', '=', payment.chain)
        .where('branch', '=', payment.branch)
        .where('key_index', '=', payment.key_index)
        .executeTakeFirstOrThrow();
      const last: number | null = next;
      const nonce = Math.max(leastNonce, last === null ? 0 : last + 1);
      const time = this.#now();
      return transaction
        .insertInto('chain_payments')
        .values({ ...payment, nonce, state: 'reserved', time, updated: time })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  /** Those that aren't over, the oldest first. */
  open(chain: string): Promise<PaymentRow[]> {
    return this.#db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('state', 'in', ['reserved', 'signed'])
      .orderBy('id')
      .limit(500)
      .execute();
  }

  /** Gives the nonce of one that was never signed back: the newest of its key, or it would leave a gap. */
  async forget({ id }: PaymentRow): Promise<void> {
    await this.#db.deleteFrom('chain_payments').where('id', '=', id).where('state', '=', 'reserved').execute();
  }

  attempts(payment: PaymentRow): Promise<AttemptRow[]> {
    return this.#db
      .selectFrom('chain_attempts')
      .selectAll()
      .where('payment', '=', payment.id)
      .orderBy('time')
      .orderBy('txid')
      .execute();
  }

  /** Written down before anybody else has it. */
  async addAttempt(attempt: Omit<AttemptRow, 'time'>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('chain_attempts')
        .values({ ...attempt, time: this.#now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await transaction
        .updateTable('chain_payments')
        .set({ state: 'signed', updated: this.#now() })
        .where('id', '=', attempt.payment)
        .where('state', '=', 'reserved')
        .execute();
    });
  }

  async end({ id }: PaymentRow, state: 'done' | 'failed'): Promise<void> {
    await this.#db.updateTable('chain_payments').set({ state, updated: this.#now() }).where('id', '=', id).execute();
  }

  #find(transaction: Transaction<Tables>, { chain, purpose, reference }: NewPayment): Promise<PaymentRow | undefined> {
    return transaction
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('purpose', '=', purpose)
      .where('reference', '=', reference)
      .executeTakeFirst();
  }
}

import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { WithdrawalRow } from '../funds/withdrawals/index.ts';
import type { PaymentOrder } from './payer.ts';
import type { PaymentRow, AttemptRow, Alongside } from './payment-rows.ts';

/** A payment before it is known what it is paid by. */
export type NewPayment = Pick<
  PaymentRow,
  'chain' | 'purpose' | 'reference' | 'branch' | 'key_index' | 'coin' | 'recipient' | 'amount'
>;

export function newPayment(
  chain: string,
  { purpose, reference, key, coin, recipient, amount }: PaymentOrder,
): NewPayment {
  const { branch, index: key_index } = key;
  return { chain, purpose, reference, branch, key_index, coin: coin.coin, recipient, amount: String(amount) };
}

/** The rows of the exchange's own payments. One purpose and reference is paid once; what the exchange pays itself may be tried again after it failed, and gas sent again after it was used up. */
export class Payments {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The payment of this purpose and reference. Where there is none, `provide` is asked what it is to be paid by, while nobody else asks for the same key, and what it answers goes into the
   * new row; other answers than a row's part are handed back.
   */
  reserve<T extends { readonly kind: string }>(
    payment: NewPayment,
    provide: (transaction: Transaction<Tables>) => Promise<{ nonce: number | null } | T>,
    onReserved?: (transaction: Transaction<Tables>, row: PaymentRow) => Promise<void>,
  ): Promise<{ readonly kind: 'ready'; readonly payment: PaymentRow } | T> {
    return this.#db.transaction().execute(async (transaction) => {
      await this.lock(transaction, payment);
      const standing = await this.#find(transaction, payment);
      if (standing) return { kind: 'ready', payment: standing };
      const provided = await provide(transaction);
      if ('kind' in provided) return provided;
      const time = this.#now();
      const row = await transaction
        .insertInto('chain_payments')
        .values({ ...payment, nonce: provided.nonce, state: 'reserved', time, updated: time })
        .returningAll()
        .executeTakeFirstOrThrow();
      await onReserved?.(transaction, row);
      return { kind: 'ready', payment: row };
    });
  }

  /** While the transaction lasts, nobody else decides what this key pays with. */
  async lock(
    transaction: Transaction<Tables>,
    { chain, branch, key_index }: Pick<NewPayment, 'chain' | 'branch' | 'key_index'>,
  ): Promise<void> {
    const lock = `custody ${chain} ${branch} ${key_index}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
  }

  /** The first nonce from `spent` on, as many as the chain has taken of a key, that none of its payments has: also one of a payment that was forgotten, as what comes after would wait for it for ever. */
  async freeNonce(transaction: Transaction<Tables>, payment: NewPayment, spent: number): Promise<number> {
    const given = await transaction
      .selectFrom('chain_payments')
      .select('nonce')
      .where('chain', '=', payment.chain)
      .where('branch', '=', payment.branch)
      .where('key_index', '=', payment.key_index)
      .where('nonce', '>=', spent)
      .orderBy('nonce')
      .execute();
    const gap = given.findIndex(({ nonce }, index) => nonce !== spent + index);
    return spent + (gap < 0 ? given.length : gap);
  }

  /** The payment of a purpose and reference; of what the exchange pays itself, not one that failed, or gas that has arrived. */
  find(chain: string, purpose: PaymentRow['purpose'], reference: number): Promise<PaymentRow | undefined> {
    return this.#find(this.#db, { chain, purpose, reference });
  }

  /** A number that no payment of this purpose has. */
  async nextReference(chain: string, purpose: PaymentRow['purpose']): Promise<number> {
    const { last } = await this.#db
      .selectFrom('chain_payments')
      .select(({ fn }) => fn.max('reference').as('last'))
      .where('chain', '=', chain)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow();
    const known: number | null = last;
    return (known ?? 0) + 1;
  }

  /** Those that aren't over, the oldest first. */
  open(chain: string): Promise<PaymentRow[]> {
    return this.#db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('state', 'in', ['reserved', 'signed'])
      .orderBy('id')
      .execute();
  }

  /** Those of withdrawals that have ended, or went back to people, and as what: the process died in between, or somebody rejected what was only reserved. */
  ofEndedWithdrawals(chain: string): Promise<(PaymentRow & { readonly ended: WithdrawalRow['state'] })[]> {
    return this.#db
      .selectFrom('chain_payments')
      .innerJoin('withdrawals', 'withdrawals.id', 'chain_payments.reference')
      .selectAll('chain_payments')
      .select('withdrawals.state as ended')
      .where('chain_payments.chain', '=', chain)
      .where('chain_payments.purpose', '=', 'withdrawal')
      .where('chain_payments.state', 'in', ['reserved', 'signed'])
      .where('withdrawals.state', 'in', ['done', 'failed', 'rejected', 'cancelled', 'review'])
      .orderBy('chain_payments.id')
      .limit(500)
      .execute();
  }

  /** Forgets one that was never signed. */
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

  /** Written down before anybody else has it, or not at all where what goes with it throws. */
  async addAttempt(attempt: Omit<AttemptRow, 'time'>, alongside?: Alongside): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await alongside?.(transaction, attempt);
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

  /** `cost` is what the chain took, of its own coin. */
  async end({ id }: PaymentRow, state: 'done' | 'failed', cost: bigint): Promise<void> {
    await this.#db
      .updateTable('chain_payments')
      .set({ state, cost: String(cost), updated: this.#now() })
      .where('id', '=', id)
      .execute();
  }

  #find(
    db: Kysely<Tables>,
    { chain, purpose, reference }: Pick<NewPayment, 'chain' | 'purpose' | 'reference'>,
  ): Promise<PaymentRow | undefined> {
    return db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('purpose', '=', purpose)
      .where('reference', '=', reference)
      .where(sql<boolean>`(purpose = 'withdrawal' or (state <> 'failed' and (purpose <> 'gas' or state <> 'done')))`)
      .executeTakeFirst();
  }
}

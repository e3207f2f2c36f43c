import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { Alongside, PaymentOrder } from '../chains/chain.ts';
import type { PaymentRow, AttemptRow } from '../tables.ts';

/** A payment before its funding is known. */
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

/** Rows of the exchange's own payments. One purpose and reference is paid once; failed payments to ourselves, and gas that was used up, may be repeated. */
export class Payments {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Returns the payment of this purpose and reference. If there is none, asks `provide` for its funding while no other caller can use the same key, and stores the
   * answer in a new row; answers without a row are passed through.
   */
  reserve<T extends { readonly kind: string }>(
    payment: NewPayment,
    provide: (transaction: Transaction<Tables>) => Promise<{ nonce: number | null } | T>,
    onReserved?: (transaction: Transaction<Tables>, row: PaymentRow) => Promise<void>,
  ): Promise<{ readonly kind: 'ready'; readonly payment: PaymentRow } | T> {
    return this.#db.transaction().execute(async (transaction) => {
      await this.lock(transaction, payment);
      const existing = await this.#find(transaction, payment);
      if (existing) return { kind: 'ready', payment: existing };
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

  /**
   * Reserves a payment for each order of a batch, and for the batch itself, which owns what `provide` reserves for it. Answers of `provide` are passed through;
   * null if one of the orders has a payment already.
   */
  reserveBatch<T extends { readonly kind: string }>(
    orders: readonly NewPayment[],
    provide: (transaction: Transaction<Tables>) => Promise<{ nonce: number | null } | T>,
    onReserved?: (transaction: Transaction<Tables>, batch: PaymentRow) => Promise<void>,
  ): Promise<{ readonly kind: 'ready'; readonly batch: PaymentRow } | T | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const [first] = orders;
      if (!first) return null;
      await this.lock(transaction, first);
      for (const order of orders) if (await this.#find(transaction, order)) return null;
      const provided = await provide(transaction);
      if ('kind' in provided) return provided;
      const time = this.#now();
      const kept = { state: 'reserved', time, updated: time } as const;
      const reference = await nextReferenceOf(transaction, first.chain, 'batch');
      const batch = await transaction
        .insertInto('chain_payments')
        .values({ ...first, ...kept, ...provided, purpose: 'batch', reference, recipient: '', amount: '0' })
        .returningAll()
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('chain_payments')
        .values(orders.map((order) => ({ ...order, ...kept, nonce: null, batch: batch.id })))
        .execute();
      await onReserved?.(transaction, batch);
      return { kind: 'ready', batch };
    });
  }

  /** The payment that owns the coins or the nonce, and the attempts: its batch, if it has one. */
  async carrier(payment: PaymentRow): Promise<PaymentRow> {
    const id = carrierOf(payment);
    if (id === payment.id) return payment;
    return this.#db.selectFrom('chain_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** A payment's part of its transaction's fee: the parts of a batch add up to it. */
  async shareOf(payment: PaymentRow, fee: bigint): Promise<bigint> {
    const together = await this.together(payment);
    const [at, count] = [BigInt(together.findIndex(({ id }) => id === payment.id)), BigInt(together.length)];
    return (fee * (at + 1n)) / count - (fee * at) / count;
  }

  /** The payments of a batch in the order of its transaction; a payment without a batch is alone. */
  async together(payment: PaymentRow): Promise<PaymentRow[]> {
    const batch = payment.purpose === 'batch' ? payment.id : payment.batch;
    if (batch === null) return [payment];
    return this.#db.selectFrom('chain_payments').selectAll().where('batch', '=', batch).orderBy('reference').execute();
  }

  /** Signed batches whose withdrawals have all ended. */
  endedBatches(chain: string): Promise<PaymentRow[]> {
    return this.#db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('purpose', '=', 'batch')
      .where('state', '=', 'signed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chain_payments as paid')
              .select('paid.id')
              .whereRef('paid.batch', '=', 'chain_payments.id')
              .where('paid.state', 'in', ['reserved', 'signed']),
          ),
        ),
      )
      .execute();
  }

  /** Until the transaction ends, no one else reserves from this key. */
  async lock(
    transaction: Transaction<Tables>,
    { chain, branch, key_index }: Pick<NewPayment, 'chain' | 'branch' | 'key_index'>,
  ): Promise<void> {
    const lock = `custody ${chain} ${branch} ${key_index}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
  }

  /** The first nonce from `spent` (the chain's count for the key) that no payment has, including forgotten ones: a gap would block all later payments. */
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

  /** Returns the payment of a purpose and reference; skips failed payments to ourselves and gas that has arrived. */
  find(chain: string, purpose: PaymentRow['purpose'], reference: number): Promise<PaymentRow | undefined> {
    return this.#find(this.#db, { chain, purpose, reference });
  }

  /** Returns a reference that no payment of this purpose has. */
  async nextReference(chain: string, purpose: PaymentRow['purpose']): Promise<number> {
    return nextReferenceOf(this.#db, chain, purpose);
  }

  /** Open payments, oldest first. */
  open(chain: string): Promise<PaymentRow[]> {
    return this.#db
      .selectFrom('chain_payments')
      .selectAll()
      .where('chain', '=', chain)
      .where('state', 'in', ['reserved', 'signed'])
      .orderBy('id')
      .execute();
  }

  /** Open payments whose withdrawal has ended or went back to review, with its state: a process died in between, or a reserved one was rejected. */
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

  /** Deletes a payment that was never signed. */
  async forget({ id }: PaymentRow): Promise<void> {
    await this.#db.deleteFrom('chain_payments').where('id', '=', id).where('state', '=', 'reserved').execute();
  }

  attempts(payment: PaymentRow): Promise<AttemptRow[]> {
    return this.#db
      .selectFrom('chain_attempts')
      .selectAll()
      .where('payment', '=', carrierOf(payment))
      .orderBy('time')
      .orderBy('txid')
      .execute();
  }

  /** Records an attempt before anyone else has it, or not at all if `alongside` throws. */
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
        .where(({ eb, or }) => or([eb('id', '=', attempt.payment), eb('batch', '=', attempt.payment)]))
        .where('state', '=', 'reserved')
        .execute();
    });
  }

  /** Notes what people must find out about a payment, or that there is nothing any more. */
  async noteTrouble({ id, trouble: known }: PaymentRow, trouble: PaymentRow['trouble']): Promise<void> {
    if (known === trouble) return;
    await this.#db.updateTable('chain_payments').set({ trouble, updated: this.#now() }).where('id', '=', id).execute();
  }

  /** `cost` is what the chain charged, in its own coin. */
  async end({ id }: PaymentRow, state: 'done' | 'failed', cost: bigint): Promise<void> {
    await this.#db
      .updateTable('chain_payments')
      .set({ state, cost: String(cost), updated: this.#now() })
      .where('id', '=', id)
      .execute();
  }

  /** Ends a payment that can't do its job, and that no block has. Its nonce goes to the next payment; if it lands nevertheless, it is open again. */
  async giveUp({ id }: PaymentRow): Promise<void> {
    await this.#db
      .updateTable('chain_payments')
      .set({ state: 'failed', nonce: null, cost: null, updated: this.#now() })
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

/** The payment that owns the coins and attempts: its batch, if it has one. */
export function carrierOf({ id, batch }: Pick<PaymentRow, 'id' | 'batch'>): number {
  return batch ?? id;
}

async function nextReferenceOf(db: Kysely<Tables>, chain: string, purpose: PaymentRow['purpose']): Promise<number> {
  const { last } = await db
    .selectFrom('chain_payments')
    .select(({ fn }) => fn.max('reference').as('last'))
    .where('chain', '=', chain)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  const known: number | null = last;
  return (known ?? 0) + 1;
}

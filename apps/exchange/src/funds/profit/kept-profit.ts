import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { LotQueue, type Lot } from './lots.ts';
import type { Reached } from './read-lines.ts';
import { emptyState, readState, writeState, type ProfitState } from './state.ts';

type Db = Kysely<Tables>;

/** Of the calculation. A change that alters any number raises it: what was kept before is counted again from nothing. */
const form = 1;
/** Lots that are read or written at once. */
const lotsAtOnce = 1_000;

/** What was counted, up to an entry. */
export interface KeptProfit {
  readonly reached: Reached;
  readonly state: ProfitState;
  /** True while a job has to count on. */
  readonly isWanted: boolean;
}

/** A day's end: what was there, and what had been put in. */
export interface DayEnd {
  readonly day: number;
  readonly quantities: Readonly<Record<string, string>>;
  readonly invested: bigint;
}

export interface CountedOn {
  readonly reached: Reached;
  readonly state: ProfitState;
  readonly lots: ReadonlyMap<number, LotQueue>;
  readonly days: readonly DayEnd[];
}

/** A process of a later version has counted in a way that this one doesn't know. */
export class KeptByLaterVersion extends Error {
  override readonly name = 'KeptByLaterVersion';
}

/** Reads what was counted, and begins with nothing. @throws KeptByLaterVersion */
export async function readKept(db: Db, customer: number): Promise<KeptProfit> {
  const row = await db.selectFrom('profit_accounts').selectAll().where('customer', '=', customer).executeTakeFirst();
  if (row !== undefined && row.form > form) throw new KeptByLaterVersion('the profit was counted by a later version');
  if (row?.form === form) {
    const reached = { sequence: row.sequence, time: row.time };
    return { reached, state: readState(row.state), isWanted: row.wanted !== null };
  }
  await db.transaction().execute((transaction) => begin(transaction, customer));
  return readKept(db, customer);
}

async function begin(transaction: Transaction<Tables>, customer: number): Promise<void> {
  const values = { form, sequence: -1, time: 0, state: writeState(emptyState()) };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('profit_accounts')
    .values({ customer, ...values, wanted: null, held_until: 0 })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(values).where('profit_accounts.form', '<', form))
    .executeTakeFirstOrThrow();
  // Another one was faster.
  if (numInsertedOrUpdatedRows === 0n) return;
  await transaction.deleteFrom('profit_lots').where('customer', '=', customer).execute();
  await transaction.deleteFrom('profit_days').where('customer', '=', customer).execute();
}

/** Reads the oldest lots of a coin, so many that these units can leave. */
export async function readOldestLots(db: Db, customer: number, asset: number, units: bigint): Promise<LotQueue> {
  const lots: Lot[] = [];
  for (let [sum, after] = [0n, -1]; sum < units;) {
    const rows = await db
      .selectFrom('profit_lots')
      .select(['number', 'time', 'quantity', 'cost'])
      .where('customer', '=', customer)
      .where('asset', '=', asset)
      .where('number', '>', after)
      .orderBy('number')
      .limit(lotsAtOnce)
      .execute();
    for (const { number, time, quantity, cost } of rows) {
      lots.push({ number, time, quantity: BigInt(quantity), cost: cost === null ? null : BigInt(cost) });
      sum += BigInt(quantity);
      after = number;
    }
    if (rows.length < lotsAtOnce) break;
  }
  return new LotQueue(lots);
}

/** Replaces what was counted up to an entry, unless another one did so meanwhile: false then, and nothing is changed. */
export async function saveCounted(db: Db, customer: number, before: Reached, counted: CountedOn): Promise<boolean> {
  const { reached, state, lots, days } = counted;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('profit_accounts')
      .set({ ...reached, state: writeState(state) })
      .where('customer', '=', customer)
      .where('form', '=', form)
      .where('sequence', '=', before.sequence)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (const [asset, queue] of lots) await saveLots(transaction, { customer, asset }, queue);
    if (days.length > 0) {
      await transaction
        .insertInto('profit_days')
        .values(
          days.map(({ day, quantities, invested }) => ({
            customer,
            day,
            quantities: sql<Record<string, string>>`${JSON.stringify(quantities)}::jsonb`,
            invested: String(invested),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['customer', 'day']).doUpdateSet((row) => ({
            quantities: row.ref('excluded.quantities'),
            invested: row.ref('excluded.invested'),
          })),
        )
        .execute();
    }
    return true;
  });
}

async function saveLots(
  transaction: Transaction<Tables>,
  key: { readonly customer: number; readonly asset: number },
  queue: LotQueue,
): Promise<void> {
  const { gone, shrunk, added } = queue.changes();
  const ofCoin = (number: number) =>
    sql<boolean>`customer = ${key.customer} and asset = ${key.asset} and number = ${number}`;
  const last = gone.at(-1);
  if (last !== undefined) {
    await transaction
      .deleteFrom('profit_lots')
      .where('customer', '=', key.customer)
      .where('asset', '=', key.asset)
      .where('number', '<=', last)
      .execute();
  }
  if (shrunk !== null) {
    const { number, quantity, cost } = shrunk;
    const left = { quantity: Number(quantity), cost: cost === null ? null : String(cost) };
    await transaction.updateTable('profit_lots').set(left).where(ofCoin(number)).execute();
  }
  for (let first = 0; first < added.length; first += lotsAtOnce) {
    const rows = added.slice(first, first + lotsAtOnce).map(({ number, time, quantity, cost }) => ({
      ...key,
      number,
      time,
      quantity: Number(quantity),
      cost: cost === null ? null : String(cost),
    }));
    await transaction.insertInto('profit_lots').values(rows).execute();
  }
}

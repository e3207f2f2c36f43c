import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { ownProgram } from '../../platform/own-files.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { formatDecimal } from '@fft/decimal';
import type { GrownTree, OwedOfAsset } from './grow-tree.ts';
import { liabilitiesOf } from './liabilities-of.ts';

export interface PublishOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly directory: Directory;
  /** Returns the ids of all customers. */
  readonly customers: () => Promise<readonly number[]>;
  /** Accounts of the demo's made-up market, whose balances are published apart. Empty in production. */
  readonly madeUpAccounts: readonly number[];
  /** Holdings on chains by coin, as decimals, and the time of their count; null until every followed chain was counted. */
  readonly holdings: () => Promise<{
    readonly held: Readonly<Record<string, string>>;
    readonly countedAt: number | null;
  } | null>;
  /** Paid on a chain and still in customers' balances, by coin, in ledger units. */
  readonly leaving: () => Promise<ReadonlyMap<string, bigint>>;
  readonly now: () => number;
}

const rowsAtOnce = 20_000;
/** Days that trees are kept; totals are kept for ever. */
const treeDays = 30;
const dayMs = 86_400_000;

interface OwedToCustomers extends OwedOfAsset {
  readonly decimals: number;
  /** Ledger units of the made-up market. */
  readonly madeUp: number;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Sums the customers' balances, builds a tree for each asset, and publishes them for the day with the holdings on chains. False if all balances are zero, if the holdings
 * aren't known yet or their count is too old, or if the day is published already.
 * @throws if the customers' balances differ from the ledger's total: a customer would be left out
 */
export async function publish(options: PublishOptions, maxCountAgeMs = Infinity): Promise<boolean> {
  const { db, host, now } = options;
  const time = now();
  const day = dayOf(time);
  await host.catchUp();
  const [holdings, leaving] = await Promise.all([options.holdings(), options.leaving()]);
  if (holdings === null || (holdings.countedAt ?? time) < time - maxCountAgeMs) return false;
  const { held } = holdings;
  const { owed, sequence } = await owedNow(options);
  if (owed.length === 0) return false;
  const secret = randomBytes(32);
  const trees = await growElsewhere(secret, owed);
  return db.transaction().execute(async (transaction) => {
    const totals = trees.map(({ total, rows }, index) => {
      const { asset, madeUp = 0, decimals = 0 } = owed[index] ?? { asset: total.asset };
      return {
        ...total,
        rows: (rows.at(-1) ?? 0) + 1,
        madeUp: String(madeUp),
        held: held[asset] ?? null,
        leaving: formatDecimal(leaving.get(asset) ?? 0n, decimals),
      };
    });
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('liability_days')
      .values({ day, sequence, time, secret, totals: JSON.stringify(totals) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    for (const tree of trees) await keep(transaction, day, tree);
    await transaction
      .deleteFrom('liability_nodes')
      .where('day', '<', dayOf(time - treeDays * dayMs))
      .execute();
    return true;
  });
}

/** A customer who registers and is paid while the customers are read is missing among them, and there the next time. */
const maxReadings = 3;

async function owedNow(options: PublishOptions): Promise<{ owed: OwedToCustomers[]; sequence: number }> {
  for (let reading = 1; ; reading += 1) {
    const customers = await options.customers();
    try {
      return { owed: owedTo(customers, options), sequence: options.host.sequence };
    } catch (error) {
      if (reading === maxReadings) throw error;
    }
  }
}

/** Runs in one synchronous step, so that all balances are of one journal position. */
function owedTo(customers: readonly number[], { host, directory, madeUpAccounts }: PublishOptions): OwedToCustomers[] {
  const { engine } = host;
  const byAsset = new Map<number, Map<number, number>>();
  for (const customer of customers) {
    if (madeUpAccounts.includes(customer)) continue;
    for (const { asset, available, frozen } of engine.balances(customer)) {
      if (available + frozen === 0) continue;
      const amounts = byAsset.get(asset) ?? new Map<number, number>();
      byAsset.set(asset, amounts.set(customer, (amounts.get(customer) ?? 0) + available + frozen));
    }
  }
  return engine.assets.flatMap((_, asset) => {
    const amounts = [...(byAsset.get(asset) ?? [])];
    const total = amounts.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
    const { code, decimals } = directory.asset(asset);
    const { owed, madeUp } = liabilitiesOf(engine, asset, madeUpAccounts);
    if (total !== BigInt(owed)) throw new Error(`customers have ${total} of ${code}, but the ledger says ${owed}`);
    if (amounts.length === 0) return [];
    const [customersOf, sums] = [amounts.map(([who]) => who), amounts.map(([, sum]) => BigInt(sum))];
    return [{ asset: code, decimals, madeUp, customers: customersOf, amounts: sums }];
  });
}

/** Builds the trees in a worker: hashing a million leaves takes seconds, and orders must not wait for it. */
async function growElsewhere(secret: Uint8Array, owed: readonly OwedOfAsset[]): Promise<GrownTree[]> {
  const worker = new Worker(ownProgram('src/funds/liabilities/tree-worker.ts'), { workerData: [secret, owed] });
  try {
    const [trees] = (await once(worker, 'message')) as [GrownTree[]];
    return trees;
  } finally {
    await worker.terminate();
  }
}

async function keep(transaction: Kysely<Tables>, day: string, tree: GrownTree): Promise<void> {
  for (let from = 0; from < tree.rows.length; from += rowsAtOnce) {
    const part = <T>(values: readonly T[]): readonly T[] => values.slice(from, from + rowsAtOnce);
    await sql`
      insert into liability_nodes (day, asset, row, place, hash, sum, customer)
      select ${day}, ${tree.total.asset}, node.* from unnest(
        ${part(tree.rows)}::int[], ${part(tree.places)}::int[], ${part(tree.hashes)}::text[],
        ${part(tree.sums)}::text[], ${part(tree.customers)}::bigint[]
      ) as node
    `.execute(transaction);
  }
}

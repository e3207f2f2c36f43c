import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type AccountKind, SystemOwner } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { ownProgram } from '../../platform/own-files.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { GrownTree, OwedOfAsset } from './grow-tree.ts';

export interface PublishOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly directory: Directory;
  /** Returns the ids of all customers. */
  readonly customers: () => Promise<readonly number[]>;
  readonly now: () => number;
}

const kinds: readonly AccountKind[] = ['coin', 'fiat'];
const systemOwners = Object.values(SystemOwner);
const rowsAtOnce = 20_000;
/** Days that trees are kept; totals are kept for ever. */
const treeDays = 30;
const dayMs = 86_400_000;

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Sums the customers' balances, builds a tree for each asset, and publishes them for the day. False if all balances are zero, or if the day is published already.
 * @throws if the customers' balances differ from the ledger's total: a customer would be left out
 */
export async function publish(options: PublishOptions): Promise<boolean> {
  const { db, host, now } = options;
  const time = now();
  const day = dayOf(time);
  const customers = await options.customers();
  await host.catchUp();
  const { sequence } = host;
  const owed = owedTo(customers, options);
  if (owed.length === 0) return false;
  const secret = randomBytes(32);
  const trees = await growElsewhere(secret, owed);
  return db.transaction().execute(async (transaction) => {
    const totals = trees.map(({ total, rows }) => ({ ...total, rows: (rows.at(-1) ?? 0) + 1 }));
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

/** Runs in one synchronous step, so that all balances are of one journal position. */
function owedTo(customers: readonly number[], { host, directory }: PublishOptions): OwedOfAsset[] {
  const { engine } = host;
  const byAsset = new Map<number, Map<number, number>>();
  for (const customer of customers) {
    for (const { asset, available, frozen } of engine.balances(customer)) {
      if (available + frozen === 0) continue;
      const amounts = byAsset.get(asset) ?? new Map<number, number>();
      byAsset.set(asset, amounts.set(customer, (amounts.get(customer) ?? 0) + available + frozen));
    }
  }
  return engine.assets.flatMap((_, asset) => {
    const amounts = [...(byAsset.get(asset) ?? [])];
    const total = amounts.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
    const { code } = directory.asset(asset);
    const expected = -ownBalance(engine, asset);
    if (total !== expected) throw new Error(`customers have ${total} of ${code}, but the ledger says ${expected}`);
    if (amounts.length === 0) return [];
    return [{ asset: code, customers: amounts.map(([who]) => who), amounts: amounts.map(([, sum]) => BigInt(sum)) }];
  });
}

/** Sums the balances of the system's own accounts; all accounts together are zero. */
function ownBalance(engine: EngineHost['engine'], asset: number): bigint {
  let sum = 0n;
  for (const owner of systemOwners) {
    for (const kind of kinds) {
      const { available, frozen } = engine.balance(owner, kind, asset);
      sum += BigInt(available) + BigInt(frozen);
    }
  }
  return sum;
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

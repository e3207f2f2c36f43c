import { setTimeout as delay } from 'node:timers/promises';
import { RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { verifyBooks } from '../../src/ledger/reconciliation/verify-books.ts';
import type { Stage } from './stage.ts';
import type { Sent } from './traffic.ts';

const writtenWithinMs = 60_000;
const lookAgainMs = 50;

/** Comparison of sent orders with the tables, once the outcome of each is known. */
export interface OrdersFound {
  /** Answered, but missing. */
  readonly lost: readonly string[];
  /** Present more than once, or under another id than answered. */
  readonly doubled: readonly string[];
  /** Present, although refused or never answered. */
  readonly unasked: readonly string[];
  /** Number of the last order in the tables. */
  readonly last: number;
}

/** What is judged: running servers on a database. */
export type Judged = Pick<Stage, 'gateways' | 'tokens' | 'database'> & {
  readonly postgres: Pick<Stage['postgres'], 'url'>;
};

type Compared = Pick<Sent, 'answered' | 'broken'>;

/** Returns every broken promise; no one may trade during the check. */
export async function judge(stage: Judged, sent: Compared): Promise<string[]> {
  const orders = inWords(await compareOrders(stage, sent));
  return [...sent.broken, ...orders, ...(await differencesOfBooks(stage)), ...(await differencesOfGateways(stage))];
}

export function inWords({ lost, doubled, unasked }: Omit<OrdersFound, 'last'>): string[] {
  return [
    ...lost.map((order) => `${order} was answered, but is missing`),
    ...doubled.map((order) => `${order} exists more than once, or under another id`),
    ...unasked.map((order) => `${order} was refused, but exists`),
  ];
}

/** Compares the answers with the tables' orders after number `after`. */
export async function compareOrders(stage: Judged, { answered }: Compared, after = 0): Promise<OrdersFound> {
  await untilTablesHaveAll(stage);
  const { rows } = await stage.database.pool.query<{ id: number; client_order_id: string }>(
    'select id, client_order_id from orders where id > $1 order by id',
    [after],
  );
  const there = Map.groupBy(rows, (row) => row.client_order_id);
  const names = [...answered.keys()];
  return {
    lost: names.filter((name) => !there.has(name)),
    doubled: names.filter((name) => {
      const found = there.get(name) ?? [];
      return found.length > 1 || found.some(({ id }) => String(id) !== answered.get(name));
    }),
    unasked: [...there.keys()].filter((name) => !answered.has(name)),
    last: rows.at(-1)?.id ?? after,
  };
}

/** Returns the findings of `npm run verify-books`. */
export async function differencesOfBooks(stage: Judged): Promise<readonly string[]> {
  const { differences } = await verifyBooks({ url: stage.postgres.url, say: () => undefined });
  return differences;
}

async function untilTablesHaveAll({ gateways, tokens, database }: Judged): Promise<void> {
  const end = performance.now() + writtenWithinMs;
  // The server answers a list once the tables have all before it; it refuses one while PostgreSQL is starting.
  const list = async (): Promise<boolean> => {
    await gateways()[0]?.clientOf(tokens[0]).call(calls.trade.history, { limit: 1 });
    return true;
  };
  const refused = (error: unknown): boolean => {
    const isForNow = error instanceof RefusedError && error.code === Code.unavailable;
    if (!isForNow || performance.now() > end) throw error;
    return false;
  };
  while (!(await list().catch(refused))) await delay(lookAgainMs);
  for (;;) {
    const { rows } = await database.pool.query<{ sequence: number }>('select sequence from projection');
    const journal = await Promise.all(gateways().map((each) => each.figure('fft_journal_sequence')));
    if (journal.every((sequence) => sequence === rows[0]?.sequence)) return;
    if (performance.now() > end) throw new Error('the tables never caught up with the journal');
    await delay(lookAgainMs);
  }
}

/** Compares the book and the balances of all servers. */
export async function differencesOfGateways({ gateways, tokens }: Judged): Promise<string[]> {
  const seen = await Promise.all(
    gateways().map(async (gateway) => {
      const { bids, asks } = await gateway.clientOf().call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 100 });
      const accounts = [];
      for (const token of tokens) {
        const assets = await gateway.clientOf(token).call(calls.assets.overview, {});
        accounts.push(assets.accounts.coin.map(({ coin, usable, frozen }) => ({ coin, usable, frozen })));
      }
      return JSON.stringify({ bids, asks, accounts });
    }),
  );
  return new Set(seen).size === 1 ? [] : ['the servers return different books or balances'];
}

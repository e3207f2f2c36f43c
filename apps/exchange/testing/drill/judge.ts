import { setTimeout as delay } from 'node:timers/promises';
import { RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { verifyBooks } from '../../src/ledger/reconciliation/verify-books.ts';
import type { Stage } from './stage.ts';
import type { Sent } from './traffic.ts';

const writtenWithinMs = 60_000;
const lookAgainMs = 50;

/** What became of the orders of some time, once it is known of each of them. */
export interface OrdersFound {
  /** Answered, and not there. */
  readonly lost: readonly string[];
  /** There more than once, or answered with another id than the one that is there. */
  readonly doubled: readonly string[];
  /** There, and were refused, or never answered. */
  readonly unasked: readonly string[];
  /** The number of the last order that is there. */
  readonly last: number;
}

type Compared = Pick<Sent, 'answered' | 'broken'>;

/** Everything in which what is there isn't what was promised; nobody trades meanwhile. */
export async function judge(stage: Stage, sent: Compared): Promise<string[]> {
  const orders = inWords(await compareOrders(stage, sent));
  return [...sent.broken, ...orders, ...(await differencesOfBooks(stage)), ...(await differencesOfGateways(stage))];
}

export function inWords({ lost, doubled, unasked }: Omit<OrdersFound, 'last'>): string[] {
  return [
    ...lost.map((order) => `${order} was answered, and is not there`),
    ...doubled.map((order) => `${order} is there more than once, or as another`),
    ...unasked.map((order) => `${order} was refused, and is there`),
  ];
}

/** Compares what was answered with the tables' orders after number `after`. */
export async function compareOrders(stage: Stage, { answered }: Compared, after = 0): Promise<OrdersFound> {
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

/** What `npm run verify-books` finds. */
export async function differencesOfBooks(stage: Stage): Promise<readonly string[]> {
  const nats = stage.nats && { url: stage.nats.url, replicas: stage.nats.servers.length };
  const { differences } = await verifyBooks({ url: stage.postgres.url, nats, say: () => undefined });
  return differences;
}

async function untilTablesHaveAll({ gateways, tokens, database }: Stage): Promise<void> {
  const end = performance.now() + writtenWithinMs;
  // A list is answered once all before it is in the tables; a PostgreSQL that is just starting has it refused for a moment.
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
    if (performance.now() > end) throw new Error('the tables never have all of the journal');
    await delay(lookAgainMs);
  }
}

/** All servers show the same book and the same balances. */
export async function differencesOfGateways({ gateways, tokens }: Stage): Promise<string[]> {
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
  return new Set(seen).size === 1 ? [] : ['the servers show different books or balances'];
}

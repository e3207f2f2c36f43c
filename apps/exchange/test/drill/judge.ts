import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@fft/contract';
import { verifyBooks } from '../../src/verify-books/verify-books.ts';
import type { Stage } from './stage.ts';
import type { Sent } from './traffic.ts';

const writtenWithinMs = 60_000;
const lookAgainMs = 50;

/** Everything in which what is there isn't what was promised. */
export async function judge(stage: Stage, sent: Sent): Promise<string[]> {
  const found = [...sent.broken];
  await untilTablesHaveAll(stage);
  const ids = await idsByClientId(stage);
  for (const [clientOrderId, id] of sent.answered) {
    const there = ids.get(clientOrderId) ?? [];
    if (there.length !== 1 || there[0] !== id) {
      found.push(`${clientOrderId} was answered as ${id}, and there is ${there.join(' and ') || 'none'}`);
    }
  }
  for (const clientOrderId of sent.refused) {
    if (ids.has(clientOrderId)) found.push(`${clientOrderId} was refused, and is there`);
  }
  const nats = stage.nats && { url: stage.nats.url, replicas: stage.nats.servers.length };
  const { differences } = await verifyBooks({ url: stage.postgres.url, nats, say: () => undefined });
  return [...found, ...differences, ...(await differencesOfGateways(stage))];
}

async function untilTablesHaveAll({ gateways, tokens, database }: Stage): Promise<void> {
  // A list is answered once all before it is in the tables.
  const [gateway] = gateways();
  await gateway?.clientOf(tokens[0]).call(calls.trade.history, { limit: 1 });
  const end = performance.now() + writtenWithinMs;
  for (;;) {
    const { rows } = await database.pool.query<{ sequence: number }>('select sequence from projection');
    const journal = await Promise.all(gateways().map((each) => each.figure('fft_journal_sequence')));
    if (journal.every((sequence) => sequence === rows[0]?.sequence)) return;
    if (performance.now() > end) throw new Error('the tables never have all of the journal');
    await delay(lookAgainMs);
  }
}

async function idsByClientId({ database }: Stage): Promise<Map<string, string[]>> {
  const { rows } = await database.pool.query<{ id: number; client_order_id: string }>(
    'select id, client_order_id from orders',
  );
  const grouped = Map.groupBy(rows, (row) => row.client_order_id);
  return new Map([...grouped].map(([name, group]) => [name, group.map(({ id }) => String(id))]));
}

/** All servers show the same book and the same balances. */
async function differencesOfGateways({ gateways, tokens }: Stage): Promise<string[]> {
  const seen = await Promise.all(
    gateways().map(async (gateway) => {
      const { bids, asks } = await gateway.clientOf().call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 100 });
      const accounts = [];
      for (const token of tokens) {
        const assets = await gateway.clientOf(token).call(calls.assets.index, {});
        accounts.push(assets.accounts.coin.map(({ coin, usable, frozen }) => ({ coin, usable, frozen })));
      }
      return JSON.stringify({ bids, asks, accounts });
    }),
  );
  return new Set(seen).size === 1 ? [] : ['the servers show different books or balances'];
}

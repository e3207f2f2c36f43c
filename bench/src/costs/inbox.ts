import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { quantilesOf } from '../../../apps/exchange/testing/attack-run/honest.ts';
import { say, withGateways, type BenchExchange } from './with-gateways.ts';
import { messagesStatement } from '../../../apps/exchange/testing/call-bounds/long-past.ts';
import { registerFunded } from '../../../apps/exchange/testing/gateway-process.ts';
import { countedMs, rowsRead } from '../../../apps/exchange/testing/rows-read.ts';

/**
 * Measures what a full inbox costs other customers. One account has 200,000 messages, as releases without a bound kept them. Another customer lists
 * messages, counts unread ones, and marks all as read: first alone, then while readers read the full account's pages as fast as they can.
 * Run: `npm run bench:inbox -- [--messages 200000] [--seconds 15] [--readers 4]`.
 */
const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    /** Seconds of each part. */
    seconds: { type: 'string', default: '15' },
    /** Concurrent readers of the full account. */
    readers: { type: 'string', default: '4' },
  },
});
const [messages, seconds, readers] = [Number(options.messages), Number(options.seconds), Number(options.readers)];
/** Messages of the customer who is measured. */
const ownMessages = 100;
const { list, unread, markAllRead } = calls.content;

const reads: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  list: (client) => client.call(list, { limit: 20 }),
  unread: (client) => client.call(unread, {}),
  'read all': (client) => client.call(markAllRead, {}),
};

await withGateways({}, async (exchange) => {
  const [gateway] = exchange.gateways;
  const [full, other] = [await registerFunded(gateway, 'full', {}), await registerFunded(gateway, 'other', {})].map(
    (token) => gateway.clientOf(token),
  );
  if (!full || !other) throw new Error('nobody registered');
  const { pool } = exchange.database;
  for (const [client, rows] of [
    [full, messages],
    [other, ownMessages],
  ] as const) {
    const customer = Number((await client.call(calls.user.read, {})).id);
    await pool.query(messagesStatement({ customer, now: Date.now(), rows }));
  }
  await pool.query('vacuum analyze');
  say(`${messages.toLocaleString('en')} messages of one account; another customer's calls`);
  say(
    'before: lists of other customers took 23 ms, and 1,590 ms with 200,000 messages of one account (machine and load of then)',
  );
  for (const [name, read] of Object.entries(reads)) {
    await measure(exchange, `${name}, alone`, () => read(other));
    const ending = new AbortController();
    const reading = Array.from({ length: readers }, () => readOn(full, ending.signal));
    await measure(exchange, `${name}, beside the reader`, () => read(other));
    ending.abort();
    const pages = (await Promise.all(reading)).flat();
    say(`  the full account's own pages${quantilesOf(pages)}, ${pages.length} of them`);
  }
});

/** Reads the full account's pages one after the other, deeper each time, and its unread count. Returns the pages' waits in milliseconds. */
async function readOn(full: Client, signal: AbortSignal): Promise<readonly number[]> {
  const waits: number[] = [];
  let cursor: string | null = null;
  while (!signal.aborted) {
    const begun = performance.now();
    const page: { readonly next: string | null } = await full.call(list, {
      limit: 100,
      ...(cursor !== null && { cursor }),
    });
    waits.push(performance.now() - begun);
    cursor = page.next;
    await full.call(unread, {});
  }
  return waits;
}

async function measure({ database }: BenchExchange, name: string, call: () => Promise<unknown>): Promise<void> {
  const isAlone = name.endsWith('alone');
  const waits: number[] = [];
  await call();
  if (isAlone) await wait(countedMs);
  const before = await rowsRead(database.pool, 'messages');
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const begun = performance.now();
    await call();
    waits.push(performance.now() - begun);
  }
  if (isAlone) await wait(countedMs);
  const rows = (await rowsRead(database.pool, 'messages')) - before;
  const each = isAlone ? `, ${(rows / waits.length).toFixed(1)} rows of messages a call` : '';
  say(`${name.padEnd(28)}${quantilesOf(waits)}${each}`);
}
